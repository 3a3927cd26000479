// Tells what a person does in the document, for a recording: clicks, fields that were changed, keys that do something. What was
// typed is counted and not told. It runs in a world of its own before the page does; args.tell is the name of the browser's
// function in it.
function noteInput(args) {
  const kKeys = new Set(["Enter", "Escape", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
  const kLongest = 80;
  const shortened = (text) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, kLongest);

  // A form's field may be called like a property of the form.
  const property = (element, name) => {
    const value = element[name];
    return typeof value === "string" ? value : "";
  };
  const nameOfElement = (element) => {
    const label = element.labels instanceof NodeList ? element.labels[0]?.innerText : "";
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const text = isField || element instanceof HTMLSelectElement ? "" : property(element, "innerText");
    const attributes = ["aria-label", "title", "placeholder", "alt", "name", "id"];
    const named = attributes.map((name) => element.getAttribute(name)).find((value) => value);
    return shortened(element.getAttribute("aria-label") || label || text || named);
  };
  // What a person would call the thing: the control around what was hit.
  const controlOf = (target) =>
    target instanceof Element
      ? target.closest("a,button,input,select,textarea,summary,label,[role],[onclick],[tabindex]") ?? target
      : document.documentElement;
  const described = (element) => {
    const out = { tag: element.localName, name: nameOfElement(element) };
    const role = element.getAttribute("role");
    if (role) out.role = shortened(role);
    if (element instanceof HTMLInputElement) out.type = element.type;
    return out;
  };

  const tell = (event, element, more = {}) => {
    const send = globalThis[args.tell];
    if (typeof send === "function") send(JSON.stringify({ event, ...described(element), ...more }));
  };
  const on = (event, handle) =>
    addEventListener(
      event,
      (happened) => {
        if (happened.isTrusted && happened.composedPath()[0] instanceof Element) handle(happened, happened.composedPath()[0]);
      },
      { capture: true, passive: true },
    );

  on("click", (event, target) => {
    const more = event.detail === 0 ? { by: "keyboard" } : { x: Math.round(event.clientX), y: Math.round(event.clientY) };
    tell("click", controlOf(target), more);
  });
  on("dblclick", (event, target) => tell("double_click", controlOf(target)));
  on("contextmenu", (event, target) => tell("right_click", controlOf(target)));
  on("change", (event, target) => {
    if (target instanceof HTMLSelectElement)
      return tell("change", target, { value: shortened(target.selectedOptions[0]?.label) });
    if (target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "radio"))
      return tell("change", target, { value: target.checked });
    const value = property(target, "value");
    return tell("change", target, target.type === "password" ? {} : { characters: value.length });
  });
  on("keydown", (event, target) => {
    const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && event.key.length === 1;
    if (!event.repeat && (kKeys.has(event.key) || isShortcut)) {
      const held = ["ctrl", "alt", "meta", "shift"].filter((key) => event[`${key}Key`]);
      tell("key", target, { key: [...held, event.key].join("+") });
    }
  });
  on("submit", (event, target) => tell("submit", target));
  return null;
}
