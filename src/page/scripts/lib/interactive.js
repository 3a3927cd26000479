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
  if (INTERACTIVE_TAGS.has(tag)) return !(tag === "input" && attr(element, "type") === "hidden");
  if (!hasAttributes(element) || tag === "body" || tag === "html") return false;
  if (MOUSE_ATTRIBUTES.some((name) => hasAttr(element, name))) return true;
  if (hasAttr(element, "tabindex") && property(HTMLElement, "tabIndex", element) >= 0) return true;
  if (hasAttr(element, "popovertarget") || hasAttr(element, "commandfor")) return true;
  if (isEditingHost(element)) return true;
  if (tag === "audio" || tag === "video") return hasAttr(element, "controls");
  return false;
}
