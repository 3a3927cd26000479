// @use lib/target.js
// @use lib/visible.js
// @use lib/states.js
// @use lib/element_line.js
// Controls that a page draws itself: spinners, sliders, lists that open, groups of radio buttons. Nothing is set here; this
// says what there is to press, and what came of it.
//   number  {ref, before}: → {now, min, max, text} of a spinner or slider; now is null where it says no number. With `before`
//           it waits, shortly, for another number than that
//   focus   {ref}: gives it the keyboard. → {focused}
//   buttons {ref}: → {up, down}: refs of the buttons beside a spinner, null where there is none
//   options {ref, waitMs, besides}: → {isOpen, opens, multiple, options: [{ref, name, selected, disabled}], more, lists}; waits so long for
//           the first. `lists` are refs of all lists to be seen; a list that was not among them before (besides) is its own
//   shown   {ref}: what it shows as chosen, a frame later. → {text, selected: names}
const CUSTOM_MOST_OPTIONS = 500;
const CUSTOM_GROUP_STEPS = 3;
const CUSTOM_REACTION_MS = 500;
const CUSTOM_REACTION_FRAMES = 4;
const customFocus = methodOf(HTMLElement.prototype, "focus");
const customAll = methodOf(Element.prototype, "querySelectorAll");
const CUSTOM_UP = /^[+▲▴⏶＋]$|^(up|more|add|raise)\b|\b(increase|increment|plus|add one)\b/i;
const CUSTOM_DOWN = /^[-−–▼▾⏷－]$|^(down|less|remove|lower)\b|\b(decrease|decrement|minus|remove one)\b/i;

async function customField({ step, ref, waitMs = 0, besides = null, before = null }) {
  const { element, error } = targetOf({ ref });
  if (error) return { error };
  if (step === "focus") return customTakeFocus(element);
  if (step === "buttons") return customButtons(element);
  if (step === "options") return customOptions(element, waitMs, besides);
  await customFrame();
  if (step === "shown") return customShown(element);
  return before === null ? customNumber(element) : customNumberAfter(element, before);
}

// Pages write what they show a frame or a task after the key; a page that is not drawn has no frames. → was there one
function customFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 100);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer);
        resolve(true);
      }),
    );
  });
}

function customNumber(element) {
  const number = (name) => {
    const value = attr(element, name);
    return value !== null && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : null;
  };
  const text = squeezed(textContentOf(element));
  const said = number("aria-valuenow");
  const read = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  return {
    now: said ?? read,
    min: number("aria-valuemin"),
    max: number("aria-valuemax"),
    text: attr(element, "aria-valuetext") ?? text,
  };
}

// Several keys are worked off one after the other: the number is there when two frames show the same. On a busy
// machine frames are few, and a page that waits for one has not refused.
async function customNumberAfter(element, before) {
  const began = performance.now();
  let last = customNumber(element);
  for (let frames = 0, left = true; left; ) {
    frames += (await customFrame()) ? 1 : 0;
    const next = customNumber(element);
    if (next.now === last.now && next.now !== before) return next;
    last = next;
    const took = performance.now() - began;
    left = took < CUSTOM_REACTION_MS || (frames < CUSTOM_REACTION_FRAMES && took < 4 * CUSTOM_REACTION_MS);
  }
  return last;
}

function customTakeFocus(element) {
  customFocus(element);
  const focused = focusedElement();
  return { focused: focused === element || Boolean(focused && containsNode(element, focused)) };
}

// The buttons in the smallest box around it that has both, by their names. A box with another such control is not
// its own any more.
function customButtons(element) {
  for (let box = element, steps = 0; box && steps <= CUSTOM_GROUP_STEPS; box = parentOf(box), steps++) {
    if (customAll(box, "[role=spinbutton],[role=slider],input[type=number]").length > (box === element ? 0 : 1)) break;
    const buttons = Array.from(customAll(box, "button,[role=button],input[type=button]")).filter(
      (one) => isRendered(one) && !isDisabled(one),
    );
    if (buttons.length === 0) continue;
    const named = (words) => buttons.filter((one) => words.test(nameOf(one, newReading()).trim()));
    const [ups, downs] = [named(CUSTOM_UP), named(CUSTOM_DOWN)];
    if (ups.length === 1 && downs.length === 1)
      return { up: openchrome.refOf(ups[0]), down: openchrome.refOf(downs[0]) };
    // A button at its limit may be disabled.
    if (ups.length + downs.length === 1 && buttons.length === 1)
      return { up: ups[0] ? openchrome.refOf(ups[0]) : null, down: downs[0] ? openchrome.refOf(downs[0]) : null };
  }
  return { up: null, down: null };
}

async function customOptions(element, waitMs, besides) {
  const until = performance.now() + waitMs;
  let found = customOpenOptions(element, besides);
  while (found.options.length === 0 && performance.now() < until) {
    await customFrame();
    found = customOpenOptions(element, besides);
  }
  return { ...found, lists: customLists().map((list) => openchrome.refOf(list)) };
}

function customOpenOptions(element, besides = null) {
  const reading = newReading();
  const role = roleOf(element, reading);
  const isList = role === "listbox" || role === "radiogroup" || role === "group";
  const list = isList ? element : customListOf(element, besides);
  const wanted = role === "radiogroup" || role === "group" ? "input[type=radio],[role=radio]" : "[role=option],option";
  const all = list ? Array.from(customAll(list, wanted)) : [];
  const able = isList && role !== "listbox" ? all : all.filter(isRendered);
  return {
    isOpen: able.length > 0,
    opens: !isList,
    expanded: attr(element, "aria-expanded") === "true",
    multiple: list !== null && attr(list, "aria-multiselectable") === "true",
    options: able.slice(0, CUSTOM_MOST_OPTIONS).map((option) => customOption(option)),
    more: Math.max(0, able.length - CUSTOM_MOST_OPTIONS),
  };
}

function customOption(option) {
  const reading = newReading();
  const role = roleOf(option, reading);
  const chosen = checkedState(option, tagOf(option), role) === "checked" || attr(option, "aria-selected") === "true";
  return {
    ref: openchrome.refOf(option),
    name: squeezed(nameOf(option, reading) || textContentOf(option)),
    selected: chosen,
    disabled: isDisabled(option),
  };
}

// The list that it says it opens, or that is in it; else the only one that came when it was opened. Never another
// one that happens to be there.
function customListOf(element, besides) {
  const lists = (one) => {
    if (attr(one, "role") === "listbox") return one;
    return customAll(one, "[role=listbox]")[0] ?? (customAll(one, "[role=option]").length > 0 ? one : null);
  };
  for (const name of ["aria-controls", "aria-owns"]) {
    for (const named of idRefs(element, name)) {
      const list = lists(named);
      if (list && isRendered(list)) return list;
    }
  }
  const own = lists(element);
  if (own && own !== element && isRendered(own)) return own;
  if (besides === null) return null;
  const came = customLists().filter((list) => list !== element && !besides.includes(openchrome.refOf(list)));
  return came.length === 1 ? came[0] : null;
}

// Those that are to be seen.
function customLists() {
  const shown = [];
  for (const root of [document, ...shadowRoots()]) {
    const all = root instanceof Document ? everyInDocument(root, "[role=listbox]") : allInFragment(root, "[role=listbox]");
    for (const list of all) if (isRendered(list)) shown.push(list);
  }
  return shown;
}

function customShown(element) {
  const reading = newReading();
  const text = valueOf(element, roleOf(element, reading), reading) || textContentOf(element);
  const { options } = customOpenOptions(element);
  return { text: squeezed(String(text)), selected: options.filter((one) => one.selected).map((one) => one.name) };
}
