// @use lib/dom.js
// @use lib/visible.js
// What a page shows while it is at work: a spinner, a bar without an end, boxes in the place of what is to come.
const BUSY_LIMITS = { looked: 50, text: 40 };
const BUSY_MARKS = "[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow])";
const BUSY_CLASSES = "[class*=spinner i], [class*=loader i], [class*=loading i], [class*=skeleton i]";
const BUSY_CLASS = /(?:^|[\s_-])(?:spinner|loader|loading|skeleton)(?:$|[\s_-])/i;

function isBusyPage() {
  const all = (selector) => Array.from(Document.prototype.querySelectorAll.call(document, selector)).slice(0, BUSY_LIMITS.looked);
  return all(BUSY_MARKS).some(isDrawnBusy) || all(BUSY_CLASSES).some((one) => isCalledBusy(one) && isDrawnBusy(one));
}

function isDrawnBusy(element) {
  const { width, height } = rectOf(element);
  return width > 2 && height > 2 && checkVisibility(element, PLAINLY_VISIBLE);
}

// A class of the whole page says nothing of what is drawn, and a box that says something is no spinner.
function isCalledBusy(element) {
  if (/^(body|html|img)$/.test(tagOf(element))) return false;
  return BUSY_CLASS.test(attr(element, "class") ?? "") && squeezed(textContentOf(element).slice(0, 400)).length <= BUSY_LIMITS.text;
}
