// @use lib/dom.js
// @use lib/visible.js
// What a person takes for the label of a field without a name: the text beside it in the same line or block, and the header of
// its column. Where two fields may claim a text, it is nobody's.
const BESIDE_LIMITS = { above: 4, items: 60, length: 60, heads: 4 };
const BESIDE_CONTROLS = "input:not([type=hidden]),select,textarea,button,[role=checkbox],[role=radio],[role=switch],[role=textbox],[role=combobox],[role=spinbutton],[role=slider]";
const firstControlIn = methodOf(Element.prototype, "querySelector");
const rowsWithin = methodOf(Element.prototype, "querySelectorAll");
const isControlPart = methodOf(Element.prototype, "matches");

// The best first.
function labelsBeside(element, role) {
  const behind = /^(checkbox|radio|switch)$/.test(role);
  for (let box = parentOf(element), steps = 0; box && steps < BESIDE_LIMITS.above; box = parentOf(box), steps++) {
    const tokens = besideTokens(box);
    if (tokens === null) break;
    if (!tokens.some(({ text }) => text)) continue;
    const at = tokens.findIndex(({ control }) => control === element);
    if (at < 0) break;
    const row = rowOfFields(tokens, at);
    if (row) return uniqueLabels(captionInColumn(tokens, tokens[at], row) || columnHeaderOf(element));
    // `behind`: of texts on both sides the one behind the field is meant, as with checkboxes.
    return uniqueLabels(claimedText(tokens, at, behind), columnHeaderOf(element));
  }
  return uniqueLabels(columnHeaderOf(element));
}

function uniqueLabels(...labels) {
  return [...new Set(labels.map(besideWords))].filter((label) => label !== "");
}

// The fields on the line of this one, when they are several and no text stands among them: null otherwise.
function rowOfFields(tokens, at) {
  const line = tokens.filter(({ rect }) => isOnLineOf(rect, tokens[at].rect));
  const fields = line.filter(({ control }) => control && !isControlPart(control, "button,[role=button]"));
  return fields.length > 1 && !line.some(({ text }) => text) ? fields : null;
}

// Captions in a row of their own, one above (or below) each field of a row: "" when the columns do not tell.
function captionInColumn(tokens, own, row) {
  const found = [true, false].map((isAbove) => {
    const captions = row.map((field) => nearestInColumn(tokens, field.rect, isAbove));
    const isRow = captions.every((one) => one && isOnLineOf(one.rect, captions[0].rect)) && new Set(captions).size === row.length;
    return isRow ? captions[row.indexOf(own)].text : "";
  });
  // Of captions on both sides those are meant that the box begins or ends with.
  return found[0] === "" || found[1] === "" ? found.join("") : found[tokens[0].text ? 0 : 1];
}

// The text next to a field in its column; null when there is none, or another field stands between.
function nearestInColumn(tokens, rect, isAbove) {
  const isBeyond = (other) => (isAbove ? other.bottom <= rect.top + 4 : other.top >= rect.bottom - 4);
  const distance = (other) => (isAbove ? rect.top - other.bottom : other.top - rect.bottom);
  const column = tokens.filter((one) => isBeyond(one.rect) && Math.min(one.rect.right, rect.right) > Math.max(one.rect.left, rect.left));
  const nearest = column.sort((one, other) => distance(one.rect) - distance(other.rect))[0];
  return nearest?.text ? nearest : null;
}

// The texts and fields of a box in their order: [{text, rect} | {control, rect}]; null when there are too many.
function besideTokens(box) {
  const tokens = [];
  const stack = [box];
  while (stack.length > 0) {
    if (tokens.length > BESIDE_LIMITS.items) return null;
    const node = stack.pop();
    if (nodeTypeOf(node) === TEXT_NODE) {
      const text = squeezed(textOf(node));
      const last = tokens[tokens.length - 1];
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      const rect = rectOfText(node);
      // "<a>Red Mug</a> Qty:" is a title and a label.
      const link = closestTo(parentOf(node), "a[href]");
      const goesOn = last?.text && last.link === link && Math.abs(last.rect.top - rect.top) < 4 && rect.left - last.rect.right < 12;
      if (goesOn) Object.assign(last, { text: `${last.text} ${text}` });
      else tokens.push({ text, rect, link });
    }
    if (nodeTypeOf(node) !== ELEMENT_NODE || !checkVisibility(node, VISIBLE)) continue;
    if (node !== box && isControlPart(node, BESIDE_CONTROLS)) {
      tokens.push({ control: node, rect: rectOf(node) });
      continue;
    }
    const children = childNodesOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return tokens;
}

const besideRange = new Range();

function rectOfText(node) {
  Range.prototype.selectNodeContents.call(besideRange, node);
  return Range.prototype.getBoundingClientRect.call(besideRange);
}

function isOnLineOf(one, other) {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared > 0 && shared >= Math.min(one.height, other.height) * 0.4;
}

// Which text of the box belongs to the field: "" when that cannot be told.
function claimedText(tokens, at, behind) {
  const own = tokens[at].rect;
  const line = tokens.filter(({ rect }) => isOnLineOf(rect, own));
  const isLabelled = line.some(({ text }) => text);
  const list = isLabelled ? line : tokens;
  const place = list.indexOf(tokens[at]);
  const before = partsOfLine(list[place - 1]?.text).at(-1) ?? "";
  const after = partsOfLine(list[place + 1]?.text)[0] ?? "";
  const fields = list.filter(({ control }) => control);
  if (fields.length === 1) {
    if (isLabelled) return (behind ? after || before : before || after) ?? "";
    return before || after;
  }
  // A text before several adjacent fields of the same kind labels none of them.
  if ([list[place - 1], list[place + 1]].some((one) => one?.control && fieldKind(one.control) === fieldKind(list[place].control))) return "";
  // Several fields: the line begins or ends with a text, and so does each part of it.
  const [startsWithText, endsWithText] = [Boolean(list[0].text), Boolean(list[list.length - 1].text)];
  if (startsWithText === endsWithText) return isAlternating(list) && behind === endsWithText ? (behind ? after : before) : "";
  return startsWithText ? before : after;
}

function fieldKind(control) {
  return `${tagOf(control)} ${attr(control, "type") ?? ""} ${attr(control, "role") ?? ""}`;
}

// "6 products · Sort by": a mark separates what has nothing to do with each other.
function partsOfLine(text = "") {
  return text.split(/(?:^|\s)[·•|‖∙⋅–—/](?:\s|$)/u).filter((part) => part.trim() !== "").map((part) => part.trim());
}

// No two fields stand together.
function isAlternating(list) {
  return !list.some(({ control }, index) => control && list[index + 1]?.control);
}

function besideWords(text) {
  return text.length <= BESIDE_LIMITS.length ? text.replace(/[:*\s]+$/, "") : "";
}

// The header above the cell of a field: a table of rights, an answer for each question. It is the one that is drawn above it,
// since cells may go over several rows or columns.
function columnHeaderOf(element) {
  const cell = closestTo(element, "td,[role=gridcell],[role=cell]");
  const row = cell && closestTo(cell, "tr,[role=row]");
  const table = row && closestTo(row, "table,[role=table],[role=grid]");
  if (!table) return "";
  const { left, right } = rectOf(cell);
  const middle = (left + right) / 2;
  for (const head of headRowsOf(table, row).reverse()) {
    for (const header of cellsOf(head)) {
      const rect = rectOf(header);
      if (rect.left < middle && middle < rect.right) return squeezed(textContentOf(header).slice(0, 200));
    }
  }
  return "";
}

// The first row when it has no fields, and what follows it as long as it has headers only.
function headRowsOf(table, row) {
  const rows = Array.from(rowsWithin(table, "tr,[role=row]")).slice(0, BESIDE_LIMITS.heads);
  const isHead = (one, index) =>
    one !== row && !firstControlIn(one, BESIDE_CONTROLS) && (index === 0 || cellsOf(one).every((cell) => isControlPart(cell, "th,[role=columnheader]")));
  const end = rows.findIndex((one, index) => !isHead(one, index));
  return end < 0 ? rows : rows.slice(0, end);
}

function cellsOf(row) {
  return childNodesOf(row).filter((node) => nodeTypeOf(node) === ELEMENT_NODE);
}
