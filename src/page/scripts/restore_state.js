// Puts fields and scrolling back as gather_state.js found them. What a field holds already is left alone; the
// page hears of the others as it does when a person fills them in.
// @use lib/form_fields.js
// @use lib/states.js
const restoreClick = methodOf(HTMLElement.prototype, "click");
const restoreDispatch = methodOf(EventTarget.prototype, "dispatchEvent");
const restoreInput = restoreSetter(HTMLInputElement, "value");
const restoreTextarea = restoreSetter(HTMLTextAreaElement, "value");
const restoreSelected = restoreSetter(HTMLOptionElement, "selected");

function restoreSetter(type, name) {
  return Function.prototype.call.bind(Object.getOwnPropertyDescriptor(type.prototype, name).set);
}

// → {restored, kept, failed: [{name, why}], scroll: {x, y}}
function restoreState({ fields = [], scroll = null } = {}) {
  const answer = { restored: 0, kept: 0, failed: [] };
  for (const field of fields) {
    const outcome = restoreField(field);
    if (outcome === "restored") answer.restored++;
    else if (outcome === "kept") answer.kept++;
    else answer.failed.push({ name: field.name, why: outcome });
  }
  if (scroll) window.scrollTo({ left: scroll.x, top: scroll.y, behavior: "instant" });
  answer.scroll = { x: Math.round(window.scrollX), y: Math.round(window.scrollY) };
  return answer;
}

function isSameValue(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

// "restored", "kept", or why not.
function restoreField({ path, kind, value }) {
  const element = elementAtPath(path);
  if (!element || formKind(element) !== kind || isPasswordField(element, kind)) return "is not in the page";
  if (isSameValue(formValue(element, kind), value)) return "kept";
  if (isDisabled(element)) return "is disabled";
  if (isReadOnly(element, tagOf(element))) return "is read-only";
  if (kind === "rich") return "is rich text, which only the page can fill";
  setFormValue(element, kind, value);
  return isSameValue(formValue(element, kind), value) ? "restored" : "did not take the value";
}

function setFormValue(element, kind, value) {
  if (isToggle(kind)) {
    restoreClick(element);
    return;
  }
  if (kind === "select") {
    const wanted = new Set(value);
    for (const option of Array.from(property(HTMLSelectElement, "options", element)))
      restoreSelected(option, wanted.has(property(HTMLOptionElement, "value", option)));
  } else if (kind === "textarea") restoreTextarea(element, value);
  else restoreInput(element, value);
  restoreDispatch(element, new Event("input", { bubbles: true, composed: true }));
  restoreDispatch(element, new Event("change", { bubbles: true }));
}
