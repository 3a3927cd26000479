// @use lib/aiming.js
// @use lib/effects.js
// The page's part in an action, step by step:
//   aim     {ref | selector, pointer, enabled, scroll, patienceMs, watch, input, reveal}: where to click so that the
//           element is hit; `reveal`: scrolls to it first; begins to watch what happens.
//           → {ref, words, x, y, opensTab, downloads}, or {error}
//   point   {x, y, watch}: what is at a point. → {ref, words}, or {error} outside of the viewport
//   focus   {ref | selector}: gives it the keyboard. → {ref, words, had: it had the focus before}
//   watch   {focused, inFrame}: begins to watch without an aim; `focused`: only if the focus is here and not in a
//           frame, as asked of one itself with `inFrame`. → {watches}
//   settle  {maxMs, seen}: waits for the effect to be over and tells it. → {happened, …}, or {again: count} when it
//           may go on: ask again with that as `seen`
//   over    {x, y}: is the thing at the point a frame? → {frame, words}
//   scroller {x, y}: what the wheel would scroll there, and how far it is.
//   reveal  {ref | selector}: scrolls to it. → {ref, words}
const WATCH_KEPT_MS = 3000;
const focusOn = methodOf(HTMLElement.prototype, "focus");
const hasFocus = methodOf(Document.prototype, "hasFocus");
const focusOnSvg = methodOf(SVGElement.prototype, "focus");

function acting(args = {}) {
  const steps = { aim: actingAim, point: actingPoint, focus: actingFocus, watch: actingWatch };
  Object.assign(steps, { settle: actingSettle, over: actingOver, scroller: actingScroller, reveal: actingReveal });
  return steps[args.step](args);
}

async function actingAim({ ref, selector, watch = true, input, ...needs }) {
  const { element, error } = targetOf({ ref, selector });
  if (error) return { error };
  const { pointer = true, enabled = true, scroll = true, reveal = false, patienceMs = 1000 } = needs;
  if (reveal && scroll) scrollTo(element, { block: "center", inline: "nearest", behavior: "instant" });
  const found = await aimed(element, { patienceMs, pointer, enabled, scroll });
  if (found.error) return { error: found.error };
  if (watch) watchEffects(element, input);
  const link = ancestorOf(element, (one) => tagOf(one) === "a" && hasAttr(one, "href"));
  return {
    ...actingName(element),
    x: found.at?.x ?? null,
    y: found.at?.y ?? null,
    opensTab: link !== null && /^_blank$/i.test(attr(link, "target") ?? ""),
    downloads: link !== null && hasAttr(link, "download"),
  };
}

function actingName(element) {
  const reading = newReading();
  const role = shownRole(element, reading);
  const name = shownName(element, role, reading);
  const ref = openchrome.refOf(element);
  return { ref, words: `${role}${name ? ` ${quoted(name, 80)}` : ""} [ref_${ref}]` };
}

function actingPoint({ x, y, watch = true, input }) {
  if (x >= window.innerWidth || y >= window.innerHeight) {
    const viewport = `${window.innerWidth} × ${window.innerHeight}`;
    const message = `(${x}, ${y}) is outside of the viewport, ${viewport}`;
    return { error: { code: "element_not_visible", message, hint: "Scroll there first." } };
  }
  const element = elementAt(x, y);
  if (watch) watchEffects(element, input);
  if (!element) return { ref: null, words: "nothing" };
  return actingName(element);
}

async function actingFocus({ ref, selector, patienceMs = 1000, watch = true }) {
  const { element, error } = targetOf({ ref, selector });
  if (error) return { error };
  const found = await aimed(element, { patienceMs, pointer: false, enabled: true });
  if (found.error) return { error: found.error };
  if (focusedElement() === element) return { ...actingName(element), had: true };
  if (watch) watchEffects(element, null);
  scrollTo(element, { block: "nearest", inline: "nearest", behavior: "instant" });
  if (element instanceof HTMLElement) focusOn(element);
  else if (element instanceof SVGElement) focusOnSvg(element);
  const focused = focusedElement();
  if (focused !== element && !(focused && isWithin(focused, element))) {
    const message = `${elementMention(element, newReading())} cannot have the focus`;
    return { error: { code: "unsupported", message, hint: "Click it instead, or focus a field inside of it." } };
  }
  return actingName(element);
}

function actingWatch({ focused = false, inFrame = false }) {
  const element = focusedElement();
  const isElsewhere = (element && holdsDocument(element)) || (inFrame && !hasFocus(document));
  if (focused && isElsewhere) return { watches: false };
  watchEffects(element, null);
  return { watches: true };
}

function holdsDocument(element) {
  return /^(iframe|frame|object|embed|fencedframe)$/.test(tagOf(element));
}

async function actingSettle({ maxMs = 500, seen = -1 }) {
  const watch = openchrome.effects;
  if (!watch) return { happened: false };
  const count = await settled(watch, maxMs, seen);
  if (count !== null) return { again: count };
  // A later look may ask again; then nobody watches any more.
  setTimeout(() => openchrome.effects === watch && watch.end(), WATCH_KEPT_MS);
  return effectReport(watch);
}

// Where the wheel would scroll at a point: {words, top, left, most: {top, left}}.
function actingScroller({ x, y }) {
  const top = property(Document, "scrollingElement", document) ?? property(Document, "documentElement", document);
  const inner = ancestorOf(elementAt(x, y) ?? top, (one) => one !== top && canScroll(one));
  const element = inner ?? top;
  const of = (name) => property(Element, name, element);
  return {
    words: inner ? actingName(inner).words : "the page",
    left: Math.round(of("scrollLeft")),
    top: Math.round(of("scrollTop")),
    mostLeft: Math.max(0, of("scrollWidth") - of("clientWidth")),
    mostTop: Math.max(0, of("scrollHeight") - of("clientHeight")),
    width: inner ? of("clientWidth") : window.innerWidth,
    height: inner ? of("clientHeight") : window.innerHeight,
  };
}

function canScroll(element) {
  if (tagOf(element) === "body" || tagOf(element) === "html") return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  const exceeds = (whole, shown) => property(Element, whole, element) > property(Element, shown, element) + 1;
  const down = /auto|scroll/.test(overflowY) && exceeds("scrollHeight", "clientHeight");
  return down || (/auto|scroll/.test(overflowX) && exceeds("scrollWidth", "clientWidth"));
}

// Brings an element into view, as a person scrolls to it.
function actingReveal({ ref, selector }) {
  const { element, error } = targetOf({ ref, selector });
  if (error) return { error };
  scrollTo(element, { block: "center", inline: "nearest", behavior: "instant" });
  const shown = mainRectOf(element);
  if (!shown) return { error: { code: "element_not_visible", message: `${elementMention(element, newReading())} has no place on the page` } };
  return actingName(element);
}

function actingOver({ x, y }) {
  const element = elementAt(x, y);
  const frame = element !== null && holdsDocument(element);
  return { frame, words: element ? elementMention(element, newReading()) : "nothing" };
}
