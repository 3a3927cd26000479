// @use lib/dom.js
// @use lib/find_candidates.js
// @use lib/find_ownership.js
// @use lib/find_headed_cells.js
// @use lib/find_holders.js
// Which box a phrase such as "in Order 73" means. The phrase is looked for in the texts of the page; the box is the
// nearest one that holds both the text and the candidate, and only if the text belongs to that box: not if it stands in
// another record of the same list, and not if it heads another part of a box without inner boxes.
const CONTAINED = { label: 4, labelPart: 3, text: 3, textPart: 1, role: 3 };
// Below this the place is too doubtful to act on: the words stand somewhere in a text.
const CELL_TAGS = new Set(["td", "th"]);
const CELL_ROLES = new Set(["cell", "gridcell", "rowheader", "columnheader"]);
const PEER_TAGS = new Set(["tr", "li", "article", "option", "dd", "tbody"]);
const PEER_ROLES = new Set(["row", "listitem", "article", "option", "treeitem"]);
const HEADING_TAG = /^h[1-6]$/;
const CONTAINER_LIMITS = { texts: 200000, climbs: 6, length: 400, depth: 60, signature: 80 };

// {of(element): {grade, element, label} or null, cut}: for a container of a parsed phrase.
// `outer`: finders of what the container itself stands in.
function containerFinder(container, search, outer = []) {
  if (container.ordinal !== null) return numberedContainer(container, search, outer);
  if (container.name === null) return roleContainer(container);
  return namedContainer(container, search);
}

// --- by the words in it ---

function namedContainer({ name, role, heading = false, above = false, relation = "" }, search) {
  const column = relation === "" ? null : cellsInColumn(relation, name, search);
  const { places: all, cut } = column ? { places: column, cut: false } : occurrences(name, search);
  const places = heading ? all.filter(({ element }) => isHeadingElement(element)) : all;
  // "Ann" is Ann where there is one, and then not Ann Lee.
  const isNamedWhole = places.some(({ fit }) => fit === "whole");
  // Who has a record of their own is only mentioned in the others.
  const titles = places.filter((place) => place.fit !== "part" && isTitleOfRecord(place.element));
  const isTitledElsewhere = (box) => titles.length > 0 && !titles.some(({ element }) => isWithinBox(element, box));
  // Every box around a place, with what is in it.
  const around = new Map();
  for (const place of places) {
    for (let box = place.element, steps = 0; box && steps < CONTAINER_LIMITS.depth; box = parentOf(box), steps++) {
      const known = around.get(box);
      if (known) known.push(place);
      else around.set(box, [place]);
    }
  }
  const find = (element) => {
    let inner = element;
    let doubtful = null; // the words stand in a nearer box, but only somewhere in a text
    for (let box = parentOf(element), steps = 0; box && steps < CONTAINER_LIMITS.depth; box = parentOf(box), steps++) {
      const isMeant = (place) => !isWithinBox(place.element, element) && (!above || standsAbove(place, element));
      const inside = (around.get(box) ?? []).filter(isMeant);
      const best = bestPlace(inside, box, inner, element, search);
      if (best && isNamedWhole && best.fit !== "whole") best.grade = Math.min(best.grade, CONTAINED.textPart);
      if (best && best.grade === CONTAINED.text && !isTitleOfRecord(best.place) && isTitledElsewhere(box)) best.grade = CONTAINED.textPart;
      if (best && best.grade <= CONTAINED.textPart) {
        doubtful ??= best;
      } else if (best && fitsContainerRole(box, role, element)) {
        return { ...best, nested: isInInnerRecord(element, box) };
      } else if (best && role && HARD_HOLDERS.has(role.holds)) {
        const holder = ancestorOf(box, (one) => holdsAs(one, role.holds));
        if (holder && !isPageLevel(holder, search)) return { ...best, grade: Math.min(best.grade, CONTAINED.labelPart) };
      }
      inner = box;
    }
    return doubtful;
  };
  return { of: find, cut };
}

function standsAbove({ node, element }, candidate) {
  return rectOfNode(node ?? element).bottom <= rectOf(candidate).top + 2;
}

// The first text of a row, an item or an article, or its heading.
function isTitleOfRecord(element) {
  const record = ancestorOf(element, (one) => /^(tr|li|article)$/.test(tagOf(one)) || PEER_ROLES.has(attr(one, "role")));
  if (!record) return isLabelElement(element) || isTitleOfBox(element);
  if (HEADING_TAG.test(tagOf(element)) || isFirstText(record, element)) return true;
  const cell = ancestorOf(element, (one) => parentOf(one) === record);
  return cell !== null && isFirstCell(cell);
}

// The first text of a box among others of its kind.
function isTitleOfBox(element) {
  const box = ancestorOf(element, (one) => one !== element && hasPeerOfKind(one));
  return box !== null && isFirstText(box, element) && headingIn(box, CONTROL_PARTS) !== null;
}

function isWithinBox(inner, outer) {
  return ancestorOf(inner, (one) => one === outer) !== null;
}

// Of the texts in a box that also holds the candidate (in its child `inner`), the one that says best what the box is.
function bestPlace(places, box, inner, candidate, search) {
  let best = null;
  for (const place of places.slice(0, 200)) {
    const child = childTowards(box, place.element);
    const spans = spansRow(place, child, inner);
    if (child === inner && place.element !== box && !spans) continue; // a nearer box holds both
    const grade = spans ? placeKind(place, true) : placeGrade(place, box, child, inner, candidate, search);
    const isBetter = !best || grade > best.grade || (grade === best.grade && FITS.indexOf(place.fit) > FITS.indexOf(best.fit));
    if (grade > 0 && isBetter) best = { grade, fit: place.fit, element: box, place: place.element, label: place.text };
  }
  return best;
}

// Whether the text stands in a cell that reaches from its row into that of the candidate.
function spansRow({ element }, head, row) {
  const cell = closestTo(element, "td,th");
  const span = cell ? Number(attr(cell, "rowspan")) : 0;
  if (!(span > 1) || tagOf(head) !== "tr" || tagOf(row) !== "tr" || parentOf(head) !== parentOf(row)) return false;
  const rows = childNodesOf(parentOf(head)).filter((node) => nodeTypeOf(node) === ELEMENT_NODE && tagOf(node) === "tr");
  const below = rows.indexOf(row) - rows.indexOf(head);
  return below >= 0 && below < span;
}

function childTowards(box, element) {
  let child = element;
  for (let above = element; above && above !== box; above = parentOf(above)) child = above;
  return child;
}

function placeGrade(place, box, child, inner, candidate, search) {
  const column = headedColumn(place.element, candidate);
  if (column !== null) return column ? placeKind(place, true) : 0;
  const item = place.element === box && !place.ownLabel ? itemOf(place, box) : child;
  if (continuesRecord(child, inner, candidate)) return placeKind(place, true);
  if (item && !place.ownLabel && isOfAnotherRecord(place, box, item, inner, candidate)) return 0;
  const beside = item && !place.ownLabel ? labelBeside(box, item, inner, candidate, search) : null;
  if (beside === "other") return 0;
  if (place.element === box) {
    if (place.ownLabel) return placeKind(place, true);
    return placeKind(place, phraseAt(plainWords(findSpacedText(box, CONTAINER_LIMITS.length)), place.plain) === 0);
  }
  const level = headingLevelOf(child);
  if (level > 0 && headsAnotherPart(box, child, inner, level, candidate)) return 0;
  if (level === 0 && arePeers(child, inner)) return 0;
  const isFirst = isFirstText(box, place.element);
  // A box that holds most of the page is meant only by its title.
  if (level === 0 && beside !== "own" && isPageLevel(box, search) && !(isFirst && place.fit === "whole" && !isWholePage(box))) return 0;
  // A cell over several rows heads them all, in the box around them.
  const cell = closestTo(place.element, "td,th");
  if (cell && Number(attr(cell, "rowspan")) > 1 && tagOf(box) === "tr") return 0;
  const isLabel = level > 0 || beside === "own" || isLabelElement(place.element) || isFirst || isFirstCell(child);
  return placeKind(place, isLabel);
}

// The child of the box with the text: the text itself, where it stands directly in it.
function itemOf({ node }, box) {
  if (!node) return null;
  const parent = parentOf(node);
  return parent === box ? node : childTowards(box, parent);
}

function placeKind({ fit, text, plain }, isLabel) {
  // A sentence that begins with the words names nothing.
  const isSentence = () => !text.split(PART_MARKS).some((part) => plainWords(part) === plain) && plainWords(text).split(" ").length > plain.split(" ").length + 3;
  if (fit === "start" && !isLabel && isSentence()) return CONTAINED.textPart;
  if (fit === "whole") return isLabel ? CONTAINED.label : CONTAINED.text;
  if (fit === "start") return isLabel ? CONTAINED.labelPart : CONTAINED.text;
  return fit === "part" ? CONTAINED.textPart : 0;
}

// 1 to 7 for what heads the siblings behind it: a heading, a box that holds nothing but one, a term of a list.
function headingLevelOf(child) {
  const tag = tagOf(child);
  if (HEADING_TAG.test(tag)) return Number(tag[1]);
  if (attr(child, "role") === "heading") return Number(attr(child, "aria-level")) || 2;
  if (tag === "dt" || tag === "legend" || tag === "summary") return 7;
  const heading = headingIn(child, "h1,h2,h3,h4,h5,h6,[role=heading]");
  if (!heading || headingIn(child, "button,a[href],input,select,textarea,[role=button],[tabindex]")) return 0;
  const rest = findSpacedText(child, 300).length - findSpacedText(heading, 300).length;
  if (rest > 120) return 0;
  return HEADING_TAG.test(tagOf(heading)) ? Number(tagOf(heading)[1]) : 2;
}

// The candidate stands before the heading, or behind the next one of the same rank.
function headsAnotherPart(box, child, inner, level, candidate) {
  const children = childNodesOf(box).filter((node) => nodeTypeOf(node) === ELEMENT_NODE);
  const head = headOfColumn(children, child, level, candidate);
  if (head !== null) return head !== child;
  const from = children.indexOf(child);
  const to = children.indexOf(inner);
  if (from < 0 || to < 0) return false;
  const order = headsAndControls(children, level, inner);
  if (order !== null) return order !== child;
  if (to < from) return children.slice(0, to).some((one) => headingLevelOf(one) > 0) || level > 0 && countHeads(children, level) > 1;
  return children.slice(from + 1, to).some((one) => {
    const other = headingLevelOf(one);
    return other > 0 && other <= level;
  });
}

// Headings side by side head what is drawn below each: → the one above the candidate, or undefined; null where they are not.
function headOfColumn(children, child, level, candidate) {
  const heads = children.filter((one) => headingLevelOf(one) === level).map((one) => ({ one, rect: rectOf(one) }));
  const own = rectOf(child);
  const line = heads.filter(({ rect }) => areOnOneLine(rect, own)).sort((a, b) => a.rect.left - b.rect.left);
  if (line.length < 2) return null;
  const { left, right, top } = rectOf(candidate);
  const middle = (left + right) / 2;
  const at = line.findLastIndex(({ rect }) => rect.left <= middle);
  const isBetween = ({ rect }) => rect.top >= own.bottom && rect.bottom <= top + 2;
  if (at < 0 || top < own.bottom - 4 || heads.some(isBetween)) return undefined;
  return line[at].one;
}

// Where controls that say the same come before the headings of a flat list, each belongs to the next heading: → that of `inner`; null
// where headings come first, as usual.
function headsAndControls(children, level, inner) {
  const said = saidBy(inner);
  const isTwin = (one) => one === inner || saidBy(one) === said;
  const marks = children.filter((one) => headingLevelOf(one) === level || isTwin(one));
  const isHead = (one) => headingLevelOf(one) === level;
  if (marks.filter(isHead).length < 2 || isHead(marks[0]) || !isHead(marks[marks.length - 1])) return null;
  return marks.slice(marks.indexOf(inner)).find(isHead) ?? null;
}

function countHeads(children, level) {
  return children.filter((one) => headingLevelOf(one) === level).length;
}

// Two records of one list: what is said in one is not said of the other.
function arePeers(one, other) {
  const [tag, role] = [tagOf(one), attr(one, "role")];
  if (CELL_TAGS.has(tag) || CELL_ROLES.has(role)) return false;
  if (tag !== tagOf(other) || role !== attr(other, "role")) return false;
  if (PEER_TAGS.has(tag) || PEER_ROLES.has(role)) return true;
  if ((attr(one, "class") ?? "").split(" ")[0] !== (attr(other, "class") ?? "").split(" ")[0]) return false;
  const [a, b] = [signatureOf(one), signatureOf(other)];
  let same = 0;
  for (const part of a) if (b.has(part)) same++;
  const all = a.size + b.size - same;
  return a.size > 1 && b.size > 1 && same / all >= 0.5;
}

// Which elements it is made of.
function signatureOf(element) {
  const parts = new Set();
  const walker = findWalk(document, element, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(), left = CONTAINER_LIMITS.signature; node && left > 0; node = walker.nextNode(), left--)
    parts.add(`${tagOf(node)}.${(attr(node, "class") ?? "").split(" ")[0]}`);
  return parts;
}

// So much of the page that "in it" says nothing.
function isPageLevel(box, search) {
  if (isWholePage(box)) return true;
  const controls = search.controls;
  if (controls.length < 6) return false;
  let inside = 0;
  for (const { element } of controls) if (containsNode(box, element)) inside++;
  return inside > controls.length * 0.7;
}

function isWholePage(box) {
  const tag = tagOf(box);
  return tag === "body" || tag === "html" || tag === "main" || attr(box, "role") === "main";
}

function isHeadingElement(element) {
  return ancestorOf(element, (one) => HEADING_TAG.test(tagOf(one)) || /^(legend|caption|summary|th)$/.test(tagOf(one)) || /^(heading|columnheader)$/.test(attr(one, "role") ?? "")) !== null;
}

function isLabelElement(element) {
  return ancestorOf(element, (one) => {
    const tag = tagOf(one);
    return HEADING_TAG.test(tag) || /^(legend|caption|summary|dt|th|figcaption)$/.test(tag) || /^(heading|rowheader)$/.test(attr(one, "role") ?? "");
  }) !== null;
}

function isFirstText(box, element) {
  const stack = [box];
  for (let left = 300; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (node === element) return true;
    if (nodeTypeOf(node) === TEXT_NODE && /[\p{L}\p{N}]/u.test(textOf(node))) return isWithinBox(parentOf(node), element);
    if (nodeTypeOf(node) !== ELEMENT_NODE || FIND_SKIPPED.has(tagOf(node))) continue;
    const children = childNodesOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return false;
}

function isFirstCell(child) {
  if (!CELL_TAGS.has(tagOf(child)) && !CELL_ROLES.has(attr(child, "role"))) return false;
  for (let one = previousElementOf(child); one; one = previousElementOf(one)) if (/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(textContentOf(one))) return false;
  return true;
}

// --- where the words stand ---

// [{element: the smallest that holds them, fit: whole | start | part, text, ownLabel}]
function occurrences(name, search) {
  const key = name.raw.toLowerCase();
  const known = search.places.get(key);
  if (known) return known;
  const found = { places: [], cut: false };
  search.places.set(key, found);
  const first = name.words[0] ?? name.raw.toLowerCase();
  const seen = new Set(); // elements, and texts that say it alone: a box may hold several lines
  let left = CONTAINER_LIMITS.texts;
  for (const node of pageTexts(search)) {
    if (left-- <= 0) {
      found.cut = true;
      break;
    }
    const lower = plainWords(node.text) || node.text.toLowerCase();
    if (!lower.includes(first)) continue;
    // What a control is called is said by all of its text: "Check out" with a hidden "Reading 2" behind it.
    let element = node.label ? node.element : namedControlAround(node.element);
    const isWhole = element !== node.element;
    for (let climbs = 0; element && climbs < CONTAINER_LIMITS.climbs; element = parentOf(element), climbs++) {
      // A text that says it alone says it best, whatever stands beside it.
      const own = climbs === 0 && !isWhole ? placeFit(node.text, name) : null;
      const text = climbs === 0 && (node.label || own) ? squeezed(node.text) : findSpacedText(element, CONTAINER_LIMITS.length);
      const fit = own ?? placeFit(text, name);
      if (fit) {
        const key = own && node.node ? node.node : element;
        if (!seen.has(key)) found.places.push({ element, node: node.node, fit, text: shortened(text, 60), plain: name.plain, ownLabel: node.label });
        seen.add(key);
        break;
      }
      if (text.length >= CONTAINER_LIMITS.length || node.label) break;
    }
  }
  for (const { cell, text, fit } of cellsHeadedBy(name, search))
    if (!seen.has(cell)) found.places.push({ element: cell, node: null, fit, text: shortened(text, 60), plain: name.plain, ownLabel: false });
  // A box that begins with a text that says it says it no better.
  const inside = new Map(); // box → how well a place in it says it
  for (const { element, fit } of found.places)
    for (let box = parentOf(element), steps = 0; box && steps < CONTAINER_LIMITS.climbs; box = parentOf(box), steps++)
      inside.set(box, Math.max(FITS.indexOf(fit), inside.get(box) ?? -1));
  found.places = found.places.filter(({ element, fit, ownLabel }) => ownLabel || (inside.get(element) ?? -1) < FITS.indexOf(fit));
  // "A-1", where there is one, is not "A 1".
  const isToTheLetter = ({ text }) => text.trim().toLowerCase() === key;
  if (found.places.some(isToTheLetter)) for (const place of found.places) if (place.fit === "whole" && !isToTheLetter(place)) place.fit = "start";
  // Müller, where there is one, is not Muller.
  const asWritten = found.places.filter(({ text }) => accented(text).includes(accented(name.raw)));
  if (hasAccents(name.raw) && asWritten.length > 0) found.places = asWritten;
  return found;
}

// The button that a text ends the name of, or the link that it is hidden in; else the element itself.
function namedControlAround(element) {
  for (let one = element, steps = 0; one && steps < CONTAINER_LIMITS.climbs; one = parentOf(one), steps++) {
    const [tag, role] = [tagOf(one), attr(one, "role")];
    const isButton = tag === "button" || role === "button";
    if (isButton) return isFirstText(one, element) ? element : one;
    if (tag === "a" || role === "link") return rectOf(element).width <= 1 ? one : element;
  }
  return element;
}

// What a field shows is read as a text is.
const VALUE_TYPES = /^(text|search|email|url|tel|number)$/;

// All texts of the page with the elements they stand in, labels of boxes and pictures and values of fields among them.
function pageTexts(search) {
  if (search.texts) return search.texts;
  const texts = [];
  const stack = [property(Document, "documentElement", document)];
  for (let left = findLimits.elements; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (nodeTypeOf(node) === TEXT_NODE) {
      const text = textOf(node);
      if (/[\p{L}\p{N}]/u.test(text)) texts.push({ element: parentOf(node), node, text: text.slice(0, 2000), label: false });
      continue;
    }
    if (nodeTypeOf(node) !== ELEMENT_NODE) continue;
    const tag = tagOf(node);
    if (FIND_SKIPPED.has(tag) || tag === "select" || tag === "textarea") continue;
    const value = tag === "input" && VALUE_TYPES.test(property(HTMLInputElement, "type", node)) ? property(HTMLInputElement, "value", node) : "";
    if (value) texts.push({ element: node, node: null, text: value, label: true });
    if (hasAttributes(node)) {
      const label = hasAttr(node, "aria-labelledby") || hasAttr(node, "aria-label") ? nameOf(node, search.reading) : attr(node, "alt");
      if (label) texts.push({ element: node, node: null, text: label, label: true });
    }
    const children = childNodesOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return (search.texts = texts.filter(({ element }) => element && checkVisibility(element, PLAINLY_VISIBLE)));
}

const FITS = ["part", "start", "whole"];

function placeFit(text, name) {
  const squeezedText = text.trim();
  if (name.words.length === 0) return squeezedText === name.raw ? "whole" : null;
  const plain = plainWords(squeezedText);
  const signs = phraseAt(plain, name.plain) < 0 ? "yes" : signsAgree(squeezedText, name.raw);
  if (signs === "no") return null;
  if (plain === name.plain) return signs === "yes" ? "whole" : "start";
  if (phraseAt(plain, name.plain) < 0) return null;
  const segments = squeezedText.split(PART_MARKS).map(plainWords).filter(Boolean);
  // Where parts begin and end, counted in letters of the plain text; the phrase may go over several.
  const starts = new Set();
  const ends = new Set();
  let length = 0;
  for (const segment of segments) {
    starts.add(length);
    ends.add(length + segment.length);
    length += segment.length + 1;
  }
  const joined = segments.join(" ");
  let fit = null;
  for (let at = phraseAt(joined, name.plain); at >= 0; at = nextPhraseAt(joined, name.plain, at)) {
    const isEnd = ends.has(at + name.plain.length);
    if (starts.has(at) && isEnd) return "start";
    // "Order 73 items" counts items: a number at the end of the phrase is not one before another word.
    if (/\d$/.test(name.plain) && !isEnd) continue;
    // "Ann" is Ann Lee; "blue mug" is not the dark blue mug, and "Bath" is not Bath 2.
    const isNumbered = /^ \d/.test(joined.slice(at + name.plain.length));
    if (starts.has(at) && /\D$/.test(name.plain) && !isNumbered) fit = "start";
    else fit ??= "part";
  }
  return fit;
}

function nextPhraseAt(text, phrase, at) {
  const next = phraseAt(text.slice(at + 1), phrase);
  return next < 0 ? -1 : at + 1 + next;
}
