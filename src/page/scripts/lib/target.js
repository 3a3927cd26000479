// Which element a caller means. `targetOf({ref, selector})` answers {element} or {error}: never the bare
// element, for a form with a field named "error" would look like a failure. Selectors are looked up in the
// document first, then in every shadow root that is known.
// @use lib/dom.js
const targetLimits = { elements: 300000, names: 3000, length: 60 };

function targetOf({ ref, selector } = {}) {
  if (ref !== undefined && ref !== null) {
    const element = openchrome.elementOf(Number(ref));
    if (element) return { element };
    return { error: { code: "stale_ref", message: `The element ref_${ref} is no longer in the page.`, ref } };
  }
  if (typeof selector !== "string" || selector.trim() === "") {
    return { error: { code: "invalid_arguments", message: "Give a ref or a selector." } };
  }
  const problem = selectorProblem(selector);
  if (problem) return { error: problem };
  const element = firstMatch(selector);
  if (element) return { element };
  const message = `No element matches the selector ${JSON.stringify(selector)}.`;
  return { error: { code: "element_not_found", message, selector, nearest: nearestSelectors(selector) } };
}

// The whole document when neither ref nor selector is given.
function rootTargetOf(target) {
  const wanted = target || {};
  if ((wanted.ref === undefined || wanted.ref === null) && !wanted.selector) {
    return { element: property(Document, "documentElement", document), whole: true };
  }
  return targetOf(wanted);
}

const firstInDocument = methodOf(Document.prototype, "querySelector");
const firstInFragment = methodOf(DocumentFragment.prototype, "querySelector");
const everyInDocument = methodOf(Document.prototype, "querySelectorAll");
const walkerOver = methodOf(Document.prototype, "createTreeWalker");

// Null, or what is wrong with the selector in the browser's words.
function selectorProblem(selector) {
  try {
    firstInFragment(new DocumentFragment(), selector);
    return null;
  } catch (error) {
    const reason = String(error && error.message).replace(/^Failed to execute '\w+' on '\w+': /, "");
    return { code: "invalid_arguments", message: `Not a CSS selector: ${reason}`, selector };
  }
}

function firstMatch(selector) {
  const found = firstInDocument(document, selector);
  if (found) return found;
  for (const root of shadowRoots()) {
    const inside = firstInFragment(root, selector);
    if (inside) return inside;
  }
  return null;
}

// Every known shadow root of the document, outer ones before those inside them.
function* shadowRoots(start = document) {
  const roots = [start];
  let left = targetLimits.elements;
  while (roots.length > 0) {
    const walker = walkerOver(document, roots.shift(), NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element && left > 0; element = walker.nextNode()) {
      left--;
      const root = shadowRootOf(element);
      if (!root) continue;
      roots.push(root);
      yield root;
    }
  }
}

// Up to three selectors that exist and resemble parts of one that matches nothing.
function nearestSelectors(selector) {
  const wanted = [];
  const part =
    /([#.])((?:[\w-]|[^\0-\x7f]|\\.)+)|\[\s*([a-z][\w-]*)\s*[~|^$*]?=\s*["']?([^"'\]]+)["']?\s*[is]?\s*\]/gi;
  for (const [, mark, word, attribute, value] of selector.slice(0, 2000).matchAll(part)) {
    if (wanted.length === 8) break;
    wanted.push(mark ? { attribute: mark === "#" ? "id" : "class", word } : { attribute, word: value });
  }
  const best = [];
  for (const { attribute, word } of wanted) {
    for (const [name, score] of similarNames(attribute, word))
      best.push([selectorFor(attribute, name), score]);
  }
  best.sort((a, b) => b[1] - a[1]);
  const answer = new Set(best.map(([text]) => text));
  const last = lastCompound(selector);
  if (last && last !== selector.trim() && !selectorProblem(last) && firstInDocument(document, last))
    answer.add(last);
  return [...answer].slice(0, 3);
}

// `.row button` for `main > .row  button`: what remains of a selector without its ancestors.
function lastCompound(selector) {
  const match = /(?:^|[\s>+~,])([^\s>+~,()[\]]+)\s*$/.exec(selector.slice(-300));
  return match ? match[1] : null;
}

function selectorFor(attribute, name) {
  if (attribute === "id") return `#${CSS.escape(name)}`;
  if (attribute === "class") return `.${CSS.escape(name)}`;
  return `[${attribute}=${JSON.stringify(name)}]`;
}

function similarNames(attribute, word) {
  const names = new Set();
  for (const element of everyInDocument(document, `[${attribute}]`)) {
    const value = attr(element, attribute).slice(0, 500);
    if (attribute !== "class") names.add(value);
    else for (const name of value.split(/\s+/)) names.add(name);
    if (names.size > targetLimits.names) break;
  }
  const scored = [];
  for (const name of names) {
    if (name === "" || name.length > targetLimits.length) continue;
    const score = nameSimilarity(word, name);
    if (score >= 0.5) scored.push([name, score]);
  }
  return scored.sort((a, b) => b[1] - a[1]).slice(0, 3);
}

// From 0 to 1: one part of the other, or few letters to change.
function nameSimilarity(one, other) {
  const a = one.slice(0, targetLimits.length).toLowerCase();
  const b = other.toLowerCase();
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.includes(short)) return 0.6 + (0.3 * short.length) / long.length;
  return 1 - letterDistance(a, b) / long.length;
}

function letterDistance(a, b) {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, previous[j] + 1, row[j - 1] + 1));
    }
    previous = row;
  }
  return previous[b.length];
}
