// @use lib/target.js
// @use lib/visible.js
// @use lib/states.js
// @use lib/element_line.js
// @use lib/written_values.js
// @use lib/popup.js
// @use lib/hit_point.js
// @use lib/successor.js
// A field of a form:
//   look  {ref | selector}: which kind it is and what it holds. → {ref, words, kind, value, whole, rich, …}; whole:
//         half of a value ("-", "12.") is none to it, so that it is given in one piece
//   ready {ref | selector, all}: focuses a field for typing; `all` selects what it holds.
//   set   {ref | selector, value}: sets what cannot be typed (dates, colours, ranges, choices) by the element's own
//         setter, and says so to the page with the events that a person's choice sends. → {taken: what it held then, limited: it took the nearest that it can hold}
//   read  {ref | selector, wanted, holdMs}: what it, or what the page put in its place, holds when so much time has passed: pages take
//         values back a frame or a task later. A toggle is given a moment to become what is wanted. → {ref, value, spread: of
//         boxes of one character what all of them hold, invalid: what the browser complains of}
//   leave {ref | selector}: takes the focus away from the frame's fields
//   focused {}: the field that has the keyboard, if it is one that takes a value of a certain form. → {words, value, hint} or {}
//   submitter {ref | selector, login: the form is to log in by}: the button that submits its form. → {ref}
const FIELD_TYPED = new Set(["text", "search", "email", "url", "tel", "password", "number"]);
const FIELD_SET = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);
const SELECTION_MS = 50;
const CONFIRMED_MS = 1000;
const fieldFocus = methodOf(HTMLElement.prototype, "focus");
const fieldBlur = methodOf(HTMLElement.prototype, "blur");
const fieldScroll = methodOf(Element.prototype, "scrollIntoView");
const fieldDispatch = methodOf(EventTarget.prototype, "dispatchEvent");
const setInputValue = setterOf(HTMLInputElement, "value");
const setOptionSelected = setterOf(HTMLOptionElement, "selected");
const selectInput = methodOf(HTMLInputElement.prototype, "select");
const selectTextarea = methodOf(HTMLTextAreaElement.prototype, "select");

function setterOf(type, name) {
  return Function.prototype.call.bind(Object.getOwnPropertyDescriptor(type.prototype, name).set);
}

function setField({ step, ref, selector, value, wanted, holdMs = 0, all = true, login = false }) {
  if (step === "focused") return fieldFocused();
  if (step === "read") return fieldRead({ ref, selector }, wanted, holdMs);
  const { element: found, error } = targetOf({ ref, selector });
  if (error) return { error };
  const element = fieldOf(found);
  if (step === "look") return fieldLook(element);
  if (step === "ready") return fieldReady(element, all);
  if (step === "set") return fieldSet(element, value);
  if (step === "leave") return fieldLeave();
  return fieldSubmitter(element, login);
}

// A label stands for its control.
function fieldOf(found) {
  const control = found instanceof HTMLLabelElement ? property(HTMLLabelElement, "control", found) : fieldInside(found);
  return control ?? found;
}

function fieldFocused() {
  const element = document.hasFocus() ? focusedElement() : null;
  const type = element && tagOf(element) === "input" ? property(HTMLInputElement, "type", element) : null;
  if (!FIELD_FORMS[type]) return {};
  const { words, value } = fieldLook(element);
  return { words, value, hint: FIELD_FORMS[type] };
}

// A box that calls itself a field and has the real one in it.
function fieldInside(box) {
  const role = attr(box, "role");
  if (tagOf(box) === "input" || (role !== "combobox" && role !== "spinbutton")) return null;
  const inner = Array.from(Element.prototype.querySelectorAll.call(box, "input,textarea")).filter(isRendered);
  return inner.length === 1 && !isReadOnly(inner[0], tagOf(inner[0])) ? inner[0] : null;
}

// Fields that were looked at, and where they stood, by their refs: a page may render one anew when it is given a value.
const FIELD_PLACES = 100;

function rememberField(ref, element) {
  const places = (openchrome.fieldPlaces ??= new Map());
  places.delete(ref);
  places.set(ref, lineOf(element));
  if (places.size > FIELD_PLACES) places.delete(places.keys().next().value);
}

// → {element} or {error}
function fieldNow({ ref, selector }) {
  const target = targetOf({ ref, selector });
  if (!target.error) return { element: fieldOf(target.element) };
  const line = openchrome.fieldPlaces?.get(Number(ref));
  const successor = line && (isConnected(line[0]) ? line[0] : successorOf(line));
  if (!successor) return target;
  rememberField(Number(ref), successor);
  return { element: successor };
}

function fieldRead(target, wanted, holdMs) {
  const now = fieldNow(target);
  const waits = !now.error && (holdMs > 0 || isAwaited(now.element, wanted));
  return waits ? fieldAwaited(target, wanted, holdMs) : fieldState(now);
}

// A toggle may be confirmed by a server: it is waited for, as long as it shows something else than is wanted.
function isAwaited(element, wanted) {
  return typeof wanted === "boolean" && fieldValue(element) !== wanted;
}

async function fieldAwaited(target, wanted, holdMs) {
  const until = performance.now() + CONFIRMED_MS;
  if (holdMs > 0) await fieldPause(holdMs);
  let now = fieldNow(target);
  while (!now.error && isAwaited(now.element, wanted) && performance.now() < until) {
    await fieldFrame();
    now = fieldNow(target);
  }
  return fieldState(now);
}

function fieldState({ element, error }) {
  if (error) return { error };
  return { ref: openchrome.refOf(element), value: fieldValue(element), spread: fieldSpread(element), invalid: fieldInvalid(element) };
}

// So long, and two frames at least.
async function fieldPause(milliseconds) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await fieldFrame();
  await fieldFrame();
}

// What boxes of one character hold together, from this one on: pages spread a code over them.
function fieldSpread(element) {
  const isBox = (one) => tagOf(one) === "input" && attr(one, "maxlength") === "1";
  if (!isBox(element)) return "";
  for (let box = parentOf(element), steps = 0; box && steps < 4; box = parentOf(box), steps++) {
    const boxes = Array.from(Element.prototype.querySelectorAll.call(box, "input")).filter(isBox);
    if (boxes.length > 1) return boxes.slice(boxes.indexOf(element)).map((one) => property(HTMLInputElement, "value", one)).join("");
  }
  return "";
}

// Why the browser finds the value wrong, which it shows only when the form is sent. An empty field is not complained of.
function fieldInvalid(element) {
  for (const type of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
    const message = property(type, "validationMessage", element);
    if (message && property(type, "willValidate", element) && !property(type, "validity", element).valueMissing) return message;
  }
  return "";
}

function fieldLeave() {
  const focused = focusedElement();
  if (focused && focused !== bodyOf(document)) fieldBlur(focused);
  return {};
}

// A page that is not drawn has no frames.
function fieldFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 50);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function fieldLook(element) {
  const reading = newReading();
  const role = shownRole(element, reading);
  const name = shownName(element, role, reading);
  const ref = openchrome.refOf(element);
  rememberField(ref, element);
  const look = {
    ref,
    words: `${role}${name ? ` ${quoted(name, 80)}` : ""} [ref_${ref}]`,
    kind: fieldKind(element, role),
    secret: isSecret(element),
    value: fieldValue(element),
    readonly: isReadOnly(element, tagOf(element)),
  };
  const advice = fieldAdvice(element, role, look.readonly);
  if (advice) look.advice = advice;
  const tag = tagOf(element);
  look.suggests = look.kind === "typed" && (role === "combobox" || /^(list|both)$/.test(attr(element, "aria-autocomplete") ?? "")) && !hasAttr(element, "list");
  look.rich = tag !== "input" && tag !== "textarea";
  look.oneLine = tag === "input";
  look.whole = tag === "input" && property(HTMLInputElement, "type", element) === "number";
  if (tag === "select") look.multiple = property(HTMLSelectElement, "multiple", element);
  if (tag === "input") look.multiple = property(HTMLInputElement, "multiple", element);
  return look;
}

// What a caller may do with a field that does not keep what is typed.
function fieldAdvice(element, role, isFixed) {
  const popup = attr(element, "aria-haspopup");
  if (tagOf(element) === "select") return "The page set the list back: look at what it says about the choice.";
  if (isFixed && tagOf(element) === "input")
    return "If it opens a calendar or another picker, click it with interact and choose there.";
  if (role === "combobox" || popup === "listbox" || hasAttr(element, "aria-autocomplete") || hasAttr(element, "list"))
    return "It may take only what is chosen from its suggestions: type again, then click one of them with interact.";
  const form = attr(element, "placeholder");
  return form ? `Its placeholder is ${quoted(form, 60)}: write the value that way.` : null;
}

function isSecret(element) {
  return tagOf(element) === "input" && property(HTMLInputElement, "type", element) === "password";
}

// typed: by keys · set: by its setter · select · toggle: by a click · file · none
function fieldKind(element, role) {
  const tag = tagOf(element);
  if (tag === "select") return "select";
  if (tag === "textarea") return "typed";
  if (tag === "input") {
    const type = property(HTMLInputElement, "type", element);
    if (type === "checkbox" || type === "radio") return "toggle";
    if (type === "file") return "file";
    if (FIELD_SET.has(type)) return "set";
    if (isReadOnly(element, tag) && opensList(element, role)) return "pick";
    return FIELD_TYPED.has(type) ? "typed" : "none";
  }
  if (isEditingHost(element) || property(HTMLElement, "isContentEditable", element)) return "typed";
  if (["checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"].includes(role)) return "toggle";
  if (role === "button" && hasAttr(element, "aria-pressed")) return "toggle";
  if (role === "spinbutton" || role === "slider") return "number";
  if (role === "listbox" || opensList(element, role)) return "pick";
  return radiosIn(element, role).length > 0 ? "group" : "none";
}

function opensList(element, role) {
  return role === "combobox" || attr(element, "aria-haspopup") === "listbox";
}

function radiosIn(element, role) {
  if (role !== "radiogroup" && role !== "group") return [];
  return Array.from(Element.prototype.querySelectorAll.call(element, "input[type=radio],[role=radio]"));
}

// text, true/false or "mixed", or a list of the chosen options' texts.
function fieldValue(element) {
  const tag = tagOf(element);
  if (tag === "select") {
    const chosen = chosenOptions(element).map(optionText);
    return property(HTMLSelectElement, "multiple", element) ? chosen : (chosen[0] ?? "");
  }
  if (tag === "textarea") return property(HTMLTextAreaElement, "value", element);
  if (tag === "input") {
    const type = property(HTMLInputElement, "type", element);
    if (type === "checkbox" && property(HTMLInputElement, "indeterminate", element)) return "mixed";
    if (type === "checkbox" || type === "radio") return property(HTMLInputElement, "checked", element);
    return property(HTMLInputElement, "value", element);
  }
  const state = attr(element, "aria-checked") ?? attr(element, "aria-pressed");
  if (state !== null) return state === "mixed" ? state : state === "true";
  if (roleOf(element) === "listbox") return selectedOptionsText(element, newReading());
  const held = valueOf(element);
  if (held !== null) return held;
  return property(HTMLElement, "innerText", element) ?? "";
}

async function fieldReady(element, all) {
  if (isReadOnly(element, tagOf(element)))
    return fieldProblem("element_disabled", `${elementMention(element, newReading())} is read-only`, fieldAdvice(element, "", true));
  fieldScroll(element, { block: "nearest", inline: "nearest", behavior: "instant" });
  fieldFocus(element);
  const focused = focusedElement();
  if (focused !== element && !(focused && containsNode(element, focused))) {
    const popup = openPopup();
    const reading = newReading();
    if (popup && !isWithin(element, popup))
      return fieldProblem("element_covered", `${elementMention(element, reading)} does not take the focus: ${elementMention(popup, reading)} is open`);
    return fieldProblem("unsupported", `${elementMention(element, reading)} does not take the focus`);
  }
  if (all) await selectContent(element);
  return { empty: fieldValue(element) === "" };
}

async function selectContent(element) {
  const tag = tagOf(element);
  if (tag === "input") selectInput(element);
  else if (tag === "textarea") selectTextarea(element);
  else {
    const told = selectionTold();
    getSelection().selectAllChildren(element);
    await told;
  }
}

// Editors keep a selection of their own and learn of the page's by its event, which comes a task later; when
// nothing was to be selected anew there is none.
function selectionTold() {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", done, true);
      resolve();
    };
    const timer = setTimeout(done, SELECTION_MS);
    document.addEventListener("selectionchange", done, true);
  });
}

function fieldProblem(code, message, hint) {
  return { error: { code, message, ...(hint && { hint }) } };
}

function fieldSet(element, value) {
  const tag = tagOf(element);
  if (isReadOnly(element, tag))
    return fieldProblem("element_disabled", `${elementMention(element, newReading())} is read-only`);
  if (tag === "select") return chooseOptions(element, Array.isArray(value) ? value : [value]);
  const before = property(HTMLInputElement, "value", element);
  const type = property(HTMLInputElement, "type", element);
  const limits = type === "range" ? limitsOf(element) : null;
  if (limits && (Number(value) < limits[0] || Number(value) > limits[1]))
    return fieldProblem("invalid_arguments", `${elementMention(element, newReading())} takes numbers from ${limits[0]} to ${limits[1]}, not ${value}`);
  fieldFocus(element);
  const isOne = isValueOf(type, String(value));
  if (isOne) setInputValue(element, writtenValue(type, String(value)));
  const now = property(HTMLInputElement, "value", element);
  if (!isOne || (now === "" && String(value) !== "")) {
    setInputValue(element, before);
    return fieldProblem("invalid_arguments", `${JSON.stringify(value)} is no value of a ${type} field`, FIELD_FORMS[type]);
  }
  if (now !== before) tellChange(element);
  return { taken: now, limited: type === "range" && Number(now) !== Number(value) };
}

function limitsOf(range) {
  const limit = (name, otherwise) => (attr(range, name)?.trim() ? Number(attr(range, name)) : otherwise);
  return [limit("min", 0), limit("max", 100)];
}

// Of what is none these two would make something else: the middle, and black.
function isValueOf(type, text) {
  if (type === "range") return text.trim() !== "" && Number.isFinite(Number(text));
  return type !== "color" || /^#[0-9a-f]{6}$/i.test(text);
}

const FIELD_FORMS = {
  date: "Write it as 2026-11-15.",
  time: "Write it as 14:30.",
  "datetime-local": "Write it as 2026-11-15T14:30.",
  month: "Write it as 2026-11.",
  week: "Write it as 2026-W46.",
  color: "Write it as #336699.",
  range: "Give a number.",
};

// What a person's choice would send.
function tellChange(element) {
  fieldDispatch(element, new Event("input", { bubbles: true, composed: true }));
  fieldDispatch(element, new Event("change", { bubbles: true }));
}

function optionsOf(select) {
  return Array.from(property(HTMLSelectElement, "options", select));
}

function chosenOptions(select) {
  return optionsOf(select).filter((option) => property(HTMLOptionElement, "selected", option));
}

function optionText(option) {
  return squeezed(property(HTMLOptionElement, "label", option) || textContentOf(option));
}

function chooseOptions(select, wanted) {
  const multiple = property(HTMLSelectElement, "multiple", select);
  if (!multiple && wanted.length !== 1) return fieldProblem("invalid_arguments", "this list takes exactly one choice");
  const chosen = [];
  for (const want of wanted) {
    const { option, error } = optionFor(select, String(want));
    if (error) return { error };
    chosen.push(option);
  }
  const before = chosenOptions(select);
  fieldFocus(select);
  for (const option of optionsOf(select)) {
    const isWanted = chosen.includes(option);
    if (property(HTMLOptionElement, "selected", option) !== isWanted && (multiple || isWanted))
      setOptionSelected(option, isWanted);
  }
  const after = chosenOptions(select);
  if (before.length !== after.length || before.some((option) => !after.includes(option))) tellChange(select);
  const taken = optionsOf(select).filter((option) => chosen.includes(option)).map(optionText);
  return { taken: multiple ? taken : taken[0] };
}

// "Express" in "Express (2 days)", "Germany – 12 €": what follows the name is about it. "Niger" in "Nigeria", "Red" in
// "Red wine", "3" in "3:30" is not.
function isNameOf(text, name) {
  if (name === "" || !text.startsWith(name)) return false;
  const rest = text.slice(name.length);
  const goesOn = /\d$/.test(name) && /^\s*[-:.,/–—]\s*[$€£¥]?\s*\d/.test(rest);
  return !goesOn && /^(\s*[([:;,|·•–—$€£¥]|\s+[-+/=] )/.test(rest);
}

// By its text, else its value, else its text in another case, else the only one that begins with the name.
function optionFor(select, want) {
  const options = optionsOf(select);
  const plain = squeezed(want);
  const folded = plain.toLowerCase();
  const value = (option) => property(HTMLOptionElement, "value", option);
  const rules = [
    (option) => optionText(option) === plain,
    (option) => value(option) === want,
    (option) => optionText(option).toLowerCase() === folded,
    (option) => value(option).toLowerCase() === folded,
    (option) => optionText(option).toLowerCase().replace(/[–—−]/g, "-") === folded.replace(/[–—−]/g, "-"),
    (option) => isNameOf(optionText(option).toLowerCase(), folded),
  ];
  for (const rule of rules) {
    const found = options.filter(rule);
    if (found.length === 0) continue;
    const option = found.find((one) => !isDisabled(one));
    if (!option) return fieldProblem("element_disabled", `the choice ${JSON.stringify(want)} is disabled`);
    if (rules.indexOf(rule) >= 4 && found.length > 1) break;
    return { option };
  }
  const known = options.slice(0, 30).map(optionText);
  const more = options.length > 30 ? ` … ${options.length - 30} more` : "";
  const { error } = fieldProblem(
    "element_not_found",
    `no choice ${JSON.stringify(want)} in ${elementMention(select, newReading())}`,
    "Use one of the choices in details.",
  );
  return { error: { ...error, choices: known.join(" | ") + more } };
}

// The form's own button, else, where the page has no form element, the nearest one that looks like it. Of several the one that is
// called so; one that does something else is none. `login`: the form is to log in by.
function fieldSubmitter(element, login) {
  const form = fieldForm(element);
  const found = form ? submittersOf(form) : nearestButtons(element);
  const reading = newReading();
  const called = (one) => shownName(one, shownRole(one, reading), reading).trim();
  const fit = found.filter((one) => !OTHER_SUBMITS.test(called(one)) && !(login && NO_LOGIN.test(called(one))));
  const usual = login ? LOGINS : SUBMITS;
  const whole = fit.filter((one) => usual.exec(called(one))?.[0].length === called(one).length);
  const likely = fit.filter((one) => usual.test(called(one)));
  // Of several in a form the first is the one that Enter presses; buttons of no form submit only if they say so.
  const enter = form && !(login && likely.length > 1) ? fit[0] : null;
  const button = [whole, likely].find((list) => list.length === 1)?.[0] ?? enter;
  if (button) return { ref: openchrome.refOf(button) };
  if (found.length === 0) return fieldProblem("element_not_found", "the form has no button to submit it", "Press Enter in a field instead.");
  const names = found.slice(0, 5).map((one) => elementLine(one, reading)).join(", ");
  return fieldProblem("ambiguous_target", `no button ${form ? "of the form" : "beside the field"} is certainly for that: ${names}`, "Click the one that is meant.");
}

const LOGINS = /^(?:log ?in|sign ?in|submit|continue|next|ok|okay|go|enter)\b/i;
const SUBMITS = /^(?:submit|send|save|apply|confirm|search|find|go|ok|okay|continue|next|done|finish|enter|add|create|post|publish|update|subscribe|register|sign ?up|log ?in|sign ?in|join|request|book|reserve|order|place order|pay|check ?out)\b/i;
const OTHER_SUBMITS = /^(?:cancel|back|previous|close|delete|remove|discard|reset|clear|forgot|log ?out|sign ?out|unsubscribe)|\bdraft\b/i;
const NO_LOGIN = /^(?:register|sign ?up|create|join|forgot|reset|new )|\b(?:with|using|via|through)\b/i;

function submittersOf(form) {
  const buttons = "button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]";
  const own = Array.from(property(HTMLFormElement, "elements", form));
  const able = own.filter((one) => matchesSelector(one, buttons) && !isDisabled(one));
  const pictures = Array.from(Element.prototype.querySelectorAll.call(form, "input[type=image]"));
  return [able.filter(isRendered), able.slice(0, 1), pictures.slice(0, 1)].find((list) => list.length > 0) ?? [];
}

// A field may belong to a form elsewhere (form="…").
function fieldForm(element) {
  for (const type of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
    const form = property(type, "form", element);
    if (form) return form;
  }
  return closestTo(element, "form");
}

// Those of no form in the nearest box that has any.
function nearestButtons(element) {
  const likely = "button,[role=button],input[type=submit],input[type=button]";
  for (let one = parentOf(element), steps = 0; one && steps < 8; one = parentOf(one), steps++) {
    const found = Array.from(Element.prototype.querySelectorAll.call(one, likely)).filter((button) => isRendered(button) && !fieldForm(button));
    if (found.length > 0) return found;
  }
  return [];
}
