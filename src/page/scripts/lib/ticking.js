// @use lib/dom.js
// Texts that change on their own, such as clocks and counters: their changes are not effects of an action. The document's world
// records which texts do (openchrome.ticking).
const INLINE_TEXT = /^(span|b|strong|em|i|time|small|u|code)$/;

// Texts that change by themselves, with what they said when the action began: their changes are none of its effects.
function tickingBoxes() {
  return openchrome.ticking().map((tick) => {
    const { element } = tick;
    const parent = INLINE_TEXT.test(tagOf(element)) ? parentOf(element) : null;
    const box = parent && textContentOf(parent).length < 300 ? parent : element;
    return { element, box, tick, at: performance.now(), said: squeezed(textContentOf(box).slice(0, 300)) };
  });
}

function isTick(watch, { target }) {
  return watch.ticking.some(({ element }) => element === target || element === parentNodeOf(target));
}

// A reading in which these say what they said before.
function calmed(watch, lines) {
  for (const { box, said, tick, at } of watch.ticking) {
    const now = squeezed(textContentOf(box).slice(0, 300));
    if (now === said || now === "" || !openchrome.hasTicked(tick, said, now, performance.now() - at)) continue;
    lines = lines.replaceAll(JSON.stringify(now).slice(1, -1), JSON.stringify(said).slice(1, -1));
  }
  return lines;
}
