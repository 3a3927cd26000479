// @use lib/extract_features.js
// @use lib/extract_structured.js
// Fills one object of the schema from one place: an entity of structured data, the page's meta tags, and the
// features of a range of records, whichever has the best evidence per field. `reading` is what one call
// knows: {scan, entities, ids, meta, context, sources, maxItems, items: function that finds repeated
// structures}.
const exEnough = 0.3;
const exListLimit = 500;
// Entities that nearly every page has; they answer only when most of the schema fits them.
const exWeakTypes = new Set(
  (
    "WebSite WebPage CollectionPage Organization Corporation NewsMediaOrganization BreadcrumbList " +
    "ListItem SearchAction ImageObject SiteNavigationElement WPHeader WPFooter ItemList EntryPoint " +
    "Person Brand Offer AggregateRating Rating Review PostalAddress GeoCoordinates ContactPoint " +
    "MonetaryAmount PriceSpecification UnitPriceSpecification ReadAction SpeakableSpecification"
  ).split(" "),
);

function exNoteSource(reading, path, source) {
  const counts = reading.sources.get(path) ?? new Map();
  counts.set(source, (counts.get(source) ?? 0) + 1);
  reading.sources.set(path, counts);
}

// The best candidate of an entity: {value, score, source} or null.
function exEntityValue(reading, entity, field) {
  let best = null;
  for (const { raw, score, source } of exFromEntity(entity, field, reading.ids)) {
    if (best && score <= best.score) break;
    const converted = exConvert(raw, field, reading.context);
    const total = converted ? score * converted.quality : 0;
    if (total > (best ? best.score : exEnough)) best = { value: converted.value, score: total, source };
  }
  return best;
}

// How much of the object an entity can fill: {score, count}.
function exEntityFit(reading, entity, want) {
  let score = 0;
  let count = 0;
  for (const field of want.fields) {
    const one =
      field.kind === "value"
        ? (exEntityValue(reading, entity, field)?.score ?? 0)
        : exFromEntity(entity, field, reading.ids).length > 0
          ? 0.8
          : 0;
    score += one;
    if (one > 0) count++;
  }
  return { score, count };
}

function exIsNamedAs(entity, want) {
  const fits = (key) =>
    key.words.length > 0 && entity.types.some((type) => exMatch(key, exKeyOf(type)) >= 0.85);
  return fits(want.title) || fits(want);
}

// The entity that the schema most likely speaks of, or null; `candidates` counts those of its type.
function exBestEntity(reading, want) {
  let best = null;
  for (const entity of reading.entities.slice(0, 400)) {
    const { score, count } = exEntityFit(reading, entity, want);
    if (count === 0) continue;
    const named = exIsNamedAs(entity, want);
    const weak = entity.types.length === 0 || entity.types.every((type) => exWeakTypes.has(type));
    if (weak && !named && (count < 2 || count < want.fields.length / 2)) continue;
    const total = score * (named ? 1.3 : 1) * (entity.nested ? 0.85 : 1) * (weak ? 0.8 : 1);
    if (!best || total > best.total + 1e-9) best = { entity, total };
  }
  if (!best) return null;
  const alike = reading.entities.filter((one) => !one.nested && one.types[0] === best.entity.types[0]).length;
  return { entity: best.entity, candidates: alike };
}

// Everything the page has for a field of a range: candidates {value, score, source}, the best one; or null.
function exRangeValue(reading, field, range, hits) {
  const groups = new Map();
  for (const hit of hits) {
    if (hit.field !== field) continue;
    const group = groups.get(hit.feature.id) ?? [];
    if (group.length < 12) group.push(hit);
    groups.set(hit.feature.id, group);
  }
  let best = null;
  for (const [id, group] of groups) {
    if (!range.item && group[0].feature.itemOnly) continue;
    const several = range.item || group.length === 1 ? 1 : group.length > 4 ? 0.75 : 0.92;
    for (const hit of group) {
      const rank = range.ranks ? (range.ranks.get(field)?.get(id) ?? hit.score * 0.5) : hit.score;
      const record = reading.scan.records[hit.index];
      let score = rank * several * (range.item ? 1 : record.zone * exListFactor(record, hit.feature));
      if (best && score <= best.score) continue;
      const converted = exValueOf(reading.scan, hit, reading.context);
      if (!converted) continue;
      const hidden = !exIsVisible(record) && !hit.feature.isData;
      score *= (range.ranks ? 0.5 + converted.quality / 2 : converted.quality) * (hidden ? 0.55 : 1);
      if (score < exEnough * (range.item ? 0.6 : 1) || (best && score <= best.score)) continue;
      best = { value: converted.value, score, source: hit.feature.source + (hidden ? " (hidden)" : "") };
    }
  }
  return best;
}

// A label says what it says wherever it stands; a class or a tag inside a list speaks of an entry.
function exListFactor({ lists }, { isPair, about }) {
  if (isPair || lists === 0) return 1;
  return about ? 0.35 : Math.max(0.5, 0.75 ** lists);
}

function exMetaValue(reading, field) {
  let best = null;
  for (const tag of reading.meta) {
    const match = exFieldMatch(field, tag.label) * tag.weight;
    if (match < exEnough || (best && match <= best.score)) continue;
    if (tag.source === "page address" && field.core !== "url") continue;
    const converted = exConvert(tag.value, field, reading.context);
    const score = converted ? match * converted.quality : 0;
    if (score > (best ? best.score : exEnough)) best = { value: converted.value, score, source: tag.source };
  }
  return best;
}

// The hits of a range; an item's own class names the item, not a field.
function exHitsIn(reading, fields, range) {
  if (!range) return [];
  const { hitsOf } = reading;
  if (!hitsOf.has(fields)) hitsOf.set(fields, exHitsOf(reading.scan, exMatchable(fields)));
  const all = hitsOf.get(fields);
  const hits = [];
  for (let i = exHitsFrom(all, range.start); i < all.length && all[i].index < range.end; i++) {
    const { feature, index } = all[i];
    const leaf = range.start + 1 === range.end;
    const isOwnName =
      range.item &&
      index === range.start &&
      !leaf &&
      (feature.isName || (feature.isPair && feature.raw === undefined));
    if (!isOwnName) hits.push(all[i]);
  }
  return hits;
}

function exMatchable(fields) {
  return fields.filter((field) => field.kind !== "items");
}

// Fills the object: {data, found}. `place` is {entity?, range?, meta?}.
function exFillObject(reading, want, place) {
  const entries = [];
  let found = 0;
  const hits = exHitsIn(reading, want.fields, place.range);
  for (const field of want.fields) {
    const got = exFillField(reading, field, place, hits);
    if (got === undefined) continue;
    entries.push([field.name, got]);
    found++;
  }
  return { data: Object.fromEntries(entries), found };
}

function exFillField(reading, field, place, hits) {
  if (field.kind === "object") return exFillNested(reading, field, place, hits);
  if (field.kind === "list") return exFillList(reading, field, place, hits);
  if (field.kind === "items") return exFillItems(reading, field, place);
  const candidates = [
    place.entity &&
      exBoosted(exEntityValue(reading, place.entity, field), place.entity.source === "json-ld" ? 1.15 : 1.1),
    place.range && exRangeValue(reading, field, place.range, hits),
    place.meta && exMetaValue(reading, field),
  ].filter(Boolean);
  if (candidates.length === 0) return undefined;
  const best = candidates.reduce((one, other) => (other.score > one.score ? other : one));
  exNoteSource(reading, field.path, best.source);
  return best.value;
}

function exBoosted(candidate, factor) {
  return candidate && { ...candidate, score: candidate.score * factor };
}

function exInner(reading, entity, field) {
  for (const { raw, source } of exFromEntity(entity, field, reading.ids)) {
    const nodes = (Array.isArray(raw) ? raw : [raw]).filter(
      (one) => one && typeof one === "object" && !Array.isArray(one),
    );
    if (nodes.length > 0) return { nodes, source };
  }
  return null;
}

function exAsEntity(node, entity) {
  return { node, types: exTypeNames(node), source: entity.source, nested: true };
}

// An object inside: of the entity's own object, of an element named so, or of labels that say both ("Author
// name").
function exFillNested(reading, want, place, hits) {
  let inner = place.entity ? exInner(reading, place.entity, want) : null;
  const entity = inner ? exAsEntity(inner.nodes[0], place.entity) : place.entity;
  const region = place.range && !inner ? exNamedRegion(reading, want, place.range, hits) : null;
  const entries = [];
  const joined = want.fields.map((field) => exJoined(want, field));
  const joinedHits =
    place.range && !inner
      ? exHitsOf(reading.scan, exMatchable(joined)).filter(
          (hit) => hit.index >= place.range.start && hit.index < place.range.end && !hit.feature.about,
        )
      : [];
  want.fields.forEach((field, i) => {
    let got;
    if (inner) got = exFillField(reading, field, { entity }, []);
    if (got === undefined && region)
      got = exFillField(reading, field, { range: region }, exHitsIn(reading, want.fields, region));
    if (got === undefined && !inner && !region && exIsPlainParent(want) && !exOwnNames.has(field.core)) {
      got = exFillField(
        reading,
        field,
        place,
        place.range ? exHitsIn(reading, want.fields, place.range) : [],
      );
    }
    if (got === undefined) {
      got = exFillField(
        reading,
        joined[i],
        { entity: inner ? null : place.entity, range: inner ? null : place.range, meta: place.meta },
        joinedHits,
      );
    }
    if (got !== undefined) entries.push([field.name, got]);
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

// contact: {phone} is the page's phone; seller: {phone} need not be.
const exPlainParents = new Set(
  (
    "contact contacts details detail info information product item price pricing offer offers specs " +
    "specifications attributes metadata meta address location rating stats statistics dimensions properties " +
    "summary article page event data general overview"
  ).split(" "),
);
function exIsPlainParent(want) {
  return want.words.length > 0 && want.words.every((word) => exPlainParents.has(word));
}

// author: {name} is also what a label "Author name" tells, and rating: {value} what "Rating value" does.
function exJoined(want, field) {
  if (!field.joinedField) {
    const key = exKey([...want.words, ...field.words]);
    field.joinedField = {
      ...field,
      ...key,
      core: key.canonical,
      title: exKey(""),
      hints: null,
      matches: new Map(),
      classMatches: new Map(),
      pathMatches: new Map(),
    };
  }
  return field.joinedField;
}

function exNamedRegion(reading, want, range, hits) {
  let best = null;
  for (const hit of hits) {
    if (hit.field !== want || hit.feature.about || hit.feature.raw !== undefined) continue;
    const record = reading.scan.records[hit.index];
    if (record.end - hit.index < 2 || (range.item && hit.index === range.start)) continue;
    if (!best || hit.score > best.score)
      best = { score: hit.score, start: hit.index, end: record.end, item: true };
  }
  return best;
}

function exFillItems(reading, want, place) {
  const inner = place.entity ? exInner(reading, place.entity, want) : null;
  if (inner) {
    const objects = [];
    for (const node of inner.nodes.slice(0, reading.maxItems)) {
      const item = exFillObject(reading, want.item, { entity: exAsEntity(exListed(node), place.entity) });
      if (item.found > 0) objects.push(item.data);
    }
    if (objects.length > 0) return objects;
  }
  if (!place.range) return undefined;
  const found = reading.items(reading, want.item, place.range, want, !place.range.item);
  return found && found.data.length > 0 ? found.data : undefined;
}

// {"@type": "ListItem", position, item: {…}} stands for its item.
function exListed(node) {
  const { item } = node;
  const isListItem = exTypeNames(node).includes("ListItem");
  return isListItem && item && typeof item === "object" && !Array.isArray(item)
    ? { ...item, position: node.position }
    : node;
}

// A list of values: {values, source} of the best evidence.
function exFillList(reading, want, place, hits) {
  const field = {
    ...want.item,
    words: want.words,
    joined: want.joined,
    canonical: want.canonical,
    core: want.core,
    wantsUrl: want.wantsUrl || want.item.wantsUrl,
    wantsImage: want.wantsImage,
  };
  const found =
    (place.entity && exListFromEntity(reading, place.entity, want, field)) ||
    (place.meta && exListFromMeta(reading, want, field, 2)) ||
    (place.range && exListFromRange(reading, want, field, place.range, hits)) ||
    (place.meta && exListFromMeta(reading, want, field, 1));
  if (!found) return undefined;
  exNoteSource(reading, want.path, found.source);
  return found.values;
}

function exConvertedList(reading, raws, field) {
  const values = [];
  const seen = new Set();
  for (const raw of raws.slice(0, exListLimit)) {
    const converted = exConvert(raw, field, reading.context);
    const key = converted && JSON.stringify(converted.value);
    if (!converted || seen.has(key)) continue;
    seen.add(key);
    values.push(converted.value);
  }
  return values;
}

function exSplitList(text) {
  return exClean(text)
    .split(/\s*[,;|•·、，]\s*/u)
    .filter((part) => part !== "");
}

function exListFromEntity(reading, entity, want, field) {
  for (const { raw, source } of exFromEntity(entity, want, reading.ids)) {
    let raws = Array.isArray(raw) ? raw.flatMap((one) => exStepsOf(one)) : exStepsOf(raw);
    if (raws.length === 1 && typeof raws[0] === "string" && want.core === "tag") raws = exSplitList(raws[0]);
    const values = exConvertedList(reading, raws, field);
    if (values.length > 0) return { values, source };
  }
  return null;
}

// A section of instructions stands for its steps.
function exStepsOf(value) {
  const inner = value && typeof value === "object" && !Array.isArray(value) ? value.itemListElement : null;
  return Array.isArray(inner) ? inner.slice(0, exListLimit) : [value];
}

function exListFromMeta(reading, want, field, atLeast) {
  const tags = reading.meta.filter(
    (tag) => tag.source !== "page address" && exFieldMatch(want, tag.label) * tag.weight > 0.6,
  );
  const first = tags[0];
  if (!first) return null;
  let raws = tags.filter((tag) => tag.source === first.source).map((tag) => tag.value);
  if (raws.length === 1 && want.core === "tag") raws = exSplitList(raws[0]);
  const values = exConvertedList(reading, raws, field);
  return values.length >= atLeast ? { values, source: first.source } : null;
}

function exListFromRange(reading, want, field, range, hits) {
  const groups = new Map();
  for (const hit of hits) {
    if (
      hit.field !== want ||
      (hit.feature.about && hit.feature.about !== "image" && hit.feature.about !== "tag")
    )
      continue;
    const group = groups.get(hit.feature.id) ?? { score: 0, hits: [] };
    group.score = Math.max(group.score, hit.score * reading.scan.records[hit.index].zone);
    if (group.hits.length < exListLimit) group.hits.push(hit);
    groups.set(hit.feature.id, group);
  }
  const sorted = [...groups.values()].sort((a, b) => b.score - a.score);
  for (const group of sorted) {
    const values = exConvertedList(reading, exListRaws(reading, group.hits, field), field);
    if (values.length > 0) return { values, source: group.hits[0].feature.source };
  }
  return null;
}

function exListRaws(reading, hits, field) {
  const { scan } = reading;
  const texts = (record) => exRawValues(scan, record, field).slice(0, 1);
  const outer = hits.filter(
    (hit, i) =>
      !hits.some((other, j) => j < i && hit.index > other.index && hit.index < scan.records[other.index].end),
  );
  if (outer.length > 1)
    return outer.flatMap((hit) =>
      hit.feature.raw !== undefined ? [hit.feature.raw] : texts(scan.records[hit.index]),
    );
  const [{ feature, index }] = outer;
  const parts = feature.raw === undefined || feature.hasParts ? exPartsOf(scan, index, field) : [];
  if (feature.raw !== undefined && parts.length === 0) return exSplitList(feature.raw);
  return parts.length > 0 ? parts.flatMap(texts) : exSplitList(exText(scan.records[index].element));
}

// The entries of a container: list items, else what is wanted (pictures, links), else children of one kind.
function exPartsOf(scan, index, field) {
  const { records } = scan;
  const container = records[index];
  const inside = (holds) => {
    const found = [];
    for (let i = index + 1; i < container.end; i++) {
      if (!holds(records[i])) continue;
      found.push(records[i]);
      i = records[i].end - 1;
    }
    return found;
  };
  const items = inside(({ tag }) => tag === "li" || tag === "dd");
  if (items.length > 0) return items;
  if (field.wantsImage) return inside(({ tag }) => tag === "img");
  const links = inside(({ tag }) => tag === "a");
  if (links.length > 1 || (links.length === 1 && field.wantsUrl)) return links;
  const children = inside(() => true);
  return children.length > 1 && new Set(children.map(({ tag }) => tag)).size === 1 ? children : links;
}
