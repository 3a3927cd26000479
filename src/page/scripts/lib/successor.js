// @use lib/dom.js
// @use lib/target.js
// Pages render parts of themselves anew and put other elements in the place of those that were found. Who named an
// element in words means the one that is there now: the same words in the same box, once. Elements named by a ref have no
// successor: a ref means one element.
const SUCCESSOR_LIMITS = { elements: 5000, text: 2000, above: 60 };
const elementsCalled = methodOf(Element.prototype, "getElementsByTagName");

// Remembers what the found elements were: element → {line: [it, its parent, …], key: what it said, label: the element
// that names its record, labelKey: what that said}.
function rememberFound(matches) {
  openchrome.found = new Map(matches.map(({ element, held }) => [element, memoryOf(element, held?.place ?? null)]));
}

function memoryOf(element, label) {
  return { line: lineOf(element), key: twinKey(element), label, labelKey: label && twinKey(label) };
}

// Whether an element that was found by words still is what was found: pages reuse elements for other records.
function isAsFound(element) {
  const memory = openchrome.found?.get(element);
  if (!memory) return true;
  const { key, label, labelKey } = memory;
  return twinKey(element) === key && (label === null || (isConnected(label) && twinKey(label) === labelKey));
}

function lineOf(element) {
  const line = [];
  for (let one = element; one && line.length < SUCCESSOR_LIMITS.above; one = parentOf(one)) line.push(one);
  return line;
}

// As targetOf; what was found by words and rendered anew since is what took its place. Words count for one action.
function namedTargetOf({ ref, selector, named }) {
  if (!named) openchrome.found = null;
  for (const element of openchrome.found?.keys() ?? []) {
    if (openchrome.refOf(element) !== Number(ref)) continue;
    const now = livingOf(element);
    if (isConnected(now)) return { element: now };
  }
  return targetOf({ ref, selector });
}

// The element itself, or what took its place.
function livingOf(element) {
  if (isConnected(element)) return element;
  const memory = openchrome.found?.get(element);
  const now = memory ? successorOf(memory.line) : null;
  if (!now) return element;
  openchrome.found.set(now, memoryOf(now, null));
  return now;
}

// The largest box that was taken off the page and stands there again word for word, once, tells where to look. A record
// of a list is not looked for below itself: its buttons are in the other records too.
function successorOf(line) {
  const above = line.findIndex(isConnected);
  if (above <= 0) return null;
  for (let at = above - 1; at >= 0; at--) {
    const twins = twinsIn(line[above], line[at]);
    if (twins.length > 1) return null;
    if (twins.length === 1) return counterpartIn(twins[0], line.slice(0, at + 1));
    if (hasPeers(line[at], line[at + 1])) return null;
  }
  return null;
}

function twinsIn(box, old) {
  const wanted = twinKey(old);
  const twins = [];
  const all = elementsCalled(box, tagOf(old));
  for (let i = 0; i < all.length && i < SUCCESSOR_LIMITS.elements && twins.length < 2; i++)
    if (twinKey(all[i]) === wanted) twins.push(all[i]);
  return all.length > SUCCESSOR_LIMITS.elements ? [] : twins;
}

function twinKey(element) {
  const said = ["role", "type", "name", "href", "aria-label", "title", "alt", "placeholder"].map((name) => attr(element, name) ?? "");
  return [tagOf(element), ...said, squeezed(textContentOf(element).slice(0, SUCCESSOR_LIMITS.text))].join("\n");
}

// The same way down; `line` ends with the old box.
function counterpartIn(twin, line) {
  let now = twin;
  for (let at = line.length - 2; at >= 0; at--) {
    const index = plainChildrenOf(line[at + 1]).indexOf(line[at]);
    const next = index < 0 ? null : plainChildrenOf(now)[index];
    if (!next || nodeTypeOf(next) !== ELEMENT_NODE || twinKey(next) !== twinKey(line[at])) return null;
    now = next;
  }
  return now;
}

function hasPeers(element, parent) {
  return plainChildrenOf(parent).some(
    (one) => one !== element && nodeTypeOf(one) === ELEMENT_NODE && tagOf(one) === tagOf(element) && attr(one, "role") === attr(element, "role"),
  );
}
