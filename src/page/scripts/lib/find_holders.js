// @use lib/dom.js
// @use lib/visible.js
// @use lib/find_candidates.js
// Places that are said by what they are: "in the dialog", "in the footer", "second row".
// A phrase that says "dialog" or "footer" means one; "row" or "card" are said of anything that looks so.
const HARD_HOLDERS = new Set(["dialog", "table", "form", "navigation", "header", "footer", "menu", "toolbar", "sidebar", "breadcrumb", "pagination"]);
const HOLDERS = {
  dialog: { tags: "dialog", roles: "dialog alertdialog", classes: /\b(?:modal|dialog|popup|lightbox|popover)/i },
  table: { tags: "table", roles: "table grid treegrid", classes: /\btable\b/i },
  form: { tags: "form", roles: "form search", classes: /\bform\b/i },
  navigation: { tags: "nav", roles: "navigation", classes: /\bnav(?:bar|igation)?\b/i },
  header: { tags: "header", roles: "banner", classes: /\bheader\b/i },
  footer: { tags: "footer", roles: "contentinfo", classes: /\bfooter\b/i },
  menu: { tags: "menu nav", roles: "menu menubar navigation", classes: /\bmenu\b/i },
  toolbar: { tags: "", roles: "toolbar", classes: /\btoolbar\b/i },
  sidebar: { tags: "aside", roles: "complementary", classes: /\bsidebar\b/i },
  breadcrumb: { tags: "", roles: "", classes: /\bbreadcrumbs?\b/i },
  pagination: { tags: "", roles: "", classes: /\b(?:pagination|paginator|pager|page navigation)\b/i },
  row: { tags: "tr", roles: "row", classes: /\brow\b/i },
  item: { tags: "li article", roles: "listitem article option treeitem", classes: /\b(?:card|item|tile|entry|result|product|record)\b/i },
  list: { tags: "ul ol select", roles: "list listbox", classes: /\blist\b/i },
  section: { tags: "section fieldset details", roles: "region group tabpanel radiogroup", classes: /\b(?:section|panel|group)\b/i },
};

function holdsAs(element, holds) {
  const holder = HOLDERS[holds];
  if (!holder) return false;
  const tag = tagOf(element);
  if (tag === "body" || tag === "html") return false;
  if (holder.roles === "") return isCalled(element, holder.classes);
  if (holds === "dialog" && isDrawnAsDialog(element)) return true;
  const role = attr(element, "role");
  if (role !== null && role !== "" && role !== "presentation") return holder.roles.split(" ").includes(role);
  return holder.tags.split(" ").includes(tag) || attr(element, "aria-modal") === (holds === "dialog" ? "true" : "") || isCalled(element, holder.classes);
}

// A box in front of the page with something to operate: in the middle of the window, over a veil, or a layer over all of it.
function isDrawnAsDialog(element) {
  if (getComputedStyle(element).position !== "fixed" || headingIn(element, CONTROL_PARTS) === null) return false;
  const { left, top, width, height } = rectOf(element);
  const isVeil = (one) => one && one !== element && /^(fixed|absolute)$/.test(getComputedStyle(one).position) && rectOf(one).width >= window.innerWidth * 0.95 && rectOf(one).height >= window.innerHeight * 0.95;
  if ([previousElementOf(element), nextElementOf(element), parentOf(element)].some(isVeil)) return true;
  const isMiddle = (from, size, all) => Math.abs(from + size / 2 - all / 2) < all * 0.2 && size > 80;
  return isMiddle(left, width, window.innerWidth) && isMiddle(top, height, window.innerHeight);
}

function isCalled(element, pattern) {
  const words = `${attr(element, "class") ?? ""} ${attr(element, "id") ?? ""} ${attr(element, "aria-label") ?? ""}`.replace(/[-_]+/g, " ");
  return pattern.test(words);
}

function fitsContainerRole(box, role, element) {
  if (!role || !HARD_HOLDERS.has(role.holds)) return true;
  // The dialog that says it, or the table below the heading that does.
  const isSuch = (one) => one !== element && holdsAs(one, role.holds);
  return ancestorOf(box, isSuch) !== null || ancestorOf(element, (one) => containsNode(box, one) && isSuch(one)) !== null;
}

// "in the dialog", "in the footer".
function roleContainer({ role }) {
  if (!role?.holds) return { of: () => null, cut: false };
  return {
    of(element) {
      const box = ancestorOf(parentOf(element) ?? element, (one) => one !== element && holdsAs(one, role.holds));
      return box ? { grade: CONTAINED.role, element: box, label: role.word } : null;
    },
    cut: false,
  };
}

// "second row", "row 3": among its siblings, where there is one such list only.
function numberedContainer({ role, ordinal }, search, outer) {
  const groups = new Map();
  for (const { element } of search.controls) {
    const box = ancestorOf(parentOf(element) ?? element, (one) => holdsAs(one, role?.holds));
    const parent = box && parentOf(box);
    if (!parent || !outer.every((finder) => (finder.of(box)?.grade ?? 0) >= CONTAINED.labelPart)) continue;
    const list = tagOf(parent) === "tbody" || tagOf(parent) === "thead" ? parentOf(parent) : parent;
    groups.set(list, true);
  }
  const lists = [...groups.keys()].filter(Boolean);
  if (lists.length !== 1) return { of: () => null, cut: false };
  const boxes = [];
  const walker = findWalk(document, lists[0], NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!holdsAs(node, role.holds) || !checkVisibility(node, VISIBLE) || isHeaderRow(node)) continue;
    if (!boxes.some((box) => containsNode(box, node))) boxes.push(node);
  }
  const box = ordinal < 0 ? boxes[boxes.length - 1] : boxes[ordinal];
  const label = `${role.word} ${ordinal < 0 ? "last" : ordinal + 1}`;
  return {
    of: (element) => (box && containsNode(box, element) ? { grade: CONTAINED.role, element: box, label } : null),
    cut: false,
  };
}

function isHeaderRow(row) {
  return tagOf(row) === "tr" && headingIn(row, "td") === null && headingIn(row, "th:not([scope=row])") !== null;
}
