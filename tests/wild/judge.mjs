// What became of a target: the page's own record of events against what was asked for and what the answer says.
export const kVerdicts = ['right', 'refused, listed', 'refused, not listed', 'wrong', '✓ without effect', 'done but reported as failed', 'untyped error'];
export const kFailures = new Set(kVerdicts.slice(2));
export const kLies = new Set(['wrong', '✓ without effect', 'done but reported as failed']);

const kPresses = new Set(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick']);

// The typed error of a failed call, or null.
export function errorOf(result) {
  try {
    const { error } = JSON.parse(result.content[0].text);
    return typeof error?.code === 'string' && error.code !== '' ? error : null;
  } catch {
    return null;
  }
}

// `record`: { log, state, under } of the page; `previousId`: the target before, whose field may still report its change.
export function judge(target, result, record, previousId) {
  const isLate = ({ type, id }) => type === 'change' && id === previousId;
  const isEndOfDrag = ({ type }) => target.expect === 'drag' && (type === 'pointerup' || type === 'mouseup');
  const events = record.log.filter((event) => !isLate(event) && !isEndOfDrag(event));
  const mine = new Set(target.control ? [target.control.id, ...(target.control.also ?? []), target.control.lane?.id] : []);
  const strays = events.filter(({ id }) => !mine.has(id));
  const others = strays.filter(({ id }) => id !== null);
  const isRefused = Boolean(result.isError);
  const hit = grouped(strays);
  if (others.length > 0) return { verdict: 'wrong', hit };
  if (isRefused && !errorOf(result)) return { verdict: 'untyped error', hit };
  if (target.expect === 'refusal') return isRefused ? { verdict: 'right', hit } : { verdict: '✓ without effect', hit };
  const problem = strays.length > 0 ? 'events went elsewhere' : shortfall(target, events, record.state);
  if (isRefused) return problem === null && target.expect !== 'hover' ? { verdict: 'done but reported as failed', hit } : { verdict: 'refused', hit };
  return problem === null ? { verdict: 'right', hit } : { verdict: '✓ without effect', hit: [problem, ...hit] };
}

// "pointerdown, click on #12 <button> …" for each element that got something.
function grouped(events) {
  const types = new Map();
  for (const { type, id, what } of events) {
    const element = `${id === null ? '' : `#${id} `}${what}`;
    types.set(element, (types.get(element) ?? new Set()).add(type));
  }
  return [...types].map(([element, all]) => `${[...all].join(', ')} on ${element}`);
}

// Why the target does not have what was asked for; null if it has.
function shortfall({ expect, control, value }, events, state) {
  const count = (type) => events.filter((event) => event.type === type && event.id === control.id && event.trusted).length;
  const presses = count('pointerdown');
  if (state === null) return 'the element is gone';
  switch (expect) {
    case 'click':
      return presses === 1 && count('click') >= 1 ? null : `${presses} presses and ${count('click')} clicks on the target`;
    case 'double click':
      return presses === 2 && count('dblclick') === 1 ? null : `${presses} presses and ${count('dblclick')} double clicks on the target`;
    case 'drag':
      if (!events.some(({ type, id }) => type === 'dragstart' && id === control.id)) return 'the card was not dragged';
      return events.some(({ type, id }) => type === 'drop' && id === control.lane.id) ? null : 'nothing was dropped on the lane';
    case 'hover':
      if (events.some(({ type }) => kPresses.has(type))) return 'it was pressed';
      return state.isUnderPointer ? null : 'the pointer is not on the target';
    case 'value':
      return state.value.trim() === value ? null : `its value is ${JSON.stringify(state.value)}, not ${JSON.stringify(value)}`;
    default:
      return state.checked ? null : 'it is not checked';
  }
}

// Lines with refs that a refusal offers.
export function offeredLines(error) {
  const { candidates = [], nearest = [] } = error.details ?? {};
  return [...candidates, ...nearest].map(String).filter((line) => /\bref_\d+\b/.test(line));
}

// Whether a text names the control, and its record if it is in one.
export function fitsWords(text, { name, iconWord, role, containers }) {
  const record = containers.find(({ type }) => type === 'record')?.name;
  const has = (word) => text.includes(word) || text.includes(JSON.stringify(word).slice(1, -1));
  return has(name ?? iconWord ?? role) && (record === undefined || record === name || has(record));
}
