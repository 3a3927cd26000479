// @use lib/extract_scan.js
// Labels and the values that stand with them: tables, definition lists, "Price: 12.50", label elements,
// headings. Each becomes a feature of the record that holds the value: {index, id, label, weight, source,
// raw?}.
const exPairLimits = { label: 60, words: 6, rows: 3000, columns: 60, tables: 300 };
const exLabelEnd = /\s*[:：]\s*$/u;
const exLabelled = /^([^:：\n]{1,60}?)\s*[:：]\s*(\S.*)$/su;

// A text that may be a label, without its colon; or null.
function exLabel(text) {
  const label = exClean(text).replace(exLabelEnd, "").replace(/[*?]$/, "").trim();
  if (label === "" || label.length > exPairLimits.label || /^https?$/i.test(label)) return null;
  const words = exWords(label);
  return words.length > 0 && words.length <= exPairLimits.words && !/^\d+$/.test(words.join(""))
    ? label
    : null;
}

function exPairs(scan) {
  const pairs = [];
  const add = (record, label, weight, source, raw, hasParts) => {
    if (!label || !record) return;
    pairs.push({
      index: scan.indexOf.get(record.element),
      id: source,
      label,
      weight,
      source,
      raw,
      hasParts,
      isPair: true,
    });
  };
  let tables = 0;
  scan.records.forEach((record, index) => {
    const { tag } = record;
    if (tag === "table") {
      if (tables++ < exPairLimits.tables) exTablePairs(scan, index, add);
    } else if (tag === "dt") exDefinition(scan, record, add);
    else if (tag === "label") exLabelElement(scan, record, add);
    else if (/^h[1-6]$/.test(tag)) exHeadedSection(scan, record, add);
    else exTextPairs(scan, record, index, add);
  });
  return pairs;
}

function exRecordOf(scan, element) {
  const index = element ? scan.indexOf.get(element) : undefined;
  return index === undefined ? null : scan.records[index];
}

function exDefinition(scan, record, add) {
  const label = exLabel(exText(record.element));
  let next = nextElementOf(record.element);
  for (let count = 0; next && count < 50; next = nextElementOf(next), count++) {
    const tag = tagOf(next);
    if (tag === "dt" && count > 0) break;
    if (tag === "dd") add(exRecordOf(scan, next), label, 0.95, `definition '${label}'`);
  }
}

function exLabelElement(scan, record, add) {
  const label = exLabel(exText(record.element));
  if (!(record.element instanceof HTMLLabelElement)) return;
  const control = property(HTMLLabelElement, "control", record.element);
  if (control) add(exRecordOf(scan, control), label, 0.92, `label '${label}'`);
  else exFollowing(scan, record, label, add);
}

// <h2>Ingredients</h2><ul>…: what stands under a heading.
function exHeadedSection(scan, record, add) {
  if (record.tag === "h1" || record.end - scan.indexOf.get(record.element) > 6) return;
  const label = exLabel(exText(record.element));
  const next = nextElementOf(record.element);
  if (!label || !next || /^h[1-6]$/.test(tagOf(next))) return;
  add(exRecordOf(scan, next), label, 0.75, `heading '${label}'`);
}

const exLabelClass =
  /(^|[-_\s])(label|key|term|caption|property|attribute|attr|spec-?name|field-?name|dt)($|[-_\s])/i;

function exTextPairs(scan, record, index, add) {
  const { own, element, tag } = record;
  if (record.labels && own.includes("\n")) {
    for (const { label, child } of record.labels.slice(0, 20)) {
      const text = exLabel(label);
      add(exRecordOf(scan, child), text, 0.93, `text '${text}:'`);
    }
  }
  if (
    (tag === "b" || tag === "strong") &&
    record.end === index + 1 &&
    own.length <= 40 &&
    !/[:：]/u.test(own)
  ) {
    exFollowing(scan, record, exLabel(own), add, true);
  }
  if (own !== "" && own.length <= exScanLimits.own && /[:：]/u.test(own)) {
    if (exLabelEnd.test(own) && !own.includes("\n")) {
      const label = exLabel(own);
      if (label && record.end === index + 1) exFollowing(scan, record, label, add);
      else if (label) exRestOfElement(record, label, add);
      return;
    }
    for (const line of own.split("\n", 50)) {
      const match = exLabelled.exec(line.trim());
      const label = match && exLabel(match[1]);
      if (label) add(record, label, 0.95, `text '${label}:'`, match[2]);
    }
    return;
  }
  if (exIsControl(tag)) return;
  exCounted(record, add);
  const previous = previousElementOf(element);
  if (!previous) return;
  const before = exRecordOf(scan, previous);
  if (!before || before.own === "" || before.own.length > exPairLimits.label || exLabelEnd.test(before.own))
    return;
  if (exLabelClass.test((attr(previous, "class") ?? "").slice(0, 300))) {
    const label = exLabel(before.own);
    add(record, label, 0.93, `text '${label}'`);
  } else if (exIsPlainPair(scan, before, record)) {
    const label = exLabel(before.own);
    if (label && !/\d/.test(label)) add(record, label, 0.8, `text '${label}'`);
  }
}

// "89 reviews", "120 points": the word says what is counted.
function exCounted(record, add) {
  const match = /^\(?([\d.,'\u00a0\u202f]*\d[kKM]?)\+?\s(\p{L}{3,20}(?:\s\p{L}{3,20})?)\)?$/u.exec(
    record.own,
  );
  if (match) add(record, match[2], 0.85, `text '… ${match[2]}'`, match[1]);
}

// <div><span>Price</span><span>12.50</span></div>: two children, no text besides, the first one a leaf.
function exIsPlainPair(scan, before, record) {
  if (
    before.parent !== record.parent ||
    before.parent < 0 ||
    /^(a|button|li|td|th|option|p|time)$/.test(before.tag)
  )
    return false;
  const parent = scan.records[before.parent];
  const first = before.parent + 1;
  return (
    parent.own === "" &&
    scan.records[first] === before &&
    before.end === first + 1 &&
    scan.records[before.end] === record &&
    record.end === parent.end
  );
}

// The value after a label: the text up to the next element, or else that element.
function exFollowing(scan, record, label, add, isTitle = false) {
  let text = "";
  const [weight, source] = isTitle ? [0.8, `text '${label}'`] : [0.95, `text '${label}:'`];
  let breaks = isTitle ? 1 : 0;
  let node = nextSiblingOf(record.element);
  for (let steps = 0; node && steps < 20; node = nextSiblingOf(node), steps++) {
    const type = nodeTypeOf(node);
    if (type === TEXT_NODE) text += textOf(node).slice(0, 2000);
    else if (type === ELEMENT_NODE) {
      if (exClean(text) === "" && tagOf(node) === "br" && breaks-- > 0) continue;
      if (exClean(text) !== "" || tagOf(node) === "br") break;
      const next = exRecordOf(scan, node);
      if (next) add(next, label, weight, source);
      return;
    }
  }
  if (exClean(text) !== "") return add(record, label, weight, source, exClean(text));
  if (isTitle) return undefined;
  // <div class="k"><b>Price:</b></div><div class="v">12</div>
  const parent = scan.records[record.parent];
  if (!parent || parent.own !== "" || parent.end - scan.indexOf.get(parent.element) > 3) return undefined;
  return add(exRecordOf(scan, nextElementOf(parent.element)), label, 0.9, `text '${label}:'`);
}

// <li>Price: <b>12</b></li>
function exRestOfElement(record, label, add) {
  const text = exText(record.element, { struck: false, decimals: true });
  const at = text.indexOf(label);
  const rest = at === 0 ? text.slice(label.length).replace(/^\s*[:：]\s*/u, "") : "";
  if (rest !== "") add(record, label, 0.9, `text '${label}:'`, rest, true);
}

// Rows of cells, with spans laid out; rows of nested tables belong to those.
function exGrid(scan, index) {
  const { records } = scan;
  const table = records[index];
  const rows = [];
  const carried = new Map();
  for (let i = index + 1; i < table.end && rows.length < exPairLimits.rows; i++) {
    const row = records[i];
    if (row.tag === "table") {
      i = row.end - 1;
      continue;
    }
    if (row.tag !== "tr") continue;
    const cells = [];
    let column = 0;
    const skipCarried = () => {
      while ((carried.get(column)?.left ?? 0) > 0) {
        const from = carried.get(column);
        from.left--;
        cells[column++] = from.cell;
      }
    };
    for (let j = i + 1; j < row.end && column < exPairLimits.columns; j = records[j].end) {
      const cell = records[j];
      if (cell.tag !== "td" && cell.tag !== "th") continue;
      skipCarried();
      const across = Math.min(
        Math.max(1, parseInt(attr(cell.element, "colspan"), 10) || 1),
        exPairLimits.columns,
      );
      const down = Math.min(Math.max(1, parseInt(attr(cell.element, "rowspan"), 10) || 1), 1000);
      for (let n = 0; n < across && column < exPairLimits.columns; n++) {
        if (down > 1) carried.set(column, { cell, left: down - 1 });
        cells[column++] = cell;
      }
    }
    skipCarried();
    if (cells.length > 0) rows.push({ row, cells, inHead: exIsInHead(scan, row) });
    i = row.end - 1;
  }
  return rows;
}

function exIsInHead(scan, row) {
  const parent = scan.records[row.parent];
  return parent !== undefined && parent.tag === "thead";
}

function exTablePairs(scan, index, add) {
  const rows = exGrid(scan, index);
  if (rows.length === 0) return;
  const isTh = (cell) => cell && cell.tag === "th";
  const keyed = rows.filter(({ cells }) => cells.length >= 2 && cells[0] !== cells[1]);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  let head = rows.findIndex(({ cells, inHead }) => (inHead || cells.every(isTh)) && cells.length > 1);
  if (
    head >= 0 &&
    rows.length > head + 1 &&
    rows[head].cells.every((cell) => isTh(cell) || rows[head].inHead)
  ) {
    while (rows[head + 1]?.inHead && rows[head + 1].cells.length === width) head++;
    exColumnPairs(scan, rows, head, add);
    return;
  }
  const rowHeads = keyed.filter(({ cells }) => isTh(cells[0]) && !isTh(cells[1]));
  if (rowHeads.length > 0 && rowHeads.length >= keyed.length / 2) {
    for (const { cells } of rowHeads) exRowPair(cells, add);
  } else if (width === 2 && keyed.length > 0) {
    // A first row of captions or the first key: both readings are offered, matching decides.
    for (const { cells } of keyed) exRowPair(cells, add, 0.9);
  } else if (rows.length > 1 && exLooksLikeCaptions(rows[0].cells)) {
    exColumnPairs(scan, rows, 0, add, 0.85);
  }
}

function exRowPair(cells, add, weight = 0.95) {
  const label = exLabel(exText(cells[0].element));
  for (let i = 1; i < cells.length; i++) {
    if (cells[i] && cells[i] !== cells[i - 1])
      add(cells[i], label, i === 1 ? weight : weight * 0.7, `table row '${label}'`);
  }
}

function exColumnPairs(scan, rows, head, add, weight = 0.95) {
  const captions = rows[head].cells.map((cell) => exLabel(exText(cell.element)));
  scan.headRows ??= new Set();
  for (let i = 0; i <= head; i++) scan.headRows.add(scan.indexOf.get(rows[i].row.element));
  for (const { cells } of rows.slice(head + 1)) {
    const done = new Set();
    cells.forEach((cell, column) => {
      const label = captions[column];
      if (label && !done.has(cell)) add(cell, label, weight, `table column '${label}'`);
      done.add(cell);
    });
  }
}

function exLooksLikeCaptions(cells) {
  const texts = cells.map((cell) => exText(cell.element));
  return (
    texts.length > 1 &&
    texts.every((text) => text !== "" && text.length < 40 && !/\d/.test(text)) &&
    new Set(texts).size === texts.length
  );
}
