// @use lib/phrase.js
// @use lib/telling_signs.js
// How well a text fits a name that is looked for, on a small ordered scale.
const GRADE = {
  same: 5, // letter by letter
  equal: 4, // but for case and punctuation
  joined: 3.8, // but for spaces: "login", "Log in"
  phrase: 3, // its words as a phrase inside of the text
  ordered: 2.5, // its words in this order, one or two others between them
  words: 2, // its words in any order
  parts: 1, // beginnings of its words
  typo: 0.5, // letters differ
};
// Words that a name and its caller may have more or fewer of.
const FILLERS = new Set("the a an of for in to on with and at from my your this".split(" "));

// Names that are signs only, spelled out.
const SIGNS = {
  "×": "close",
  "✕": "close",
  "✖": "close",
  "✗": "close",
  "⨯": "close",
  x: "close",
  "☰": "menu",
  "≡": "menu",
  "+": "add",
  "−": "remove",
  "←": "back",
  "‹": "previous",
  "«": "previous",
  "→": "next",
  "›": "next",
  "»": "next",
  "…": "more",
  "⋮": "more",
  "🔍": "search",
  "🗑": "delete",
  "✏": "edit",
};

// {grade, prefix}, or null. What differs only in signs or accents that make another name is no better than similar.
function gradeText(text, want, allowTypos = false) {
  const fit = gradeLetters(text, want, allowTypos);
  if (!fit || fit.grade <= GRADE.parts || fit.grade === GRADE.same) return fit;
  return signsAgree(text, want.raw) !== "no" && hasAccentsOf(text, want) ? fit : { ...fit, grade: GRADE.parts };
}

const accented = (text) => text.toLowerCase().normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
const hasAccents = (text) => /[\p{Script=Latin}\p{Script=Greek}]\p{M}/u.test(text.normalize("NFD"));

// People leave accents out, and pages do; two different ones are two names, and in quotes each counts.
function hasAccentsOf(text, want) {
  const matters = want.quoted ? hasAccents(text) || hasAccents(want.raw) : hasAccents(text) && hasAccents(want.raw);
  return !matters || accented(text).includes(accented(want.raw));
}

function gradeLetters(text, want, allowTypos) {
  const raw = text.trim().replace(/\s+/g, " ");
  if (raw === "" || want.raw === "") return null;
  if (raw === want.raw) return { grade: GRADE.same, prefix: false };
  const lower = raw.toLowerCase();
  if (lower === want.raw.toLowerCase()) return { grade: GRADE.equal, prefix: false };
  if (want.words.length === 0) return null;
  const plain = plainWords(raw) || SIGNS[lower] || SIGNS[lower.replace(/\ufe0f/g, "")] || "";
  if (plain === "") return null;
  const isCross = want.plain === "x" && SIGNS[lower] === "close";
  if (plain === want.plain || SIGNS[lower] === want.plain || isCross) return { grade: GRADE.equal, prefix: false };
  const joined = (words) => words.replace(/ /g, "");
  if (want.plain.length >= 4 && joined(plain) === joined(want.plain)) return { grade: GRADE.joined, prefix: false };
  if (phraseAt(plain, want.plain) >= 0) return { grade: GRADE.phrase, prefix: plain.startsWith(want.plain) };
  return gradeWords(plain, want, allowTypos);
}

function gradeWords(plain, want, allowTypos) {
  const have = plain.split(" ");
  const core = (words) => words.filter((word) => !FILLERS.has(word));
  const wanted = core(want.words).length > 1 ? core(want.words) : want.words;
  if (wanted.length > 1 && phraseAt(core(have).join(" "), core(wanted).join(" ")) >= 0 && core(wanted).length > 1) return { grade: GRADE.phrase, prefix: false };
  if (wanted.length > 1 && gapsBetween(have, wanted) <= 2) return { grade: GRADE.ordered, prefix: false };
  if (wanted.every((word) => have.includes(word))) return { grade: GRADE.words, prefix: false };
  const begins = (word) => have.includes(word) || (word.length >= 2 && have.some((one) => isVariant(one, word)));
  if (wanted.every(begins)) return { grade: GRADE.parts, prefix: false };
  if (!allowTypos) return null;
  const close = (word) => begins(word) || (word.length >= 3 && have.some((one) => isCloseWord(one, word)));
  if (wanted.every(close) || isCloseWhole(plain, want.plain)) return { grade: GRADE.typo, prefix: false };
  const found = wanted.filter(close);
  const share = found.join("").length / wanted.join("").length;
  return found.length > 0 ? { grade: GRADE.typo * share * (found.length / wanted.length >= 0.5 ? 0.9 : 0.5), prefix: false } : null;
}

// Words in front of a name that leave it what it is: "Your email", "View orders".
const WEAK_LEADS = new Set("the a an my your our his her their this that please to go see view show open read all enter type input select choose full i we".split(" "));
// And before what is ticked: "Subscribe to the newsletter".
const POSITIVE_LEADS = new Set("yes agree accept have read and with subscribe receive send get me us enable use allow include join want would like turn on sign up for by via email".split(" "));
// Words behind a name that make something else of it: "Save as", "Reply all", "Search and replace".
const JOINING_TAILS = new Set(["and", "or"]);
const TURNING_TAILS = new Set("nor but with without as later anyway instead again except only extension off out up down in on".split(" "));
// The same in other languages, anywhere behind the name: not, no, never, without, later, as, with, all, cancel. As plainWords has them.
const TURNING_ABROAD = new Set(
  `nicht nein nie niemals kein keine ohne spater als unter mit alle alles abbrechen verwerfen loschen ausser nur
   pas non jamais sans sous avec comme tard tout tous toute toutes annuler aucun sauf supprimer
   no nunca sin como con todo todos toda todas despues mas cancelar eliminar borrar salvo
   mai senza come nome dopo tutto tutti tutta tutte annulla elimina poi
   nao sem depois tudo excluir apagar
   niet nooit zonder later alles annuleren behalve verwijderen met
   nie nigdy bez jako pozniej wszystko wszystkie anuluj usun
   inte aldrig utan senare som allt alla avbryt ikke aldri uten senere alt avbryt uden annuller
   не нет никогда без как позже все всё отмена отменить отмены удалить кроме`.split(/\s+/).filter(Boolean).map((word) => plainWords(word)),
);
const TURNING_WORDS = /^(?:all|everything|every|each|both|none|not|never|dont|permanently|forever|(?:delet|remov|eras|cancel|discard|destroy|clear)\w*)$/;

// Whether a text that merely has the words of a name still means the same thing. `isTicked`: of a box that is ticked; `isJoined`: it
// may go on with more of its kind, as "Terms and conditions" does.
function meansTheSame(text, want, { isTicked, isJoined }) {
  const have = plainWords(text).split(" ").filter(Boolean);
  const wanted = want.words.filter((word) => !FILLERS.has(word));
  const from = have.indexOf(wanted[0] ?? want.words[0]);
  let to = from;
  for (const word of wanted.slice(1)) to = have.indexOf(word, to + 1);
  if (from < 0 || to < 0) return false;
  const isWeak = (word) => WEAK_LEADS.has(word) || (isTicked && POSITIVE_LEADS.has(word)) || /^\d+$/.test(word);
  const tail = have.slice(to + 1);
  if (!have.slice(0, from).every(isWeak) || TURNING_TAILS.has(tail[0])) return false;
  if (JOINING_TAILS.has(tail[0]) && !isJoined) return false;
  if (/\d$/.test(want.plain) && /^\d/.test(tail[0] ?? "")) return false;
  return !tail.some((word) => TURNING_WORDS.test(word) || TURNING_ABROAD.has(word));
}

// Where a phrase stands in a text, whole words only; -1 when it does not.
function phraseAt(text, phrase) {
  for (let at = text.indexOf(phrase); at >= 0 && phrase !== ""; at = text.indexOf(phrase, at + 1))
    if (beginsWord(text, at) && endsWord(text, at + phrase.length)) return at;
  return -1;
}

// Scripts without spaces have no word ends.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
function endsWord(text, end) {
  return end >= text.length || text[end] === " " || UNSPACED.test(text[end - 1]);
}

function beginsWord(text, at) {
  return at === 0 || text[at - 1] === " " || UNSPACED.test(text[at]);
}

// How many words stand between the wanted ones, which come in this order; Infinity when they do not.
function gapsBetween(have, wanted) {
  let best = Infinity;
  for (let start = have.indexOf(wanted[0]); start >= 0; start = have.indexOf(wanted[0], start + 1)) {
    let at = start;
    let gaps = 0;
    for (const word of wanted.slice(1)) {
      const next = have.indexOf(word, at + 1);
      if (next < 0) return best;
      gaps += next - at - 1;
      at = next;
    }
    best = Math.min(best, gaps);
  }
  return best;
}

// "subm" begins "submit", and "emails" is "email". A number is itself only.
function isVariant(word, wanted) {
  if (/\d/.test(wanted)) return false;
  if (word.startsWith(wanted)) return true;
  return wanted.length > 4 && wanted.startsWith(word) && wanted.length - word.length <= 2 && word.length > 2;
}

function isCloseWord(word, wanted) {
  const allowed = wanted.length <= 7 ? 1 : 2;
  if (/\d/.test(wanted)) return false;
  if (Math.abs(word.length - wanted.length) > allowed || word.length < 3) return false;
  return letterChanges(word, wanted, allowed) <= allowed;
}

// Two letters may differ, digits may not.
function isCloseWhole(one, other) {
  const [a, b] = [one.replace(/ /g, ""), other.replace(/ /g, "")];
  if (b.length < 4 || Math.abs(a.length - b.length) > 2 || a.length > 40 || /\d/.test(b)) return false;
  return letterChanges(a, b, 2) <= 2;
}

// Letters to change, insert, leave out or swap; gives up beyond `limit`.
function letterChanges(a, b, limit) {
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
function likeness(a, b) {
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
