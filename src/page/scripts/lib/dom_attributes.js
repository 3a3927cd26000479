// @use lib/dom.js
// @use lib/bytes.js
// The attributes of an element that help to understand or address it, as ` id="x" type="text" checked`.
const TOLD_ATTRIBUTES = [
  "id",
  "name",
  "type",
  "role",
  "for",
  "href",
  "src",
  "action",
  "method",
  "alt",
  "title",
  "placeholder",
  "value",
  "data-testid",
  "data-test-id",
  "data-test",
  "data-cy",
  "data-qa",
  "contenteditable",
  "popovertarget",
  "lang",
];
const TOLD_STATES = [
  "checked",
  "selected",
  "disabled",
  "required",
  "readonly",
  "multiple",
  "open",
  "autofocus",
];
const ADDRESS_ATTRIBUTES = new Set(["href", "src", "action"]);
// Without one of these, the class says what an element is.
const IDENTIFYING = ["id", "name", "href", "src", "data-testid", "role", "aria-label", "for"];
const attributeLengths = { value: 80, text: 120, arias: 8 };
// First words of classes that say how something looks, not what it is.
const STYLE_WORDS = new Set(
  (
    "flex grid block inline hidden relative absolute fixed sticky static container row col w h p m px py " +
    "mx my text font bg border rounded shadow items justify self gap space overflow cursor transition " +
    "duration ease hover focus sm md lg xl leading tracking whitespace z top left right bottom min max " +
    "object opacity d css sc jsx is has js ng svelte clearfix wrapper active odd even first last"
  ).split(" "),
);

// On one line, whatever the page thinks a line is.
function oneLine(text) {
  return text.replace(/[\s\u0085\u2028\u2029]+/g, " ").trim();
}

function attributePart(name, value, maxLength) {
  return ` ${name}="${shortened(oneLine(value), maxLength).replace(/"/g, "'")}"`;
}

// "" when there is nothing worth telling. Classes are not: see classText.
function usefulAttributes(element, tag) {
  if (!hasAttributes(element))
    return FORM_VALUES.has(tag) ? currentValue(element, tag) + stateWords(element, tag) : "";
  let text = "";
  let arias = 0;
  const names = attributeNamesOf(element);
  for (const name of TOLD_ATTRIBUTES) {
    if (name === "value" ? FORM_VALUES.has(tag) : names.includes(name))
      text += toldAttribute(element, tag, name);
  }
  for (const name of names) {
    if (!name.startsWith("aria-") || name === "aria-hidden" || arias === attributeLengths.arias) continue;
    const value = attr(element, name);
    if (value === "") continue;
    text += attributePart(name, value, attributeLengths.text);
    arias++;
  }
  return text + stateWords(element, tag);
}

const FORM_VALUES = new Set(["input", "textarea", "select", "option", "li", "data", "meter", "progress"]);

function toldAttribute(element, tag, name) {
  if (name === "value") return currentValue(element, tag);
  const value = attr(element, name);
  if (value === "" && name !== "alt" && name !== "contenteditable") return "";
  if (name === "type" && (tag === "button" || tag === "style"))
    return value === "button" ? "" : attributePart(name, value, 20);
  if (name === "method" && value.toLowerCase() === "get") return "";
  if (ADDRESS_ATTRIBUTES.has(name)) return attributePart(name, shortAddress(value), attributeLengths.value);
  return attributePart(
    name,
    value,
    /^(alt|title|placeholder)$/.test(name) ? attributeLengths.text : attributeLengths.value,
  );
}

// What a field holds now; passwords are bullets.
function currentValue(element, tag) {
  if (tag === "input" && element instanceof HTMLInputElement) {
    const type = property(HTMLInputElement, "type", element);
    const value = property(HTMLInputElement, "value", element);
    if (value === "" || type === "file") return "";
    if (type === "password") return ` value="${"•".repeat(Math.min(value.length, 8))}"`;
    if ((type === "checkbox" || type === "radio") && !hasAttr(element, "value")) return "";
    return attributePart("value", value, attributeLengths.text);
  }
  if (tag === "textarea" && element instanceof HTMLTextAreaElement) {
    const value = property(HTMLTextAreaElement, "value", element);
    return value === "" ? "" : attributePart("value", value, attributeLengths.text);
  }
  if (tag === "select" && element instanceof HTMLSelectElement) {
    const chosen = property(HTMLSelectElement, "selectedOptions", element);
    return chosen.length === 0
      ? ""
      : attributePart("value", property(HTMLOptionElement, "text", chosen[0]), 80);
  }
  const stated = attr(element, "value");
  return stated === null || stated === "" ? "" : attributePart("value", stated, attributeLengths.value);
}

function stateWords(element, tag) {
  if (tag === "input" && element instanceof HTMLInputElement) {
    const checked = property(HTMLInputElement, "checked", element) ? " checked" : "";
    return checked + statedWords(element, ["disabled", "required", "readonly", "multiple", "autofocus"]);
  }
  if (tag === "option" && element instanceof HTMLOptionElement) {
    const selected = property(HTMLOptionElement, "selected", element) ? " selected" : "";
    return selected + statedWords(element, ["disabled"]);
  }
  return hasAttributes(element) ? statedWords(element, TOLD_STATES) : "";
}

function statedWords(element, names) {
  let words = "";
  for (const name of names) if (hasAttr(element, name)) words += ` ${name}`;
  return words;
}

// Without the page's own origin; data: and javascript: only by their kind.
function shortAddress(address) {
  const plain = address.trim();
  if (/^data:/i.test(plain)) return `${plain.slice(0, 30).split(/[;,]/)[0]},…`;
  if (/^javascript:/i.test(plain)) return "javascript:…";
  const { origin } = window.location;
  return plain.startsWith(`${origin}/`) ? plain.slice(origin.length) : plain;
}

// Up to two classes that read like words, for elements that nothing else identifies.
function classText(element) {
  const all = attr(element, "class");
  if (all === null || all.length > 300 || IDENTIFYING.some((name) => hasAttr(element, name))) return "";
  const words = [];
  for (const word of all.trim().split(/\s+/)) {
    if (words.length === 2) break;
    if (word.length > 30 || !/^[a-z]{3,}([-_]{1,2}[a-z]{2,})*$/i.test(word)) continue;
    if (!STYLE_WORDS.has(word.split("-")[0])) words.push(word);
  }
  return words.length === 0 ? "" : ` class="${words.join(" ")}"`;
}
