// @use lib/visible.js
// @use lib/element_line.js
// Popups that are in the way, in words that a caller can act on: what covers an element is often an empty veil, and the
// dialog on it or its text says what it is.
const POPUPS = "dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]";
const popupsIn = methodOf(Element.prototype, "querySelectorAll");
const popupsOfPage = methodOf(Document.prototype, "querySelectorAll");

// `[ref_8] <div#veil>, with [ref_9] dialog "Our newsletter" <div>`
function coverWords(element, reading) {
  const words = elementMention(element, reading);
  const popup = popupAround(element);
  if (popup === element) return words;
  if (popup) return `${words}, with ${elementMention(popup, reading)}`;
  const layer = layerOf(element);
  const said = squeezed(textContentOf(layer).slice(0, 400));
  return said === "" || shownName(element, shownRole(element, reading), reading) !== "" ? words : `${words}, which says ${quoted(said, 80)}`;
}

function popupAround(element) {
  const own = ancestorOf(element, isPopup);
  if (own) return own;
  const layer = layerOf(element);
  const inside = shownPopups(popupsIn(layer, POPUPS))[0];
  // A veil without words was laid there for a popup beside it.
  return inside ?? (squeezed(textContentOf(layer).slice(0, 400)) === "" ? openPopup() : null);
}

function isPopup(element) {
  const role = attr(element, "role");
  return tagOf(element) === "dialog" || role === "dialog" || role === "alertdialog" || attr(element, "aria-modal") === "true";
}

// The outermost box that was laid over the page.
function layerOf(element) {
  let layer = element;
  for (let one = element, steps = 0; one && steps < 100; one = parentOf(one), steps++) {
    if (tagOf(one) === "body" || tagOf(one) === "html") break;
    if (/fixed|absolute|sticky/.test(getComputedStyle(one).position)) layer = one;
  }
  return layer;
}

// The dialog that keeps the page from being used, or null.
function openPopup() {
  return shownPopups(popupsOfPage(document, `dialog:modal, ${POPUPS}`)).pop() ?? null;
}

function shownPopups(list) {
  return Array.from(list).filter((one) => checkVisibility(one, PLAINLY_VISIBLE));
}
