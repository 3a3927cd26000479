// @use lib/hit_point.js
// @use lib/inner_control.js
// @use lib/element_line.js
// @use lib/successor.js
// Keeps a press from reaching another element than the one that was aimed at: pages move under the pointer between the
// last look and the press. The guard stands in the document's own world; it lets a press through only where it hits the
// element, and holds the whole click back otherwise. It falls by itself.
const GUARD_MS = 3000;
const GUARDED = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "dblclick"];

// `element`: null when every press in this document would be a miss, since the target is in another one.
function armGuard(element, shown = element) {
  openchrome.guard?.end();
  followInWatch(element);
  const guard = { element, shown, pressed: false, held: null, place: null, slid: null };
  const listener = (event) => {
    if (!event.isTrusted) return;
    if (guard.held === null && event.type === "pointerdown") {
      renewGuarded(guard);
      const hit = hitOf(event, guard);
      if (hit !== null && guard.element && isHitOf(guard, hit) && isAsFound(guard.element)) [guard.pressed, guard.place] = [true, rectOf(guard.shown)];
      else guard.held = hit ?? document.documentElement;
    }
    if (guard.pressed && event.type === "pointerup") noteRelease(guard, event);
    if (guard.held === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of GUARDED) window.addEventListener(type, listener, { capture: true, passive: false });
  const timer = setTimeout(() => guard.end(), GUARD_MS);
  guard.end = () => {
    clearTimeout(timer);
    for (const type of GUARDED) window.removeEventListener(type, listener, { capture: true });
    if (openchrome.guard === guard) openchrome.guard = null;
  };
  openchrome.guard = guard;
  return guard;
}

// What was rendered anew since is guarded instead.
function renewGuarded(guard) {
  if (guard.element === null || isConnected(guard.element)) return;
  const now = livingOf(guard.element);
  if (isConnected(now)) [guard.element, guard.shown] = [now, placeOf(now)];
  followInWatch(guard.element);
}

// The effects are those of the element that took the place of the one that was aimed at first.
function followInWatch(element) {
  if (element && openchrome.effects) openchrome.effects.element = element;
}

// A page that moves the element when it is pressed takes the click away from it. What is laid over it then is a menu that
// it opened.
function noteRelease(guard, event) {
  const hit = hitOf(event, guard);
  if (hit === null || isHitOf(guard, hit) || !isConnected(guard.shown)) return;
  const now = rectOf(guard.shown);
  // One that is not drawn any more did not move: the press chose it, and its list closed.
  if (now.width === 0 && now.height === 0) return;
  if (now.x !== guard.place.x || now.y !== guard.place.y) guard.slid = hit;
}

// Inside of closed shadow roots the event names only the host.
function hitOf(event, { element }) {
  const [hit] = event.composedPath();
  if (!(hit instanceof Element)) return null;
  if (element && hit !== element && isWithin(element, hit)) return elementAt(event.clientX, event.clientY) ?? hit;
  return hit;
}

// The element or a part of it, its label, or what stands for it on the screen.
function isHitOf({ element, shown }, hit) {
  const isOwn = isWithin(hit, element) || isLabelOf(hit, element);
  if (isOwn) return innerControlAt(hit, element) === null;
  if (shown !== element && isWithin(hit, shown)) return [null, element].includes(innerControlAt(hit, shown));
  return ["option", "area", "optgroup"].includes(tagOf(element)) && isWithin(element, hit);
}

// Takes the guard down: {pressed, held: words about what would have got the press, or null, slid: about what was under
// the pointer when it was released, because the element had moved}. With both, an earlier press of the same call arrived.
function endGuard() {
  const { guard } = openchrome;
  if (!guard) return { pressed: null, held: null, slid: null };
  guard.end();
  const words = (hit) => hit && elementMention(hit, newReading());
  return { pressed: guard.pressed, held: words(guard.held), slid: words(guard.slid) };
}
