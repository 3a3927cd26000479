// @refs 2000
// @use lib/visible.js
// @use lib/bytes.js
// @use lib/states.js
// @use lib/find_candidates.js
// @use lib/find_containers.js
// @use lib/successor.js
// @use lib/find_places.js
// @use lib/find_twins.js
// @use lib/find_ordinals.js
// @use lib/find_alike.js
// @use lib/find_beside.js
// Which element a phrase means: the one place for that question. The phrase is parsed into alternatives (lib/phrase.js),
// every element is graded for each of them, and the grades say whether an action may rely on it:
//   sure 2: the name fits as a whole and everything else that was said holds; 1: the words are a part of the name, or the
//   role or place fits in a wider sense; 0: only good enough to be shown.
// Answers {matches: [{ref, role, name, x, y, box, exact, visible, inViewport, states, sure, rank, container}], total,
// nearest, cut, counted}. Two matches of the same rank fit equally well. `cut`: not everything could be looked at.
// With `anyKind` what cannot be operated may be meant as well: to point at it, to scroll to it.
// `counted`: how many an ordinal counted in this document.
function findElements({ query, limit = 10, roles = null, interactiveOnly = false, anyKind = false } = {}) {
  if (typeof query !== "string" || query.trim() === "") {
    return { error: { code: "invalid_arguments", message: "query must say in words what to find." } };
  }
  const phrase = parsePhrase(query);
  const max = Math.max(1, Math.trunc(Number(limit)) || 10);
  const reading = newReading();
  reading.styles = styleUse();
  reading.owners = allOwners();
  const { candidates, cut } = findCandidates(reading);
  const search = {
    reading,
    roles: Array.isArray(roles) && roles.length > 0 ? new Set(roles) : null,
    interactiveOnly,
    anyKind,
    modal: openModal(),
    places: new Map(),
    texts: null,
    controls: candidates.filter((one) => one.kind === "control"),
    cut,
    counted: 0,
  };
  search.candidates = candidates.filter((one) => isAllowed(search, one));
  const found = bestMatches(search, phrase);
  search.alike = sharedNames(found.slice(0, max + 20), reading);
  rememberFound(found.slice(0, max));
  return {
    matches: found.slice(0, max).map((match) => matchReport(match, search)),
    total: found.length,
    nearest: found.some(({ sure }) => sure > 0) ? [] : nearestTo(search, phrase),
    cut: search.cut,
    counted: search.counted,
  };
}

// Names that several matches have: the records around these tell them apart.
function sharedNames(matches, reading) {
  const seen = new Set();
  const shared = new Set();
  for (const match of matches) {
    const name = shownNameOf(match, reading);
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
}

function isAllowed(search, { role, kind, element }) {
  if (search.interactiveOnly && kind !== "control") return false;
  if (search.roles === null || search.roles.has(role)) return true;
  return search.roles.has("textbox") && isEditingHost(element);
}

function bestMatches(search, phrase) {
  const matches = new Map(); // element → its best match
  const take = (list) => {
    for (const match of list) {
      const known = matches.get(match.element);
      if (!known || match.rank > known.rank || (match.rank === known.rank && match.score > known.score))
        matches.set(match.element, match);
    }
  };
  for (const alternative of phrase.alternatives) take(matchesFor(search, alternative, search.candidates, false));
  const isSure = [...matches.values()].some(({ sure, visible }) => sure === 2 && visible);
  if (!isSure && !search.interactiveOnly) {
    const texts = textsFor(search, phrase);
    for (const alternative of phrase.alternatives)
      if (alternative.strength < 3) take(matchesFor(search, alternative, texts, false));
  }
  if (matches.size === 0) {
    const some = search.candidates.filter((one) => one.kind !== "text").slice(0, findLimits.fuzzy);
    for (const alternative of phrase.alternatives)
      if (alternative.strength < 3) take(matchesFor(search, alternative, some, true));
  }
  const list = withoutTwins(withoutGuesses([...matches.values()]));
  alikeIcons(list);
  alikeOrdinals(list);
  alikeKinds(list);
  // "Show password" is a button's name, and not what is called "password" at "Show".
  if (list.some(({ strength, sure }) => strength === 3 && sure > 0) && isNameOfControl(search, phrase))
    for (const match of list) if (match.strength === 3) Object.assign(match, { sure: 0, rank: 0 });
  return list.sort(
    (a, b) => Number(b.visible) - Number(a.visible) || b.rank - a.rank || b.score - a.score || a.order - b.order,
  );
}

function isNameOfControl(search, phrase) {
  const whole = plainWords(phrase.whole);
  return search.controls.some((one) => (findTexts(one, search.reading), plainWords(one.name) === whole) && isShown(one));
}

// Where something fits all that was said, what fits only if a word is taken for a place does not count.
function withoutGuesses(matches) {
  const isSaid = (match) => match.visible && match.sure === 2 && match.strength < 3;
  return matches.some(isSaid) ? matches.filter(({ strength }) => strength < 3) : matches;
}

function textsFor(search, phrase) {
  const needles = phrase.alternatives
    .map(({ name }) => name.words.filter((word) => !FILLERS.has(word)))
    .filter((words) => words.length > 0);
  const known = search.candidates.map(({ element }) => element);
  const signs = needles.length === 0 ? [[phrase.whole.toLowerCase()]] : needles;
  return findTextCandidates(signs, known, search.reading).filter((one) => isAllowed(search, one));
}

// The candidates that satisfy everything that one alternative says.
function matchesFor(search, alternative, candidates, allowTypos) {
  const finders = [];
  for (const container of [...alternative.containers].reverse()) finders.unshift(containerFinder(container, search, [...finders]));
  const holds = alternative.role?.holds ?? null;
  if (finders.some(({ cut }) => cut)) search.cut = true;
  const matches = [];
  for (const candidate of candidates) {
    if (alternative.strength === 3 && candidate.kind !== "control") continue;
    if (alternative.synonym && showsWords(candidate)) continue;
    const tier = roleTier(candidate, alternative.role);
    if (tier === null) continue;
    const named = nameFit(candidate, alternative, search, allowTypos);
    if (!named) continue;
    // A box that only listens looks like the button that it is called; a card looks like one by what it is.
    const looksLike = !holds || holdsAs(candidate.element, holds);
    const looksSo = candidate.role === "clickable" && alternative.name.raw !== "" && named.grade >= GRADE.joined && looksLike;
    const held = heldBy(candidate.element, finders);
    if (held === null || (alternative.nameless && alternative.strength === 3 && !isNamelessIn(candidate, held.place))) continue;
    matches.push(judged(search, candidate, alternative, { tier: looksSo ? 0 : tier, held, ...named }));
  }
  const near = finders.length > 0 ? withoutOuterBoxes(matches) : matches;
  return alternative.ordinal === null ? near : nthOf(search, near, alternative);
}

// "The trash icon" may be named Delete, but a control that shows the word "Delete" is not an icon.
function showsWords({ element, tag }) {
  return tag === "input" || /\p{L}{2}/u.test(`${seenTextOf(element)} ${drawnWords(element)}`);
}

// A box around it listens for the mouse, so that it may react.
function mayReact(candidate) {
  return (candidate.delegated ??= isDelegated(candidate.element) && headingIn(candidate.element, CONTROL_PARTS) === null);
}

// 0: it is what the role word means, 1: it is often called so; null: it is something else.
function roleTier(candidate, wanted) {
  const { role, element, tag } = candidate;
  if (!wanted) return 0;
  if (wanted.types.length > 0) {
    const type =
      tag === "input"
        ? property(HTMLInputElement, "type", element)
        : tag === "button"
          ? property(HTMLButtonElement, "type", element)
          : "";
    if (wanted.types.includes(type)) return 0;
    if (wanted.word === "submit button" || wanted.word.startsWith("file")) return null;
  }
  if (wanted.roles.includes(role)) return 0;
  if (wanted.soft.includes(role)) return 1;
  return wanted.soft.includes("clickable") && !wanted.holds && candidate.kind !== "control" && mayReact(candidate) ? 1 : null;
}

// {grade, source, prefix}: how well the element's own texts fit the name; without a name everything does.
function nameFit(candidate, { name, role, nameless }, search, allowTypos) {
  const texts = findTexts(candidate, search.reading);
  if (name.raw === "") {
    if (nameless && candidate.name !== "") return null;
    return { grade: GRADE.equal, source: 0, prefix: false };
  }
  let best = null;
  for (const entry of texts) {
    const fit = gradeText(entry.text, name, allowTypos);
    if (!fit || (entry.whole && fit.grade < GRADE.joined && fit.grade > GRADE.typo)) continue;
    const isHint = entry.source === 2 && entry.text === candidate.hint && role !== null && fit.grade >= GRADE.phrase;
    const most = entry.source <= 1 ? entry.most : isHint ? hintGrade(fit.grade) : entry.source === 2 ? GRADE.words : GRADE.parts;
    const grade = Math.min(fit.grade, most);
    const source = isHint ? 1 : entry.source;
    if (!best || grade > best.grade || (grade === best.grade && source < best.source))
      best = { grade, source, prefix: fit.prefix, hinted: isHint, text: entry.text, negated: isNegated(entry.text, name, candidate.role) };
  }
  return best;
}

// A field with a text of its own beside it has a name for people; and what a button says names no record.
function isNamelessIn({ element, role }, place) {
  if (place && ancestorOf(place, (one) => tagOf(one) === "button" || attr(one, "role") === "button")) return false;
  return !FIELD_ROLES.has(role) || labelsBeside(element, role).length === 0;
}

const NEGATIONS = /\b(?:dont|don't|do not|not|never|no|none|without|cannot|can't|stop|un\w+|dis\w+)\b/gi;

// What turns the meaning of a box that is ticked: "Mute sound", "Opt out of mail".
const OPPOSITES = /\b(?:mute|block|hide|opt(?:ing)?[ -]?out|silence|suppress|ignore|exclude|deny|reject|decline|refuse|revoke|remove|pause|skip|except|off|avoid|prevent|forbid)\b/gi;
const TOGGLED = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);

// "Don't save" is the opposite of "save".
function isNegated(text, { raw }, role) {
  const signs = TOGGLED.has(role) ? [NEGATIONS, OPPOSITES] : [NEGATIONS];
  const count = (words) => signs.flatMap((one) => words.replace(/’/g, "'").match(one) ?? []).length;
  return count(text.slice(0, 200)) > count(raw);
}

// The words of an id or a class say what a picture shows; some of them say other things.
function hintGrade(grade) {
  return grade >= GRADE.joined ? GRADE.phrase : GRADE.ordered;
}

// What of the containers holds it: {grade, box, label}; null when one does not.
function heldBy(element, finders) {
  const held = { grade: 0, box: null, place: null, label: "", nested: false };
  for (const finder of finders) {
    const found = finder.of(element);
    if (!found) return null;
    held.grade = held.box ? Math.min(held.grade, found.grade) : found.grade;
    held.box ??= found.element;
    held.place ??= found.place ?? null;
    held.label ||= found.label;
    held.nested ||= found.nested ?? false;
  }
  return held;
}

function judged(search, candidate, alternative, { tier, held, grade, source, prefix, text = "", hinted = false, negated = false }) {
  const visible = isShown(candidate);
  const inModal = !search.modal || isWithinBox(candidate.element, search.modal);
  const sure = sureness(candidate, alternative, { tier, held, grade, source, text, hinted, negated }, search.anyKind);
  const kind = candidate.kind === "control" ? 3 : candidate.kind === "thing" ? 1 : 0;
  // What is only often called so gives way to what the word means and has the words in its name; among such the better name counts.
  const counts = tier === 0 || grade < GRADE.phrase ? grade : GRADE.phrase - 0.1 + (grade - GRADE.phrase) * 0.03;
  const rank =
    sure * 1e6 + (5 - alternative.strength) * 1e5 + counts * 1e4 + held.grade * 1e3 + (tier === 0 ? 200 : 0) + kind * 20 + (inModal ? 10 : 0) + (source === 0 && FIELD_ROLES.has(candidate.role) ? 5 : 0) - (held.nested ? 400 : 0) - (alternative.synonym ? 6e4 : 0);
  const score = (prefix ? 5 : 0) - source;
  const icon = alternative.synonym ? "named" : hinted ? "hinted" : null;
  const bare = alternative.name.raw === "";
  const goesOn = plainWords(text.slice(0, 200)).split(" ").some((word) => word !== "" && !alternative.name.words.includes(word) && !/^\d+$/.test(word));
  return { ...candidate, icon, bare, goesOn, visible, sure, grade, source, prefix, held, tier, holds: alternative.role?.holds ?? null, strength: alternative.strength, rank, score };
}

function sureness(candidate, { role, name, unused, strength, nameless }, { tier, held, grade, source, text, hinted, negated }, anyKind) {
  if (unused.length > 0 || source > 1) return 0;
  if (held.box !== null && held.grade <= CONTAINED.textPart) return 0;
  const isNamed = name.raw !== "";
  const isWhole = grade >= GRADE.joined;
  const isPlaced = held.box === null || held.grade >= CONTAINED.labelPart;
  if (candidate.kind === "text") {
    const isMeant = role !== null && (role.word === "text" || role.word === "paragraph");
    return isNamed && isWhole && isPlaced && (isMeant || mayReact(candidate) || anyKind) ? 1 : 0;
  }
  // What cannot be operated is meant only by its role, unless a box around it listens for it.
  if (candidate.kind === "thing" && (role === null || tier > 0))
    return isNamed && isWhole && isPlaced && (anyKind || mayReact(candidate)) ? 1 : 0;
  // A part of the phrase that was only taken for a place needs the rest to be the name.
  if (strength === 3) return isWhole && isPlaced && (isNamed || nameless) && (tier === 0 || role.hints) ? 1 : 0;
  if (candidate.tag === "option" && !isWhole) return 0;
  if (isWhole && tier === 0 && isPlaced) return 2;
  if (isWhole && (tier === 1 || held.box !== null)) return isNamed || tier === 0 ? 1 : 0;
  // In quotes a name is whole; a part of one may say the opposite. A picture is not known by a part of a name.
  if (name.quoted || negated || (role?.hints && tier > 0 && !hinted)) return 0;
  const isTicked = TOGGLED.has(candidate.role) && candidate.role !== "radio";
  const isJoined = isTicked || candidate.role === "link";
  if (!hinted && (!mayBeCalledSo(role, tier) || !meansTheSame(text, name, { isTicked, isJoined }))) return 0;
  return grade >= GRADE.ordered && (candidate.own || (hinted && role.hints)) ? 1 : 0;
}

// Of boxes one inside the other the nearest counts, unless the outer one says it better: what is only in the outer one is in
// another record.
function withoutOuterBoxes(matches) {
  const outer = new Map(); // box → how well an inner one says it
  for (const { held, grade } of matches) {
    if (grade < GRADE.ordered || held.grade <= CONTAINED.textPart) continue;
    for (let box = parentOf(held.box), steps = 0; box && steps < CONTAINER_LIMITS.depth; box = parentOf(box), steps++)
      outer.set(box, Math.max(held.grade, outer.get(box) ?? 0));
  }
  return matches.filter(({ held }) => !(outer.get(held.box) >= held.grade));
}

// By a part of its name, what is only often called so is a button, a link or a list: "Close tab" is not the button "Close window".
function mayBeCalledSo(role, tier) {
  return tier === 0 || ["button", "link", "combobox"].some((one) => role.roles.includes(one));
}

function openModal() {
  const all = Document.prototype.querySelectorAll.call(document, "dialog:modal, [aria-modal=true]");
  const open = Array.from(all).filter((one) => checkVisibility(one, PLAINLY_VISIBLE));
  return open.length > 0 ? open[open.length - 1] : null;
}

function exactWord({ grade, source, prefix, held }) {
  // A record that is only mentioned there is not the one that was said.
  if (held.box !== null && held.grade <= CONTAINED.textPart) return "words";
  if (grade >= GRADE.joined && source <= 1) return "exact";
  if (grade < GRADE.parts) return "fuzzy";
  return prefix && grade === GRADE.phrase && source <= 1 ? "prefix" : "words";
}

function matchReport(match, search) {
  const { reading } = search;
  const { element, role } = match;
  const place = placeOfMatch(match);
  const box = {
    x: Math.round(place.left),
    y: Math.round(place.top),
    width: Math.round(place.width),
    height: Math.round(place.height),
  };
  return {
    ref: openchrome.refOf(element),
    role,
    name: shortened(shownNameOf(match, reading), 300),
    x: Math.round(place.left + place.width / 2),
    y: Math.round(place.top + place.height / 2),
    box,
    exact: exactWord(match),
    visible: match.visible,
    inViewport: isInViewport(place),
    states: statesOf(element, role, reading),
    sure: match.sure,
    rank: Math.round(match.rank),
    container: match.held.label || (search.alike.has(shownNameOf(match, reading)) ? recordLabel(match) : ""),
    decided: match.held.box !== null,
    byCount: match.byCount ?? false,
  };
}

// What tells it apart from others of the same name: the heading or first text of the record that it stands in.
function recordLabel({ element, name }) {
  for (let box = parentOf(element), steps = 0; box && steps < 12; box = parentOf(box), steps++) {
    const tag = tagOf(box);
    if (tag === "body" || tag === "html" || tag === "main") return "";
    const isRecord = ["row", "item", "dialog", "section"].some((holds) => holdsAs(box, holds));
    if (!isRecord) continue;
    const label = (hasAuthorName(box) ? nameOf(box, newReading()) : "") || findLabelInside(box);
    if (label && label !== name) return shortened(label, 60);
  }
  return "";
}

function shownNameOf(match, reading) {
  const { name, element, tag, hint } = match;
  if (name) return squeezed(name);
  if (findIsContainer(match) || tag === "select") return "";
  const text = findSpacedText(element, 500, reading);
  return text || squeezed(attr(element, "placeholder") ?? attr(element, "title") ?? "") || hint || "";
}

// Up to five that resemble the phrase, for "did you mean"; else the first visible ones of the wanted role.
function nearestTo(search, phrase) {
  const role = phrase.alternatives.find((one) => one.role)?.role ?? null;
  const isOfRole = (candidate) => role !== null && [...role.roles, ...role.soft].includes(candidate.role);
  const named = phrase.alternatives.find((one) => one.role && one.name.plain) ?? phrase.alternatives[0];
  const scored = [];
  const beside = controlsBeside(search, phrase);
  const usable = search.candidates.filter((one) => one.kind === "control" || one.role === "heading");
  const pool = usable.filter((one, index) => index < findLimits.fuzzy || beside.has(one.element));
  for (const candidate of pool) {
    findTexts(candidate, search.reading);
    const name = plainWords(shownNameOf(candidate, search.reading).slice(0, 80));
    // "the letter A" may mean what is called "A".
    const isOneWord = name !== "" && (named?.name.words.includes(name) ?? false);
    const said = (isOneWord ? 0.5 : likeness(named?.name.plain ?? "", name)) + (beside.get(candidate.element) ?? 0);
    const alike = said + (isOfRole(candidate) ? 0.2 : 0);
    if (alike < 0.15) continue;
    scored.push({ candidate, alike: isShown(candidate) ? alike : alike / 2 });
  }
  scored.sort((a, b) => b.alike - a.alike || a.candidate.order - b.candidate.order);
  return scored.slice(0, 5).map(({ candidate }) => ({
    ref: openchrome.refOf(candidate.element),
    role: candidate.role,
    name: shortened(shownNameOf(candidate, search.reading), 300),
    container: recordLabel(candidate),
  }));
}
