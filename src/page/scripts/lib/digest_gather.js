// @use lib/dom.js
// @use lib/visible.js
// @use lib/roles.js
// @use lib/names.js
// @use lib/states.js
// @use lib/interactive.js
// @use lib/element_line.js
// One walk over what is rendered, which sorts elements by what a digest speaks of: {headings: [element, …],
// links, …}.
const digestLimits = { elements: 200000, perKind: 5000 };
const DIGEST_SKIPPED = new Set(
  "script style head meta link template noscript svg path br wbr source track param option optgroup datalist".split(
    " ",
  ),
);
const DIGEST_FIELDS = new Set(
  "textbox searchbox combobox spinbutton slider checkbox radio switch listbox date datetime timefield color".split(
    " ",
  ),
);
const DIGEST_LANDMARKS = new Set(
  "banner navigation main complementary contentinfo region search form".split(" "),
);
const DIGEST_PANELS = new Set("tabpanel dialog alertdialog".split(" "));
const DIGEST_ERROR_CLASS =
  /(^|[-_\s])(errors?|(invalid-feedback|error-?message|err-?msg)|(alert-)?danger|(is-)?invalid)($|[-_\s])/i;

function digestGather() {
  const found = {
    headings: [],
    links: [],
    buttons: [],
    images: [],
    tables: [],
    landmarks: [],
    dialogs: [],
    panels: [],
    forms: [],
    fields: [],
    tabs: [],
    alerts: [],
    invalid: [],
    errorTexts: [],
    expanded: [],
    frames: [],
    elements: 0,
    truncated: false,
  };
  const reading = newReading();
  const stack = [property(Document, "documentElement", document)];
  while (stack.length > 0) {
    const element = stack.pop();
    if (!element || nodeTypeOf(element) !== ELEMENT_NODE) continue;
    if (++found.elements > digestLimits.elements) {
      found.truncated = true;
      break;
    }
    const tag = tagOf(element);
    if (tag === "svg" && renderingOf(element) !== RENDERED.NOT && nameOf(element, reading) !== "")
      digestAdd(found.images, element);
    if (DIGEST_SKIPPED.has(tag)) continue;
    const rendering = renderingOf(element);
    if (rendering === RENDERED.NOT) continue;
    if (rendering !== RENDERED.INVISIBLE && tag !== "html" && tag !== "body")
      digestSort(found, element, tag, reading);
    if (tag === "select" || tag === "textarea") continue;
    const children = childNodesOf(element);
    const closed = tag === "details" && !hasAttr(element, "open");
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (nodeTypeOf(child) === ELEMENT_NODE && (!closed || tagOf(child) === "summary")) stack.push(child);
    }
  }
  return { found, reading };
}

function digestAdd(list, element) {
  if (list.length < digestLimits.perKind) list.push(element);
}

function digestSort(found, element, tag, reading) {
  const attributed = hasAttributes(element);
  if (!attributed && (tag === "div" || tag === "span" || tag === "td" || tag === "p" || tag === "li")) return;
  const role = roleOf(element, reading);
  if (role === "heading") digestAdd(found.headings, element);
  else if (role === "link") digestAdd(found.links, element);
  else if (role === "button" || role === "disclosure") digestAdd(found.buttons, element);
  else if (role === "image") digestAdd(found.images, element);
  else if (role === "table" || role === "grid" || role === "treegrid") digestAdd(found.tables, element);
  else if (role === "tab") digestAdd(found.tabs, element);
  else if (role === "iframe") digestAdd(found.frames, element);
  else if (DIGEST_FIELDS.has(role)) digestAdd(found.fields, element);
  if (tag === "form") digestAdd(found.forms, element);
  if (DIGEST_LANDMARKS.has(role) && (role !== "form" || nameOf(element, reading) !== ""))
    digestAdd(found.landmarks, element);
  if (role === "dialog" || role === "alertdialog" || (attributed && hasAttr(element, "popover")))
    digestAdd(found.dialogs, element);
  if (DIGEST_PANELS.has(role) || tag === "details" || (attributed && hasAttr(element, "popover")))
    digestAdd(found.panels, element);
  if (!attributed) return;
  if (role === "alert" || role === "alertdialog") digestAdd(found.alerts, element);
  if (attr(element, "aria-expanded") === "true") digestAdd(found.expanded, element);
  if (isInvalid(element, tag)) digestAdd(found.invalid, element);
  const classes = attr(element, "class");
  if (classes && DIGEST_ERROR_CLASS.test(classes.slice(0, 300))) digestAdd(found.errorTexts, element);
}
