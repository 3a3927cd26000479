// @use lib/dom.js
// @use lib/find_containers.js
// @use lib/find_places.js
// @use lib/find_twins.js
// Which one "the second" is.
// An ordinal counts what a person sees and would call so, in the order of the document.
function nthOf(search, matches, { ordinal, role }) {
  const isCounted = ({ visible, sure, grade, element }) =>
    visible && sure > 0 && (role !== null || grade >= GRADE.joined) && !(role?.holds === "row" && isHeaderRow(element));
  const seen = matches.filter(isCounted);
  const most = Math.max(0, ...seen.map(({ sure }) => sure));
  const best = withoutTwins(seen.filter(({ sure }) => sure === most)).sort((a, b) => a.order - b.order);
  const isInOrder = sortAsSeen(best);
  search.counted = Math.max(search.counted, best.length);
  // "First class" is a name, unless several things are called "class".
  if (role === null && best.length < 2) return [];
  const one = ordinal < 0 ? best[best.length - 1] : best[ordinal];
  if (!one) return [];
  // Items of several lists, and pictures beside buttons that look like them, are not counted in one row.
  const isDoubtful = !isInOrder || listsOf(best, role) > 1 || (role?.hints && seen.some(({ tier }) => tier !== one.tier));
  const others = best.filter((match) => match !== one).map((match) => ({ ...match, rank: match.rank - (isDoubtful ? 0 : 5e5) }));
  return [{ ...one, byCount: true }, ...others];
}

// People count from the top, and along a line; a style sheet may show things in another order than the document's. False when
// there is no such order: neither a line nor a column.
function sortAsSeen(matches) {
  const rects = new Map(matches.map((match) => [match, placeOfMatch(match)]));
  const share = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 0;
  const isRightToLeft = getComputedStyle(property(Document, "documentElement", document)).direction === "rtl";
  const isBackwards = (one, next) => {
    const isBefore = isRightToLeft ? next.left >= one.right : next.right <= one.left;
    return share(one, next, "top", "bottom") ? isBefore : next.bottom <= one.top && (isBefore || share(one, next, "left", "right"));
  };
  const all = matches.map((match) => rects.get(match));
  // What a box scrolls away may lie anywhere.
  const boxes = matches.map(({ element }) => ancestorOf(element, isScrolled));
  if (!all.some((rect, index) => index > 0 && boxes[index] === boxes[index - 1] && isBackwards(all[index - 1], rect))) return true;
  const isColumn = all.every((rect) => share(rect, all[0], "left", "right"));
  const isLine = all.every((rect) => share(rect, all[0], "top", "bottom"));
  if (isColumn === isLine) return false;
  const side = isColumn ? "top" : "left";
  const sign = !isColumn && isRightToLeft ? -1 : 1;
  matches.sort((a, b) => sign * (rects.get(a)[side] - rects.get(b)[side]));
  return true;
}

function isScrolled(element) {
  const more = property(Element, "scrollHeight", element) - property(Element, "clientHeight", element);
  return more > 1 && getComputedStyle(element).overflowY !== "visible";
}

function listsOf(matches, role) {
  if (role?.holds !== "item" && role?.holds !== "row") return 1;
  return new Set(matches.map(({ element }) => closestTo(element, "ul,ol,table,[role=list],[role=listbox],[role=grid],[role=table],[role=tree]") ?? parentOf(element))).size;
}
