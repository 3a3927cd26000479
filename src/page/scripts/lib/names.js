// @use lib/dom.js
// @use lib/visible.js
// @use lib/roles.js
// @use lib/generated.js
// @use lib/native_names.js
// @use lib/states.js
// Accessible names and descriptions by accname 1.2, as Chrome computes them. What an element is called comes,
// in this order, from aria-labelledby, aria-label, its markup (labels, alt, legend, caption …), its content,
// its tooltip.
const MAX_NAME_NODES = 100; // Chrome's own bound: what comes after that many nodes is left out of a name

function nameOf(element, reading = newReading()) {
  return nameRecord(element, reading).text;
}

// {text, from, whole}: from is related, attribute, value, contents, title, placeholder, caption, empty
// (alt="") or none; whole: the name is the one text that the element holds.
function nameRecord(element, reading) {
  let record = reading.names.get(element);
  if (record === undefined) {
    reading.names.set(element, { text: "", from: "none", whole: false }); // for one that depends on itself
    record = computedName(element, reading);
    reading.names.set(element, record);
  }
  return record;
}

// Roles that ARIA gives no name: browsers take an author's label all the same, but no tooltip.
const NAMELESS = new Set(
  (
    "caption code deletion emphasis generic insertion mark none paragraph strong subscript superscript " +
    "suggestion definition term time"
  ).split(" "),
);

function computedName(element, reading) {
  const role = roleOf(element, reading);
  reading.whole = null;
  const text = squeezed(alternativeOf(element, role, false, null, new Set(), reading));
  const from = text === "" && reading.from !== "empty" ? "none" : reading.from;
  return { text, from, whole: from === "contents" && reading.whole === element };
}

// The text alternative of an element; how it was found stands in reading.from. `recursive`: it is part of
// another one's; `root`: the element that a label or description names, while its text is taken.
function alternativeOf(element, role, recursive, root, visited, reading) {
  const tag = tagOf(element);
  reading.from = "none";
  if (tag === "br") {
    reading.from = "contents";
    return "\n";
  }
  if (recursive && !visited.has(element)) {
    const value = embeddedValue(element, role, tag, visited, reading);
    if (value !== null) {
      reading.from = "value";
      return value;
    }
  }
  if ((tag === "video" || tag === "audio") && isUnplayable(element)) {
    reading.from = "value";
    return "Unable to play media.";
  }
  const hasAny = hasAttributes(element);
  if (hasAny) {
    const aria = ariaName(element, root, visited, reading);
    if (aria !== null) return aria;
  }
  if (hasAny || role !== "generic" || tag === "div") visited.add(element); // plain inline boxes do not count
  const native = nativeName(element, role, tag, visited, reading);
  if (native !== null && (native !== "" || reading.from === "related")) return native;
  const explicitlyEmpty = native === "" && reading.from === "empty";
  if (takesNameFromContent(element, role, tag, recursive, root, reading)) {
    const text = textOfDescendants(element, tag, root, visited, false, reading);
    if (text.trim() !== "" || (text !== "" && isInlineBox(element))) {
      reading.from = "contents";
      return text;
    }
  }
  const mayUseTitle = root !== null || !NAMELESS.has(role);
  if (hasAny && mayUseTitle && !(explicitlyEmpty && (tag === "img" || tag === "area"))) {
    const title = tooltipOf(element);
    if (title !== "") {
      reading.from = "title";
      return title;
    }
  }
  reading.from = explicitlyEmpty ? "empty" : "none";
  return "";
}

// Chrome says so of media without a source that works, whatever its author calls it.
function isUnplayable(media) {
  const state = property(HTMLMediaElement, "networkState", media);
  return (
    Boolean(property(HTMLMediaElement, "error", media)) ||
    state === HTMLMediaElement.NETWORK_EMPTY ||
    state === HTMLMediaElement.NETWORK_NO_SOURCE
  );
}

// The title, unless it only repeats the text.
function tooltipOf(element) {
  const title = attr(element, "title");
  if (title === null || title.trim() === "") return "";
  return title.trim() === innerTextOf(element).trim() ? "" : title;
}

function innerTextOf(element) {
  return element instanceof HTMLElement
    ? property(HTMLElement, "innerText", element)
    : textContentOf(element);
}

// From aria-labelledby, which is not followed twice, or aria-label; null when there is neither.
function ariaName(element, root, visited, reading) {
  if (root === null && hasAttr(element, "aria-labelledby")) {
    const labels = idRefs(element, "aria-labelledby");
    if (labels.length > 0) {
      visited.add(element);
      const text = textOfElements(labels, true, visited, reading);
      if (text.trim() !== "") {
        reading.from = "related";
        return text;
      }
    }
  }
  const label = attr(element, "aria-label");
  if (label !== null && label.trim() !== "") {
    reading.from = "attribute";
    return label;
  }
  return null;
}

// The texts of some elements, one after another. Those that ARIA names may be hidden.
function textOfElements(elements, byAria, visited, reading) {
  const parts = [];
  for (const one of elements) {
    const seen = new Set(visited);
    if (byAria) seen.delete(one);
    if (!byAria && (seen.has(one) || isHiddenForName(one, null, reading))) continue;
    const text = alternativeOf(one, roleOf(one, reading), true, byAria ? one : null, seen, reading);
    if (text.trim() !== "") parts.push(text.trim());
  }
  return parts.join(" ");
}

const NAMED_BY_CONTENT = new Set(
  (
    "button cell checkbox columnheader disclosure gridcell heading layouttablecell link menuitem " +
    "menuitemcheckbox menuitemradio option radio rowheader switch tab term tooltip treeitem " +
    "doc-backlink doc-biblioref doc-glossref doc-noteref doc-subtitle graphics-object"
  ).split(" "),
);
// These give their text to the names of others, but have none by it themselves.
const PART_OF_NAMES = new Set(
  (
    "abbr canvas caption code deletion insertion definition descriptionlist emphasis figcaption label " +
    "layouttable layouttablerow legend list listitem mark none paragraph region ruby strong subscript " +
    "superscript svg time generic"
  ).split(" "),
);

function takesNameFromContent(element, role, tag, recursive, root, reading) {
  if (tag === "select") return false;
  if (isTextField(element, role, tag) && root !== element) return false;
  if (root !== null) return true;
  if (NAMED_BY_CONTENT.has(role)) {
    return !(role === "option" && tag === "option" && hasOneText(element) && isMenuOption(element));
  }
  if (role === "row") return isRowOfGrid(element, reading);
  if (role === "math") return tag !== "math";
  if (role === "rubyannotation") return !recursive;
  if (role === "group" && tag !== "details" && tag !== "address") return false;
  if (tag === "svg" && role === "image" && !hasAttr(element, "role")) return recursive;
  const isPart = PART_OF_NAMES.has(role) || role === "group" || (tag === "footer" && !hasAttr(element, "role"));
  if (!isPart) return false;
  if (tag === "body" || tag === "html") return false;
  if (recursive) return true;
  return isFocusedItself(element, reading);
}

// A box that has the focus and nothing to call it by is called by its content.
function isFocusedItself(element, reading) {
  if (reading.focused === undefined) reading.focused = focusedElement();
  if (reading.focused !== element) return false;
  return !property(HTMLElement, "isContentEditable", element) && !hasAttr(element, "aria-activedescendant");
}

function isTextField(element, role, tag) {
  if (tag === "textarea" || isEditingHost(element)) return true;
  if (role === "textbox" || role === "searchbox") return true;
  return tag === "input" && (role === "spinbutton" || role === "combobox");
}

function isRowOfGrid(row, reading) {
  for (let above = parentOf(row), steps = 0; above && steps < 100; above = parentOf(above), steps++) {
    const role = roleOf(above, reading);
    if (role === "grid" || role === "treegrid") return true;
    if (!NEUTRAL_IN_TABLES.has(role) && role !== "none") return false;
  }
  return false;
}

// Left out of names: not rendered, or aria-hidden; except below a root that is hidden itself.
function isHiddenForName(element, root, reading) {
  if (attr(element, "aria-hidden") === "true") return root !== element;
  if (root !== null && isHiddenRoot(root, reading)) return false;
  return !isShownForName(element);
}

function isHiddenRoot(root, reading) {
  reading.hiddenRoots ??= new Map();
  let hidden = reading.hiddenRoots.get(root);
  if (hidden === undefined) {
    hidden = !isRendered(root);
    reading.hiddenRoots.set(root, hidden);
  }
  return hidden;
}

function isShownForName(element) {
  if (checkVisibility(element, VISIBLE)) return true;
  if (tagOf(element) === "option") return true;
  if (closestTo(element, "canvas")) return getComputedStyle(element).display !== "none";
  return renderingOf(element) !== RENDERED.NOT;
}

const CHILDLESS = new Set(
  "img input textarea hr meter progress iframe frame audio video embed br select".split(" "),
);

// The text of what is inside, in the order of the flattened tree, with spaces where boxes end.
function textOfDescendants(element, tag, root, visited, lifted, reading) {
  if (CHILDLESS.has(tag)) return defaultText(element, tag, lifted);
  if (reading.depth > MAX_DEPTH) return "";
  reading.depth++;
  const text = joinedText(element, tag, root, visited, reading);
  reading.depth--;
  return text;
}

function joinedText(element, tag, root, visited, reading) {
  const only = reading.inert > 0 ? null : onlyText(element, tag, reading);
  if (only !== null) {
    visited.add(firstChildOf(element));
    reading.whole = element;
    return shownText(only, element, reading);
  }
  let text = "";
  let previous = null;
  const closed = tag === "details" && !hasAttr(element, "open");
  const inHiddenRoot = root !== null && isHiddenRoot(root, reading);
  const silent = !inHiddenRoot && !isVisibleItself(element, tag); // only what is inside may be visible
  const boxless = inHiddenRoot || !hasBox(element);
  for (const part of partsOf(element, reading)) {
    if (visited.size > MAX_NAME_NODES) break;
    if (silent && !part.element) continue;
    if (closed && !(part.element && tagOf(part.element) === "summary")) continue;
    const next = textOfPart(part, element, root, visited, reading);
    if (next === null) {
      if (previous && part.element && isBlockThere(part.element)) previous.broken = true;
      continue;
    }
    if (next.text !== "" && previous && text !== "" && !endsInSpace(text) && !beginsWithSpace(next.text)) {
      if (boxless || needsSpace(previous, next)) text += " ";
    }
    text += next.text;
    if (next.text === "" && previous) next.from = previous.from;
    previous = next;
  }
  if (tag === "details" && !hasSummary(element)) return `Details ${text}`; // the browser's own word
  return text;
}

function isBlockThere(element) {
  return checkVisibility(element) && !isInlineBox(element);
}

function hasSummary(details) {
  for (let child = firstElementOf(details); child; child = nextElementOf(child)) {
    if (tagOf(child) === "summary") return true;
  }
  return false;
}

// Inside canvas and in hidden labels nothing has a box, and every part is on its own.
function hasBox(element) {
  return (
    checkVisibility(element) ||
    getComputedStyle(element).display === "contents" ||
    tagOf(element) === "option"
  );
}

// For elements that may be `visibility: hidden` and hold visible ones.
function isVisibleItself(element, tag) {
  if (tag === "option" || checkVisibility(element, VISIBLE)) return true;
  return getComputedStyle(element).visibility === "visible";
}

function endsInSpace(text) {
  return /[\t\n\f\r ]$/.test(text);
}

function beginsWithSpace(text) {
  return /^[\t\n\f\r ]/.test(text);
}

// The text of an element that holds nothing but one text; null otherwise. Most names are of this kind.
function onlyText(element, tag, reading) {
  const child = firstChildOf(element);
  if (!child || nodeTypeOf(child) !== TEXT_NODE || nextSiblingOf(child)) return null;
  if (reading.styles === undefined) reading.styles = styleUse();
  if (reading.styles.generated || tag === "q" || tag === "slot" || hasAttr(element, "aria-owns")) return null;
  return shadowRootOf(element, tag) ? null : textOf(child);
}

// What a name is made of: texts {text}, generated texts, elements {element}; owned ones at the end.
function partsOf(element, reading) {
  const parts = [];
  const before = generatedText(element, "::before", reading);
  if (before) parts.push({ generated: before });
  for (const child of childNodesOf(element)) {
    const type = nodeTypeOf(child);
    if (type === TEXT_NODE) parts.push({ text: child });
    else if (type === ELEMENT_NODE && !reading.owners?.has(child)) parts.push({ element: child });
  }
  const after = generatedText(element, "::after", reading);
  if (after) parts.push({ generated: after });
  if (hasAttr(element, "aria-owns")) {
    for (const child of idRefs(element, "aria-owns")) {
      if (ownerOf(child, reading) === element) parts.push({ element: child, owned: true });
    }
  }
  return parts;
}

// {text, from, element} of one part, or null when it is hidden.
function textOfPart({ generated, text, element, owned }, parent, root, visited, reading) {
  if (!element && reading.inert > 0) return null;
  if (generated) return { text: generated.text, from: generated.from, block: generated.block };
  if (text) {
    visited.add(text);
    return { text: shownText(textOf(text), parent, reading), from: "contents" };
  }
  const tag = tagOf(element);
  if (UNSPOKEN.has(tag) || isHiddenForName(element, root, reading)) return null;
  const inert = isInert(element);
  if (inert) reading.inert++;
  const part = spokenPart(element, tag, root, visited, reading);
  if (inert) reading.inert--;
  if (owned) part.control = true;
  return part;
}

function spokenPart(element, tag, root, visited, reading) {
  if (!isVisibleItself(element, tag) && !(root && isHiddenRoot(root, reading))) {
    // only what is inside may be visible
    return { text: textOfDescendants(element, tag, root, visited, true, reading), from: "none", element };
  }
  const role = roleOf(element, reading);
  if (visited.has(element) && root === null) return { text: "", from: "none", element };
  if (role === "none") {
    return { text: textOfDescendants(element, tag, root, visited, true, reading), from: "none", element };
  }
  const text = alternativeOf(element, role, true, root, visited, reading) + chosenFiles(element, tag);
  return { text, from: reading.from, element, control: isFormControl(tag) };
}

// A file field inside a label says what was chosen.
function chosenFiles(element, tag) {
  const files = tag === "input" ? property(HTMLInputElement, "files", element) : null;
  if (!files) return "";
  return files.length === 0
    ? ": No file chosen"
    : files.length === 1
      ? `: ${files[0].name}`
      : `: ${files.length} files`;
}

const UNSPOKEN = new Set("script style template noscript head title meta link datalist".split(" "));
const FORM_CONTROLS = new Set("button input select textarea output fieldset object".split(" "));

function isFormControl(tag) {
  return FORM_CONTROLS.has(tag);
}

const SEPARATE = new Set(["attribute", "related", "title", "value", "placeholder", "caption"]);

function needsSpace(previous, next) {
  if (previous.broken || previous.control || next.control) return true;
  if (SEPARATE.has(previous.from) || SEPARATE.has(next.from)) return true;
  return !isInlinePart(previous) || !isInlinePart(next);
}

function isInlinePart(part) {
  if (!part.element) return !part.block;
  return isInlineBox(part.element) && (firstElementOf(part.element) === null || !holdsBlock(part.element));
}

// An inline element with a block inside breaks the line around it.
function holdsBlock(element) {
  const inside = Element.prototype.querySelectorAll.call(element, "*");
  for (let i = 0; i < inside.length && i < 30; i++) {
    if (checkVisibility(inside[i]) && isBlockLevel(getComputedStyle(inside[i]).display)) return true;
  }
  return false;
}

const ATOMIC = new Set(
  "wbr img svg video audio canvas iframe object embed input select textarea button meter progress".split(" "),
);

function isInlineBox(element) {
  if (ATOMIC.has(tagOf(element))) return false;
  const display = getComputedStyle(element).display;
  return display === "inline" || display.startsWith("ruby") || display === "math";
}

// The description: aria-describedby, aria-description, or what markup says beside the name.
function descriptionOf(element, reading = newReading()) {
  if (hasAttr(element, "aria-describedby")) {
    const described = textOfElements(idRefs(element, "aria-describedby"), true, new Set(), reading);
    if (described !== "") return squeezed(described);
  }
  const aria = attr(element, "aria-description");
  if (aria !== null) return squeezed(aria);
  return squeezed(nativeDescription(element, nameRecord(element, reading), reading));
}

// What its author calls a box that can be used and has no role.
function authorName(element) {
  if (!hasAttributes(element)) return "";
  const related = idRefs(element, "aria-labelledby").map((one) => squeezed(textContentOf(one).slice(0, 300))).join(" ");
  return squeezed(related || (attr(element, "aria-label") ?? "") || (attr(element, "title") ?? ""));
}
