// @use lib/dom.js
// @use lib/ax_tree.js
// @use lib/ax_lines.js
// @use lib/element_line.js
// @use lib/aiming.js
// @use lib/visible.js
// @use lib/busy.js
// @use lib/ticking.js
// What an action did to the page: how it read before, what has happened since, and when it is quiet again.
// Kept in the document's world between the steps of one action (openchrome.effects).
const EFFECT_LIMITS = { elements: 4000, bytes: 1 << 20, touched: 40, removed: 20, refused: 5, announced: 8 };
// Attributes that style a thing rather than say something: a ripple, a hover mark.
const LOOKS = /^(class|style|data-.*|transform)$/;
const TEXTLESS = /^(checkbox|radio|range|color|file|button|submit|reset|image)$/;
const QUIET_AFTER_LOOKS_MS = 80;
// After something was added: more of it may come in the next tasks.
const QUIET_AFTER_GROWTH_MS = 60;
// An animation that takes longer is not waited for.
const LONGEST_ANIMATION_MS = 1200;
// So long a reading of the page may stand for the next one if nothing was seen to change: what cannot be seen, such
// as a value that a script sets, had hardly the time to happen.
const READING_KEPT_MS = 50;
// One that is so young was made in the same task: nothing at all can have happened since.
const READING_FRESH_MS = 3;
// A look that comes so long after the last change is a later task than the one that made it.
const LATER_TASK_MS = 0.3;

// `input`: the kind of event that the action sends, so that it can be told where it went; `selects`: it may select text.
function watchEffects(element, input, selects = !input) {
  openchrome.effects?.end();
  const watch = {
    element,
    url: document.URL,
    title: document.title,
    focused: focusedElement(),
    large: isLargePage(),
    strong: 0, // changes that say something
    weak: 0, // changes of looks
    grew: false, // elements were added or taken away
    begun: performance.now(),
    shown: [], // texts that came up for a moment
    mayFollow: !input && maySuggest(element), // a field that may offer something after a while
    changedAt: -Infinity,
    touched: new Set(),
    removed: [],
    reached: null, // where the event went
    awaited: false, // the next change is told to the server
    pressedAt: null, // how many changes there were when the button went down
    byPointer: Boolean(input),
    selected: selects ? selectedCount() : null,
    refused: [], // fields that the browser found wrong
    said: element ? lineWithoutFocus(element) : "",
    wake: () => {},
  };
  watch.ticking = watch.large ? [] : tickingBoxes();
  watch.before = watch.large ? null : (keptReading() ?? pageLines());
  const observer = new MutationObserver((records) => takeRecords(watch, records));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const root of watch.large ? [] : shadowRoots())
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  // What was typed is no effect in a field that may offer something for it.
  const changed = (event) => {
    const isOwn = watch.mayFollow && element && isWithin(event.composedPath()[0], element);
    note(watch, isOwn ? "weak" : "strong");
  };
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
  const pressed = () => {
    watch.flush();
    watch.pressedAt = { strong: watch.strong, weak: watch.weak };
  };
  if (input) heard.push([input, reached], ["pointerdown", pressed]);
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
  tellChanged(watch);
}

// After the answer the server asks only once it was told that there is something to ask for.
function tellChanged(watch) {
  if (!watch.awaited || watch.large) return;
  watch.awaited = false;
  globalThis.openchromeChanged?.("");
}

// Whether it will be told from now on.
function awaitChange(watch) {
  watch.counted = watch.strong + watch.weak;
  watch.awaited = typeof globalThis.openchromeChanged === "function";
  return watch.awaited;
}

function takeRecords(watch, records) {
  for (const record of records) {
    if (watch.ticking.length > 0 && record.type !== "attributes" && isTick(watch, record)) continue;
    const isLook = record.type === "attributes" && LOOKS.test(record.attributeName);
    note(watch, isLook ? "weak" : "strong");
    if (record.type === "attributes" && (isLook || record.attributeName === "hidden")) noteUncovered(watch, record.target);
    if (record.type === "childList") noteGrowth(watch, record);
    if (record.type === "characterData") noteAnnounced(watch, record.target);
    if (!watch.large) continue;
    for (const node of record.addedNodes) touch(watch, node);
    for (const node of record.removedNodes) {
      if (watch.removed.length < EFFECT_LIMITS.removed && nodeTypeOf(node) === ELEMENT_NODE)
        watch.removed.push(node);
    }
    if (record.type !== "childList") touch(watch, record.target);
  }
}

function noteGrowth(watch, { addedNodes, removedNodes }) {
  for (const nodes of [addedNodes, removedNodes])
    for (const node of nodes) if (nodeTypeOf(node) === ELEMENT_NODE) watch.grew = true;
  for (const node of addedNodes) noteAnnounced(watch, node, watch.told !== undefined && removedNodes.length === 0);
}

// A message that was there already and is shown now.
function noteUncovered(watch, element) {
  if (isMessage(element) && isRendered(element)) noteAnnounced(watch, element);
}

// A message may be gone before it can be read: what it says is kept. After the answer that holds for any words that come up.
function noteAnnounced(watch, node, isLate = false) {
  const element = nodeTypeOf(node) === ELEMENT_NODE ? node : parentNodeOf(node);
  if (!(element instanceof Element) || watch.shown.length >= EFFECT_LIMITS.announced) return;
  if (HEADLESS.has(tagOf(element)) || !(isLate || isAnnounced(element))) return;
  const text = squeezed(textContentOf(element).slice(0, 200));
  const isSaid = text !== "" && (!isLate || /\p{L}{2}/u.test(text));
  if (!isSaid || watch.shown.some((one) => one.text === text)) return;
  watch.shown.push({ element, text });
}

// A message that may go away by itself.
function isAnnounced(element) {
  return ancestorOf(element, isMessage) !== null;
}

function isMessage(element) {
  return (
    /^(alert|status|log)$/.test(attr(element, "role") ?? "") ||
    /^(polite|assertive)$/.test(attr(element, "aria-live") ?? "") ||
    /toast|snackbar|notification|flash/i.test(attr(element, "class") ?? "")
  );
}

// A field that shows suggestions does so a while after the last key.
function maySuggest(element) {
  if (!element || !takesText(element)) return false;
  if (["list", "aria-autocomplete", "aria-haspopup", "aria-controls", "aria-owns", "aria-expanded"].some((name) => hasAttr(element, name)))
    return true;
  const words = ["type", "role", "name", "id", "class", "placeholder", "aria-label"].map((name) => attr(element, name) ?? "").join(" ");
  return attr(element, "autocomplete") === "off" || /search|combobox|suggest|complete|typeahead|query|filter|lookup/i.test(words);
}

// What is animated because of the action; what goes on for ever, or for long, is no opening.
function openings(watch) {
  return animationsOf(document).filter((animation) => {
    if (animation.playState !== "running" || !animation.effect) return false;
    const { endTime } = animation.effect.getComputedTiming();
    const past = Number(animation.currentTime ?? 0);
    const isNew = performance.now() - watch.begun + 100 >= past;
    return isNew && Number.isFinite(endTime) && endTime - past <= LONGEST_ANIMATION_MS;
  });
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
  const tree = axTree(start, reading, { dropHidden: true, dropUnseen: true, maxNodes: 100000, onElement: null });
  return axLines(tree, { interactiveOnly: false, depth: null, maxBytes: EFFECT_LIMITS.bytes }).text;
}

function keptReading(longest = READING_KEPT_MS) {
  const { reading } = openchrome;
  const isGood = reading && reading.revision === openchrome.revision() && performance.now() - reading.at < longest;
  return isGood ? reading.lines : null;
}

function readAndKeep() {
  const lines = pageLines();
  openchrome.reading = { lines, revision: openchrome.revision(), at: performance.now() };
  return lines;
}

// Waits until something has happened and is over, or maxMs have passed with nothing. What says something is over when a
// later task finds no more of it: this look, if it comes late enough, else the next one, for which the caller asks again
// (`seen` is the count that the earlier look answered). Timers would not do: after input the browser holds them back
// until it has drawn. Where elements came or went a short time must pass without more, and openings are seen to their
// end. Changes after which the page reads as before do not end the wait: what they prepare may come later.
async function settled(watch, { maxMs, seen, patient }) {
  const until = performance.now() + maxMs;
  for (;;) {
    watch.flush();
    const now = performance.now();
    const count = watch.strong + watch.weak;
    if (now >= until) return null;
    const quiet = watch.changedAt + (watch.grew ? QUIET_AFTER_GROWTH_MS : QUIET_AFTER_LOOKS_MS) - now;
    if (count === watch.weighed || count === 0) {
      await wokenOr(watch, until - now);
    } else if (watch.strong > 0 && !watch.grew) {
      if (count !== seen && now - watch.changedAt < LATER_TASK_MS) return count;
      if (readsDifferently(watch, count, patient)) return afterOpening(watch);
    } else if (quiet > 0) {
      await wokenOr(watch, Math.min(quiet, until - now));
    } else if (readsDifferently(watch, count, patient)) {
      return afterOpening(watch);
    }
  }
}

// What the browser refused is told; of a large page no reading is made, and what says something counts there.
// Nor does what the element itself shows, unless it is a box that was ticked: a button that says "Saving", a menu that counts as
// open before it is drawn, a choice by which the page filters a moment later. With `hover` nor what went.
function readsDifferently(watch, count, patient) {
  watch.weighed = count;
  if (watch.large || watch.refused.length > 0) return watch.strong > 0;
  if (watch.mayFollow && watch.strong === 0) return false;
  const now = calmed(watch, readAndKeep());
  if (now === watch.before) return false;
  if (patient === "hover") return hasNewLines(watch.before, now);
  const isOwnEffect = patient !== "choice" && !watch.mayFollow && (!watch.byPointer || watch.element === null || TICKED.has(roleOf(watch.element)));
  const without = isOwnEffect ? null : watch.element;
  return linesWithout(without, now) !== linesWithout(without, watch.before);
}

const TICKED = new Set(["checkbox", "radio", "switch", "option", "menuitemcheckbox", "menuitemradio", "slider", "spinbutton"]);

function hasNewLines(before, now) {
  const known = new Set(before.split("\n").map((line) => line.trim()));
  return now.split("\n").some((line) => !known.has(line.trim()));
}

// A reading without the lines of an element and of what is in it, and without those that say nothing, such as an empty box.
function linesWithout(element, lines) {
  const mark = element && `[ref_${openchrome.refOf(element)}]`;
  let inside = Infinity;
  const kept = lines.split("\n").filter((line) => {
    const depth = line.length - line.trimStart().length;
    if (mark && line.includes(mark)) inside = depth;
    else if (depth <= inside) inside = Infinity;
    return !(depth >= inside) && /[":(]/.test(line);
  });
  return kept.join("\n");
}

// Sees openings to their end, and what the page does then.
async function afterOpening(watch) {
  const running = openings(watch);
  if (running.length > 0) {
    const ended = Promise.allSettled(running.map((animation) => animation.finished));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LONGEST_ANIMATION_MS + 300))]);
    await nextFrame();
    watch.flush();
  }
  return null;
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
  // A menu that opens by :hover alone makes no mutation.
  const after = watch.large ? null : calmed(watch, keptReading(READING_FRESH_MS) ?? readAndKeep());
  const happened = watch.strong + watch.weak > 0 || (after !== null && after !== watch.before);
  const reading = newReading();
  const focused = focusedElement();
  const report = {
    happened,
    strong: watch.strong,
    url: document.URL === watch.url ? null : document.URL,
    title: document.title === watch.title ? null : document.title,
    focus: isNewFocus(watch, focused) ? elementLine(focused, reading) : null,
    missed: missedBy(watch, reading),
    reacted: hasReacted(watch),
    unheard: watch.byPointer && watch.element !== null && watch.reached === null,
    dropped: watch.byPointer && watch.element !== null && watch.reached === null && isConnected(watch.element) && isRendered(watch.element),
    remains: watch.byPointer && watch.element !== null && watch.reached === null && remainsAsItWas(watch),
    selected: watch.selected === null ? null : newSelection(watch),
    refused: watch.refused.filter(isConnected).map((field) => refusedLine(field, reading)),
  };
  if (happened && !watch.large) Object.assign(report, { before: watch.before, after });
  report.own = ownLine(watch, after ?? "");
  report.spinner = isBusyPage();
  watch.told = after;
  watch.toldAt = performance.now();
  report.announced = watch.shown.map(({ text }) => JSON.stringify(text.slice(0, 40)).slice(1, -1));
  watch.shown = watch.shown.filter(({ text }) => after === null || !after.includes(JSON.stringify(text).slice(1, -1)));
  if (happened && watch.large) report.changes = touchedLines(watch, reading);
  return report;
}

// Whether what took the place of the element still says the same: then the press did nothing to it.
function remainsAsItWas({ element, said }) {
  const now = livingOf(element);
  const withoutRef = (line) => line.replace(/^\[ref_\d+\] /, "");
  return now !== element && isConnected(now) && isRendered(now) && withoutRef(lineWithoutFocus(now)) === withoutRef(said);
}

// What the pointer alone made of the page is no reaction to the press; a menu that closes by its looks is one.
function hasReacted({ pressedAt, strong, weak, element }) {
  if (pressedAt === null || strong > pressedAt.strong) return true;
  return weak > pressedAt.weak && element !== null && !isRendered(element);
}

// The state of an element that readings do not show, such as a checkbox hidden behind its label.
function ownLine({ element, said }, after) {
  if (!element || !isConnected(element) || after.includes(`[ref_${openchrome.refOf(element)}]`)) return null;
  const now = lineWithoutFocus(element);
  return now === said ? null : now;
}

// Where the focus goes is told apart.
function lineWithoutFocus(element) {
  const reading = newReading();
  reading.focused = null;
  return elementLine(element, reading);
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
  const isPart = isWithin(reached, element) || (["option", "area", "optgroup"].includes(tagOf(element)) && isWithin(element, reached));
  const isRight = isPart || isLabelOf(reached, element) || openchrome.rootOf(reached) !== null;
  return isRight ? null : elementMention(reached, reading);
}

// What has happened since the last report, for the next answer: {before, after, gone: texts that came and went}.
function lateReport(watch, quiet) {
  watch.awaited = false;
  watch.flush();
  const isSame = watch.strong + watch.weak === watch.counted;
  awaitChange(watch);
  if (watch.large || watch.told === undefined || (isSame && !quiet)) return null;
  const before = watch.told;
  const after = calmed(watch, readAndKeep());
  watch.told = after;
  const isGone = ({ element, text }) => !isConnected(element) || !squeezed(textContentOf(element)).includes(text) || !isRendered(element);
  const gone = watch.shown.filter((one) => isGone(one) && !before.includes(JSON.stringify(one.text).slice(1, -1))).map(({ text }) => text);
  watch.shown = watch.shown.filter((one) => !isGone(one));
  return before === after && gone.length === 0 ? null : { before, after, gone };
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
