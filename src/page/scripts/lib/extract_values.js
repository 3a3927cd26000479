// @use lib/extract_dates.js
// Texts and JSON values of a page → values of a field's type. `exConvert` answers {value, quality} (1: it is
// one, less: it may pass for one) or null; it never makes up what is not there.
const exTextLimit = 20000;

function exClean(text) {
  return String(text)
    .replace(/[\u200b\u2060\ufeff\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

// JSON-LD carries HTML escapes now and then; they are decoded, never parsed as HTML.
const exEntities = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};
function exDecode(text) {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
    if (name) return exEntities[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : all;
  });
}

const exCurrency =
  "[$€£¥₹₩₽₺₫฿₴₪₱₦]|US\\$|C\\$|A\\$|R\\$|kr\\.?|zł|Kč|Ft|lei|CHF|USD|EUR|GBP|JPY|CNY|RMB|INR|AUD|CAD|" +
  "NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|SGD|HKD|KRW|TRY|RUB|元|円";
const exDigits = "\\d+(?:[.,'’\\u00a0\\u202f\\u2009 ]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?|[.,]\\d+";
const exMoney = new RegExp(
  `(?:(?:${exCurrency})\\s?[-−]?(?:${exDigits}))|(?:(?:${exDigits})(?:,[-–—]{1,2})?\\s?(?:${exCurrency})(?![\\p{L}]))`,
  "iu",
);

function exHasMoney(text) {
  return exMoney.test(text);
}

function exMoneyIn(text) {
  const match = exMoney.exec(text);
  return match ? match[0] : null;
}

// Whether this document writes 1.234,5 (and not 1,234.5).
function exDecimalComma(lang) {
  return /^(de|fr|es|it|pt|nl|da|sv|nb|nn|no|fi|pl|cs|sk|hu|ro|ru|uk|tr|el|bg|hr|sl|sr|id|vi)\b/i.test(
    lang || "",
  );
}

// One numeral with its separators → a number.
function exNumeral(text, { money = false, commaDecimal = false } = {}) {
  let digits = text.replace(/[\u00a0\u202f\u2009 '’]/g, "");
  const lastDot = digits.lastIndexOf(".");
  const lastComma = digits.lastIndexOf(",");
  if (lastDot >= 0 && lastComma >= 0) {
    digits = lastDot > lastComma ? digits.replace(/,/g, "") : digits.replace(/\./g, "").replace(",", ".");
  } else if (lastDot >= 0 || lastComma >= 0) {
    const mark = lastDot >= 0 ? "." : ",";
    const parts = digits.split(mark);
    const grouped = parts.length > 2 || (parts[1].length === 3 && parts[0] !== "" && !/^0/.test(parts[0]));
    const isDecimalMark = (mark === ",") === commaDecimal;
    const group = grouped && (parts.length > 2 || money || !isDecimalMark);
    digits = parts.join(group ? "" : ".");
  }
  const number = Number(digits);
  return Number.isFinite(number) ? number : null;
}

const exMultipliers = { k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9 };
const exNumberWords = "zero one two three four five six seven eight nine ten".split(" ");

// The number of a text, with how sure it is: 1 when there is nothing else than a unit or a currency.
function exNumber(raw, context) {
  const text = exClean(raw)
    .normalize("NFKC")
    .replace(/[\u0660-\u0669]/g, (c) => String(c.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (c) => String(c.charCodeAt(0) - 0x6f0));
  if (text === "" || text.length > 400) return null;
  if (
    /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text) &&
    !(context.commaDecimal && /^\d{1,3}\.\d{3}$/.test(text))
  ) {
    return { value: Number(text), quality: 1 };
  }
  const pattern = new RegExp(`(?<![\\p{L}\\d])([-−+]?)(?:${exCurrency})?\\s?([-−]?)(${exDigits})`, "giu");
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return exNumberInWords(text);
  const money = exHasMoney(text);
  const first = (money && found.find((match) => exMoney.test(exAround(text, match)))) || found[0];
  const rest = text.slice(first.index + first[0].length);
  if (/^[\p{L}]/u.test(rest) && !/^(k|mn?|bn?|million|billion|thousand|[a-z]{1,3}\b|[€£₽])/iu.test(rest))
    return null;
  let value = exNumeral(first[3], { money, commaDecimal: context.commaDecimal });
  if (value === null) return null;
  const scale = /^\s?(k|thousand|M|mn|million|B|bn|billion)(?![\p{L}])/u.exec(rest);
  const scaled = scale && (scale[1].length > 1 || /^[MBk]$/.test(scale[1]) || scale[1] === "K");
  if (scaled) value = Number((value * exMultipliers[scale[1].toLowerCase()]).toPrecision(12));
  if (/[-−]/.test(first[1] + first[2])) value = -value;
  // "4.5 out of 5" is one number, "12 of 40 at 3:15" is not.
  const others = found.length > 1 && !/^\s*(stars?\s+)?(\/|out of|von|sur|de)\s*\d/i.test(rest);
  const besides = text.length - first[0].length;
  return { value, quality: others ? 0.5 : besides > 40 ? 0.6 : besides > 5 ? 0.88 : 0.95 };
}

function exAround(text, match) {
  return text.slice(Math.max(0, match.index - 4), match.index + match[0].length + 5);
}

function exNumberInWords(text) {
  const stars = /^[\s★☆⭐✩✭]+$/u.test(text) ? (text.match(/[★⭐]/gu) || []).length : null;
  if (stars !== null) return { value: stars, quality: 0.8 };
  const at = exNumberWords.indexOf(text.toLowerCase());
  return at >= 0 ? { value: at, quality: 0.7 } : null;
}

const exNo = new RegExp(
  "^(no|false|off|0|none|n|nein|non|not?)$|\\b(out of stock|outofstock|unavailable|not available|sold ?out|" +
    "discontinued|ausverkauft|nicht verfügbar|agotado|épuisé|not in stock|no longer|disabled)\\b|^[✗✘✕❌]$",
  "i",
);
const exYes = new RegExp(
  "^(yes|true|on|1|y|ja|oui|sí|si)$|\\b(in stock|instock|available|auf lager|en stock|verfügbar|disponible|" +
    "limitedavailability|onlineonly|enabled|preorder)\\b|^[✓✔☑✅]$",
  "i",
);

function exBoolean(raw) {
  const text = exClean(raw).replace(/^https?:\/\/schema\.org\//, "");
  if (text.length > 120) return null;
  const spaced = exWords(text).join(" ");
  if (exNo.test(text) || exNo.test(spaced)) return { value: false, quality: 1 };
  if (exYes.test(text) || exYes.test(spaced)) return { value: true, quality: 1 };
  return null;
}

// An absolute address, or null for what leads nowhere.
function exUrl(raw) {
  const text = exClean(raw);
  if (text === "" || text.length > 8000 || /^(javascript|data|blob|about|mailto|tel):|^#/i.test(text))
    return null;
  try {
    return new URL(text, exBase()).href;
  } catch {
    return null;
  }
}

function exBase() {
  return Object.getOwnPropertyDescriptor(Node.prototype, "baseURI").get.call(document);
}

function exLooksLikeUrl(text) {
  return /^(https?:)?\/\/[^\s]+$|^\.{0,2}\/[^\s]*$|^www\.[^\s]+\.[a-z]{2,}|^[\w%~-]+(\/[^\s]*|\.[a-z][a-z\d]{1,4})$/i.test(
    text,
  );
}

function exEnum(raw, options) {
  const text = exClean(raw).replace(/^https?:\/\/schema\.org\//, "");
  const plain = exWords(text).join("");
  const exact = options.find((option) => option === text || option === raw);
  if (exact !== undefined) return { value: exact, quality: 1 };
  const same = options.find((option) => typeof option === "string" && exWords(option).join("") === plain);
  if (same !== undefined && plain !== "") return { value: same, quality: 0.95 };
  const number = options.find(
    (option) => typeof option === "number" && Number(text) === option && text !== "",
  );
  if (number !== undefined) return { value: number, quality: 1 };
  const spaced = ` ${exWords(text).join(" ")} `;
  const inside = options.filter(
    (option) =>
      typeof option === "string" && option !== "" && spaced.includes(` ${exWords(option).join(" ")} `),
  );
  return inside.length === 1 && text.length < 120 ? { value: inside[0], quality: 0.6 } : null;
}

// What a JSON value says when one text is wanted of it: an author's name, an image's address.
function exPlain(value, wantsUrl) {
  for (let depth = 0; depth < 4; depth++) {
    if (Array.isArray(value)) value = value[0];
    else if (value && typeof value === "object") {
      const isSaid =
        typeof value["@type"] === "string" && /Step$|Direction$|Comment$|Answer$/.test(value["@type"]);
      const keys = wantsUrl
        ? ["url", "contentUrl", "@id", "href", "src", "@value"]
        : isSaid
          ? ["text", "name"]
          : ["@value", "name", "text", "value"];
      const key = keys.find(
        (each) => Object.hasOwn(value, each) && value[each] !== null && value[each] !== "",
      );
      if (key === undefined && !wantsUrl && Object.hasOwn(value, "url")) return value.url;
      if (key === undefined) return undefined;
      value = value[key];
    } else break;
  }
  return value !== null && typeof value !== "object" ? value : undefined;
}

// `raw` is a text, or a JSON value; `field` has type, format, enum, canonical; `context` the document's
// habits.
function exConvert(raw, field, context) {
  const wantsUrl = field.wantsUrl;
  const value = typeof raw === "object" ? exPlain(raw, wantsUrl) : raw;
  if (value === undefined || value === null || value === "") return null;
  if (field.enum) return exEnum(typeof value === "string" ? value : String(value), field.enum);
  if (typeof value === "number" || typeof value === "boolean") return exConvertPrimitive(value, field);
  const text = exDecode(exClean(value)).slice(0, exTextLimit);
  if (text === "") return null;
  switch (field.type) {
    case "number":
    case "integer":
      return exConvertNumber(text, field, context);
    case "boolean":
      return exBoolean(text);
    default:
      return exConvertString(text, field, context);
  }
}

function exConvertPrimitive(value, field) {
  if (field.type === "number") return typeof value === "number" ? { value, quality: 1 } : null;
  if (field.type === "integer") return Number.isInteger(value) ? { value, quality: 1 } : null;
  if (field.type === "boolean") {
    if (typeof value === "boolean") return { value, quality: 1 };
    return value === 0 || value === 1 ? { value: value === 1, quality: 0.8 } : null;
  }
  return field.format ? null : { value: String(value), quality: 0.9 };
}

function exConvertNumber(text, field, context) {
  if (
    field.canonical === "price" &&
    /^(free|gratis|kostenlos|gratuit|for free|free of charge)[.!]?$/i.test(text)
  ) {
    return { value: 0, quality: 0.8 };
  }
  // A date is no quantity, though it is made of digits.
  if (/^\d{4}-\d{2}-\d{2}([T ]|$)/.test(text)) return null;
  if (field.core === "rating") return exRating(text, field, context);
  const number = exNumber(text, context);
  if (!number || (field.type === "integer" && !Number.isInteger(number.value))) return null;
  return number;
}

// "4.5 out of 5", "★★★★☆", "4,5": never the number of reviews beside it.
function exRating(text, field, context) {
  const scaled =
    /(?:^|[^\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:stars?\s+)?(?:\/|out of|of|von|sur|de)\s*(?:5|10|100)(?!\d)/i.exec(
      text,
    );
  const number = scaled
    ? { value: Number(scaled[1].replace(",", ".")), quality: 0.95 }
    : exNumber(text, context);
  if (!number || number.value > (/%/.test(text) ? 100 : 10) || number.value < 0) return null;
  return field.type === "integer" && !Number.isInteger(number.value) ? null : number;
}

const exCurrencyCodes = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₺": "TRY",
  "₫": "VND",
  "₴": "UAH",
  "₪": "ILS",
};

// The code where the sign leaves no doubt; a dollar may be anyone's.
function exCurrencyIn(text) {
  const money = exMoneyIn(text);
  if (!money) return null;
  const code = /[A-Z]{3}/.exec(money);
  if (code) return code[0];
  const sign = /[$€£¥₹₩₽₺₫฿₴₪₱₦]/u.exec(money);
  return sign ? (exCurrencyCodes[sign[0]] ?? sign[0]) : null;
}

function exConvertString(text, field, context) {
  switch (field.format) {
    case "date":
    case "date-time":
      return (
        exDate(text.slice(0, 300), field.format) ??
        (exLooksLikeDate(text) ? { value: text, quality: 0.4 } : null)
      );
    case "email": {
      const match = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[^\s@<>()"',;:.]+/.exec(
        text.slice(0, 1000).replace(/^mailto:/i, ""),
      );
      return match ? { value: match[0].split("?")[0], quality: 1 } : null;
    }
    case "uri":
    case "url":
    case "uri-reference":
    case "iri":
      return exConvertUrl(text);
  }
  if (field.wantsUrl && exLooksLikeUrl(text)) return exConvertUrl(text);
  const name = /^https?:\/\/schema\.org\/([A-Z]\w+)$/.exec(text);
  if (name) return { value: name[1], quality: 1 };
  if (/^\{\{.*\}\}$|^\$\{.*\}$|^(undefined|null|NaN|\[object Object\])$/.test(text)) return null;
  return { value: text, quality: field.wantsUrl ? 0.5 : 1 };
}

function exConvertUrl(text) {
  const url = !exLooksLikeUrl(text) ? null : exUrl(/^www\./i.test(text) ? `https://${text}` : text);
  return url ? { value: url, quality: 1 } : null;
}
