// @use lib/aiming.js
// @use lib/effects.js
// @use lib/press_guard.js
// @use lib/glyphs.js
// @use lib/interactive.js
// The page's part in an action, step by step:
//   aim     {ref | selector, named: found by words, pointer, enabled, scroll, patienceMs, watch, input, selects, reveal}: where to click so that the
//           element is hit; `reveal`: scrolls to it first; begins to watch what happens.
//           → {ref, words, x, y, reached: the pointer has moved in this document since it was scrolled, opensTab,
//           downloads}, or {error}
//   confirm {ref, named, x, y}: after the pointer was moved there: waits a frame for what the page makes of it and aims again.
//           → {ref, words, x, y, reached: the pointer came to this document, stays: and is right where it is,
//           changed: it says something else than what was found by words}, or {error}; the guard stands from then on
//   guard   {}: no press may be meant for this document
//   pressed {}: takes the guard down. → {pressed, held}
//   point   {x, y, watch}: what is at a point. → {ref, words}, or {error} outside of the viewport
//   focus   {ref | selector}: gives it the keyboard. → {ref, words, had: it had the focus before}
//   watch   {focused, inFrame}: begins to watch without an aim; `focused`: only if the focus is here and not in a
//           frame, as asked of one itself with `inFrame`. → {watches}
//   settle  {maxMs, seen, patient: any | choice | hover, see readsDifferently, pressed: takes the guard down}: waits for the effect
//           to be over and tells it. → {happened, …}, or {again: count} when it may go on: ask again with that as `seen`,
//           or {press}, as `pressed` answers it, when the press did not arrive
//   late    {quiet: look also when nothing told of a change}: what has happened since the last report. → {before, after, gone}, or null
//   over    {x, y}: is the thing at the point a frame? → {frame, words}
//   scroller {x, y}: what the wheel would scroll there, and how far it is.
//   reveal  {ref | selector}: scrolls to it. → {ref, words}
// So long what comes after the answer is noted for the next one.
const WATCH_KEPT_MS = 60000;
// So long an element may move when the pointer comes: longer than most pages let things slide.
const CONFIRM_MS = 1500;
const focusOn = methodOf(HTMLElement.prototype, "focus");
const hasFocus = methodOf(Document.prototype, "hasFocus");
const focusOnSvg = methodOf(SVGElement.prototype, "focus");

function acting(args = {}) {
  const steps = { aim: actingAim, confirm: actingConfirm, guard: actingGuard, pressed: endGuard, point: actingPoint, focus: actingFocus, watch: actingWatch };
  Object.assign(steps, { late: actingLate, settle: actingSettle, over: actingOver, scroller: actingScroller, reveal: actingReveal });
  return steps[args.step](args);
}

async function actingAim({ ref, selector, named = false, watch = true, input, selects = false, ...needs }) {
  const { element: meant, error } = namedTargetOf({ ref, selector, named });
  if (error) return { error };
  const { pointer = true, enabled = true, scroll = true, reveal = false, patienceMs = 1000 } = needs;
  if (reveal && scroll) scrollTo(meant, { block: "center", inline: "nearest", behavior: "instant" });
  if (pointer) hearMoves();
  const found = await aimed(meant, { patienceMs, pointer, enabled, scroll });
  if (found.error) return { error: found.error };
  const { element } = found;
  if (watch) watchEffects(element, input, selects || !input);
  if (pointer && enabled && input) armGuard(element, found.shown);
  const link = ancestorOf(element, (one) => tagOf(one) === "a" && hasAttr(one, "href"));
  return {
    ...actingName(element),
    x: found.at?.x ?? null,
    y: found.at?.y ?? null,
    reached: openchrome.moves > 0 || openchrome.heard === true,
    opensTab: link !== null && /^_blank$/i.test(attr(link, "target") ?? ""),
    downloads: link !== null && hasAttr(link, "download"),
  };
}

async function actingConfirm({ ref, x, y, named = false, scroll = true, press = true }) {
  const { element, error } = namedTargetOf({ ref, named });
  if (error) return { error: { ...error, code: "element_detached" } };
  openchrome.guard?.end();
  const began = performance.now();
  await nextFrame();
  const reached = await hasHeardMove();
  openchrome.moves = 0;
  openchrome.heard = reached; // the next press at the same place needs no move
  const isHit = () => {
    const now = livingOf(element);
    return isConnected(now) && (whatIsHit(placeOf(now), { x, y }, now) === null || (!press && wasHovered(placeOf(now), { x, y })));
  };
  // It stood still before the pointer came; nothing has begun to move since.
  const isCalm = openchrome.stillFor() >= performance.now() - began && !hasRunningAnimations();
  const stays = isHit() && (isCalm || (await standsStill(element))) && isHit();
  const now = livingOf(element);
  const disabled = press && stays ? disabledReason(now, newReading()) : null;
  if (disabled) return { error: aimProblem("element_disabled", disabled, now, newReading()).error };
  const found = stays
    ? { element: now, at: { x, y }, shown: placeOf(now) }
    : await aimed(now, { patienceMs: CONFIRM_MS, pointer: true, enabled: press, scroll });
  if (found.error) return { error: found.error };
  if (press) armGuard(found.element, found.shown);
  const place = { x: found.at.x, y: found.at.y, stays: stays && reached, reached };
  return { ...actingName(found.element), ...place, changed: named && !isAsFound(found.element) };
}

// A pointer that came over the element has been there, whatever the page lays over it then: that is what hovering does.
function wasHovered(shown, { x, y }) {
  const rect = mainRectOf(shown);
  const isInside = rect && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
  const over = openchrome.movedOver;
  if (!isInside || !(over instanceof Element)) return false;
  const isHost = openchrome.rootOf(over) !== null && isWithin(shown, over);
  return isWithin(over, shown) || isHost || (openchrome.veil && isConnected(openchrome.veil) && isWithin(over, openchrome.veil));
}

function actingGuard() {
  armGuard(null);
  return null;
}

function actingName(element) {
  const reading = newReading();
  const role = shownRole(element, reading);
  const name = withoutGlyphs(shownName(element, role, reading)) || plainTextOf(element);
  const hint = name ? "" : hintInside(element);
  const ref = openchrome.refOf(element);
  return { ref, words: `${role}${name ? ` ${quoted(name, 80)}` : hint ? ` (hint: ${hint})` : ""} [ref_${ref}]` };
}

// What a box without a role says, if that is short.
function plainTextOf(element) {
  const text = squeezed(textContentOf(element).slice(0, 200));
  return /^(div|span|p|li|td|b|strong|em|i)$/.test(tagOf(element)) && text.length <= 60 ? text : "";
}

function actingPoint({ x, y, watch = true, input, selects = false }) {
  if (x >= window.innerWidth || y >= window.innerHeight) {
    const viewport = `${window.innerWidth} × ${window.innerHeight}`;
    const message = `(${x}, ${y}) is outside of the viewport, ${viewport}`;
    return { error: { code: "element_not_visible", message, hint: "Scroll there first." } };
  }
  const element = elementAt(x, y);
  if (watch) watchEffects(element, input, selects || !input);
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

async function actingSettle({ maxMs = 500, seen = -1, patient = "any", pressed = false }) {
  const press = pressed ? endGuard() : null;
  if (press && (press.pressed === false || press.held || press.slid)) return { press };
  const watch = openchrome.effects;
  if (!watch) return { happened: false };
  const count = await settled(watch, { maxMs, seen, patient });
  if (count !== null) return { again: count };
  // A later look may ask again; then nobody watches any more.
  setTimeout(() => openchrome.effects === watch && watch.end(), WATCH_KEPT_MS);
  const report = effectReport(watch);
  report.tells = awaitChange(watch);
  return report;
}

function actingLate({ quiet = false }) {
  return openchrome.effects ? lateReport(openchrome.effects, quiet) : null;
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
