// The page as its DOM, one line per element: `[12]<a href="/x"/>text ★`, two spaces deeper per level, ★ for
// what a person can use. Boxes that only wrap another one share its line (`div>div>main`), text formatting is
// part of the text around it, and of long runs of alike siblings the first ones are shown.
// @use lib/dom.js
// @use lib/visible.js
// @use lib/roles.js
// @use lib/tables.js
// @use lib/names.js
// @use lib/interactive.js
// @use lib/bytes.js
// @use lib/target.js
// @use lib/hidden_text.js
// @use lib/page_stats.js
// @use lib/page_text.js
// @use lib/dom_attributes.js
const DOM_DROPPED = new Set(
  (
    "script style noscript template head title link meta base param source track col colgroup br wbr hr " +
    "datalist frameset"
  ).split(" "),
);
const DOM_INLINE = new Set(
  (
    "b i em strong small sub sup u s mark code kbd var samp abbr cite q time font big tt del ins dfn span " +
    "bdi"
  ).split(" "),
);
const DOM_LEAVES = new Set(
  "select textarea svg math iframe frame canvas video audio object embed img input".split(" "),
);
const ITEM_TAGS = new Set("li tr option td th dt dd".split(" "));
const domLimits = {
  visited: 300000,
  text: 200,
  options: 20,
  siblings: 20,
  siblingsWithFields: 100,
  siblingsOfRoot: 500,
  indent: 40,
  hosts: 200,
  chain: 3,
};
const findBelow = methodOf(Element.prototype, "querySelectorAll");
const findFirstBelow = methodOf(Element.prototype, "querySelector");

// → {stats, text, nodes, cut: {nodes, reason} | null, hidden, frames: [{ref, line, indent}], hosts: [ref]} or
// {error}. `nodes` counts the elements that have a line, `hidden` texts that nobody sees, `cut` elements that
// a limit left out; folded siblings are told in the text. Frames name their line; hosts may have a closed
// shadow root.
function readDom({
  filter = "all",
  depth = null,
  root = null,
  dropHidden = true,
  maxNodes = 50000,
  maxBytes = 1 << 20,
} = {}) {
  const target = rootTargetOf(root);
  if (target.error) return { error: target.error };
  const page = {
    lines: [],
    nodes: 0,
    visited: 0,
    left: Math.max(0, maxBytes),
    cut: 0,
    reason: null,
    full: false,
    hidden: 0,
    frames: [],
    hosts: [],
    sight: newSight(),
    reading: newReading(),
    interactiveOnly: filter === "interactive",
    depth,
    maxNodes,
    dropHidden,
    root: target.whole ? null : target.element,
  };
  const start = target.whole ? bodyOf(document) || target.element : target.element;
  if (start) walkDom(start, target.whole === true, page);
  const cut = page.full ? page.cut + Math.max(1, findBelow(start, "*").length + 1 - page.visited) : page.cut;
  return {
    stats: pageStats(),
    text: page.lines.join("\n"),
    nodes: page.nodes,
    cut: cut > 0 ? { nodes: cut, reason: page.reason } : null,
    hidden: page.hidden,
    frames: page.frames,
    hosts: page.hosts,
  };
}

function walkDom(start, whole, page) {
  const top = { parts: [], at: 0, level: 0, element: null, hidden: false, pointer: false, inUse: false };
  if (whole) {
    noteDomHost(start, page);
    const { lead, parts } = page.interactiveOnly ? elementsInside(start) : partsInside(start, page, false);
    Object.assign(top, {
      element: start,
      parts: foldedRuns(start, lead ? [{ text: lead }, ...parts] : parts, page),
    });
  } else top.parts.push({ element: start });
  const stack = [top];
  while (stack.length > 0 && !page.full) {
    const frame = stack[stack.length - 1];
    if (frame.at === frame.parts.length) {
      stack.pop();
      continue;
    }
    const part = frame.parts[frame.at++];
    if (part.element) {
      const inner = page.interactiveOnly
        ? enterUsable(part.element, frame, page)
        : enterDom(part.element, frame, page);
      if (inner) stack.push(inner);
    } else if (!isTooDeep(frame.level, page)) putLine(page, frame.level, part.text || part.more);
  }
}

// Writes the element's line; answers a frame for what is inside, or null.
function enterDom(element, above, page) {
  const chain = [];
  let hidden = above.hidden;
  let inside;
  let one = element;
  let useful;
  let role;
  for (;;) {
    const tag = tagOf(one);
    if (++page.visited > domLimits.visited) return stopAt(page, "maxNodes");
    if (!hidden && renderingOf(one) === RENDERED.NOT) {
      if (page.dropHidden) return dropHiddenDom(one, chain, element, above, page);
      hidden = true;
    }
    noteDomHost(one, page);
    chain.push(tag);
    useful = usefulAttributes(one, tag);
    role = roleOf(one, page.reading);
    inside = partsInside(one, page, hidden);
    const only = inside.parts.length === 1 && inside.lead === "" ? inside.parts[0].element : null;
    const isWrapper =
      only && useful === "" && !inside.shadow && !DOM_LEAVES.has(tag) && !isInteractive(one, role);
    if (!isWrapper) break;
    one = only;
  }
  return printDom(one, chain, { useful, role, inside, hidden }, above, page);
}

// A wrapper around nothing visible stands for itself; everything else that is not rendered is not there.
function dropHiddenDom(one, chain, element, above, page) {
  if (hasText(one)) page.hidden++;
  page.visited += findBelow(one, "*").length;
  if (chain.length === 0) return null;
  const empty = {
    useful: "",
    role: "generic",
    inside: { lead: "", parts: [], shadow: false },
    hidden: false,
  };
  return printDom(element, chain, empty, above, page);
}

function printDom(element, chain, { useful, role, inside, hidden }, above, page) {
  if (isTooDeep(above.level, page)) {
    page.cut += findBelow(element, "*").length + chain.length;
    page.reason ??= "depth";
    tellDeeper(above, page);
    return null;
  }
  const { used, pointer } = useOf(element, role, hidden, above);
  const tag = chain[chain.length - 1];
  const marks = (inside.shadow ? " (shadow root)" : "") + (hidden && !above.hidden ? " (hidden)" : "");
  const attributes = useful === "" ? classText(element) : withoutText(useful, inside.lead);
  const line = `${chainText(chain)}${attributes}/>${inside.lead}${marks}${used ? " ★" : ""}`;
  if (!putElement(element, tag, line, above, page)) return null;
  return {
    parts: foldedRuns(element, inside.parts, page),
    at: 0,
    level: above.level + 1,
    element,
    hidden,
    pointer,
    inUse: above.inUse || used,
  };
}

// Tooltips and labels often only repeat the text.
function withoutText(attributes, text) {
  if (text === "") return attributes;
  return attributes.replace(` title="${text}"`, "").replace(` aria-label="${text}"`, "");
}

// Whether a person can use it: a control, or something over which the cursor becomes a hand.
function useOf(element, role, hidden, above) {
  const pointer = !hidden && getComputedStyle(element).cursor === "pointer";
  return { used: isInteractive(element, role) || (pointer && !above.pointer && !above.inUse), pointer };
}

function putElement(element, tag, text, above, page) {
  if (page.nodes >= page.maxNodes) {
    stopAt(page, "maxNodes");
    return false;
  }
  const ref = openchrome.refOf(element);
  const line = putLine(page, above.level, `[${ref}]<${text}`);
  if (line < 0) return false;
  page.nodes++;
  if (tag === "iframe" || tag === "frame") page.frames.push({ ref, line, indent: above.level });
  return true;
}

// For filter "interactive": a line with all of its text for what can be used, none for anything else.
function enterUsable(element, above, page) {
  const tag = tagOf(element);
  if (++page.visited > domLimits.visited) return stopAt(page, "maxNodes");
  if (DOM_DROPPED.has(tag)) return null;
  const hidden = above.hidden || renderingOf(element) === RENDERED.NOT;
  if (hidden && page.dropHidden) {
    page.visited += findBelow(element, "*").length;
    return null;
  }
  noteDomHost(element, page);
  const { used, pointer } = useOf(element, roleOf(element, page.reading), hidden, above);
  if (used || tag === "iframe" || tag === "frame") {
    const text = DOM_LEAVES.has(tag) ? leafText(element, tag) : useText(element, page);
    const useful = usefulAttributes(element, tag) || classText(element);
    const marks = (hidden && !above.hidden ? " (hidden)" : "") + (used ? " ★" : "");
    if (!putElement(element, tag, `${tag}${useful}${labelPart(element, tag)}/>${text}${marks}`, above, page))
      return null;
  }
  const { parts } = DOM_LEAVES.has(tag) ? { parts: [] } : elementsInside(element);
  return { parts, at: 0, level: 0, element, hidden, pointer, inUse: above.inUse || used };
}

function elementsInside(element) {
  const parts = [];
  for (const child of childNodesOf(element)) if (isElement(child)) parts.push({ element: child });
  return { lead: "", parts };
}

function chainText(chain) {
  if (chain.length <= domLimits.chain + 1) return chain.join(">");
  return `${chain[0]}>…${chain.length - 2} more…>${chain[chain.length - 1]}`;
}

function isTooDeep(level, page) {
  return page.depth !== null && level >= page.depth;
}

// Once per parent: that there is more below it, and how to see it.
function tellDeeper(above, page) {
  if (above.told || !above.element || page.lines.length === 0) return;
  above.told = true;
  const count = findBelow(above.element, "*").length;
  const ref = openchrome.refOf(above.element);
  putLine(
    page,
    above.level,
    `… ${count} ${count === 1 ? "element" : "elements"} deeper; read_page ref=ref_${ref}`,
  );
}

function stopAt(page, reason) {
  page.full = true;
  page.reason = reason;
  return null;
}

// The index of the new line, or -1 when there is no room for it.
function putLine(page, level, text) {
  const line = "  ".repeat(Math.min(level, domLimits.indent)) + text;
  const bytes = byteLength(line) + 1;
  if (bytes > page.left) {
    stopAt(page, "maxBytes");
    return -1;
  }
  page.left -= bytes;
  return page.lines.push(line) - 1;
}

// {lead: the text before the first element, parts: [{text} | {element}], shadow} of an element.
function partsInside(element, page, hidden) {
  const tag = tagOf(element);
  if (DOM_LEAVES.has(tag)) return { lead: leafText(element, tag), parts: [], shadow: false };
  const shadow = shadowRootOf(element) !== null;
  const parts = [];
  let run = "";
  let seen; // whether text right inside can be seen, asked once
  const flush = () => {
    const text = shortened(oneLine(run), domLimits.text);
    run = "";
    if (text !== "") parts.push({ text });
  };
  for (const child of flatChildren(element)) {
    const type = nodeTypeOf(child);
    if (type === TEXT_NODE) {
      if (!/[^\t\n\f\r ]/.test(textOf(child))) {
        if (run !== "") run += " ";
        continue;
      }
      seen ??= hidden || !page.dropHidden || isSeenByPerson(parentOf(child) || element, page.sight, child);
      if (!seen) page.hidden++;
      else if (run.length < domLimits.text) run += textOf(child).slice(0, 1000);
      continue;
    }
    if (type !== ELEMENT_NODE) continue;
    const inner = tagOf(child);
    if (DOM_DROPPED.has(inner) || (inner === "svg" && !isToldSvg(child))) {
      page.visited++;
      if (inner === "br") run += " ";
      continue;
    }
    if (DOM_INLINE.has(inner) && isPlainText(child, inner, run !== "")) {
      page.visited++;
      if (run.length < domLimits.text) run += inlineText(child, page, hidden);
      continue;
    }
    flush();
    parts.push({ element: child });
  }
  flush();
  const lead = parts.length > 0 && parts[0].text ? parts.shift().text : "";
  return { lead, parts, shadow };
}

// Children in the flattened tree, with slots replaced by what they show.
function flatChildren(element) {
  const children = childNodesOf(element);
  if (!children.some((child) => child instanceof HTMLSlotElement)) return children;
  return children.flatMap((child) => (child instanceof HTMLSlotElement ? flatSlot(child, 0) : [child]));
}

function flatSlot(slot, depth) {
  const children = childNodesOf(slot);
  if (depth === 20) return children;
  return children.flatMap((child) =>
    child instanceof HTMLSlotElement ? flatSlot(child, depth + 1) : [child],
  );
}

// Formatting around nothing but a text; a span only where it stands in a text, elsewhere it is a box.
function isPlainText(element, tag, inText) {
  const child = firstChildOf(element);
  if (!child || nextSiblingOf(child) || nodeTypeOf(child) !== TEXT_NODE) return false;
  if (tag === "span" && !inText) return false;
  if (!hasAttributes(element)) return true;
  return usefulAttributes(element, tag) === "" && !isInteractive(element, "generic");
}

function inlineText(element, page, hidden) {
  const text = firstChildOf(element);
  if (hidden || !page.dropHidden || isSeenByPerson(element, page.sight, text))
    return textOf(text).slice(0, 1000);
  if (/\S/.test(textOf(text))) page.hidden++;
  return "";
}

function isToldSvg(svg) {
  if (attr(svg, "aria-hidden") === "true") return false;
  return (
    hasAttr(svg, "aria-label") ||
    hasAttr(svg, "role") ||
    hasAttr(svg, "onclick") ||
    leafText(svg, "svg") !== ""
  );
}

// The text of elements that are not entered: choices of a select, the title of a drawing.
function leafText(element, tag) {
  if (tag === "select" && element instanceof HTMLSelectElement) return optionsText(element);
  if (tag === "math") return shortened(oneLine(textContentOf(element)), domLimits.text);
  if (tag !== "svg") return "";
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    if (tagOf(child) === "title") return shortened(oneLine(textContentOf(child)), domLimits.text);
  }
  return "";
}

function optionsText(select) {
  const options = property(HTMLSelectElement, "options", select);
  const texts = [];
  for (let i = 0; i < options.length && i < domLimits.options; i++) {
    texts.push(shortened(oneLine(property(HTMLOptionElement, "text", options[i])), 60));
  }
  const more = options.length - texts.length;
  return texts.join(" | ") + (more > 0 ? ` | … ${more} more` : "");
}

// Long runs of alike siblings: the first ones, then how many more there are.
function foldedRuns(parent, parts, page) {
  if (page.interactiveOnly || parts.length <= domLimits.siblings + 5) return parts;
  const folded = [];
  for (let i = 0; i < parts.length;) {
    const alike = likeness(parts[i]);
    let end = i + 1;
    while (alike !== null && end < parts.length && likeness(parts[end]) === alike) end++;
    const shown = Math.min(end - i, runLimit(parent, parts[i], end - i, page));
    // A few more are no shorter than the line that would tell of them.
    const last = end - i - shown <= 5 ? end : i + shown;
    for (let k = i; k < last; k++) folded.push(parts[k]);
    if (last < end) folded.push({ more: moreText(parent, parts[i].element, end - last, page) });
    i = end;
  }
  return folded;
}

function runLimit(parent, part, length, page) {
  if (length <= domLimits.siblings) return length;
  if (parent === page.root) return domLimits.siblingsOfRoot;
  const fields = part.element && findFirstBelow(part.element, "input,select,textarea");
  return fields ? domLimits.siblingsWithFields : domLimits.siblings;
}

function moreText(parent, element, count, page) {
  const how = parent === page.root ? "query_dom" : `read_page ref=ref_${openchrome.refOf(parent)}`;
  return `… ${count} more <${tagOf(element)}> like these; ${how}`;
}

// Equal for siblings of the same kind; null for texts, which are never alike.
function likeness({ element }) {
  if (!element) return null;
  const tag = tagOf(element);
  if (ITEM_TAGS.has(tag)) return tag;
  const classes = (attr(element, "class") || "").replace(/[\d\s]+\S*/g, " ").slice(0, 40);
  let kind = `${tag} ${attr(element, "role") || ""} ${classes}`;
  let child = firstElementOf(element);
  for (let i = 0; child && i < 3; i++, child = nextElementOf(child)) kind += `>${tagOf(child)}`;
  return kind;
}

// What an interactive element is called: its label, the text in it.
function labelPart(element, tag) {
  const types = { input: HTMLInputElement, select: HTMLSelectElement, textarea: HTMLTextAreaElement };
  if (!Object.hasOwn(types, tag) || !(element instanceof types[tag])) return "";
  const labels = property(types[tag], "labels", element);
  if (!labels || labels.length === 0) return "";
  const text = oneLine(textContentOf(labels[0]).slice(0, 500));
  return text === "" ? "" : attributePart("label", text, 80);
}

function useText(element, page) {
  return shortened(oneLine(seenTextOf(element, { maxLength: 100, sight: page.sight }).text), 100);
}

// Elements that may have a closed shadow root: custom ones, and empty boxes that take space.
function noteDomHost(element, page) {
  if (page.hosts.length >= domLimits.hosts || !mayHost(element) || openchrome.isKnownHost(element)) return;
  if (shadowRootOf(element)) return;
  const isEmpty = !firstChildOf(element);
  if (!localNameOf(element).includes("-")) {
    if (!isEmpty) return;
    const { width, height } = rectOf(element);
    if (width === 0 || height === 0) return;
  }
  page.hosts.push(openchrome.refOf(element));
}
