// @use lib/dom.js
// @use lib/visible.js
// @use lib/roles.js
// @use lib/names.js
// @use lib/exposed.js
// @use lib/interactive.js
// The accessibility tree of a document as records: {element, role, name, children} for elements that mean
// something, {text} for runs of text. What means nothing is not there; its children stand in its place. One
// pass, no recursion.

// Never rendered, or said elsewhere.
const HEADLESS = new Set(
  (
    "script style template noscript head title meta link datalist desc symbol clippath mask pattern " +
    "marker lineargradient radialgradient filter metadata param source track col colgroup"
  ).split(" "),
);
// Elements whose role only says how text looks or is arranged: their content stands in their place.
const FOLDED = new Set(
  (
    "paragraph strong emphasis code mark deletion insertion subscript superscript time abbr label " +
    "legend figcaption caption rowgroup layouttable layouttablerow layouttablecell ruby term " +
    "sectionheader sectionfooter generic none svg graphics-symbol graphics-object"
  ).split(" "),
);
// Their text is content, not a name.
const HOLDS_TEXT = new Set(
  "cell gridcell columnheader rowheader listitem row definition descriptionlist".split(" "),
);
const MAX_ELEMENTS = 500000;
const MAX_HOSTS = 200;
const MAX_OPTIONS = 50;

// options: dropHidden, dropUnseen: controls that are transparent, clipped to nothing or beside the page too; maxNodes, onElement(element, role): told of every element that Chrome lists (for tests).
function axTree(start, reading, options) {
  reading.styles ??= styleUse();
  reading.owners ??= allOwners();
  if (reading.focused === undefined) reading.focused = focusedElement();
  const tree = {
    reading,
    options,
    root: newRecord(null, "root", ""),
    run: "",
    nodes: 0,
    hidden: 0,
    elements: 0,
    hosts: [],
    full: false,
    sight: options.dropHidden ? newSight(reading.styles) : null,
  };
  const stack = [newFrame(null, tree.root, [start], null)];
  while (stack.length > 0) {
    const frame = stack[stack.length - 1];
    if (frame.index === frame.children.length && frame.owned) {
      Object.assign(frame, { children: frame.owned, index: 0, owned: null, owns: true });
    }
    if (frame.index === frame.children.length || tree.full) {
      leaveFrame(tree, frame);
      stack.pop();
      continue;
    }
    const child = frame.children[frame.index++];
    const type = nodeTypeOf(child);
    if (type === TEXT_NODE) {
      if (frame.showsText) addText(tree, frame, textOf(child), child);
    } else if (type === ELEMENT_NODE) {
      const inner = enterElement(tree, frame, child);
      if (inner) stack.push(inner);
    }
  }
  return tree;
}

function newRecord(element, role, name) {
  return { element, role, name, children: [], shadow: false, inRoot: false, clickable: false, more: 0 };
}

function newFrame(element, record, children, above) {
  return {
    element,
    record,
    children,
    index: 0,
    cover: above ? above.cover : "", // text that is in a name already
    showsText: true,
    rendered: false,
    seen: undefined,
    boundary: 0,
    owned: null,
    owns: false,
    onlyName: false,
    interactive: above ? above.interactive : false,
    pointer: above ? above.pointer : false,
    inCanvas: above ? above.inCanvas : false,
    inSelect: above ? above.inSelect : false,
    inRoot: above ? above.inRoot : false, // of a host that has no line of its own
    mayHost: false,
    elements: 0,
    renderedElements: 0,
  };
}

// A frame for the element's children, or null when there is nothing to see in it.
function enterElement(tree, frame, element) {
  const { reading, options } = tree;
  const tag = tagOf(element);
  if (++tree.elements >= MAX_ELEMENTS) tree.full = true;
  frame.elements++;
  if (HEADLESS.has(tag)) return null;
  if (frame.element && !frame.owns && reading.owners.has(element)) return null;
  const attributed = hasAttributes(element);
  if (attributed && isKeptOut(element, frame, reading)) return null;
  const rendering =
    frame.inCanvas || frame.inSelect
      ? fallbackRendering(element, tag)
      : ownRendering(element, tag, frame, reading);
  if (rendering === RENDERED.NOT) return null;
  frame.renderedElements++;
  const role = roleOf(element, reading);
  const mayBeUnseen = options.dropUnseen && INTERACTIVE_ROLES.has(role) && !NO_BOX_TAGS.has(tag) && !frame.inSelect && !frame.inCanvas;
  if (mayBeUnseen && isUnseen(element, rendering, tree.sight)) return null;
  const visible = rendering !== RENDERED.INVISIBLE;
  const exposed = visible && isExposed(element, role, tag, reading);
  if (exposed && options.onElement) options.onElement(element, role);
  const record = visible ? recordOf(tree, frame, element, role, tag, exposed, attributed) : null;
  const inner = newFrame(element, record ?? frame.record, [], frame);
  inner.showsText = visible && role !== "rubyannotation";
  inner.rendered = rendering === RENDERED.YES;
  if (record) {
    record.inRoot = frame.inRoot;
    inner.inRoot = false;
    describe(tree, inner, record, element, role, tag);
  }
  if (!record) fold(tree, frame, inner, element, role, tag);
  fillFrame(tree, inner, element, tag);
  if (inner.children.length > 0 || inner.owned) return inner;
  leaveFrame(tree, inner);
  return null;
}

// Without a box, or with one that a drawn twin stands for.
const NO_BOX_TAGS = new Set(["input", "option", "area"]);

// A control that is there but not to be seen yet: an entry of a menu that opens when the pointer comes.
function isUnseen(element, rendering, sight) {
  if (rendering === RENDERED.TRANSPARENT || sightFacts(element, sight).clipped) return true;
  const rect = rectOf(element);
  if (rect.width >= 1 && rect.height >= 1) return isOutside(rect, sight) && !isReachable(element, null, rect, sight);
  return isNothing(textRect(element, null));
}

// Hidden from assistive technology by an attribute; but not when the focus is inside.
function isKeptOut(element, frame, reading) {
  if (isInert(element) && !frame.inCanvas) return true;
  if (attr(element, "aria-hidden") !== "true") return false;
  return !(reading.focused && containsNode(element, reading.focused));
}

// Inside canvas and select nothing has a box of its own.
function fallbackRendering(element, tag) {
  const style = getComputedStyle(element);
  if (style.display === "none" && tag !== "option") return RENDERED.NOT;
  return style.visibility === "visible" ? RENDERED.YES : RENDERED.INVISIBLE;
}

// The areas of an image map have no boxes; what styles make inert is there but not to be used.
function ownRendering(element, tag, frame, reading) {
  if (tag === "area") return frame.element instanceof HTMLImageElement ? RENDERED.YES : RENDERED.NOT;
  if (reading.styles.skips && getComputedStyle(element).interactivity === "inert") return RENDERED.INVISIBLE;
  return renderingOf(element);
}

// The record of an element that gets a line of its own, or null.
function recordOf(tree, frame, element, role, tag, exposed, attributed) {
  const folds = !exposed || FOLDED.has(role);
  const shown = folds
    ? wordForFolded(tree, frame, element, role, exposed, attributed)
    : wordForExposed(tree, frame, element, role, tag);
  const reacts =
    !INTERACTIVE_ROLES.has(shown ?? role) && role !== "cell" && isClickable(frame, element, role, attributed);
  if (shown === null && !reacts) return null;
  flushText(tree, frame);
  const record = newRecord(element, shown ?? (folds ? "clickable" : role), "");
  record.clickable = reacts;
  frame.record.children.push(record);
  if (++tree.nodes >= tree.options.maxNodes) tree.full = true;
  return record;
}

// What Chrome lists as a plain box, or not at all, but a caller wants to know of: editors, named drawings.
function wordForFolded(tree, frame, element, role, exposed, attributed) {
  if (!attributed && role !== "svg") return null;
  if (isEditingHost(element)) return "textbox";
  if (!exposed) return null;
  if (role === "svg") return nameOf(element, tree.reading) === "" ? null : "image";
  return (role === "sectionheader" || role === "sectionfooter") && hasAuthorName(element) ? role : null;
}

// Without a name a group says nothing, and a picture in a control is decoration.
function wordForExposed(tree, frame, element, role, tag) {
  if (role === "image") return isIcon(frame, element, tag, tree.reading) ? null : role;
  if (role !== "group" || nameOf(element, tree.reading) !== "") return role;
  return tag === "details" && !hasSummary(element) ? "disclosure" : null;
}

// A picture that nobody named: drawn inside a control, or with SVG.
function isIcon(frame, element, tag, reading) {
  return (tag === "svg" || frame.interactive) && nameOf(element, reading) === "" && !supportsFocus(element);
}

// Something that is no control but reacts to the mouse, as far as a page script can tell: by attributes, or
// by the hand that the cursor becomes over it.
function isClickable(frame, element, role, attributed) {
  if (role === "label" || role === "legend" || frame.inSelect) return false;
  const isOwn = (attributed || openchrome.reacts(element)) && isInteractive(element, role);
  if (frame.interactive) return false;
  if (isOwn) return true;
  // Inside of a box that reacts as a whole, a picture is something of its own: the bin in a row.
  if (frame.pointer) return isIconElement(element, tagOf(element)) && hintOf(element) !== "" && hasUseCursor(element);
  return hasUseCursor(element);
}

function describe(tree, inner, record, element, role, tag) {
  const { reading } = tree;
  inner.pointer ||= record.clickable && hasUseCursor(element);
  inner.interactive ||= INTERACTIVE_ROLES.has(record.role);
  if (!HOLDS_TEXT.has(role)) {
    const found = record.role === "clickable" ? authorNameRecord(element) : nameRecord(element, reading);
    if (found) {
      record.name =
        withoutIcons(found.text) || (tag === "details" && record.role === "disclosure" ? "Details" : "");
      inner.cover = found.text.length <= MAX_NAME && isNamedLikeItsText(role) ? found.text : "";
      inner.onlyName = found.whole;
    }
  } else if (hasAttributes(element) && hasAuthorName(element)) {
    record.name = nameOf(element, reading);
  }
  if (tag === "select") inner.inSelect = true;
  if (tag === "canvas") inner.inCanvas = true;
  if (record.role === "textbox" && isEditingHost(element)) {
    inner.cover += squeezed(valueOf(element, "textbox", reading) ?? "");
  }
}

// ARIA gives a box without a role no name; what its author called it helps all the same.
function authorNameRecord(element) {
  const text = authorName(element);
  return text === "" ? null : { text, from: "attribute", whole: false };
}

// Letters of icon fonts stand in the private use area and mean nothing to a reader.
function withoutIcons(text) {
  return /[\uE000-\uF8FF]/.test(text) ? squeezed(text.replace(/[\uE000-\uF8FF]/g, " ")) : text;
}

const MAX_NAME = 300;

// Controls, headings and the like: what they are called is what they hold. The name of a region says nothing
// of its text.
function isNamedLikeItsText(role) {
  return NAMED_BY_CONTENT.has(role) || INTERACTIVE_ROLES.has(role);
}

// An element without a record: its text joins that around it, unless its box begins a line of its own.
function fold(tree, frame, inner, element, role, tag) {
  inner.boundary = boundaryOf(element, role);
  if (inner.boundary === 2) flushText(tree, frame);
  else if (inner.boundary === 1) tree.run += " ";
  if (tag === "br") tree.run += " ";
  if (tag === "canvas") inner.inCanvas = true;
  if (role === "label") {
    const control = property(HTMLLabelElement, "control", element);
    if (control && isRendered(control)) inner.cover = nameOf(control, tree.reading);
  } else if (role === "legend" || role === "caption") {
    const owner = parentOf(element);
    if (owner) inner.cover = nameOf(owner, tree.reading);
  }
}

// 0: inside a line, 1: a box inside a line, 2: a block.
function boundaryOf(element, role) {
  if (role === "paragraph") return 2;
  const display = getComputedStyle(element).display;
  if (display === "inline" || display === "contents" || display.startsWith("ruby")) return 0;
  return display.startsWith("inline") ? 1 : 2;
}

function fillFrame(tree, inner, element, tag) {
  const { reading } = tree;
  if (inner.onlyName && !tree.options.onElement) return;
  if (tag === "details" && !hasAttr(element, "open")) {
    inner.children = childNodesOf(element).filter(
      (child) => nodeTypeOf(child) === ELEMENT_NODE && tagOf(child) === "summary",
    );
    inner.showsText = false;
    return;
  }
  if (tag === "map") return;
  if (tag === "img") inner.children = areasOf(element);
  if (tag === "select") return fillSelect(tree, inner, element);
  if (CHILDLESS.has(tag)) return;
  if (skipsContent(element, reading)) return;
  const hosts = mayHost(element, tag);
  const root = hosts ? openchrome.rootOf(element) : null;
  if (root) {
    if (inner.record.element === element) inner.record.shadow = true;
    else inner.inRoot = true;
    noteShadowStyles(root, reading.styles);
    inner.children = plainChildrenOf(root);
  } else {
    inner.children = tag === "slot" ? childNodesOf(element) : plainChildrenOf(element);
    if (tag === "slot") inner.inRoot = false;
    inner.mayHost = hosts && tree.hosts.length < MAX_HOSTS;
  }
  if (reading.styles.generated || tag === "q") {
    const before = inner.showsText && generatedText(element, "::before", reading);
    if (before) addText(tree, inner, before.text, null);
  }
  if (reading.owners.size > 0 && hasAttr(element, "aria-owns")) {
    inner.owned = idRefs(element, "aria-owns").filter((child) => reading.owners.get(child) === element);
  }
}

function fillSelect(tree, inner, select) {
  const children = plainChildrenOf(select);
  const all = property(HTMLSelectElement, "options", select).length;
  inner.children = tree.options.onElement ? children : children.slice(0, 4 * MAX_OPTIONS);
  inner.record.more = all;
}

// content-visibility: hidden, and hidden=until-found, which is made of it.
function skipsContent(element, reading) {
  if (!reading.styles.skips && attr(element, "hidden") !== "until-found") return false;
  return getComputedStyle(element).contentVisibility === "hidden";
}

// The areas of an image map belong to the first image that uses it.
function areasOf(image) {
  const name = attr(image, "usemap");
  if (!name || !name.startsWith("#") || name.length < 2) return [];
  const all = (selector) => Document.prototype.querySelectorAll.call(document, selector);
  if (all(`img[usemap="${CSS.escape(name)}"]`)[0] !== image) return [];
  const map = all(`map[name="${CSS.escape(name.slice(1))}"]`)[0];
  return map ? Array.from(Element.prototype.querySelectorAll.call(map, "area")).slice(0, 500) : [];
}

function leaveFrame(tree, frame) {
  const element = frame.element;
  const mayGenerate = element && frame.showsText && !frame.onlyName && !CHILDLESS.has(localNameOf(element));
  if (mayGenerate && (tree.reading.styles.generated || localNameOf(element) === "q")) {
    const after = generatedText(element, "::after", tree.reading);
    if (after) addText(tree, frame, after.text, null);
  }
  if (frame.record.element === element || frame.boundary === 2) flushText(tree, frame);
  else if (frame.boundary === 1) tree.run += " ";
  if (frame.mayHost) noteHost(tree, frame, element);
}

// Elements that may have a closed shadow root: custom ones, and those that take space but show no content.
function noteHost(tree, frame, element) {
  if (tree.hosts.length >= MAX_HOSTS || openchrome.isKnownHost(element)) return;
  if (isCustom(element)) {
    tree.hosts.push(openchrome.refOf(element));
    return;
  }
  if (localNameOf(element).includes("-")) return;
  if (firstChildOf(element) && (frame.elements === 0 || frame.renderedElements > 0)) return;
  const rect = rectOf(element);
  if (rect.width > 0 && rect.height > 0) tree.hosts.push(openchrome.refOf(element));
}

function addText(tree, frame, data, node) {
  if (!/[^\t\n\f\r ]/.test(data)) {
    if (tree.run !== "" && !tree.run.endsWith(" ")) tree.run += " ";
    return;
  }
  const text = frame.element ? shownText(data, frame.element, tree.reading) : data;
  if (frame.cover !== "" && isCovered(text, frame)) {
    if (tree.run !== "") tree.run += " ";
    return;
  }
  if (tree.sight && frame.element && !frame.inSelect && !frame.inCanvas) {
    frame.seen ??= isSeenByPerson(frame.element, tree.sight, node, frame.rendered);
    if (!frame.seen) {
      tree.hidden++;
      return;
    }
  }
  tree.run += text;
}

// Said by the name already; or a sign on a control that has a name (×, ‹).
function isCovered(text, frame) {
  return frame.cover.includes(squeezed(text)) || (frame.interactive && !/[\p{L}\p{N}]/u.test(text));
}

function flushText(tree, frame) {
  if (tree.run === "") return;
  const text = squeezed(withoutIcons(tree.run));
  tree.run = "";
  if (text === "") return;
  frame.record.children.push({ text });
  if (++tree.nodes >= tree.options.maxNodes) tree.full = true;
}
