// @use lib/target.js
// @use lib/hit_point.js
// @use lib/why_hidden.js
// Whether a person could use an element now, and where. Answers {x, y, …} of a point that hits it, or the
// problem as an error that names its cause; problems that may pass are waited for, frame by frame.
const scrollTo = methodOf(Element.prototype, "scrollIntoView");
const animationsOf = methodOf(Document.prototype, "getAnimations");
// Certainly two frames: a page among several that draw gets some of its own much later than they are due.
const TWO_FRAMES_MS = 500;

// args: patienceMs, pointer (must be hit by it), enabled (must be), scroll (it may be scrolled to). Resolves to {element, at} or {error}.
async function aimed(element, { patienceMs, pointer, enabled, scroll = true }) {
  const reading = newReading();
  const until = performance.now() + patienceMs;
  for (;;) {
    const found = await aimNow(element, { pointer, enabled, scroll, reading });
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
  let at = freePoint(shown);
  // What is hit already is not scrolled under the hand of a page that reacts to scrolling.
  for (const block of at.point || !scroll ? [] : ["center", "end", "start"]) {
    scrollTo(shown, { block, inline: "nearest", behavior: "instant" });
    at = freePoint(shown);
    if (at.point) break;
  }
  if (!at.point && !at.covering) {
    const reason = clippedReason(shown, reading);
    return aimProblem("element_not_visible", reason, element, reading, true);
  }
  if (!(await standsStill(shown)))
    return aimProblem("element_moving", "does not stand still: it moved between two frames", element, reading, true);
  at = freePoint(shown);
  if (at.point) return { element, shown, at: at.point };
  if (!at.covering) return aimProblem("element_moving", "moved away", element, reading, true);
  return aimProblem("element_covered", coveredReason(shown, at.covering, reading), element, reading, true);
}

function aimForFocus(element, reading) {
  if (isRendered(element)) return { element, shown: element, at: null };
  const reason = `cannot be seen: ${hiddenReasons(element, reading).join("; ") || "it is not rendered"}`;
  return aimProblem("element_not_visible", reason, element, reading, true);
}

function aimProblem(code, reason, element, reading, mayPass = false) {
  const message = `${elementMention(element, reading)} ${reason}`;
  return { error: { code, message, ref: `ref_${openchrome.refOf(element)}` }, mayPass };
}

// What stands for the element on the screen: a real checkbox is often hidden behind a drawn one, which is its
// label.
function placeOf(element) {
  if (hasPlace(element)) return element;
  const labels =
    property(HTMLInputElement, "labels", element) ?? property(HTMLSelectElement, "labels", element) ?? [];
  for (let i = 0; i < labels.length; i++) if (hasPlace(labels[i])) return labels[i];
  return element;
}

function hasPlace(element) {
  if (!checkVisibility(element, VISIBLE)) return false;
  const rect = mainRectOf(element);
  return rect !== null && rect.width > 1 && rect.height > 1;
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
  if (inert) return inert === element ? "is inert" : `is inert, by ${elementMention(inert, reading)}`;
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

function coveredReason(shown, { element, passes }, reading) {
  const other = elementMention(element, reading);
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
];

// {point} that hits the element, or {covering: {element, passes}} of its middle; neither: no part is in view.
function freePoint(element) {
  const middle = hitPointOf(element);
  if (!middle) return {};
  const first = whatIsHit(element, middle);
  if (!first) return { point: middle };
  const rect = mainRectOf(element);
  for (const [right, down] of AIM_SPOTS.slice(1)) {
    const point = { x: rect.left + rect.width * right, y: rect.top + rect.height * down };
    const inside = point.x > 0 && point.y > 0 && point.x < window.innerWidth && point.y < window.innerHeight;
    if (inside && !whatIsHit(element, point)) return { point };
  }
  // Only cut off by a box that scrolls: not covered, but to be scrolled to.
  return isClippedAway(element) ? {} : { covering: first };
}

// Null when the element itself would get the click.
function whatIsHit(element, point) {
  const { covering, through } = coveringAt(element, point);
  if (through) return { element: through, passes: lastsThrough(element) };
  return covering ? { element: covering, passes: lastsThrough(element) } : null;
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
  if (openchrome.stillFor() > TWO_FRAMES_MS && !isAnimated(element)) return true;
  const before = rectOf(element);
  // One more than two: in the first frame of a page that has just been shown nothing has moved yet.
  for (let frame = 0; frame < 3; frame++) {
    await nextFrame();
    if (!isConnected(element)) return false;
    const now = rectOf(element);
    if (now.x !== before.x || now.y !== before.y || now.width !== before.width || now.height !== before.height)
      return false;
  }
  return true;
}

function isAnimated(element) {
  for (const animation of animationsOf(document)) {
    if (animation.playState !== "running") continue;
    const target = animation.effect?.target;
    if (target && isWithin(element, target)) return true;
  }
  return false;
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
