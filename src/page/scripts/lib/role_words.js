// The words that people use for the kinds of elements: a table, read by lib/phrase.js. `roles` are meant by the word,
// `soft` are often called so ("button" for a link that looks like one). `types` narrow it by the type attribute. Things
// that hold others ("row", "dialog") are words for containers too.
const roleWords = new Map();

function addRoleWords(words, roles, { soft = "", types = "", holds = null, hints = false } = {}) {
  const list = (text) => text.split(" ").filter(Boolean);
  for (const word of words.split("|"))
    roleWords.set(word, { word, roles: list(roles), soft: list(soft), types: list(types), holds, hints });
}

const TEXT_FIELDS = "textbox searchbox combobox spinbutton date datetime timefield color";
const PRESSED = "button disclosure link menuitem tab clickable switch option treeitem";
addRoleWords("button|btn|push button", "button disclosure", { soft: PRESSED });
addRoleWords("submit button", "button", { soft: "link clickable", types: "submit image" });
addRoleWords("link|hyperlink|anchor", "link doc-backlink doc-biblioref doc-glossref doc-noteref", {
  soft: "button menuitem tab clickable",
});
addRoleWords(
  "field|input|input field|text field|text input|textbox|text box|textfield|input box|entry field|form field|input text",
  TEXT_FIELDS,
  { soft: "listbox slider" },
);
addRoleWords("bar", TEXT_FIELDS, { soft: "listbox checkbox search" });
addRoleWords("box", `${TEXT_FIELDS} checkbox`, { soft: "listbox search" });
addRoleWords("textarea|text area", "textbox");
addRoleWords("search field|search box|search bar|search input|searchbox", "searchbox", {
  soft: `${TEXT_FIELDS} search`,
  types: "search",
});
// By its type alone: a password goes into no other field.
addRoleWords("password field|password input|password box", "", { soft: "textbox", types: "password" });
addRoleWords("checkbox|check box|tickbox|tick box|checkmark", "checkbox menuitemcheckbox switch", { soft: "option" });
addRoleWords("radio|radio button|radiobutton|radio option", "radio menuitemradio", { soft: "option" });
addRoleWords(
  "dropdown|drop down|drop-down|select|combobox|combo box|select box|dropdown menu|picker|selector|dropdown list|select list|drop-down list",
  "combobox listbox",
  { soft: "button textbox menu date clickable" },
);
addRoleWords("listbox|list box", "listbox", { soft: "combobox list" });
addRoleWords("tab", "tab", { soft: "link button clickable" });
addRoleWords("menu", "menu menubar", { soft: "button navigation list", holds: "menu" });
addRoleWords("menu item|menuitem|menu entry", "menuitem menuitemcheckbox menuitemradio", {
  soft: "link option button clickable listitem",
});
addRoleWords("heading|headline|title", "heading");
addRoleWords("header", "heading banner columnheader", { holds: "header" });
addRoleWords("footer", "contentinfo", { holds: "footer" });
addRoleWords("image|picture|photo|img", "image svg graphics-symbol canvas figure", { soft: "button link clickable" });
addRoleWords("icon|logo|symbol|icon button", "image svg graphics-symbol canvas figure", {
  soft: "button link clickable menuitem tab",
  hints: true,
});
addRoleWords("dialog|modal|popup|pop-up|dialog box|modal dialog|popup window", "dialog alertdialog", {
  soft: "region",
  holds: "dialog",
});
addRoleWords("row|table row|line", "row", { soft: "listitem clickable layouttablerow", holds: "row" });
addRoleWords("cell|table cell", "cell gridcell columnheader rowheader", { soft: "layouttablecell" });
addRoleWords("column|column header", "columnheader", { holds: "section" });
// Words for records of every kind: "user Bob", "Bob's comment", "the Pro plan".
addRoleWords("user|person|customer|member|contact|file|comment|message|email|mail|e-mail|conversation|chat|thread|project|team|device|document|plan|review|reply|ticket|task", "", { holds: "item" });
addRoleWords("switch|toggle|toggle switch", "switch", { soft: "checkbox button" });
addRoleWords("toggle button", "button switch", { soft: "checkbox" });
addRoleWords("slider|range|range slider", "slider", { soft: "spinbutton" });
addRoleWords("spinbutton|spin button|stepper|spinner|number field", "spinbutton", { soft: "slider textbox" });
addRoleWords("option|choice", "option radio", { soft: "menuitem listitem clickable" });
addRoleWords("list", "listbox combobox", { soft: "list menu", holds: "list" });
addRoleWords("item|list item|listitem|entry|result|search result", "listitem option menuitem treeitem", {
  soft: "link row clickable article",
  holds: "item",
});
addRoleWords("card|tile|record|post|product", "article listitem group", {
  soft: "region row clickable link",
  holds: "item",
});
addRoleWords("table|grid", "table grid treegrid", { holds: "table" });
addRoleWords("form", "form", { soft: "search", holds: "form" });
addRoleWords("navigation|nav|navigation bar|navbar|nav bar", "navigation", { soft: "list menu", holds: "navigation" });
addRoleWords("breadcrumb|breadcrumbs|breadcrumb trail", "", { holds: "breadcrumb" });
addRoleWords("pagination|pager|paginator", "", { holds: "pagination" });
// "page 3", "previous page"
addRoleWords("page", "", { soft: PRESSED });
addRoleWords("sidebar|side bar|aside", "complementary", { soft: "navigation", holds: "sidebar" });
addRoleWords("toolbar|tool bar", "toolbar", { soft: "group", holds: "toolbar" });
addRoleWords("section|region|panel|tab panel|tabpanel|area|block|group|fieldset|accordion", "region tabpanel group", {
  soft: "article complementary disclosure button",
  holds: "section",
});
addRoleWords("alert|error message|notification|message|banner", "alert status", { soft: "log banner", holds: "section" });
addRoleWords("paragraph|text", "paragraph text", { soft: "heading listitem cell" });
addRoleWords("video|player", "video");
addRoleWords("iframe|frame", "iframe");
// As read_page names them.
for (const role of (
  "alertdialog clickable columnheader disclosure gridcell menubar menuitemcheckbox menuitemradio progressbar " +
  "radiogroup rowheader scrollbar tablist tooltip treegrid"
).split(" "))
  addRoleWords(role, role);
addRoleWords("tree item|treeitem|node|folder", "treeitem", { soft: "clickable button listitem" });
addRoleWords("date picker|date field|date input|datepicker", "date datetime textbox", { soft: "button combobox" });
addRoleWords("file input|file upload|upload field|file field", "button", { types: "file" });

function roleWord(words) {
  const word = words.join(" ").replace(/[,.:;]+$/, "");
  return roleWords.get(word) ?? roleWords.get(word.replace(/(x|ch|sh)es$/, "$1").replace(/([^s])s$/, "$1")) ?? null;
}
