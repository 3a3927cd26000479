// @use lib/dom.js
// @use lib/sight.js
// Whether an element is rendered. Asked of every element of a walk, so the browser's own checkVisibility
// comes first, and styles are read only where it says no. Whether a person can see its text: lib/sight.js.
const checkVisibility = methodOf(Element.prototype, "checkVisibility");
const PLAINLY_VISIBLE = { visibilityProperty: true, opacityProperty: true };
const VISIBLE = { visibilityProperty: true };

// How an element is rendered. `NOT` ends a walk; below `INVISIBLE` (visibility: hidden) and `CONTENTS` (no
// box of its own) there may be visible elements.
const RENDERED = { NOT: 0, YES: 1, INVISIBLE: 2, CONTENTS: 3, TRANSPARENT: 4 };

// For a walk from the top, which does not enter what is not rendered: the element's own part only.
function renderingOf(element) {
  if (checkVisibility(element, PLAINLY_VISIBLE)) return RENDERED.YES;
  if (checkVisibility(element, VISIBLE)) return RENDERED.TRANSPARENT;
  const style = getComputedStyle(element);
  const display = style.display;
  if (display === "none" || display === "") return RENDERED.NOT;
  const shown = style.visibility === "visible";
  if (display === "contents") return shown ? RENDERED.CONTENTS : RENDERED.INVISIBLE;
  return !shown && checkVisibility(element) ? RENDERED.INVISIBLE : RENDERED.NOT;
}

// Rendered and not `visibility: hidden`, for an element anywhere: display, content-visibility, hidden, closed
// details.
function isRendered(element) {
  if (!isConnected(element)) return false;
  if (checkVisibility(element, VISIBLE)) return true;
  const style = getComputedStyle(element);
  if (style.display !== "contents" || style.visibility !== "visible") return false;
  for (let above = parentOf(element); above; above = parentOf(above)) {
    if (checkVisibility(above)) return true;
    if (getComputedStyle(above).display !== "contents") return false;
  }
  return true;
}
