// @use lib/dom.js
// @use lib/roles.js
// What a person would click or type into.
const INTERACTIVE_ROLES = new Set(
  (
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio " +
    "scrollbar searchbox slider spinbutton switch tab textbox treeitem disclosure date datetime " +
    "timefield color doc-backlink doc-biblioref doc-glossref doc-noteref"
  ).split(" "),
);
const INTERACTIVE_TAGS = new Set("button input select textarea summary".split(" "));
const MOUSE_ATTRIBUTES = [
  "onclick",
  "onmousedown",
  "onmouseup",
  "onpointerdown",
  "onpointerup",
  "ondblclick",
];

function isInteractive(element, role = roleOf(element)) {
  if (INTERACTIVE_ROLES.has(role)) return true;
  const tag = tagOf(element);
  if (openchrome.reacts(element) && tag !== "body" && tag !== "html") return true;
  if (INTERACTIVE_TAGS.has(tag)) return !(tag === "input" && attr(element, "type") === "hidden");
  if (!hasAttributes(element) || tag === "body" || tag === "html") return false;
  if (MOUSE_ATTRIBUTES.some((name) => hasAttr(element, name))) return true;
  if (hasAttr(element, "tabindex") && property(HTMLElement, "tabIndex", element) >= 0) return true;
  if (hasAttr(element, "popovertarget") || hasAttr(element, "commandfor")) return true;
  if (isEditingHost(element) || isDraggable(element)) return true;
  if (tag === "audio" || tag === "video") return hasAttr(element, "controls");
  return false;
}

// By the browser's own drag and drop; links and pictures can be dragged everywhere, so only what says so counts.
function isDraggable(element) {
  return attr(element, "draggable") === "true";
}

// The hand that a page shows over what can be used: to click it, or to drag it.
function hasUseCursor(element) {
  const { cursor } = getComputedStyle(element);
  return cursor === "pointer" || cursor === "grab" || cursor === "move" || cursor === "grabbing";
}

// Words of an id or a class that say what a picture without a name shows: "trash" for `<i class="fa fa-trash">`.
const HINT_NOISE =
  /^(?:icons?|ico|glyphs?|sprite|pictogram|btns?|buttons?|fa|fas|far|fab|fal|bi|mdi|svg|img|image|glyphicons?|material|symbols?|outlined|rounded|solid|regular|sharp|clickable|link|action|actions|small|large|sm|lg|md|xs|xl|js|css|ui|is|has|item|the|inner|outer|wrapper|container|box|left|right|top|bottom|active|hover|[a-z]?\d+|.)$/;

function hintOf(element) {
  if (!hasAttributes(element)) return "";
  const words = [];
  for (const name of ["data-icon", "data-testid", "data-test", "id", "name", "class"]) addHintWords(words, attr(element, name));
  return words.slice(0, 3).join(" ");
}

function addHintWords(words, text) {
  const spaced = (text ?? "").slice(0, 200).replace(/([a-z\d])([A-Z])/g, "$1 $2");
  for (const word of spaced.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    if (word.length > 1 && word.length <= 20 && !HINT_NOISE.test(word) && !words.includes(word)) words.push(word);
}

// Of the element, or of the one picture inside it, or of the drawing that it uses.
function hintInside(element) {
  for (let one = element, steps = 0; one && steps < 4; steps++) {
    const words = hintOf(one);
    if (words) return words;
    if (tagOf(one) === "use") {
      const drawn = [];
      addHintWords(drawn, (attr(one, "href") ?? attr(one, "xlink:href") ?? "").split("#").pop());
      return drawn.slice(0, 3).join(" ");
    }
    const inner = firstElementOf(one);
    one = inner && nextElementOf(inner) === null ? inner : null;
  }
  return "";
}

// A picture by its looks: no text, and drawn by a class, a font or an image.
function isIconElement(element, tag) {
  if (tag === "img" || tag === "svg") return true;
  if (tag !== "i" && tag !== "span" && tag !== "div" && tag !== "em" && tag !== "a") return false;
  return hasAttributes(element) && firstElementOf(element) === null && !/[\p{L}\p{N}]{2}/u.test(textContentOf(element).slice(0, 40));
}
