// Lists of similar records, in the shapes in which sites show them: the same buttons in each, and numbers and names of one record
// in the text of another.
import { buttonStyle, elaborateButton, iconButton, iconOf, iconStyle, linkStyle, namelessIcon } from './controls.mjs';
import { plain } from './scope.mjs';
import { kIcons, kRecordActions, kThemes } from './words.mjs';

const kShapes = {
  headerTable: 12, cellTable: 12, idTable: 8, gridTable: 4, cards: 14, looseCards: 8, articles: 5, flat: 8, definitions: 5, list: 10, soup: 8, delegated: 5, kanban: 5,
};

export function recordsBlock(scope, { shape = scope.random.weighted(kShapes), count } = {}) {
  const { random, model } = scope;
  const size = count ?? random.weighted({ few: 60, some: 25, many: 10, most: 5 });
  const wanted = typeof size === 'number' ? size : { few: random.int(3, 8), some: random.int(9, 20), many: random.int(30, 60), most: random.int(80, 120) }[size];
  const theme = random.pick(kThemes);
  const titles = Array.from({ length: wanted }, () => model.fresh(() => theme.make(random))).filter((title) => title !== null);
  const kind = { headerTable: 'row', cellTable: 'row', idTable: 'row', gridTable: 'row', cards: 'card', looseCards: 'card', articles: 'card', kanban: 'card' }[shape] ?? 'item';
  const style = {
    shape,
    kind,
    actions: actionsOf(random),
    hasBoxes: ['headerTable', 'cellTable', 'idTable', 'gridTable', 'list', 'soup'].includes(shape) && random.chance(0.35),
    boxType: random.chance(0.8) ? 'checkbox' : 'radio',
    hasLinkedTitle: random.chance(0.25),
    isClickable: ['cellTable', 'soup', 'list', 'cards'].includes(shape) && random.chance(0.15),
    linkStyle: linkStyle(random),
    disables: random.chance(0.2),
    quotes: random.chance(0.6),
    tail: random.chance(0.2) ? random.pick([' (open)', ' – new', ' · 2 days ago']) : '',
    group: `r${model.newId()}`,
    lanes: shape === 'kanban' ? lanesOf(model) : [],
  };
  const outer = scope.inside({ features: [`records ${shape}`, ...(titles.length >= 30 ? ['long list'] : [])] });
  const records = titles.map((title) => record(outer, title, titles, style));
  return kWraps[shape](records, random, style);
}

function lanesOf(model) {
  const names = model.random.pick([['To do', 'Done'], ['Backlog', 'In progress'], ['New', 'Archived']]);
  return names.map((name) => ({ id: model.newId(), name: model.fresh(() => name) ?? `${name} ${model.ids}` }));
}

// How the buttons of each record are written.
function actionsOf(random) {
  if (random.chance(0.12)) return { type: 'nameless', icons: random.sample(kIcons, random.int(1, 3)) };
  const names = random.pick(kRecordActions);
  if (random.chance(0.15) && names.some(iconOf)) return { type: 'icons', icons: names.filter(iconOf).map(iconOf), style: iconStyle(random) };
  if (random.chance(0.1)) return { type: 'elaborate', names };
  if (random.chance(0.2)) return { type: 'links', names, make: linkStyle(random) };
  return { type: 'buttons', names, make: buttonStyle(random) };
}

function record(outer, title, titles, style) {
  const { random } = outer;
  const container = { type: 'record', kind: style.kind, name: title, tail: style.tail };
  // The row itself comes before what is in it.
  const card = style.shape === 'kanban' ? outer.add({ role: 'draggable', name: title, features: ['draggable'] }) : null;
  const row = style.isClickable ? outer.add({ role: 'row', kind: style.kind, name: title, features: ['clickable record'] }) : null;
  const inner = outer.inside({ container, features: row ? ['inside a clickable record'] : [] });
  const first = outer.model.controls.length;
  const box = style.hasBoxes ? nameless(inner, style) : '';
  const shown = `${title}${style.tail}`;
  const heading = style.hasLinkedTitle ? style.linkStyle(inner, title, { isTitle: true }) + inner.say(style.tail) : inner.say(shown);
  const facts = factsOf(inner, title, titles, style);
  const { actions } = style;
  const isDisabled = () => style.disables && random.chance(0.2);
  const buttons = {
    nameless: () => actions.icons.map((icon) => namelessIcon(inner, icon, { style: actions.style ??= random.pick(['fontIcon', 'button', 'anchor', 'soup']) })),
    icons: () => actions.icons.map((icon) => iconButton(inner, icon, { style: actions.style })),
    elaborate: () => actions.names.map((name) => elaborateButton(inner, name, title)),
    links: () => actions.names.map((name) => actions.make(inner, name)),
    buttons: () => actions.names.map((name) => actions.make(inner, name, { isDisabled: isDisabled() })),
  }[actions.type]();
  if (card) card.also = outer.model.controls.slice(first).map(({ id }) => id); // it may be grabbed anywhere
  return { title, heading, box, facts, buttons: buttons.join(' '), row, card };
}

function nameless(scope, { boxType, group }) {
  const control = scope.add({ role: boxType, name: null, features: [`${boxType} without a name`] });
  return `<input type="${boxType}"${boxType === 'radio' ? ` name="${group}"` : ''}${control.mark}>`;
}

// Texts that hold the numbers and names of other records.
function factsOf(scope, title, titles, { quotes }) {
  const { random } = scope;
  const number = () => titles.length > 0 && (random.pick(titles).match(/\d+/)?.[0] ?? random.int(1, 130));
  const facts = [`${number()} items`, random.pick([`€ ${number()}.00`, `${number()} days ago`, `rev ${number()}`])];
  if (quotes && random.chance(0.25)) {
    const other = random.pick(titles);
    if (plain(other) !== plain(title)) facts.push(random.pick([`see also ${other}`, `replaces ${other}`, `copied from ${other}`]));
  }
  return facts.map((fact) => scope.say(fact));
}

const marked = (row) => (row ? `${row.mark} data-do="listen"` : '');
const kWraps = {
  headerTable: (records) =>
    `<table class="records"><thead><tr><th></th><th>Title</th><th>Count</th><th>More</th><th></th></tr></thead><tbody>${records
      .map(({ box, heading, facts, buttons }) =>
        `<tr><td>${box}</td><th scope="row">${heading}</th><td>${facts[0]}</td><td>${facts.slice(1).join(', ')}</td>` +
        `<td class="acts">${buttons}</td></tr>`)
      .join('')}</tbody></table>`,
  cellTable: (records) =>
    `<table class="records">${records
      .map(({ box, heading, facts, buttons, row }) =>
        `<tr class="${row ? 'pointer' : ''}"${marked(row)}><td>${box}${heading}</td><td>${facts[0]}</td><td>` +
        `${facts.slice(1).join('</td><td>')}</td><td class="acts">${buttons}</td></tr>`)
      .join('')}</table>`,
  idTable: (records, random) =>
    `<table class="records">${records
      .map(({ box, heading, facts, buttons }, index) =>
        `<tr><td>${index + 1}</td><td>${box}</td><td>${random.int(100, 999)}-${random.int(10, 99)}</td><td>` +
        `${heading}</td><td>${facts.join(' · ')}</td><td class="acts">${buttons}</td></tr>`)
      .join('')}</table>`,
  gridTable: (records) =>
    `<div role="table" class="rows">${records
      .map(({ box, heading, facts, buttons }) =>
        `<div role="row" class="line"><div role="cell">${box}</div><div role="rowheader">${heading}</div>` +
        `<div role="cell">${facts.join(', ')}</div><div role="cell" class="acts">${buttons}</div></div>`)
      .join('')}</div>`,
  cards: (records, random) => {
    const tag = random.pick(['h2', 'h3', 'h4']);
    return `<div class="cards">${records
      .map(({ heading, facts, buttons, row }) =>
        `<div class="card ${row ? 'pointer' : ''}"${marked(row)}><${tag}>${heading}</${tag}><p>${facts.join('<br>')}</p>` +
        `<div class="acts">${buttons}</div></div>`)
      .join('')}</div>`;
  },
  looseCards: (records, random) => {
    const open = random.pick(['strong', 'div class="title"', 'span class="card-name"', 'p class="title"']);
    return `<div class="cards">${records
      .map(({ heading, facts, buttons }) =>
        `<div class="card"><div class="card-top"><${open}>${heading}</${open.split(' ')[0]}></div><div class="card-text">` +
        `${facts.map((fact) => `<span>${fact}</span>`).join(' ')}</div><div class="card-bottom acts">${buttons}</div>` +
        `</div>`)
      .join('')}</div>`;
  },
  articles: (records, random, { group }) =>
    `<div class="cards">${records
      .map(({ heading, facts, buttons }, index) =>
        `<article class="card" aria-labelledby="${group}-${index}"><header><h3 id="${group}-${index}">${heading}</h3>` +
        `</header><p>${facts.join('. ')}</p><footer>${buttons}</footer></article>`)
      .join('')}</div>`,
  flat: (records, random) => {
    const tag = random.pick(['h3', 'h4', 'h2']);
    return `<div class="flow">${records.map(({ heading, facts, buttons }) => `<${tag}>${heading}</${tag}><p>${facts.join(', ')}</p>${buttons}`).join('')}</div>`;
  },
  definitions: (records) =>
    `<dl>${records.map(({ heading, facts, buttons }) => `<dt>${heading}</dt><dd>${facts.join(', ')} ${buttons}</dd>`).join('')}</dl>`,
  list: (records) =>
    `<ul class="lines">${records
      .map(({ box, heading, facts, buttons, row }) =>
        `<li class="line ${row ? 'pointer' : ''}"${marked(row)}>${box}<span class="grow">${heading} <small>` +
        `${facts.join(', ')}</small></span><span class="acts">${buttons}</span></li>`)
      .join('')}</ul>`,
  soup: (records) =>
    `<div class="rows">${records
      .map(({ box, heading, facts, buttons, row }) =>
        `<div class="line ${row ? 'pointer' : ''}"${marked(row)}><div>${box}</div><div class="grow"><div class="name">` +
        `${heading}</div><div class="sub">${facts.join(' · ')}</div></div><div class="acts"><div>${buttons}</div>` +
        `</div></div>`)
      .join('')}</div>`,
  // Only the list listens.
  delegated: (records) =>
    `<ul class="lines" data-do="delegate">${records
      .map(({ heading, facts, buttons }) =>
        `<li class="line"><b class="grow">${heading}</b> <span>${facts.join(', ')}</span> <span class="acts">` +
        `${buttons}</span></li>`)
      .join('')}</ul>`,
  kanban: (records, random, { lanes }) => {
    const half = Math.ceil(records.length / 2);
    const show = ({ heading, facts, buttons, card }, lane) => {
      card.lane = lane;
      return `<div class="card" draggable="true"${card.mark} data-do="card"><div class="title">${heading}</div><div>${facts.join(', ')}</div>${buttons}</div>`;
    };
    const sides = [records.slice(0, half), records.slice(half)];
    return `<div class="board">${lanes
      .map((lane, index) => `<div class="lane" data-do="lane:${lane.id}"><h2>${lane.name}</h2>${sides[index].map((one) => show(one, lanes[1 - index])).join('')}</div>`)
      .join('')}</div>`;
  },
};
