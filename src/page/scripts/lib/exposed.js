// @use lib/dom.js
// @use lib/visible.js
// @use lib/roles.js
// @use lib/interactive.js
// Which elements Chrome lists in its accessibility tree. Plain boxes aside, most roles always are;
// paragraphs, captions and groups only when they hold text or mean something by an attribute.
const ALWAYS_EXPOSED = new Set(
  (
    "abbr application article audio banner blockquote code complementary deletion contentinfo insertion " +
    "definition descriptionlist dialog emphasis figcaption figure sectionfooter sectionheader form list " +
    "listitem main mark math meter menubar menuitem navigation object progressbar region ruby search " +
    "separator subscript superscript strong term time video table grid treegrid layouttable row " +
    "layouttablerow cell gridcell rowheader columnheader layouttablecell link heading disclosure legend " +
    "iframe"
  ).split(" "),
);
const ALWAYS_EXPOSED_TAGS = new Set(
  (
    "header footer thead tfoot button fieldset input output select textarea optgroup option hgroup " +
    "details"
  ).split(" "),
);

function isExposed(element, role, tag, reading) {
  if (isFrame(tag) && !checkVisibility(element, VISIBLE)) return false;
  if (role === "none" || role === "generic" || role === "rubyannotation") return false;
  if (isSvg(element)) return isSvgExposed(element, role, tag, reading);
  if (ALWAYS_EXPOSED.has(role) || ALWAYS_EXPOSED_TAGS.has(tag)) return true;
  if (role.startsWith("mathml")) return true;
  if (hasAttributes(element) && isMeant(element, tag, reading)) return true;
  if (role === "image") return attr(element, "alt") !== "";
  if (hasAttributes(element) && isLinkTarget(element, tag)) return true;
  if (role === "label") return !isRedundantLabel(element);
  if (role === "canvas" && firstChildOf(element)) return true;
  if (role === "canvas") return isBiggerThanAPixel(element);
  if (role === "embed") return checkVisibility(element);
  return hasBoxOfText(element);
}

// By an attribute: a role, ARIA, focus, mouse, a tooltip.
function isMeant(element, tag, reading) {
  if (hasAttr(element, "role") && explicitRole(element, reading) !== null) return true;
  if (supportsFocus(element) || MOUSE_ATTRIBUTES.some((name) => hasAttr(element, name))) return true;
  if (attr(element, "title")) return true;
  return attributeNamesOf(element).some((name) => name.startsWith("aria-") && name !== "aria-hidden");
}

function isLinkTarget(element, tag) {
  if (tag === "label" || tag === "optgroup") return false;
  if (!attr(element, "id") && !(tag === "a" && attr(element, "name"))) return false;
  return !(rootNodeOf(element) instanceof ShadowRoot);
}

function isSvgExposed(element, role, tag, reading) {
  if (closestTo(element, "symbol")) return false;
  if (tag === "svg" && role !== "group" && firstElementOf(element)) return true;
  if (svgChild(element, "title") || svgChild(element, "desc")) return true;
  if (role === "link") return true;
  return hasAttributes(element) && isMeant(element, tag, reading);
}

// The label of a checkbox or radio button that holds nothing else is part of it.
function isRedundantLabel(label) {
  const control = property(HTMLLabelElement, "control", label);
  if (!control || tagOf(control) !== "input") return false;
  const type = property(HTMLInputElement, "type", control);
  if (type !== "checkbox" && type !== "radio") return false;
  if (!checkVisibility(control, VISIBLE) || hasAuthorName(control)) return false;
  const child = firstElementOf(label);
  return child === null || (child === control && nextElementOf(child) === null);
}

function isBiggerThanAPixel(canvas) {
  const rect = rectOf(canvas);
  return rect.width > 1 && rect.height > 1 && hasBoxOfText(canvas);
}

const FLOWS = new Set(["block", "inline-block", "list-item", "table-cell", "table-caption", "flow-root"]);

// A block whose children are lines of text; or a box that is positioned or scrolls.
function hasBoxOfText(element) {
  const style = getComputedStyle(element);
  if (style.display === "contents" || style.display === "none") return false;
  if (!checkVisibility(element)) return true; // inside a canvas
  if (style.position !== "static" || isScroller(element, style)) return true;
  if (!FLOWS.has(style.display)) return false;
  let any = false;
  for (const child of childNodesOf(element)) {
    const type = nodeTypeOf(child);
    if (type === TEXT_NODE) any ||= /[^\t\n\f\r ]/.test(textOf(child));
    else if (type === ELEMENT_NODE && checkVisibility(child)) {
      const inner = getComputedStyle(child);
      if (inner.float !== "none" || inner.position === "absolute" || inner.position === "fixed") any = true;
      else if (isBlockLevel(inner.display)) return false;
      else any = true;
    }
  }
  return any;
}

function isScroller(element, style) {
  if (!/auto|scroll|hidden/.test(style.overflow)) return false;
  const size = (name) => property(Element, name, element);
  return size("scrollHeight") > size("clientHeight") || size("scrollWidth") > size("clientWidth");
}

function isBlockLevel(display) {
  return !(
    display.startsWith("inline") ||
    display.startsWith("ruby") ||
    display === "contents" ||
    display === "math"
  );
}
