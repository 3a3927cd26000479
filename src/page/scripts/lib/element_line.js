// @use lib/dom.js
// @use lib/roles.js
// @use lib/names.js
// @use lib/states.js
// @use lib/interactive.js
// @use lib/ax_lines.js
// One element in words: its line as read_page prints it, its tag with id and classes, a selector that leads
// to it.

// `[ref_12] button: "Sign in" = "value" (disabled)`
function elementLine(element, reading, { marks = [] } = {}) {
  const role = shownRole(element, reading);
  let line = `[ref_${openchrome.refOf(element)}] ${role}`;
  const name = shownName(element, role, reading);
  if (name !== "") line += `: ${quoted(name, 300)}`;
  line += valuePart(element, { role }, reading);
  if (name === "" && (role === "link" || role === "image")) line += addressPart(element);
  const states = statesOf(element, role, reading);
  if (role === "heading") states.push(`level ${headingLevel(element)}`);
  states.push(...marks);
  return states.length > 0 ? `${line} (${states.join(", ")})` : line;
}

// As read_page calls it: what has no role but can be clicked is "clickable", other boxes are their tag.
function shownRole(element, reading) {
  const role = roleOf(element, reading);
  if (role !== "generic" && role !== "none") return role;
  if (isEditingHost(element)) return "textbox";
  return isInteractive(element, role) ? "clickable" : tagOf(element);
}

const NAMED_BY_TEXT = new Set(
  (
    "clickable cell gridcell columnheader rowheader listitem paragraph definition term status alert caption " +
    "legend label time text span b i strong emphasis"
  ).split(" "),
);

function shownName(element, role, reading) {
  const name = nameOf(element, reading);
  const isOwnControl = isDraggable(element) || openchrome.reacts(element);
  if (name !== "" || (!NAMED_BY_TEXT.has(role) && !isOwnControl)) return name;
  if (role === "clickable" && authorName(element) !== "") return authorName(element);
  return squeezed(textContentOf(element).slice(0, 600));
}

// `div#panel.open.wide`
function tagWords(element) {
  const id = attr(element, "id");
  const classes = (attr(element, "class") ?? "").trim().split(/\s+/).filter(Boolean);
  const cut = (text) => shortened(text, 40);
  let words = tagOf(element);
  if (id) words += `#${cut(id)}`;
  for (const name of classes.slice(0, 3)) words += `.${cut(name)}`;
  return classes.length > 3 ? `${words}…` : words;
}

// `[ref_3] dialog "Cookies" <div.overlay>`: for naming another element inside a line.
function elementMention(element, reading) {
  const role = shownRole(element, reading);
  const name = shownName(element, role, reading);
  const words = [
    role === tagOf(element) ? "" : role,
    name === "" ? "" : quoted(name, 60),
    `<${tagWords(element)}>`,
  ];
  return `[ref_${openchrome.refOf(element)}] ${words.filter(Boolean).join(" ")}`;
}

const pathInDocument = methodOf(Document.prototype, "querySelectorAll");
const pathInFragment = methodOf(DocumentFragment.prototype, "querySelectorAll");

// A selector that matches this element alone within its document or shadow root; null when it is too deep.
function selectorPath(element) {
  const root = rootNodeOf(element);
  const isAlone = (selector, one) => {
    const found = root instanceof Document ? pathInDocument(root, selector) : pathInFragment(root, selector);
    return found.length === 1 && found[0] === one;
  };
  const steps = [];
  for (let one = element; one && steps.length < 24;) {
    const id = attr(one, "id");
    const byId = id && id.length <= 100 ? `#${CSS.escape(id)}` : null;
    steps.unshift(byId && isAlone(byId, one) ? byId : pathStep(one));
    const selector = steps.join(" > ");
    if (isAlone(selector, element)) return selector;
    const parent = parentNodeOf(one);
    one = parent && nodeTypeOf(parent) === ELEMENT_NODE ? parent : null;
  }
  return null;
}

function pathStep(element) {
  const name = localNameOf(element);
  let before = 0;
  let after = 0;
  let left = 5000;
  for (let one = previousElementOf(element); one && left-- > 0; one = previousElementOf(one))
    if (localNameOf(one) === name) before++;
  for (let one = nextElementOf(element); one && left-- > 0; one = nextElementOf(one))
    if (localNameOf(one) === name) after++;
  return before + after === 0 ? CSS.escape(name) : `${CSS.escape(name)}:nth-of-type(${before + 1})`;
}
