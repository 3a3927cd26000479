// @use lib/find_query.js
// How well a text fits the words that are looked for: {base, kind} with base from 0 to 100 and kind exact,
// prefix, words or fuzzy; or null.
const FIND_BASE = {
  exact: 100,
  prefix: 88,
  phrase: 80,
  words: 72,
  starts: 64,
  context: 62,
  most: 40,
  fuzzy: 44,
};

function findFit(text, reading, allowFuzzy) {
  const raw = text.trim().toLowerCase();
  if (raw === "") return null;
  if (reading.raw === raw) return { base: FIND_BASE.exact, kind: "exact", missing: [] };
  if (reading.words.length === 0) return null;
  const plain = findPlain(raw) || FIND_SIGNS[raw] || "";
  if (plain === "") return null;
  if (plain === reading.plain) return { base: FIND_BASE.exact - 1, kind: "exact", missing: [] };
  const surplus = Math.min(8, (8 * (plain.length - reading.plain.length)) / Math.max(1, plain.length));
  const at = plain.indexOf(reading.plain);
  if (at === 0 && findEndsWord(plain, reading.plain.length))
    return { base: FIND_BASE.prefix - surplus, kind: "prefix", missing: [] };
  if (at > 0 && findBeginsWord(plain, at) && findEndsWord(plain, at + reading.plain.length)) {
    return { base: FIND_BASE.phrase - surplus, kind: "words", missing: [] };
  }
  return findWordFit(plain, reading, surplus, allowFuzzy);
}

// Scripts without spaces have no word ends.
const FIND_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
function findEndsWord(text, end) {
  return end >= text.length || text[end] === " " || FIND_UNSPACED.test(text[end - 1]);
}

function findBeginsWord(text, at) {
  return at === 0 || text[at - 1] === " " || FIND_UNSPACED.test(text[at]);
}

function findWordFit(plain, reading, surplus, allowFuzzy) {
  const words = plain.split(" ");
  let whole = 0;
  let starts = 0;
  let close = 0;
  let length = 0;
  const missing = [];
  for (const wanted of reading.words) {
    if (words.includes(wanted)) whole++;
    else if (wanted.length >= 2 && words.some((word) => findStarts(word, wanted))) starts++;
    else if (allowFuzzy && wanted.length >= 3 && words.some((word) => findIsClose(word, wanted))) close++;
    else {
      missing.push(wanted);
      continue;
    }
    length += wanted.length;
  }
  const count = reading.words.length;
  if (whole === count) return { base: FIND_BASE.words - surplus, kind: "words", missing };
  if (whole + starts === count) return { base: FIND_BASE.starts - surplus, kind: "words", missing };
  if (missing.length === 0) return { base: FIND_BASE.fuzzy - surplus / 2, kind: "fuzzy", missing };
  const found = count - missing.length;
  if (found === 0) return allowFuzzy ? findWholeFit(plain, reading) : null;
  const share = length / reading.words.reduce((sum, word) => sum + word.length, 0);
  return { base: FIND_BASE.most * share * (found / count >= 0.5 ? 1 : 0.6), kind: "fuzzy", missing };
}

// "subm" begins "submit", and "emails" is "email".
function findStarts(word, wanted) {
  return (
    word.startsWith(wanted) ||
    (wanted.length > 4 && wanted.startsWith(word) && wanted.length - word.length <= 2 && word.length > 2)
  );
}

function findIsClose(word, wanted) {
  const allowed = wanted.length <= 7 ? 1 : 2;
  if (/\d/.test(wanted)) return false;
  if (Math.abs(word.length - wanted.length) > allowed || word.length < 3) return false;
  return findDistance(word, wanted, allowed) <= allowed;
}

// "signin" for "Sign in", "e mail" for "Email": the letters without spaces.
function findWholeFit(plain, reading) {
  const one = plain.replace(/ /g, "");
  const other = reading.plain.replace(/ /g, "");
  if (one === other) return { base: FIND_BASE.starts, kind: "words", missing: [] };
  return findIsNearWhole(one, other) ? { base: FIND_BASE.fuzzy - 4, kind: "fuzzy", missing: [] } : null;
}

// Two letters may differ, digits may not.
function findIsNearWhole(one, other) {
  if (other.length < 4 || Math.abs(one.length - other.length) > 2 || one.length > 40 || /\d/.test(other)) return false;
  return findDistance(one, other, 2) <= 2;
}

// Letters to change, insert, leave out or swap; gives up beyond `limit`.
function findDistance(a, b, limit) {
  let before = null;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (before && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length];
}

// How alike two texts are, by pairs of letters, from 0 to 1: for "did you mean".
function findLikeness(a, b) {
  const pairs = (text) => {
    const set = new Set();
    for (let i = 0; i + 1 < text.length && i < 100; i++) set.add(text.slice(i, i + 2));
    return set;
  };
  const [one, other] = [pairs(a), pairs(b)];
  if (one.size === 0 || other.size === 0) return 0;
  let same = 0;
  for (const pair of one) if (other.has(pair)) same++;
  return (2 * same) / (one.size + other.size);
}
