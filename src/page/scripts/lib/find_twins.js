// @use lib/dom.js
// @use lib/find_containers.js
// @use lib/find_ownership.js
// Which of several matches stand for the same thing.
// Of elements one inside the other that fit alike, one remains: the control, else the inner one.
function withoutTwins(matches) {
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
      if (!outer || dropped.has(outer) || outer.visible !== match.visible) continue;
      dropped.add(twinToDrop(outer, match));
    }
  }
  dropped.delete(null);
  return matches.filter((match) => !dropped.has(match));
}

function twinToDrop(outer, inner) {
  const isControl = (match) => match.kind === "control";
  if (isControl(outer) !== isControl(inner)) {
    const [control, other] = isControl(outer) ? [outer, inner] : [inner, outer];
    if (control === outer && isNamedBy(outer, inner)) {
      Object.assign(outer, { sure: Math.max(outer.sure, inner.sure), rank: Math.max(outer.rank, inner.rank) });
      return inner;
    }
    return control.sure >= other.sure && control.grade >= other.grade - 1 ? other : null;
  }
  if (isRecordItself(outer) && outer.sure >= inner.sure) return inner;
  if (outer.sure !== inner.sure) return outer.sure < inner.sure ? outer : inner;
  if (outer.own !== inner.own) return outer.own ? inner : outer;
  return outer.grade > inner.grade ? inner : outer;
}

// "the Ada Cruz card" is the card, and not the title in it that can be clicked too.
function isRecordItself({ element, holds }) {
  return (holds === "item" || holds === "row") && (holdsAs(element, holds) || hasPeerOfKind(element));
}

// The picture in a button is what the button shows.
function isNamedBy(control, picture) {
  return (picture.role === "image" || picture.role === "svg") && control.grade >= picture.grade && control.sure > 0;
}
