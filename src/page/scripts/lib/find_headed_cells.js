// @use lib/dom.js
// @use lib/visible.js
// @use lib/beside_labels.js
// What the header of a column says of the cells below it: "order 1043" is the cell 1043 in the column "Order #", and the "Choose"
// button for the Pro plan is the one below "Pro".
const TABLES = "table,[role=table],[role=grid],[role=treegrid]";
// What headers and people add to the word that counts.
const HEADER_TAILS = new Set("no nr num number id name ref reference code".split(" "));

// [{cell, text, fit}]: the cells that a name of several words means, header first.
function cellsHeadedBy(name, search) {
  if (name.words.length < 2) return [];
  search.heads ??= columnHeads();
  const found = [];
  for (const { rows, header, stem } of search.heads) {
    if (!stem.every((word, index) => word === name.words[index])) continue;
    const said = name.words.slice(stem.length);
    const value = said.length > 1 && HEADER_TAILS.has(said[0]) ? said.slice(1) : said;
    if (value.length > 0) found.push(...cellsBelow(rows, header, { words: value, plain: value.join(" "), raw: value.join(" ") }));
  }
  return found;
}

// "From Paris" where a column is called From: the cells of that column. Null where none is.
function cellsInColumn(relation, name, search) {
  search.heads ??= columnHeads();
  const heads = search.heads.filter(({ header }) => plainWords(textContentOf(header).slice(0, 200)) === relation);
  if (heads.length === 0) return null;
  return heads.flatMap(({ rows, header }) => cellsBelow(rows, header, name)).map(({ cell, text, fit }) => ({ element: cell, node: null, fit, text: shortened(text, 60), plain: name.plain, ownLabel: false }));
}

// Every header of every table: {rows: those below it, header, stem: its words without the tail}.
function columnHeads() {
  const heads = [];
  for (const table of Document.prototype.querySelectorAll.call(document, TABLES)) {
    const headRows = headRowsOf(table, null);
    if (headRows.length === 0 || !checkVisibility(table, VISIBLE)) continue;
    const rows = Array.from(rowsWithin(table, "tr,[role=row]")).filter((row) => !headRows.includes(row) && tableOf(row) === table);
    for (const header of headRows.flatMap(cellsOf)) {
      const words = plainWords(textContentOf(header).slice(0, 200)).split(" ").filter(Boolean);
      const end = words.findLastIndex((word) => !HEADER_TAILS.has(word));
      if (words.length > 0) heads.push({ rows, header, stem: end < 0 ? words : words.slice(0, end + 1) });
    }
  }
  return heads;
}

function tableOf(row) {
  return closestTo(row, TABLES);
}

// By what is drawn, since cells may go over several columns.
function cellsBelow(rows, header, value) {
  const { left, right } = rectOf(header);
  const found = [];
  for (const row of rows) {
    if (!plainWords(textContentOf(row)).includes(value.plain)) continue;
    for (const cell of cellsOf(row)) {
      const rect = rectOf(cell);
      const middle = (rect.left + rect.right) / 2;
      if (middle <= left || middle >= right || !checkVisibility(cell, PLAINLY_VISIBLE)) continue;
      const text = squeezed(textContentOf(cell).slice(0, 400));
      const fit = placeFit(text, value);
      if (fit) found.push({ cell, text: `${squeezed(textContentOf(header).slice(0, 60))} ${text}`, fit });
    }
  }
  return found;
}

// Whether a text in the header of a column stands above the candidate: null when it is in no header, or in one of another table.
function headedColumn(label, candidate) {
  const header = closestTo(label, "th,[role=columnheader]");
  const cell = closestTo(candidate, "td,[role=cell],[role=gridcell]");
  const table = header && cell && tableOf(header);
  if (!table || table !== tableOf(cell) || !headRowsOf(table, null).some((row) => containsNode(row, header))) return null;
  const [{ left, right }, below] = [rectOf(header), rectOf(cell)];
  const middle = (below.left + below.right) / 2;
  return left < middle && middle < right;
}
