// @use lib/dom.js
// @use lib/visible.js
// Tables: which hold data and which only arrange a page, and the roles of their rows and cells. The marks of
// a data table are those that Chrome looks for.
const TABLE_ROLES = new Set(["table", "grid", "treegrid", "layouttable"]);
const ROW_ROLES = new Set(["row", "layouttablerow"]);
const NEUTRAL_IN_TABLES = new Set(["group", "generic", "rowgroup"]);

// The element above that means something to a table, past sections and plain boxes.
function tableAncestor(element, reading) {
  for (let above = parentOf(element), steps = 0; above && steps < 100; above = parentOf(above), steps++) {
    if (!NEUTRAL_IN_TABLES.has(roleOf(above, reading))) return above;
  }
  return null;
}

function tableSectionRole(section, reading) {
  const table = tableAncestor(section, reading);
  const role = table && roleOf(table, reading);
  return TABLE_ROLES.has(role) && role !== "layouttable" ? "rowgroup" : "generic";
}

function tableRowRole(row, reading) {
  const table = tableAncestor(row, reading);
  const role = table && roleOf(table, reading);
  if (!TABLE_ROLES.has(role)) return "generic";
  return role === "layouttable" ? "layouttablerow" : "row";
}

function tableCellRole(cell, tag, reading) {
  const row = tableAncestor(cell, reading);
  const rowRole = row && roleOf(row, reading);
  if (!ROW_ROLES.has(rowRole)) return "generic";
  const table = tableAncestor(row, reading);
  const tableRole = table && roleOf(table, reading);
  if (!TABLE_ROLES.has(tableRole)) return "generic";
  if (rowRole === "layouttablerow") return "layouttablecell";
  if (tag === "td") return tableRole === "table" ? "cell" : "gridcell";
  const scope = (attr(cell, "scope") ?? "").toLowerCase();
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  return headerRole(cell);
}

function isFilledData(cell) {
  return Boolean(cell) && tagOf(cell) === "td" && firstChildOf(cell) !== null;
}

// A header without scope: of its row when data stand beside it, else of its column.
function headerRole(cell) {
  const next = nextElementOf(cell);
  const previous = previousElementOf(cell);
  if (!next && !previous) return "columnheader";
  if (next && previous && tagOf(next) === "th" && tagOf(previous) === "th") return "columnheader";
  if (isFilledData(next) || isFilledData(previous)) return "rowheader";
  const row = parentNodeOf(cell);
  if (!(row instanceof HTMLTableRowElement)) return "columnheader";
  const first = firstElementOf(row);
  const last = lastElementOf(row);
  if (isFilledData(first) || isFilledData(last)) return "rowheader";
  if (isFilledData(nextElementOf(first)) || isFilledData(previousElementOf(last))) return "rowheader";
  return "columnheader";
}

function isDataTable(table, reading) {
  let known = reading.tables.get(table);
  if (known === undefined) {
    known = looksLikeData(table);
    reading.tables.set(table, known);
  }
  return known;
}

const DATA_ROWS = 20;
const DATA_CELLS = 10;

function looksLikeData(table) {
  if (!checkVisibility(table) || hasAttr(table, "role")) return true;
  if (property(HTMLElement, "isContentEditable", table)) return true;
  if (attr(table, "summary") || attr(table, "rules")) return true;
  for (let child = firstElementOf(table); child; child = nextElementOf(child)) {
    if (/^(caption|thead|tfoot|col|colgroup)$/.test(tagOf(child))) return true;
  }
  const rows = property(HTMLTableElement, "rows", table);
  const count = rows.length;
  if (count >= DATA_ROWS) return true;
  if (count === 0) return false;
  if (count === 1 && property(HTMLTableRowElement, "cells", rows[0]).length === 1) return false;
  return cellsLookLikeData(table, rows);
}

// Borders around at least half of the cells, cells that stand out by colour, or rows striped like a zebra.
function cellsLookLikeData(table, rows) {
  const style = getComputedStyle(table);
  const [spaceX, spaceY = spaceX] = style.borderSpacing.split(" ").map(parseFloat);
  const spaced = spaceX > 0 && spaceY > 0 && style.borderCollapse === "separate";
  const count = { cells: 0, bordered: 0, coloured: 0, top: 0, bottom: 0, left: 0, right: 0 };
  const stripes = [];
  for (let r = 0; r < rows.length; r++) {
    const cells = property(HTMLTableRowElement, "cells", rows[r]);
    for (let c = 0; c < cells.length; c++) {
      const cell = cells[c];
      if (tagOf(cell) === "th") return true;
      if (["headers", "abbr", "axis", "scope"].some((name) => attr(cell, name))) return true;
      const answer = countCell(cell, style, spaced, count);
      if (answer) return true;
      if (answer === null) continue;
      if (r < 5 && r === stripes.length) stripes.push(getComputedStyle(rows[r]).backgroundColor);
    }
  }
  if (count.cells <= 1) return false;
  const half = Math.floor(count.cells / 2);
  if (Math.max(count.bordered, count.top, count.bottom, count.left, count.right) >= half) return true;
  if (count.coloured >= half) return true;
  return stripes.length > 2 && stripes.every((colour, k) => (colour === stripes[0]) === (k % 2 === 0));
}

// True when this cell settles it, null when it does not count at all.
function countCell(cell, tableStyle, spaced, count) {
  const rect = rectOf(cell);
  if (rect.width < 1 || rect.height < 1) return null;
  count.cells++;
  const style = getComputedStyle(cell);
  if (style.emptyCells === "hide") return true;
  const [top, right, bottom, left] = ["Top", "Right", "Bottom", "Left"].map(
    (side) => parseFloat(style[`border${side}Width`]) > 0,
  );
  if ((top && bottom) || (left && right)) count.bordered++;
  if (top) count.top++;
  if (bottom) count.bottom++;
  if (left) count.left++;
  if (right) count.right++;
  const colour = style.backgroundColor;
  if (spaced && colour !== tableStyle.backgroundColor && colour !== "rgba(0, 0, 0, 0)") count.coloured++;
  return count.bordered >= DATA_CELLS || count.coloured >= DATA_CELLS;
}
