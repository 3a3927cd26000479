// The HTML of the document or of one element, as outerHTML or innerHTML would write it. Written by hand
// because the browser's own serialiser is quadratic in the depth, cannot leave comments out and cannot stop.
// @use lib/dom.js
// @use lib/bytes.js
// @use lib/target.js
const htmlRules = {
  maxNodes: 1000000,
  empty: new Set(
    (
      "area base basefont bgsound br col embed frame hr img input keygen link meta param source track " +
      "wbr"
    ).split(" "),
  ),
  raw: new Set("style script xmp iframe noembed noframes plaintext noscript".split(" ")),
  html: "http://www.w3.org/1999/xhtml",
};
const qualifiedNameOf = readerOf(Element.prototype, "tagName");

// `length` counts the UTF-8 bytes of the whole, `content` is at most maxBytes of them.
function htmlContent({ ref, selector, outer = true, maxBytes = 1 << 20, dropComments = false } = {}) {
  const target = rootTargetOf({ ref, selector });
  if (target.error) return target;
  const writer = htmlWriter(Math.max(0, maxBytes));
  const start = target.whole ? document : target.element;
  const complete = writeHtml(start, outer && !target.whole, dropComments, writer);
  return {
    selector: selector || null,
    length: writer.length,
    content: writer.parts.join(""),
    cut: !complete || writer.length > writer.kept,
  };
}

// Keeps what fits and counts the rest.
function htmlWriter(maxBytes) {
  const writer = { parts: [], length: 0, kept: 0, full: false };
  writer.write = (text) => {
    const bytes = byteLength(text);
    writer.length += bytes;
    if (writer.full) return;
    writer.full = writer.kept + bytes > maxBytes;
    const part = writer.full ? cutToBytes(text, maxBytes - writer.kept) : text;
    writer.kept += writer.full ? byteLength(part) : bytes;
    writer.parts.push(part);
  };
  return writer;
}

// A loop, not a recursion: pages nest deeper than a stack. False when there were too many nodes.
function writeHtml(start, withStart, dropComments, writer) {
  const open = []; // {end: the closing tag, next: the sibling to go on with, raw: its text is not escaped}
  if (!withStart) open.push({ end: "", next: null, raw: isRawText(start) });
  let node = withStart ? start : firstHtmlChild(start);
  for (let left = htmlRules.maxNodes; left > 0; left--) {
    while (!node) {
      if (open.length === 0) return true;
      const level = open.pop();
      writer.write(level.end);
      node = level.next;
    }
    const next = node === start ? null : nextSiblingOf(node);
    if (!isElement(node)) {
      writer.write(leafHtml(node, open.length > 0 && open[open.length - 1].raw, dropComments));
      node = next;
      continue;
    }
    const isHtml = namespaceOf(node) === htmlRules.html;
    const name = isHtml ? localNameOf(node) : qualifiedNameOf(node);
    writer.write(startTagHtml(node, name));
    if (isHtml && htmlRules.empty.has(name)) {
      node = next;
      continue;
    }
    open.push({ end: `</${name}>`, next, raw: isRawText(node) });
    node = firstHtmlChild(node);
  }
  return false;
}

function isRawText(node) {
  return (
    nodeTypeOf(node) === ELEMENT_NODE &&
    htmlRules.raw.has(localNameOf(node)) &&
    namespaceOf(node) === htmlRules.html
  );
}

function firstHtmlChild(node) {
  const inside = node instanceof HTMLTemplateElement ? property(HTMLTemplateElement, "content", node) : node;
  return firstChildOf(inside);
}

function startTagHtml(element, name) {
  if (!hasAttributes(element)) return `<${name}>`;
  let tag = `<${name}`;
  for (const attribute of attributeNamesOf(element)) {
    tag += ` ${attribute}="${escapedValue(attr(element, attribute))}"`;
  }
  return `${tag}>`;
}

// Texts, comments, doctypes and processing instructions.
function leafHtml(node, raw, dropComments) {
  switch (nodeTypeOf(node)) {
    case Node.TEXT_NODE:
    case Node.CDATA_SECTION_NODE:
      return raw ? textOf(node) : escapedText(textOf(node));
    case Node.COMMENT_NODE:
      return dropComments ? "" : `<!--${textOf(node)}-->`;
    case Node.PROCESSING_INSTRUCTION_NODE:
      return dropComments ? "" : `<?${node.target} ${textOf(node)}>`;
    case Node.DOCUMENT_TYPE_NODE:
      return `${doctypeHtml(node)}\n`;
    default:
      return "";
  }
}

function doctypeHtml({ name, publicId, systemId }) {
  if (publicId) return `<!DOCTYPE ${name} PUBLIC "${publicId}"${systemId ? ` "${systemId}"` : ""}>`;
  return systemId ? `<!DOCTYPE ${name} SYSTEM "${systemId}">` : `<!DOCTYPE ${name}>`;
}

function escapedText(text) {
  if (!/[&<>\u00a0]/.test(text)) return text;
  return text
    .replace(/&/g, "&amp;")
    .replace(/\u00a0/g, "&nbsp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}

function escapedValue(text) {
  return escapedText(text).replace(/"/g, "&quot;");
}
