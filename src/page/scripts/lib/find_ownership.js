// @use lib/dom.js
// @use lib/find_candidates.js
// Whose record a control belongs to. A text and a control may stand in one box and yet belong to different records: cards side
// by side, a reply inside a comment, rows that are only drawn one below the other. Asked before a text counts as the name of the
// box around a control.
const OWNERSHIP_LIMITS = { items: 400, path: 12 };
const CONTROL_PARTS = "button,a[href],input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[tabindex],[contenteditable]";
const LABEL_TAGS = /^(h[1-6]|b|strong|a|th|dt|legend|summary)$/;

// Whether the candidate (in `inner`, a child of `box`) belongs to another record than the one that `place` names. `item` is the
// child of the box with the text: an element, or the text itself.
function isOfAnotherRecord(place, box, item, inner, candidate) {
  if (isInNestedRecord(place, box, candidate) || namesInnerRecord(place, box, candidate)) return true;
  if (nodeTypeOf(item) === ELEMENT_NODE && item !== place.element && isParallel(place, box, item, inner)) return true;
  if (nodeTypeOf(item) === ELEMENT_NODE && hasWordsOfItsOwn(place, box, item, inner)) return true;
  return item === place.element && item !== inner && hasLabelLike(item, inner, candidate);
}

// --- a record inside of a record ---

// Records inside of the box: the text names one of them, and the control is not in it. "Reply to Carol" is not the reply to the
// comment that Carol's stands in.
function namesInnerRecord({ element: label }, box, candidate) {
  for (let one = label, steps = 0; one && one !== box && steps < OWNERSHIP_LIMITS.path; one = parentOf(one), steps++) {
    if (containsNode(one, candidate)) return false;
    if (isRecordKind(one)) return !isFirstText(box, label);
    if (isHeadingAlone(one)) continue;
    if (hasPeerWith(one, candidate) || isRecordLike(one, box, label, candidate)) return true;
  }
  return false;
}

// A box that holds only a heading is not a record: it heads what follows.
function isHeadingAlone(element) {
  const heading = HEADING_TAG.test(tagOf(element)) ? element : headingIn(element, "h1,h2,h3,h4,h5,h6,[role=heading]");
  return heading !== null && squeezed(textContentOf(element)) === squeezed(textContentOf(heading)) && !headingIn(element, CONTROL_PARTS);
}

// What is built as the box around it is, with a label at the same place, is a record of its own: a reply in a comment.
function isRecordLike(inner, box, label, candidate) {
  if (!attr(inner, "class") || kindOf(inner) !== kindOf(box)) return false;
  const path = pathBetween(inner, label);
  return path !== null && path.length > 0 && labelsAt(box, path, candidate).some((one) => !containsNode(inner, one) && kindOf(one) === kindOf(label));
}

// Between the control and the box stands a record with words of its own: the box's own control of that name comes first.
function isInInnerRecord(candidate, box) {
  for (let one = parentOf(candidate), steps = 0; one && one !== box && steps < OWNERSHIP_LIMITS.path; one = parentOf(one), steps++) {
    const isSaid = saysSomething(squeezed(textContentOf(one).slice(0, 500)).replace(squeezed(textContentOf(candidate).slice(0, 200)), ""));
    if (isSaid && (isRecordKind(one) || hasPeerOfKind(one))) return true;
  }
  return false;
}

function hasPeerOfKind(element) {
  const parent = parentOf(element);
  if (!parent || CELL_TAGS.has(tagOf(element)) || CELL_ROLES.has(attr(element, "role"))) return false;
  const kind = kindOf(element);
  return childNodesOf(parent).slice(0, OWNERSHIP_LIMITS.items).some((node) => node !== element && nodeTypeOf(node) === ELEMENT_NODE && kindOf(node) === kind && saysSomething(textContentOf(node)));
}

function isRecordKind(element) {
  return /^(tr|li|article|option)$/.test(tagOf(element)) || PEER_ROLES.has(attr(element, "role"));
}

// A sibling of its kind, without the control, has one that says the same: so does each record but this.
function hasPeerWith(element, candidate) {
  const parent = parentOf(element);
  if (!parent || LABEL_TAGS.test(tagOf(element)) || CELL_TAGS.has(tagOf(element)) || CELL_ROLES.has(attr(element, "role"))) return false;
  const kind = kindOf(element);
  const said = saidBy(candidate);
  const peers = childNodesOf(parent).slice(0, OWNERSHIP_LIMITS.items).filter((node) => node !== element && nodeTypeOf(node) === ELEMENT_NODE && kindOf(node) === kind && !containsNode(node, candidate));
  const isTwin = (peer) => (one) => saidBy(one) === said && saysSomething(textContentOf(peer).replace(textContentOf(one), ""));
  const has = (peer) => Array.from(elementsInBox(peer, tagOf(candidate))).slice(0, 50).some(isTwin(peer));
  return peers.some(has) && !isTitleBeforeEach(element, kind, candidate);
}

// Boxes of one kind, in turn a title and the controls that it is the title of.
function isTitleBeforeEach(element, kind, candidate) {
  const row = childNodesOf(parentOf(element)).slice(0, OWNERSHIP_LIMITS.items).filter((node) => nodeTypeOf(node) === ELEMENT_NODE && kindOf(node) === kind);
  const operates = row.map((one) => elementsInBox(one, tagOf(candidate)).length > 0);
  return row.length > 2 && operates.every((does, at) => does === (at % 2 === 1));
}

function saidBy(control) {
  const isInput = tagOf(control) === "input";
  const text = isInput ? (attr(control, "value") ?? "") : squeezed(textContentOf(control).slice(0, 200));
  return `${tagOf(control)} ${attr(control, "aria-label") ?? ""} ${attr(control, "title") ?? ""} ${text || (isInput ? "" : drawnIn(control))}`;
}

const markupOf = (element) => property(Element, "innerHTML", element);

// What a control without text shows: the words that its styles draw, else how its picture is written.
function drawnIn(control) {
  return drawnWords(control) || markupOf(control).slice(0, 300);
}

function drawnWords(control) {
  const parts = [control, ...Array.from(elementsInBox(control, "*")).slice(0, 3)];
  const drawn = parts.flatMap((one) => ["::before", "::after"].map((which) => getComputedStyle(one, which).content)).filter(saysSomething);
  return drawn.filter((content) => content !== "none" && content !== "normal").join(" ");
}

function isInNestedRecord({ element: label, node }, box, candidate) {
  // The text stands in the box itself, and in a box of the same kind around the control stands another.
  if (label === box) {
    const isSaid = (one) => childNodesOf(one).some((child) => nodeTypeOf(child) === TEXT_NODE && saysSomething(textOf(child)));
    return Boolean(node) && parentOf(node) === box && Boolean(ancestorOf(parentOf(candidate), (one) => one !== box && containsNode(box, one) && kindOf(one) === kindOf(box) && isSaid(one)));
  }
  const path = pathBetween(box, label);
  if (path === null) return false;
  const isPlain = !attr(box, "class") && !attr(box, "role") && /^(div|span|p)$/.test(tagOf(box));
  if (isPlain && !LABEL_TAGS.test(tagOf(label))) return false;
  for (let one = parentOf(candidate), steps = 0; one && one !== box && steps < 60; one = parentOf(one), steps++)
    if (kindOf(one) === kindOf(box) && labelsAt(one, path, candidate).length > 0) return true;
  return false;
}

function kindOf(element) {
  return `${tagOf(element)}.${(attr(element, "class") ?? "").trim().split(/\s+/)[0]}.${attr(element, "role") ?? ""}`;
}

// The tags from below `box` down to `element`; null when it is not in it, or too deep.
function pathBetween(box, element) {
  const path = [];
  for (let one = element; one !== box; one = parentOf(one)) {
    if (!one || path.length >= OWNERSHIP_LIMITS.path) return null;
    path.unshift(tagOf(one));
  }
  return path;
}

// What stands at the same place below another box, and says something; the control itself is no label.
function labelsAt(box, path, candidate) {
  let found = [box];
  for (const tag of path) {
    found = found.flatMap((one) => childNodesOf(one).filter((node) => nodeTypeOf(node) === ELEMENT_NODE && tagOf(node) === tag));
    if (found.length > OWNERSHIP_LIMITS.items) return [];
  }
  return found.filter((one) => one !== box && !containsNode(one, candidate) && !containsNode(candidate, one) && saysSomething(textContentOf(one)) && checkVisibility(one, VISIBLE));
}

function saysSomething(text) {
  return /[\p{L}\p{N}]/u.test(text.slice(0, 500));
}

// --- records side by side ---

// Two boxes with a label at the same place are two records; the cells of one row are not.
function isParallel({ element: label }, box, item, inner) {
  if (nodeTypeOf(inner) !== ELEMENT_NODE || tagOf(item) !== tagOf(inner)) return false;
  if (CELL_TAGS.has(tagOf(item)) || CELL_ROLES.has(attr(item, "role"))) return false;
  const path = pathBetween(item, label);
  if (path === null || path.length === 0) return false;
  const controls = headingIn(inner, CONTROL_PARTS);
  const rivals = labelsAt(inner, path, controls ?? label).filter((one) => kindOf(one) === kindOf(label) && !isInEachRecord(one, box));
  if (rivals.length === 0) return false;
  const isHeading = HEADING_TAG.test(tagOf(label)) || attr(label, "role") === "heading" || ancestorOf(label, (one) => HEADING_TAG.test(tagOf(one))) !== null;
  return isHeading || !isCellLike(item, inner);
}

// What the next record has too is something to do with it, and not its name.
function isInEachRecord(control, box) {
  const parent = matchesSelector(control, CONTROL_PARTS) ? parentOf(box) : null;
  if (!parent) return false;
  const [kind, said, text] = [kindOf(box), saidBy(control), textContentOf(control)];
  const peers = childNodesOf(parent).slice(0, OWNERSHIP_LIMITS.items).filter((node) => node !== box && nodeTypeOf(node) === ELEMENT_NODE && kindOf(node) === kind && textContentOf(node).includes(text));
  return peers.some((peer) => Array.from(elementsInBox(peer, tagOf(control))).slice(0, 50).some((one) => saidBy(one) === said));
}

// "Blue Mug [Remove]" above "Red Lamp": the part with the control says itself whose it is, and the other is a part of the same
// kind and not the title of the box.
function hasWordsOfItsOwn({ element: label }, box, item, inner) {
  if (nodeTypeOf(inner) !== ELEMENT_NODE || kindOf(item) !== kindOf(inner) || isFirstText(box, label) || isHeadingAlone(item)) return false;
  if (CELL_TAGS.has(tagOf(item)) || CELL_ROLES.has(attr(item, "role")) || areOnOneLine(rectOf(item), rectOf(inner))) return false;
  const walker = findWalk(document, inner, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), left = 50; node && left > 0; node = walker.nextNode(), left--) {
    const isOfControl = ancestorOf(parentOf(node), (one) => one !== inner && containsNode(inner, one) && (tagOf(one) === "label" || matchesSelector(one, CONTROL_PARTS)));
    if (saysSomething(textOf(node)) && !isOfControl) return true;
  }
  return false;
}

// The part of the box with the candidate has a label of its own: a group of a list among single terms.
function hasLabelLike(item, inner, candidate) {
  if (!LABEL_TAGS.test(tagOf(item)) || tagOf(item) === "a" || nodeTypeOf(inner) !== ELEMENT_NODE) return false;
  const alike = Array.from(elementsInBox(inner, tagOf(item)));
  return alike.some((one) => kindOf(one) === kindOf(item) && !containsNode(one, candidate) && !containsNode(candidate, one) && saysSomething(textContentOf(one)));
}

// Beside the other on one line, with a single text and nothing to operate.
function isCellLike(item, inner) {
  if (!areOnOneLine(rectOf(item), rectOf(inner))) return false;
  const texts = [];
  const walker = findWalk(document, item, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && texts.length < 2; node = walker.nextNode()) if (saysSomething(textOf(node))) texts.push(node);
  const control = headingIn(item, CONTROL_PARTS);
  return texts.length < 2 && (control === null || tagOf(control) === "a");
}

function areOnOneLine(one, other) {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared >= Math.min(one.height, other.height) * 0.5 && shared > 0;
}

// --- a record of several rows ---

// Whether the row with the control goes on with the record that a row above it begins: a row of actions below a row of values, or
// rows beside a cell that spans them. Rows of one shape are records of their own.
function continuesRecord(head, row, candidate) {
  const isRow = (one) => nodeTypeOf(one) === ELEMENT_NODE && (tagOf(one) === "tr" || attr(one, "role") === "row");
  const parent = parentOf(head);
  if (head === row || !isRow(head) || !isRow(row) || parent !== parentOf(row)) return false;
  const rows = childNodesOf(parent).filter(isRow);
  const [from, to] = [rows.indexOf(head), rows.indexOf(row)];
  if (from < 0 || to <= from || to - from > 3) return false;
  const said = saidBy(candidate);
  const hasTwin = (one) => Array.from(elementsInBox(one, tagOf(candidate))).some((control) => saidBy(control) === said);
  const isOtherShape = (one) => columnsOf(one, rows) !== columnsOf(head, rows) || !saysMore(one);
  return rows.slice(from, to).every((one) => !hasTwin(one)) && rows.slice(from + 1, to + 1).every(isOtherShape);
}

// How many cells a row has, with those that reach into it from above.
function columnsOf(row, rows) {
  const at = rows.indexOf(row);
  const reaching = rows.slice(Math.max(0, at - 20), at).flatMap((above, index, all) => cellsOf(above).filter((cell) => Number(attr(cell, "rowspan") ?? 1) > all.length - index));
  return cellsOf(row).length + reaching.length;
}

// Whether a row says anything beside what its controls are called.
function saysMore(row) {
  const walker = findWalk(document, row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), left = 100; node && left > 0; node = walker.nextNode(), left--)
    if (saysSomething(textOf(node)) && !ancestorOf(parentOf(node), (one) => one !== row && containsNode(row, one) && matchesSelector(one, CONTROL_PARTS))) return true;
  return false;
}

// --- labels and controls one after the other, without boxes ---

// Texts of the same kind with controls between them name one record each: those on the line of the control, else those before it.
// "own" when `item` is the one beside the control, "other" when another is, null when the order says nothing.
function labelBeside(box, item, inner, candidate, search) {
  // Headings head what follows, whatever the order.
  if (nodeTypeOf(item) === ELEMENT_NODE && (HEADING_TAG.test(tagOf(item)) || attr(item, "role") === "heading")) return null;
  const items = childNodesOf(box);
  if (items.length > OWNERSHIP_LIMITS.items || !items.includes(item) || !items.includes(inner) || isLoneRecord(box, candidate)) return null;
  const holders = controlHolders(search);
  const tokens = [];
  for (const node of items) {
    const token = tokenOf(node, item, holders);
    if (token) tokens.push({ node, token, rect: null });
  }
  if (tokens.filter(({ token }) => token === "label").length < 2) return null;
  for (const one of tokens) one.rect = rectOfNode(one.node);
  const own = tokens.find(({ node }) => node === inner)?.rect ?? rectOfNode(inner);
  const line = tokens.filter(({ rect, token }) => token !== "gap" && areOnOneLine(rect, own));
  const isLabelled = line.some(({ token }) => token === "label");
  const run = isLabelled ? runOnLine(line, inner) : runNear(tokens, inner, items);
  if (!run.includes(item)) return "other";
  // Where records have one label each, two in a row are two records, of which one has no control.
  const usual = Math.min(...runsOf(tokens).map(({ nodes }) => nodes.length));
  if (run.length > usual && !nearestOf(run, inner, items, usual).includes(item)) return "other";
  return run.length < tokens.filter(({ token }) => token === "label").length ? "own" : null;
}

// The labels of a run that stand nearest to the control.
function nearestOf(run, inner, items, count) {
  const isBefore = items.indexOf(run[run.length - 1]) < items.indexOf(inner);
  return isBefore ? run.slice(-count) : run.slice(0, count);
}

// All controls, also those that only listen and those in shadow roots, and every box around one.
function controlHolders(search) {
  if (search.holders) return search.holders;
  search.holders = new Set();
  for (const { element } of search.controls)
    for (let one = element; one && !search.holders.has(one); one = parentOf(one)) search.holders.add(one);
  return search.holders;
}

// "label": says something, as the item does, and cannot be operated; "control"; "gap": an empty box where others hold a control;
// null for anything else. An empty cell is a gap only if that column holds a control in another row.
function tokenOf(node, item, holders) {
  if (nodeTypeOf(node) === TEXT_NODE) return nodeTypeOf(item) === TEXT_NODE && saysSomething(textOf(node)) ? "label" : null;
  if (nodeTypeOf(node) !== ELEMENT_NODE || FIND_SKIPPED.has(tagOf(node))) return null;
  const isLike = nodeTypeOf(item) === ELEMENT_NODE && kindOf(node) === kindOf(item);
  if (node === item) return "label";
  const operates = holders.has(node);
  const isLink = tagOf(node) === "a" && isLike;
  const isTitle = !operates || (isLink && attr(node, "class") === attr(item, "class")) || isOneLink(node);
  if (isLike && saysSomething(textContentOf(node)) && isTitle) return "label";
  if (operates) return "control";
  const isEmpty = isLike && firstElementOf(node) === null && !saysSomething(textContentOf(node));
  return isEmpty && mayHoldControl(node, holders) ? "gap" : null;
}

function mayHoldControl(cell, holders) {
  const row = CELL_TAGS.has(tagOf(cell)) || CELL_ROLES.has(attr(cell, "role")) ? parentOf(cell) : null;
  const rows = row && parentOf(row);
  if (!rows) return true;
  const elements = (box) => childNodesOf(box).filter((node) => nodeTypeOf(node) === ELEMENT_NODE);
  const at = elements(row).indexOf(cell);
  const others = elements(rows).filter((one) => one !== row).slice(0, OWNERSHIP_LIMITS.items);
  return others.length === 0 || others.some((one) => holders.has(elements(one)[at]));
}

// A title that leads to its record.
function isOneLink(box) {
  const link = headingIn(box, "a[href]");
  return link !== null && squeezed(textContentOf(link)) === squeezed(textContentOf(box));
}

const itemRange = new Range();

function rectOfNode(node) {
  if (nodeTypeOf(node) === ELEMENT_NODE) return rectOf(node);
  Range.prototype.selectNodeContents.call(itemRange, node);
  return Range.prototype.getBoundingClientRect.call(itemRange);
}

// The labels that stand together, nearest to the control: before it, or behind it where the line begins with a control.
function runOnLine(line, inner) {
  const runs = runsOf(line);
  if (runs.length === 1) return runs[0].nodes;
  const at = line.findIndex(({ node }) => node === inner);
  const [first, last] = [line[0].token, line[line.length - 1].token];
  if (first === "label") return runs.filter(({ end }) => end < at).pop()?.nodes ?? [];
  if (last === "label") return runs.find(({ start }) => start > at)?.nodes ?? [];
  return [];
}

// Below each other: rules part records; without them labels come before their controls, or behind where a control comes first.
function runNear(tokens, inner, items) {
  const isRule = (node) => nodeTypeOf(node) === ELEMENT_NODE && tagOf(node) === "hr";
  const partOf = (node) => items.slice(0, items.indexOf(node)).filter(isRule).length;
  const near = items.some(isRule) ? tokens.filter(({ node }) => partOf(node) === partOf(inner)) : tokens;
  const runs = runsOf(near);
  if (runs.length === 1) return runs[0].nodes;
  const at = near.findIndex(({ node }) => node === inner);
  const said = near.filter(({ token }) => token !== "gap");
  const [first, last] = [said[0]?.token, said[said.length - 1]?.token];
  if (first === "label") return runs.filter(({ end }) => end < at).pop()?.nodes ?? [];
  return last === "label" ? (runs.find(({ start }) => start > at)?.nodes ?? []) : [];
}

function runsOf(tokens) {
  const runs = [];
  tokens.forEach(({ node, token }, index) => {
    if (token !== "label") return;
    const last = runs[runs.length - 1];
    if (last && last.end === index - 1) Object.assign(last, { end: index, nodes: [...last.nodes, node] });
    else runs.push({ start: index, end: index, nodes: [node] });
  });
  return runs;
}

// A box among others of its kind, with one such control, is one record whatever texts it has.
function isLoneRecord(box, candidate) {
  const parent = parentOf(box);
  if (!parent || isWholePage(box)) return false;
  const kind = kindOf(box);
  const hasPeer = childNodesOf(parent).some((node) => node !== box && nodeTypeOf(node) === ELEMENT_NODE && kindOf(node) === kind && saysSomething(textContentOf(node)));
  if (!hasPeer) return false;
  const said = saidBy(candidate);
  const alike = Array.from(elementsInBox(box, tagOf(candidate))).filter((one) => saidBy(one) === said);
  return alike.length <= 1;
}

const elementsInBox = methodOf(Element.prototype, "getElementsByTagName");
