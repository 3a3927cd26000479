// @use lib/find_grade.js
// Matches of one phrase that a person could argue about: they get the same rank, so that an action is refused as ambiguous.
// A picture of a bin without a name, and one that is called "Delete": either is the trash icon.
function alikeIcons(matches) {
  const icons = matches.filter(({ icon, sure, visible }) => icon && sure > 0 && visible);
  if (new Set(icons.map(({ icon }) => icon)).size < 2) return;
  const [sure, rank] = [Math.min(...icons.map((one) => one.sure)), Math.max(...icons.map((one) => one.rank))];
  for (const one of icons) Object.assign(one, { sure, rank, score: one.score + (one.icon === "hinted" ? 100 : 0) });
}

// "Close button": a link that is called Close, and a button that is called Close menu.
function alikeKinds(matches) {
  const fits = matches.filter(({ sure, visible }) => sure > 0 && visible);
  const best = fits.reduce((one, other) => (one && one.rank >= other.rank ? one : other), null);
  if (!best || best.sure === 2 || best.tier !== 0 || best.grade >= GRADE.joined || !best.goesOn) return;
  for (const one of fits) if (one.tier === 1 && one.grade >= GRADE.joined && one.kind === "control" && one.strength <= best.strength) one.rank = best.rank;
}

// "First radio button": the first one, and one that is called "First", if that is another.
function alikeOrdinals(matches) {
  const fits = matches.filter(({ sure, visible }) => sure === 2 && visible);
  const [named, counted] = [fits.filter(({ strength }) => strength === 1), fits.filter(({ byCount, bare }) => byCount && bare)];
  if (named.length === 0 || fits.some(({ strength }) => strength === 0)) return;
  for (const one of counted) one.rank = named[0].rank;
}
