// @use lib/visible.js
// @use lib/element_line.js
// Why an element cannot be seen, as reasons that name the element at fault; empty when it can.
function hiddenReasons(element, reading) {
  const where = (one) => (one === element ? "" : ` on ${elementMention(one, reading)}`);
  const up = (holds) => {
    let found = null;
    for (let one = element, steps = 0; one && steps < 2000; one = parentOf(one), steps++)
      if (holds(one)) found = one;
    return found;
  };
  const unrendered = up((one) => getComputedStyle(one).display === "none");
  if (unrendered) return [`display: none${where(unrendered)}`];
  const closed = up(
    (one) =>
      tagOf(one) === "details" && !hasAttr(one, "open") && one !== element && !isInSummary(element, one),
  );
  if (closed) return [`inside a closed details element${where(closed)}`];
  const skipped = up((one) => one !== element && getComputedStyle(one).contentVisibility === "hidden");
  if (skipped) return [`content-visibility: hidden${where(skipped)}`];
  if (!isSlotted(element)) return ["not in a slot of its parent's shadow root, so not rendered"];
  const reasons = [];
  const style = getComputedStyle(element);
  if (style.visibility !== "visible") {
    reasons.push(`visibility: ${style.visibility}${where(firstWithSame(element, style.visibility))}`);
  }
  const clear = ancestorOf(element, (one) => parseFloat(getComputedStyle(one).opacity) <= 0.01);
  if (clear) reasons.push(`opacity: 0${where(clear)}`);
  if (style.display === "contents") return reasons;
  const rect = rectOf(element);
  if (rect.width === 0 || rect.height === 0)
    reasons.push(`zero size (${Math.round(rect.width)} × ${Math.round(rect.height)})`);
  else reasons.push(...clipReasons(element, style, rect, where));
  if (reasons.length === 0 && hasOwnText(element) && !isSeenByPerson(element)) {
    reasons.push("its text cannot be seen (size, place or colour)");
  }
  return reasons;
}

function isInSummary(element, details) {
  for (let one = element; one && one !== details; one = parentOf(one)) {
    if (tagOf(one) === "summary" && parentOf(one) === details) return true;
  }
  return false;
}

// False when some ancestor is a child of a shadow host and stands in no slot.
function isSlotted(element) {
  const top = property(Document, "documentElement", document);
  for (let one = element, steps = 0; steps < 2000; steps++) {
    if (one === top) return true;
    const parent = parentOf(one);
    if (!parent) return false;
    one = parent;
  }
  return true;
}

// The outermost element of the unbroken chain that has this visibility: the one that sets it.
function firstWithSame(element, visibility) {
  let found = element;
  for (let one = parentOf(element), steps = 0; one && steps < 2000; one = parentOf(one), steps++) {
    if (getComputedStyle(one).visibility !== visibility) break;
    found = one;
  }
  return found;
}

function hasOwnText(element) {
  for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
    if (nodeTypeOf(child) === TEXT_NODE && /\S/.test(textOf(child))) return true;
  }
  return false;
}

// Ancestors that cut the element off entirely; and places that no scrolling reaches.
function clipReasons(element, style, rect, where) {
  const reasons = [];
  if (/^(inset\((50|100)%|circle\(0|polygon\(0)/.test(style.clipPath))
    reasons.push(`clip-path: ${style.clipPath}`);
  let position = style.position;
  for (
    let one = parentOf(element), steps = 0;
    one && steps < 500 && position !== "fixed";
    one = parentOf(one), steps++
  ) {
    const tag = tagOf(one);
    if (tag === "body" || tag === "html") break;
    const outer = getComputedStyle(one);
    const clips = outer.overflowX !== "visible" || outer.overflowY !== "visible";
    if (clips && !(position === "absolute" && outer.position === "static")) {
      const box = rectOf(one);
      if (
        rect.right <= box.left ||
        rect.left >= box.right ||
        rect.bottom <= box.top ||
        rect.top >= box.bottom
      ) {
        const scrolls = /auto|scroll/.test(`${outer.overflowX} ${outer.overflowY}`);
        reasons.push(
          `${scrolls ? "scrolled out of view" : "clipped"}: overflow ${outer.overflow}${where(one)}`,
        );
        break;
      }
    }
    if (outer.position !== "static") position = outer.position;
  }
  const left = rect.right + window.scrollX;
  const top = rect.bottom + window.scrollY;
  if (left <= 0 || top <= 0) reasons.push(`off the page (${left <= 0 ? "left of" : "above"} its edge)`);
  return reasons;
}
