// @use lib/ax_tree.js
// @use lib/hit_point.js
// Ref numbers drawn on the page for one picture. "show" draws a box and a tag for each element that can be
// used, and answers {labels: [{ref, x, y, width, height}], total}; "hide" takes the drawing away. All of it
// is one element with a closed shadow root in the top layer, over everything, through which every click goes;
// when it is gone the document is as before. `fullPage`: what is outside of the viewport too, for a picture
// of the whole page.
const labelState = { host: null };
const labelLimits = { nodes: 100000, tests: 5000 };
const LABEL_COLOURS = [
  "#b3261e",
  "#0b57d0",
  "#146c2e",
  "#7b1fa2",
  "#8a4b00",
  "#00639b",
  "#9c1458",
  "#3c4043",
];
const TAG_HEIGHT = 14;

function labelOverlay({ action, max = 300, fullPage = false } = {}) {
  if (action !== "show" && action !== "hide") {
    return { error: { code: "invalid_arguments", message: 'action must be "show" or "hide".' } };
  }
  removeLabels();
  if (action === "hide") return { labels: [], total: 0 };
  const usable = usableElements(fullPage);
  const most = Math.min(Math.max(1, Math.trunc(Number(max)) || 300), 2000);
  const labels = usable.slice(0, most).map(({ element, rect }) => ({
    ref: openchrome.refOf(element),
    x: Math.round(rect.left),
    y: Math.round(rect.top),
    width: Math.round(rect.width),
    height: Math.round(rect.height),
  }));
  if (labels.length > 0) drawLabels(labels, fullPage);
  return { labels, total: usable.length };
}

const labelRemove = methodOf(Element.prototype, "remove");
function removeLabels() {
  const { host } = labelState;
  labelState.host = null;
  if (host) labelRemove(host);
}

// In document order, what a reading gives a ref to because it can be used, and a person would hit: [{element, rect}].
function usableElements(fullPage) {
  const found = new Map();
  const reading = newReading();
  const start = property(Document, "documentElement", document);
  const tree = axTree(start, reading, { dropHidden: false, maxNodes: labelLimits.nodes, onElement: null });
  let tests = labelLimits.tests;
  const stack = [tree.root];
  while (stack.length > 0 && tests > 0) {
    const { element, role, clickable, children } = stack.pop();
    if (element && role !== "option" && (clickable || INTERACTIVE_ROLES.has(role))) {
      tests--;
      const rect = usableRect(element, fullPage);
      if (rect) keepUsable(found, element, rect, reading);
    }
    if (children && tagOf(element ?? start) !== "select") for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return [...found.values()];
}

// Where it can be clicked, or null.
function usableRect(element, fullPage) {
  if (!checkVisibility(element, VISIBLE)) return null;
  const rect = mainRectOf(element);
  if (!rect || rect.width < 3 || rect.height < 3) return null;
  const point = hitPointOf(element);
  if (!point) return fullPage && checkVisibility(element, PLAINLY_VISIBLE) && isOnPage(rect) ? rect : null;
  const { covering, through } = coveringAt(element, point);
  return covering || through ? null : rect;
}

function isOnPage(rect) {
  return rect.right + window.scrollX > 0 && rect.bottom + window.scrollY > 0;
}

// One label for elements one in the other that are the same to a person: the control, not the box around it.
function keepUsable(found, element, rect, reading) {
  for (let above = parentOf(element), steps = 0; above && steps < 4; above = parentOf(above), steps++) {
    const outer = found.get(above);
    if (!outer || !isSameBox(outer.rect, rect)) continue;
    if (INTERACTIVE_ROLES.has(roleOf(above, reading)) && !INTERACTIVE_ROLES.has(roleOf(element, reading)))
      return;
    found.delete(above);
  }
  found.set(element, { element, rect });
}

function isSameBox(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return false;
  const common = width * height;
  return common / (a.width * a.height + b.width * b.height - common) > 0.8;
}

const labelCreate = methodOf(Document.prototype, "createElement");
const labelAttach = methodOf(Element.prototype, "attachShadow");
const labelAppend = methodOf(Node.prototype, "appendChild");
const labelPopover = methodOf(HTMLElement.prototype, "showPopover");

function drawLabels(labels, fullPage) {
  const page = property(Document, "documentElement", document);
  const host = labelCreate(document, "div");
  const shadow = labelAttach(host, { mode: "closed" });
  const area = fullPage
    ? {
        left: window.scrollX,
        top: window.scrollY,
        width: property(Element, "scrollWidth", page),
        height: property(Element, "scrollHeight", page),
      }
    : { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
  const style = property(HTMLElement, "style", host);
  const styles = {
    all: "initial",
    display: "block",
    position: fullPage ? "absolute" : "fixed",
    left: "0",
    top: "0",
    right: "auto",
    bottom: "auto",
    width: `${area.width}px`,
    height: `${area.height}px`,
    "max-width": "none",
    "max-height": "none",
    margin: "0",
    padding: "0",
    border: "0",
    background: "transparent",
    overflow: "hidden",
    "pointer-events": "none",
    "z-index": "2147483647",
    opacity: "1",
    visibility: "visible",
    "color-scheme": "only light",
    contain: "strict",
    direction: "ltr",
  };
  for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, "important");
  const tags = placedTags(
    labels.map((label) => ({ ...label, x: label.x + area.left, y: label.y + area.top })),
    area,
  );
  for (const part of tags) labelAppend(shadow, labelPart(around(part.box), part.colour, null));
  for (const part of tags) labelAppend(shadow, labelPart(part.tag, part.colour, String(part.ref)));
  host.popover = "manual";
  labelAppend(page, host);
  labelState.host = host;
  try {
    labelPopover(host);
  } catch {
    // Not in the top layer then, but over nearly everything.
  }
}

// The frame stands around the element, so that it does not cut its letters.
function around({ x, y, width, height }) {
  return { x: x - 2, y: y - 2, width: width + 4, height: height + 4 };
}

function labelPart({ x, y, width, height }, colour, text) {
  const part = labelCreate(document, "div");
  const style = property(HTMLElement, "style", part);
  const place = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  const common = `position:absolute;box-sizing:border-box;pointer-events:none;${place};`;
  if (text === null)
    style.cssText = `${common}border:2px solid ${colour};border-radius:4px;box-shadow:0 0 0 1px #ffffffb3`;
  else {
    style.cssText =
      `${common}background:${colour};color:#fff;font:bold 11px/${TAG_HEIGHT}px Arial,sans-serif;` +
      "text-align:center;border-radius:3px;white-space:nowrap;box-shadow:0 0 0 1px #fff";
    labelAppend(part, methodOf(Document.prototype, "createTextNode")(document, text));
  }
  return part;
}

// Each tag where it covers least: other tags, the texts of elements, its own element.
function placedTags(labels, area) {
  const tags = [];
  return labels.map((label, index) => {
    const width = 7 * String(label.ref).length + 6;
    const places = [
      [label.x, label.y - TAG_HEIGHT - 1],
      [label.x + label.width - width, label.y - TAG_HEIGHT - 1],
      [label.x + label.width + 2, label.y],
      [label.x - width - 2, label.y],
      [label.x, label.y + label.height],
      [label.x + label.width - width, label.y],
      [label.x, label.y],
    ];
    let best = null;
    places.forEach(([left, top], order) => {
      const x = Math.min(Math.max(0, left), area.width - width);
      const y = Math.min(Math.max(0, top), area.height - TAG_HEIGHT);
      const tag = { x, y, width, height: TAG_HEIGHT };
      let cost = order * 0.5;
      for (const other of tags) cost += overlap(tag, other) * 4;
      for (const other of labels)
        if (cost < (best?.cost ?? Infinity)) cost += overlap(tag, other) * (other === label ? 0.8 : 1);
      if (!best || cost < best.cost) best = { tag, cost };
    });
    tags.push(best.tag);
    return { ref: label.ref, box: label, tag: best.tag, colour: LABEL_COLOURS[index % LABEL_COLOURS.length] };
  });
}

function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
