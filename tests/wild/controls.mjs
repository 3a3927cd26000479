// One control, written in the ways in which sites write it. Each maker adds it to the model and gives its HTML.
import { escape } from './scope.mjs';
import { kIcons } from './words.mjs';

// --- buttons ---

const kButtons = {
  native: ({ mark }, name, off) => `<button type="button"${mark}${off && ' disabled'}>${name}</button>`,
  nested: ({ mark }, name, off) =>
    `<button type="button" class="btn btn-primary"${mark}${off && ' disabled'}><span class="dot" aria-hidden="true"></span><span><span>${name}</span></span></button>`,
  input: ({ mark }, name, off) => `<input type="button" value="${name}"${mark}${off && ' disabled'}>`,
  submit: ({ mark }, name, off) => `<input type="submit" class="btn" value="${name}"${mark}${off && ' disabled'}>`,
  aria: ({ mark }, name, off) =>
    `<div role="button" tabindex="0" class="btn"${mark} data-do="listen"${off && ' aria-disabled="true"'}>${name}</div>`,
  soup: ({ mark }, name) => `<div class="btn pointer"${mark} data-do="listen">${name}</div>`,
  soupDeep: ({ mark }, name) =>
    `<div class="c-action pointer btn"${mark} data-do="listen"><div class="c-action__inner"><div class="c-action__label">${name}</div></div></div>`,
  listener: ({ mark }, name) => `<span class="btn"${mark} data-do="listen">${name}</span>`,
  roleLink: ({ mark }, name, off) => `<a class="btn" role="button" href="#"${mark}${off && ' aria-disabled="true"'}>${name}</a>`,
  styledLink: ({ mark }, name) => `<a class="btn btn-cta" href="/go"${mark}>${name}</a>`,
  element: ({ mark }, name) => `<app-button${mark}>${name}</app-button>`,
  cssContent: ({ mark, id }, name) =>
    `<style>.b${id}::before{content:"${name}"}</style><button type="button" class="btn b${id}"${mark}></button>`,
  cssAfter: ({ mark, id }, name) =>
    `<style>.b${id} i::after{content:"${name}"}</style><a class="btn b${id}" role="button" href="#"${mark}><i></i></a>`,
};
const kCanBeDisabled = new Set(['native', 'nested', 'input', 'submit', 'aria', 'roleLink']);

const kIconButtons = {
  ariaLabel: ({ mark }, name, { glyph }) =>
    `<button type="button" class="icon"${mark} aria-label="${name}"><span aria-hidden="true">${glyph}</span></button>`,
  title: ({ mark }, name, { classes }) => `<button type="button" class="icon"${mark} title="${name}"><i class="fa ${classes[0]}"></i></button>`,
  titleLink: ({ mark }, name, { classes }) => `<a class="icon" href="#"${mark} title="${name}"><i class="fa ${classes[0]}"></i></a>`,
  titleSpan: ({ mark }, name, { classes }) => `<span class="icon pointer"${mark} title="${name}" data-do="listen"><i class="glyph ${classes[0]}"></i></span>`,
  svgTitle: ({ mark }, name) =>
    `<button type="button" class="icon"${mark}><svg width="16" height="16" role="img"><title>${name}</title><circle cx="8" cy="8" r="7"/></svg></button>`,
  imageAlt: ({ mark }, name) =>
    `<button type="button" class="icon"${mark}><img alt="${name}" width="16" height="16" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"></button>`,
};
// A picture without a name: what a person would call it is in its class, if anywhere.
const kNamelessIcons = {
  fontIcon: ({ mark }, classes) => `<i class="fa ${classes}" style="cursor:pointer"${mark} data-do="listen"></i>`,
  button: ({ mark }, classes) => `<button type="button" class="icon"${mark}><i class="glyph ${classes}"></i></button>`,
  anchor: ({ mark }, classes) => `<a href="#" class="icon ${classes}"${mark}><span class="glyph"></span></a>`,
  soup: ({ mark }, classes) => `<div class="icon ${classes}" style="cursor:pointer"${mark} data-do="listen"></div>`,
};

// A way of writing buttons, for all buttons of a list.
export function buttonStyle(random) {
  const style = random.weighted({
    native: 30, nested: 12, input: 4, submit: 4, aria: 9, soup: 9, soupDeep: 4, listener: 4, roleLink: 5, styledLink: 5, element: 5, cssContent: 4, cssAfter: 2,
  });
  return (scope, name, { isDisabled = false, features = [], ...rest } = {}) => {
    const used = isDisabled && !kCanBeDisabled.has(style) ? 'native' : style;
    const control = scope.add({ role: 'button', name, isDisabled, features: [`button ${used}`, ...features], isStyledLink: used === 'styledLink', ...rest });
    return kButtons[used](control, used.startsWith('css') ? escape(name).replaceAll('\\', '') : escape(name), isDisabled || '');
  };
}

// A button whose accessible name says more than it shows: "Delete" is read out as "Delete Ada Cruz".
export function elaborateButton(scope, name, record) {
  const control = scope.add({ role: 'button', name, spokenName: `${name} ${record}`, features: ['button says more than it shows'] });
  return scope.random.chance(0.5)
    ? `<button type="button"${control.mark} aria-label="${escape(`${name} ${record}`)}">${escape(name)}</button>`
    : `<button type="button"${control.mark}>${escape(name)}<span class="sr-only"> ${escape(record)}</span></button>`;
}

export function iconStyle(random) {
  return random.weighted({ ariaLabel: 30, title: 20, titleLink: 6, titleSpan: 10, svgTitle: 12, imageAlt: 12 });
}

export function iconButton(scope, icon, { features = [], style = iconStyle(scope.random), name = icon.name } = {}) {
  const control = scope.add({ role: 'button', name, isIcon: true, isStyledLink: style === 'titleLink', features: ['icon with a name', `icon ${style}`, ...features] });
  return kIconButtons[style](control, escape(name), icon);
}

export function namelessIcon(scope, icon, { style = scope.random.pick(Object.keys(kNamelessIcons)) } = {}) {
  const control = scope.add({ role: 'button', name: null, iconWord: icon.word, isIcon: true, features: ['icon without a name', `nameless ${style}`] });
  return kNamelessIcons[style](control, icon.classes[scope.random.int(0, icon.classes.length - 1)]);
}

export const iconOf = (name) => kIcons.find((icon) => icon.name === name);

// --- links ---

const kLinks = {
  native: ({ mark }, name) => `<a href="/page"${mark}>${name}</a>`,
  hash: ({ mark, id }, name) => `<a href="#at${id}" data-real${mark}>${name}</a>`,
  nested: ({ mark }, name) => `<a href="/page"${mark}><span><span class="dot" aria-hidden="true"></span>${name}</span></a>`,
  bare: ({ mark }, name) => `<a class="link pointer"${mark} data-do="listen">${name}</a>`,
  aria: ({ mark }, name) => `<span role="link" tabindex="0" class="link"${mark} data-do="listen">${name}</span>`,
  svg: ({ mark }, name) =>
    `<svg width="${16 + name.length * 9}" height="24"><a href="/page"${mark}><rect width="100%" height="24" fill="#eef"/><text x="6" y="17" font-size="14">${name}</text></a></svg>`,
  indented: ({ mark }, name) => `<a href="/page" class="indented"${mark} title="${name}">${name}</a>`,
};

export function linkStyle(random) {
  const style = random.weighted({ native: 40, hash: 4, nested: 15, bare: 8, aria: 8, svg: 6, indented: 2 });
  return (scope, name, { features = [], ...rest } = {}) => {
    const control = scope.add({ role: 'link', name, features: [`link ${style}`, ...features], ...rest });
    return kLinks[style](control, escape(name));
  };
}

// --- fields ---

const kLabels = {
  for: (label, field, { id, mark }) => `<div class="row"><label for="f${id}"${mark}>${label}</label> ${field(` id="f${id}"`)}</div>`,
  wrap: (label, field, { mark }) => `<label class="row"${mark}><span>${label}</span> ${field('')}</label>`,
  labelledby: (label, field, { id }) => `<div class="row"><span id="l${id}">${label}</span> ${field(` aria-labelledby="l${id}"`)}</div>`,
  ariaLabel: (label, field, { name }) => `<div class="row"><span aria-hidden="true">${label}</span> ${field(` aria-label="${escape(name)}"`)}</div>`,
  placeholder: (label, field, { name }) => `<div class="row">${field(` placeholder="${escape(name)}"`)}</div>`,
  beside: (label, field) => `<div class="row"><span class="caption">${label}</span> ${field('')}</div>`,
  above: (label, field) => `<div class="row"><div class="caption">${label}</div>${field('')}</div>`,
  cell: (label, field) => `<table class="grid"><tr><td>${label}</td><td>${field('')}</td></tr></table>`,
};

const kTextFields = {
  text: ({ mark }, extra, value) => `<input type="text"${extra}${mark}${value}>`,
  typeless: ({ mark }, extra, value) => `<input${extra}${mark}${value}>`,
  search: ({ mark }, extra, value) => `<input type="search"${extra}${mark}${value}>`,
  email: ({ mark }, extra) => `<input type="email"${extra}${mark}>`,
  area: ({ mark }, extra) => `<textarea rows="2"${extra}${mark}></textarea>`,
  editable: ({ mark }, extra) => `<div contenteditable="true" role="textbox" class="field"${extra}${mark}></div>`,
};

// `labels`: the style of the form's labels; each form has one, with exceptions.
export function textField(scope, name, { labels, features = [] } = {}) {
  const { random } = scope;
  let label = labels ?? labelStyle(random);
  let type = name.includes('mail') && random.chance(0.5) ? 'email' : random.weighted({ text: 40, typeless: 15, search: 4, area: 10, editable: 5 });
  if (label === 'placeholder' && type === 'editable') type = 'text';
  if ((label === 'for' || label === 'wrap') && type === 'editable') label = 'labelledby';
  const isFilled = label !== 'placeholder' && ['text', 'typeless', 'search'].includes(type) && random.chance(0.2);
  const control = scope.add({ role: 'textbox', name, type, features: [`label ${label}`, `field ${type}`, ...(isFilled ? ['field filled in before'] : []), ...features] });
  const field = (extra) => kTextFields[type](control, extra, isFilled ? ' value="before"' : '');
  return kLabels[label](escape(decorated(random, name)), field, control);
}

// Labels end with a colon or a star at times; nobody says them.
const decorated = (random, name) => (/[?)]$/.test(name) ? name : `${name}${random.weighted({ '': 70, ':': 18, ' *': 12 })}`);

export function labelStyle(random) {
  return random.weighted({ for: 35, wrap: 25, labelledby: 8, ariaLabel: 8, placeholder: 10, beside: 7, above: 4, cell: 3 });
}

// --- checkboxes, radios, lists ---

const kChecks = {
  wrap: ({ mark }, name, type) => `<label class="row"${mark}><input type="${type}"${mark}> ${name}</label>`,
  for: ({ mark, id }, name, type) => `<div class="row"><input type="${type}" id="c${id}"${mark}> <label for="c${id}"${mark}>${name}</label></div>`,
  hidden: ({ mark, id }, name, type) =>
    `<div class="row"><input type="${type}" class="hidden-box" id="c${id}"${mark}><label class="drawn" for="c${id}"${mark}><i class="box"></i>${name}</label></div>`,
  aria: ({ mark }, name, type) =>
    `<div role="${type}" aria-checked="false" tabindex="0" class="row pointer"${mark} data-do="toggle"><i class="box"></i>${name}</div>`,
  ariaLabel: ({ mark }, name, type) => `<div class="row"><input type="${type}" aria-label="${name}"${mark}> <span>${name}</span></div>`,
};

export function checkStyle(random) {
  return random.weighted({ wrap: 40, for: 25, hidden: 12, aria: 15, ariaLabel: 8 });
}

export function checkbox(scope, name, { style = checkStyle(scope.random), features = [] } = {}) {
  const control = scope.add({ role: 'checkbox', name, isAria: style === 'aria', features: [`check ${style}`, ...features] });
  return kChecks[style](control, escape(name), 'checkbox');
}

export function toggleSwitch(scope, name) {
  const control = scope.add({ role: 'switch', name, isAria: true, features: ['switch'] });
  const label = `s${control.id}`;
  const button = `<button type="button" role="switch" aria-checked="false" aria-labelledby="${label}" class="switch"${control.mark} data-do="toggle"></button>`;
  return `<div class="row"><span id="${label}">${escape(name)}</span> ${button}</div>`;
}

// A question with radio buttons; the question is their container.
export function radioGroup(scope, [question, answers], { shape = scope.random.pick(['fieldset', 'group', 'soup']) } = {}) {
  const style = checkStyle(scope.random);
  const group = `g${scope.model.newId()}`;
  const inner = scope.inside({ container: { type: 'group', name: question }, features: [`radios in ${shape}`] });
  const radios = answers
    .map((answer) => {
      const control = inner.add({ role: 'radio', name: answer, isAria: style === 'aria', features: [`check ${style}`] });
      return kChecks[style](control, escape(answer), 'radio').replace('<input type="radio"', `<input type="radio" name="${group}"`);
    })
    .join('');
  const title = inner.say(question);
  if (shape === 'fieldset') return `<fieldset><legend>${title}</legend>${radios}</fieldset>`;
  if (shape === 'group') return `<div role="radiogroup" aria-labelledby="${group}"><div id="${group}">${title}</div>${radios}</div>`;
  return `<div class="panel"><div class="caption">${title}</div><div class="radios">${radios}</div></div>`;
}

export function selectField(scope, [name, options], { labels } = {}) {
  const label = labels && labels !== 'placeholder' ? labels : scope.random.weighted({ for: 40, wrap: 25, labelledby: 10, ariaLabel: 10, beside: 8 });
  const control = scope.add({ role: 'select', name, options, features: [`label ${label}`, 'select'] });
  const field = (extra) =>
    `<select${extra}${control.mark}><option value="">Choose…</option>${options.map((option, index) => `<option value="v${index}">${escape(option)}</option>`).join('')}</select>`;
  return kLabels[label](escape(decorated(scope.random, name)), field, control);
}

export function customSelect(scope, [name, options]) {
  const control = scope.add({ role: 'select', name, options, isCustom: true, features: ['custom select'] });
  const hidden = scope.inside({ visible: false });
  const items = options
    .map((option) => {
      const item = hidden.add({ role: 'option', name: option });
      (control.also ??= []).push(item.id);
      return `<li role="option"${item.mark}>${escape(option)}</li>`;
    })
    .join('');
  const { id, mark } = control;
  const button = `<button type="button" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="o${id}" aria-labelledby="k${id}"${mark}>`;
  return `<div class="row"><span id="k${id}">${escape(name)}</span> <div class="combo" data-do="combobox">
    ${button}<span class="shown">Choose…</span> ▾</button>
    <ul role="listbox" id="o${id}" hidden>${items}</ul></div></div>`;
}
