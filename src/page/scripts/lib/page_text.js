// @use lib/dom.js
// @use lib/visible.js
// @use lib/bytes.js
// @use lib/target.js
// The text that a page shows: read from one element, and searched for words. To a search, case and runs of
// white space do not matter, a text may go through several elements, and what fields contain counts.
const TEXT_FIELDS = new Set(["input", "textarea", "select"]);
const TEXTLESS = new Set(
  (
    "script style noscript template head title svg canvas option optgroup datalist iframe object audio " +
    "video"
  ).split(" "),
);
const pageTextLimits = { nodes: 200000, matches: 50, line: 200, lines: 5000 };

// What a field shows, or "".
function shownValue(field) {
  if (field instanceof HTMLSelectElement) {
    const chosen = property(HTMLSelectElement, "selectedOptions", field);
    return chosen.length > 0 ? property(HTMLOptionElement, "text", chosen[0]) : "";
  }
  const type = field instanceof HTMLInputElement ? property(HTMLInputElement, "type", field) : "";
  if (/^(password|hidden|checkbox|radio|file|range|color|image)$/.test(type)) return "";
  const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  if (!(field instanceof owner)) return "";
  return property(owner, "value", field) || attr(field, "placeholder") || "";
}

// Goes through what is rendered below an element (and not through what is hidden by display):
// `visit.text(text, element, node)` for each text and field value, which ends the walk by answering false,
// `visit.apart()` between blocks.
function walkShownText(start, visit) {
  const stack = start ? [start] : [];
  for (let left = pageTextLimits.nodes; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (node === null) {
      visit.apart();
      continue;
    }
    const type = nodeTypeOf(node);
    if (type === TEXT_NODE && visit.text(textOf(node), parentOf(node), node) === false) return;
    if (type !== ELEMENT_NODE) continue;
    const tag = tagOf(node);
    if (TEXTLESS.has(tag) || renderingOf(node) === RENDERED.NOT) continue;
    const isField = TEXT_FIELDS.has(tag);
    const display = isField || tag === "br" ? "block" : getComputedStyle(node).display;
    if (display !== "contents" && !display.startsWith("inline") && !display.startsWith("ruby")) {
      visit.apart();
      stack.push(null);
    }
    if (isField) {
      if (visit.text(shownValue(node), node, null) === false) return;
      continue;
    }
    const children = childNodesOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
}

// The beginning of what a person sees in an element: {text, length: characters altogether (when `all`),
// hidden: texts that nobody sees}. Blocks stand in lines of their own.
function seenTextOf(element, { maxLength, sight = newSight(), all = false }) {
  let text = "";
  let length = 0;
  let hidden = 0;
  walkShownText(element, {
    apart: () => {
      if (text !== "" && !text.endsWith("\n")) text = `${text.trimEnd()}\n`;
    },
    text: (raw, parent, node) => {
      let piece = raw.replace(/[\t\n\f\r ]+/g, " ");
      if (text === "" || /\s$/.test(text)) piece = piece.replace(/^ /, "");
      if (piece === "" || (piece === " " && text === "")) return true;
      length += piece.length;
      if (text.length >= maxLength) return all;
      if (piece !== " " && !(parent && isSeenByPerson(parent, sight, node))) {
        hidden++;
        length -= piece.length;
        return true;
      }
      text += piece;
      return all || text.length < maxLength;
    },
  });
  return { text: shortened(text.trim(), maxLength), length, hidden };
}

function foldedText(text) {
  return text.replace(/[\s\u00a0]+/g, " ").toLowerCase();
}

// {element, text} of the first place where a person sees the words, or null. `roots` are the document and the
// shadow roots to look through. `whole`: as words of their own that are not denied, so that "Saved" is neither in "Unsaved" nor
// in "Not saved".
function findVisibleText(words, roots, whole = false) {
  const needle = foldedText(words).trim();
  if (needle === "" || !mayContainText(needle, roots)) return null;
  return findInOneText(needle, roots, whole) || findAcrossTexts(needle, whole);
}

const WORD_LETTER = /[\p{L}\p{N}]/u;
const UNSPACED_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const DENIAL = /(?:^|[^\p{L}])(?:not|never|no|cannot|\p{L}+n['’]t)\s+$/u;

// Where the words stand in a folded text; -1 when they do not.
function wordsAt(folded, needle, whole, from = 0) {
  for (let at = folded.indexOf(needle, from); at >= 0; at = folded.indexOf(needle, at + 1)) {
    if (!whole) return at;
    const end = at + needle.length;
    const isOne = (before, after) => WORD_LETTER.test(before) && WORD_LETTER.test(after) && !UNSPACED_LETTER.test(before + after);
    const isPart = isOne(folded[at - 1] ?? " ", needle[0]) || isOne(needle[needle.length - 1], folded[end] ?? " ");
    if (!isPart && !DENIAL.test(folded.slice(Math.max(0, at - 20), at))) return at;
  }
  return -1;
}

// Cheap and never wrongly false: the longest word must stand somewhere.
function mayContainText(needle, roots) {
  const word = needle.split(" ").reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  for (const root of roots) {
    const top = root === document ? bodyOf(document) : root;
    if (top && textContentOf(top).toLowerCase().includes(word)) return true;
    for (const field of fieldsIn(root)) {
      if (shownValue(field).toLowerCase().includes(word)) return true;
    }
  }
  return false;
}

function fieldsIn(root) {
  const selector = "input,textarea,select";
  return root === document ? everyInDocument(document, selector) : allInFragment(root, selector);
}

// The usual case: all words in one text, or in one field.
function findInOneText(needle, roots, whole) {
  const sight = newSight();
  for (const root of roots) {
    const walker = walkerOver(document, root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const found = seenWith(text, needle, sight, whole);
      if (found) return found;
    }
    for (const field of fieldsIn(root)) {
      const value = shownValue(field);
      if (wordsAt(foldedText(value), needle, whole) >= 0 && isSeenByPerson(field, sight))
        return { element: field, text: value };
    }
  }
  return null;
}

// {element, text} when the text has the words and is seen. A sight needs a layout, so it is made where the
// words are.
function seenWith(text, needle, sight = null, whole = false) {
  if (!hasWords(text, needle, whole)) return null;
  const parent = parentOf(text);
  return parent && isSeenByPerson(parent, sight || newSight(), text)
    ? { element: parent, text: textOf(text) }
    : null;
}

function hasWords(text, needle, whole = false) {
  const data = textOf(text);
  if (data.length < needle.length) return false;
  const above = parentNodeOf(text);
  if (!above || (isElement(above) && (TEXTLESS.has(tagOf(above)) || TEXT_FIELDS.has(tagOf(above)))))
    return false;
  return wordsAt(foldedText(data), needle, whole) >= 0;
}

function findAcrossTexts(needle, whole) {
  const { all, pieces } = foldedPageText();
  const sight = newSight();
  let at = wordsAt(all, needle, whole);
  for (let tries = 0; at !== -1 && tries < pageTextLimits.matches; tries++) {
    const parts = piecesBetween(pieces, at, at + needle.length);
    if (parts.every(({ element, node }) => isSeenByPerson(element, sight, node))) {
      return { element: parts[0].element, text: all.slice(Math.max(0, at - 20), at + needle.length + 20) };
    }
    at = wordsAt(all, needle, whole, at + 1);
  }
  return null;
}

function piecesBetween(pieces, start, end) {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle].at <= start) low = middle;
    else high = middle - 1;
  }
  let last = low;
  while (last + 1 < pieces.length && pieces[last + 1].at < end) last++;
  return pieces.slice(low, last + 1);
}

// All that is rendered as one folded text, blocks apart by a space, and which node gave which piece of it.
function foldedPageText() {
  const pieces = [];
  const texts = [];
  let length = 0;
  let spaced = true; // at the beginning, or after a space; asking a growing text each time would copy it
  const add = (text) => {
    texts.push(text);
    length += text.length;
    spaced = text.endsWith(" ");
  };
  walkShownText(bodyOf(document), {
    text: (text, element, node) => {
      const folded = foldedText(text);
      const piece = spaced && folded.startsWith(" ") ? folded.slice(1) : folded;
      if (piece === "") return;
      pieces.push({ at: length, element, node });
      add(piece);
    },
    apart: () => {
      if (!spaced) add(" ");
    },
  });
  return { all: texts.join(""), pieces };
}

// Up to three rendered texts that share words with those that were not found.
function nearestTexts(words) {
  const wanted = new Set(foldedText(words).trim().split(" "));
  const scored = [];
  for (const { node, element } of foldedPageText().pieces.slice(0, pageTextLimits.lines)) {
    const line = squeezed(node ? textOf(node) : shownValue(element)).slice(0, pageTextLimits.line);
    const has = line
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && wanted.has(word));
    const score = new Set(has).size / wanted.size;
    if (score >= 0.5) scored.push([line, score - line.length / 10000]);
  }
  scored.sort((a, b) => b[1] - a[1]);
  return [...new Set(scored.map(([line]) => line))].slice(0, 3);
}
