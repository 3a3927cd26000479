// @use lib/target.js
// @use lib/visible.js
// @use lib/states.js
// @use lib/element_line.js
// A field of a form:
//   look  {ref | selector}: which kind it is and what it holds. → {ref, words, kind, value, whole, rich, …}; whole:
//         half of a value ("-", "12.") is none to it, so that it is given in one piece
//   ready {ref | selector, all}: focuses a field for typing; `all` selects what it holds.
//   set   {ref | selector, value}: sets what cannot be typed (dates, colours, ranges, choices) by the element's own
//         setter, and says so to the page with the events that a person's choice sends. → {limited: it took the nearest that it can hold}
//   read  {ref | selector}: what it holds now. → {value, shown}
//   submitter {ref | selector}: the button that submits its form. → {ref}
const FIELD_TYPED = new Set(["text", "search", "email", "url", "tel", "password", "number"]);
const FIELD_SET = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);
const SELECTION_MS = 50;
const fieldFocus = methodOf(HTMLElement.prototype, "focus");
const fieldScroll = methodOf(Element.prototype, "scrollIntoView");
const fieldDispatch = methodOf(EventTarget.prototype, "dispatchEvent");
const setInputValue = setterOf(HTMLInputElement, "value");
const setOptionSelected = setterOf(HTMLOptionElement, "selected");
const selectInput = methodOf(HTMLInputElement.prototype, "select");
const selectTextarea = methodOf(HTMLTextAreaElement.prototype, "select");

function setterOf(type, name) {
  return Function.prototype.call.bind(Object.getOwnPropertyDescriptor(type.prototype, name).set);
}

function setField({ step, ref, selector, value, all = true }) {
  const { element: found, error } = targetOf({ ref, selector });
  if (error) return { error };
  // A label stands for its control.
  const control = found instanceof HTMLLabelElement ? property(HTMLLabelElement, "control", found) : null;
  const element = control ?? found;
  if (step === "look") return fieldLook(element);
  if (step === "ready") return fieldReady(element, all);
  if (step === "set") return fieldSet(element, value);
  if (step === "submitter") return fieldSubmitter(element);
  return { value: fieldValue(element), shown: valueOf(element) ?? "" };
}

function fieldLook(element) {
  const reading = newReading();
  const role = shownRole(element, reading);
  const name = shownName(element, role, reading);
  const ref = openchrome.refOf(element);
  const look = {
    ref,
    words: `${role}${name ? ` ${quoted(name, 80)}` : ""} [ref_${ref}]`,
    kind: fieldKind(element, role),
    secret: isSecret(element),
    value: fieldValue(element),
    readonly: isReadOnly(element, tagOf(element)),
  };
  const tag = tagOf(element);
  look.rich = tag !== "input" && tag !== "textarea";
  look.whole = tag === "input" && property(HTMLInputElement, "type", element) === "number";
  if (tag === "select") look.multiple = property(HTMLSelectElement, "multiple", element);
  if (tag === "input") look.multiple = property(HTMLInputElement, "multiple", element);
  return look;
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
    return FIELD_TYPED.has(type) ? "typed" : "none";
  }
  if (isEditingHost(element) || property(HTMLElement, "isContentEditable", element)) return "typed";
  if (["checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"].includes(role)) return "toggle";
  if (role === "button" && hasAttr(element, "aria-pressed")) return "toggle";
  return "none";
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
  return property(HTMLElement, "innerText", element) ?? "";
}

async function fieldReady(element, all) {
  if (isReadOnly(element, tagOf(element)))
    return fieldProblem("element_disabled", `${elementMention(element, newReading())} is read-only`);
  fieldScroll(element, { block: "nearest", inline: "nearest", behavior: "instant" });
  fieldFocus(element);
  const focused = focusedElement();
  if (focused !== element && !(focused && containsNode(element, focused)))
    return fieldProblem("unsupported", `${elementMention(element, newReading())} does not take the focus`);
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
  fieldFocus(element);
  const isOne = isValueOf(type, String(value));
  if (isOne) setInputValue(element, String(value));
  const now = property(HTMLInputElement, "value", element);
  if (!isOne || (now === "" && String(value) !== "")) {
    setInputValue(element, before);
    return fieldProblem("invalid_arguments", `${JSON.stringify(value)} is no value of a ${type} field`, FIELD_FORMS[type]);
  }
  if (now !== before) tellChange(element);
  return { limited: type === "range" && Number(now) !== Number(value) };
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
  return {};
}

// By its text, else its value, else its text in another case, else the only one that begins so.
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
    (option) => folded !== "" && optionText(option).toLowerCase().startsWith(folded),
  ];
  for (const rule of rules) {
    const found = options.filter(rule);
    if (found.length === 0) continue;
    const option = found.find((one) => !isDisabled(one));
    if (!option) return fieldProblem("element_disabled", `the choice ${JSON.stringify(want)} is disabled`);
    if (rule === rules[4] && found.length > 1) break;
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

// The form's own button, else, where the page has no form element, the nearest one that looks like it.
function fieldSubmitter(element) {
  const buttons = "button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]";
  const form = fieldForm(element);
  const own = form ? Array.from(property(HTMLFormElement, "elements", form)) : [];
  const able = own.filter((one) => matchesSelector(one, buttons) && !isDisabled(one));
  const button =
    able.find(isRendered) ??
    able[0] ??
    (form && Element.prototype.querySelector.call(form, "input[type=image]")) ??
    nearestButton(element, form);
  if (button) return { ref: openchrome.refOf(button) };
  return fieldProblem("element_not_found", "the form has no button to submit it", "Press Enter in a field instead.");
}

// A field may belong to a form elsewhere (form="…").
function fieldForm(element) {
  for (const type of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
    const form = property(type, "form", element);
    if (form) return form;
  }
  return closestTo(element, "form");
}

function nearestButton(element, form) {
  if (form) return null;
  const likely = "button,[role=button],input[type=submit],input[type=button]";
  for (let one = parentOf(element), steps = 0; one && steps < 8; one = parentOf(one), steps++) {
    const found = Array.from(Element.prototype.querySelectorAll.call(one, likely)).filter(isRendered);
    if (found.length > 0) return found[found.length - 1];
  }
  return null;
}
