// How a page is styled: framework, custom properties, stylesheets, fonts, colours, and the elements whose
// style matters to somebody who wants to change or use the page. A report to read, not data.
// @use lib/dom.js
// @use lib/visible.js
// @use lib/bytes.js
// @use lib/target.js
// @use lib/page_stats.js
// @use lib/dom_attributes.js
// @use lib/css_frameworks.js
const cssLimits = {
  elements: 3000,
  bytes: 64 << 10,
  properties: 60,
  rules: 20000,
  sheets: 200,
  perKind: 10,
  classes: 5000,
  top: 10,
};
const CSS_SKIPPED = new Set(
  "script style noscript template head title link meta base br wbr option source track".split(" "),
);

// → {stats, text, cut: {nodes, reason} | null} or {error}
function cssReport({ root = null, maxElements = cssLimits.elements, maxBytes = cssLimits.bytes } = {}) {
  const target = rootTargetOf(root);
  if (target.error) return { error: target.error };
  const start = target.whole ? bodyOf(document) || target.element : target.element;
  const survey = surveyStyles(start, Math.max(1, maxElements));
  const sheets = surveySheets();
  const properties = customProperties();
  const lines = [
    frameworkLine(survey, sheets, properties),
    ...sheetLines(sheets, survey),
    ...propertyLines(properties),
    ...fontLines(survey),
    ...colourLines(survey),
    ...notableLines(survey),
  ];
  const { text, missing } = linesWithin(lines, Math.max(0, maxBytes));
  const reason = missing > 0 ? "maxBytes" : survey.left > 0 ? "maxElements" : null;
  return { stats: pageStats(), text, cut: reason && { nodes: missing > 0 ? missing : survey.left, reason } };
}

function linesWithin(lines, maxBytes) {
  let left = maxBytes;
  let kept = 0;
  while (kept < lines.length && byteLength(lines[kept]) + 1 <= left) left -= byteLength(lines[kept++]) + 1;
  return { text: lines.slice(0, kept).join("\n"), missing: lines.length - kept };
}

// What the elements look like, in one walk over those that are rendered.
function surveyStyles(start, maxElements) {
  const survey = {
    looked: 0,
    left: 0,
    inline: 0,
    classes: new Map(),
    fonts: new Map(),
    inks: new Map(),
    grounds: new Map(),
    notable: new Map(),
    pageOverflows: overflowsPage(),
  };
  const stack = start ? [[start, null]] : [];
  while (stack.length > 0) {
    const [element, above] = stack.pop();
    const tag = tagOf(element);
    if (CSS_SKIPPED.has(tag) || renderingOf(element) === RENDERED.NOT) continue;
    if (survey.looked === maxElements) {
      survey.left = Math.max(
        1,
        Element.prototype.querySelectorAll.call(start, "*").length + 1 - survey.looked,
      );
      break;
    }
    survey.looked++;
    const style = getComputedStyle(element);
    noteLooks(element, style, survey);
    const passed = noteNotable(element, tag, style, above, survey);
    if (tag === "svg") continue;
    const children = childNodesOf(element);
    for (let i = children.length - 1; i >= 0; i--)
      if (isElement(children[i])) stack.push([children[i], passed]);
  }
  return survey;
}

function overflowsPage() {
  const page = property(Document, "documentElement", document);
  return page !== null && page.scrollWidth > window.innerWidth + 1;
}

function countOne(counts, key) {
  counts.set(key, (counts.get(key) || 0) + 1);
}

function noteLooks(element, style, survey) {
  const classes = attr(element, "class");
  if (classes) {
    for (const name of classes.trim().split(/\s+/, 30)) {
      if (survey.classes.size < cssLimits.classes && name.length <= 80) countOne(survey.classes, name);
    }
  }
  if (hasAttr(element, "style")) survey.inline++;
  if (hasOwnText(element)) {
    countOne(survey.fonts, style.fontFamily);
    countOne(survey.inks, style.color);
  }
  const ground = style.backgroundColor;
  if (ground !== "rgba(0, 0, 0, 0)") countOne(survey.grounds, ground);
}

function hasOwnText(element) {
  for (let child = firstChildOf(element), n = 0; child && n < 20; child = nextSiblingOf(child), n++) {
    if (nodeTypeOf(child) === TEXT_NODE && /\S/.test(textOf(child))) return true;
  }
  return false;
}

// Files the element under what is notable about it; answers what its children have to know.
function noteNotable(element, tag, style, above, survey) {
  const note = (kind, facts) => {
    if (!survey.notable.has(kind)) survey.notable.set(kind, { count: 0, found: [] });
    const notable = survey.notable.get(kind);
    notable.count++;
    if (notable.found.length < cssLimits.perKind) notable.found.push({ element, tag, facts });
  };
  notePosition(style, note);
  noteOverflow(element, style, survey, note);
  noteLayout(element, style, note);
  if (style.transform !== "none") note("transformed", `transform: ${shortened(style.transform, 60)}`);
  if (style.animationName !== "none") {
    note(
      "animated",
      `animation: ${shortened(style.animationName, 40)} ${style.animationDuration} ` +
        `×${style.animationIterationCount}`,
    );
  }
  const mute = style.pointerEvents === "none";
  if (mute && !above?.mute) note("not clickable (pointer-events: none)", sizeText(element));
  const invisible = style.visibility !== "visible" || style.opacity === "0";
  if (invisible && !above?.invisible) {
    note(
      "invisible but taking space",
      style.opacity === "0" ? "opacity: 0" : `visibility: ${style.visibility}`,
    );
  }
  return mute || invisible ? { mute, invisible } : null;
}

function notePosition(style, note) {
  const { position, zIndex } = style;
  const stack = zIndex === "auto" ? "" : `; z-index: ${zIndex}`;
  if (position === "fixed" || position === "sticky") {
    const sides = ["top", "right", "bottom", "left"].filter(
      (side) => style[side] !== "auto" && position === "sticky",
    );
    note(
      "fixed or sticky",
      `position: ${position}${sides.map((side) => `; ${side}: ${style[side]}`).join("")}${stack}`,
    );
  } else if (stack !== "" && zIndex !== "0") {
    note("stacked (z-index)", `position: ${position}${stack}`);
  }
}

function noteOverflow(element, style, survey, note) {
  const x = style.overflowX;
  const y = style.overflowY;
  if (!(element instanceof HTMLElement)) return;
  if (x !== "visible" || y !== "visible") {
    const width = elementMeasure.scrollWidth(element) - elementMeasure.clientWidth(element);
    const height = elementMeasure.scrollHeight(element) - elementMeasure.clientHeight(element);
    if ((width <= 1 && height <= 1) || elementMeasure.clientWidth(element) <= 1) return;
    const by = [width > 1 ? `${width}px in width` : "", height > 1 ? `${height}px in height` : ""]
      .filter(Boolean)
      .join(", ");
    if (style.textOverflow === "ellipsis" && width > 1) note("text cut by an ellipsis", by);
    else if (/hidden|clip/.test(x + y)) note("cuts its content (overflow: hidden)", by);
    else note("scrolls inside", `${by} more`);
  } else if (survey.pageOverflows) {
    const { right, left } = rectOf(element);
    if (right > window.innerWidth + 1 && left < right)
      note("wider than the viewport", `right edge at ${Math.round(right)}px`);
  }
}

const elementMeasure = Object.fromEntries(
  ["scrollWidth", "clientWidth", "scrollHeight", "clientHeight"].map((name) => [
    name,
    readerOf(Element.prototype, name),
  ]),
);

function noteLayout(element, style, note) {
  const { display } = style;
  if (display === "grid" || display === "inline-grid") {
    const columns = style.gridTemplateColumns === "none" ? 1 : style.gridTemplateColumns.split(" ").length;
    note(
      "grid containers",
      `${columns} ${columns === 1 ? "column" : "columns"}, ${childCount(element)} children${gapText(style)}`,
    );
  } else if (display === "flex" || display === "inline-flex") {
    const wrap = style.flexWrap === "nowrap" ? "" : ` ${style.flexWrap}`;
    note(
      "flex containers",
      `${style.flexDirection}${wrap}, ${childCount(element)} children${gapText(style)}`,
    );
  }
}

function childCount(element) {
  return property(Element, "childElementCount", element);
}

function gapText({ gap }) {
  return gap === "normal" || gap === "0px" ? "" : `, gap ${gap}`;
}

function sizeText(element) {
  const { width, height } = rectOf(element);
  return `${Math.round(width)}×${Math.round(height)}`;
}

// {total, unreadable, rules, media, files, adopted, fontFaces, keyframes}; other origins keep theirs to
// themselves.
function surveySheets() {
  const survey = {
    total: 0,
    unreadable: [],
    rules: 0,
    media: new Map(),
    files: [],
    adopted: 0,
    fontFaces: 0,
    keyframes: 0,
  };
  for (const root of [document, ...shadowRoots()]) {
    const type = root === document ? Document : ShadowRoot;
    for (const sheet of property(type, "styleSheets", root)) noteSheet(sheet, survey);
    for (const sheet of property(type, "adoptedStyleSheets", root)) {
      survey.adopted++;
      noteSheet(sheet, survey);
    }
  }
  return survey;
}

function noteSheet(sheet, survey) {
  if (survey.total++ >= cssLimits.sheets) return;
  if (sheet.href) survey.files.push(sheet.href);
  const lists = [];
  try {
    lists.push(sheet.cssRules);
  } catch {
    survey.unreadable.push(sheet.href || "inline");
  }
  while (lists.length > 0) {
    const rules = lists.pop();
    for (let i = 0; i < rules.length && survey.rules < cssLimits.rules; i++) {
      const rule = rules[i];
      survey.rules++;
      if (rule instanceof CSSMediaRule) countOne(survey.media, rule.conditionText);
      else if (rule instanceof CSSFontFaceRule) survey.fontFaces++;
      else if (rule instanceof CSSKeyframesRule) survey.keyframes++;
      if (rule instanceof CSSGroupingRule) lists.push(rule.cssRules);
    }
  }
}

// [[name, value]] of :root.
function customProperties() {
  const page = property(Document, "documentElement", document);
  if (!page) return [];
  const style = getComputedStyle(page);
  const found = [];
  for (let i = 0; i < style.length && found.length < 2000; i++) {
    if (style[i].startsWith("--")) found.push([style[i], oneLine(style.getPropertyValue(style[i]))]);
  }
  return found;
}

function frameworkLine(survey, sheets, properties) {
  const guesses = guessedFrameworks(
    survey.classes,
    properties.map(([name]) => name),
    sheets.files,
  );
  if (guesses.length === 0) return "framework: none recognised (plain CSS)";
  const told = guesses.map(({ name, confidence, signs }) => `${name} (${confidence}: ${signs.join(", ")})`);
  return `framework: ${told.join("; ")}`;
}

function sheetLines(sheets, survey) {
  const parts = [
    `stylesheets: ${sheets.total}`,
    `${sheets.rules} rules`,
    `${survey.inline} elements with a style attribute`,
  ];
  if (sheets.adopted > 0) parts.push(`${sheets.adopted} adopted`);
  if (sheets.fontFaces > 0) parts.push(`${sheets.fontFaces} font faces`);
  if (sheets.keyframes > 0) parts.push(`${sheets.keyframes} keyframes`);
  const lines = [parts.join(", ")];
  for (const file of sheets.files.slice(0, cssLimits.top))
    lines.push(`  ${shortened(shortAddress(oneLine(file)), 120)}`);
  if (sheets.unreadable.length > 0) {
    const names = sheets.unreadable.slice(0, 5).map(oneLine).join(", ");
    lines.push(`  unreadable (another origin): ${shortened(names, 300)}`);
  }
  const media = [...sheets.media.values()].reduce((sum, count) => sum + count, 0);
  if (media > 0) lines.push(`media queries: ${media} (${topOf(sheets.media, 8, oneLine)})`);
  return lines;
}

function propertyLines(properties) {
  const told = properties.filter(([name, value]) => value !== "" && !name.startsWith("--tw-"));
  if (properties.length === 0) return [];
  const lines = [`custom properties on :root: ${properties.length}`];
  for (const [name, value] of told.slice(0, cssLimits.properties)) {
    lines.push(`  ${shortened(oneLine(name), 60)}: ${shortened(value, 80)}`);
  }
  const more = properties.length - Math.min(told.length, cssLimits.properties);
  return more > 0 ? [...lines, `  … ${more} more`] : lines;
}

function fontLines(survey) {
  const lines =
    survey.fonts.size > 0 ? [`fonts: ${topOf(survey.fonts, 6, (name) => shortened(oneLine(name), 80))}`] : [];
  const loaded = new Set();
  for (const face of property(Document, "fonts", document)) {
    if (face.status === "loaded" && loaded.size < cssLimits.top)
      loaded.add(oneLine(`${face.family} ${face.weight}`));
  }
  return loaded.size > 0 ? [...lines, `  loaded: ${[...loaded].join(", ")}`] : lines;
}

function colourLines(survey) {
  const lines = [];
  if (survey.inks.size > 0) lines.push(`text colours: ${topOf(survey.inks, cssLimits.top, hexColour)}`);
  if (survey.grounds.size > 0) lines.push(`backgrounds: ${topOf(survey.grounds, cssLimits.top, hexColour)}`);
  return lines;
}

// "a ×12, b ×3": the commonest first.
function topOf(counts, most, shown) {
  const top = [...counts].sort((a, b) => b[1] - a[1]);
  const words = top.slice(0, most).map(([key, count]) => `${shown(key)} ×${count}`);
  return words.join(", ") + (top.length > most ? `, … ${top.length - most} more` : "");
}

function hexColour(colour) {
  const match = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
  if (!match) return colour;
  const [red, green, blue] = match.slice(1, 4).map((part) => Number(part).toString(16).padStart(2, "0"));
  return `#${red}${green}${blue}${match[4] === undefined ? "" : `/${match[4]}`}`;
}

function notableLines(survey) {
  const lines = [`elements: ${survey.looked} looked at${survey.left > 0 ? `, ${survey.left} not` : ""}`];
  for (const [kind, { count, found }] of survey.notable) {
    lines.push(`${kind}: ${count}`);
    for (const { element, tag, facts } of found)
      lines.push(`  [${openchrome.refOf(element)}]<${tag}${markText(element)}> ${facts}`);
    if (count > found.length) lines.push(`  … ${count - found.length} more`);
  }
  return lines;
}

function markText(element) {
  let text = "";
  for (const name of ["id", "class"]) {
    const value = attr(element, name);
    if (value) text += attributePart(name, value, 60);
  }
  return text;
}
