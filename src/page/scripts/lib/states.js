// @use lib/dom.js
// @use lib/roles.js
// States and values of controls, native ones first and ARIA's where the element has none.
const CHECKABLE = new Set([
  "checkbox",
  "radio",
  "switch",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "treeitem",
]);
const SELECTABLE = new Set(["option", "tab", "gridcell", "row", "treeitem", "columnheader", "rowheader"]);
const FIELD_TAGS = new Set(["input", "select", "textarea", "button", "fieldset", "optgroup", "option"]);

// The states that hold, in this order: focused disabled checked mixed selected expanded collapsed pressed
// required readonly invalid.
function statesOf(element, role = roleOf(element), reading = newReading()) {
  const states = [];
  const tag = tagOf(element);
  const isField = FIELD_TAGS.has(tag);
  if (reading.focused === undefined) reading.focused = focusedElement();
  if (reading.focused === element) states.push("focused");
  if (!isField && tag !== "summary" && tag !== "details" && !hasAttributes(element)) return states;
  if (isDisabled(element, isField)) states.push("disabled");
  const checked = checkedState(element, tag, role);
  if (checked) states.push(checked);
  if (isSelected(element, tag, role)) states.push("selected");
  const expanded = expandedState(element, tag);
  if (expanded) states.push(expanded);
  const pressed = attr(element, "aria-pressed");
  if (role === "button" && pressed === "true") states.push("pressed");
  if (role === "button" && pressed === "mixed") states.push("mixed");
  if (isRequired(element, tag)) states.push("required");
  if (isReadOnly(element, tag)) states.push("readonly");
  if (isInvalid(element, tag)) states.push("invalid");
  return states;
}

function isDisabled(element, isField = FIELD_TAGS.has(tagOf(element))) {
  if (isField && matchesSelector(element, ":disabled")) return true;
  if (attr(element, "aria-disabled") === "true") return true;
  return false;
}

// "checked", "mixed" or null.
function checkedState(element, tag, role) {
  if (tag === "input") {
    const type = property(HTMLInputElement, "type", element);
    if (type === "checkbox" || type === "radio") {
      if (type === "checkbox" && property(HTMLInputElement, "indeterminate", element)) return "mixed";
      return property(HTMLInputElement, "checked", element) ? "checked" : null;
    }
  }
  if (!CHECKABLE.has(role)) return null;
  const value = attr(element, "aria-checked");
  if (value === "mixed" && role !== "radio" && role !== "menuitemradio" && role !== "switch") return "mixed";
  return value === "true" ? "checked" : null;
}

function isSelected(element, tag, role) {
  if (!SELECTABLE.has(role)) return false;
  const value = attr(element, "aria-selected");
  if (value === "true" || value === "false") return value === "true";
  return tag === "option" && property(HTMLOptionElement, "selected", element);
}

// "expanded", "collapsed" or null.
function expandedState(element, tag) {
  if (tag === "summary" && isDisclosure(element)) return openState(parentNodeOf(element));
  if (tag === "details" && !hasSummary(element)) return openState(element);
  if (tag === "select" && isMenuList(element)) return null; // collapsed always, as far as a page can tell
  const value = attr(element, "aria-expanded");
  if (value === "true") return "expanded";
  if (value === "false") return "collapsed";
  return popoverState(element, tag);
}

function openState(details) {
  return hasAttr(details, "open") ? "expanded" : "collapsed";
}

function popoverState(element, tag) {
  if (tag !== "button" || !hasAttr(element, "popovertarget")) return null;
  const popover = property(HTMLButtonElement, "popoverTargetElement", element);
  if (!popover) return null;
  return matchesSelector(popover, ":popover-open") ? "expanded" : "collapsed";
}

function isRequired(element, tag) {
  if (HOLDS_VALUE.has(tag) && matchesSelector(element, ":required")) return true;
  return attr(element, "aria-required") === "true";
}

function isReadOnly(element, tag) {
  if (hasAttr(element, "readonly") && (tag === "textarea" || tag === "input")) {
    return matchesSelector(element, ":read-only");
  }
  return attr(element, "aria-readonly") === "true";
}

function isInvalid(element, tag) {
  const value = attr(element, "aria-invalid");
  if (value !== null && value !== "") return value !== "false";
  return HOLDS_VALUE.has(tag) && matchesSelector(element, ":user-invalid");
}

const HOLDS_VALUE = new Set(["input", "select", "textarea"]);
const VALUELESS = new Set(["button", "submit", "reset", "image", "checkbox", "radio", "hidden"]);
const UNSET_VALUES = { meter: "0", spinbutton: "0", slider: "50", scrollbar: "50" };
const RANGES = new Set(["slider", "spinbutton", "scrollbar", "progressbar", "meter", "separator"]);

// What a control holds now, as it shows it; null for what holds nothing. Passwords are bullets.
function valueOf(element, role = roleOf(element), reading = newReading()) {
  const tag = tagOf(element);
  if (tag === "input") return inputValue(element, role);
  if (tag === "textarea") return property(HTMLTextAreaElement, "value", element);
  if (tag === "select") return selectedText(element, reading);
  if (tag === "meter") return String(property(HTMLMeterElement, "value", element));
  if (tag === "progress" && !hasAttr(element, "value")) return null;
  if (tag === "progress") return String(property(HTMLProgressElement, "value", element));
  if (isEditingHost(element)) return property(HTMLElement, "innerText", element);
  if (RANGES.has(role)) return attr(element, "aria-valuetext") || attr(element, "aria-valuenow");
  if (
    (role === "combobox" || role === "textbox" || role === "searchbox") &&
    !hasAttr(element, "contenteditable")
  ) {
    return squeezed(innerTextOf(element)) || null;
  }
  return null;
}

function inputValue(element, role) {
  const type = property(HTMLInputElement, "type", element);
  if (VALUELESS.has(type)) return null;
  if (type === "file") {
    const files = property(HTMLInputElement, "files", element);
    return files
      ? Array.from(files, (file) => file.name)
          .slice(0, 20)
          .join(", ")
      : "";
  }
  const value = property(HTMLInputElement, "value", element);
  if (type === "password") return "•".repeat(Math.min(value.length, 100));
  if (!RANGES.has(role)) return value;
  return attr(element, "aria-valuetext") || value || attr(element, "aria-valuenow") || "";
}

// The text of what is chosen in a select.
function selectedText(select, reading) {
  const options = property(HTMLSelectElement, "selectedOptions", select);
  const texts = [];
  for (let i = 0; i < options.length && i < 20; i++) texts.push(squeezed(nameOf(options[i], reading)));
  return texts.join(", ");
}

// The value that a control inside a label gives to the name of another one; null when it has none to give.
function embeddedValue(element, role, tag, visited, reading) {
  if (tag === "select" && (role === "combobox" || role === "listbox")) {
    return selectedText(element, reading) || (role === "combobox" ? "" : null);
  }
  if (isTextField(element, role, tag)) {
    if (tag === "input" || tag === "textarea") return valueOf(element, role, reading) || null;
    return innerTextOf(element) || null;
  }
  if (RANGES.has(role) && role !== "separator") {
    if (tag === "input") return inputValue(element, role);
    return valueOf(element, role, reading) ?? UNSET_VALUES[role] ?? null;
  }
  if (role === "combobox") {
    return supportsFocus(element) ? textOfDescendants(element, tag, null, visited, false, reading) : null;
  }
  if (role === "listbox") return selectedOptionsText(element, reading);
  return null;
}

function selectedOptionsText(listbox, reading) {
  const chosen = Element.prototype.querySelectorAll.call(listbox, "[aria-selected=true]");
  const texts = [];
  for (let i = 0; i < chosen.length && i < 20; i++) texts.push(nameOf(chosen[i], reading));
  return texts.length > 0 ? texts.join(" ") : null;
}
