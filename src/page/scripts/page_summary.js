// What a page is and holds, in few facts: for validating it, not for reading it.
// @use lib/dom.js
// @use lib/visible.js
// @use lib/bytes.js
// @use lib/target.js
// @use lib/page_text.js
const summarySelectors = {
  elements: "*",
  links: "a[href],area[href]",
  images: "img",
  forms: "form",
  fields: "input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),select,textarea",
  buttons: "button,input[type=submit],input[type=button],input[type=reset],input[type=image],[role=button]",
  headings: "h1,h2,h3,h4,h5,h6,[role=heading]",
  iframes: "iframe,frame",
  scripts: "script",
};
const summaryErrors =
  "[role=alert],[role=alertdialog],.error,.errors,.error-message,.errormessage,.form-error,.field-error," +
  ".alert-danger,.alert-error,.invalid-feedback,.validation-error";
const summaryLimits = { headings: 10, errors: 5, looked: 500, line: 200 };

// `textSample` is the beginning of the visible main text, `textLength` counts the characters of all of it.
function pageSummary({ textBytes = 2000 } = {}) {
  const roots = [document, ...shadowRoots()];
  const sight = newSight();
  const counts = {};
  for (const [name, selector] of Object.entries(summarySelectors))
    counts[name] = everyIn(roots, selector).total;
  counts.brokenImages = brokenImages(roots);
  const body = bodyOf(document);
  const { length } = seenTextOf(body, { maxLength: 0, sight, all: true });
  const sample = seenTextOf(mainPart() || body, { maxLength: Math.max(0, textBytes), sight });
  return {
    title: squeezed(property(Document, "title", document)),
    url: property(Document, "URL", document),
    readyState: property(Document, "readyState", document),
    lang: languageOf(),
    counts,
    headings: headingLines(roots, sight),
    textSample: cutToBytes(sample.text, Math.max(0, textBytes)),
    textLength: length,
    hasLoginForm: [...everyIn(roots, "input[type=password]").elements].some(isRendered),
    errorsVisible: visibleErrors(roots, sight),
    metaDescription: headAttribute('meta[name="description" i]', "content"),
    canonical: headAttribute('link[rel~="canonical" i]', "href"),
    viewportMeta: headAttribute('meta[name="viewport" i]', "content"),
  };
}

// {total, elements}: all that match in the document and the shadow roots.
function everyIn(roots, selector) {
  const lists = [];
  for (const root of roots)
    lists.push(root === document ? everyInDocument(root, selector) : allInFragment(root, selector));
  return {
    total: lists.reduce((sum, list) => sum + list.length, 0),
    elements: (function* () {
      for (const list of lists) yield* list;
    })(),
  };
}

// Those that have come and are nothing.
function brokenImages(roots) {
  let broken = 0;
  for (const image of everyIn(roots, "img").elements) {
    if (!(image instanceof HTMLImageElement) || !property(HTMLImageElement, "currentSrc", image)) continue;
    if (!property(HTMLImageElement, "complete", image)) continue;
    if (
      property(HTMLImageElement, "naturalWidth", image) === 0 &&
      property(HTMLImageElement, "naturalHeight", image) === 0
    ) {
      broken++;
    }
  }
  return broken;
}

function mainPart() {
  for (const selector of ["main", "[role=main]", "article"]) {
    const found = firstInDocument(document, selector);
    if (found && isRendered(found) && squeezed(textContentOf(found)).length >= 40) return found;
  }
  return null;
}

function languageOf() {
  const top = property(Document, "documentElement", document);
  return (top && attr(top, "lang")) || "";
}

function headingLines(roots, sight) {
  const lines = [];
  let looked = 0;
  for (const heading of everyIn(roots, summarySelectors.headings).elements) {
    if (lines.length === summaryLimits.headings || looked++ === summaryLimits.looked) break;
    const { text } = seenTextOf(heading, { maxLength: summaryLimits.line, sight });
    if (text === "") continue;
    const tag = tagOf(heading);
    const level = /^h[1-6]$/.test(tag) ? tag : `h${attr(heading, "aria-level") || "2"}`;
    lines.push(`${level}: ${squeezed(text)}`);
  }
  return lines;
}

function visibleErrors(roots, sight) {
  const texts = new Set();
  let looked = 0;
  for (const element of everyIn(roots, summaryErrors).elements) {
    if (texts.size === summaryLimits.errors || looked++ === summaryLimits.looked) break;
    if (!isRendered(element)) continue;
    const text = squeezed(seenTextOf(element, { maxLength: summaryLimits.line, sight }).text);
    // What is inside another one has been told.
    if (text !== "" && ![...texts].some((told) => told.includes(text))) texts.add(text);
  }
  return [...texts];
}

// An attribute of an element of the head, or null.
function headAttribute(selector, name) {
  const found = firstInDocument(document, selector);
  const value = found && attr(found, name);
  return value === null ? null : shortened(squeezed(value), 500);
}
