// @use lib/extract_objects.js
// Many objects: finds what repeats in the page (entities of one type, rows of a table, cards, list items),
// takes the group that can fill most of the schema most of the time, and fills one object per member.
const exGroupLimits = { sample: 6, evaluated: 40, members: 10000, records: 600 };
const exNeverItems = new Set(
  "td th thead tbody tfoot colgroup col option dt dd head body html img source br hr i em b strong label input".split(
    " ",
  ),
);

// {data, total, candidates} or null.
function exFindItems(reading, want, range, hint, usesEntities) {
  const groups = [
    ...(usesEntities ? exEntityGroups(reading, want) : []),
    ...exElementGroups(reading, want, range, hint),
  ];
  if (groups.length === 0) return null;
  groups.sort((a, b) => b.score - a.score);
  const best = groups[0];
  const candidates =
    groups.filter((group) => group.score >= best.score * 0.6 && !exOverlaps(group, best)).length + 1;
  const data = [];
  let total = 0;
  const sourcesBefore = reading.sources;
  for (const place of best.places) {
    if (data.length >= reading.maxItems) reading.sources = new Map(); // counted, not reported
    const { data: object, found } = exFillObject(reading, want, place);
    if (found === 0) continue;
    total++;
    if (data.length < reading.maxItems) data.push(object);
    if (total >= exGroupLimits.members) break;
  }
  reading.sources = sourcesBefore;
  return { data, total, candidates };
}

// Groups that are parts or wholes of the best one are the same thing, not another.
function exOverlaps(group, best) {
  if (group === best) return true;
  const [one, other] = [group.places[0].range, best.places[best.places.length - 1].range];
  const [first, last] = [best.places[0].range, group.places[group.places.length - 1].range];
  if (!one || !first) return group.places.length === best.places.length;
  return one.start < other.end && first.start < last.end;
}

function exSample(list) {
  if (list.length <= exGroupLimits.sample) return list;
  const step = (list.length - 1) / (exGroupLimits.sample - 1);
  return Array.from({ length: exGroupLimits.sample }, (_, i) => list[Math.round(i * step)]);
}

// More members speak for a group, slowly.
function exCountFactor(count) {
  return 1 + 0.12 * Math.log2(Math.max(1, count));
}

function exIsEnough(want, perField) {
  const matched = perField.filter((score) => score > 0.2).length;
  if (want.fields.length === 1) return matched === 1;
  return matched >= 2 || perField.some((score) => score > 0.6);
}

function exEntityGroups(reading, want) {
  const byType = new Map();
  const listed = new Set();
  for (const entity of reading.entities) {
    if (listed.has(entity.node)) continue;
    if (entity.types.includes("ListItem") && entity.node.item) listed.add(entity.node.item);
    const one = exAsEntity(exListed(entity.node), entity);
    const type = one.types[0];
    if (!type) continue;
    const key = `${entity.source} ${type}`;
    const group = byType.get(key) ?? [];
    group.push(one);
    byType.set(key, group);
  }
  const groups = [];
  for (const entities of byType.values()) {
    const sample = exSample(entities);
    const perField = want.fields.map((field) => {
      const scores = sample.map((entity) =>
        field.kind === "value"
          ? (exEntityValue(reading, entity, field)?.score ?? 0)
          : exFromEntity(entity, field, reading.ids).length > 0
            ? 0.8
            : 0,
      );
      return scores.reduce((sum, score) => sum + score, 0) / scores.length;
    });
    if (!exIsEnough(want, perField)) continue;
    const named = exIsNamedAs(entities[0], want) ? 1.2 : 1;
    const score = perField.reduce((sum, one) => sum + one, 0) * exCountFactor(entities.length) * 1.15 * named;
    groups.push({ score, places: exUnique(entities).map((entity) => ({ entity })) });
  }
  return groups;
}

// The same entity is often told twice, as JSON-LD of the page and inside a list.
function exUnique(entities) {
  const seen = new Set();
  return entities.filter(({ node }) => {
    let text = "";
    try {
      text = JSON.stringify(node);
    } catch {
      return true; // cyclic, by itemref
    }
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function exElementGroups(reading, want, range, hint) {
  const hits = exHitsIn(reading, want.fields, range);
  if (hits.length === 0) return [];
  const candidates = exCandidateGroups(reading.scan, range, hits);
  const groups = [];
  for (const members of candidates) {
    const ranges = members.map((index) => ({
      start: index,
      end: reading.scan.records[index].end,
      item: true,
    }));
    const plain = exJudged(reading, want, ranges, hint, 1);
    if (plain) groups.push(plain);
    const extended = exExtended(reading.scan, members, ranges);
    const wider = extended && exJudged(reading, want, extended, hint, 0.93);
    if (wider) groups.push(wider);
  }
  return groups;
}

// Sets of records that may be the items: siblings of one tag, or elements of one class anywhere; only such
// that hold hits.
function exCandidateGroups(scan, range, hits) {
  const sets = new Map();
  const add = (key, index) => {
    const set = sets.get(key);
    if (!set) sets.set(key, [index]);
    else if (index >= scan.records[set[set.length - 1]].end && set.length < exGroupLimits.members)
      set.push(index);
  };
  const seen = new Set();
  for (const hit of hits) {
    for (let i = hit.index; i > range.start && !seen.has(i); i = scan.records[i].parent) seen.add(i);
  }
  const holding = [...seen].sort((a, b) => a - b);
  for (const index of holding) {
    const { tag, parent, element } = scan.records[index];
    if (exNeverItems.has(tag) || scan.headRows?.has(index)) continue;
    add(`${parent} ${tag}`, index);
    const classes = attr(element, "class");
    if (!classes) continue;
    for (const token of classes.slice(0, 600).trim().split(/\s+/, 8)) add(`.${tag}.${token}`, index);
  }
  const unique = new Map();
  for (const members of sets.values()) {
    if (members.length < 2) continue;
    const key = `${members.length} ${members[0]} ${members[members.length - 1]}`;
    if (!unique.has(key)) unique.set(key, members);
  }
  const scored = [...unique.values()].map((members) => ({ members, score: exPromise(scan, members, hits) }));
  scored.sort((a, b) => b.score - a.score || a.members[0] - b.members[0]);
  return scored.slice(0, exGroupLimits.evaluated).map(({ members }) => members);
}

// A cheap guess: how many fields the members have something for.
function exPromise(scan, members, hits) {
  let sum = 0;
  const sample = exSample(members);
  for (const index of sample) {
    const fields = new Map();
    for (let i = exHitsFrom(hits, index); i < hits.length && hits[i].index < scan.records[index].end; i++) {
      fields.set(hits[i].field, Math.max(fields.get(hits[i].field) ?? 0, hits[i].score));
      if (i - index > exGroupLimits.records) break;
    }
    for (const score of fields.values()) sum += score;
  }
  const size = scan.records[members[0]].end - members[0];
  return (sum / sample.length) * exCountFactor(members.length) - size * 1e-6;
}

// Items that go on in the siblings after them: <tr class="item"><tr class="details">, <h3>…<p>…
function exExtended(scan, members, ranges) {
  const parent = scan.records[members[0]].parent;
  if (parent < 0 || members.some((index) => scan.records[index].parent !== parent)) return null;
  const end = scan.records[parent].end;
  let grew = 0;
  const extended = ranges.map((range, i) => {
    const next =
      i + 1 < members.length
        ? members[i + 1]
        : Math.min(end, range.end + (grew > 0 ? (ranges[i - 1].gap ?? 200) : 200));
    range.gap = next - range.end;
    if (range.gap > 0) grew++;
    return { start: range.start, end: next, item: true };
  });
  return grew >= members.length / 2 && members.length > 1 ? extended : null;
}

// A group with its score and, per field, how good each kind of feature is over the members; null when it is
// not enough.
function exJudged(reading, want, ranges, hint, factor) {
  const sample = exSample(ranges);
  const ranks = new Map();
  const hitsOf = sample.map((range) => exHitsIn(reading, want.fields, range));
  const perField = want.fields.map((field) => {
    if (field.kind !== "value") return exShareWithHits(hitsOf, field) * 0.6;
    const ranked = exRanked(reading, field, hitsOf);
    ranks.set(field, ranked);
    return Math.max(0, ...ranked.values());
  });
  if (!exIsEnough(want, perField)) return null;
  const first = reading.scan.records[ranges[0].start];
  const named = exIsHinted(reading, ranges[0].start, hint, want) ? 1.25 : 1;
  const zone = first.zone < 1 ? 0.6 : 1;
  const size = ranges[0].end - ranges[0].start;
  const sum = perField.reduce((total, score) => total + score, 0);
  const score =
    sum * exCountFactor(ranges.length) * zone * named * factor * (exIsVisible(first) ? 1 : 0.7) - size * 1e-6;
  return { score, places: ranges.map((range) => ({ range: { ...range, ranks } })) };
}

function exShareWithHits(hitsOf, field) {
  return hitsOf.filter((hits) => hits.some((hit) => hit.field === field)).length / hitsOf.length;
}

// Feature → its worth for the field: mean of its evidence over the sample, less for what occurs several times
// in an item, and for names and addresses that are the same everywhere ("Add to cart").
function exRanked(reading, field, hitsOf) {
  const byFeature = new Map();
  hitsOf.forEach((hits, item) => {
    for (const hit of hits) {
      if (hit.field !== field) continue;
      const feature = byFeature.get(hit.feature.id) ?? { perItem: new Map(), count: 0, values: new Set() };
      byFeature.set(hit.feature.id, feature);
      feature.count++;
      const known = feature.perItem.get(item) ?? 0;
      if (known >= hit.score || feature.count > 200) continue;
      const converted = exValueOf(reading.scan, hit, reading.context);
      if (!converted) continue;
      feature.values.add(JSON.stringify(converted.value));
      feature.perItem.set(item, Math.max(known, hit.score * converted.quality));
    }
  });
  const ranked = new Map();
  for (const [id, { perItem, count, values }] of byFeature) {
    if (perItem.size === 0) continue;
    let sum = 0;
    for (const score of perItem.values()) sum += score;
    const several = count / perItem.size;
    const repeated = several > 3 ? 0.65 : several > 1.2 ? 0.85 : 1;
    const same = perItem.size >= 3 && values.size === 1 && /^(name|url|image)$/.test(field.core) ? 0.4 : 1;
    ranked.set(id, (sum / hitsOf.length) * repeated * same);
  }
  return ranked;
}

// Named as what is looked for: class="product-card" for `products`, a heading "Products" before the list.
function exIsHinted(reading, index, hint, want) {
  const keys = [want.title, hint, hint?.title].filter((key) => key && key.words && key.words.length > 0);
  if (keys.length === 0) return false;
  const { records } = reading.scan;
  for (let i = index, steps = 0; i >= 0 && steps < 3; i = records[i].parent, steps++) {
    const { element } = records[i];
    const names =
      `${attr(element, "class") ?? ""} ${attr(element, "id") ?? ""} ${attr(element, "aria-label") ?? ""}`.slice(
        0,
        400,
      );
    const words = new Set(exWords(names).map(exSingular));
    if (keys.some((key) => key.words.every((word) => words.has(exSingular(word))))) return true;
    const before = previousElementOf(element);
    if (before && steps > 0 && /^h[1-6]$|^caption$/.test(tagOf(before))) {
      const heading = new Set(exWords(textContentOf(before).slice(0, 200)).map(exSingular));
      if (keys.some((key) => key.words.every((word) => heading.has(exSingular(word))))) return true;
    }
  }
  return false;
}
