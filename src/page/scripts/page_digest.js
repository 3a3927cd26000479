// @use lib/bytes.js
// @use lib/digest_sections.js
// A page in few lines, by topic: {text}. `query` names topics (focus, tabs, forms, headings, errors, panels,
// links, buttons, images, tables, landmarks, dialogs, overview) or says in words what is of interest; words
// that are no topic choose among the lines.
const DIGEST_TOPICS = {
  focus: "focus focused active cursor caret",
  tabs: "tab tabs tablist",
  forms: "form forms field fields input inputs checkbox checkboxes radio textbox validation fill",
  headings: "heading headings headline headlines outline structure title titles toc h1 h2 h3",
  errors:
    "error errors alert alerts invalid warning warnings problem problems failed failure message messages",
  panels: "panel panels details accordion expanded collapsed collapsible tabpanel popover popovers region",
  links: "link links href url urls navigate anchors",
  buttons: "button buttons action actions",
  images: "image images picture pictures photo photos img icon icons alt",
  tables: "table tables grid grids rows columns data",
  landmarks: "landmark landmarks layout navigation nav sidebar header footer main regions",
  dialogs: "dialog dialogs modal modals popup popups overlay",
};
const DIGEST_STOP = new Set(
  (
    "the a an of in on at to for and or is are was there any all what which where how many page show list " +
    "me this that it does do have has with on currently now visible open please find get"
  ).split(" "),
);
const DIGEST_MAKERS = {
  focus: digestFocus,
  tabs: digestTabs,
  forms: digestForms,
  headings: digestHeadings,
  errors: digestErrors,
  panels: digestPanels,
  links: digestLinks,
  buttons: (found, reading) => digestPlain(found.buttons, reading),
  images: digestImages,
  tables: digestTables,
  landmarks: digestLandmarks,
  dialogs: digestDialogs,
};

function pageDigest({ query = "", maxBytes = 32768 } = {}) {
  const asked = typeof query === "string" ? query.slice(0, 500) : "";
  const { topics, words } = digestWanted(asked);
  const { found, reading } = digestGather();
  const make = (topic) => ({ topic, ...DIGEST_MAKERS[topic](found, reading) });
  let sections;
  let note = "";
  if (topics.length > 0) {
    sections = topics.map(make);
    if (words.length > 0) sections = sections.map((section) => digestFiltered(section, words, true));
  } else if (words.length > 0) {
    sections = Object.keys(DIGEST_MAKERS)
      .map(make)
      .map((section) => digestFiltered(section, words, false))
      .filter(({ lines }) => lines.length > 0);
    if (sections.length === 0)
      note = `nothing here has the words ${quoted(words.join(" "), 100)}; the page in short:\n`;
  }
  const text =
    sections && sections.length > 0
      ? digestText(sections, found, maxBytes)
      : note + digestOverview(found, reading, maxBytes - byteLength(note));
  return { text };
}

// Topics that the query names, in the order of their names, and its other words.
function digestWanted(query) {
  const all = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== "" && word !== "overview" && word !== "summary");
  const topics = new Set();
  const words = [];
  for (const word of all) {
    const topic = Object.keys(DIGEST_TOPICS).find((name) => DIGEST_TOPICS[name].split(" ").includes(word));
    if (topic) topics.add(topic);
    else if (!DIGEST_STOP.has(word) && word.length > 1) words.push(word);
  }
  return { topics: [...topics], words };
}

// The lines that have one of the words, each with the lines it belongs to. `keep`: all of them when none has.
function digestFiltered(section, words, keep) {
  if (section.always) return keep ? section : { ...section, lines: [] };
  const has = (line) => words.some((word) => line.toLowerCase().includes(word));
  const indent = (line) => /^ */.exec(line)[0].length;
  const chosen = new Set();
  section.lines.forEach((line, i) => {
    if (!has(line)) return;
    chosen.add(i);
    for (let above = i - 1, depth = indent(line); above >= 0 && depth > 0; above--) {
      if (indent(section.lines[above]) < depth) {
        chosen.add(above);
        depth = indent(section.lines[above]);
      }
    }
    if (!section.indented && indent(line) === 0) {
      for (let below = i + 1; below < section.lines.length && indent(section.lines[below]) > 0; below++)
        chosen.add(below);
    }
  });
  if (chosen.size === 0) return keep ? section : { ...section, lines: [] };
  const lines = section.lines.filter((line, i) => chosen.has(i));
  return { ...section, lines, part: lines.length < section.lines.length };
}

// Sections with their lines. Where not all fit, each gets its share of the room.
function digestText(sections, found, maxBytes) {
  const out = [];
  let room = maxBytes - (found.truncated ? 80 : 0);
  sections.forEach((section, i) => {
    const share = Math.floor(room / (sections.length - i));
    const text = digestSection(section, share);
    room -= byteLength(text) + 2;
    out.push(text);
  });
  if (found.truncated) out.push(`only the first ${digestLimits.elements} elements were read`);
  return cutToBytes(out.join("\n\n"), maxBytes);
}

function digestSection(section, maxBytes) {
  const { topic, lines, count } = section;
  const title = section.title ? `${topic} (${section.title})` : `${topic} (${count})`;
  if (lines.length === 0) return `${topic}: none`;
  const kept = [section.part ? `${title}, ${lines.length} lines that fit` : title];
  let bytes = byteLength(kept[0]) + 1;
  for (let i = 0; i < lines.length; i++) {
    bytes += byteLength(lines[i]) + 1;
    if (bytes > maxBytes - 30) {
      kept.push(`… ${lines.length - i} more lines`);
      break;
    }
    kept.push(lines[i]);
  }
  return kept.join("\n");
}

// What is here at all, and of that what matters first.
function digestOverview(found, reading, maxBytes) {
  const page = property(Document, "documentElement", document);
  const title = property(Document, "title", document);
  const counts = [
    ["headings", found.headings],
    ["links", found.links],
    ["buttons", found.buttons],
    ["fields", found.fields],
    ["forms", found.forms],
    ["images", found.images],
    ["tables", found.tables],
    ["tabs", found.tabs],
    ["frames", found.frames],
  ]
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `${list.length}${list.length >= digestLimits.perKind ? "+" : ""} ${name}`);
  const height = page ? property(Element, "scrollHeight", page) : 0;
  const lines = [
    `page: ${quoted(title, 200)}`,
    `holds: ${counts.join(", ") || "no headings, links, controls or images"}; ${found.elements} elements`,
    `scroll: ${Math.round(window.scrollY)} of ${Math.max(0, height - window.innerHeight)} px`,
  ];
  const parts = ["focus", "dialogs", "errors", "forms", "tabs", "landmarks", "headings"];
  const sections = parts
    .map((topic) => ({ topic, ...DIGEST_MAKERS[topic](found, reading) }))
    .filter(({ lines: inner, count }) => inner.length > 0 && count > 0)
    .map((section) => ({ ...section, lines: section.lines.slice(0, 40), count: section.count }));
  const head = lines.join("\n");
  if (sections.length === 0) return cutToBytes(head, maxBytes);
  return `${head}\n\n${digestText(sections, found, maxBytes - byteLength(head) - 2)}`;
}
