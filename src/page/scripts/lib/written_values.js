// Dates and times as people write them → the one form that a field of that type takes. What can be read in two
// ways ("03/04/2026") is left as it is, and the field refuses it.
// @use lib/extract_dates.js
const WRITTEN_LONGEST = 60;

function writtenValue(type, text) {
  const plain = text.trim();
  if (plain.length > WRITTEN_LONGEST) return text;
  if (type === "date") return writtenDay(plain) ?? text;
  if (type === "time") return writtenTime(plain) ?? text;
  if (type === "month") return writtenMonth(plain) ?? text;
  if (type !== "datetime-local") return text;
  const day = exDay(plain);
  const date = writtenDay(plain);
  const time = day && writtenTime(day.rest.replace(/^[T\s,]+(at\s+)?/i, ""));
  return date && time ? `${date}T${time}` : text;
}

function writtenDay(text) {
  return exDate(text, "date")?.value ?? null;
}

// "2:30 pm", "9:05", "14.30", "2pm"
function writtenTime(text) {
  const match = /^(\d{1,2})(?:[:.](\d{2})(?::(\d{2}))?)?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(text.trim());
  if (!match || (match[2] === undefined && !match[4])) return null;
  let hour = Number(match[1]);
  if (match[4]) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/p/i.test(match[4]) ? 12 : 0);
  }
  if (hour > 23 || Number(match[2] ?? 0) > 59 || Number(match[3] ?? 0) > 59) return null;
  return `${exTwo(hour)}:${match[2] ?? "00"}${match[3] ? `:${match[3]}` : ""}`;
}

// "November 2026", "11/2026", "2026/11"
function writtenMonth(text) {
  const named = /^(\p{L}{3,10})\.?,?\s+(\d{4})$/u.exec(text);
  const month = named && exMonths.get(named[1].toLowerCase());
  if (month) return `${named[2]}-${exTwo(month)}`;
  const [, first, second] = /^(\d{1,4})[/.-](\d{1,4})$/.exec(text) ?? [];
  const [year, number] = first?.length === 4 ? [first, second] : [second, first];
  return year?.length === 4 && number >= 1 && number <= 12 ? `${year}-${exTwo(Number(number))}` : null;
}
