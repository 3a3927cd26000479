// Words of names: how well a key of the page ("Sale price", `product-card__title`, offers.price) fits a field
// of the schema (`salePrice`). Answers are between 0 (no) and 1 (the same).
const exSynonyms = [
  "name title headline heading label caption",
  "price cost amount lowprice saleprice",
  "originalprice oldprice listprice regularprice wasprice msrp rrp previousprice strikeprice",
  "currency pricecurrency currencycode",
  "url link href permalink pageurl sourceurl",
  "website homepage officialsite officialwebsite site",
  "image img photo picture thumbnail thumb thumbnailurl avatar poster logo icon imageurl imagesrc imagelink " +
    "photourl src",
  "date published datepublished publishdate pubdate posted created datecreated uploaddate dateposted publishedat postedat " +
    "publishedtime publicationdate publisheddate posteddate",
  "modified updated datemodified lastmodified lastupdated updatedat modifiedat revised modifiedtime " +
    "updatedtime",
  "startdate start starts begins begin startsat when",
  "enddate end ends endsat",
  "description summary abstract excerpt teaser blurb synopsis desc about snippet overview subtitle",
  "author by byline writer creator authors postedby writtenby",
  "rating stars score ratingvalue starrating reviewrating averagerating",
  "reviewcount ratingcount reviews ratings numberofreviews reviewscount ratingscount",
  "availability stock instock available inventory availabilitystatus",
  "brand manufacturer maker vendor",
  "sku productid articlenumber itemnumber partnumber",
  "isbn isbn13 isbn10",
  "category section articlesection genre topic department",
  "tag keyword tags keywords hashtag",
  "email mail emailaddress",
  "phone telephone tel phonenumber mobile",
  "address streetaddress street",
  "city addresslocality locality town",
  "region addressregion state province",
  "zip postalcode postcode zipcode plz",
  "country addresscountry",
  "location place venue where",
  "company organization organisation employer hiringorganization companyname org",
  "publisher sitename source",
  "ingredient ingredients recipeingredient",
  "instruction instructions step steps recipeinstructions directions method",
  "preptime preparationtime",
  "servings yield recipeyield serves",
  "body content text articlebody articletext fulltext",
  "quantity qty",
  "salary basesalary pay compensation wage",
  "commentcount comments numcomments replies",
  "points upvotes votes votecount",
  "latitude lat",
  "longitude lng lon",
  "color colour",
  "language lang inlanguage",
  "id identifier",
  "position rank pos",
  "job jobtitle role",
].map((line) => line.split(" "));

// Words that say nothing of their own in front of another: productName is name.
const exGenericWords = new Set(
  (
    "product item article page event recipe person book listing entry post card main current full display " +
    "item's the this of a an our its your data og job story result movie film track video course property " +
    "object record node row cell single view detail details primary short long brief"
  ).split(" "),
);
// And behind another: price-value is price.
const exGenericTails = new Set(
  (
    "value text label info content wrapper wrap box container tag field inner outer block area element el " +
    "span line link col column cell group section data raw default item list html color colour lg md sm xs " +
    "large small bold heading header primary main string display current title name amount now"
  ).split(" "),
);
// Only these may take a qualifier that is not generic: "sale price" is a price, "brand name" is not the name.
const exQualifiable = new Set([
  "price",
  "date",
  "rating",
  "email",
  "phone",
  "salary",
  "tag",
  "image",
  "body",
]);
// And not these: they make another thing of it.
const exOtherThings = {
  price: new Set(
    (
      "old original was list regular shipping strike msrp rrp unit previous before delivery retail savings " +
      "discount saved crossed base per monthly deposit tax"
    ).split(" "),
  ),
  rating: new Set("best worst max min maximum minimum".split(" ")),
  date: new Set("end expiry expiration expires birth death modified updated valid due last".split(" ")),
};

const exCanonicalOf = new Map();
for (const group of exSynonyms) {
  for (const word of group) if (!exCanonicalOf.has(word)) exCanonicalOf.set(word, group[0]);
}

// "datePublished", "date_published", "Date published:" → ["date", "published"]
function exWords(text) {
  return String(text)
    .slice(0, 200)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function exSingular(word) {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(x|ch|sh|s)es$/.test(word)) return word.slice(0, -2);
  return /s$/.test(word) ? word.slice(0, -1) : word;
}

// One form per meaning, for one word or for several that are one notion together ("date published").
function exCanonical(words) {
  const joined = words.join("");
  const known = exCanonicalOf.get(joined) ?? exCanonicalOf.get(exSingular(joined));
  return known ?? words.map(exSingular).join(" ");
}

// What matching needs of a name, once.
function exKey(text) {
  const words = Array.isArray(text) ? text : exWords(text);
  return { words, joined: words.join(""), canonical: exCanonical(words) };
}

const exKeyCache = new Map();
function exKeyOf(text) {
  let key = exKeyCache.get(text);
  if (!key) {
    if (exKeyCache.size > 20000) exKeyCache.clear();
    key = exKey(text);
    exKeyCache.set(text, key);
  }
  return key;
}

// How well `key` (of the page) fits `field` (of the schema).
function exMatch(field, key) {
  if (field.words.length === 0 || key.words.length === 0) return 0;
  if (field.joined === key.joined) return 1;
  if (exSingular(field.joined) === exSingular(key.joined)) return 0.97;
  if (field.canonical === key.canonical) return 0.88;
  if (key.words.length > 8) return 0;
  return Math.max(exMatchLongerKey(field, key), exMatchLongerField(field, key));
}

// The key says more: "product name", "price-value", "sale price".
function exMatchLongerKey(field, key) {
  const count = key.words.length;
  for (let size = Math.min(count - 1, 4); size >= 1; size--) {
    for (let start = 0; start + size <= count; start++) {
      const part = exKeyOf(key.words.slice(start, start + size).join(" "));
      const same = part.joined === field.joined ? 1 : part.canonical === field.canonical ? 0.9 : 0;
      if (same === 0) continue;
      const before = key.words.slice(0, start);
      const after = key.words.slice(start + size);
      const score = same * exQualifierScore(field, before, after);
      if (score > 0) return score;
    }
  }
  return 0;
}

function exQualifierScore(field, before, after) {
  if (after.some((word) => !exGenericTails.has(word) && !/^\d+$/.test(word))) return 0;
  // `author-name` tells of the author, but `title-name` of a name would be odd either way.
  const tails = after.length === 0 ? 1 : 0.85;
  if (before.length === 0) return 0.95 * tails;
  if (before.every((word) => exGenericWords.has(word))) return 0.85 * tails;
  if (before.some((word) => exOtherThings[field.canonical]?.has(word))) return 0;
  if (exQualifiable.has(field.canonical)) return 0.6 * tails;
  return 0;
}

// The field says more: productName where the page has "name".
function exMatchLongerField(field, key) {
  const count = field.words.length;
  for (let start = 1; start < count; start++) {
    if (!exGenericWords.has(field.words[start - 1])) break;
    const rest = exKeyOf(field.words.slice(start).join(" "));
    if (rest.joined === key.joined) return 0.85;
    if (rest.canonical === key.canonical) return 0.75;
  }
  for (let end = count - 1; end >= 1; end--) {
    if (!/^(text|value|string|name|amount|number|href)$/.test(field.words[end])) break;
    const rest = exKeyOf(field.words.slice(0, end).join(" "));
    if (rest.joined === key.joined) return 0.8;
    if (rest.canonical === key.canonical) return 0.7;
  }
  return 0;
}

// A class name has words of layout before its own: "product-card__title", "ProductCard_title__x3Fd2".
const exLayoutWords = new Set(
  (
    "card tile teaser grid list listing product item result entry post article box panel module component " +
    "widget col row cell media block content js c u is o m a mb mt p text font color style css wp ui el " +
    "search feed story book quote job event recipe movie video news offer table page site main detail " +
    "details info body"
  ).split(" "),
);

function exMatchClass(field, token) {
  const plain = token
    .replace(/^(js|qa|test|e2e|sc|css)-/, "")
    .replace(/(__|--)[\dA-Za-z]{4,6}$/, (tail) => (/\d|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(tail) ? "" : tail));
  const key = exKeyOf(plain);
  const whole = exMatch(field, key);
  if (whole > 0) return whole;
  let from = 0;
  while (from < key.words.length - 1 && exLayoutWords.has(key.words[from])) from++;
  return from === 0 ? 0 : 0.9 * exMatch(field, exKeyOf(key.words.slice(from).join(" ")));
}

// A description may name what the field's own name hides.
function exMatchDescription(field, key) {
  if (!field.hints || key.words.length === 0 || key.words.length > 3) return 0;
  return field.hints.has(key.canonical) || field.hints.has(key.joined) ? 0.45 : 0;
}

const exStopWords = new Set(
  (
    "the a an of for in on at to and or with as is are be this that it its if any all each from by was were " +
    "has have item product page value text string number field e g example such which"
  ).split(" "),
);

function exHints(description) {
  const words = exWords(description).filter((word) => !exStopWords.has(word));
  if (words.length === 0) return null;
  const hints = new Set();
  for (const word of words.slice(0, 12)) hints.add(exCanonical([word])).add(word);
  return hints;
}
