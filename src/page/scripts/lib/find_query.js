// A query in plain words → what to look for: {readings: [{words, text, roles, softRoles, types}], …}. Role
// words may belong to the name ("Menu" is often a button's name), so a query has several readings; the best
// fit counts.
const findRoles = new Map();
function findRole(words, roles, soft = "", types = "") {
  const list = (text) => text.split(" ").filter(Boolean);
  for (const word of words.split("|"))
    findRoles.set(word, { roles: list(roles), soft: list(soft), types: list(types) });
}
const FIND_FIELDS = "textbox searchbox combobox spinbutton date datetime timefield color";
findRole("button|btn|push button", "button disclosure", "link menuitem tab clickable switch option");
findRole("submit button", "button", "link clickable", "submit image");
findRole(
  "link|hyperlink|anchor",
  "link doc-backlink doc-biblioref doc-glossref doc-noteref",
  "button menuitem tab",
);
findRole(
  "field|input|input field|text field|text input|textbox|text box|textfield|input box|entry field|form field",
  FIND_FIELDS,
  "listbox slider",
);
findRole("box|bar", FIND_FIELDS, "listbox checkbox search");
findRole("textarea|text area", "textbox");
findRole(
  "search field|search box|search bar|search input|searchbox",
  `searchbox ${FIND_FIELDS}`,
  "search",
  "search",
);
// By its type alone: a password goes into no other field.
findRole("password field|password input|password box", "", "textbox", "password");
findRole("checkbox|check box|tickbox|tick box", "checkbox menuitemcheckbox switch", "option");
findRole("radio|radio button|radiobutton", "radio menuitemradio", "option");
findRole(
  "dropdown|drop down|drop-down|select|combobox|combo box|select box|dropdown menu|picker|selector|dropdown list",
  "combobox listbox",
  "button textbox menu date",
);
findRole("listbox|list box", "listbox", "combobox list");
findRole("tab", "tab", "link button");
findRole("menu", "menu menubar", "button navigation list");
findRole("menu item|menuitem|menu entry", "menuitem menuitemcheckbox menuitemradio", "link option button");
findRole("heading|headline|title", "heading", "");
findRole("header", "heading banner columnheader", "");
findRole("image|picture|photo|img|icon|logo", "image svg graphics-symbol canvas figure", "button link");
findRole("dialog|modal|popup|pop-up|dialog box|modal dialog", "dialog alertdialog", "region");
findRole("row|table row", "row", "listitem");
findRole("cell|table cell", "cell gridcell columnheader rowheader", "");
findRole("column|column header", "columnheader", "");
findRole("switch|toggle|toggle switch", "switch", "checkbox button");
findRole("toggle button", "button switch", "checkbox");
findRole("slider|range", "slider", "spinbutton");
findRole("spinbutton|spin button|stepper", "spinbutton", "slider textbox");
findRole("option|choice", "option radio", "menuitem listitem");
findRole("list", "list listbox", "menu");
findRole("item|list item|listitem|entry", "listitem option menuitem treeitem", "link row");
findRole("table|grid", "table grid treegrid", "");
findRole("form", "form", "search");
findRole("navigation|nav", "navigation", "list menu");
findRole("section|region|panel|tab panel|tabpanel", "region tabpanel group", "article complementary");
findRole("alert|error message|notification|message", "alert status", "log");
findRole("paragraph|text", "paragraph text", "heading listitem");
findRole("video|player", "video", "");
findRole("iframe|frame", "iframe", "");
// As read_page names them.
const FIND_TREE_WORDS =
  "alertdialog clickable columnheader disclosure gridcell menubar menuitemcheckbox menuitemradio progressbar " +
  "radiogroup rowheader scrollbar tablist toolbar tooltip treegrid";
for (const role of FIND_TREE_WORDS.split(" ")) findRole(role, role);
findRole("tree item|treeitem|node", "treeitem", "");
findRole("date picker|date field|date input", "date datetime textbox", "button combobox");
findRole("file input|file upload|upload field", "button", "", "file");

const FIND_LEAD = new Set(["the", "a", "an", "my", "this", "that", "its"]);
const FIND_FILLER = new Set(
  "named called labelled labeled titled saying says with text reading containing marked".split(" "),
);
const FIND_PLACE = new Set(
  "in inside on of for at under within from near by beside below above next to the a an this that with and which is".split(
    " ",
  ),
);
const FIND_ORDINALS = new Map(
  Object.entries({
    first: 0,
    "1st": 0,
    second: 1,
    "2nd": 1,
    third: 2,
    "3rd": 2,
    fourth: 3,
    "4th": 3,
    fifth: 4,
    "5th": 4,
    sixth: 5,
    "6th": 5,
    seventh: 6,
    "7th": 6,
    eighth: 7,
    "8th": 7,
    ninth: 8,
    "9th": 8,
    tenth: 9,
    "10th": 9,
    last: -1,
  }),
);

// Lower case, no accents, no punctuation: what names are compared by.
function findPlain(text) {
  let plain = text.toLowerCase();
  if (/[^\x00-\x7f]/.test(plain))
    plain = plain
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .normalize("NFKC");
  return plain
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

// Names that are signs only, spelled out.
const FIND_SIGNS = {
  "×": "close",
  "✕": "close",
  "✖": "close",
  x: "close",
  "☰": "menu",
  "≡": "menu",
  "+": "add",
  "−": "remove",
  "←": "back",
  "‹": "previous",
  "«": "previous",
  "→": "next",
  "›": "next",
  "»": "next",
  "…": "more",
  "⋮": "more",
  "🔍": "search",
};

function findQuery(query) {
  const phrases = [];
  const rest = query
    .slice(0, 500)
    .replace(
      /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|(?<=^|\s)'([^']+)'(?=$|\s)|`([^`]+)`/g,
      (all, ...groups) => {
        phrases.push(groups.slice(0, 6).find((group) => group !== undefined));
        return " \u0001 ";
      },
    );
  const words = rest
    .replace(/[?!]+$/, "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (word === "\u0001" ? word : word.toLowerCase()));
  while (words.length > 1 && FIND_LEAD.has(words[0])) words.shift();
  const readings = [];
  const whole = query.trim();
  if (phrases.length === 0) findAddReading(readings, whole, null);
  for (const { start, size, role } of findRoleWords(words)) {
    const others = [...words.slice(0, start), ...words.slice(start + size)];
    findAddReading(readings, findNameOf(others, phrases), role);
  }
  if (phrases.length > 0) findAddReading(readings, findNameOf(words, phrases), null);
  else if (words.join(" ") !== whole.toLowerCase())
    findAddReading(readings, findNameOf(words, phrases), null);
  return { whole, readings, ordinal: findOrdinal(words, phrases) };
}

// The role words of a query: the longest at its end and at its beginning, then those inside.
function findRoleWords(words) {
  const found = [];
  for (let start = 0; start < words.length; start++) {
    for (let size = Math.min(3, words.length - start); size >= 1; size--) {
      const role =
        findRoles.get(
          words
            .slice(start, start + size)
            .join(" ")
            .replace(/[,.:;]+$/, ""),
        ) ?? findRoles.get(findSingular(words.slice(start, start + size).join(" ")));
      if (!role) continue;
      found.push({ start, size, role });
      start += size - 1;
      break;
    }
  }
  const isEdge = ({ start, size }) => start === 0 || start + size === words.length;
  const beforePlace = ({ start, size }) => FIND_PLACE.has(words[start + size]);
  return found.filter((one) => isEdge(one) || beforePlace(one) || found.length === 1).slice(0, 4);
}

function findSingular(word) {
  return word.replace(/(x|ch|sh)es$/, "$1").replace(/([^s])s$/, "$1");
}

// What remains of the words is the name; quoted phrases are kept as they are.
function findNameOf(words, phrases) {
  const kept = phrases.length > 0 ? words.filter((word) => word === "\u0001") : words;
  const trimmed = [...kept];
  while (trimmed.length > 0 && (FIND_FILLER.has(trimmed[0]) || FIND_LEAD.has(trimmed[0]))) trimmed.shift();
  while (trimmed.length > 0 && FIND_FILLER.has(trimmed[trimmed.length - 1])) trimmed.pop();
  let next = 0;
  const name = trimmed.map((word) => (word === "\u0001" ? phrases[next++] : word)).join(" ");
  const around =
    phrases.length > 0
      ? words.filter((word) => word !== "\u0001" && !FIND_PLACE.has(word) && !FIND_FILLER.has(word))
      : [];
  return { name, around };
}

function findAddReading(readings, name, role) {
  const { name: text, around } = typeof name === "string" ? { name, around: [] } : name;
  const plain = findPlain(text);
  const raw = text.trim().toLowerCase();
  const words = plain.split(" ").filter(Boolean);
  const reading = { raw, plain, words, role, around: around.map(findPlain).filter(Boolean) };
  if (role || raw !== "") readings.push(reading);
}

// {n, readings}: "second delete button"; used when no element is called so.
function findOrdinal(words, phrases) {
  const n = FIND_ORDINALS.get(words[0]);
  if (n === undefined || words.length < 2) return null;
  const rest = words.slice(1);
  const readings = [];
  for (const { start, size, role } of findRoleWords(rest)) {
    findAddReading(
      readings,
      findNameOf([...rest.slice(0, start), ...rest.slice(start + size)], phrases),
      role,
    );
  }
  if (phrases.length > 0) findAddReading(readings, findNameOf(rest, phrases), null);
  return readings.length > 0 ? { n, readings } : null;
}
