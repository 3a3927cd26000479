// @use lib/dom.js
// @use lib/visible.js
// @use lib/tables.js
// @use lib/generated.js
// @use lib/names.js
// @use lib/exposed.js
// The role of an element as Chrome computes it: the role attribute if it holds here, else what HTML-AAM says
// of the element. Words are those of ARIA; where ARIA has none they are plain ones (label, legend,
// disclosure, date, svg …). `reading` carries what one walk remembers; leave it out for a single question.
const ARIA_ROLES = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code " +
    "columnheader combobox comment complementary contentinfo definition deletion dialog document " +
    "emphasis feed figure form generic grid gridcell group heading image insertion link list listbox " +
    "listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter " +
    "navigation none note option paragraph progressbar radio radiogroup region row rowgroup rowheader " +
    "scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong " +
    "subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar " +
    "tooltip tree treegrid treeitem doc-abstract doc-acknowledgments doc-afterword doc-appendix " +
    "doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter doc-colophon " +
    "doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes " +
    "doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary " +
    "doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter " +
    "doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle " +
    "doc-tip doc-toc graphics-document graphics-object graphics-symbol"
  ).split(" "),
);
const SAME_ROLES = { img: "image", presentation: "none", directory: "list" };

// "a:b c:d" as a map.
function wordMap(words) {
  return new Map(words.split(" ").map((pair) => pair.split(":")));
}

const PLAIN_ROLES = wordMap(
  "abbr:abbr address:group article:article audio:audio blockquote:blockquote button:button " +
    "canvas:canvas caption:caption code:code dd:definition del:deletion details:group dfn:term " +
    "dialog:dialog dir:list dl:descriptionlist dt:term em:emphasis embed:embed fieldset:group " +
    "figcaption:figcaption figure:figure form:form frame:iframe h1:heading h2:heading h3:heading " +
    "h4:heading h5:heading h6:heading hgroup:group hr:separator iframe:iframe img:image ins:insertion " +
    "label:label legend:legend main:main mark:mark menu:list meter:meter nav:navigation object:object " +
    "ol:list optgroup:group option:option output:status p:paragraph progress:progressbar " +
    "rp:rubyannotation rt:rubyannotation ruby:ruby s:deletion search:search strong:strong sub:subscript " +
    "sup:superscript textarea:textbox time:time ul:list video:video",
);

const INPUT_ROLES = wordMap(
  "button:button reset:button submit:button image:button file:button checkbox:checkbox radio:radio " +
    "range:slider number:spinbutton search:searchbox color:color date:date datetime-local:datetime " +
    "month:datetime week:datetime time:timefield",
);

const LISTED_INPUTS = new Set(
  "text search url tel email number date month week time datetime-local".split(" "),
);

const MATH_ROLES = wordMap(
  "math:math mfrac:fraction mi:identifier mmultiscripts:multiscripts mn:number mo:operator mover:over " +
    "munder:under munderover:underover mroot:root mrow:row annotation-xml:row maction:row merror:row " +
    "mpadded:row mphantom:row mstyle:row semantics:row mprescripts:prescriptdelimiter none:nonescript " +
    "msqrt:squareroot ms:stringliteral msub:sub msubsup:subsup msup:sup mtable:table mtd:tablecell " +
    "mtr:tablerow mtext:text annotation:text",
);

// What one walk of a document remembers, so that nothing is computed twice.
function newReading() {
  return {
    roles: new Map(),
    names: new Map(),
    tables: new Map(),
    owners: null,
    focused: undefined,
    inert: 0,
    depth: 0,
  };
}

// How far one question may lead to another: roles depend on ancestors, names on descendants.
const MAX_DEPTH = 400;

function roleOf(element, reading = newReading()) {
  let role = reading.roles.get(element);
  if (role === undefined) {
    reading.roles.set(element, "generic"); // for an element whose role depends on itself
    if (reading.depth > MAX_DEPTH) return "generic";
    reading.depth++;
    role = (hasAttr(element, "role") ? explicitRole(element, reading) : null) ?? nativeRole(element, reading);
    reading.depth--;
    reading.roles.set(element, role);
  }
  return role;
}

function roleTokens(element) {
  const value = attr(element, "role");
  if (!value) return [];
  return value
    .toLowerCase()
    .trim()
    .split(/\s+/, 20)
    .map((token) => SAME_ROLES[token] ?? token);
}

// The first role of the attribute that ARIA knows, whatever stands around the element; or null.
function statedRole(element) {
  return roleTokens(element).find((token) => ARIA_ROLES.has(token)) ?? null;
}

// The role of the attribute that holds, or null: then the element's own counts.
function explicitRole(element, reading) {
  for (const token of roleTokens(element)) {
    if (!ARIA_ROLES.has(token) || !hasItsContainer(element, token, reading)) continue;
    if ((token === "form" || token === "region") && !isCalledSomething(element)) continue;
    if (token === "none" && isFrame(tagOf(element))) return "iframe";
    if (token === "none") return mayBePresentational(element) ? "none" : null;
    if (token === "combobox" && tagOf(element) === "select" && isMenuList(element)) return null;
    return token;
  }
  return null;
}

function isFrame(tag) {
  return tag === "iframe" || tag === "frame";
}

function isCalledSomething(element) {
  return (
    hasAuthorName(element) || Boolean(attr(element, "title")) || hasAttr(element, "aria-roledescription")
  );
}

// Focus and global ARIA attributes undo role=none.
function mayBePresentational(element) {
  if (supportsFocus(element)) return false;
  return isCustom(element) || !attributeNamesOf(element).some((name) => UNDOES_NONE.has(name));
}

const UNDOES_NONE = new Set(
  (
    "atomic busy controls current describedby description details dropeffect flowto grabbed " +
    "keyshortcuts label labelledby live owns relevant roledescription"
  )
    .split(" ")
    .map((name) => `aria-${name}`),
);

function isCustom(element) {
  return localNameOf(element).includes("-") && matchesSelector(element, ":defined");
}

function hasAuthorName(element) {
  if (/\S/.test(attr(element, "aria-label") ?? "")) return true;
  return hasAttr(element, "aria-labelledby") && idRefs(element, "aria-labelledby").length > 0;
}

// Items stand in their lists: elsewhere these roles do not hold.
const CONTAINERS = {
  listitem: { roles: ["list", "group"], tags: ["ul", "ol", "menu"] },
  option: { roles: ["listbox", "group"], tags: ["select"] },
  treeitem: { roles: ["tree", "group", "treeitem"], tags: [] },
};

function hasItsContainer(element, role, reading) {
  const wanted = CONTAINERS[role];
  if (!wanted) return true;
  const owner = ownerOf(element, reading);
  if (owner && wanted.roles.includes(roleOf(owner, reading))) return true;
  for (let above = parentOf(element), steps = 0; above && steps < 100; above = parentOf(above), steps++) {
    const tag = tagOf(above);
    if (wanted.tags.includes(tag)) return true;
    const stated = statedRole(above);
    if (wanted.roles.includes(stated)) return true;
    if (stated === "none") continue;
    const isWrapper = tag === "div" || tag === "span" || tag === "slot" || isCustom(above);
    if (stated !== null || !isWrapper) return false;
  }
  return false;
}

// The element that claims another by aria-owns. Looked for once per reading.
function ownerOf(element, reading) {
  reading.owners ??= allOwners();
  return reading.owners.get(element) ?? null;
}

function allOwners() {
  const owners = new Map();
  const found = Document.prototype.querySelectorAll.call(document, "[aria-owns]");
  for (let i = 0; i < found.length && i < 2000; i++) {
    if (CHILDLESS.has(tagOf(found[i]))) continue;
    for (const child of idRefs(found[i], "aria-owns")) {
      if (!owners.has(child) && !isBelow(found[i], child, owners)) owners.set(child, found[i]);
    }
  }
  return owners;
}

// Whether an element stands in another, or in what that one owns.
function isBelow(element, other, owners) {
  for (let one = element, steps = 0; one && steps < 2000; one = owners.get(one) ?? parentOf(one), steps++) {
    if (one === other) return true;
  }
  return false;
}

// Whether the element takes focus, by itself or by tabindex, enabled or not hidden aside.
function supportsFocus(element) {
  if (hasAttr(element, "tabindex") && /^\s*[-+]?\d+/.test(attr(element, "tabindex"))) return true;
  switch (tagOf(element)) {
    case "a":
    case "area":
      return hasAttr(element, "href") || hasAttr(element, "xlink:href");
    case "button":
    case "input":
    case "select":
    case "textarea":
      return !matchesSelector(element, ":disabled") && attr(element, "type") !== "hidden";
    case "summary":
      return isDisclosure(element);
    case "dialog":
    case "iframe":
    case "frame":
    case "embed":
    case "object":
      return true;
    case "audio":
    case "video":
      return hasAttr(element, "controls");
    default:
      return isEditingHost(element);
  }
}

function isEditingHost(element) {
  const value = attr(element, "contenteditable");
  return value !== null && /^(|true|plaintext-only)$/i.test(value) && element instanceof HTMLElement;
}

function isMenuList(select) {
  const size = parseInt(attr(select, "size") ?? "", 10);
  return hasAttr(select, "multiple") ? size === 1 : !(size > 1);
}

function isDisclosure(summary) {
  const details = parentNodeOf(summary);
  if (!(details instanceof HTMLDetailsElement)) return false;
  for (let child = firstElementOf(details); child; child = nextElementOf(child)) {
    if (tagOf(child) === "summary") return child === summary;
  }
  return false;
}

function nativeRole(element, reading) {
  const space = namespaceOf(element);
  if (space === SVG_NAMESPACE) return svgRole(element, reading);
  const tag = tagOf(element);
  if (space === MATHML_NAMESPACE) {
    const part = MATH_ROLES.get(tag);
    return part === undefined ? "generic" : tag === "math" ? "math" : `mathml${part}`;
  }
  switch (tag) {
    case "div":
    case "span":
      return minimumRole(element, reading);
    case "a":
      return hasAttr(element, "href") || hasAttr(element, "onclick") ? "link" : "generic";
    case "area":
      return hasAttr(element, "href") ? "link" : "generic";
    case "li":
      return isItemOfOtherRole(element) ? "none" : "listitem";
    case "input":
      return inputRole(element);
    case "select":
      return isMenuList(element) ? "combobox" : "listbox";
    case "summary":
      return parentOf(element) instanceof HTMLDetailsElement ? "disclosure" : "generic";
    case "header":
      return isInsideSection(element, reading) ? "sectionheader" : "banner";
    case "footer":
      return isInsideSection(element, reading) ? "sectionfooter" : "contentinfo";
    case "aside":
      return asideRole(element, reading);
    case "section":
      reading.roles.set(element, "region"); // what it is if it has a name
      return nameOf(element, reading) === "" ? "generic" : "region";
    case "table":
      return isDataTable(element, reading) ? "table" : "layouttable";
    case "thead":
    case "tbody":
    case "tfoot":
      return tableSectionRole(element, reading);
    case "tr":
      return tableRowRole(element, reading);
    case "td":
    case "th":
      return tableCellRole(element, tag, reading);
    default:
      return PLAIN_ROLES.get(tag) ?? minimumRole(element, reading);
  }
}

// What is no more than a box may still be a group: a popover, something to drag.
function minimumRole(element, reading) {
  const box = boxRole(element, reading);
  if (box !== "generic" || !hasAttributes(element) || hasAttr(element, "role")) return box;
  if (["popover", "autofocus", "draggable"].some((name) => hasAttr(element, name))) return "group";
  return isCustom(element) && property(HTMLElement, "tabIndex", element) >= 0 ? "group" : "generic";
}

// Styles can make lists and tables of anything.
function boxRole(element, reading) {
  reading.styles ??= styleUse();
  if (!reading.styles.boxes) return "generic";
  switch (getComputedStyle(element).display) {
    case "list-item":
      return "listitem";
    case "table":
    case "inline-table":
      return "layouttable";
    case "table-row-group":
    case "table-header-group":
    case "table-footer-group":
      return tableSectionRole(element, reading);
    case "table-row":
      return tableRowRole(element, reading);
    case "table-cell":
      return tableCellRole(element, "td", reading);
    default:
      return "generic";
  }
}

function inputRole(element) {
  const type = property(HTMLInputElement, "type", element);
  const mayList = hasAttr(element, "list") && LISTED_INPUTS.has(type);
  if (mayList && property(HTMLInputElement, "list", element)) return "combobox";
  return INPUT_ROLES.get(type) ?? "textbox";
}

// Items of a list that was given another role are none themselves.
function isItemOfOtherRole(item) {
  const list = parentOf(item);
  if (!list || !["ul", "ol", "menu"].includes(tagOf(list))) return false;
  const role = attr(list, "role");
  return role !== null && role !== "" && role !== "list" && role !== "directory";
}

const SECTIONS = new Set(["article", "complementary", "navigation"]);

// Whether a header, footer or aside belongs to a part of the page rather than to the page.
function isInsideSection(element, reading, mainCounts = true) {
  for (let above = parentOf(element); above; above = parentOf(above)) {
    const tag = tagOf(above);
    if (tag === "section" && statedRole(above) === null) return true;
    if (tag === "div" || tag === "body" || tag === "html") {
      if (!hasAttr(above, "role")) continue;
    }
    const role = roleOf(above, reading);
    if (SECTIONS.has(role) || (mainCounts && role === "main")) return true;
  }
  return false;
}

function asideRole(element, reading) {
  reading.roles.set(element, "complementary");
  if (!isInsideSection(element, reading, false)) return "complementary";
  return nameOf(element, reading) === "" ? "generic" : "complementary";
}

const SHAPES = new Set(["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]);

function svgRole(element, reading) {
  const tag = tagOf(element);
  if (tag === "svg") {
    if (parentNodeOf(element) instanceof SVGElement) return "group";
    return hasPartsToRead(element, reading) ? "svg" : "image";
  }
  if (tag === "a") {
    if (hasAttr(element, "href") || hasAttr(element, "xlink:href")) return "link";
    return closestTo(element, "text") ? "generic" : "group";
  }
  if (tag === "g" || tag === "foreignobject") return "group";
  if (tag === "image") return "image";
  if (tag === "use") return "graphics-object";
  return SHAPES.has(tag) ? "graphics-symbol" : "generic";
}

// A drawing without text, links or parts with titles is a picture.
function hasPartsToRead(svg, reading) {
  const parts = Element.prototype.querySelectorAll.call(svg, "*");
  for (let i = 0; i < parts.length && i < 1000; i++) {
    const tag = tagOf(parts[i]);
    if (tag === "text" && /\S/.test(textContentOf(parts[i]))) return true;
    if (tag === "foreignobject" && firstChildOf(parts[i])) return true;
    if (tag === "use" && usesTitledPart(parts[i])) return true;
    if (
      tag !== "title" &&
      tag !== "desc" &&
      isSvg(parts[i]) &&
      isSvgExposed(parts[i], roleOf(parts[i], reading), tag, reading)
    ) {
      return true;
    }
  }
  return false;
}

// What <use> shows, as far as it is in this document: its title.
function usedPart(use) {
  const href = attr(use, "href") ?? attr(use, "xlink:href") ?? "";
  return href.startsWith("#") && href.length > 1 ? elementById(rootNodeOf(use), href.slice(1)) : null;
}

function usesTitledPart(use) {
  const part = usedPart(use);
  return part !== null && (svgChild(part, "title") !== null || /\S/.test(textContentOf(part)));
}
