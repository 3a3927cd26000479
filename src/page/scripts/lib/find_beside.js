// @use lib/dom.js
// @use lib/find_containers.js
// Which controls stand beside a text that says what was asked for. Used for the candidates of a refusal, never to act.
// Controls near a text that says what was asked for: element → how near.
function controlsBeside(search, phrase) {
  const found = new Map();
  const names = new Map(phrase.alternatives.flatMap(({ name, containers }) => [name, ...containers.map((one) => one.name)]).filter((name) => name?.plain).map((name) => [name.plain, name]));
  for (const name of [...names.values()].slice(0, NEAR_LIMITS.names))
    for (const place of occurrences(name, search).places.slice(0, NEAR_LIMITS.places)) noteBeside(search, place, found);
  return found;
}

const NEAR_LIMITS = { names: 8, places: 10, climbs: 5, most: 40 };

function noteBeside(search, place, found) {
  const own = rectOfNode(place.node ?? place.element);
  for (let box = place.element, climbs = 0; box && climbs < NEAR_LIMITS.climbs; box = parentOf(box), climbs++) {
    // What says it itself, such as a title that is a link, stands beside the control that is meant.
    const inside = search.candidates.filter(({ kind, element }) => kind === "control" && containsNode(box, element) && !containsNode(element, place.element));
    if (inside.length > NEAR_LIMITS.most) return;
    for (const { element } of inside) {
      const rect = rectOf(element);
      const isInLine = areOnOneLine(rect, own) || Math.min(rect.right, own.right) > Math.max(rect.left, own.left);
      found.set(element, Math.max(found.get(element) ?? 0, (place.fit === "whole" ? 0.6 : 0.4) - climbs * 0.06 + (isInLine ? 0.1 : 0)));
    }
    if (inside.length > 0) return;
  }
}
