// Parts of pages other than lists of records: bars, forms, dialogs, prose, things that are hidden, and what makes a page move.
import {
  buttonStyle, checkbox, customSelect, iconButton, labelStyle, linkStyle, namelessIcon, radioGroup, selectField, textField, toggleSwitch,
} from './controls.mjs';
import { escape } from './scope.mjs';
import { kAbsent, kButtons, kChecks, kChoices, kDialogs, kFields, kFiller, kIcons, kLinks, kMenus, kSections } from './words.mjs';

const several = (random, list, low, high) => random.sample(list, random.int(low, high));

// --- bars ---

export function navigation(scope) {
  const { random, model } = scope;
  const isSemantic = random.chance(0.7);
  const isSticky = random.chance(0.35);
  const menus = random.weighted({ none: 50, overlay: 18, inFlow: 18, delayed: 14 });
  const inner = scope.inside({ container: isSemantic ? { type: 'header', name: null } : null, features: ['navigation'] });
  const make = linkStyle(random);
  const links = several(random, kLinks, 3, 6).map((name) => `<li>${make(inner, name)}</li>`);
  if (menus !== 'none') {
    model.features.add(`hover menu ${menus}`);
    for (let index = random.int(1, 2); index > 0; --index) links.splice(random.int(0, links.length), 0, hoverMenu(inner, menus));
  }
  if (isSticky) model.features.add('sticky header');
  const extra = random.chance(0.4) ? buttonStyle(random)(inner, random.pick(['Sign in', 'Sign up', 'Menu', 'Log in'])) : '';
  const content = `<b class="brand">Acme</b><ul class="bar">${links.join('')}</ul>${extra}`;
  const className = isSticky ? 'top sticky' : 'top';
  if (!isSemantic) return `<div class="${className} topbar">${content}</div>`;
  return `<header class="${className}"><nav>${content}</nav></header>`;
}

// What it opens is not there until the pointer is on it.
function hoverMenu(scope, kind) {
  const { random, model } = scope;
  const name = model.freshOf(kMenus) ?? 'Other';
  const trigger = scope.add({ role: 'link', name, isHoverMenu: true, features: [`hover menu ${kind}`] });
  const hidden = scope.inside({ visible: false });
  const items = several(random, [...kLinks, ...kButtons.slice(0, 12)], 3, 6)
    .map((item) => `<li><a href="/sub"${hidden.add({ role: 'link', name: item, isInMenu: true }).mark}>${escape(item)}</a></li>`)
    .join('');
  const wait = random.int(0, 2) * 40;
  return kind === 'delayed'
    ? `<li data-do="unfold:${wait}"><a href="/menu"${trigger.mark}>${escape(name)}</a><ul class="unfolds in-flow">${items}</ul></li>`
    : `<li class="hovers"><a href="/menu"${trigger.mark}>${escape(name)}</a><ul class="${kind === 'overlay' ? 'over' : 'in-flow'}">${items}</ul></li>`;
}

export function footer(scope) {
  const { random } = scope;
  const inner = scope.inside({ container: { type: 'footer', name: null }, features: ['footer'] });
  const make = linkStyle(random);
  const links = several(random, kLinks, 3, 7).map((name) => make(inner, name));
  const isRole = random.chance(0.2);
  return isRole ? `<div role="contentinfo" class="bottom">${links.join(' ')}</div>` : `<footer class="bottom"><p>${links.join(' · ')}</p></footer>`;
}

export function toolbar(scope) {
  const { random } = scope;
  const inner = scope.inside({ container: { type: 'toolbar', name: null }, features: ['toolbar'] });
  const isNameless = random.chance(0.4);
  const icons = several(random, kIcons, 3, 7).map((icon) => (isNameless ? namelessIcon(inner, icon) : iconButton(inner, icon)));
  const make = buttonStyle(random);
  const named = several(random, kButtons, 0, 3).map((name) => make(inner, name));
  return `<div role="toolbar" class="tools">${icons.join('')}${named.join('')}</div>`;
}

export function cookieBar(scope) {
  const { random, model } = scope;
  model.features.add('sticky footer');
  const inner = scope.inside({ features: ['cookie bar'] });
  const make = buttonStyle(random);
  const text = inner.say('We use cookies. Accept all cookies?');
  return `<div class="cookies">${text} ${['Accept all', 'Only necessary'].map((name) => make(inner, name)).join(' ')}</div>`;
}

export function tabs(scope) {
  const { random } = scope;
  const names = several(random, ['Overview', 'Details', 'History', 'Reviews (12)', 'Specs', 'Questions'], 2, 4);
  const inner = scope.inside({ features: ['tabs'] });
  return `<div role="tablist" class="tools">${names
    .map((name, index) => `<button type="button" role="tab" aria-selected="${index === 0}" data-do="tab"${inner.add({ role: 'tab', name }).mark}>${escape(name)}</button>`)
    .join('')}</div>`;
}

export function pager(scope) {
  const { random } = scope;
  const inner = scope.inside({ features: ['pager'] });
  const make = linkStyle(random);
  const last = random.int(3, 12);
  const names = ['Previous', ...Array.from({ length: Math.min(last, 5) }, (_, index) => String(index + 1)), ...(last > 5 ? [String(last)] : []), 'Next'];
  return `<div class="tools">${names.map((name) => make(inner, name, { isNumber: /^\d/.test(name) })).join(' ')}</div>`;
}

// --- forms ---

const kSectionShapes = ['section', 'region', 'fieldset', 'panel', 'heading', 'details', 'form'];

// A headed part of a page with fields and buttons.
export function section(scope) {
  const { random, model } = scope;
  const name = model.freshOf(kSections);
  if (name === null) return prose(scope);
  const shape = random.pick(kSectionShapes);
  const inner = scope.inside({ container: { type: 'section', name }, features: [`section ${shape}`] });
  const title = inner.say(name);
  const summary = shape === 'details' ? scope.add({ role: 'summary', name }) : null;
  const body = formBody(inner);
  const id = `h${model.newId()}`;
  const tag = random.pick(['h2', 'h3']);
  return {
    section: () => `<section><${tag}>${title}</${tag}>${body}</section>`,
    region: () => `<section aria-labelledby="${id}"><${tag} id="${id}">${title}</${tag}>${body}</section>`,
    fieldset: () => `<fieldset><legend>${title}</legend>${body}</fieldset>`,
    panel: () => `<div class="panel"><div class="panel-title">${title}</div><div class="panel-body">${body}</div></div>`,
    heading: () => `<div class="box"><${tag}>${title}</${tag}><div>${body}</div></div>`,
    details: () => `<details open><summary${summary.mark}>${title}</summary>${body}</details>`,
    form: () => `<form aria-labelledby="${id}"><${tag} id="${id}">${title}</${tag}>${body}</form>`,
  }[shape]();
}

function formBody(scope) {
  const { random } = scope;
  const labels = labelStyle(random);
  const style = () => (random.chance(0.8) ? labels : undefined);
  const parts = several(random, kFields, 0, 4).map((name) => textField(scope, name, { labels: style() }));
  for (const choice of several(random, kChoices, 0, 2)) {
    parts.push(random.pick([() => radioGroup(scope, choice), () => selectField(scope, choice, { labels: style() }), () => customSelect(scope, choice)])());
  }
  for (const name of several(random, kChecks, 0, 2)) parts.push(random.chance(0.15) ? toggleSwitch(scope, name) : checkbox(scope, name));
  const make = buttonStyle(random);
  const buttons = several(random, kButtons, 1, 3).map((name) => make(scope, name, { isDisabled: random.chance(0.06) }));
  return `${parts.join('')}<div class="acts">${buttons.join(' ')}</div>`;
}

// --- what is in front ---

// A dialog over the page; if it is modal, nothing behind it can be used.
export function dialog(scope, { isModal }) {
  const { random, model } = scope;
  const name = model.freshOf(kDialogs);
  const shape = isModal ? random.weighted({ native: 40, role: 40, soup: 20 }) : 'role';
  model.features.add(isModal ? 'modal dialog' : 'dialog beside the page');
  const inner = scope.inside({ container: { type: 'dialog', name, isSoup: shape === 'soup' }, features: [`dialog ${shape}`] });
  const title = inner.say(name);
  const close = random.chance(0.6) ? iconButton(inner, kIcons.find((icon) => icon.name === 'Close')) : '';
  const fields = random.chance(0.5) ? formBody(inner) : `<p>${inner.say(random.pick(kFiller))}</p>`;
  const make = buttonStyle(random);
  const buttons = several(random, ['Cancel', 'Delete', 'OK', 'Save', 'Close', 'Not now', 'Continue'], 1, 3).map((button) => make(inner, button));
  const body = `<h2 id="dt${model.newId()}">${title}</h2>${close}${fields}<div class="acts">${buttons.join(' ')}</div>`;
  const label = `dt${model.ids}`;
  if (shape === 'native') return `<dialog aria-labelledby="${label}" data-do="modal">${body}</dialog>`;
  const box = shape === 'role' ? `<div role="dialog" aria-modal="${isModal}" aria-labelledby="${label}" class="modal">${body}</div>` : `<div class="modal">${body}</div>`;
  const overlay = isModal ? scope.inside({ visible: false }).add({ role: 'overlay', name: null }) : null; // a click on it would close the dialog
  return isModal ? `<div class="overlay"${overlay.mark}>${box}</div>` : box.replace('class="modal"', 'class="modal aside"');
}

// --- prose ---

// Text that quotes the names of controls and records, and headings that read like buttons.
export function prose(scope) {
  const { random, model } = scope;
  const named = model.controls.filter((control) => control.name && control.isVisible);
  const quote = () => (named.length > 0 && random.chance(0.7) ? random.pick(named).name : random.pick([...kButtons, ...kAbsent]));
  const record = () => random.pick(named.flatMap(({ containers }) => containers.filter(({ type }) => type === 'record').map(({ name }) => name)).concat('Order 500'));
  const sentences = [
    () => `Press ${quote()} to go on.`,
    () => `The ${quote()} button is explained below.`,
    () => `Use the ${quote()} button in ${record()} with care.`,
    () => `${quote()} for ${record()} was used twice.`,
    () => `The 1st radio button is the default; the trash icon removes a line.`,
    () => `Large red button: do not press.`,
    () => `“${quote()}”`,
    () => random.pick(kFiller),
  ];
  const texts = several(random, sentences, 1, 3).map((sentence) => scope.say(sentence()));
  const heading = random.chance(0.5) ? `<${random.pick(['h2', 'h3', 'h4'])} class="plain">${scope.say(quote())}</h>` : '';
  const closed = heading.replace('</h>', `</${heading.slice(1, 3)}>`);
  return `${closed}${random.chance(0.8) ? texts.map((text) => `<p>${text}</p>`).join('') : `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>`}`;
}

// --- what nobody sees ---

const kHidings = {
  template: (html) => `<template>${html}</template>`,
  display: (html) => `<div style="display:none">${html}</div>`,
  attribute: (html) => `<div hidden>${html}</div>`,
  visibility: (html) => `<div style="visibility:hidden;height:30px">${html}</div>`,
  away: (html) => `<div style="position:absolute;left:-9999px;top:0;width:400px">${html}</div>`,
  transparent: (html) => `<div style="opacity:0;pointer-events:none;height:30px">${html}</div>`,
  closed: (html) => `<details><summary>${'⋯'}</summary>${html}</details>`,
  folded: (html) => `<div style="height:0;overflow:hidden">${html}</div>`,
};

// Copies of names that are on the page already.
export function hiddenCopies(scope) {
  const { random, model } = scope;
  const named = model.controls.filter(({ name, role, isVisible }) => name && isVisible && (role === 'button' || role === 'link'));
  if (named.length === 0) return '';
  const kind = random.pick(Object.keys(kHidings));
  const hidden = scope.inside({ visible: false });
  const make = buttonStyle(random);
  model.features.add(`hidden copies ${kind}`);
  const names = several(random, named, 1, 4).map(({ name }) => name);
  if (random.chance(0.4)) names.push(random.pick(kButtons)); // perhaps nowhere else
  return kHidings[kind](names.map((name) => make(hidden, name)).join(' '));
}
