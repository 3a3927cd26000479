// @use lib/dom.js
// @use lib/extract_values.js
// One walk over what is to be read: a flat list of records in document order, where the descendants of record
// i are the records i+1 … end-1. Everything else works on ranges of this list.
const exScanLimits = { records: 60000, own: 600, text: 20000, textNodes: 4000 };
const exSkippedTags = new Set(
  "script style template noscript iframe object embed svg math canvas head frame frameset applet".split(" "),
);
const exBlockTags = new Set(
  (
    "address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 " +
    "h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr " +
    "ul br select textarea"
  ).split(" "),
);
const exVoidTexts = new Set(["select", "textarea", "datalist", "input", "button"]);

function exScan(scope) {
  const records = [];
  const indexOf = new Map();
  const open = [{ nodes: [scope], next: 0, index: -1 }];
  let truncated = false;
  while (open.length > 0) {
    const frame = open[open.length - 1];
    if (frame.next >= frame.nodes.length) {
      if (frame.index >= 0) records[frame.index].end = records.length;
      open.pop();
      continue;
    }
    const node = frame.nodes[frame.next++];
    const type = nodeTypeOf(node);
    if (type === TEXT_NODE && frame.index >= 0) {
      const record = records[frame.index];
      if (record.own.length < exScanLimits.own)
        record.own += textOf(node).slice(0, exScanLimits.own).replace(/\s+/g, " ");
    }
    if (type !== ELEMENT_NODE) continue;
    const tag = tagOf(node);
    if (tag === "br" && frame.index >= 0) records[frame.index].own += "\n";
    if (exSkippedTags.has(tag) || tag === "br") continue;
    if (frame.index >= 0) exNoteLabel(records[frame.index], node);
    if (records.length >= exScanLimits.records) {
      truncated = true;
      continue;
    }
    const parent = frame.index;
    const index = records.length;
    records.push({
      element: node,
      tag,
      own: "",
      parent,
      end: index + 1,
      depth: open.length,
      zone: exZone(node, tag, records[parent]),
    });
    indexOf.set(node, index);
    open.push({ nodes: childNodesOf(node), next: 0, index });
  }
  for (const record of records) record.own = record.own.replace(/ *\n */g, "\n").trim();
  exMarkRepeated(records);
  return { records, indexOf, truncated };
}

// How many lists a record is inside of: values of one entry among many speak less for the page as a whole.
function exMarkRepeated(records) {
  const counts = new Map();
  const count = (key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const keysOf = (record, index) => {
    const key = `${record.parent} ${record.tag} ${(attr(record.element, "class") ?? "").slice(0, 200)}`;
    let inside = "";
    for (let i = index + 1, left = 8; i < record.end && left-- > 0; i = records[i].end)
      inside += ` ${records[i].tag}`;
    return [key, `${key} ${inside}`];
  };
  const isEntry = (record, index) => record.end - index >= 3 && record.tag !== "tr" && record.tag !== "dd";
  const keys = records.map((record, index) => (isEntry(record, index) ? keysOf(record, index) : null));
  for (const pair of keys) if (pair) pair.forEach(count);
  records.forEach((record, index) => {
    const above = record.parent >= 0 ? records[record.parent].lists : 0;
    const pair = keys[index];
    record.lists = above + (pair && (counts.get(pair[0]) > 2 || counts.get(pair[1]) > 1) ? 1 : 0);
  });
}

// "E-mail: <a>…</a> Phone: 123": a label may stand before each child.
function exNoteLabel(record, child) {
  const label = /([^:：\n]{1,60})[:：]\s*$/u.exec(record.own);
  if (!label) return;
  (record.labels ??= []).push({ label: label[1], child });
  record.own += "\n";
}

const exSideRoles = /^(navigation|banner|contentinfo|complementary|menu|menubar|toolbar|search)$/;
function exZone(element, tag, parent) {
  const above = parent ? parent.zone : 1;
  if (tag === "nav" || tag === "footer" || tag === "aside") return Math.min(above, 0.6);
  const role = attr(element, "role");
  if (role && exSideRoles.test(role)) return Math.min(above, 0.6);
  if ((tag === "main" || role === "main") && above === 1) return 1.06;
  return above;
}

// Seen by a person, as far as style tells.
const exCheckVisibility = methodOf(Element.prototype, "checkVisibility");
const exVisibilityOptions = { opacityProperty: true, visibilityProperty: true };
function exIsVisible(record) {
  record.visible ??= exCheckVisibility(record.element, exVisibilityOptions);
  return record.visible;
}

// The text of an element as a person reads it: blocks apart, hidden parts left out unless the element itself
// is hidden.
function exText(element, { struck = true, decimals = false } = {}) {
  const showsHidden = !exCheckVisibility(element, exVisibilityOptions);
  let out = "";
  let left = exScanLimits.textNodes;
  const stack = [element];
  while (stack.length > 0 && left-- > 0 && out.length < exScanLimits.text) {
    const node = stack.pop();
    if (typeof node === "string") {
      out += node;
      continue;
    }
    const type = nodeTypeOf(node);
    if (type === TEXT_NODE) out += textOf(node).slice(0, exScanLimits.text);
    if (type !== ELEMENT_NODE) continue;
    const tag = tagOf(node);
    if (exSkippedTags.has(tag)) continue;
    if (node !== element) {
      if (!struck && (tag === "del" || tag === "s" || tag === "strike")) continue;
      if (exVoidTexts.has(tag)) continue;
      if (!showsHidden && !exCheckVisibility(node, exVisibilityOptions)) continue;
    }
    // 12<sup>99</sup> is a way to write 12.99 in prices.
    if (
      decimals &&
      tag === "sup" &&
      /\d\s*$/.test(out) &&
      /^\s*\d\d\s*$/.test(textContentOf(node).slice(0, 20))
    ) {
      out = `${out.trimEnd()}.`;
    }
    if (exBlockTags.has(tag)) {
      out += " ";
      stack.push(" ");
    }
    const children = childNodesOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return exClean(out);
}

function exControlValue(element, tag) {
  if (tag === "textarea") return property(HTMLTextAreaElement, "value", element);
  if (tag === "select") {
    const chosen = property(HTMLSelectElement, "selectedOptions", element)[0];
    return chosen ? exClean(textContentOf(chosen)) : "";
  }
  const type = property(HTMLInputElement, "type", element);
  if (type === "password" || type === "hidden" || type === "submit" || type === "button" || type === "image")
    return "";
  if (type === "checkbox") return property(HTMLInputElement, "checked", element) ? "yes" : "no";
  if (type === "radio")
    return property(HTMLInputElement, "checked", element) ? property(HTMLInputElement, "value", element) : "";
  return property(HTMLInputElement, "value", element);
}

function exIsControl(tag) {
  return tag === "input" || tag === "select" || tag === "textarea";
}

// The address of a picture, also of one that has not been loaded yet.
function exImageAddress(element) {
  const lazy = attr(element, "data-src") ?? attr(element, "data-original") ?? attr(element, "data-lazy-src");
  const set = attr(element, "srcset") ?? attr(element, "data-srcset");
  const first = set ? set.trim().split(/\s+/)[0].replace(/,$/, "") : null;
  for (const address of [attr(element, "src"), lazy, first]) {
    const url = address ? exUrl(address) : null;
    if (url) return url;
  }
  return null;
}

// First record of the range with one of these tags, the range's own first included.
function exFirst(scan, start, end, tags) {
  for (let i = start; i < end; i++) if (tags.has(scan.records[i].tag)) return scan.records[i];
  return null;
}

const exImageTags = new Set(["img", "picture", "video"]);
const exLinkTags = new Set(["a", "area"]);
const exTimeTags = new Set(["time"]);
const exMachineTags = new Set(["data", "meter", "progress"]);

// What the element of a record says when a field is to be filled from it: texts and addresses, best first.
function exRawValues(scan, record, field) {
  const { element, tag } = record;
  const index = scan.indexOf.get(element);
  const inside = (tags) => exFirst(scan, index, record.end, tags);
  if (field.wantsImage && field.type === "string") {
    const image = inside(exImageTags);
    const address =
      image &&
      (image.tag === "video" ? exUrl(attr(image.element, "poster") ?? "") : exImageAddress(image.element));
    return address ? [address] : exBackground(element);
  }
  if (field.wantsUrl) {
    const link = inside(exLinkTags) ?? exLinkAround(scan, record);
    const address = link && exUrl(attr(link.element, "href") ?? "");
    if (address) return [address];
  }
  if (exIsControl(tag)) return [exControlValue(element, tag)];
  const values = [];
  if (
    field.format === "date" ||
    field.format === "date-time" ||
    field.core === "date" ||
    /date$/.test(field.core)
  ) {
    const time = inside(exTimeTags);
    const when = time && attr(time.element, "datetime");
    if (when) values.push(when);
  }
  if (field.format === "email" || field.core === "email" || field.core === "phone") {
    const link = inside(exLinkTags);
    const address = link && /^(?:mailto|tel):([^?]+)/i.exec(attr(link.element, "href") ?? "");
    if (address) values.push(exDecodedUri(address[1]));
  }
  const isNumber = field.type === "number" || field.type === "integer";
  if (isNumber) {
    const machine = inside(exMachineTags);
    const value = machine && attr(machine.element, "value");
    if (value) values.push(value);
  }
  const content = attr(element, "content");
  if (content) values.push(content);
  const text = exText(element, { struck: !isNumber || tag === "del" || tag === "s", decimals: isNumber });
  const title =
    attr(element, "title") ?? (record.end - index <= 3 ? exInnerTitle(scan, index, record.end) : null);
  if (title && /(\.\.\.|…)$/.test(text)) values.push(title);
  if (text) values.push(text);
  if (isNumber || text === "") values.push(attr(element, "aria-label"), title, attr(element, "alt"));
  if (isNumber && field.core === "rating") values.push(...exRatingClass(element));
  return values.filter((value) => value);
}

function exDecodedUri(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function exInnerTitle(scan, start, end) {
  for (let i = start + 1; i < end; i++) {
    const title = attr(scan.records[i].element, "title");
    if (title) return title;
  }
  return null;
}

function exLinkAround(scan, record) {
  for (let i = record.parent, steps = 0; i >= 0 && steps < 3; i = scan.records[i].parent, steps++) {
    if (scan.records[i].tag === "a") return scan.records[i];
  }
  return null;
}

function exBackground(element) {
  const match = /url\((['"]?)([^'")]+)\1\)/.exec(attr(element, "style") ?? "");
  const address = match && exUrl(match[2]);
  return address ? [address] : [];
}

// class="star-rating Three", class="stars-4"
function exRatingClass(element) {
  const classes = (attr(element, "class") ?? "").slice(0, 500);
  if (!/rating|stars?/i.test(classes)) return [];
  const word = /\b(one|two|three|four|five)\b/i.exec(classes);
  if (word) return [word[1].toLowerCase()];
  const digit = /(?:rating|stars?)[-_]?([0-5])(?:[-_]([05]))?(?![\d\w])/i.exec(classes);
  return digit ? [digit[2] ? `${digit[1]}.${digit[2]}` : digit[1]] : [];
}
