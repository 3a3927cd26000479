// @use lib/dom.js
// The part of names and descriptions that HTML and SVG give: labels, alt, values of buttons, legends,
// captions, titles. null: this element has no such source; "" with reading.from "empty": its author said that
// it has no name.
function nativeName(element, role, tag, visited, reading) {
  if (namespaceOf(element) === SVG_NAMESPACE) return svgName(element, tag, reading);
  switch (tag) {
    case "div":
    case "span":
    case "td":
    case "a":
    case "li":
      return textFieldName(element, role, tag, reading);
    case "option":
      return optionName(element, reading);
    case "optgroup":
      reading.from = "attribute";
      return attr(element, "label") ?? legendText(element);
    case "input":
      return labelsName(element, visited, reading) ?? inputName(element, role, reading);
    case "textarea":
      return labelsName(element, visited, reading) ?? textFieldName(element, role, tag, reading);
    case "select":
    case "button":
    case "meter":
    case "progress":
    case "output":
      return labelsName(element, visited, reading);
    case "img":
    case "area":
      return altName(element, reading);
    case "table":
      return tableName(element, visited, reading);
    case "fieldset":
      return childName(element, "legend", "related", visited, reading);
    default:
      if (isCustom(element)) return labelsName(element, visited, reading);
      return textFieldName(element, role, tag, reading);
  }
}

function hasOneText(option) {
  const child = firstChildOf(option);
  return child !== null && nodeTypeOf(child) === TEXT_NODE && nextSiblingOf(child) === null;
}

function isMenuOption(option) {
  const select = closestTo(option, "select");
  return select !== null && isMenuList(select);
}

function optionName(option, reading) {
  if (!hasOneText(option)) return null;
  reading.from = "contents";
  return property(HTMLOptionElement, "label", option);
}

function legendText(optgroup) {
  const child = firstElementOf(optgroup);
  return child && tagOf(child) === "legend" ? textContentOf(child) : null;
}

// The labels of a form control, those around it and those that name it.
function labelsName(element, visited, reading) {
  const labels = labelsOf(element, reading);
  const shown = labels.filter((label) => !visited.has(label) && !isHiddenForName(label, null, reading));
  if (shown.length === 0) return null;
  const text = textOfElements(shown, false, visited, reading);
  reading.from = "related";
  return text.trim();
}

const MAX_LABELS = 5000;

// The labels of a form control in document order. Asked of the labels, once for a whole root: the browser's
// own `labels` looks through the document for every control.
function labelsOf(element, reading = newReading()) {
  const root = rootNodeOf(element);
  reading.labels ??= new Map();
  let byControl = reading.labels.get(root);
  if (byControl === undefined) {
    byControl = labelsByControl(root);
    reading.labels.set(root, byControl);
  }
  return byControl.get(element) ?? [];
}

function labelsByControl(root) {
  const byControl = new Map();
  if (!(root instanceof Document || root instanceof DocumentFragment)) return byControl;
  const type = root instanceof Document ? Document : DocumentFragment;
  const labels = type.prototype.querySelectorAll.call(root, "label");
  for (let i = 0; i < labels.length && i < MAX_LABELS; i++) {
    const control = property(HTMLLabelElement, "control", labels[i]);
    if (!control) continue;
    const known = byControl.get(control);
    if (known) known.push(labels[i]);
    else byControl.set(control, [labels[i]]);
  }
  return byControl;
}

function inputName(element, role, reading) {
  const type = property(HTMLInputElement, "type", element);
  if (type === "button" || type === "submit" || type === "reset") {
    reading.from = "value";
    return hasAttr(element, "value") ? property(HTMLInputElement, "value", element) : null;
  }
  if (type === "image") return imageButtonName(element, reading);
  if (type === "file") {
    reading.from = "contents";
    return property(HTMLInputElement, "multiple", element) ? "Choose Files" : "Choose File";
  }
  return textFieldName(element, role, "input", reading);
}

function imageButtonName(element, reading) {
  const alt = attr(element, "alt");
  reading.from = "attribute";
  if (alt) return alt;
  if (hasAttr(element, "value")) return attr(element, "value");
  const title = tooltipOf(element);
  if (title !== "") {
    reading.from = "title";
    return title;
  }
  reading.from = "value";
  return "Submit";
}

const TEXT_INPUTS = new Set(["text", "search", "url", "tel", "email", "password", "number"]);

function isTextControl(element, tag) {
  return (
    tag === "textarea" || (tag === "input" && TEXT_INPUTS.has(property(HTMLInputElement, "type", element)))
  );
}

// Tooltip before placeholder, as browsers do, then aria-placeholder.
function textFieldName(element, role, tag, reading) {
  if (tag === "input" || tag === "textarea") {
    if (!isTextControl(element, tag)) return null;
    const title = tooltipOf(element);
    if (title !== "") {
      reading.from = "title";
      return title;
    }
    const placeholder = attr(element, "placeholder");
    if (placeholder) {
      reading.from = "placeholder";
      return placeholder;
    }
  } else if (role !== "textbox" && role !== "searchbox") {
    return null;
  }
  const placeholder = attr(element, "aria-placeholder");
  if (!placeholder) return null;
  reading.from = "placeholder";
  return placeholder;
}

function altName(element, reading) {
  const alt = attr(element, "alt");
  if (alt === null) return null;
  reading.from = alt === "" ? "empty" : "attribute";
  return alt;
}

function tableName(table, visited, reading) {
  const caption = childName(table, "caption", "caption", visited, reading);
  if (caption !== null) return caption;
  reading.from = "attribute";
  return attr(table, "summary");
}

// By the first child of a kind: legend, caption.
function childName(element, tag, from, visited, reading) {
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    if (tagOf(child) !== tag) continue;
    if (visited.has(child) || isHiddenForName(child, null, reading)) return null;
    const text = alternativeOf(child, roleOf(child, reading), true, null, visited, reading);
    reading.from = from;
    return text;
  }
  return null;
}

function svgChild(element, tag) {
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    if (localNameOf(child) === tag && isSvg(child)) return child;
  }
  return null;
}

function svgName(element, tag, reading) {
  const title = svgChild(element, "title") ?? titleOfUsed(element, tag);
  const text = title ? textContentOf(title) : "";
  if (text.trim() !== "") {
    reading.from = "related";
    return text;
  }
  if (tag !== "a") return null;
  reading.from = "attribute";
  return attr(element, "xlink:title");
}

function titleOfUsed(element, tag) {
  const part = tag === "use" ? usedPart(element) : null;
  return part ? svgChild(part, "title") : null;
}

// What a control without children shows of itself: "Submit" on a button that was given no value.
function defaultText(element, tag, lifted) {
  if (lifted || tag !== "input" || hasAttr(element, "value")) return "";
  const type = property(HTMLInputElement, "type", element);
  return type === "submit" ? "Submit" : type === "reset" ? "Reset" : "";
}

function nativeDescription(element, name, reading) {
  const tag = tagOf(element);
  if (isSvg(element)) {
    const desc = svgChild(element, "desc");
    if (desc && textContentOf(desc).trim() !== "") return textContentOf(desc);
    const title = hasAuthorName(element) ? svgChild(element, "title") : null;
    if (title) return textContentOf(title);
  }
  if (
    tag === "input" &&
    name.from !== "value" &&
    /^(button|submit|reset)$/.test(property(HTMLInputElement, "type", element))
  ) {
    if (hasAttr(element, "value")) return attr(element, "value");
  }
  if (tag === "ruby") {
    for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
      if (tagOf(child) === "rt") return textContentOf(child);
    }
  }
  if (tag === "table" && name.from !== "caption") {
    const caption = childName(element, "caption", "caption", new Set(), reading);
    if (caption) return caption;
  }
  if (tag === "summary" && name.from !== "contents") {
    const text = textOfDescendants(element, tag, null, new Set(), false, reading);
    if (text.trim() !== "") return text;
  }
  if (name.from !== "title") {
    const title = attr(element, "title");
    if (title && title.trim() !== "" && title.trim() !== innerTextOf(element).trim()) return title;
  }
  return "";
}
