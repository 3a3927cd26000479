// @use lib/dom.js
// @use lib/visible.js
// @use lib/bytes.js
// @use lib/ax_lines.js
// @use lib/busy.js
// What a person notices first on a page that has just come: {lines: ["heading: …", "alert: …"], spinner}. Alerts, open
// dialogs and status messages before headings.
const ARRIVAL_LIMITS = { lines: 8, each: 3, text: 160, looked: 200 };

function pageArrival() {
  const lines = [];
  const add = (selector, word, fits = () => true) => {
    let taken = 0;
    for (const element of Array.from(Document.prototype.querySelectorAll.call(document, selector)).filter(fits).slice(0, ARRIVAL_LIMITS.looked)) {
      if (taken === ARRIVAL_LIMITS.each || lines.length === ARRIVAL_LIMITS.lines) return;
      if (!checkVisibility(element, PLAINLY_VISIBLE)) continue;
      const text = arrivalText(element);
      const line = `${word}: ${quoted(text, ARRIVAL_LIMITS.text)}`;
      if (text === "" || lines.some((one) => one.endsWith(line.slice(word.length)))) continue;
      lines.push(line);
      taken++;
    }
  };
  add("[role=alert]", "alert");
  addMessages(add);
  add("dialog[open], [role=dialog], [role=alertdialog]", "dialog");
  add("[role=status], output", "status");
  add("h1, [role=heading][aria-level='1']", "heading");
  add("h2", "heading");
  return { lines, spinner: isBusyPage() };
}

// Messages that are only drawn as such: "Wrong password" in a box of the class alert-danger.
const MESSAGE_CLASS = /(?:^|[\s_-])(?:alert|error|errors|danger|flash|errorlist|error-message|form-error|notification|invalid-feedback|warning)(?:$|[\s_-])/i;

function addMessages(add) {
  const isMessage = (element) => {
    const text = squeezed(textContentOf(element));
    return MESSAGE_CLASS.test(attr(element, "class") ?? "") && text.length > 1 && text.length <= 300 && firstFieldIn(element, "input,select,textarea,[role=alert],h1") === null;
  };
  add("div[class],p[class],span[class],ul[class],section[class],aside[class],li[class]", "message", isMessage);
}

const firstFieldIn = methodOf(Element.prototype, "querySelector");

function arrivalText(element) {
  if (/^(dialog|alertdialog)$/.test(attr(element, "role") ?? "") || tagOf(element) === "dialog") {
    const label = attr(element, "aria-label") ?? idRefs(element, "aria-labelledby").map(textContentOf).join(" ");
    if (label.trim() !== "") return squeezed(label);
  }
  return squeezed(property(HTMLElement, "innerText", element) ?? textContentOf(element)).slice(0, 400);
}
