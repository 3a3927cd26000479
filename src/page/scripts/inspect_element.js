// @use lib/target.js
// @use lib/bytes.js
// @use lib/element_line.js
// @use lib/hit_point.js
// @use lib/why_hidden.js
// Facts about one element, as lines: what it is, where, whether it can be seen and hit, what it holds, how it
// is styled. Listeners are not here: only the browser knows them.
function inspectElement({ ref, selector, maxBytes = 16384 } = {}) {
  const { element, error } = targetOf({ ref, selector });
  if (error) return { error };
  const reading = newReading();
  const lines = [
    elementLine(element, reading),
    `tag: <${tagWords(element)}>`,
    ...inspectPath(element, reading),
    ...inspectPlace(element, reading),
    ...inspectUse(element, reading),
    ...inspectContent(element, reading),
    inspectStyles(element),
    ...inspectAttributes(element),
    ...inspectFamily(element, reading),
  ].filter((line) => line !== null);
  return { text: inspectCut(lines, maxBytes) };
}

// Whole lines that fit, and a word about the rest.
function inspectCut(lines, maxBytes) {
  const kept = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += byteLength(line) + 1;
    if (bytes > maxBytes - 40 && kept.length > 0) {
      kept.push(`… ${lines.length - kept.length} more lines: raise max_bytes`);
      break;
    }
    kept.push(cutToBytes(line, maxBytes));
  }
  return kept.join("\n");
}

function inspectPath(element, reading) {
  const lines = [`selector: ${selectorPath(element) ?? "(none is short enough)"}`];
  const root = rootNodeOf(element);
  if (root instanceof ShadowRoot)
    lines.push(`inside the shadow root of ${elementMention(hostOf(root), reading)}`);
  return lines;
}

function inspectPlace(element, reading) {
  const rect = rectOf(element);
  const round = Math.round;
  const page = `${round(rect.left + window.scrollX)},${round(rect.top + window.scrollY)}`;
  const lines = [
    `box: ${round(rect.left)},${round(rect.top)} ${round(rect.width)} × ${round(rect.height)} ` +
      `(in the page ${page}); ${viewportWords(rect)}`,
  ];
  const reasons = hiddenReasons(element, reading);
  lines.push(reasons.length === 0 ? "visible: yes" : `visible: no, ${reasons.join("; ")}`);
  const point = reasons.length === 0 ? hitPointOf(element) : null;
  if (point) {
    const { covering, through } = coveringAt(element, point);
    const at = `at its centre (${round(point.x)},${round(point.y)})`;
    if (covering) lines.push(`covered ${at} by ${elementMention(covering, reading)}`);
    else if (through) lines.push(`not hit ${at}: a click goes to ${elementMention(through, reading)}`);
    else lines.push(`hit ${at}: yes`);
  }
  return lines;
}

function viewportWords(rect) {
  const { innerWidth, innerHeight } = window;
  if (rect.width === 0 && rect.height === 0) return "no box";
  const sides = [];
  if (rect.bottom <= 0) sides.push(`above the viewport by ${Math.round(-rect.bottom)} px`);
  if (rect.top >= innerHeight) sides.push(`below the viewport by ${Math.round(rect.top - innerHeight)} px`);
  if (rect.right <= 0) sides.push(`left of the viewport by ${Math.round(-rect.right)} px`);
  if (rect.left >= innerWidth)
    sides.push(`right of the viewport by ${Math.round(rect.left - innerWidth)} px`);
  if (sides.length > 0) return sides.join(", ");
  const whole = rect.left >= 0 && rect.top >= 0 && rect.right <= innerWidth && rect.bottom <= innerHeight;
  return whole ? "in the viewport" : "partly in the viewport";
}

// Enabled, focusable, inert.
function inspectUse(element, reading) {
  const lines = [];
  const words = [];
  const tag = tagOf(element);
  if (isDisabled(element)) words.push(`disabled${disabledBy(element, tag, reading)}`);
  else if (FIELD_TAGS.has(tag) || isInteractive(element, roleOf(element, reading))) words.push("enabled");
  const inert = ancestorOf(element, (one) => hasAttr(one, "inert"));
  if (inert) words.push(`inert by ${elementMention(inert, reading)}`);
  const hidden = ancestorOf(element, (one) => attr(one, "aria-hidden") === "true");
  if (hidden)
    words.push(hidden === element ? "aria-hidden" : `aria-hidden by ${elementMention(hidden, reading)}`);
  const canFocus = supportsFocus(element) && isRendered(element) && !isDisabled(element);
  const index = element instanceof HTMLElement ? property(HTMLElement, "tabIndex", element) : -1;
  words.push(
    canFocus ? `focusable${index < 0 ? ", not by the Tab key" : ""}, tabindex ${index}` : "not focusable",
  );
  lines.push(`use: ${words.join("; ")}`);
  return lines;
}

function disabledBy(element, tag, reading) {
  if (hasAttr(element, "disabled")) return "";
  const fieldset = ancestorOf(
    element,
    (one) => one !== element && tagOf(one) === "fieldset" && hasAttr(one, "disabled"),
  );
  if (fieldset) return ` by ${elementMention(fieldset, reading)}`;
  return attr(element, "aria-disabled") === "true" ? " by aria-disabled" : "";
}

const INSPECT_FORM_TYPES = [
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  HTMLButtonElement,
  HTMLOutputElement,
  HTMLFieldSetElement,
];

// Value, form, labels, description, validation; where a link leads; the size of a picture.
function inspectContent(element, reading) {
  const lines = [];
  const role = roleOf(element, reading);
  const tag = tagOf(element);
  const value = valueOf(element, role, reading);
  if (value !== null)
    lines.push(`value: ${quoted(value, INSPECT_VALUE)}${value.length > INSPECT_VALUE ? ` (${value.length} characters; javascript_tool reads it whole)` : ""}`);
  const type = INSPECT_FORM_TYPES.find((one) => element instanceof one);
  if (type) {
    const form = property(type, "form", element);
    if (form) lines.push(`form: ${elementMention(form, reading)}${inspectFormTarget(form)}`);
    const labels = Array.from(labelsOf(element) ?? [])
      .slice(0, 5)
      .map((label) => quoted(squeezed(textContentOf(label).slice(0, 300)), 120));
    if (labels.length > 0) lines.push(`labels: ${labels.join(", ")}`);
    const message = property(type, "validationMessage", element);
    if (message) lines.push(`validation: ${quoted(message, 300)}`);
  }
  const description = descriptionOf(element, reading);
  if (description !== "") lines.push(`description: ${quoted(description, 500)}`);
  if (tag === "select") lines.push(inspectOptions(element));
  if (tag === "form") lines.push(`form:${inspectFormTarget(element)}`);
  if (tag === "a" && hasAttr(element, "href"))
    lines.push(`leads to: ${shortened(property(HTMLAnchorElement, "href", element) ?? attr(element, "href"), 500)}`);
  if (tag === "img" && element instanceof HTMLImageElement) {
    const of = (name) => property(HTMLImageElement, name, element);
    const size = `${of("naturalWidth")} × ${of("naturalHeight")}`;
    const loaded = property(HTMLImageElement, "complete", element) ? size : "not loaded yet";
    lines.push(
      `picture: ${loaded}, ${shortened(of("currentSrc") || attr(element, "src") || "no source", 300)}`,
    );
  }
  return lines;
}

function inspectFormTarget(form) {
  if (!(form instanceof HTMLFormElement)) return "";
  const method = (attr(form, "method") ?? "get").toLowerCase();
  const action = attr(form, "action");
  const verb = /^(post|dialog)$/.test(method) ? method : "get";
  return ` ${verb} ${action ? shortened(action, 200) : "(this page)"}`;
}

function inspectOptions(select) {
  const options = property(HTMLSelectElement, "options", select);
  const texts = Array.from(options)
    .slice(0, 30)
    .map((option) => {
      const text = quoted(squeezed(property(HTMLOptionElement, "label", option)), 80);
      return property(HTMLOptionElement, "selected", option) ? `${text} (selected)` : text;
    });
  const more = options.length > texts.length ? ` | … ${options.length - texts.length} more` : "";
  return `options: ${texts.join(" | ")}${more}`;
}

const INSPECT_STYLES = [
  "display",
  "position",
  "visibility",
  "opacity",
  "z-index",
  "overflow",
  "pointer-events",
  "cursor",
  "color",
  "background-color",
  "background-image",
  "font-family",
  "font-size",
  "font-weight",
  "line-height",
  "width",
  "height",
  "margin",
  "padding",
  "border",
  "transform",
  "filter",
  "float",
  "flex",
  "grid-area",
  "text-transform",
  "text-overflow",
  "white-space",
  "user-select",
  "content-visibility",
];
// Said only when they are not what they mostly are.
const INSPECT_VALUE = 20000;
const INSPECT_USUAL = new Set([
  "visibility: visible",
  "opacity: 1",
  "z-index: auto",
  "overflow: visible",
  "pointer-events: auto",
  "background-image: none",
  "transform: none",
  "filter: none",
  "float: none",
  "flex: 0 1 auto",
  "grid-area: auto",
  "text-transform: none",
  "text-overflow: clip",
  "white-space: normal",
  "user-select: auto",
  "margin: 0px",
  "padding: 0px",
  "content-visibility: visible",
  "background-color: rgba(0, 0, 0, 0)",
  "cursor: auto",
]);

function inspectStyles(element) {
  const style = getComputedStyle(element);
  const parts = [];
  for (const name of INSPECT_STYLES) {
    const value = style.getPropertyValue(name);
    const part = `${name}: ${shortened(value, 120)}`;
    if (value === "" || INSPECT_USUAL.has(part) || (name === "border" && value.startsWith("0px"))) continue;
    parts.push(part);
  }
  return `styles: ${parts.join("; ")}`;
}

function inspectAttributes(element) {
  const plain = [];
  const handlers = [];
  const isPassword = tagOf(element) === "input" && property(HTMLInputElement, "type", element) === "password";
  const names = attributeNamesOf(element);
  for (const name of names.slice(0, 60)) {
    const value = attr(element, name) ?? "";
    if (name.startsWith("on")) handlers.push(`${name}=${quoted(squeezed(value), 200)}`);
    else if (isPassword && name === "value") plain.push(`value="${"•".repeat(Math.min(8, value.length))}"`);
    else plain.push(value === "" ? name : `${shortened(name, 60)}=${quoted(squeezed(value), 200)}`);
  }
  if (names.length > 60) plain.push(`… ${names.length - 60} more`);
  return [
    plain.length > 0 ? `attributes: ${plain.join(" ")}` : null,
    handlers.length > 0 ? `handlers: ${handlers.join(" ")}` : null,
  ];
}

// What it stands in and what stands in it.
function inspectFamily(element, reading) {
  const lines = [];
  const chain = [];
  for (
    let one = parentOf(element), steps = 0;
    one && steps < 40 && chain.length < 12;
    one = parentOf(one), steps++
  ) {
    const role = roleOf(one, reading);
    const isPlain = role === "generic" || role === "none";
    if (isPlain && chain.length >= 4 && !attr(one, "id")) continue;
    chain.push(isPlain ? `<${tagWords(one)}>` : elementMention(one, reading));
  }
  if (chain.length > 0) lines.push(`inside: ${chain.join(" < ")}`);
  const counts = new Map();
  let children = 0;
  for (const child of childNodesOf(element)) {
    if (nodeTypeOf(child) !== ELEMENT_NODE) continue;
    children++;
    const role = roleOf(child, reading);
    const word = role === "generic" || role === "none" ? tagOf(child) : role;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const root = shadowRootOf(element);
  const shadow = root ? `, ${property(ShadowRoot, "mode", root)} shadow root` : "";
  const kinds = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([word, count]) => (count > 1 ? `${count} ${word}` : word));
  if (children > 0) lines.push(`children: ${children} (${kinds.join(", ")})${shadow}`);
  else if (shadow) lines.push(`children: none${shadow}`);
  const text = squeezed(textContentOf(element).slice(0, 2000));
  if (text !== "" && text !== nameOf(element, reading) && tagOf(element) !== "select")
    lines.push(`text: ${quoted(text, 300)}`);
  return lines;
}
