// @use lib/visible.js
// @use lib/bytes.js
// @use lib/states.js
// @use lib/find_candidates.js
// Elements for words: {matches: [{ref, role, name, x, y, box, exact, visible, inViewport, states, score}],
// total, nearest}. Best first: how well the name fits, then visible before hidden, controls before text, what
// is earlier in the document.
function findElements({ query, limit = 10, roles = null, interactiveOnly = false } = {}) {
  if (typeof query !== "string" || query.trim() === "") {
    return { error: { code: "invalid_arguments", message: "query must say in words what to find." } };
  }
  const wanted = findQuery(query);
  const max = Math.max(1, Math.trunc(Number(limit)) || 10);
  const search = {
    reading: newReading(),
    roles: Array.isArray(roles) && roles.length > 0 ? new Set(roles) : null,
    interactiveOnly,
    sight: findSight(),
    contexts: new Map(),
  };
  search.candidates = findCandidates(search.reading).filter((one) => findIsAllowed(search, one));
  let found = findBest(search, wanted.readings);
  if (!found.some(findIsGood) && wanted.ordinal) {
    const among = findBest(search, wanted.ordinal.readings).filter(findIsGood);
    if (among.length > 0) found = findNth(among, wanted.ordinal.n);
  }
  return {
    matches: found.slice(0, max).map((match) => findReport(match, search)),
    total: found.length,
    nearest: found.length > 0 ? [] : findNearest(search, wanted),
  };
}

function findIsAllowed(search, { role, interactive, element }) {
  if (search.interactiveOnly && !interactive) return false;
  if (search.roles === null || search.roles.has(role)) return true;
  return search.roles.has("textbox") && isEditingHost(element);
}

function findIsGood(match) {
  return match.exact !== "fuzzy";
}

// Passes, each wider than the last, until one finds something: names, names with what stands around, plain
// texts, names with typing errors.
function findBest(search, readings) {
  const needles = findNeedles(readings);
  const anyRole = readings.some(({ role, raw }) => role && raw === "");
  const { candidates } = search;
  const good = (list, options) => findMatches(search, list, readings, options);
  let found = good(anyRole ? candidates : candidates.filter((one) => findMayFit(one, needles, true)), {});
  if (found.length === 0 && needles.some((words) => words.length > 1)) {
    const near = candidates.filter((one) => findMayFit(one, needles, false));
    found = good(near, { around: true });
  }
  if (!found.some(({ score, visible }) => visible && score >= FIND_SURE)) {
    const known = candidates.map(({ element }) => element);
    const texts = findTextCandidates(needles, known, search.reading);
    found.push(
      ...good(
        texts.filter((one) => findIsAllowed(search, one)),
        {},
      ),
    );
  }
  if (found.length === 0) {
    const close = findClose(candidates, readings);
    found = findMatches(search, close, readings, { fuzzy: true });
  }
  return findSorted(findWithoutTwins(found.filter(({ score }) => score >= 20)));
}

// Fits so well that plain texts need not be looked at.
const FIND_SURE = 85;

function findSorted(matches) {
  return matches.sort((a, b) => b.score - a.score || a.order - b.order);
}

// The n-th of the best ones, in the order of the document.
function findNth(matches, n) {
  const best = matches.filter(({ score }) => score >= matches[0].score - 12).sort((a, b) => a.order - b.order);
  const one = n < 0 ? best[best.length - 1] : best[n];
  return one ? [one] : [];
}

// options: fuzzy (typing errors count), around (words may stand around the element)
function findMatches(search, candidates, readings, options) {
  const matches = [];
  let contexts = options.around ? findLimits.context : 0;
  for (const candidate of candidates) {
    let best = null;
    const look = (texts) => {
      for (const reading of readings) {
        const fit = findReadingFit(search, candidate, texts, reading, options.fuzzy, () => contexts-- > 0);
        if (fit && (!best || fit.score > best.score)) best = fit;
      }
    };
    look(findTexts(candidate, search.reading));
    if (!best || best.exact === "fuzzy") look(findOtherTexts(candidate, search.reading));
    if (best && (options.fuzzy || best.exact !== "fuzzy")) matches.push({ ...candidate, ...best });
  }
  return findJudged(search, matches);
}

// The best of an element's texts for one reading of the query.
function findReadingFit(search, candidate, texts, reading, allowFuzzy, mayLook) {
  const bonus = findRoleBonus(candidate, reading.role);
  if (reading.raw === "") return bonus > 0 ? { score: 60 + bonus, exact: "words" } : null;
  let best = null;
  for (const [text, weight] of texts) {
    const fit = findFit(text, reading, allowFuzzy);
    if (!fit) continue;
    let { base, kind } = fit;
    if (fit.missing.length > 0) {
      const missing = fit.missing.filter(
        (word) => !FIND_PLACE.has(word) && !findRoles.has(word) && word !== "card",
      );
      if (fit.missing.every((word) => FIND_LEAD.has(word))) [base, kind] = [FIND_BASE.starts - 4, "words"];
      else if (missing.length > 0 && missing.length < reading.words.length && weight >= 0.8 && mayLook()) {
        const level = findContext(candidate.element, missing, search.contexts);
        if (level > 0) [base, kind] = [FIND_BASE.context - 3 * level, "words"];
      }
    }
    const seen = weight >= 0.8 ? kind : kind === "fuzzy" ? "fuzzy" : "words";
    if (weight < 0.8 && kind === "fuzzy" && !allowFuzzy) continue;
    const score = base * weight;
    if (!best || score > best.score) best = { score, exact: seen };
  }
  if (!best) return null;
  let around = 0;
  if (reading.around.length > 0)
    around = findContext(candidate.element, reading.around, search.contexts) > 0 ? 10 : -10;
  return { score: best.score + bonus + around, exact: best.exact };
}

function findRoleBonus({ role, element, tag }, wanted) {
  if (!wanted) return 0;
  if (wanted.types.length > 0) {
    const type =
      tag === "input"
        ? property(HTMLInputElement, "type", element)
        : tag === "button"
          ? property(HTMLButtonElement, "type", element)
          : "";
    if (wanted.types.includes(type)) return 24;
  }
  if (wanted.roles.includes(role)) return 20;
  return wanted.soft.includes(role) ? -4 : -30;
}

// Adds what does not depend on the words: seen or not, control or text, in the way of a modal dialog or not.
// Where elements are is asked of the best ones only.
function findJudged(search, matches) {
  for (const match of matches) {
    const { element, interactive } = match;
    match.visible = findIsShown(match);
    match.score += (interactive ? 15 : 0) + (match.visible ? 0 : -30);
    if (hasAttr(element, "aria-hidden") && attr(element, "aria-hidden") === "true") match.score -= 5;
    if (search.sight.modal && !findIsInside(element, search.sight.modal)) match.score -= 20;
  }
  findSorted(matches);
  for (const match of matches.slice(0, findLimits.placed)) {
    match.place = findPlace(match);
    match.inViewport = findIsInViewport(match.place);
    if (match.visible && (match.place.width < 1 || match.place.height < 1)) {
      match.visible = false;
      match.score -= 30;
    }
    if (match.visible && match.inViewport) match.score += 3;
  }
  for (const match of matches) match.score = Math.round(match.score * 10) / 10;
  return matches;
}

function findSight() {
  const open = Array.from(Document.prototype.querySelectorAll.call(document, "dialog:modal"));
  return { modal: open.length > 0 ? open[open.length - 1] : null };
}

function findIsInside(element, box) {
  return ancestorOf(element, (one) => one === box) !== null;
}

const findRects = methodOf(Element.prototype, "getClientRects");

// Where it is: of a text that goes over several lines, its longest piece; of an option, the list that it is
// in.
function findPlace({ element, tag }) {
  let shown = element;
  if (tag === "option" || tag === "optgroup") {
    const select = closestTo(element, "select");
    if (select && isMenuList(select)) shown = select;
  }
  const rects = findRects(shown);
  if (rects.length === 0) return rectOf(shown);
  let best = rects[0];
  for (let i = 1; i < rects.length && i < 50; i++)
    if (rects[i].width * rects[i].height > best.width * best.height) best = rects[i];
  return best;
}

function findIsShown({ element, tag }) {
  if (checkVisibility(element, PLAINLY_VISIBLE)) return true;
  if (tag === "option") return true;
  // Real checkboxes and file fields often lie invisible over drawn ones.
  if (tag === "input" && /^(checkbox|radio|file)$/.test(property(HTMLInputElement, "type", element)))
    return isRendered(element);
  return false;
}

function findIsInViewport(place) {
  return (
    place.width > 0 &&
    place.bottom > 0 &&
    place.right > 0 &&
    place.top < window.innerHeight &&
    place.left < window.innerWidth
  );
}

// Of elements one inside the other that fit alike, one remains: the control, else the inner one.
function findWithoutTwins(matches) {
  const byElement = new Map(matches.map((match) => [match.element, match]));
  const dropped = new Set();
  for (const match of matches) {
    if (match.tag === "label") {
      const control = property(HTMLLabelElement, "control", match.element);
      if (control && byElement.has(control)) dropped.add(match);
    }
    let above = parentOf(match.element);
    for (let steps = 0; above && steps < 12; above = parentOf(above), steps++) {
      const outer = byElement.get(above);
      if (!outer || dropped.has(outer)) continue;
      if (outer.interactive && !match.interactive) {
        if (outer.score >= match.score - 10) dropped.add(match);
      } else if (outer.score <= match.score) dropped.add(outer);
      else if (!outer.interactive && match.interactive && outer.score <= match.score + 5) dropped.add(outer);
    }
  }
  return matches.filter((match) => !dropped.has(match));
}

function findReport(match, { reading }) {
  const { element, role } = match;
  const place = match.place ?? findPlace(match);
  const box = {
    x: Math.round(place.left),
    y: Math.round(place.top),
    width: Math.round(place.width),
    height: Math.round(place.height),
  };
  return {
    ref: openchrome.refOf(element),
    role,
    name: shortened(findShownName(match), 300),
    x: Math.round(place.left + place.width / 2),
    y: Math.round(place.top + place.height / 2),
    box,
    exact: match.exact,
    visible: match.visible,
    inViewport: match.inViewport ?? findIsInViewport(place),
    states: statesOf(element, role, reading),
    score: match.score,
  };
}

function findShownName({ name, element, role }) {
  if (name) return squeezed(name);
  if (FIND_CONTAINERS.has(role)) return "";
  const text = squeezed(textContentOf(element).slice(0, 500));
  return text || squeezed(attr(element, "placeholder") ?? attr(element, "title") ?? "");
}

// Up to three that resemble the query, for "did you mean"; else the first visible ones of the wanted role.
function findNearest(search, wanted) {
  const [first] = wanted.readings;
  const role = wanted.readings.find((one) => one.role)?.role ?? null;
  const plain = (wanted.readings.find((one) => one.role && one.plain) ?? first).plain;
  const scored = [];
  const pool = search.candidates
    .filter((one) => one.interactive || one.role === "heading")
    .slice(0, findLimits.names);
  for (const candidate of pool) {
    const name = findPlain((findHay(candidate) ?? nameOf(candidate.element, search.reading)).slice(0, 80));
    const likeness = findLikeness(plain, name) + (role && role.roles.includes(candidate.role) ? 0.15 : 0);
    if (likeness < 0.15) continue;
    const visible = checkVisibility(candidate.element, PLAINLY_VISIBLE);
    scored.push({ candidate, likeness: visible ? likeness : likeness / 2 });
  }
  scored.sort((a, b) => b.likeness - a.likeness || a.candidate.order - b.candidate.order);
  return scored.slice(0, 3).map(({ candidate }) => {
    findTexts(candidate, search.reading);
    return {
      ref: openchrome.refOf(candidate.element),
      role: candidate.role,
      name: shortened(findShownName(candidate), 300),
    };
  });
}
