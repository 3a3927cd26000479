// @use lib/role_words.js
// A phrase in plain words → what it may mean, without looking at the page: a list of alternatives, the strongest first.
// {name, role, ordinal, containers, strength, unused}; a name is {raw, plain, words, quoted}; a container is {name, role,
// ordinal}. Strength 0: the whole phrase is a name; 1: its parts are said ("Cancel button in Order 73"); 2: with an
// ordinal; 3: a part that stands alone is taken for a container ("Ada Cruz Edit").
const ARTICLES = new Set(["the", "a", "an", "my", "your", "our", "their", "his", "her", "this", "that", "its"]);
const NAMING = new Set(
  "named called labelled labeled titled saying says with text reading containing marked label name that has having to for".split(" "),
);
const RELATIONS = new Set(
  "in inside on of for at under within from near by beside below with belonging next to containing".split(" "),
);
// "The row next to Ann" is not the row of Ann, and "the button under Delete" is not Delete.
const BESIDE = new Set("near beside below under next at in on inside within to".split(" "));
// What stands between a kind of record and its name: "the row of Ada", "comment by Bob".
const OWNING = new Set("of by from for belonging containing".split(" "));
const ORDINALS = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    .split(" ")
    .map((word, index) => [word, index]),
);
// What icons show, and what buttons with them are called.
const ICON_WORDS = new Map(
  Object.entries({ trash: "delete", bin: "delete", "trash can": "delete", pencil: "edit", gear: "settings", cog: "settings", cross: "close", plus: "add", magnifier: "search", "magnifying glass": "search", "three dots": "more", dots: "more", kebab: "more", hamburger: "menu" }).map(
    ([word, names]) => [word, names.split(" ")],
  ),
);
const PHRASE_LIMITS = { length: 500, words: 40, alternatives: 60 };
const QUOTE = "\u0001";

// Lower case, no accents, no punctuation: what names are compared by. Marks that make another letter stay: バ is not ハ.
function plainWords(text) {
  let plain = text.toLowerCase();
  if (/[^\x00-\x7f]/.test(plain))
    plain = plain
      .normalize("NFKD")
      .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, "$1")
      .normalize("NFKC");
  return plain
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function nameFor(text, quoted = false) {
  const plain = plainWords(text);
  return { raw: text.trim().replace(/\s+/g, " "), plain, words: plain.split(" ").filter(Boolean), quoted };
}

function parsePhrase(query) {
  const quotes = [];
  const rest = query
    .slice(0, PHRASE_LIMITS.length)
    .replace(
      /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|(?<=^|\s)'([^']+)'(?=$|[\s,.])|`([^`]+)`/g,
      (all, ...groups) => {
        quotes.push(groups.slice(0, 6).find((group) => group !== undefined));
        return ` ${QUOTE}${quotes.length - 1}${QUOTE} `;
      },
    );
  const words = rest
    .replace(/[?!]+$/, "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, PHRASE_LIMITS.words);
  const alternatives = [];
  const whole = query.trim();
  if (quotes.length === 0) addAlternative(alternatives, { name: nameFor(whole), strength: 0 });
  else if (words.length === 1) addAlternative(alternatives, { name: nameFor(quotes[0], true), strength: 0 });
  for (const { head, containers } of placements(words, quotes, 2)) {
    for (const target of targetsOf(head, quotes)) {
      const strength = target.ordinal === null ? 1 : 2;
      addAlternative(alternatives, { ...target, containers, strength: target.unused.length > 0 ? 3 : strength });
      // A button may carry the name of its record: "Cancel order 73".
      if (containers.length === 1 && target.name.raw && containers[0].name && !target.name.quoted && target.ordinal === null) {
        const joined = nameFor(`${target.name.raw} ${containers[0].name.raw}`);
        addAlternative(alternatives, { ...target, name: joined, containers: [], strength: 1 });
      }
    }
  }
  for (const target of targetsOf(words, quotes)) {
    if (target.unused.length > 0) continue;
    for (const implied of impliedContainers(target)) addAlternative(alternatives, { ...implied, strength: 3 });
  }
  for (const implied of leadingPlaces(withoutArticles(words), quotes)) addAlternative(alternatives, { ...implied, strength: 3 });
  return { whole, alternatives: alternatives.sort((a, b) => a.strength - b.strength) };
}

function addAlternative(alternatives, { name, role = null, ordinal = null, containers = [], strength, unused = [], nameless = false, synonym = false }) {
  if (alternatives.length >= PHRASE_LIMITS.alternatives) return;
  if (!role && name.raw === "") return;
  alternatives.push({ name, role, ordinal, containers, strength, unused, nameless, synonym });
}

// The phrase as a whole, and split where a word says where something is: [{head, containers}].
function placements(words, quotes, depth) {
  const found = [{ head: words, containers: [] }];
  // "Ann's Delete button"
  const owner = words.findIndex((word, index) => index + 1 < words.length && /['’]s$/.test(word));
  if (owner >= 0 && depth > 0) {
    const named = [...words.slice(0, owner), words[owner].replace(/['’]s$/, "")];
    for (const container of containersOf(named, quotes)) found.push({ head: words.slice(owner + 1), containers: [container] });
  }
  for (let at = 1; at + 1 < words.length + (depth > 0 ? 0 : 1) && depth > 0; at++) {
    if (!RELATIONS.has(words[at].toLowerCase())) continue;
    let from = at + 1;
    while (from < words.length && RELATIONS.has(words[from].toLowerCase())) from++;
    if (from >= words.length) break;
    for (const { head, containers } of placements(words.slice(from), quotes, depth - 1)) {
      for (const container of containersOf(head, quotes)) {
        // "the row of Ada Cruz" is one place, not a row in Ada Cruz.
        if (container.name === null && container.ordinal === null && containers.length > 0) continue;
        // "Edit below Ann" is not in the row of Ann; "below Billing" is, where Billing stands above.
        const isBelow = words.slice(at, from).some((word) => /^(below|under)$/i.test(word));
        const relation = container.relation ?? words[from - 1].toLowerCase();
        found.push({ head: words.slice(0, at), containers: [{ ...container, relation, ...(isBelow ? { above: true } : {}) }, ...containers] });
      }
    }
  }
  return found;
}

// "the row of Ada Cruz", "Ada Cruz row", "Order 73", "the dialog", "second row", "row 3".
function containersOf(words, quotes) {
  const list = withoutArticles(words);
  const found = [];
  const add = (name, role, ordinal = null, relation = undefined) => {
    if (!name?.raw && !role) return;
    found.push({ name: name?.raw ? name : null, role, ordinal, relation });
  };
  const lower = list.map((word) => word.toLowerCase());
  add(textOfWords(list, quotes), null);
  for (const { start, size, role } of edgeRoles(lower)) {
    const others = start === 0 ? list.slice(size) : list.slice(0, start);
    const rest = start === 0 && !BESIDE.has(others[0]?.toLowerCase()) ? withoutNaming(others, OWNING) : others;
    // "The row with To Paris": what leads over to the name may be the name of its column.
    const lead = others.slice(0, others.length - rest.length).findLast((word) => !ARTICLES.has(word.toLowerCase()));
    // "the heading Billing" heads what is meant.
    if (role.roles[0] === "heading" && rest.length > 0) found.push({ name: textOfWords(rest, quotes), role: null, ordinal: null, heading: true });
    if (!role.holds) continue;
    const { ordinal, words: named } = ordinalOf(rest.map((word) => word));
    if (ordinal !== null && named.length === 0) add(null, role, ordinal);
    else if (start === 0 && rest.length === 1 && /^#?\d+$/.test(rest[0])) {
      add(null, role, Number(rest[0].replace("#", "")) - 1);
      add(textOfWords(list, quotes), null);
    }
    // "for Team" is a name: any record may be called a team.
    const isAnyRecord = role.holds === "item" && role.roles.length === 0;
    if (rest.length > 0 || !isAnyRecord) add(textOfWords(rest, quotes), role, null, lead?.toLowerCase());
    // "Bob's comment"
    const end = rest[rest.length - 1] ?? "";
    if (/['’]s$/.test(end)) add(textOfWords([...rest.slice(0, -1), end.replace(/['’]s$/, "")], quotes), role);
  }
  // "Ada Cruz's row" is the row of Ada Cruz.
  const last = list[list.length - 1] ?? "";
  if (/['’]s$/.test(last)) add(textOfWords([...list.slice(0, -1), last.replace(/['’]s$/, "")], quotes), null);
  return found;
}

// What a phrase without places means: a role and a name in either order, a name alone, each with or without an ordinal.
function targetsOf(words, quotes) {
  const list = withoutArticles(words);
  const found = [];
  const counted = ordinalOf(list);
  // A first name and a last name are names.
  const isName = counted.words.length === 1 && /^names?$/i.test(counted.words[0]) && /^(first|last)$/i.test(list[0]);
  if (counted.ordinal !== null && counted.words.length > 0 && !isName)
    for (const target of plainTargetsOf(counted.words, quotes)) found.push({ ...target, ordinal: counted.ordinal });
  for (const target of plainTargetsOf(list, quotes)) found.push({ ...target, ordinal: null });
  // "the A button" means what is called A.
  const role = words[words.length - list.length - 1] === "A" ? roleWord(list.map((word) => word.toLowerCase())) : null;
  if (role) found.push({ ...namedTarget(["A"], quotes, role), ordinal: null });
  return found;
}

function plainTargetsOf(words, quotes) {
  const list = withoutArticles(words);
  const lower = list.map((word) => word.toLowerCase());
  const found = [];
  for (const { start, size, role } of edgeRoles(lower)) {
    const others = start === 0 ? withoutNaming(list.slice(size)) : list.slice(0, start);
    found.push(namedTarget(others, quotes, role));
    for (const name of role.hints ? (ICON_WORDS.get(others.join(" ").toLowerCase()) ?? []) : []) found.push({ ...namedTarget([name], quotes, role), synonym: true });
  }
  found.push(namedTarget(list, quotes, null));
  return found;
}

// What is in quotes is the name; words beside it that are no role are not used by anything.
function namedTarget(words, quotes, role) {
  const quoted = words.filter((word) => word.startsWith(QUOTE));
  if (quoted.length === 0) return { name: nameFor(words.join(" ")), role, unused: [] };
  const unused = words.filter(
    (word) => !word.startsWith(QUOTE) && !NAMING.has(word.toLowerCase()) && !ARTICLES.has(word.toLowerCase()),
  );
  return { name: textOfWords(quoted, quotes), role, unused: unused.map((word) => word.toLowerCase()) };
}

function textOfWords(words, quotes) {
  const text = words.map((word) => (word.startsWith(QUOTE) ? quotes[Number(word.slice(1, -1))] : word)).join(" ");
  return nameFor(text, words.length > 0 && words.every((word) => word.startsWith(QUOTE)));
}

function withoutArticles(words) {
  let from = 0;
  while (from < words.length && ARTICLES.has(words[from].toLowerCase()) && words.length > 1) from++;
  return words.slice(Math.min(from, words.length - 1));
}

// "button named Save", "link to Pricing", "row with Ada".
function withoutNaming(words, more = null) {
  let from = 0;
  const isNaming = (word) => NAMING.has(word) || more?.has(word);
  while (from + 1 < words.length && isNaming(words[from].toLowerCase())) from++;
  return withoutArticles(words.slice(from));
}

// The longest role words at the end and at the beginning.
function edgeRoles(lower) {
  const found = [];
  for (let size = Math.min(3, lower.length); size >= 1; size--) {
    const role = roleWord(lower.slice(lower.length - size));
    if (role) found.push({ start: lower.length - size, size, role });
  }
  for (let size = Math.min(3, lower.length - 1); size >= 1; size--) {
    const role = roleWord(lower.slice(0, size));
    if (role) found.push({ start: 0, size, role });
  }
  return found;
}

// {ordinal: 0-based or -1 for the last, or null; words: the others}
function ordinalOf(words) {
  const first = (words[0] ?? "").toLowerCase();
  const last = (words[words.length - 1] ?? "").toLowerCase();
  if (ORDINALS.has(first)) return { ordinal: ORDINALS.get(first), words: words.slice(1) };
  if (first === "last") return { ordinal: -1, words: words.slice(1) };
  const numbered = /^(\d{1,4})(st|nd|rd|th)$/.exec(first) ?? /^#(\d{1,4})$/.exec(words.length > 1 ? last : "");
  if (numbered && Number(numbered[1]) > 0) {
    const rest = numbered[0] === first ? words.slice(1) : words.slice(0, -1);
    return { ordinal: Number(numbered[1]) - 1, words: rest };
  }
  return { ordinal: null, words };
}

// Parts of a page of which there is one.
const PARTS_OF_PAGES = new Set(["dialog", "header", "footer", "navigation", "toolbar", "sidebar"]);

// "footer link Terms", "Terms footer link", "Settings dialog Save button": a place that is said by its kind, next to a control that
// is said by its own.
function leadingPlaces(words, quotes) {
  const found = [];
  for (let at = 1; at < words.length && words.length <= 10; at++) {
    for (const [front, back] of [[words.slice(0, at), words.slice(at)], ...partsInside(words, at)]) {
      const places = containersOf(front, quotes).filter(({ name, role }) => role && (name || PARTS_OF_PAGES.has(role.holds)));
      if (places.length === 0) continue;
      for (const target of plainTargetsOf(back, quotes))
        if (target.role && target.name.raw && target.unused.length === 0) for (const place of places) found.push({ ...target, containers: [place] });
    }
  }
  return found;
}

// "Terms footer link": the word in the middle.
function partsInside(words, at) {
  return at + 1 < words.length ? [[[words[at]], [...words.slice(0, at), ...words.slice(at + 1)]]] : [];
}

// "Ada Cruz Edit", "Edit Ada Cruz": one part may be the name and the other where it stands.
function impliedContainers({ name, role, ordinal }) {
  if (ordinal !== null || name.quoted) return [];
  const words = name.raw.split(" ").filter(Boolean);
  const found = [];
  const place = (part) => [{ name: nameFor(part.join(" ")), role: null, ordinal: null }];
  for (let at = 1; at < words.length && words.length <= 10; at++) {
    const [front, back] = [words.slice(0, at), words.slice(at)];
    found.push({ name: nameFor(back.join(" ")), role, ordinal: null, containers: place(front) });
    found.push({ name: nameFor(front.join(" ")), role, ordinal: null, containers: place(back) });
  }
  if (role && words.length > 0) found.push({ name: nameFor(""), role, ordinal: null, containers: place(words), nameless: true });
  return found.map((one) => ({ ...one, unused: [] }));
}
