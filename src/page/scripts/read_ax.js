// @use lib/dom.js
// @use lib/target.js
// @use lib/bytes.js
// @use lib/page_stats.js
// @use lib/ax_tree.js
// @use lib/ax_lines.js
// The page as its accessibility tree, one line per node.
// args: filter ("all" | "interactive"), depth (levels, or null), root ({ref} | {selector} | null),
//   dropHidden (text that no person can see), maxNodes, maxBytes.
// → {stats, text, nodes, cut: {nodes, reason} | null, hidden, frames: [{ref, line, indent}], hosts: [ref]},
//   or {error}. `hosts` may have closed shadow roots that nobody asked the browser for yet.
function readAx({
  filter = "all",
  depth = null,
  root = null,
  dropHidden = true,
  maxNodes = 100000,
  maxBytes = 4 << 20,
} = {}) {
  const target = rootTargetOf(root);
  if (target.error) return { error: target.error };
  const stats = pageStats();
  const start = target.whole ? (modalDialog() ?? target.element) : target.element;
  if (!start) return { stats, text: "", nodes: 0, cut: null, hidden: 0, frames: [], hosts: [] };
  const reading = newReading();
  const tree = axTree(start, reading, { dropHidden, maxNodes, onElement: null });
  const lines = axLines(tree, { interactiveOnly: filter === "interactive", depth, maxBytes });
  const cut = cutOf(tree, lines, start);
  return {
    stats,
    text: lines.text,
    nodes: lines.nodes,
    cut,
    hidden: tree.hidden,
    frames: lines.frames,
    hosts: tree.hosts,
  };
}

// While a modal dialog is open, the rest of the page is inert: the one that was opened last, or has the
// focus.
function modalDialog() {
  const open = Array.from(Document.prototype.querySelectorAll.call(document, "dialog:modal"));
  if (open.length === 0) return null;
  const focused = focusedElement();
  return open.filter((dialog) => focused && containsNode(dialog, focused)).pop() ?? open.pop();
}

// How much is missing and why: what the depth or the size left out, counted in nodes; what was never reached,
// in elements.
function cutOf(tree, lines, start) {
  let nodes = lines.left;
  let reason = lines.reason;
  if (tree.full) {
    nodes += Math.max(0, Element.prototype.querySelectorAll.call(start, "*").length + 1 - tree.elements);
    reason ??= "maxNodes";
  }
  return nodes > 0 ? { nodes, reason } : null;
}
