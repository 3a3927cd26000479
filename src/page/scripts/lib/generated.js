// @use lib/dom.js
// Text as the page's styles make it: generated content (::before, ::after) and text-transform. Asking for the
// style of a pseudo-element costs as much as everything else about an element, so a document whose style
// sheets never speak of them is recognised once.
const MAX_RULES = 20000;
const EVERYTHING = { generated: true, transforms: true, skips: true, boxes: true, positional: true };
const sheetUses = new WeakMap(); // sheet → {rules, generated, transforms}

const IN_STYLE_ATTRIBUTES = {
  transforms: "[style*='text-transform' i]",
  skips: "[style*='content-visibility' i], [style*='interactivity' i]",
  boxes: "[style*='list-item' i], [style*='table' i]",
};

// Whether any style may make text (generated), change its letters (transforms), skip content or make it inert
// (skips), make lists and tables of other elements (boxes), tell elements apart by their place among others
// (positional).
const NO_USE = { generated: false, transforms: false, skips: false, boxes: false, positional: false };

function styleUse() {
  const use = { ...NO_USE };
  noteStyles(document, Document, use);
  return use;
}

// Shadow roots have sheets of their own.
function noteShadowStyles(root, use) {
  noteStyles(root, ShadowRoot, use);
}

function noteStyles(root, type, use) {
  for (const list of ["styleSheets", "adoptedStyleSheets"]) {
    for (const sheet of property(type, list, root)) addUse(use, useOfSheet(sheet));
  }
  const find = type.prototype.querySelector;
  if (find.call(root, "[style]") === null) return;
  for (const [key, selector] of Object.entries(IN_STYLE_ATTRIBUTES)) {
    use[key] ||= find.call(root, selector) !== null;
  }
}

function addUse(use, other) {
  for (const key of Object.keys(NO_USE)) use[key] ||= other[key];
}

function useOfSheet(sheet) {
  let rules;
  try {
    rules = sheet.cssRules;
  } catch {
    return EVERYTHING; // another origin's: not readable
  }
  const known = sheetUses.get(sheet);
  if (known && known.rules === rules.length) return known;
  const use = { ...NO_USE, rules: rules.length, left: MAX_RULES };
  lookThrough(rules, use);
  sheetUses.set(sheet, use);
  return use;
}

// Sibling combinators, and pseudo-classes other than those of links, pointers and fields.
const STATE_CLASSES =
  "before|after|root|host|hover|active|focus|focus-visible|focus-within|target|visited|link|any-link|checked|" +
  "disabled|enabled|placeholder-shown|read-only|read-write|invalid|valid|required|autofill";
const POSITIONAL = new RegExp(`[+~]|:(?!:|(?:${STATE_CLASSES})\\b)`, "i");

function lookThrough(rules, use) {
  for (let i = 0; i < rules.length; i++) {
    if (use.left-- <= 0) addUse(use, EVERYTHING);
    if (use.generated && use.transforms && use.skips && use.boxes && use.positional) return;
    const rule = rules[i];
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) addUse(use, useOfSheet(rule.styleSheet));
      continue;
    }
    if (rule instanceof CSSStyleRule) {
      const selector = rule.selectorText;
      if (/:(before|after)/i.test(selector)) use.generated = true;
      if (!use.positional && POSITIONAL.test(selector)) use.positional = true;
      if (rule.style.textTransform !== "") use.transforms = true;
      if (rule.style.contentVisibility !== "" || rule.style.interactivity) use.skips = true;
      if (/list-item|table/.test(rule.style.display)) use.boxes = true;
    }
    if (rule instanceof CSSContainerRule) use.positional = true;
    if (rule.cssRules && rule.cssRules.length > 0) lookThrough(rule.cssRules, use);
  }
}

// {text, block} of a pseudo-element, or null. Counters and pictures say nothing.
function generatedText(element, which, reading) {
  reading.styles ??= styleUse();
  if (!reading.styles.generated && localNameOf(element) !== "q") return null;
  if (!hasBox(element)) return null;
  const style = getComputedStyle(element, which);
  const content = style.content;
  if (content === "none" || content === "normal" || content === "" || style.display === "none") return null;
  if (style.visibility !== "visible") return null;
  const text = contentText(
    content,
    /-quote/.test(content) && parentOf(element) && closestTo(parentOf(element), "q"),
  );
  if (text === "") return null;
  const shown = transformed(text, style.textTransform, element);
  const from = /(^|\s)\/\s/.test(content.replace(/"(?:[^"\\]|\\[\s\S])*"/g, "")) ? "attribute" : "contents";
  return { text: shown, from, block: !(style.display === "inline" || style.display === "contents") };
}

// The text of a `content` value: its strings, or the alternative after the slash.
function contentText(content, nested) {
  const parts =
    content.match(/"(?:[^"\\]|\\[\s\S])*"|[\w-]+\((?:"(?:[^"\\]|\\[\s\S])*"|[^)"])*\)|[^\s"]+/g) ?? [];
  const slash = parts.indexOf("/");
  let text = "";
  for (const part of slash >= 0 ? parts.slice(slash + 1) : parts) {
    if (part.startsWith('"')) text += unescaped(part.slice(1, -1));
    else if (part === "open-quote") text += nested ? "‘" : "“";
    else if (part === "close-quote") text += nested ? "’" : "”";
  }
  return text;
}

function unescaped(text) {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, code, letter) =>
    code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : letter,
  );
}

// Some languages have letters of their own for it; nonsense in the attribute counts as none.
function caseLanguageOf(element) {
  const holder = closestTo(element, "[lang]");
  const language = holder ? attr(holder, "lang") : "";
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? language : undefined;
}

// Text as it is shown: with the letters that text-transform makes, and each run of white space as one space.
function shownText(text, parent, reading) {
  const plain = /[\t\n\f\r]| {2}/.test(text) ? text.replace(/[\t\n\f\r ]+/g, " ") : text;
  reading.styles ??= styleUse();
  if (!reading.styles.transforms || !hasBox(parent)) return plain;
  return transformed(plain, getComputedStyle(parent).textTransform, parent);
}

function transformed(plain, how, element) {
  switch (how) {
    case "uppercase":
      return plain.toLocaleUpperCase(caseLanguageOf(element));
    case "lowercase":
      return plain.toLocaleLowerCase(caseLanguageOf(element));
    case "capitalize":
      return plain.replace(
        /(^|[^\p{L}\p{N}'’_])(\p{L})/gu,
        (_, before, letter) => before + letter.toUpperCase(),
      );
    default:
      return plain;
  }
}
