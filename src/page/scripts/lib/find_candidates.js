// @use lib/dom.js
// @use lib/roles.js
// @use lib/names.js
// @use lib/interactive.js
// @use lib/find_match.js
// The elements that a query may mean, and the texts that they are known by.
const findLimits = {
  elements: 200000,
  candidates: 50000,
  texts: 5000,
  text: 400,
  context: 400,
  names: 2500,
  placed: 300,
};
const findWalk = methodOf(Document.prototype, "createTreeWalker");
const FIND_SKIPPED = new Set(
  (
    "script style head meta link template noscript html body br wbr path defs symbol title source track " +
    "param col colgroup rp rt datalist"
  ).split(" "),
);
// Roles of elements that hold others: only a name of their own counts, not their text.
const FIND_CONTAINERS = new Set(
  (
    "main banner contentinfo navigation complementary region search form article dialog alertdialog table " +
    "grid treegrid tree tablist tabpanel toolbar menu menubar radiogroup figure list listbox " +
    "descriptionlist group application document feed rowgroup layouttable layouttablerow layouttablecell " +
    "iframe object embed blockquote log sectionheader sectionfooter svg"
  ).split(" "),
);
const FIND_NAMED_TAGS = new Set("fieldset table figure details dialog optgroup".split(" "));
const FIND_TEXT_ATTRIBUTES = new Set(
  (
    "aria-label placeholder title alt value id name data-testid data-test-id data-test data-qa data-cy " +
    "aria-placeholder type autocomplete label"
  ).split(" "),
);

// Every element of the document with a role or a use, in document order: [{element, tag, role, interactive,
// order}].
function findCandidates(reading) {
  const candidates = [];
  let left = findLimits.elements;
  let order = 0;
  const stack = [property(Document, "documentElement", document)];
  while (stack.length > 0 && left-- > 0) {
    const element = stack.pop();
    if (!element) continue;
    const next = nextElementOf(element);
    if (next) stack.push(next);
    order++;
    const tag = tagOf(element);
    if (tag !== "html" && tag !== "body") {
      if (FIND_SKIPPED.has(tag)) continue;
      const candidate = findCandidate(element, tag, order, reading);
      if (candidate && candidates.length < findLimits.candidates) candidates.push(candidate);
    }
    const child = firstElementOf(element);
    if (child && tag !== "svg") stack.push(child);
    const root = shadowRootOf(element, tag);
    const inner = root && property(ShadowRoot, "firstElementChild", root);
    if (inner) stack.push(inner);
  }
  return candidates;
}

function findCandidate(element, tag, order, reading) {
  if ((tag === "div" || tag === "span") && !hasAttributes(element)) return null;
  if (tag === "input" && attr(element, "type") === "hidden") return null;
  const role = roleOf(element, reading);
  const interactive = isInteractive(element, role);
  if (!interactive && (role === "generic" || role === "none" || role === "label")) return null;
  return {
    element,
    tag,
    role: role === "generic" || role === "none" ? "clickable" : role,
    interactive,
    order,
  };
}

// What the element is known by as far as that is cheap to tell; null when only its computed name can.
function findHay(candidate) {
  if (candidate.hay !== undefined) return candidate.hay;
  const { element, tag } = candidate;
  let hay = findIsContainer(candidate) ? "" : textContentOf(element).slice(0, findLimits.text);
  let known = !(
    tag === "input" ||
    tag === "select" ||
    tag === "textarea" ||
    tag === "svg" ||
    FIND_NAMED_TAGS.has(tag)
  );
  if (hasAttributes(element)) {
    for (const name of attributeNamesOf(element)) {
      if (name === "aria-labelledby" || name === "href") known = known && name === "href";
      if (FIND_TEXT_ATTRIBUTES.has(name))
        hay += ` ${attr(element, name)
          .slice(0, 200)
          .replace(/([a-z\d])([A-Z])/g, "$1 $2")}`;
    }
    if (tag === "a" && candidate.interactive) hay += ` ${findAddress(attr(element, "href"))}`;
  }
  if (hay.length < 3 && hay.trim() !== "") known = false; // signs, which are spelled out later
  if (known && candidate.interactive && firstElementOf(element) !== null && hasInnerNames(element))
    known = false;
  candidate.hay = known ? findLowered(hay) : null;
  return candidate.hay;
}

const findImageIn = methodOf(Element.prototype, "querySelector");
function hasInnerNames(element) {
  return (
    findImageIn(element, "[alt], [aria-label], [title], svg, [aria-labelledby], slot") !== null ||
    shadowRootOf(element) !== null
  );
}

function findLowered(text) {
  const lower = text.toLowerCase();
  return /[^\x00-\x7f]/.test(lower) ? `${lower} ${findPlain(lower)}` : lower.replace(/['’]/g, "");
}

// Whether the element may fit: never wrong when it says no. `all`: every word of a reading must be there,
// else any.
function findMayFit(candidate, needles, all) {
  const hay = findHay(candidate);
  if (hay === null) return true;
  const has = (needle) => hay.includes(needle);
  return needles.some((words) => (all ? words.every(has) : words.some(has)));
}

// Per reading the beginnings of its words, for variants of them; and the query itself when it has no letters.
function findNeedles(readings) {
  return readings.map(({ words, raw }) => {
    if (words.length === 0) return [raw];
    return words
      .filter((word) => !FIND_LEAD.has(word))
      .map((word) => (word.length > 4 ? word.slice(0, word.length - 2) : word));
  });
}

// Those that have a word which is nearly one of the words; only those that have them all, where there are such. Pages
// repeat their words, so what was found out about one is kept.
function findClose(candidates, readings) {
  const memory = new Map();
  const some = [];
  const all = [];
  for (const candidate of candidates) {
    const share = findCloseShare(candidate, readings, memory);
    if (share > 0) some.push(candidate);
    if (share === 1) all.push(candidate);
  }
  return (all.length > 0 ? all : some).slice(0, findLimits.names);
}

// 1: all words of a reading, or unknown; 0: none.
function findCloseShare(candidate, readings, memory) {
  const hay = findHay(candidate);
  if (hay === null) return 1;
  const joined = hay.replace(/[^\p{L}\p{N}]+/gu, "");
  const parts = hay.split(/[^\p{L}\p{N}]+/u, 60);
  let best = 0;
  for (const { words, plain } of readings) {
    const whole = plain.replace(/ /g, "");
    if (whole.length >= 4 && joined.length < 200 && joined.includes(whole)) return 1;
    if (findIsNearWhole(joined, whole)) return 1;
    const found = words.filter((word) => parts.some((part) => findIsNear(part, word, memory))).length;
    if (words.length > 0) best = Math.max(best, found / words.length);
  }
  return best;
}

function findIsNear(part, word, memory) {
  let known = memory.get(word);
  if (!known) memory.set(word, (known = new Map()));
  let near = known.get(part);
  if (near === undefined) {
    near = part === word || findStarts(part, word) || (word.length >= 3 && findIsClose(part, word));
    known.set(part, near);
  }
  return near;
}

function findIsContainer({ role, interactive }) {
  return FIND_CONTAINERS.has(role) && !interactive;
}

// [[text, weight]]: the accessible name, and what else a person sees of the element.
function findTexts(candidate, reading) {
  if (candidate.texts) return candidate.texts;
  const { element } = candidate;
  candidate.name = findNameText(candidate, reading);
  candidate.texts = [];
  findAddText(candidate.texts, candidate.name, 1);
  if (hasAttributes(element)) {
    findAddText(candidate.texts, attr(element, "aria-label"), 0.98);
    findAddText(candidate.texts, attr(element, "placeholder") ?? attr(element, "aria-placeholder"), 0.93);
  }
  return candidate.texts;
}

function findAddText(texts, text, weight) {
  if (text && text.length <= 2000 && text.trim() !== "" && !texts.some(([known]) => known === text))
    texts.push([text, weight]);
}

// What else it is known by. A weight below 0.8 makes no text exact: it is not what a person sees.
function findOtherTexts(candidate, reading) {
  const { element, tag, interactive } = candidate;
  const texts = [];
  if (hasAttributes(element)) {
    findAddText(texts, attr(element, "title"), 0.88);
    findAddText(texts, attr(element, "alt"), 0.88);
    for (const name of ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "id", "name"]) {
      const value = attr(element, name);
      if (value && value.length < 100) findAddText(texts, value.replace(/([a-z\d])([A-Z])/g, "$1 $2"), 0.72);
    }
    if (interactive) {
      findAddText(texts, attr(element, "autocomplete"), 0.5);
      if (tag === "input" || tag === "button") findAddText(texts, attr(element, "type"), 0.6);
      if (tag === "input" || tag === "textarea" || tag === "select")
        findAddText(texts, valueOf(element, candidate.role, reading), 0.7);
      if (tag === "a") findAddText(texts, findAddress(attr(element, "href")), 0.5);
    }
  }
  if (candidate.name === "" && FIND_LABELLED.has(candidate.role))
    findAddText(texts, findBeside(candidate), 0.86);
  if (!findIsContainer(candidate))
    findAddText(texts, squeezed(textContentOf(element).slice(0, findLimits.text)), 0.88);
  return texts;
}

const FIND_LABELLED = new Set([...FIND_FIELDS.split(" "), "listbox", "slider", "checkbox", "radio", "switch"]);

// The text beside a field that nobody labelled: behind a checkbox, before other fields, in the cell before.
function findBeside({ element, role }) {
  const behind = role === "checkbox" || role === "radio" || role === "switch";
  const siblings = (one) => plainChildrenOf(parentNodeOf(one) ?? one);
  for (let one = element, steps = 0; one && steps < 2; one = parentOf(one), steps++) {
    const all = siblings(one);
    const at = all.indexOf(one);
    const texts = (behind ? all.slice(at + 1, at + 3) : all.slice(Math.max(0, at - 2), at).reverse())
      .filter(
        (node) =>
          nodeTypeOf(node) === TEXT_NODE ||
          (nodeTypeOf(node) === ELEMENT_NODE && !INTERACTIVE_TAGS.has(tagOf(node))),
      )
      .map((node) => squeezed(textContentOf(node).slice(0, 200)));
    const text = texts.find((each) => each !== "");
    if (text) return text.length <= 60 ? text.replace(/[:*\s]+$/, "") : "";
  }
  return "";
}

const FIND_HOLDS_TEXT = new Set(
  (
    "cell gridcell columnheader rowheader listitem row paragraph clickable definition term status alert " +
    "caption legend time strong emphasis code mark text"
  ).split(" "),
);

function findNameText(candidate, reading) {
  const name = nameOf(candidate.element, reading);
  if (name !== "" || findIsContainer(candidate)) return name;
  const { role } = candidate;
  if (!FIND_HOLDS_TEXT.has(role)) return "";
  const text = squeezed(textContentOf(candidate.element).slice(0, findLimits.text));
  return text.length > 300 ? "" : text;
}

// The last words of an address: /account/settings?x=1 → "settings".
function findAddress(href) {
  if (!href || href.length > 500 || /^(javascript|data):/i.test(href)) return "";
  const part = href.split(/[?#]/)[0].split("/").filter(Boolean).pop() ?? "";
  return /\p{L}{2}/u.test(part) ? part.replace(/\.\w{2,5}$/, "") : "";
}

// Elements that hold the words as text and are nothing else: for when no control fits.
function findTextCandidates(needles, known, reading) {
  const candidates = [];
  const seen = new Set(known);
  let left = findLimits.elements;
  const roots = [document];
  for (let at = 0; at < roots.length; at++) {
    const walker = findWalk(document, roots[at], NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (
      let node = walker.nextNode();
      node && left-- > 0 && candidates.length < findLimits.texts;
      node = walker.nextNode()
    ) {
      if (nodeTypeOf(node) === ELEMENT_NODE) {
        const root = shadowRootOf(node);
        if (root) roots.push(root);
        continue;
      }
      const text = textOf(node);
      if (text.length < 1) continue;
      const lower = findLowered(text.slice(0, 2000));
      if (!needles.some((words) => words.some((word) => lower.includes(word)))) continue;
      const element = parentOf(node);
      if (!element || seen.has(element)) continue;
      seen.add(element);
      const tag = tagOf(element);
      if (FIND_SKIPPED.has(tag) || tag === "option" || tag === "textarea") continue;
      const role = roleOf(element, reading);
      const isPlain = role === "generic" || role === "none";
      // Boxes that scripts made clickable show it by the cursor, if at all.
      const interactive = isPlain && getComputedStyle(element).cursor === "pointer";
      const shown = interactive ? "clickable" : isPlain ? "text" : role;
      candidates.push({
        element,
        tag,
        role: shown,
        interactive,
        order: findLimits.elements + candidates.length,
      });
    }
  }
  return candidates;
}

const FIND_AROUND = new Set(
  "tr li article section fieldset form dialog nav aside details table dl ul main header footer".split(" "),
);
const FIND_AROUND_ROLES = new Set(
  "row listitem article region group radiogroup form dialog alertdialog navigation tabpanel".split(" "),
);

// How many boxes around the element it takes until all these words are there; 0 when they are nowhere near.
function findContext(element, words, cache) {
  let level = 0;
  for (
    let above = parentOf(element), steps = 0;
    above && steps < 30 && level < 4;
    above = parentOf(above), steps++
  ) {
    const tag = tagOf(above);
    if (tag === "body" || tag === "html") break;
    const role = hasAttributes(above) ? attr(above, "role") : null;
    const isBox = FIND_AROUND.has(tag) || FIND_AROUND_ROLES.has(role) || (tag === "div" && findIsCard(above));
    if (!isBox) continue;
    level++;
    let text = cache.get(above);
    if (text === undefined) {
      const labels = idRefs(above, "aria-labelledby").map(textContentOf).join(" ");
      const names = `${attr(above, "aria-label") ?? ""} ${labels} ${attr(above, "id") ?? ""}`;
      text = ` ${findPlain(`${findSpacedText(above)} ${names}`)} `;
      cache.set(above, text);
    }
    if (words.every((word) => text.includes(` ${word} `) || (FIND_UNSPACED.test(word) && text.includes(word))))
      return level;
  }
  return 0;
}

// All texts inside with spaces between them, which textContent has not.
function findSpacedText(element) {
  const walker = findWalk(document, element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (
    let node = walker.nextNode(), left = 1000;
    node && left > 0 && text.length < 4000;
    node = walker.nextNode(), left--
  ) {
    text += ` ${textOf(node)}`;
  }
  return text;
}

function findIsCard(element) {
  const classes = attr(element, "class");
  return (
    classes !== null && /card|item|row|panel|box|tile|entry|product|section|modal|dialog|group/i.test(classes)
  );
}
