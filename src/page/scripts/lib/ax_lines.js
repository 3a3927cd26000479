// @use lib/dom.js
// @use lib/bytes.js
// @use lib/states.js
// @use lib/interactive.js
// Lines of text for a tree of records (lib/ax_tree.js). A line is `[ref_2] role: "name" = "value" (states)`,
// two spaces deeper per level; runs of text are `text: "…"`. To save room, an item that holds a single thing
// is that thing, and a table row of plain cells is one line.

// What a caller may want to name later, besides what can be used.
const REF_ROLES = new Set(
  (
    "heading navigation main banner contentinfo complementary region search form article dialog " +
    "alertdialog image iframe table grid treegrid tree tablist tabpanel toolbar menu menubar radiogroup " +
    "figure video audio canvas object embed gridcell clickable application"
  ).split(" "),
);
const MAX_INDENT = 40;
const MAX_VALUE = 300;
const MAX_TEXT = 100000;
const PLAIN_CELLS = new Set(["cell", "columnheader", "rowheader"]);

// options: interactiveOnly, depth, maxBytes → {text, nodes, left, reason, frames}
function axLines(tree, { interactiveOnly, depth, maxBytes }) {
  const out = {
    lines: [],
    bytes: 0,
    nodes: 0,
    left: 0,
    reason: null,
    frames: [],
    maxBytes,
    reading: tree.reading,
    full: false,
  };
  const stack = [];
  pushAll(stack, tree.root.children, 0);
  while (stack.length > 0) {
    const { record, level } = stack.pop();
    if (out.full || (depth !== null && level >= depth)) {
      out.left++;
      out.reason ??= "depth";
      if (record.children && !holdsOneText(record)) pushAll(stack, record.children, level + 1);
      continue;
    }
    printRecord(out, stack, record, level, interactiveOnly);
  }
  return {
    text: out.lines.join("\n"),
    nodes: out.nodes,
    left: out.left,
    reason: out.reason,
    frames: out.frames,
  };
}

function holdsOneText(record) {
  return record.children.length === 1 && record.children[0].text !== undefined;
}

function pushAll(stack, records, level) {
  for (let i = records.length - 1; i >= 0; i--) stack.push({ record: records[i], level });
}

function printRecord(out, stack, record, level, interactiveOnly) {
  if (record.text !== undefined) {
    if (!interactiveOnly) addLine(out, level, `text: ${quoted(record.text, MAX_TEXT)}`, 1);
    return;
  }
  const role = record.role;
  const interactive = record.clickable || INTERACTIVE_ROLES.has(role) || role === "iframe";
  if (interactiveOnly) {
    const complete = interactive ? printElement(out, record, 0, true, true) : false;
    if (!complete) pushAll(stack, record.children, level + 1);
    return;
  }
  if (role === "listitem" && !interactive && record.name === "" && record.children.length <= 1) {
    printItem(out, stack, record, level);
    return;
  }
  if (role === "row" && !interactive && isPlainRow(record)) {
    addLine(out, level, `row: ${record.children.map(plainCell).join(" | ")}`, 1 + record.children.length);
    return;
  }
  if (record.children.length === 0 && isNothingToSay(record, interactive)) return;
  const complete = printElement(out, record, level, interactive, false);
  if (!complete) pushAll(stack, record.children, level + 1);
}

// Empty boxes and rules between things.
function isNothingToSay(record, interactive) {
  if (interactive) return false;
  if (record.role === "separator") return true;
  return record.name === "" && !REF_ROLES.has(record.role) && !VALUE_ROLES.has(record.role);
}

// An item with nothing in it, a text, or a single thing.
function printItem(out, stack, record, level) {
  const [only] = record.children;
  if (only === undefined) return;
  if (only.text !== undefined) addLine(out, level, `listitem: ${quoted(only.text, MAX_TEXT)}`, 1);
  else stack.push({ record: only, level });
}

function isPlainRow(row) {
  if (row.name !== "" || row.children.length === 0) return false;
  return row.children.every((cell) => {
    if (!PLAIN_CELLS.has(cell.role) || cell.name !== "" || cell.clickable) return false;
    return cell.children.length === 0 || holdsOneText(cell);
  });
}

function plainCell(cell) {
  const text = quoted(cell.children[0]?.text ?? "", MAX_TEXT);
  return cell.role === "cell" ? text : `${text} (${cell.role})`;
}

// Prints the line of an element; true when it says everything that is inside as well.
function printElement(out, record, level, interactive, alone) {
  const { element, role } = record;
  const { reading } = out;
  let name = record.name;
  let complete = false;
  if (name === "" && holdsOneText(record) && takesTextAsName(role)) {
    name = record.children[0].text;
    complete = true;
  }
  const isMute = name === "" && interactive && textInside(record) === "";
  // Text that a page moved out of its box still says what the box is for.
  if (isMute && record.clickable) name = shortened(squeezed(textContentOf(element).slice(0, 300)), 120);
  else if (name === "" && alone && record.clickable) name = shortened(textInside(record), 120);
  let line = "";
  if (interactive || REF_ROLES.has(role) || (role === "group" && name !== "")) {
    line = `[ref_${openchrome.refOf(element)}] `;
  }
  line += role;
  if (name !== "") line += `: ${quoted(name, complete ? MAX_TEXT : MAX_NAME)}`;
  line += valuePart(element, record, reading);
  if (name === "" && (role === "link" || role === "image")) line += addressPart(element);
  const marks = statesOf(element, role, reading);
  if (role === "heading") marks.push(`level ${headingLevel(element)}`);
  if (record.shadow) marks.push("shadow");
  if (record.inRoot) marks.push("in shadow root");
  const hint = isMute && name === "" ? hintInside(element) : "";
  if (hint !== "") marks.push(`hint: ${hint}`);
  if (marks.length > 0) line += ` (${marks.join(", ")})`;
  const at = addLine(out, level, line, 1);
  if (role === "iframe" && at >= 0) {
    out.frames.push({ ref: openchrome.refOf(element), line: at, indent: level });
  }
  if (tagOf(element) === "select") {
    printOptions(out, record, level + 1);
    return true;
  }
  if (tagOf(element) === "input" && hasAttr(element, "list")) printSuggestions(out, element, level + 1);
  return complete;
}

// What can be read inside, for a line that stands without its children.
function textInside(record) {
  const parts = [];
  let length = 0;
  const todo = [record];
  while (todo.length > 0 && length < 200) {
    const one = todo.pop();
    const text = one.text ?? one.name;
    if (text) {
      parts.push(text);
      length += text.length;
    }
    if (one.children && !one.name) todo.push(...[...one.children].reverse());
  }
  return parts.join(" ");
}

const SHORT_ROLES = new Set(["clickable", "blockquote", "status", "alert"]);

function takesTextAsName(role) {
  return HOLDS_TEXT.has(role) || SHORT_ROLES.has(role);
}

function headingLevel(element) {
  const stated = parseInt(attr(element, "aria-level") ?? "", 10);
  if (stated > 0) return stated;
  return /^h[1-6]$/.test(tagOf(element)) ? Number(tagOf(element)[1]) : 2;
}

const VALUE_ROLES = new Set(
  (
    "textbox searchbox combobox spinbutton slider scrollbar progressbar meter date datetime timefield " +
    "color button listbox separator"
  ).split(" "),
);

function valuePart(element, record, reading) {
  if (!VALUE_ROLES.has(record.role)) return "";
  const tag = tagOf(element);
  if (record.role === "button" && !(tag === "input" && attr(element, "type") === "file")) return "";
  if (record.role === "listbox" && tag === "select") return ""; // its options say what is selected
  const value = (valueOf(element, record.role, reading) ?? "").trim();
  if (value === "") return "";
  const more = value.length > MAX_VALUE ? ` (${value.length} characters; inspect reads it whole)` : "";
  return ` = ${quoted(value, MAX_VALUE)}${more}`;
}

// Where a link without a name leads, which file a picture without one shows.
function addressPart(element) {
  const raw = attr(element, "href") ?? attr(element, "xlink:href") ?? attr(element, "src") ?? "";
  if (raw === "" || raw.startsWith("data:") || raw.startsWith("javascript:")) return "";
  const short = tagOf(element) === "img" ? raw.split(/[?#]/)[0].split("/").pop() : raw;
  return short === "" ? "" : ` → ${shortened(squeezed(short), 80)}`;
}

// The choices of a select on one line.
function printOptions(out, record, level) {
  const names = [];
  const todo = [...record.children].reverse();
  while (todo.length > 0 && names.length < MAX_OPTIONS) {
    const one = todo.pop();
    if (one.role === "option") {
      const marks = statesOf(one.element, "option", out.reading);
      names.push(quoted(one.name, 200) + (marks.length > 0 ? ` (${marks.join(", ")})` : ""));
    } else if (one.children) {
      todo.push(...[...one.children].reverse());
    }
  }
  if (names.length === 0) return;
  const more = record.more > names.length ? ` | … ${record.more - names.length} more` : "";
  addLine(out, level, `options: ${names.join(" | ")}${more}`, names.length);
}

// What the browser suggests for a field.
function printSuggestions(out, element, level) {
  const list = property(HTMLInputElement, "list", element);
  if (!list) return;
  const options = property(HTMLDataListElement, "options", list);
  const names = [];
  for (let i = 0; i < options.length && names.length < MAX_OPTIONS; i++) names.push(quoted(property(HTMLOptionElement, "value", options[i]), 200));
  if (names.length === 0) return;
  const more = options.length > names.length ? ` | … ${options.length - names.length} more` : "";
  addLine(out, level, `suggestions: ${names.join(" | ")}${more}`, names.length);
}

// As a JSON string, cut where it is too long.
function quoted(text, maxLength) {
  return JSON.stringify(shortened(text, maxLength));
}

// The index of the new line, or -1 when there is no room for it.
function addLine(out, level, line, nodes) {
  if (out.full) {
    out.left += nodes;
    return -1;
  }
  const whole = "  ".repeat(Math.min(level, MAX_INDENT)) + line;
  const bytes = byteLength(whole) + 1;
  if (out.bytes + bytes > out.maxBytes) {
    out.full = true;
    out.left += nodes;
    out.reason = "maxBytes";
    return -1;
  }
  out.bytes += bytes;
  out.nodes += nodes;
  return out.lines.push(whole) - 1;
}
