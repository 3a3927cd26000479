// @use lib/dom.js
// Whether there is text below an element that is not rendered; scripts and styles are none.
const walkText = methodOf(Document.prototype, "createTreeWalker");
const NO_TEXT = new Set(["script", "style", "noscript", "template", "title"]);

function hasText(element) {
  if (NO_TEXT.has(tagOf(element))) return false;
  const walker = walkText(document, element, NodeFilter.SHOW_TEXT);
  for (let looked = 0; looked < 1000; looked++) {
    const text = walker.nextNode();
    if (!text) return false;
    if (/\S/.test(textOf(text)) && !NO_TEXT.has(tagOf(parentNodeOf(text)))) return true;
  }
  return true;
}
