// @use lib/target.js
// @use lib/successor.js
// @use lib/hit_point.js
// @use lib/inner_control.js
// @use lib/why_hidden.js
// @use lib/popup.js
// Whether a person could use an element now, and where. Answers {x, y, …} of a point that hits it, or the
// problem as an error that names its cause; problems that may pass are waited for, frame by frame.
const scrollTo = methodOf(Element.prototype, "scrollIntoView");
const animationsOf = methodOf(Document.prototype, "getAnimations");
// Certainly two frames: a page among several that draw gets some of its own much later than they are due.
const TWO_FRAMES_MS = 500;
// What is found in the same place after so long, and is not animated, has not moved in two frames.
const STOOD_MS = 50;
// Where to scroll an element to, the place that moves the least first: a row of slides snaps back from halfway, and what stays
// at an edge may cover it.
const SCROLLS = [
  ["center", "nearest"],
  ["center", "center"],
  ["end", "nearest"],
  ["start", "nearest"],
  ["center", "end"],
  ["center", "start"],
];

// args: patienceMs, pointer (must be hit by it), enabled (must be), scroll (it may be scrolled to). Resolves to {element, at} or {error}.
async function aimed(element, { patienceMs, pointer, enabled, scroll = true }) {
  const reading = newReading();
  const until = performance.now() + patienceMs;
  for (;;) {
    const found = await aimNow(livingOf(element), { pointer, enabled, scroll, reading });
    if (!found.error || !found.mayPass || performance.now() >= until) return found;
    await nextFrame();
  }
}

async function aimNow(element, { pointer, enabled, scroll, reading }) {
  if (!isConnected(element)) return aimProblem("element_detached", "was taken off the page", element, reading);
  if (enabled) {
    const reason = disabledReason(element, reading);
    if (reason) return aimProblem("element_disabled", reason, element, reading, true);
  }
  if (!pointer) return aimForFocus(element, reading);
  const shown = placeOf(element);
  const unusable = unusableReason(element, shown, reading);
  if (unusable) return aimProblem("element_not_visible", unusable, element, reading, true);
  const free = () => freePoint(shown, element, !enabled);
  let at = free();
  // What is hit already is not scrolled under the hand of a page that reacts to scrolling.
  for (const [block, inline] of at.point || !scroll ? [] : SCROLLS) {
    scrollTo(boxOf(shown), { block, inline, behavior: "instant" });
    openchrome.moves = 0;
    openchrome.heard = false;
    at = free();
    if (at.point) break;
  }
  if (!at.point && !at.covering) {
    const reason = clippedReason(shown, reading);
    return aimProblem("element_not_visible", reason, element, reading, true);
  }
  if (!(await standsStill(element)))
    return aimProblem("element_moving", "does not stand still: it moved between two frames", element, reading, true);
  const now = livingOf(element);
  const place = placeOf(now);
  at = freePoint(place, now, !enabled);
  openchrome.veil = at.veil ?? null;
  if (at.point) return { element: now, shown: place, at: at.point };
  if (!at.covering) return aimProblem("element_moving", "moved away", element, reading, true);
  return aimProblem("element_covered", coveredReason(shown, at.covering, reading), element, reading, true);
}

function aimForFocus(element, reading) {
  const popup = isRendered(element) ? popupOver(element) : null;
  if (popup) return aimProblem("element_covered", `is covered by ${coverWords(popup, reading)}`, element, reading, true);
  if (isRendered(element)) return { element, shown: element, at: null };
  const reason = `cannot be seen: ${hiddenReasons(element, reading).join("; ") || "it is not rendered"}`;
  return aimProblem("element_not_visible", reason, element, reading, true);
}

// A dialog, or a box over most of the page, that keeps a person from using an element below it; else null. What only lies over
// a field, such as its own drawing, does not.
function popupOver(element) {
  const modal = Array.from(popupsOfPage(document, "dialog:modal")).pop();
  if (modal && !isWithin(element, modal)) return modal;
  const shown = placeOf(element);
  const point = hitPointOf(shown);
  const hit = point && whatIsHit(shown, point, element)?.element;
  if (!hit || isWithin(element, hit)) return null;
  const popup = ancestorOf(hit, isPopup);
  if (popup) return isWithin(element, popup) ? null : hit;
  const layer = layerOf(hit);
  const { width, height } = rectOf(layer);
  const isFixed = getComputedStyle(layer).position === "fixed" && !isWithin(element, layer);
  return isFixed && width * height >= window.innerWidth * window.innerHeight * 0.8 ? hit : null;
}

function aimProblem(code, reason, element, reading, mayPass = false) {
  const message = `${elementMention(element, reading)} ${reason}`;
  return { error: { code, message, ref: `ref_${openchrome.refOf(element)}` }, mayPass };
}

// What stands for the element on the screen: a real checkbox is often hidden behind a drawn one, which is its
// label.
function placeOf(element) {
  if (hasPlace(element) && !lastsThrough(element)) return element;
  const labels =
    property(HTMLInputElement, "labels", element) ?? property(HTMLSelectElement, "labels", element) ?? [];
  for (let i = 0; i < labels.length; i++) if (hasPlace(labels[i])) return labels[i];
  return element;
}

function hasPlace(element) {
  const drawn = tagOf(element) === "area" ? imageOfArea(element) : element;
  if (!drawn || !isRendered(drawn)) return false;
  const rect = mainRectOf(element);
  return rect !== null && rect.width > 1 && rect.height > 1;
}

// The element, or what can be scrolled to in its stead when it has no box of its own (display: contents).
function boxOf(element) {
  for (let one = element; one; one = firstElementOf(one)) {
    if (getComputedStyle(one).display !== "contents") return one;
  }
  return parentOf(element) ?? element;
}

function unusableReason(element, shown, reading) {
  const tag = tagOf(shown);
  if ((tag === "option" || tag === "optgroup") && !hasPlace(shown)) {
    const select = closestTo(shown, "select");
    const of = select ? ` of ${elementMention(select, reading)}` : "";
    return `is a choice${of}, which the browser draws outside of the page: use form_input on that list`;
  }
  if (hasPlace(shown)) return null;
  const rect = mainRectOf(shown);
  if (rect && rect.width > 0 && rect.height > 0 && checkVisibility(shown, VISIBLE)) return null;
  // Without a box of its own an element may be where its content is.
  const reasons = hiddenReasons(shown, reading);
  return `cannot be seen: ${reasons.join("; ") || "it has no box"}`;
}

function clippedReason(shown, reading) {
  const reasons = hiddenReasons(shown, reading);
  return `cannot be brought into view: ${reasons.join("; ") || "no part of it can be scrolled to"}`;
}

function disabledReason(element, reading) {
  const inert = ancestorOf(element, isInert);
  if (inert) {
    const popup = openPopup();
    const open = popup ? `; ${elementMention(popup, reading)} is open` : "";
    return inert === element ? `is inert${open}` : `is inert, by ${elementMention(inert, reading)}${open}`;
  }
  if (!isDisabled(element)) {
    const control = element instanceof HTMLLabelElement ? property(HTMLLabelElement, "control", element) : null;
    return control && isDisabled(control) ? `labels ${elementMention(control, reading)}, which is disabled` : null;
  }
  const fieldset = ancestorOf(
    element,
    (one) => one !== element && tagOf(one) === "fieldset" && hasAttr(one, "disabled"),
  );
  if (!hasAttr(element, "disabled") && fieldset) return `is disabled, by ${elementMention(fieldset, reading)}`;
  return hasAttr(element, "disabled") ? "is disabled" : "is disabled (aria-disabled)";
}

function coveredReason(shown, { element, passes, inner }, reading) {
  const other = coverWords(element, reading);
  if (inner) return `has no free place: ${other} inside of it would get the click`;
  if (passes) return `lets clicks through (pointer-events: none); ${other} would get it`;
  return `is covered by ${other}`;
}

// Places to try, the middle first: a person clicks where the thing is free.
const AIM_SPOTS = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.1],
  [0.9, 0.9],
  ...[0.04, 0.3, 0.7, 0.96].flatMap((down) => [0.04, 0.3, 0.7, 0.96].map((right) => [right, down])),
];

// {point} that hits the element, or {covering: {element, passes, inner}} of its middle; neither: no part is in view.
// `shown` is what stands for the element on the screen. A pointer that only comes over it may meet a `veil`: something
// transparent that pages lay over pictures.
function freePoint(shown, element = shown, isHover = false) {
  const middle = hitPointOf(shown);
  if (!middle) return {};
  const words = wordsPoint(shown);
  let second = null; // hits the element, but a part of it that listens for itself comes first
  const isBest = (point) => {
    if (whatIsHit(shown, point, element)) return false;
    second ??= point;
    return !listensInside(point, shown);
  };
  if (words && isBest(words)) return { point: words };
  if (isBest(middle)) return { point: middle };
  const rect = mainRectOf(shown);
  for (const spot of aimSpots(shown, rect)) {
    const point = wholePixel(spot.x, spot.y, rect);
    const inside = point.x > 0 && point.y > 0 && point.x < window.innerWidth && point.y < window.innerHeight;
    if (inside && isBest(point)) return { point };
  }
  if (second) return { point: second };
  const first = whatIsHit(shown, middle, element);
  if (isHover && (first.inner || isVeil(first.element, shown))) return { point: middle, veil: first.element };
  // Only cut off by a box that scrolls: not covered, but to be scrolled to.
  return isClippedAway(shown) ? {} : { covering: first };
}

// The title on a card, where both react: who means the card clicks beside it.
function listensInside(point, shown) {
  for (let one = elementAt(point.x, point.y), steps = 0; one && one !== shown && steps < 50; one = parentOf(one), steps++)
    if (openchrome.reacts(one)) return isWithin(one, shown);
  return false;
}

// The first words of a box that holds others say where it can be clicked: an item of a tree, a card.
function* aimSpots(shown, rect) {
  for (const [right, down] of AIM_SPOTS.slice(1, 7)) yield { x: rect.left + rect.width * right, y: rect.top + rect.height * down };
  const words = firstWordsRect(shown);
  if (words) yield { x: (words.left + words.right) / 2, y: (words.top + words.bottom) / 2 };
  for (const [right, down] of AIM_SPOTS.slice(7)) yield { x: rect.left + rect.width * right, y: rect.top + rect.height * down };
}

// A box without a role that holds several others is clicked at its words, as people do: its middle may be anything.
function wordsPoint(shown) {
  const isBox = /^(div|section|article|ul|ol|li|span|main|aside|figure)$/.test(tagOf(shown)) && !hasAttr(shown, "role");
  const first = isBox ? firstElementOf(shown) : null;
  const rect = first && nextElementOf(first) ? firstWordsRect(shown) : null;
  const point = rect && wholePixel((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2, rect);
  return point && point.x > 0 && point.y > 0 && point.x < window.innerWidth && point.y < window.innerHeight ? point : null;
}

const wordsRange = new Range();

function firstWordsRect(shown) {
  const walker = walkerOver(document, shown, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), left = 20; node && left > 0; node = walker.nextNode(), left--) {
    if (!/\S/.test(textOf(node))) continue;
    Range.prototype.selectNodeContents.call(wordsRange, node);
    const rect = Range.prototype.getBoundingClientRect.call(wordsRange);
    if (rect.width > 0 && rect.height > 0) return rect;
  }
  return null;
}

// Null when the element itself would get the click.
function whatIsHit(shown, point, element = shown) {
  const { covering, through } = coveringAt(shown, point);
  if (through) return { element: through, passes: lastsThrough(shown) };
  if (covering) return { element: covering, passes: lastsThrough(shown) };
  const hit = elementAt(point.x, point.y);
  // Nothing on the page takes the pointer there.
  if (!hit) return { element: property(Document, "documentElement", document), passes: lastsThrough(shown) };
  const inner = innerControlAt(hit, element === shown || isWithin(hit, element) ? element : shown);
  return inner && inner !== element ? { element: inner, passes: false, inner: true } : null;
}

// Transparent, and laid over the element in a box that both are in.
function isVeil(covering, shown) {
  const box = ancestorOf(covering, (one) => isWithin(shown, one));
  if (!box || tagOf(box) === "body" || tagOf(box) === "html") return false;
  return !checkVisibility(covering, PLAINLY_VISIBLE);
}

function lastsThrough(element) {
  return getComputedStyle(element).pointerEvents === "none";
}

function isClippedAway(element) {
  const rect = mainRectOf(element);
  for (let one = parentOf(element), steps = 0; one && steps < 200; one = parentOf(one), steps++) {
    const tag = tagOf(one);
    if (tag === "body" || tag === "html") return false;
    if (getComputedStyle(one).overflow === "visible") continue;
    const box = rectOf(one);
    const across = Math.min(rect.right, box.right) - Math.max(rect.left, box.left);
    const down = Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top);
    if (across <= 1 || down <= 1) return true;
  }
  return false;
}

// It has stood still for two frames already when nothing moves by itself and nobody moved anything for so
// long; else its place is compared over two frames.
async function standsStill(element) {
  const stood = stoodFor(placeOf(element));
  if ((openchrome.stillFor() > TWO_FRAMES_MS || stood > STOOD_MS) && !isAnimated(placeOf(element))) return true;
  const before = pieceOf(placeOf(element));
  // One more than two: in the first frame of a page that has just been shown nothing has moved yet.
  for (let frame = 0; frame < 3; frame++) {
    await nextFrame();
    const living = livingOf(element);
    if (!isConnected(living)) return false;
    const now = pieceOf(placeOf(living));
    if (now.x !== before.x || now.y !== before.y || now.width !== before.width || now.height !== before.height)
      return false;
  }
  return true;
}

// For how many milliseconds it has been seen in the same place, by this and earlier calls.
function stoodFor(element) {
  const { x, y, width, height } = pieceOf(element);
  const place = `${x} ${y} ${width} ${height}`;
  const { stood } = openchrome;
  if (stood?.element !== element || stood.place !== place) openchrome.stood = { element, place, since: performance.now() };
  return performance.now() - openchrome.stood.since;
}

function pieceOf(element) {
  return mainRectOf(element) ?? rectOf(element);
}

function isAnimated(element) {
  for (const animation of animationsOf(document)) {
    if (animation.playState !== "running") continue;
    const target = animation.effect?.target;
    if (target && isWithin(element, target)) return true;
  }
  return false;
}

// Counts the pointer's moves that this document gets: `openchrome.moves`, 0 after a scroll. The browser may still send
// them to a frame that was drawn there before.
function hearMoves() {
  if (openchrome.hearsMoves) return;
  openchrome.hearsMoves = true;
  openchrome.moves = 0;
  const hear = (event) => {
    if (!event.isTrusted) return;
    openchrome.moves++;
    [openchrome.movedOver] = event.composedPath();
  };
  for (const type of ["pointermove", "touchmove", "touchstart"]) window.addEventListener(type, hear, { capture: true, passive: true });
}

const MOVE_MS = 200;

// Resolves to whether the pointer has come to this document.
async function hasHeardMove() {
  const until = performance.now() + MOVE_MS;
  while (openchrome.moves === 0 && performance.now() < until) await nextFrame();
  return openchrome.moves > 0;
}

function hasRunningAnimations() {
  return animationsOf(document).some((animation) => animation.playState === "running");
}

// A page that is not drawn has no frames: a timer stands in, late enough for the frames of a busy machine, since
// without a frame what is animated seems to stand still.
const NO_FRAME_MS = 700;

function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, NO_FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
