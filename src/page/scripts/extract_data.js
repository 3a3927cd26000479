// @use lib/target.js
// @use lib/extract_items.js
// Values for a JSON Schema out of a page: {data, sources, missing, candidates?, total?, skippedJsonLd?,
// truncated?}. A field without evidence is missing; nothing is made up.
function extractData({ schema, selector, multiple = false, maxItems = 200 } = {}) {
  const want = exWantOf(schema);
  if (want.problem) return { error: { code: "invalid_arguments", message: want.problem } };
  const scope = exScopeOf(selector);
  if (scope.error) return { error: scope.error };
  const many = multiple || want.kind === "items" || want.kind === "list";
  const reading = exReadingOf(scope, maxItems);
  const answer =
    want.kind === "list"
      ? exTopList(reading, want, scope)
      : many
        ? exTopItems(reading, want.kind === "items" ? want.item : want, scope)
        : exTopObject(reading, want, scope);
  return exReport(reading, want, answer);
}

// {elements, whole}: the places to read, or {error}.
function exScopeOf(selector) {
  const root = exDocumentElement(document);
  if (!root) return { error: { code: "element_not_found", message: "The document is empty." } };
  if (selector === undefined || selector === null || selector === "")
    return { elements: [root], whole: true };
  const { element, error } = targetOf({ selector });
  if (error) return { error };
  const elements = exEvery(selector, element);
  const body = bodyOf(document);
  return { elements, whole: elements.length === 1 && (element === root || element === body) };
}

const exDocumentElement = readerOf(Document.prototype, "documentElement");
const exFindInFragment = methodOf(DocumentFragment.prototype, "querySelectorAll");

// Every match of the root that the first one is in, outermost only.
function exEvery(selector, first) {
  const root = rootNodeOf(first);
  const all = root instanceof ShadowRoot ? exFindInFragment(root, selector) : exFindAll(document, selector);
  const outer = [];
  for (const element of all) {
    if (outer.length >= exGroupLimits.members) break;
    if (outer.length > 0 && containsNode(outer[outer.length - 1], element)) continue;
    outer.push(element);
  }
  return outer;
}

function exReadingOf({ elements, whole }, maxItems) {
  const root = exDocumentElement(document);
  const lang = attr(root, "lang") ?? "";
  const gathered = { entities: [], skipped: 0, ids: new Map() };
  for (const element of elements.slice(0, 200)) {
    const { entities, skipped, ids } = exEntitiesIn(element, whole);
    gathered.entities.push(...entities);
    gathered.skipped += skipped;
    for (const [id, node] of ids) gathered.ids.set(id, node);
  }
  return {
    entities: gathered.entities,
    ids: gathered.ids,
    skipped: gathered.skipped,
    meta: whole ? exMetaTags() : [],
    context: { commaDecimal: exDecimalComma(lang) },
    sources: new Map(),
    hitsOf: new Map(),
    maxItems: Math.min(Math.max(1, Math.trunc(Number(maxItems)) || 200), exGroupLimits.members),
    items: exFindItems,
    scan: null,
  };
}

function exScanned(reading, element) {
  reading.scan = exScan(element);
  reading.hitsOf = new Map();
  reading.truncated ||= reading.scan.truncated;
  return { start: 0, end: reading.scan.records.length };
}

function exTopObject(reading, want, { elements, whole }) {
  const range = { ...exScanned(reading, elements[0]), item: !whole && exIsOneOfMany(elements[0]) };
  const best = exBestEntity(reading, want);
  const { data } = exFillObject(reading, want, { entity: best?.entity, range, meta: whole });
  return { data, candidates: elements.length > 1 ? elements.length : best?.candidates };
}

// A card of a list, or a row: it is read as its siblings would be.
function exIsOneOfMany(element) {
  const alike = (other) =>
    other !== element && tagOf(other) === tagOf(element) && attr(other, "class") === attr(element, "class");
  const parent = parentNodeOf(element);
  return parent !== null && plainChildrenOf(parent).some((other) => isElement(other) && alike(other));
}

function exTopItems(reading, want, { elements, whole }) {
  if (elements.length > 1) return exGivenItems(reading, want, elements);
  const range = exScanned(reading, elements[0]);
  const found = exFindItems(reading, want, range, null, true);
  if (found && found.data.length > 0) return found;
  // A page of one thing, asked for a list: a list of one.
  const best = exBestEntity(reading, want);
  const one = exFillObject(reading, want, { entity: best?.entity, range, meta: false });
  if (one.found > 0 && one.found >= want.fields.length / 2) return { data: [one.data], total: 1 };
  if (whole || one.found === 0) {
    reading.sources.clear();
    return { data: [], total: 0 };
  }
  return { data: [one.data], total: 1 };
}

// The caller has named the items.
function exGivenItems(reading, want, elements) {
  const common = exCommonAncestor(elements);
  exScanned(reading, common);
  const { scan } = reading;
  const ranges = [];
  for (const element of elements) {
    const index = scan.indexOf.get(element);
    if (index !== undefined) ranges.push({ start: index, end: scan.records[index].end, item: true });
  }
  if (ranges.length === 0) return { data: [], total: 0 };
  const judged = exJudged(reading, want, ranges, null, 1);
  const data = [];
  let total = 0;
  for (const range of ranges) {
    const place = { range: { ...range, ranks: judged?.places[0].range.ranks } };
    const entity = reading.entities.find(
      (one) => one.element && one.element === scan.records[range.start].element,
    );
    const { data: object, found } = exFillObject(reading, want, { ...place, entity });
    if (found === 0) continue;
    total++;
    if (data.length < reading.maxItems) data.push(object);
  }
  return { data, total };
}

function exCommonAncestor(elements) {
  let common = elements[0];
  const last = elements[elements.length - 1];
  for (let steps = 0; steps < 5000 && !containsNode(common, last); steps++) {
    const parent = parentNodeOf(common);
    if (!parent || nodeTypeOf(parent) !== ELEMENT_NODE) break;
    common = parent;
  }
  return common;
}

// An array of plain values: of the elements that the selector names, or of the entries of the one that it
// names.
function exTopList(reading, want, { elements, whole }) {
  const field = { ...want.item, path: "[]" };
  const range = exScanned(reading, elements.length > 1 ? exCommonAncestor(elements) : elements[0]);
  const { scan } = reading;
  let records = elements.map((element) => scan.records[scan.indexOf.get(element)]).filter(Boolean);
  if (records.length === 1 && !whole) records = exPartsOf(scan, scan.indexOf.get(records[0].element), field);
  if (!whole && records.length > 0) {
    const raws = records.flatMap((record) => exRawValues(scan, record, field).slice(0, 1));
    const values = exConvertedList(reading, raws, field);
    if (values.length > 0) exNoteSource(reading, "[]", "elements of the selector");
    return { data: values.slice(0, reading.maxItems), total: values.length };
  }
  const named = { ...want, ...want.title };
  const data = exFillList(reading, named, { range, meta: whole }, exHitsOf(scan, [named])) ?? [];
  return { data: data.slice(0, reading.maxItems), total: data.length };
}

// The paths of all values that are wanted.
function exPaths(want) {
  if (want.kind === "object") return want.fields.flatMap(exPaths);
  if (want.kind === "items") return exPaths(want.item);
  return [want.path || "[]"];
}

function exReport(reading, want, { data, total, candidates }) {
  const sources = [];
  const missing = [];
  for (const path of exPaths(want)) {
    const counts = reading.sources.get(path);
    if (!counts) {
      missing.push(path);
      continue;
    }
    const [source] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one));
    sources.push([path, source]);
  }
  const answer = { data, sources: Object.fromEntries(sources), missing };
  if (candidates > 1) answer.candidates = candidates;
  if (total > data.length) answer.total = total;
  if (reading.skipped > 0) answer.skippedJsonLd = reading.skipped;
  if (reading.truncated) answer.truncated = true;
  return answer;
}
