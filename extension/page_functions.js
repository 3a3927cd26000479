// Functions that run inside the page. Each is sent as it stands, so it may use nothing but its arguments.

// In the page's own world. Tells `blocked` when the page's rules forbid scripts made of text.
export async function runText(code) {
  const kept = (value) => {
    if (value === undefined) return null;
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return String(value);
    if (value instanceof Node) return value.outerHTML ?? value.textContent;
    try {
      return JSON.parse(JSON.stringify(value) ?? 'null');
    } catch {
      return String(value);
    }
  };
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  // Asked before anything runs: an error of the script itself must not be taken for this.
  try {
    (0, eval)('0');
    new AsyncFunction('');
  } catch {
    return { blocked: true };
  }
  try {
    const needsFunction = /\b(await|return)\b/.test(code);
    let value;
    if (!needsFunction) {
      value = (0, eval)(code);
    } else {
      let run;
      try {
        run = new AsyncFunction(`return (${code}\n)`);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        run = new AsyncFunction(code);
      }
      value = run();
    }
    return { value: kept(await value) };
  } catch (error) {
    return { error: { name: error?.name ?? 'Error', message: String(error?.message ?? error) } };
  }
}

// Where an element is, by selector, by its words or by a place. `act`: also does there, without real input, what was asked.
export function useElement({ selector, query, coordinate, act, text }) {
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  // What a field holds is not its name, and may be a password; what a button holds is.
  const kButtons = ['submit', 'button', 'reset'];
  const face = (element) => (element.localName === 'input' && kButtons.includes(element.type) ? element.value : '');
  // A form's fields hide the form's own properties: what is no text is no name. An editor's text is what it holds.
  const ownText = (element) => (element.isContentEditable === true ? '' : element.innerText);
  const words = (element) =>
    [element.getAttribute('aria-label'), ownText(element), face(element), element.placeholder, element.title]
      .find((one) => typeof one === 'string' && one !== '')
      ?.replace(/\s+/g, ' ')
      .trim()
      .toLowerCase() ?? '';
  const kUsable = 'a,button,input,textarea,select,label,summary,[role],[onclick],[contenteditable],[tabindex]';
  const byWords = () => {
    const wanted = query.toLowerCase().trim();
    const usable = [...document.querySelectorAll(kUsable)].filter(isSeen);
    const exact = usable.filter((element) => words(element) === wanted);
    return exact.length > 0 ? exact : usable.filter((element) => words(element).includes(wanted));
  };
  let found = [];
  try {
    if (selector) found = [...document.querySelectorAll(selector)];
    else if (query) found = byWords();
    else if (coordinate) found = [document.elementFromPoint(coordinate[0], coordinate[1])].filter(Boolean);
    else found = [document.activeElement].filter(Boolean);
  } catch (error) {
    return { error: 'invalid_arguments', message: error.message };
  }
  const element = found.find(isSeen) ?? found[0];
  if (!element) return { error: 'element_not_found', message: 'no element of the page fits' };
  if (query && found.length > 1 && words(found[0]) === words(found[1]))
    return { error: 'ambiguous_target', message: `${found.length} elements fit "${query}" equally well` };
  if (!isSeen(element)) return { error: 'element_not_visible', message: 'the element has no place on the page' };
  if (!coordinate) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const place = coordinate ?? [box.left + box.width / 2, box.top + box.height / 2];
  const atPlace = document.elementFromPoint(place[0], place[1]);
  const isCovered = atPlace && !element.contains(atPlace) && !atPlace.contains(element);
  const name = `<${element.localName}> ${words(element).slice(0, 80)}`.trim();
  if (isCovered && act === 'click')
    return { error: 'element_covered', message: `<${atPlace.localName}> covers ${name}` };
  if (element.disabled) return { error: 'element_disabled', message: `${name} is disabled` };
  if (act === 'press' && typeof element.click !== 'function')
    return { error: 'unsupported', message: `${name} takes no click without real input` };
  if (act === 'type' && (element.readOnly === true || element.type === 'file'))
    return { error: 'unsupported', message: `${name} takes no text` };
  if (act === 'focus' || act === 'type') element.focus();
  if (act === 'press') element.click();
  if (act === 'type') {
    if (element.isContentEditable) {
      document.execCommand('insertText', false, text);
    } else {
      const kind = element.localName === 'textarea' ? HTMLTextAreaElement : HTMLInputElement;
      const setter = Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set;
      if (!setter || !(element instanceof kind)) return { error: 'unsupported', message: `${name} takes no text` };
      setter.call(element, element.value + text);
      element.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
  return { x: place[0], y: place[1], name };
}

export function readText({ selector }) {
  let element;
  try {
    element = selector ? document.querySelector(selector) : document.body;
  } catch (error) {
    return { error: 'invalid_arguments', message: error.message };
  }
  if (!element) return { error: 'element_not_found', message: 'no element of the page fits' };
  return { url: location.href, title: document.title, text: element.innerText };
}
