// @use lib/dom.js
// What lies at a point of the viewport, inside shadow roots too, and what covers an element there.
const pointInDocument = methodOf(Document.prototype, "elementFromPoint");
const pointInRoot = methodOf(ShadowRoot.prototype, "elementFromPoint");
const clientRectsOf = methodOf(Element.prototype, "getClientRects");
const newRange = methodOf(Document.prototype, "createRange");
const selectContents = methodOf(Range.prototype, "selectNodeContents");
const rangeRects = methodOf(Range.prototype, "getClientRects");

function elementAt(x, y) {
  let hit = pointInDocument(document, x, y);
  for (let depth = 0; hit && depth < 50; depth++) {
    const root = shadowRootOf(hit);
    const inner = root && pointInRoot(root, x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

// The largest piece of the element: a link may go over several lines. Null when it has none. Without a box of its own
// (display: contents) an element is where its content is.
function mainRectOf(element) {
  if (tagOf(element) === "area") return areaRect(element);
  let rects = clientRectsOf(element);
  if (rects.length === 0 && getComputedStyle(element).display === "contents") rects = contentRects(element);
  let best = null;
  for (let i = 0; i < rects.length && i < 50; i++) {
    if (!best || rects[i].width * rects[i].height > best.width * best.height) best = rects[i];
  }
  return best;
}

function contentRects(element) {
  const range = newRange(document);
  selectContents(range, element);
  return rangeRects(range);
}

// A whole pixel at or beside a place in a box: parts of pixels are hit otherwise by a question than by the pointer. A box that has
// none keeps the place.
function wholePixel(x, y, { left, top, right, bottom }) {
  const whole = (place, from, to) => [Math.floor(place), Math.ceil(place)].find((one) => one >= from && one < to) ?? place;
  return { x: whole(x, left, right), y: whole(y, top, bottom) };
}

// The middle of the part of the element that is in the viewport; null when no part is.
function hitPointOf(element) {
  const rect = mainRectOf(element);
  if (!rect || rect.width <= 0 || rect.height <= 0) return null;
  const left = Math.max(rect.left, 0);
  const top = Math.max(rect.top, 0);
  const right = Math.min(rect.right, window.innerWidth);
  const bottom = Math.min(rect.bottom, window.innerHeight);
  if (right <= left || bottom <= top) return null;
  return wholePixel((left + right) / 2, (top + bottom) / 2, { left, top, right, bottom });
}

// Where an area of an image map is drawn: a part of the picture that uses the map.
function areaRect(area) {
  const image = imageOfArea(area);
  if (!image) return null;
  const [left, top] = [rectOf(image).left, rectOf(image).top];
  const numbers = (attr(area, "coords") ?? "").split(/[\s,]+/).map(Number).filter(Number.isFinite);
  const shape = (attr(area, "shape") ?? "rect").toLowerCase();
  if (shape === "default" || numbers.length < 3) return rectOf(image);
  if (shape.startsWith("circ")) {
    const [x, y, radius] = numbers;
    return new DOMRect(left + x - radius, top + y - radius, 2 * radius, 2 * radius);
  }
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return new DOMRect(left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y);
}

function imageOfArea(area) {
  const map = closestTo(area, "map");
  const name = map && (attr(map, "name") || attr(map, "id"));
  if (!name) return null;
  const images = Document.prototype.querySelectorAll.call(document, "img[usemap], object[usemap]");
  return Array.from(images).find((one) => attr(one, "usemap") === `#${name}`) ?? null;
}

// {covering: element or null, through: element behind that gets the click because this one lets it through}
function coveringAt(element, { x, y }) {
  const hit = elementAt(x, y);
  if (!hit || isWithin(hit, element) || isLabelOf(hit, element)) return { covering: null, through: null };
  // Options and areas have no place of their own.
  if (isWithin(element, hit))
    return { covering: null, through: ["option", "area", "optgroup"].includes(tagOf(element)) ? null : hit };
  return { covering: hit, through: null };
}

function isWithin(inner, outer) {
  if (containsNode(outer, inner)) return true;
  return ancestorOf(inner, (one) => one === outer) !== null;
}

// A click on the label is one on its control.
function isLabelOf(hit, element) {
  const label = ancestorOf(hit, (one) => one instanceof HTMLLabelElement);
  return label !== null && property(HTMLLabelElement, "control", label) === element;
}
