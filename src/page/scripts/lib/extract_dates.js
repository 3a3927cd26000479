// Dates as people write them → ISO 8601, only where there is no doubt which day is meant.
const exMonthNames = [
  "january jan januar jänner janvier enero ene gennaio gen janeiro januari",
  "february feb februar février fevrier févr fev febrero febbraio fevereiro februari",
  "march mar märz maerz mär mars marzo março marco maart mrt",
  "april apr avril avr abril abr aprile",
  "may mai mayo maggio mag maio mei",
  "june jun juni juin junio giugno giu junho",
  "july jul juli juillet juil julio luglio lug julho",
  "august aug août aout agosto ago augustus",
  "september sep sept septembre septiembre settembre set setembro",
  "october oct oktober okt octobre octubre ottobre ott outubro out",
  "november nov novembre noviembre novembro",
  "december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro",
];
const exMonths = new Map();
exMonthNames.forEach((line, index) => {
  for (const name of line.split(" ")) exMonths.set(name, index + 1);
});

function exIsDay(year, month, day) {
  if (!(year >= 1000 && year <= 9999 && month >= 1 && month <= 12 && day >= 1)) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const exTwo = (number) => String(number).padStart(2, "0");

// {value, quality} with YYYY-MM-DD, or with the time and the zone that the text gives and none that it does
// not.
function exDate(text, format) {
  const day = exDay(text);
  if (!day) return null;
  const { year, month, date, rest } = day;
  if (!exIsDay(year, month, date)) return null;
  const value = `${year}-${exTwo(month)}-${exTwo(date)}`;
  if (format === "date") return { value, quality: 1 };
  const time = exTime(rest);
  return time ? { value: `${value}T${time}`, quality: 1 } : { value, quality: 0.8 };
}

function exDay(text) {
  let match = /(?:^|[^\d])(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})日?(?!\d)(.*)$/su.exec(text);
  if (match) return exParts(match[1], match[2], match[3], match[4]);
  match = /^(\d{4})(\d{2})(\d{2})(?:T(.*))?$/s.exec(text);
  if (match) return exParts(match[1], match[2], match[3], match[4] || "");
  match =
    /(?:^|[^\d])(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s*(?:of|de|-)?\s*(\p{L}{3,10})\.?,?\s*(?:de|-|of)?\s*(\d{4})(?!\d)(.*)$/isu.exec(
      text,
    );
  if (match && exMonths.has(match[2].toLowerCase())) {
    return exParts(match[3], exMonths.get(match[2].toLowerCase()), match[1], match[4]);
  }
  match = /(?:^|[^\p{L}])(\p{L}{3,10})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)(.*)$/isu.exec(text);
  if (match && exMonths.has(match[1].toLowerCase())) {
    return exParts(match[3], exMonths.get(match[1].toLowerCase()), match[2], match[4]);
  }
  // 12.03.2024 is the twelfth of March wherever dots are used.
  match = /(?:^|[^\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)(.*)$/s.exec(text);
  if (match) return exParts(match[3], match[2], match[1], match[4]);
  return exSlashedDay(text);
}

// 13/04/2024 can be read in one way only, 03/04/2024 in two.
function exSlashedDay(text) {
  const match = /(?:^|[^\d/])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)(.*)$/s.exec(text);
  if (!match) return null;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first === second || first > 12) return exParts(match[4], second, first, match[5]);
  return second > 12 ? exParts(match[4], first, second, match[5]) : null;
}

// A date that is not clear enough to be converted, but one.
function exLooksLikeDate(text) {
  if (text.length > 60) return false;
  if (/\d{1,4}[/.-]\d{1,2}([/.-]\d{2,4})?/.test(text)) return true;
  return (
    /\d/.test(text) && (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => exMonths.has(word))
  );
}

function exParts(year, month, date, rest) {
  return { year: Number(year), month: Number(month), date: Number(date), rest };
}

function exTime(rest) {
  const match =
    /(?:^|[T\s,])(?:at\s+|um\s+|à\s+)?(\d{1,2})[:.](\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*([ap]\.?m\.?)?\s*(.*)$/is.exec(
      rest,
    );
  if (!match) return null;
  let hour = Number(match[1]);
  if (match[5]) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/^p/i.test(match[5]) ? 12 : 0);
  }
  if (hour > 23 || Number(match[2]) > 59 || Number(match[3] || 0) > 59) return null;
  const zone = /^\(?(Z|UTC|GMT)\b(?!\s*[+-]\d)|^(?:UTC|GMT)?\s?([+-])(\d{2}):?(\d{2})/i.exec(match[6]);
  const offset = !zone ? "" : zone[1] ? "Z" : `${zone[2]}${zone[3]}:${zone[4]}`;
  return `${exTwo(hour)}:${match[2]}:${match[3] || "00"}${match[4] || ""}${offset}`;
}
