// @use lib/dom.js
// @use lib/visible.js
// @use lib/target.js
// Where an element is, in whole pixels of the document: {x, y, width, height, visible, viewport}. `scroll`
// brings it into view first, so that lists that scroll show it; nothing else of the page is touched.
const boxScrollIntoView = methodOf(Element.prototype, "scrollIntoView");
const boxRange = methodOf(Document.prototype, "createRange");

function elementBox({ ref, selector, scroll = false } = {}) {
  const { element, error } = targetOf({ ref, selector });
  if (error) return { error };
  if (scroll) boxScrollIntoView(element, { block: "nearest", inline: "nearest", behavior: "instant" });
  const rect = boxRect(element);
  const left = Math.max(0, Math.floor(rect.left + window.scrollX));
  const top = Math.max(0, Math.floor(rect.top + window.scrollY));
  const width = Math.max(0, Math.ceil(rect.right + window.scrollX) - left);
  const height = Math.max(0, Math.ceil(rect.bottom + window.scrollY) - top);
  return {
    x: left,
    y: top,
    width,
    height,
    visible: width > 0 && height > 0 && isBoxShown(element),
    viewport: {
      x: Math.round(window.scrollX),
      y: Math.round(window.scrollY),
      width: window.innerWidth,
      height: window.innerHeight,
      scale: window.devicePixelRatio,
    },
  };
}

// Without a box of its own (display: contents, an area of an image map) an element is where its content is.
function boxRect(element) {
  const rect = rectOf(element);
  if (rect.width > 0 || rect.height > 0) return rect;
  const tag = tagOf(element);
  if (tag === "option" || tag === "optgroup") {
    const select = closestTo(element, "select");
    return select ? rectOf(select) : rect;
  }
  if (getComputedStyle(element).display !== "contents") return rect;
  const range = boxRange(document);
  selectNode(range, element);
  return rangeRect(range);
}

function isBoxShown(element) {
  if (checkVisibility(element, PLAINLY_VISIBLE)) return true;
  const tag = tagOf(element);
  if (tag === "option" || tag === "optgroup") return true;
  return getComputedStyle(element).display === "contents" && isRendered(element);
}
