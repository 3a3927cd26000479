// @use lib/dom.js
// @use lib/extract_words.js
// @use lib/extract_values.js
// What a page says of itself for machines: JSON-LD, microdata, RDFa Lite and meta tags. All entities have the
// form of JSON-LD objects ({"@type", name, offers: {…}}), so that one matching serves all.
const exEntityLimits = {
  scripts: 200,
  characters: 4000000,
  entities: 3000,
  depth: 8,
  leaves: 600,
  elements: 100000,
};

const exFindAll = methodOf(Document.prototype, "querySelectorAll");
const exFindWithin = methodOf(Element.prototype, "querySelectorAll");
const exDocumentUrl = readerOf(Document.prototype, "URL");

// {entities: [{node, types, source, element, nested}], skipped: number of JSON-LD scripts that do not parse}
function exEntitiesIn(scope, whole) {
  const state = { entities: [], skipped: 0, ids: new Map() };
  exJsonLd(scope, whole, state);
  exMarkup(scope, state, { scope: "itemscope", type: "itemtype", prop: "itemprop", source: "microdata" });
  exMarkup(scope, state, { scope: "typeof", type: "typeof", prop: "property", source: "rdfa" });
  return state;
}

function exFindIn(scope, whole, selector) {
  const found = whole ? exFindAll(document, selector) : exFindWithin(scope, selector);
  const own = !whole && matchesSelector(scope, selector) ? [scope] : [];
  return [...own, ...found];
}

function exJsonLd(scope, whole, state) {
  let characters = exEntityLimits.characters;
  for (const script of exFindIn(scope, whole, 'script[type="application/ld+json" i]').slice(
    0,
    exEntityLimits.scripts,
  )) {
    const text = textContentOf(script);
    characters -= text.length;
    if (characters < 0) {
      state.skipped++;
      continue;
    }
    const value = exParsed(text);
    if (value === undefined) state.skipped++;
    else exNote(value, state, "json-ld", script, 0, false);
  }
}

function exParsed(text) {
  const attempts = [
    (all) => all,
    (all) =>
      all
        .replace(/^\s*(<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, "")
        .replace(/(-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>|;)\s*$/, ""),
    // Bare line ends inside strings are the most frequent fault.
    (all) =>
      all
        .replace(/[\u0000-\u001f]+/g, " ")
        .replace(/,\s*([}\]])/g, "$1")
        .replace(/;\s*$/, ""),
  ];
  for (const attempt of attempts) {
    try {
      return JSON.parse(attempt(text));
    } catch {
      // The next attempt.
    }
  }
  return undefined;
}

// Collects every object of a JSON value, outer ones first.
function exNote(value, state, source, element, depth, nested) {
  if (!value || typeof value !== "object" || depth > exEntityLimits.depth) return;
  if (state.entities.length >= exEntityLimits.entities) return;
  if (Array.isArray(value)) {
    for (const one of value) exNote(one, state, source, element, depth + 1, nested);
    return;
  }
  const id = value["@id"];
  const keys = Object.keys(value);
  if (typeof id === "string" && keys.length > 1 && !state.ids.has(id)) state.ids.set(id, value);
  const types = exTypeNames(value);
  const isGraph = Object.hasOwn(value, "@graph") && types.length === 0;
  if (!isGraph && keys.some((key) => !key.startsWith("@")))
    state.entities.push({ node: value, types, source, element, nested });
  for (const key of keys) {
    if (value[key] && typeof value[key] === "object") {
      exNote(value[key], state, source, element, depth + 1, nested || !(isGraph && key === "@graph"));
    }
  }
}

function exTypeNames(node) {
  const types = Array.isArray(node["@type"]) ? node["@type"] : [node["@type"]];
  return types
    .filter((type) => typeof type === "string")
    .map((type) => type.replace(/^.*[/:#]/, ""))
    .slice(0, 10);
}

// Microdata and RDFa Lite: elements that open an item, elements that are properties of the item around them.
function exMarkup(scope, state, names) {
  const openers = [];
  if (hasAttr(scope, names.scope)) openers.push(scope);
  for (const element of exFindWithin(scope, `[${names.scope}]`)) {
    openers.push(element);
    if (openers.length >= 1000) break;
  }
  const nodes = new Map(openers.map((element) => [element, Object.create(null)]));
  let left = exEntityLimits.elements;
  const nested = new Set();
  for (const [element, node] of nodes) {
    const types = (attr(element, names.type) || "").trim().split(/\s+/).filter(Boolean);
    if (types.length > 0) node["@type"] = types.map((type) => type.replace(/^.*[/:#]/, ""));
    const seen = new Set([element]);
    const starts = names.scope === "itemscope" ? [element, ...idRefs(element, "itemref")] : [element];
    for (const start of starts) {
      const stack = start === element ? exElementsOf(start).reverse() : [start];
      while (stack.length > 0 && left-- > 0) {
        const child = stack.pop();
        if (seen.has(child)) continue;
        seen.add(child);
        const inner = nodes.get(child);
        const properties = attr(child, names.prop);
        if (properties) {
          if (inner) nested.add(child);
          exSetProperties(node, properties, inner ?? exMarkupValue(child));
        }
        if (!inner) stack.push(...exElementsOf(child).reverse());
      }
    }
  }
  for (const [element, node] of nodes) {
    if (Object.keys(node).some((key) => !key.startsWith("@"))) {
      state.entities.push({
        node,
        types: exTypeNames(node),
        source: names.source,
        element,
        nested: nested.has(element),
      });
    }
  }
}

function exElementsOf(element) {
  const children = [];
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) children.push(child);
  return children;
}

function exSetProperties(node, properties, value) {
  for (const full of properties.trim().split(/\s+/).slice(0, 10)) {
    const name = full.replace(/^.*[/:#]/, "");
    if (name === "") continue;
    if (node[name] === undefined) node[name] = value;
    else if (Array.isArray(node[name])) node[name].push(value);
    else node[name] = [node[name], value];
  }
}

const exValueAttributes = {
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  audio: "src",
  video: "src",
  source: "src",
  iframe: "src",
  embed: "src",
  object: "data",
  time: "datetime",
  data: "value",
  meter: "value",
  meta: "content",
};

function exMarkupValue(element) {
  const content = attr(element, "content");
  if (content !== null) return content;
  const tag = tagOf(element);
  const value = exValueAttributes[tag] && attr(element, exValueAttributes[tag]);
  if (value)
    return /^(href|src|data)$/.test(exValueAttributes[tag]) ? exAddressedText(element, value) : value;
  return exClean(textContentOf(element).slice(0, exTextLimit));
}

// A link is an address or a text, as the field wants it.
function exAddressedText(element, address) {
  const text = exClean(attr(element, "alt") ?? textContentOf(element).slice(0, 2000));
  const url = exUrl(address);
  if (!url) return text;
  return text === "" ? url : Object.assign(Object.create(null), { url, name: text });
}

// Parents that a field needs not name: `price` is offers.price.
const exTransparent = new Set(
  (
    "offers aggregaterating pricespecification address geo location mainentity mainentityofpage item " +
    "basesalary value joblocation nutrition contactpoint"
  ).split(" "),
);
const exOwnNames = new Set([
  "name",
  "url",
  "image",
  "description",
  "id",
  "type",
  "date",
  "text",
  "body",
  "website",
]);

// Every path of an entity with its value: [{path, value}], outer ones first; references by @id are followed.
function exLeaves(node, ids) {
  const leaves = [];
  const queue = [{ node, path: [] }];
  while (queue.length > 0 && leaves.length < exEntityLimits.leaves) {
    const { node: current, path } = queue.shift();
    for (const [rawKey, rawValue] of Object.entries(current)) {
      if (rawKey.startsWith("@") || rawValue === null || rawValue === undefined) continue;
      const key = rawKey.replace(/^.*[/:#]/, "");
      const value = exReferenced(rawValue, ids);
      const full = [...path, key];
      leaves.push({ path: full, value });
      if (full.length >= 4) continue;
      for (const one of (Array.isArray(value) ? value : [value]).slice(0, 20)) {
        if (one && typeof one === "object" && !Array.isArray(one)) queue.push({ node: one, path: full });
      }
    }
  }
  return leaves;
}

function exReferenced(value, ids) {
  const isReference = (one) =>
    one && typeof one === "object" && typeof one["@id"] === "string" && Object.keys(one).length <= 2;
  const resolve = (one) => (isReference(one) && !Array.isArray(one) ? (ids.get(one["@id"]) ?? one) : one);
  return Array.isArray(value) ? value.slice(0, 2000).map(resolve) : resolve(value);
}

function exMatchPath(field, path, types) {
  const known = (field.pathMatches ??= new Map());
  const name = `${types[0]} ${path.join(".")}`;
  let score = known.get(name);
  if (score === undefined) {
    score = exPathScore(field, path, types);
    if (known.size < 50000) known.set(name, score);
  }
  return score;
}

function exPathScore(field, path, types) {
  const last = path[path.length - 1];
  const own = exFieldMatch(field, last);
  if (path.length === 1) {
    if (own > 0) return own;
    if (
      field.core === "website" &&
      last === "url" &&
      types.some((type) => /Organization|Business|Person|Store/.test(type))
    ) {
      return 0.7;
    }
    const typed = types.some((type) => exMatch(field, exKeyOf(`${type} ${last}`)) >= 0.95);
    return typed ? 0.9 : 0;
  }
  const joined = exWords(path.join(" "));
  const full = exMatch(field, exKeyOf(joined.filter((word, i) => word !== joined[i - 1]).join(" ")));
  const parents = path.slice(0, -1).map((part) => part.toLowerCase());
  const open = parents.every((part) => exTransparent.has(part));
  const allowed =
    open && (!exOwnNames.has(field.core) || parents.every((part) => /^(item|mainentity)/.test(part)));
  return Math.max(full * 0.95, allowed ? own * 0.95 ** parents.length : 0);
}

// All that an entity says of a field, best first: [{raw, score, source}].
function exFromEntity(entity, field, ids) {
  entity.leaves ??= exLeaves(entity.node, ids);
  const found = [];
  for (const { path, value } of entity.leaves) {
    const score = exMatchPath(field, path, entity.types);
    if (score > 0.3) found.push({ raw: value, score, source: exEntitySource(entity, path) });
  }
  return found.sort((a, b) => b.score - a.score);
}

function exEntitySource(entity, path) {
  const type = entity.types[0] ? `${entity.types[0]}.` : "";
  return `${entity.source} ${type}${path.join(".")}`;
}

// [{key, words: label, value, source, weight}]: meta tags, <title>, canonical address.
function exMetaTags() {
  const tags = [];
  const labels = new Map();
  for (const meta of exFindAll(document, "meta[content]")) {
    if (tags.length >= 500) break;
    const key = attr(meta, "property") ?? attr(meta, "name") ?? attr(meta, "itemprop");
    const value = attr(meta, "content").slice(0, exTextLimit);
    if (!key || exClean(value) === "") continue;
    const twitter = /^twitter:(label|data)(\d)$/.exec(key);
    if (twitter) {
      const pair = labels.get(twitter[2]) ?? {};
      pair[twitter[1]] = value;
      labels.set(twitter[2], pair);
      continue;
    }
    const label = key.replace(
      /^(og|twitter|article|product|book|profile|music|video|dc|dcterms|citation|sailthru|parsely|fb)[:.]/i,
      "",
    );
    tags.push({
      label: label.replace(/:/g, " "),
      value,
      source: /[:.]/.test(key) ? key : `meta ${key}`,
      weight: 0.9,
    });
  }
  for (const { label, data } of labels.values()) {
    if (label && data) tags.push({ label, value: data, source: `twitter:data '${label}'`, weight: 0.85 });
  }
  const canonical = exFindAll(document, "link[rel~=canonical i][href]")[0];
  if (canonical)
    tags.push({ label: "url", value: attr(canonical, "href"), source: "link canonical", weight: 0.85 });
  const title = exFindAll(document, "head > title")[0];
  const text = title ? exClean(textContentOf(title).slice(0, 2000)) : "";
  if (text) tags.push({ label: "title", value: text, source: "title", weight: 0.45 });
  tags.push({ label: "url", value: exDocumentUrl(document), source: "page address", weight: 0.4 });
  return tags;
}
