// Targets of a page: which control, the words a person would use for it, and the call that is made with them.
// Every phrase is unambiguous to a person who sees the page, or is meant to be refused.
import { plain } from './scope.mjs';
import { kAbsent } from './words.mjs';

const kRoleWords = {
  button: ['button'],
  link: ['link'],
  textbox: ['field', 'field', 'input', 'text field', 'box'],
  checkbox: ['checkbox', 'check box'],
  switch: ['switch', 'toggle'],
  radio: ['radio button', 'radio'],
  select: ['dropdown', 'drop-down', 'list', 'select'],
  tab: ['tab'],
};
const kNouns = new Set([...Object.values(kRoleWords).flat(), 'icon', 'row', 'card', 'item']);
// Words that divide the steps of `act`, and marks.
const kNeedsQuotes = /\b(and|then|in|into|with|to|from|for|on|of|the|is|by|press|click|check|select|type|set|go|open|wait|close|search|submit)\b|[,.;:?'"]/i;
const kOrdinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const kOrdinalNumbers = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th'];

export const kRefusalKinds = new Set(['not there', 'record not there', 'not in this record', 'ambiguous', 'disabled', 'hidden only', 'behind the dialog', 'wrong role']);

// `count` targets: { kind, phrase, control or null, call: { tool, args }, expect }.
export function chooseTargets(page, random, count) {
  const chooser = new Chooser(page, random);
  const targets = [];
  const used = new Set();
  for (let tries = 0; targets.length < count && tries < count * 40; ++tries) {
    const target = chooser.target();
    if (!target || used.has(`${target.phrase}\0${target.call.tool}`)) continue;
    used.add(`${target.phrase}\0${target.call.tool}`);
    targets.push(target);
  }
  // A menu that opens under the pointer is open when the next target is aimed at.
  const menu = page.controls.find((control) => control.isHoverMenu && control.isOperable);
  if (menu && targets.length > 1 && random.chance(0.7)) targets[0] = chooser.hoverOver(menu) ?? targets[0];
  return targets;
}

class Chooser {
  constructor(page, random) {
    this.page = page;
    this.random = random;
    this.visible = page.controls.filter(({ isVisible }) => isVisible);
    // What a menu shows while the pointer is on it may be seen just then.
    this.seen = page.controls.filter(({ isVisible, isInMenu }) => isVisible || isInMenu);
    this.operable = this.visible.filter(({ isOperable, role }) => isOperable && role !== 'summary');
  }

  // Whether first and last are plain to see: nothing floats in front of the page.
  get isOneColumn() {
    return !this.page.isModal && !this.page.features.includes('dialog beside the page');
  }

  target() {
    const kind = this.random.weighted({
      'name and role': 24, 'name': 8, 'quoted name': 7, 'record': 32, 'nameless in record': 10, 'record itself': 4, 'icon': 9, 'ordinal of name': 5, 'ordinal of role': 4,
      'container': 10, 'field': 10, 'drag': 8,
      'not there': 2, 'record not there': 2.5, 'not in this record': 3, 'ambiguous': 3, 'disabled': 5, 'hidden only': 12, 'behind the dialog': 3, 'wrong role': 0.6,
    });
    const found = this[kMakers[kind]]();
    if (!found) return null;
    const { phrase, control } = found;
    const said = this.#spoken(phrase);
    const isToBeRefused = kRefusalKinds.has(kind);
    const call = isToBeRefused ? this.#refusedCall(said) : this.#call(control, said);
    return call && { kind, phrase: said.text, control: isToBeRefused ? null : control, ...call };
  }

  hoverOver(menu) {
    const phrase = this.#nameAndRole(menu);
    if (!phrase) return null;
    const said = this.#spoken(phrase);
    return { kind: 'name and role', phrase: said.text, control: menu, call: { tool: 'interact', args: { action: 'hover', query: said.text } }, expect: 'hover' };
  }

  // --- phrases: a list of words and { name } parts, so that names can be quoted and the rest written in any case ---

  nameAndRole() {
    const control = this.#pick(({ name, containers }) => name && !isNumber(name) && (!inRecord(containers) || this.random.chance(0.2)));
    const phrase = control && this.#nameAndRole(control);
    return phrase && { phrase, control };
  }

  #nameAndRole(control) {
    if (!kRoleWords[control.role] || this.#rivals(control, { withRole: true }).length > 0) return null;
    return [{ name: control.name }, this.random.pick(kRoleWords[control.role])];
  }

  name() {
    const control = this.#pick(({ name, role, containers }) => name && !isNumber(name) && kRoleWords[role] && !inRecord(containers));
    if (!control || this.#rivals(control).length > 0) return null;
    return { phrase: [{ name: control.name }], control };
  }

  quotedName() {
    const control = this.#pick(({ name, role, containers, spokenName }) => name && !spokenName && kRoleWords[role] && (!inRecord(containers) || this.random.chance(0.1)));
    if (!control || /["“”]/.test(control.name) || this.#rivals(control).length > 0) return null;
    const hasRole = this.random.chance(0.4);
    return { phrase: [{ name: control.name, isQuoted: true }, ...(hasRole ? [this.random.pick(kRoleWords[control.role])] : [])], control };
  }

  record() {
    const control = this.#pick(({ name, role, containers, isTitle }) => name && !isTitle && kRoleWords[role] && inRecord(containers));
    if (!control || !this.#isPlainTitle(recordOf(control))) return null;
    const { name: record, kind } = recordOf(control);
    const rivals = this.#rivals(control, { withRole: true }).filter((rival) => recordOf(rival) === recordOf(control));
    if (rivals.length > 0) return null;
    const word = kRoleWords[control.role][0];
    const bare = this.#rivals(control).every((rival) => recordOf(rival) !== recordOf(control));
    const isHalf = /\b(as|in|out|to)$/i.test(control.name); // "Check in for …"
    return { phrase: this.#inRecord([{ name: control.name }], word, record, kind, bare && !isHalf), control };
  }

  // "Bath (open)" beside "Bath 4 (open)": whether "Bath" is the first only, people would argue about.
  #isPlainTitle({ name, tail }) {
    if (!tail) return true;
    const titles = new Set(this.visible.map((control) => recordOf(control)?.name).filter(Boolean));
    return [...titles].every((title) => title === name || !hasWords(title, name));
  }

  #inRecord(thing, word, record, kind, mayLeaveOutRole) {
    const said = mayLeaveOutRole && this.random.chance(0.35) ? thing : [...thing, word];
    const name = { name: record };
    const ways = [
      [...said, 'in', name],
      [...said, 'for', name],
      [...said, 'of', name],
      [...said, 'in the', name, kind],
      [...said, 'in the', kind, 'of', name],
    ];
    return this.random.pick(kind === 'item' ? ways.slice(0, 3) : ways);
  }

  namelessInRecord() {
    const control = this.#pick(({ name, containers }) => name === null && inRecord(containers));
    if (!control || !this.#isPlainTitle(recordOf(control))) return null;
    const { name: record, kind } = recordOf(control);
    const same = this.visible.filter((other) => recordOf(other) === recordOf(control) && other.role === control.role);
    if (control.isIcon) {
      if (same.filter((other) => other.iconWord === control.iconWord).length > 1) return null;
      return { phrase: this.#inRecord([control.iconWord], 'icon', record, kind, false), control };
    }
    if (same.length > 1) return null;
    return { phrase: this.#inRecord([], kRoleWords[control.role][0], record, kind, false), control };
  }

  recordItself() {
    const control = this.#pick(({ role }) => role === 'row');
    return control && { phrase: [{ name: control.name }, control.kind], control };
  }

  icon() {
    const control = this.#pick(({ isIcon, containers }) => isIcon && !inRecord(containers));
    if (!control) return null;
    const word = control.name ?? control.iconWord;
    const rivals = this.seen.filter((other) => other !== control && (other.iconWord === word || (other.name && hasWords(other.name, word))));
    return rivals.length === 0 ? { phrase: [control.name ? { name: word } : word, 'icon'], control } : null;
  }

  ordinalOfName() {
    if (!this.isOneColumn) return null;
    const control = this.#pick(({ name, role, spokenName }) => name && !spokenName && (role === 'button' || role === 'link'));
    if (!control) return null;
    const same = this.visible.filter(({ name, role }) => role === control.role && name && plain(name) === plain(control.name));
    const alike = this.seen.filter(({ name, spokenName }) => name && hasWords(spokenName ?? name, control.name));
    if (same.length < 2 || alike.length !== same.length || same.some(({ isStyledLink, spokenName }) => isStyledLink || spokenName)) return null;
    return this.#ordinal(same, control, [{ name: control.name }, kRoleWords[control.role][0]]);
  }

  ordinalOfRole() {
    if (!this.isOneColumn) return null;
    const control = this.#pick(({ role }) => ['radio', 'checkbox', 'select'].includes(role));
    if (!control) return null;
    const same = this.visible.filter(({ role }) => role === control.role);
    if (control.role === 'checkbox' && this.visible.some(({ role }) => role === 'switch')) return null; // is that one?
    return same.length > 1 ? this.#ordinal(same, control, [{ radio: 'radio button', checkbox: 'checkbox', select: 'dropdown' }[control.role]]) : null;
  }

  #ordinal(same, control, words) {
    const index = same.indexOf(control);
    if (index === same.length - 1 && this.random.chance(0.6)) return { phrase: ['last', ...words], control };
    const ordinals = this.random.chance(0.5) ? kOrdinals : kOrdinalNumbers;
    return ordinals[index] ? { phrase: [ordinals[index], ...words], control } : null;
  }

  container() {
    const control = this.#pick(({ name, role, containers }) => name && kRoleWords[role] && containers.some(({ type }) => type !== 'record'));
    if (!control) return null;
    const container = this.random.pick(control.containers.filter(({ type }) => type !== 'record'));
    const inside = (other) => other.containers.includes(container);
    if (this.#rivals(control, { withRole: true }).some(inside)) return null;
    const words = this.#containerWords(container);
    return words && { phrase: [{ name: control.name }, kRoleWords[control.role][0], ...words], control };
  }

  #containerWords(container) {
    const { type, name } = container;
    const isOnly = new Set(this.visible.flatMap(({ containers }) => containers).filter((other) => other.type === type)).size === 1;
    if (type === 'section') return this.random.pick([['in the', { name }, 'section'], ['in', { name }], ['under', { name }]]);
    if (type === 'group') {
      const groups = new Set(this.visible.flatMap(({ containers }) => containers).filter((other) => other.name && plain(other.name) === plain(name)));
      return groups.size === 1 ? this.random.pick([['under', { name }], ['in', { name }], ['for', { name }]]) : null;
    }
    if (type === 'dialog') return isOnly && this.random.chance(0.6) ? ['in the dialog'] : ['in the', { name }, 'dialog'];
    if (!isOnly) return null;
    return [`in the ${type === 'header' ? this.random.pick(['header', 'navigation']) : type}`];
  }

  field() {
    const control = this.#pick(({ role, name }) => name && ['textbox', 'select', 'checkbox', 'switch'].includes(role));
    const phrase = control && this.#nameAndRole(control);
    return phrase && { phrase, control };
  }

  // From one lane of a board to another.
  drag() {
    const control = this.#pick(({ role }) => role === 'draggable');
    if (!control || this.#rivals(control).length > 0) return null;
    return { phrase: [{ name: control.name }, ...(this.random.chance(0.5) ? ['card'] : [])], control };
  }

  // --- phrases that fit nothing, or several things ---

  notThere() {
    const name = this.random.pick(kAbsent);
    return { phrase: [{ name }, this.random.pick(['button', 'link', 'checkbox', 'field'])] };
  }

  recordNotThere() {
    const control = this.#pick(({ name, role, containers }) => name && role === 'button' && inRecord(containers));
    if (!control) return null;
    const { name, kind } = recordOf(control);
    const number = name.match(/\d+/);
    // Order 7 where there are only Order 73 and "7 items".
    const other = number ? name.replace(number[0], String(Number(number[0]) > 9 ? number[0].slice(0, 1) : Number(number[0]) * 10 + 7)) : `${name}ovich`;
    if (this.visible.some(({ containers }) => containers.some((container) => container.name && plain(container.name) === plain(other)))) return null;
    if (this.page.texts.some((text) => hasWords(text, other))) return null;
    return { phrase: this.#inRecord([{ name: control.name }], 'button', other, kind, false) };
  }

  // The record is there, and the button is there, but not together.
  notInThisRecord() {
    const control = this.#pick(({ name, role, containers }) => name && role === 'button' && inRecord(containers));
    const stranger = this.#pick(({ name, role }) => name && role === 'button');
    if (!control || !stranger || recordOf(stranger) === recordOf(control)) return null;
    const { name, kind } = recordOf(control);
    const isHere = this.visible.some((other) => recordOf(other)?.name === name && (other.name === null || alike(other.spokenName ?? other.name, stranger.name)));
    const isHidden = this.page.controls.some((other) => recordOf(other)?.name === name && other.name === stranger.name);
    return isHere || isHidden ? null : { phrase: this.#inRecord([{ name: stranger.name }], 'button', name, kind, false) };
  }

  ambiguous() {
    const control = this.#pick(({ name, role, isTitle }) => name && !isTitle && (role === 'button' || role === 'link'));
    if (!control || this.page.isModal) return null;
    const same = this.operable.filter(({ name, role, isStyledLink }) => role === control.role && name && plain(name) === plain(control.name) && !isStyledLink);
    return same.length < 2 || control.isStyledLink ? null : { phrase: [{ name: control.name }, kRoleWords[control.role][0]], control };
  }

  disabled() {
    const control = this.random.pick(this.visible.filter(({ isDisabled, name, containers }) => isDisabled && name && !inRecord(containers)));
    if (!control || this.#rivals(control).length > 0) return null;
    return { phrase: [{ name: control.name }, kRoleWords[control.role][0]], control };
  }

  hiddenOnly() {
    const control = this.random.pick(this.page.controls.filter(({ isVisible, isInMenu, name, role }) => !isVisible && !isInMenu && name && (role === 'button' || role === 'link')));
    if (!control || this.seen.some(({ name, spokenName }) => name && alike(spokenName ?? name, control.name))) return null;
    return { phrase: [{ name: control.name }, kRoleWords[control.role][0]] };
  }

  behindTheDialog() {
    if (!this.page.isModal) return null;
    const control = this.random.pick(this.visible.filter(({ isOperable, isDisabled, name, role, containers }) => !isOperable && !isDisabled && name && kRoleWords[role] && !inRecord(containers)));
    if (!control || this.#rivals(control).length > 0) return null;
    return { phrase: [{ name: control.name }, kRoleWords[control.role][0]], control };
  }

  wrongRole() {
    const control = this.#pick(({ name, role, containers }) => name && (role === 'button' || role === 'link') && !inRecord(containers));
    if (!control || this.visible.some((other) => other !== control && other.name && alike(other.spokenName ?? other.name, control.name))) return null;
    return { phrase: [{ name: control.name }, this.random.pick(['checkbox', 'radio button', 'field'])], control };
  }

  // --- helpers ---

  #pick(fits) {
    const fitting = this.operable.filter(fits);
    return fitting.length > 0 ? this.random.pick(fitting) : null;
  }

  // Other controls that a person might mean by the same words.
  #rivals(control, { withRole = false } = {}) {
    const family = (role) => (role === 'summary' ? 'button' : role === 'switch' ? 'checkbox' : role);
    return this.seen.filter((other) => {
      if (other === control || !other.name) return false;
      if (plain(other.name) !== plain(control.name) && plain(other.spokenName ?? '') !== plain(control.name)) return false;
      if (!withRole || family(other.role) === family(control.role)) return true;
      return other.isStyledLink || control.isStyledLink; // looks like one, is the other
    });
  }

  // The words as they are said: with an article or without, in any case; `isAct` forms quote names that would divide a step.
  #spoken(parts) {
    // "a button" is any button, and "A button" may be.
    const isLetter = (name) => name.length === 1 && /\p{Script=Latin}/u.test(name);
    const isLower = this.random.chance(0.15) && parts.every((part) => !part.isQuoted && !isLetter(part.name ?? ''));
    const hasNoun = typeof parts[0] === 'string' || kNouns.has(parts[1]); // nobody says "the Edit for …"
    const article = hasNoun && this.random.chance(0.3) ? 'the ' : '';
    const write = (quotes) =>
      article + parts.map((part) => (typeof part === 'string' ? part : part.isQuoted || isLetter(part.name) || quotes(part.name) ? `"${part.name}"` : part.name)).join(' ');
    const text = write(() => false);
    const quoted = write((name) => !name.includes('"') && kNeedsQuotes.test(name));
    return { text: isLower ? text.toLowerCase() : text, quoted };
  }

  #refusedCall({ text, quoted }) {
    return this.random.chance(0.85)
      ? { call: { tool: 'interact', args: { query: text } }, expect: 'refusal' }
      : { call: { tool: 'act', args: { instruction: `click ${quoted}` } }, expect: 'refusal' };
  }

  #call(control, { text, quoted }) {
    const { random } = this;
    const value = random.pick(['Zürich 8', 'hello', 'a.b@example.org', '2025', 'O’Hara & Co']);
    const click = { call: { tool: 'interact', args: { query: text } }, expect: 'click' };
    const options = {
      click,
      actClick: { call: { tool: 'act', args: { instruction: `click ${quoted}` } }, expect: 'click' },
      double: { call: { tool: 'interact', args: { action: 'double_click', query: text } }, expect: 'double click' },
      hover: { call: { tool: 'interact', args: { action: 'hover', query: text } }, expect: 'hover' },
      byRef: { call: { tool: 'find', args: { query: text } }, expect: 'click' },
      input: { call: { tool: 'form_input', args: { query: text, value } }, expect: 'value', value },
      form: control.name && { call: { tool: 'fill_form', args: { fields: { [control.name]: value } } }, expect: 'value', value },
      type: { call: { tool: 'act', args: { instruction: `type "${value}" into ${quoted}` } }, expect: 'value', value },
      fill: { call: { tool: 'act', args: { instruction: `fill ${quoted} with "${value}"` } }, expect: 'value', value },
      check: { call: { tool: 'act', args: { instruction: `check ${quoted}` } }, expect: 'checked' },
      tick: { call: { tool: 'form_input', args: { query: text, value: true } }, expect: 'checked' },
    };
    if (control.role === 'draggable') return { call: { tool: 'act', args: { instruction: `drag ${quoted} to "${control.lane.name}"` } }, expect: 'drag' };
    if (control.role === 'select') {
      const option = random.pick(control.options);
      const set = { call: { tool: 'form_input', args: { query: text, value: option } }, expect: 'value', value: option };
      const said = { call: { tool: 'act', args: { instruction: `select "${option}" in ${quoted}` } }, expect: 'value', value: option };
      return random.chance(0.3) ? said : control.isCustom && random.chance(0.4) ? click : set;
    }
    const isField = ({ role }) => ['textbox', 'select', 'checkbox', 'radio', 'switch'].includes(role);
    const isPlainLabel = control.name && this.visible.filter((other) => isField(other) && other.name && alike(other.name, control.name)).length === 1;
    const weights = {
      textbox: { input: 40, form: isPlainLabel ? 20 : 0, type: 18, fill: 8, click: 14 },
      checkbox: { click: 50, check: 25, tick: 25 },
      switch: { click: 60, check: 15, tick: 25 },
      radio: { click: 65, actClick: 20, tick: 15 },
    }[control.role] ?? { click: 68, actClick: 16, double: control.isHoverMenu ? 0 : 4, hover: 4, byRef: 8 };
    return options[random.weighted(weights)];
  }
}

const kMakers = {
  'name and role': 'nameAndRole', 'name': 'name', 'quoted name': 'quotedName', 'record': 'record', 'nameless in record': 'namelessInRecord', 'record itself': 'recordItself', 'icon': 'icon',
  'ordinal of name': 'ordinalOfName', 'ordinal of role': 'ordinalOfRole', 'container': 'container', 'field': 'field', 'drag': 'drag',
  'not there': 'notThere', 'record not there': 'recordNotThere', 'not in this record': 'notInThisRecord', 'ambiguous': 'ambiguous', 'disabled': 'disabled', 'hidden only': 'hiddenOnly',
  'behind the dialog': 'behindTheDialog', 'wrong role': 'wrongRole',
};

const isNumber = (name) => /^\d+$/.test(name);
const inRecord = (containers) => containers.some(({ type }) => type === 'record');
const recordOf = (control) => control.containers.find(({ type }) => type === 'record');

// Whole words of `words` within `text`, in order.
function hasWords(text, words) {
  return ` ${plain(text)} `.includes(` ${plain(words)} `);
}

// One name within the other: a person might take one for the other.
const alike = (one, other) => hasWords(one, other) || hasWords(other, one);
