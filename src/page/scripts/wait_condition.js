// @refs 16
// Waits inside the page until something holds: woken by mutations and events, never by polling. Timers only
// put checks off that would come too often, for in background tabs no animation frame comes and timers come
// late.
// @use lib/dom.js
// @use lib/visible.js
// @use lib/bytes.js
// @use lib/target.js
// @use lib/page_text.js
const waitLimits = {
  textGapMs: 100,
  costFactor: 10,
  records: 500,
  added: 100000,
  matches: 1000,
  watched: 50,
};
const everyMutation = { subtree: true, childList: true, attributes: true, characterData: true };
// What changes the page without a mutation: fields, styles that arrive, transitions that end.
const wakingEvents = [
  "input",
  "change",
  "load",
  "transitionend",
  "animationend",
  "resize",
  "visibilitychange",
  "toggle",
];
const waitsUnderWay = new Map(); // id → how to end it

// Answers {met: true, afterMs, ref?, detail?} as soon as it holds, or {met: false, afterMs, nearest?,
// detail?} at the end of timeoutMs. Kinds: text, text_gone, words and words_gone (a text in words of its own), selector, selector_gone (with `visible`: only
// rendered ones count), change (the next change of any kind), quiet (no change for `value` ms). {cancel: id}
// ends the wait that was given that id.
function waitCondition({ kind, value, visible = false, timeoutMs = 30000, id, cancel } = {}) {
  if (cancel !== undefined) return { cancelled: endWait(cancel) };
  const wait = conditionOf(kind, value, visible);
  if (wait.error) return wait;
  const begun = performance.now();
  return new Promise((resolve) => {
    let stop = () => {};
    const finish = (answer) => {
      stop();
      if (id !== undefined) waitsUnderWay.delete(id);
      resolve({ met: answer.met, afterMs: Math.round(performance.now() - begun), ...answer });
    };
    if (id !== undefined) waitsUnderWay.set(id, () => finish({ met: false, detail: "cancelled" }));
    stop = watchFor(wait, finish, timeoutMs);
  });
}

function endWait(id) {
  const end = waitsUnderWay.get(id);
  if (end) end();
  return end !== undefined;
}

// {check(roots), gapMs, quick?(records), missed?()}: check answers what was met, or null.
function conditionOf(kind, value, visible) {
  const kinds = {
    text: textWait,
    text_gone: textGoneWait,
    words: (text) => textWait(text, true),
    words_gone: (text) => textGoneWait(text, true),
    selector: selectorWait,
    selector_gone: selectorGoneWait,
    change: changeWait,
    quiet: quietWait,
  };
  if (!Object.hasOwn(kinds, kind)) {
    const message = `kind must be one of ${Object.keys(kinds).join(", ")}.`;
    return { error: { code: "invalid_arguments", message } };
  }
  return kinds[kind](value, visible);
}

function textWait(value, whole = false) {
  if (typeof value !== "string" || value.trim() === "") return emptyValue("text");
  const met = (found) =>
    found && {
      met: true,
      ref: openchrome.refOf(found.element),
      detail: shortened(squeezed(found.text), 200),
    };
  return {
    gapMs: waitLimits.textGapMs,
    check: (roots) => met(findVisibleText(value, roots, whole)),
    quick: (records) => met(findInRecords(foldedText(value).trim(), records, whole)),
    missed: (roots) => {
      const hidden = isInOneText(foldedText(value).trim(), roots);
      return {
        nearest: nearestTexts(value),
        ...(hidden && { detail: "The text is in the page, but not visible." }),
      };
    },
  };
}

function textGoneWait(value, whole = false) {
  if (typeof value !== "string" || value.trim() === "") return emptyValue("text");
  let last = null;
  return {
    gapMs: waitLimits.textGapMs,
    check: (roots) => {
      last = findVisibleText(value, roots, whole);
      return last ? null : { met: true };
    },
    missed: () =>
      last && { ref: openchrome.refOf(last.element), detail: shortened(squeezed(last.text), 200) },
  };
}

function selectorWait(selector, visible) {
  const problem = waitSelectorProblem(selector);
  if (problem) return problem;
  return {
    gapMs: 0,
    check: (roots, watch) => {
      const { element } = firstIn(roots, selector, visible, watch);
      return element && { met: true, ref: openchrome.refOf(element), detail: describedElement(element) };
    },
    missed: (roots) => {
      const { hidden } = firstIn(roots, selector, visible);
      if (!hidden) return { nearest: nearestSelectors(selector) };
      return {
        ref: openchrome.refOf(hidden),
        detail: `${describedElement(hidden)} is there, but not visible.`,
      };
    },
  };
}

function selectorGoneWait(selector, visible) {
  const problem = waitSelectorProblem(selector);
  if (problem) return problem;
  return {
    gapMs: 0,
    check: (roots, watch) => {
      const { element } = firstIn(roots, selector, visible);
      if (element) watch(element);
      return element ? null : { met: true };
    },
    missed: (roots) => {
      const { element } = firstIn(roots, selector, visible);
      return (
        element && { ref: openchrome.refOf(element), detail: `${describedElement(element)} is still there.` }
      );
    },
  };
}

function changeWait() {
  return { gapMs: 0, check: () => null, changed: () => ({ met: true }) };
}

function quietWait(value) {
  const quietMs = Number(value);
  if (!(quietMs > 0))
    return { error: { code: "invalid_arguments", message: "value must be the ms of quiet." } };
  return { gapMs: 0, check: () => null, quietMs };
}

function emptyValue(name) {
  return { error: { code: "invalid_arguments", message: `value must be the ${name} to wait for.` } };
}

function waitSelectorProblem(selector) {
  if (typeof selector !== "string" || selector.trim() === "") return emptyValue("selector");
  const problem = selectorProblem(selector);
  return problem && { error: problem };
}

// Observes until the condition holds or time is over; answers how to stop.
function watchFor(wait, finish, timeoutMs) {
  const roots = new Set();
  const watched = new Set(); // elements that exist but do not count yet
  let nextCheckAt = 0;
  let timer = 0;
  let lastChange = performance.now();
  let done = false;

  const end = (answer) => {
    if (!done) finish(answer);
  };
  const observer = new MutationObserver((records) => wake(records));
  const onEvent = () => wake(null);
  const sizes = new ResizeObserver(onEvent); // it also tells each size once, which is no change

  function watchElement(element) {
    if (watched.size >= waitLimits.watched || watched.has(element)) return;
    watched.add(element);
    sizes.observe(element);
  }

  function watchRoot(root) {
    if (roots.has(root)) return;
    roots.add(root);
    observer.observe(root, everyMutation);
    const target = root === document ? window : root;
    for (const type of wakingEvents) target.addEventListener(type, onEvent, { capture: true, passive: true });
  }

  function watchNewRoots() {
    watchRoot(document);
    for (const root of shadowRoots()) watchRoot(root);
  }

  function wake(records) {
    if (done) return;
    lastChange = performance.now();
    if (wait.changed) return end(wait.changed());
    if (wait.quietMs) return undefined;
    const met = records && wait.quick ? wait.quick(records) : null;
    if (met) return end(met);
    const left = nextCheckAt - performance.now();
    if (left <= 0) return check();
    if (timer === 0) timer = setTimeout(check, left);
    return undefined;
  }

  // The more a check costs, the longer until the next one.
  function check() {
    clearTimeout(timer);
    timer = 0;
    if (done) return;
    const begun = performance.now();
    watchNewRoots();
    const met = wait.check(roots, watchElement);
    const cost = performance.now() - begun;
    nextCheckAt = begun + cost + Math.max(wait.gapMs, cost * waitLimits.costFactor);
    if (met) end(met);
  }

  function afterQuiet() {
    const left = lastChange + wait.quietMs - performance.now();
    if (left <= 0) end({ met: true });
    else timer = setTimeout(afterQuiet, left);
  }

  function onTimeout() {
    if (done) return;
    if (!wait.quietMs && !wait.changed) check();
    if (!done) end({ met: false, ...(wait.missed ? wait.missed(roots) : null) });
  }

  const deadline = setTimeout(onTimeout, Math.min(Math.max(0, timeoutMs), 0x7fffffff));
  const stop = () => {
    done = true;
    clearTimeout(timer);
    clearTimeout(deadline);
    observer.disconnect();
    sizes.disconnect();
    for (const root of roots) {
      const target = root === document ? window : root;
      for (const type of wakingEvents) target.removeEventListener(type, onEvent, { capture: true });
    }
  };
  check();
  if (done) {
    stop();
    return stop;
  }
  if (wait.quietMs) afterQuiet();
  if (wait.quietMs || wait.changed) return stop;
  for (const top of [property(Document, "documentElement", document), bodyOf(document)])
    if (top) watchElement(top);
  for (const element of everyInDocument(document, ":not(:defined)")) watchElement(element);
  return stop;
}

// The words in nodes that have just come or changed.
function findInRecords(needle, records, whole) {
  const seen = new Set();
  for (const record of records.slice(0, waitLimits.records)) {
    const nodes = record.type === "characterData" ? [record.target] : record.addedNodes;
    for (const node of nodes) {
      if (seen.size === waitLimits.records) return null;
      if (seen.has(node)) continue;
      seen.add(node);
      const found = isConnected(node) && findInAdded(node, needle, whole);
      if (found) return found;
    }
  }
  return null;
}

function findInAdded(node, needle, whole) {
  if (nodeTypeOf(node) === TEXT_NODE) return seenWith(node, needle, null, whole);
  if (nodeTypeOf(node) !== ELEMENT_NODE) return null;
  const all = textContentOf(node);
  if (all.length > waitLimits.added || !foldedText(all).includes(needle)) return null;
  const walker = walkerOver(document, node, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const found = seenWith(text, needle, null, whole);
    if (found) return found;
  }
  return null;
}

function isInOneText(needle, roots) {
  for (const root of roots) {
    const walker = walkerOver(document, root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      if (hasWords(text, needle)) return true;
  }
  return false;
}

// {element} that counts, else {hidden}: one that is there but not rendered; `watch` is told of those.
function firstIn(roots, selector, visible, watch = () => {}) {
  let hidden = null;
  for (const root of roots) {
    if (!visible) {
      const element =
        root === document ? firstInDocument(document, selector) : firstInFragment(root, selector);
      if (element) return { element };
      continue;
    }
    const found = root === document ? everyInDocument(document, selector) : allInFragment(root, selector);
    for (let i = 0; i < found.length && i < waitLimits.matches; i++) {
      if (isShown(found[i])) return { element: found[i] };
      hidden = hidden || found[i];
      watch(found[i]);
    }
  }
  return { hidden };
}

function isShown(element) {
  if (!isRendered(element)) return false;
  const box = rectOf(element);
  return (box.width > 0 && box.height > 0) || getComputedStyle(element).display === "contents";
}

function describedElement(element) {
  const id = attr(element, "id");
  const name = attr(element, "class");
  const marks =
    (id ? ` id="${shortened(id, 60)}"` : "") + (name ? ` class="${shortened(squeezed(name), 60)}"` : "");
  return `<${tagOf(element)}${marks}>`;
}
