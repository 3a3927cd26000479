// @use lib/hit_point.js
// @use lib/visible.js
// @use lib/element_line.js
// Which control a click at a place goes to when an element holds others: the "Delete" on a card, the link in a label.
const TAKES_CLICK_TAGS = new Set(["button", "select", "textarea", "summary"]);
const TAKES_CLICK_ROLES = new Set(
  "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem textbox searchbox combobox spinbutton slider".split(" "),
);
// Fields that are made of others: a click on a part of them is one on the field.
const MADE_OF_PARTS = new Set("combobox textbox searchbox spinbutton slider listbox".split(" "));

// The control inside of `element` that gets a click at `hit` in its place; null when the click is the element's own.
function innerControlAt(hit, element) {
  const outer = isWithin(hit, element) ? element : ancestorOf(hit, (one) => one instanceof HTMLLabelElement);
  if (tagOf(outer) === "details" || tagOf(outer) === "select" || MADE_OF_PARTS.has(attr(outer, "role"))) return null;
  for (let one = hit, steps = 0; one && one !== outer && steps < 200; one = parentOf(one), steps++)
    if (takesClick(one) && !isPartOf(one, outer, element)) return one;
  return null;
}

function takesClick(element) {
  const tag = tagOf(element);
  if (TAKES_CLICK_TAGS.has(tag) || TAKES_CLICK_ROLES.has(attr(element, "role"))) return true;
  if (tag === "a") return hasAttr(element, "href");
  if (tag === "input") return property(HTMLInputElement, "type", element) !== "hidden";
  return tag === "label" && property(HTMLLabelElement, "control", element) !== null;
}

// What the element is drawn with, or labels, or what is called the same, is no other control.
function isPartOf(inner, outer, element) {
  if (inner === element || !checkVisibility(inner, PLAINLY_VISIBLE)) return true;
  const control = (one) => (one instanceof HTMLLabelElement ? property(HTMLLabelElement, "control", one) : null);
  if (control(outer) === inner || control(inner) === element) return true;
  if (property(HTMLElement, "isContentEditable", outer) === true) return true;
  const reading = newReading();
  // A link in the label of a checkbox leads elsewhere, whatever it is called.
  if (/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(roleOf(control(outer) ?? element, reading))) return false;
  const called = (one) => shownName(one, shownRole(one, reading), reading).toLowerCase();
  const name = called(inner);
  return name === called(outer) || (element !== outer && name !== "" && name === called(element));
}
