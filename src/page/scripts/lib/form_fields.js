// The fields of the page's forms, and how to find each of them again in another life of the page: `path` has
// one selector per root, the document's first, then that of each shadow root on the way.
// @use lib/dom.js
// @use lib/target.js
const formSkipped = new Set(["hidden", "submit", "button", "reset", "image"]);
const formSelector = 'input,textarea,select,[contenteditable=""],[contenteditable="true"],[contenteditable="plaintext-only"]';

// Every field that a person fills in, outer roots first.
function* formFields() {
  yield* everyInRoot(document, formSelector);
  for (const root of shadowRoots()) yield* everyInRoot(root, formSelector);
}

function everyInRoot(root, selector) {
  return root instanceof Document ? everyInDocument(root, selector) : allInFragment(root, selector);
}

// The type of an input, "textarea", "select" or "rich"; null for what is no field.
function formKind(element) {
  const tag = tagOf(element);
  if (tag === "input") {
    const type = property(HTMLInputElement, "type", element);
    return formSkipped.has(type) ? null : (type ?? null);
  }
  if (tag === "textarea" || tag === "select") return tag;
  return hasAttr(element, "contenteditable") ? "rich" : null;
}

// Also one whose characters are shown for the moment.
function isPasswordField(element, kind) {
  return kind === "password" || /(^|\s)(current|new)-password(\s|$)/i.test(attr(element, "autocomplete") ?? "");
}

function isToggle(kind) {
  return kind === "checkbox" || kind === "radio";
}

// Text, true or false, or the values of the chosen options.
function formValue(element, kind) {
  if (isToggle(kind)) return property(HTMLInputElement, "checked", element);
  if (kind === "select") {
    const options = Array.from(property(HTMLSelectElement, "options", element) ?? []);
    const chosen = options.filter((option) => property(HTMLOptionElement, "selected", option));
    return chosen.map((option) => property(HTMLOptionElement, "value", option));
  }
  if (kind === "textarea") return property(HTMLTextAreaElement, "value", element);
  if (kind === "rich") return property(HTMLElement, "innerText", element) ?? "";
  return property(HTMLInputElement, "value", element);
}

// What a reader would call it.
function formName(element) {
  return attr(element, "name") || attr(element, "id") || attr(element, "aria-label") || attr(element, "placeholder") || tagOf(element);
}

function formPath(element) {
  const path = [];
  for (let one = element; one; ) {
    const root = rootNodeOf(one);
    path.unshift(selectorInRoot(root, one));
    one = root instanceof ShadowRoot ? hostOf(root) : null;
  }
  return path;
}

function isOnlyMatch(root, selector) {
  return everyInRoot(root, selector).length === 1;
}

function selectorInRoot(root, element) {
  const steps = [];
  for (let one = element; one && nodeTypeOf(one) === ELEMENT_NODE; one = parentNodeOf(one)) {
    const short = shortSelector(one);
    if (short && isOnlyMatch(root, short)) {
      steps.unshift(short);
      break;
    }
    steps.unshift(stepSelector(one));
  }
  return steps.join(">");
}

// By what authors name things with.
function shortSelector(element) {
  const id = attr(element, "id");
  if (id) return `#${CSS.escape(id)}`;
  const name = attr(element, "name");
  if (!name) return null;
  const byName = `${CSS.escape(localNameOf(element))}[name="${CSS.escape(name)}"]`;
  const value = isToggle(formKind(element)) ? attr(element, "value") : null;
  return value === null ? byName : `${byName}[value="${CSS.escape(value)}"]`;
}

function stepSelector(element) {
  const name = localNameOf(element);
  let place = 1;
  for (let one = previousElementOf(element); one; one = previousElementOf(one)) if (localNameOf(one) === name) place++;
  return `${CSS.escape(name)}:nth-of-type(${place})`;
}

// The element at a path, or null.
function elementAtPath(path) {
  let root = document;
  for (let i = 0; i < path.length; i++) {
    if (!root || selectorProblem(path[i])) return null;
    const found = everyInRoot(root, path[i])[0];
    if (!found || i === path.length - 1) return found ?? null;
    root = shadowRootOf(found);
  }
  return null;
}
