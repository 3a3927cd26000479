// What a person can see, as clean HTML to make Markdown of: shadow trees in place, no scripts, addresses
// absolute, of the attributes only those that carry structure or tell content from boilerplate.
// @use lib/dom.js
// @use lib/visible.js
// @use lib/hidden_text.js
// @use lib/bytes.js
// @use lib/target.js
const htmlDropped = new Set(
  (
    "script style noscript template link meta base head title canvas object embed param source track area " +
    "map audio datalist optgroup option progress meter frameset frame applet"
  ).split(" "),
);
const htmlVoid = new Set(["br", "hr", "wbr"]);
// Of these, id, class, role and aria-label say what they are for.
const htmlContainers = new Set(
  (
    "body main article section aside nav header footer div p ul ol dl table form fieldset figure " +
    "figcaption details dialog search address blockquote"
  ).split(" "),
);
const htmlInline = new Set(
  (
    "a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub " +
    "sup time u var"
  ).split(" "),
);
const htmlKept = {
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan", "scope"],
  ol: ["start", "reversed", "type"],
  li: ["value"],
  dialog: ["open"],
  time: ["datetime"],
  abbr: ["title"],
  col: ["span"],
  code: ["class"],
  pre: ["class"],
  samp: ["class"],
};
const findInside = methodOf(Element.prototype, "querySelectorAll");
const htmlLimits = { nodes: 400000, attribute: 160, address: 2000, mark: 100 };

// → {html, hidden, cut: {nodes, reason} | null} or {error}. `hidden` counts the texts that were left out as
// nobody sees them, `cut` the elements that had no room.
function visibleHtml({ root, dropHidden = true, maxBytes = 1 << 20 } = {}) {
  const target = rootTargetOf(root);
  if (target.error) return target;
  const start = target.whole ? bodyOf(document) || target.element : target.element;
  const page = {
    parts: [],
    left: Math.max(0, maxBytes),
    hidden: 0,
    elements: 0,
    dropHidden,
    sight: newSight(),
  };
  const reason = start ? writeVisible(start, page) : null;
  const left = reason && Math.max(1, findInside(start, "*").length + 1 - page.elements);
  return { html: page.parts.join(""), hidden: page.hidden, cut: reason && { nodes: left, reason } };
}

// False when there is no room for it. Closing tags were paid for with their opening ones.
function putHtml(page, text, ending = "") {
  const bytes = byteLength(text) + byteLength(ending);
  if (bytes > page.left) return false;
  page.left -= bytes;
  if (text !== "") page.parts.push(text);
  return true;
}

// Why it ended before the end, or null.
function writeVisible(start, page) {
  const levels = [{ children: [start], at: 0, ending: "", pre: false, mute: false, parent: null }];
  let nodes = htmlLimits.nodes;
  let reason = null;
  while (levels.length > 0) {
    const level = levels[levels.length - 1];
    if (reason || level.at === level.children.length) {
      page.parts.push(level.ending);
      levels.pop();
      continue;
    }
    const node = level.children[level.at++];
    const type = nodeTypeOf(node);
    let fits = true;
    if (nodes-- <= 0) reason = "maxNodes";
    else if (type === TEXT_NODE) fits = writeVisibleText(node, level, page);
    else if (type === ELEMENT_NODE) fits = enterVisible(node, levels, page);
    if (!fits) reason = "maxBytes";
  }
  return reason;
}

function writeVisibleText(node, level, page) {
  const text = textOf(node);
  if (!/[^\t\n\f\r ]/.test(text)) return level.mute || putHtml(page, level.pre ? text : " ");
  if (level.mute || (page.dropHidden && level.parent && !isSeenByPerson(level.parent, page.sight, node))) {
    page.hidden++;
    return true;
  }
  const written = level.pre ? text : text.replace(/[\t\n\f\r ]+/g, " ");
  if (putHtml(page, escapedHtml(written))) return true;
  // As much of it as there is room for, were each character an entity.
  putHtml(page, escapedHtml(cutToBytes(written, page.left / 6)));
  return false;
}

// Writes what stands for the element and, when there is more inside, adds a level. False when there is no
// room.
function enterVisible(element, levels, page) {
  const level = levels[levels.length - 1];
  const tag = tagOf(element);
  page.elements++;
  if (htmlDropped.has(tag)) return true;
  const rendering = renderingOf(element);
  if (rendering === RENDERED.NOT || (rendering === RENDERED.TRANSPARENT && page.dropHidden)) {
    if (hasText(element)) page.hidden++;
    return true;
  }
  const mute = rendering === RENDERED.INVISIBLE && page.dropHidden;
  const whole = mute ? null : replacementOf(element, tag, page);
  if (whole !== null) return putHtml(page, whole);
  const name = writtenTag(element, tag);
  const apart = htmlInline.has(name) && !isInlineHere(element) ? "\n" : "";
  const opening = mute || name === "" ? "" : `${apart}<${name}${keptAttributes(element, tag)}>`;
  const ending = mute || name === "" ? "" : `</${name}>${apart}`;
  if (!putHtml(page, opening, ending)) return false;
  const pre = level.pre || tag === "pre";
  levels.push({ children: childNodesOf(element), at: 0, ending, pre, mute, parent: element });
  return true;
}

function isInlineHere(element) {
  const display = getComputedStyle(element).display;
  return display === "contents" || display.startsWith("inline") || display.startsWith("ruby");
}

// Elements of the page's own invention, and spans, are what their style makes of them.
function writtenTag(element, tag) {
  if (tag === "slot" || tag === "html" || tag === "picture") return "";
  if (attr(element, "role") === "heading") {
    const heading = Number(attr(element, "aria-level"));
    return heading >= 1 && heading <= 6 ? `h${heading}` : "h2";
  }
  if (tag === "span" || tag.includes("-") || !/^[a-z][a-z0-9]*$/.test(tag))
    return isInlineHere(element) ? "span" : "div";
  return tag;
}

function keptAttributes(element, tag) {
  let text = "";
  if (tag === "a") {
    const href = hrefOf(element);
    if (href) text += ` href="${escapedHtml(href)}"`;
    text += attributeText(element, "title");
    if (/anchor|headerlink|permalink/i.test(attr(element, "class") || ""))
      text += attributeText(element, "class");
    return text + attributeText(element, "aria-label");
  }
  for (const name of htmlKept[tag] || []) text += attributeText(element, name);
  if (htmlContainers.has(tag) || tag.includes("-")) {
    for (const name of ["id", "class", "role", "aria-label"]) text += attributeText(element, name);
  }
  return text;
}

function attributeText(element, name) {
  const value = attr(element, name);
  if (value === null) return "";
  return ` ${name}="${escapedHtml(shortened(squeezed(value), htmlLimits.attribute))}"`;
}

// Links that lead somewhere; scripts are no address.
function hrefOf(element) {
  const raw = attr(element, "href");
  if (raw === null || raw === "" || !(element instanceof HTMLAnchorElement)) return "";
  return absolute(raw);
}

function absolute(address) {
  if (address.length > htmlLimits.address) return "";
  try {
    const url = new URL(address.trim(), property(Node, "baseURI", document));
    return /^(https?|mailto|tel|ftp|file|blob):$/.test(url.protocol) ? url.href : "";
  } catch {
    return "";
  }
}

// The HTML of elements that are not entered; null for all others.
function replacementOf(element, tag, page) {
  if (htmlVoid.has(tag)) return `<${tag}>`;
  switch (tag) {
    case "img":
      return imageHtml(element);
    case "svg":
      return svgHtml(element);
    case "math":
      return mathHtml(element);
    case "video":
    case "iframe":
      return `<${tag}${addressText(element, "src")}${attributeText(element, "title")}></${tag}>`;
    case "input":
      return page.dropHidden && !isSeenByPerson(element, page.sight) ? "" : inputHtml(element);
    case "textarea":
      return escapedHtml(property(HTMLTextAreaElement, "value", element));
    case "select":
      return escapedHtml(chosenOptions(element));
    default:
      return null;
  }
}

function addressText(element, name) {
  const address = absolute(attr(element, name) || "about:");
  return address ? ` ${name}="${escapedHtml(address)}"` : "";
}

// Pictures that load late name their address elsewhere; data: addresses are the pixels themselves.
function imageHtml(image) {
  const shown = image instanceof HTMLImageElement ? property(HTMLImageElement, "currentSrc", image) : "";
  const box = rectOf(image);
  if (box.width <= 2 && box.height <= 2 && (shown || box.width > 0)) return ""; // counts visitors
  const late = ["data-src", "data-original", "data-lazy-src", "data-lazy"].map(
    (name) => attr(image, name) || "",
  );
  const sets = ["srcset", "data-srcset"].map((name) => (attr(image, name) || "").trim().split(/[\s,]/)[0]);
  const placeholder = /^data:/i.test(shown) || shown === "";
  const candidates = placeholder ? [...late, ...sets, attr(image, "src") || ""] : [shown];
  const src = candidates.map((one) => (one ? absolute(one) : "")).find((one) => one !== "") || "";
  const alt = attributeText(image, "alt");
  if (!src && !alt) return "";
  return `<img${src ? ` src="${escapedHtml(src)}"` : ""}${alt}${attributeText(image, "title")}>`;
}

function svgHtml(svg) {
  if (attr(svg, "aria-hidden") === "true") return "";
  const title = attr(svg, "aria-label") || titleInside(svg);
  return title ? escapedHtml(shortened(squeezed(title), htmlLimits.mark)) : "";
}

function titleInside(svg) {
  for (let child = firstElementOf(svg); child; child = nextElementOf(child)) {
    if (tagOf(child) === "title") return textContentOf(child);
  }
  return "";
}

// TeX when the page brings it.
function mathHtml(math) {
  const tex = findInside(math, 'annotation[encoding="application/x-tex"]')[0];
  const text = attr(math, "alttext") || textContentOf(tex || math);
  return `<math>${escapedHtml(shortened(squeezed(text), htmlLimits.address))}</math>`;
}

function inputHtml(input) {
  const value = property(HTMLInputElement, "value", input);
  switch (property(HTMLInputElement, "type", input)) {
    case "hidden":
    case "file":
    case "range":
    case "color":
      return "";
    case "password":
      return value === "" ? "" : "••••••";
    case "checkbox":
      return property(HTMLInputElement, "checked", input) ? "[x] " : "[ ] ";
    case "radio":
      return property(HTMLInputElement, "checked", input) ? "(x) " : "( ) ";
    case "image":
      return escapedHtml(attr(input, "alt") || "");
    case "submit":
    case "reset":
    case "button":
      return value === "" ? "" : `<button>${escapedHtml(value)}</button>`;
    default:
      return escapedHtml(value);
  }
}

function chosenOptions(select) {
  const texts = [];
  for (const option of property(HTMLSelectElement, "selectedOptions", select)) {
    if (texts.push(squeezed(property(HTMLOptionElement, "text", option))) === 20) break;
  }
  return texts.join(", ");
}

function escapedHtml(text) {
  if (!/[&<>"]/.test(text)) return text;
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
