// @use lib/extract_pairs.js
// @use lib/extract_schema.js
// What in the page may tell of a field: names that elements carry (classes, ids, itemprop, data-…), labels,
// and tags that speak for themselves (a heading, a link, a picture, a time, an amount of money). `exHitsOf`
// finds those that fit fields.
const exTestIds = new Set(
  "data-testid data-test-id data-test data-qa data-cy data-hook data-element data-field data-name".split(" "),
);
const exCellLabels = new Set("data-label data-title data-th data-header data-column".split(" "));
const exRatingText =
  /(^|\D)([0-5]([.,]\d+)?)\s*(\/|out of|von|sur)\s*(5|10)(?!\d)|^[★☆⭐✩]{3,10}$|rated\s+[0-5]/iu;
const exByline = /^(?:by|von|par|por|di)\s+(\p{Lu}[^\n|,•·]{1,58})$/u;

function exFeatures(scan) {
  if (scan.features) return scan.features;
  const features = exPairs(scan);
  const linkSeen = { headings: 0 };
  scan.records.forEach((record, index) => {
    const add = (id, label, weight, source, more) =>
      features.push({ index, id, label, weight, source, ...more });
    if (hasAttributes(record.element)) exNamedFeatures(record, add);
    exTagFeatures(scan, record, index, add, linkSeen);
  });
  features.sort((a, b) => a.index - b.index);
  scan.features = features;
  return features;
}

function exNamedFeatures(record, add) {
  const { element } = record;
  const asClass = { isClass: true, isName: true };
  const classes = attr(element, "class");
  if (classes) {
    for (const token of classes.slice(0, 600).trim().split(/\s+/, 12)) {
      if (token.length > 1 && token.length <= 60) add(`.${token}`, token, 0.88, `class '${token}'`, asClass);
    }
  }
  for (const name of attributeNamesOf(element).slice(0, 40)) {
    if (name === "class" || name === "style" || name === "href") continue;
    const value = attr(element, name);
    if (!value || value.length > 2000) continue;
    if (name === "id") {
      const plain = value.replace(/[-_]?\d+$/, "");
      if (plain.length > 1 && plain.length <= 60) add(`#${plain}`, plain, 0.86, `id '${plain}'`, asClass);
    } else if (name === "itemprop" || name === "property") {
      const kind = name === "itemprop" ? "microdata" : "rdfa";
      for (const one of value.split(/\s+/, 5)) {
        const plain = one.replace(/^.*[/:#]/, "");
        if (plain) add(`${kind} ${plain}`, plain, 0.98, `${kind} ${plain}`, { isName: true });
      }
    } else if (exTestIds.has(name))
      add(`${name} ${value}`, value.slice(0, 80), 0.88, `${name} '${value.slice(0, 80)}'`, asClass);
    else if (exCellLabels.has(name))
      add(`${name} ${value}`, value.slice(0, 80), 0.93, `label '${value.slice(0, 80)}'`, { isName: true });
    else if (name.startsWith("data-")) exDataFeature(name, value, add);
    else if (name === "aria-label" || name === "title") exSpokenFeature(record, name, value, add);
    else if (name === "rel" && /\bauthor\b/i.test(value))
      add("rel author", "author", 0.9, "rel author", { isName: true });
    else if (name === "rel" && /\btag\b/i.test(value))
      add("rel tag", "tag", 0.9, "rel tag", { isName: true });
  }
}

function exDataFeature(name, value, add) {
  if (value.length > 300 || /^[[{]/.test(value.trim()) || name.length > 60) return;
  const label = name.slice(5).replace(/^(product|item|listing)-/, "");
  if (label !== "") add(name, label, 0.8, name, { raw: value, isData: true });
}

// aria-label="Rating: 4.5" says both, aria-label="Price" names the text.
function exSpokenFeature(record, name, value, add) {
  const match = exLabelled.exec(exClean(value));
  if (match) {
    const label = exLabel(match[1]);
    if (label) add(`${name} ${label}`, label, 0.85, `${name} '${label}:'`, { raw: match[2], isData: true });
  } else if (
    name === "aria-label" &&
    record.tag !== "a" &&
    record.tag !== "button" &&
    value.length <= exPairLimits.label
  ) {
    const label = exLabel(value);
    if (label) add(`aria-label ${label}`, label, 0.85, `aria-label '${label}'`, { isName: true });
  }
}

const exHeadings = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

// `about` is what the tag speaks of (a canonical word); `itemOnly`: true of one item of a list, not of a
// whole page.
function exTagFeatures(scan, record, index, add, state) {
  const { element, tag, own } = record;
  const say = (id, about, weight, more) => add(`<${id}>`, null, weight, id, { about, ...more });
  if (exHeadings.has(tag)) {
    const isFirst = tag === "h1" && state.headings++ === 0;
    say(tag, "name", isFirst ? 0.82 : 0.7, { itemOnly: tag !== "h1" });
    const link = exFirst(scan, index, record.end, exLinkTags) ?? exLinkAround(scan, record);
    if (link) add("<heading link>", null, 0.85, "heading link", { about: "url", itemOnly: true });
  } else if (tag === "a" && hasAttr(element, "href")) {
    const href = attr(element, "href").slice(0, 2000);
    if (/^mailto:/i.test(href)) say("mailto link", "email", 0.9);
    else if (/^tel:/i.test(href)) say("tel link", "phone", 0.9);
    else if (exUrl(href)) {
      say("link", "url", 0.68, { itemOnly: true });
      const hasText = own !== "" || record.end > index + 1;
      if (hasText) say("link text", "name", 0.5, { itemOnly: true });
      const label = own.length <= 40 ? exLabel(own) : null;
      if (label) add(`link '${label}'`, label, 0.8, `link '${label}'`, { onlyUrl: true });
    }
  } else if (tag === "img") {
    if (exImageAddress(element)) say("img", "image", 0.75, { once: true });
    const alt = attr(element, "alt");
    if (alt && exClean(alt)) say("img alt", "name", 0.4, { itemOnly: true, raw: alt });
  } else if (tag === "time") say("time", "date", 0.8);
  else if (tag === "address") say("address", "address", 0.8);
  else if (tag === "blockquote" || tag === "q") say(tag, "quote", 0.8);
  else if (tag === "p" && own.length > 20) say("p", "description", 0.42, { itemOnly: true });
  else if (tag === "cite") say("cite", "author", 0.55);
  else if (tag === "figcaption" || tag === "caption" || tag === "summary")
    say(tag, "name", 0.45, { itemOnly: true });
  else if ((tag === "strong" || tag === "b") && own !== "")
    say("bold text", "name", 0.42, { itemOnly: true });
  else if (tag === "del" || tag === "s" || tag === "strike") say("struck price", "originalprice", 0.8);
  exTextFeatures(record, say);
}

function exTextFeatures(record, say) {
  const { own, tag } = record;
  if (own === "" || own.length > 120) return;
  const struck = tag === "del" || tag === "s" || tag === "strike";
  if (!struck && /\d/.test(own) && exHasMoney(own) && !/[:：]/.test(own)) {
    const money = own.length < 30 ? undefined : exMoneyIn(own);
    say("amount of money", "price", own.length < 30 ? 0.65 : 0.5, { raw: money });
    say("amount of money", "salary", 0.55, { itemOnly: true });
    say("currency sign", "currency", 0.6, { raw: exCurrencyIn(own) ?? "" });
  }
  if (exRatingText.test(own)) say("rating text", "rating", 0.65);
  const by = exByline.exec(own);
  if (by) say("byline", "author", 0.65, { raw: by[1] });
  if (
    /^(in stock|out of stock|sold out|available now|currently unavailable|auf lager|ausverkauft)\b/i.test(own)
  ) {
    say("stock text", "availability", 0.7);
  }
  if (
    /^((\d+|an?|one)\s+(second|minute|hour|day|week|month|year)s?\s+ago|today|yesterday|just now)$/i.test(own)
  ) {
    say("relative time", "date", 0.6, { itemOnly: true });
  }
  if (/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(own)) say("address text", "email", 0.7);
  if (/^\+?[\d\s()./-]{8,20}$/.test(own) && (own.match(/\d/g) || []).length >= 7)
    say("number text", "phone", 0.45);
}

// The features that fit some field: [{index, field, feature, score}] in document order.
function exHitsOf(scan, fields) {
  const hits = [];
  for (const feature of exFeatures(scan)) {
    for (const field of fields) {
      const score = exFit(feature, field);
      if (score >= 0.3) hits.push({ index: feature.index, field, feature, score });
    }
  }
  return hits;
}

function exFit(feature, field) {
  if (feature.onlyUrl && !field.wantsUrl) return 0;
  if (feature.about) return feature.about === field.core ? feature.weight * exCoreTrust(field) : 0;
  const match = feature.isClass
    ? exFieldMatchClass(field, feature.label)
    : exFieldMatch(field, feature.label);
  return match * feature.weight;
}

// A tag tells of a date; that it is the release date is a guess.
function exCoreTrust(field) {
  return field.core === field.canonical ? 1 : 0.9;
}

// The first hit of the range and on, by binary search.
function exHitsFrom(hits, start) {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hits[middle].index < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The best value of one hit: {value, quality} or null.
function exValueOf(scan, hit, context) {
  const { feature, field } = hit;
  const record = scan.records[hit.index];
  const raws = feature.raw !== undefined ? [feature.raw] : exRawValues(scan, record, field);
  let best = null;
  for (const raw of raws) {
    const converted = exConvert(raw, field, context);
    if (converted && (!best || converted.quality > best.quality)) best = converted;
  }
  return best;
}
