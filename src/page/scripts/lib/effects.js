// @use lib/dom.js
// @use lib/ax_tree.js
// @use lib/ax_lines.js
// @use lib/element_line.js
// What an action did to the page: how it read before, what has happened since, and when it is quiet again.
// Kept in the document's world between the steps of one action (openchrome.effects).
const EFFECT_LIMITS = { elements: 4000, bytes: 1 << 20, touched: 40, removed: 20, refused: 5 };
// Attributes that style a thing rather than say something: a ripple, a hover mark.
const LOOKS = /^(class|style|data-.*|transform)$/;
const TEXTLESS = /^(checkbox|radio|range|color|file|button|submit|reset|image)$/;
const QUIET_AFTER_LOOKS_MS = 80;
// So long a reading of the page may stand for the next one if nothing was seen to change: what cannot be seen, such
// as a value that a script sets, had hardly the time to happen.
const READING_KEPT_MS = 50;
// A look that comes so long after the last change is a later task than the one that made it.
const LATER_TASK_MS = 0.3;

// `input`: the kind of event that the action sends, so that it can be told where it went.
function watchEffects(element, input) {
  openchrome.effects?.end();
  const watch = {
    element,
    url: document.URL,
    focused: focusedElement(),
    large: isLargePage(),
    strong: 0, // changes that say something
    weak: 0, // changes of looks
    changedAt: -Infinity,
    touched: new Set(),
    removed: [],
    reached: null, // where the event went
    byPointer: Boolean(input),
    selected: input ? null : selectedCount(),
    refused: [], // fields that the browser found wrong
    wake: () => {},
  };
  watch.before = watch.large ? null : (keptReading() ?? pageLines());
  const observer = new MutationObserver((records) => takeRecords(watch, records));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const root of watch.large ? [] : shadowRoots())
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  const changed = () => note(watch, "strong");
  const moved = () => note(watch, "weak");
  const reached = (event) => {
    watch.reached ??= event.composedPath()[0] ?? event.target;
  };
  const focused = (event) => {
    if (!input || !isFocusOfClick(element, event.composedPath()[0])) note(watch, "weak");
  };
  const refused = (event) => {
    if (watch.refused.length < EFFECT_LIMITS.refused) watch.refused.push(event.composedPath()[0]);
    note(watch, "strong");
  };
  const heard = [
    ["input", changed],
    ["change", changed],
    ["invalid", refused],
    ["scroll", moved],
    ["focusin", focused],
    // Of another address the page has yet to make something.
    ["hashchange", moved],
    ["popstate", moved],
  ];
  if (input) heard.push([input, reached]);
  else heard.push(["selectionchange", moved]);
  for (const [type, listener] of heard)
    window.addEventListener(type, listener, { capture: true, passive: true });
  watch.flush = () => takeRecords(watch, observer.takeRecords());
  watch.end = () => {
    observer.disconnect();
    for (const [type, listener] of heard) window.removeEventListener(type, listener, { capture: true });
    openchrome.effects = null;
  };
  openchrome.effects = watch;
  return watch;
}

// A click focuses what it hits; that says something of a text field only.
function isFocusOfClick(element, focused) {
  return element !== null && isWithin(element, focused) && !takesText(focused);
}

function takesText(element) {
  if (tagOf(element) === "input") return !TEXTLESS.test(property(HTMLInputElement, "type", element));
  return tagOf(element) === "textarea" || property(HTMLElement, "isContentEditable", element) === true;
}

// How many characters are selected, in the field that has the focus or else in the page.
function selectedCount() {
  const focused = focusedElement();
  const type = focused instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const start = focused && property(type, "selectionStart", focused);
  if (typeof start === "number") return property(type, "selectionEnd", focused) - start;
  return String(getSelection() ?? "").length;
}

// "spinbutton: "Amount" …: Please enter a number."
function refusedLine(field, reading) {
  const types = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];
  const message = types.map((type) => property(type, "validationMessage", field)).find(Boolean);
  return `${elementLine(field, reading)}${message ? `: ${squeezed(message)}` : ""}`;
}

function isLargePage() {
  const all = Document.prototype.getElementsByTagName.call(document, "*");
  return all.length > EFFECT_LIMITS.elements;
}

function note(watch, kind) {
  watch[kind]++;
  watch.changedAt = performance.now();
  watch.wake();
}

function takeRecords(watch, records) {
  for (const record of records) {
    const isLook = record.type === "attributes" && LOOKS.test(record.attributeName);
    note(watch, isLook ? "weak" : "strong");
    if (!watch.large) continue;
    for (const node of record.addedNodes) touch(watch, node);
    for (const node of record.removedNodes) {
      if (watch.removed.length < EFFECT_LIMITS.removed && nodeTypeOf(node) === ELEMENT_NODE)
        watch.removed.push(node);
    }
    if (record.type !== "childList") touch(watch, record.target);
  }
}

function touch(watch, node) {
  if (watch.touched.size >= EFFECT_LIMITS.touched) return;
  const element = nodeTypeOf(node) === ELEMENT_NODE ? node : parentNodeOf(node);
  if (element && nodeTypeOf(element) === ELEMENT_NODE && !HEADLESS.has(tagOf(element)))
    watch.touched.add(element);
}

// The page as read_page shows it, but for the focus, which is told apart.
function pageLines() {
  const start = property(Document, "documentElement", document);
  if (!start) return "";
  const reading = newReading();
  reading.focused = null;
  const tree = axTree(start, reading, { dropHidden: true, maxNodes: 100000, onElement: null });
  return axLines(tree, { interactiveOnly: false, depth: null, maxBytes: EFFECT_LIMITS.bytes }).text;
}

function keptReading() {
  const { reading } = openchrome;
  const isGood =
    reading && reading.revision === openchrome.revision() && performance.now() - reading.at < READING_KEPT_MS;
  return isGood ? reading.lines : null;
}

function readAndKeep() {
  const lines = pageLines();
  openchrome.reading = { lines, revision: openchrome.revision(), at: performance.now() };
  return lines;
}

// Waits until something has happened and is over, or maxMs have passed with nothing. What says something is
// over when a later task finds no more of it: this look, if it comes late enough, else the next one, for which
// the caller asks again (`seen` is the count that the earlier look answered). Timers would not do: after input
// the browser holds them back until it has drawn.
async function settled(watch, maxMs, seen) {
  const until = performance.now() + maxMs;
  for (;;) {
    watch.flush();
    const now = performance.now();
    const count = watch.strong + watch.weak;
    if (now >= until) return null;
    if (watch.strong > 0) {
      return count === seen || now - watch.changedAt >= LATER_TASK_MS ? null : count;
    } else if (watch.weak > 0) {
      const left = watch.changedAt + QUIET_AFTER_LOOKS_MS - now;
      if (left <= 0) return null;
      await wokenOr(watch, Math.min(left, until - now));
    } else {
      await wokenOr(watch, until - now);
    }
  }
}

function wokenOr(watch, ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    watch.wake = () => {
      clearTimeout(timer);
      watch.wake = () => {};
      resolve();
    };
  });
}

function effectReport(watch) {
  watch.flush();
  const happened = watch.strong + watch.weak > 0;
  const reading = newReading();
  const focused = focusedElement();
  const report = {
    happened,
    strong: watch.strong,
    url: document.URL === watch.url ? null : document.URL,
    focus: isNewFocus(watch, focused) ? elementLine(focused, reading) : null,
    missed: missedBy(watch, reading),
    selected: watch.selected === null ? null : newSelection(watch),
    refused: watch.refused.filter(isConnected).map((field) => refusedLine(field, reading)),
  };
  if (happened && !watch.large) Object.assign(report, { before: watch.before, after: readAndKeep() });
  if (happened && watch.large) report.changes = touchedLines(watch, reading);
  return report;
}

// Told unless it is what the answer's first line says.
function isNewFocus(watch, focused) {
  if (!focused || focused === watch.focused) return false;
  return focused !== watch.element || (watch.byPointer && takesText(focused));
}

function newSelection(watch) {
  const count = selectedCount();
  return count !== watch.selected && count > 0 ? count : null;
}

// Words about the element that got the event instead of the one that was meant; null when it went right.
function missedBy({ element, reached }, reading) {
  if (!reached || !element || !(reached instanceof Element)) return null;
  const right = isWithin(reached, element) || isWithin(element, reached) || isLabelOf(reached, element);
  return right ? null : elementMention(reached, reading);
}

// On a large page: what was touched, without what it was before.
function touchedLines(watch, reading) {
  reading.focused = null;
  const lines = [];
  for (const element of watch.touched) {
    if (!isConnected(element)) continue;
    const shown = isRendered(element) ? "~" : "-";
    lines.push(`${shown} ${elementLine(element, reading)}`);
  }
  for (const element of watch.removed) {
    const text = squeezed(textContentOf(element).slice(0, 300));
    if (!isConnected(element)) lines.push(`- <${tagWords(element)}>${text ? ` ${quoted(text, 80)}` : ""}`);
  }
  return lines;
}
