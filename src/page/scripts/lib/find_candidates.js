// @use lib/dom.js
// @use lib/roles.js
// @use lib/names.js
// @use lib/states.js
// @use lib/interactive.js
// @use lib/generated.js
// @use lib/glyphs.js
// @use lib/find_grade.js
// @use lib/beside_labels.js
// The elements that a phrase may mean, and the texts that they are known by: the same names and roles that read_page
// shows. Kinds: "control" can be operated, "thing" has a role, "text" is neither.
const findLimits = { elements: 500000, texts: 20000, text: 400, fuzzy: 2500 };
const findWalk = methodOf(Document.prototype, "createTreeWalker");
const FIND_SKIPPED = new Set(
  (
    "script style head meta link template noscript br wbr path defs symbol title source track param col colgroup " +
    "rp rt datalist clippath mask pattern marker lineargradient radialgradient filter metadata"
  ).split(" "),
);
// Roles of elements that hold others: only a name of their own counts, not their text.
const FIND_CONTAINERS = new Set(
  (
    "main banner contentinfo navigation complementary region search form article dialog alertdialog table " +
    "grid treegrid tree tablist tabpanel toolbar menu menubar radiogroup figure list listbox " +
    "descriptionlist group application document feed rowgroup layouttable layouttablerow layouttablecell " +
    "iframe object embed blockquote log sectionheader sectionfooter svg"
  ).split(" "),
);
// Controls whose name is their text by their nature; a box that merely reacts may hold a whole record.
const FIND_OWN_NAMES = new Set(
  "button link tab menuitem menuitemcheckbox menuitemradio option switch checkbox radio disclosure treeitem".split(" "),
);

// Every element of the document with a role or a use, in document order; `cut` when there were too many to look at.
function findCandidates(reading) {
  const candidates = [];
  let left = findLimits.elements;
  let order = 0;
  const stack = [{ node: property(Document, "documentElement", document), inControl: false, pointer: false }];
  while (stack.length > 0 && left-- > 0) {
    const state = stack.pop();
    const element = state.node;
    if (!element) continue;
    const next = nextElementOf(element);
    if (next) stack.push({ ...state, node: next });
    order++;
    const tag = tagOf(element);
    if (FIND_SKIPPED.has(tag)) continue;
    const inside = { node: null, inControl: state.inControl, pointer: state.pointer };
    if (tag !== "html" && tag !== "body") {
      const candidate = findCandidate(element, tag, order, state, inside, reading);
      if (candidate) candidates.push(candidate);
    }
    const child = firstElementOf(element);
    if (child) stack.push({ ...inside, node: child });
    const root = shadowRootOf(element, tag);
    if (root) noteShadowStyles(root, reading.styles);
    const inner = root && property(ShadowRoot, "firstElementChild", root);
    if (inner) stack.push({ ...inside, node: inner });
  }
  return { candidates, cut: left < 0 };
}

// `inside` is told what holds for its children.
function findCandidate(element, tag, order, state, inside, reading) {
  if (tag === "input" && attr(element, "type") === "hidden") return null;
  const role = roleOf(element, reading);
  let interactive = isInteractive(element, role);
  const plain = role === "generic" || role === "none" || role === "label";
  const isNative = interactive && !plain;
  if (!interactive && !state.pointer && hasUseCursor(element)) {
    inside.pointer = true;
    // The label of a control is that control; what a control holds is a part of it.
    interactive = !state.inControl && role !== "label" && role !== "legend";
  } else if (interactive) {
    inside.pointer = state.pointer || hasUseCursor(element);
  }
  const isIcon = !interactive && state.pointer && !state.inControl && isIconElement(element, tag);
  if (isNative && FIND_OWN_NAMES.has(role)) inside.inControl = true;
  if (!interactive && !isIcon && plain) return null;
  return {
    element,
    tag,
    role: role === "label" && interactive ? "clickable" : plain ? "clickable" : role,
    kind: interactive || isIcon ? "control" : "thing",
    own: FIND_OWN_NAMES.has(role) || FIELD_ROLES.has(role),
    order,
  };
}

const FIELD_ROLES = new Set([...TEXT_FIELDS.split(" "), "listbox", "slider"]);

function findIsContainer({ role, kind }) {
  return FIND_CONTAINERS.has(role) && kind !== "control";
}

// [{text, source, most: the best grade, whole: a part of it is no name}]: source 0 is the accessible name, 1 what else a person sees of it, 2 what only the markup says. Of a box that
// holds several things its label is a name and its whole text is not.
function findTexts(candidate, reading) {
  if (candidate.texts) return candidate.texts;
  const { element, tag, role } = candidate;
  const texts = [];
  const add = (text, source, most = GRADE.same, whole = false) => {
    if (text && text.length <= 2000 && text.trim() !== "" && !texts.some((known) => known.text === text))
      texts.push({ text, source, most, whole });
  };
  candidate.texts = texts;
  candidate.name = findNameText(candidate, reading);
  add(candidate.name, 0);
  if (hasAttributes(element)) {
    for (const name of ["aria-label", "placeholder", "aria-placeholder", "title", "alt"]) add(attr(element, name), 1);
  }
  if (candidate.name === "" && FIND_LABELLED.has(role)) for (const label of labelsBeside(element, role)) add(label, 1, GRADE.joined, true);
  const isTicked = role === "radio" || role === "checkbox";
  for (const label of labelsOfField(element, tag)) add(leadingText(label), 1, isTicked ? GRADE.same : GRADE.joined);
  if (!findIsContainer(candidate) && tag !== "select") {
    const whole = findSpacedText(element, findLimits.text, reading);
    add(whole, candidate.own || whole.length <= 60 ? 1 : 3);
    // "Cancel" with a hidden "Order 73" behind it is Cancel to those who see it.
    if (candidate.own && firstElementOf(element)) {
      add(seenTextOf(element), 1);
      add(leadingText(element), 1, GRADE.joined);
    }
    const isList = candidate.kind === "control" && /^(clickable|list|navigation)$/.test(role) && isListOfTexts(element);
    if (!candidate.own && !isList) for (const label of findLabelsInside(element)) add(label, 1, label === whole ? GRADE.same : GRADE.joined);
  }
  if (candidate.kind === "control") {
    if (tag === "input" || tag === "button") add(attr(element, "type"), 2);
    if (tag === "input" || tag === "textarea" || tag === "select") add(valueOf(element, role, reading), 2);
    if (tag === "a") add(findAddress(attr(element, "href")), 2);
    add(attr(element, "autocomplete"), 2);
  }
  for (const name of ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "id", "name"]) {
    const value = hasAttributes(element) ? attr(element, name) : null;
    if (value && value.length < 100) add(value.replace(/([a-z\d])([A-Z])/g, "$1 $2"), 2);
  }
  candidate.hint = candidate.kind === "control" && !candidate.name ? hintInside(element) : "";
  if (candidate.hint) add(candidate.hint, 2);
  return texts;
}

function labelsOfField(element, tag) {
  const type = { input: HTMLInputElement, select: HTMLSelectElement, textarea: HTMLTextAreaElement }[tag];
  return Array.from((type && property(type, "labels", element)) ?? []);
}

// What a person takes for the name of a box that goes on with a note: "Pro" above "all of Basic", "Email" before a small "not your
// work email". "" for a text without one.
function leadingText(box) {
  if (!firstElementOf(box)) return "";
  const walker = findWalk(document, box, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const words = [];
  let line = null; // the block that the first words stand in
  let hasBroken = false;
  for (let node = walker.nextNode(), left = 40; node && left > 0; node = walker.nextNode(), left--) {
    if (nodeTypeOf(node) === ELEMENT_NODE) {
      hasBroken ||= words.length > 0 && tagOf(node) === "br";
      continue;
    }
    if (!/[\p{L}\p{N}]/u.test(textOf(node))) continue;
    const block = blockAround(node, box);
    if (words.length > 0 && (hasBroken || block !== line || isSideNote(node, box))) return squeezed(words.join(" "));
    if (isSideNote(node, box)) return "";
    line = block;
    words.push(textOf(node));
  }
  return "";
}

function blockAround(node, box) {
  return ancestorOf(parentOf(node), (one) => one === box || !/^(inline|contents)$/.test(getComputedStyle(one).display));
}

const SIDE_NOTE = /(?:^|[\s_-])(?:badge|count|hint|help|desc|description|muted|note|secondary|optional)(?:$|[\s_-])/i;

function isSideNote(node, box) {
  const note = (one) => one === box || tagOf(one) === "small" || SIDE_NOTE.test(attr(one, "class") ?? "");
  return ancestorOf(parentOf(node), note) !== box;
}

const FIND_LABELLED = new Set([...TEXT_FIELDS.split(" "), "listbox", "slider", "checkbox", "radio", "switch"]);

const FIND_HOLDS_TEXT = new Set(
  (
    "cell gridcell columnheader rowheader paragraph definition term status alert caption legend time strong " +
    "emphasis code mark text"
  ).split(" "),
);

function findNameText(candidate, reading) {
  const name = withoutGlyphs(nameOf(candidate.element, reading));
  if (name !== "" || findIsContainer(candidate) || !FIND_HOLDS_TEXT.has(candidate.role)) return name;
  const text = findSpacedText(candidate.element, findLimits.text, reading);
  return text.length > 300 ? "" : text;
}

// The last words of an address: /account/settings?x=1 → "settings".
function findAddress(href) {
  if (!href || href.length > 500 || /^(javascript|data):/i.test(href)) return "";
  const part = href.split(/[?#]/)[0].split("/").filter(Boolean).pop() ?? "";
  return /\p{L}{2}/u.test(part) ? part.replace(/\.\w{2,5}$/, "") : "";
}

const INLINE_TAGS = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strong sub sup time tt u var wbr label".split(" "),
);

// The texts inside as a person reads them, spaces between boxes, shadow roots included.
function findSpacedText(element, limit, reading = null) {
  const draws = reading?.styles?.generated ?? false;
  let text = "";
  let left = 2000;
  const stack = [element];
  while (stack.length > 0 && text.length < limit && left-- > 0) {
    const node = stack.pop();
    if (typeof node === "string") {
      text += node;
      continue;
    }
    const type = nodeTypeOf(node);
    if (type === TEXT_NODE) text += textOf(node);
    if (type !== ELEMENT_NODE) continue;
    const tag = tagOf(node);
    if (FIND_SKIPPED.has(tag) || tag === "select" || tag === "textarea") {
      if (tag === "br") text += " ";
      continue;
    }
    if (node !== element && !INLINE_TAGS.has(tag)) stack.push(" ");
    if (draws) stack.push(generatedText(node, "::after", reading)?.text ?? "");
    const children = childNodesOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
    if (draws) stack.push(generatedText(node, "::before", reading)?.text ?? "");
    if (node !== element && !INLINE_TAGS.has(tag)) stack.push(" ");
  }
  return withoutGlyphs(squeezed(text));
}

// Without what is there for screen readers alone.
function seenTextOf(element, depth = 0) {
  const parts = [];
  for (const node of childNodesOf(element)) {
    if (nodeTypeOf(node) === TEXT_NODE) parts.push(textOf(node));
    if (nodeTypeOf(node) !== ELEMENT_NODE || FIND_SKIPPED.has(tagOf(node)) || depth > 3) continue;
    const { width, height } = rectOf(node);
    if (width > 1 && height > 1) parts.push(INLINE_TAGS.has(tagOf(node)) ? "" : " ", seenTextOf(node, depth + 1), " ");
  }
  return withoutGlyphs(squeezed(parts.join("")));
}

const headingIn = methodOf(Element.prototype, "querySelector");

// What a record is known by: its heading, else its first text; then what of it stands before a mark.
function findLabelsInside(element) {
  const heading = headingIn(element, "h1,h2,h3,h4,h5,h6,[role=heading],legend,caption,th[scope=row]");
  if (heading) return withFirstParts([findSpacedText(heading, 200)]);
  const walker = findWalk(document, element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), left = 50; node && left > 0; node = walker.nextNode(), left--) {
    if (!/[\p{L}\p{N}]/u.test(textOf(node))) continue;
    const own = squeezed(textOf(node));
    const parent = parentOf(node);
    return withFirstParts(parent && parent !== element ? [findSpacedText(parent, 200), own] : [own]);
  }
  return [];
}

// A box whose parts are alike is a list that listens for its items: the first of them is not its name.
function isListOfTexts(element) {
  const kinds = new Map();
  for (const child of childNodesOf(element)) {
    if (nodeTypeOf(child) !== ELEMENT_NODE || INLINE_TAGS.has(tagOf(child)) || !/[\p{L}\p{N}]/u.test(textContentOf(child).slice(0, 500))) continue;
    const kind = `${tagOf(child)}.${(attr(child, "class") ?? "").trim().split(/\s+/)[0]}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds.values()].some((count) => count > 1);
}

function findLabelInside(element) {
  return findLabelsInside(element)[0] ?? "";
}

// Between marks a text has parts: "Order 73 · shipped", "Customer: Ada Cruz".
const PART_MARKS = /\s*(?:[·•|;,()[\]"“”]|:\s|\s[-–—]\s|\s[-–—]|[–—]\s)\s*/;

// "Login fails (#81) · 2 days ago" begins with "Login fails (#81)", and that with "Login fails".
function withFirstParts(labels) {
  const all = [...labels];
  for (const label of labels) {
    const marks = [...label.matchAll(new RegExp(PART_MARKS, "g"))].slice(0, 6);
    for (const mark of marks.reverse()) if (mark.index > 0) all.push(label.slice(0, mark.index));
  }
  return all;
}

// Elements that hold the words as text and are nothing else.
function findTextCandidates(needles, known, reading) {
  const candidates = [];
  const seen = new Set(known);
  let left = findLimits.elements;
  const roots = [document];
  for (let at = 0; at < roots.length; at++) {
    const walker = findWalk(document, roots[at], NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && left-- > 0 && candidates.length < findLimits.texts; node = walker.nextNode()) {
      if (nodeTypeOf(node) === ELEMENT_NODE) {
        const root = shadowRootOf(node);
        if (root) roots.push(root);
        continue;
      }
      const lower = plainWords(textOf(node).slice(0, 2000));
      if (!needles.some((words) => words.some((word) => lower.includes(word)))) continue;
      const element = parentOf(node);
      if (!element || seen.has(element)) continue;
      seen.add(element);
      const tag = tagOf(element);
      if (FIND_SKIPPED.has(tag) || tag === "option" || tag === "textarea") continue;
      const role = roleOf(element, reading);
      const isPlain = role === "generic" || role === "none";
      const order = findLimits.elements + candidates.length;
      candidates.push({ element, tag, role: isPlain ? "text" : role, kind: "text", own: false, order });
    }
  }
  return candidates;
}

function isDelegated(element) {
  for (let above = parentOf(element), steps = 0; above && steps < 6; above = parentOf(above), steps++) {
    const tag = tagOf(above);
    if (tag === "body" || tag === "html" || tag === "main") return false;
    if (openchrome.reacts(above)) return true;
  }
  return false;
}
