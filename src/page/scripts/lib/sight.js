// @use lib/dom.js
// @use lib/visible.js
// @use lib/generated.js
// Whether a person can see a text: not transparent, not beside the page, not clipped to nothing, not tiny,
// not in the colour of its ground. What styles say of an element is looked up once and inherited downwards;
// elements without attributes, of one kind and below alike parents, share it, as long as no selector can tell
// them apart.

// What the seeing of one document shares. `use`: what its styles use, where it is known already.
function newSight(use = styleUse()) {
  const page =
    property(Document, "scrollingElement", document) || property(Document, "documentElement", document);
  const style = page ? getComputedStyle(page) : null;
  const positional = use.positional || Document.prototype.getAnimations.call(document).length > 0;
  return {
    scrollX: window.scrollX,
    scrollY: window.scrollY,
    width: page ? Math.max(page.scrollWidth, window.innerWidth) : window.innerWidth,
    height: page ? Math.max(page.scrollHeight, window.innerHeight) : window.innerHeight,
    rightToLeft: style ? style.direction === "rtl" : false,
    mayShare: !positional,
    facts: new Map(), // element → {element, above, style, clipped, placed}
    top: { ground: pageGround(style), floating: false, opacity: 1, clipped: false, kids: new Map() },
  };
}

// White, unless the page asked for a dark one, or lies on another page.
function pageGround(style) {
  if (window !== window.top || (style && style.colorScheme.includes("dark"))) return null;
  return "rgb(255, 255, 255)";
}

// Whether a person can see text that stands directly in this element; `text` is its text node, if there are
// others. `rendered`: it is known to have a box, visible and opaque.
function isSeenByPerson(element, sight = newSight(), text = null, rendered = false) {
  let contents = false;
  if (!rendered && !checkVisibility(element, PLAINLY_VISIBLE)) {
    if (checkVisibility(element, VISIBLE)) return false; // opacity 0, here or above
    if (!isRendered(element)) return false;
    const box = ancestorOf(element, (one) => checkVisibility(one));
    if (box && !checkVisibility(box, PLAINLY_VISIBLE)) return false;
    contents = true;
  }
  const facts = sightFacts(element, sight);
  const { style } = facts;
  if (facts.clipped || style.opacity < 0.05) return false;
  style.readable ??= readability(element, style);
  if (style.readable === "no") return false;
  if (style.readable === "alike" && !(style.floating && liesOnSomething(element, text))) return false;
  if (!contents && !style.indented && isPlaced(facts, sight)) return true;
  const rect = contents ? textRect(element, text) : rectOf(element);
  if ((rect.width <= 1 || rect.height <= 1) && isNothing(textRect(element, text))) return false;
  if (isOutside(rect, sight)) return isReachable(element, text, rect, sight);
  return !(style.indented && isOutside(textRect(element, text), sight));
}

const textRange = new Range();
const selectNode = methodOf(Range.prototype, "selectNodeContents");
const rangeRect = methodOf(Range.prototype, "getBoundingClientRect");

// Where the text itself is, which may be elsewhere than its element.
function textRect(element, text) {
  selectNode(textRange, text || element);
  return rangeRect(textRange);
}

function isNothing(rect) {
  return rect.width < 1 || rect.height < 1;
}

// The facts of an element and, on the way, of those above it that are not known yet.
function sightFacts(element, sight) {
  const known = sight.facts.get(element);
  if (known !== undefined) return known;
  const unknown = [];
  let above = null;
  for (let one = element; one; one = parentOf(one)) {
    above = sight.facts.get(one) ?? null;
    if (above) break;
    unknown.push(one);
  }
  let facts = above ?? { element: null, above: null, style: sight.top, clipped: false, placed: true };
  while (unknown.length > 0) {
    const one = unknown.pop();
    const style = styleFacts(one, facts.style, sight);
    const clipped = facts.clipped || style.clipped || (style.clips && isFlat(one));
    facts = { element: one, above: facts, style, clipped, placed: undefined };
    sight.facts.set(one, facts);
  }
  return facts;
}

// Whether the element has its place on the page. What is in the flow of something that has, has too; others are
// measured.
function isPlaced(facts, sight) {
  const open = [];
  let one = facts;
  while (one.placed === undefined && one.style.inFlow) {
    open.push(one);
    one = one.above;
  }
  if (one.placed === undefined) {
    const rect = rectOf(one.element);
    one.placed = rect.width > 1 && rect.height > 1 && !isOutside(rect, sight);
  }
  for (const below of open) below.placed = one.placed;
  return one.placed;
}

function styleFacts(element, above, sight) {
  const mayShare = sight.mayShare && !hasAttributes(element);
  const tag = mayShare ? localNameOf(element) : "";
  if (mayShare) {
    const alike = above.kids.get(tag);
    if (alike !== undefined) return alike;
  }
  const computed = getComputedStyle(element);
  const style = ownStyleFacts(computed, above);
  if (mayShare && !tag.includes("-")) {
    style.inFlow = isInFlow(computed);
    above.kids.set(tag, style);
  }
  return style;
}

function isInFlow(style) {
  if (style.position !== "static" || style.transform !== "none" || style.translate !== "none") return false;
  if (style.scale !== "none" || style.rotate !== "none" || style.offsetPath !== "none") return false;
  return !style.margin.includes("-") && style.display !== "contents" && style.float === "none";
}

function ownStyleFacts(style, above) {
  const floats = style.position === "absolute" || style.position === "fixed";
  const facts = {
    ground: above.ground,
    floating: above.floating || floats, // it may lie on something that is not above it in the tree
    opacity: above.opacity * parseFloat(style.opacity),
    clipped: isCutAway(style, floats),
    clips: style.overflowX !== "visible" || style.overflowY !== "visible",
    readable: undefined,
    inFlow: false,
    indented: false,
    kids: new Map(),
  };
  const colour = style.backgroundColor;
  if (style.backgroundImage !== "none") Object.assign(facts, { ground: null, floating: false });
  else if (alphaOf(colour) >= 0.95) Object.assign(facts, { ground: colour, floating: false });
  else if (alphaOf(colour) > 0.05) Object.assign(facts, { ground: null, floating: false });
  return facts;
}

// clip: rect(0,0,0,0) and the clip paths that leave nothing.
function isCutAway(style, floats) {
  if (floats && style.clip !== "auto") {
    const [top, right, bottom, left] = (style.clip.match(/-?[\d.]+px|auto/g) || []).map(parseFloat);
    if (bottom - top <= 1 || right - left <= 1) return true;
  }
  if (style.clipPath === "none") return false;
  return /^(circle\(0|polygon\(0px 0px, 0px 0px)/.test(style.clipPath) || isInsetAway(style.clipPath);
}

// inset(50%), inset(0px 0px 100%): what is cut off on two opposite sides leaves nothing.
function isInsetAway(clipPath) {
  const sides = /^inset\(([^)]*?)(?: round.*)?\)/.exec(clipPath)?.[1].split(" ") ?? [];
  const part = (index) => (sides[index]?.endsWith("%") ? parseFloat(sides[index]) : 0);
  const [top, right] = [part(0), part(sides.length > 1 ? 1 : 0)];
  const [bottom, left] = [part(sides.length > 2 ? 2 : 0), part(sides.length > 3 ? 3 : sides.length > 1 ? 1 : 0)];
  return top + bottom >= 100 || left + right >= 100;
}

// A box without room that shows nothing beyond itself.
function isFlat(element) {
  if (
    getComputedStyle(element).display === "contents" ||
    element === property(Document, "documentElement", document)
  ) {
    return false;
  }
  const rect = rectOf(element);
  return rect.width <= 1 || rect.height <= 1;
}

// "yes", "no", or "alike": in the colour of its ground.
function readability(element, facts) {
  const style = getComputedStyle(element);
  if (parseFloat(style.fontSize) < 2) return "no";
  facts.indented = style.textIndent.startsWith("-");
  const ink = style.webkitTextFillColor;
  if (alphaOf(ink) < 0.05) {
    const visible =
      style.webkitTextStrokeWidth !== "0px" ||
      style.textShadow !== "none" ||
      style.backgroundImage !== "none";
    return visible ? "yes" : "no";
  }
  if (facts.ground === null || !isNear(facts.ground, ink) || style.textShadow !== "none") return "yes";
  return "alike";
}

function alphaOf(colour) {
  if (colour.startsWith("rgb(")) return 1;
  if (colour.startsWith("rgba(")) return parseFloat(colour.slice(colour.lastIndexOf(",") + 1));
  const slash = colour.indexOf("/");
  return slash < 0 ? 1 : parseFloat(colour.slice(slash + 1));
}

function isNear(one, other) {
  if (one === other) return true;
  const a = one.match(/[\d.]+/g);
  const b = other.match(/[\d.]+/g);
  if (!one.startsWith("rgb") || !other.startsWith("rgb") || !a || !b) return false;
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) <= 12;
}

// Text that is positioned freely may lie on a picture, or on a box of another colour.
function liesOnSomething(element, text) {
  const place = textRect(element, text);
  const x = (place.left + place.right) / 2;
  const y = (place.top + place.bottom) / 2;
  const ink = getComputedStyle(element).color;
  let around = element;
  for (let level = 0; level < 4 && around; level++) {
    around = parentOf(around);
    if (!around) return false;
    const parts = Element.prototype.querySelectorAll.call(around, "*");
    for (let i = 0; i < parts.length && i < 200; i++) {
      if (containsNode(parts[i], element) || !checkVisibility(parts[i], PLAINLY_VISIBLE)) continue;
      const rect = rectOf(parts[i]);
      if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) continue;
      if (/^(img|video|canvas|svg|iframe)$/.test(localNameOf(parts[i]))) return true;
      const style = getComputedStyle(parts[i]);
      if (style.backgroundImage !== "none") return true;
      if (alphaOf(style.backgroundColor) > 0.5 && !isNear(style.backgroundColor, ink)) return true;
    }
  }
  return false;
}

// Beside the part of the document that scrolling can reach.
function isOutside(rect, sight) {
  const left = rect.left + sight.scrollX;
  const right = rect.right + sight.scrollX;
  if (rect.bottom + sight.scrollY <= 0 || rect.top + sight.scrollY >= sight.height) return true;
  if (sight.rightToLeft) return left >= window.innerWidth || right <= window.innerWidth - sight.width;
  return right <= 0 || left >= sight.width;
}

// Outside for now, but inside a scroller that brings it into view; or its text stands elsewhere than its box.
function isReachable(element, text, rect, sight) {
  if (!isOutside(textRect(element, text), sight)) return true;
  for (let one = parentOf(element), steps = 0; one && steps < 500; one = parentOf(one), steps++) {
    const style = getComputedStyle(one);
    const [width, height, x, y] = ["scrollWidth", "scrollHeight", "scrollLeft", "scrollTop"].map((name) =>
      property(Element, name, one),
    );
    const scrollsX = /auto|scroll/.test(style.overflowX) && width > property(Element, "clientWidth", one);
    const scrollsY = /auto|scroll/.test(style.overflowY) && height > property(Element, "clientHeight", one);
    if (!scrollsX && !scrollsY) continue;
    const box = rectOf(one);
    const left = box.left - x;
    const top = box.top - y;
    const within =
      rect.right > left && rect.left < left + width && rect.bottom > top && rect.top < top + height;
    if (within && !isOutside(box, sight)) return true;
  }
  return false;
}
