// @use lib/dom.js
// @use lib/visible.js
// @use lib/find_candidates.js
// Where a candidate is, and whether a person sees it there.
const findRects = methodOf(Element.prototype, "getClientRects");

// Where it is: of a text that goes over several lines, its longest piece; of an option, the list that it is
// in.
function placeOfMatch({ element, tag }) {
  let shown = element;
  if (tag === "option" || tag === "optgroup") {
    const select = closestTo(element, "select");
    if (select && isMenuList(select)) shown = select;
  }
  const rects = findRects(shown);
  if (rects.length === 0) return rectOf(shown);
  let best = rects[0];
  for (let i = 1; i < rects.length && i < 50; i++)
    if (rects[i].width * rects[i].height > best.width * best.height) best = rects[i];
  return best;
}

function isShown(candidate) {
  candidate.shown ??= isShownNow(candidate);
  return candidate.shown;
}

function isShownNow({ element, tag }) {
  if (tag === "option") return true;
  if (checkVisibility(element, PLAINLY_VISIBLE)) {
    const place = placeOfMatch({ element, tag });
    if (place.right <= 0 || place.bottom <= 0) {
      const [left, top] = scrolledBy(element);
      if (place.right + left <= 0 || place.bottom + top <= 0) return tag === "area";
    }
    return (place.width >= 1 && place.height >= 1 && !isInEmptyBox(element)) || tag === "area";
  }
  // Real checkboxes and file fields often lie invisible over drawn ones.
  if (tag === "input" && /^(checkbox|radio|file)$/.test(property(HTMLInputElement, "type", element)))
    return isRendered(element);
  return false;
}

// Cut off as a whole: a box without width or height that shows nothing outside of itself.
function isInEmptyBox(element) {
  let { position } = getComputedStyle(element);
  for (let box = parentOf(element), steps = 0; box && steps < 200; box = parentOf(box), steps++) {
    const tag = tagOf(box);
    if (tag === "body" || tag === "html" || position === "fixed") return false;
    const style = getComputedStyle(box);
    // What is placed by itself is cut off by the box that it is placed in, and those around that.
    if (position === "absolute" && style.position === "static") continue;
    const { width, height } = rectOf(box);
    if ((width < 1 || height < 1) && style.overflow !== "visible" && style.display !== "contents") return true;
    position = style.position;
  }
  return false;
}

// How far everything that it stands in was scrolled.
function scrolledBy(element) {
  let [left, top] = [window.scrollX, window.scrollY];
  for (let box = parentOf(element), steps = 0; box && steps < 200; box = parentOf(box), steps++) {
    if (box === property(Document, "documentElement", document)) break;
    left += Math.abs(property(Element, "scrollLeft", box));
    top += Math.abs(property(Element, "scrollTop", box));
  }
  return [left, top];
}

function isInViewport(place) {
  return (
    place.width > 0 &&
    place.bottom > 0 &&
    place.right > 0 &&
    place.top < window.innerHeight &&
    place.left < window.innerWidth
  );
}
