// Proves form_input: every kind of field, set as a person would, read back, and refused with the reason.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closedPage, framePages, kHearing, openSettled, refOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kForm = `<title>Form</title>${kHearing('input', 'change', 'click', 'keydown')}
  <label>Name <input id="name" value="old"></label><label>Count <input id="count" type="number"></label>
  <label>Notes <textarea id="notes">before</textarea></label><label>Mail <input id="mail" type="email"></label>
  <label><input id="agree" type="checkbox"> I agree</label><label><input type="radio" name="r" id="small"> Small</label><label><input type="radio" name="r" id="large"> Large</label>
  <label>Size <select id="size"><option value="s">Small size</option><option value="m">Middle size</option><option disabled>None left</option></select></label>
  <label>Pets <select id="pets" multiple><option>Cat</option><option>Dog</option><option>Fish</option></select></label>
  <label>Day <input id="day" type="date"></label><label>Hour <input id="hour" type="time"></label><label>Colour <input id="colour" type="color"></label>
  <label>Loudness <input id="loud" type="range" max="10" value="3"></label>
  <div id="rich" contenteditable role="textbox" aria-label="Letter">Dear <b>Ada</b></div>
  <div id="switch" role="switch" aria-checked="false" aria-label="Dark" tabindex="0" style="width:40px;height:20px" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')"></div>
  <label>Fixed <input id="fixed" readonly value="stays"></label><label>Off <input id="off" disabled></label>
  <label>Short <input id="short" maxlength="3"></label><label>Upper <input id="upper" oninput="this.value = this.value.toUpperCase()"></label>
  <label>Stubborn <input id="stubborn" value="mine" oninput="this.value = 'mine'"></label><label>Picture <input id="file" type="file"></label><button id="go">Go</button>`;
const kPages = {
  '/': kForm,
  '/closed': closedPage('<label>Inside <input id="in"></label>', 'window.inside = () => root.getElementById("in").value;'),
  ...framePages('<title>Inner</title><label>Inner name <input id="inner" value="old"></label><select id="inner-list" aria-label="Inner list"><option>A</option><option>B</option></select>'),
};

describe('form_input', () => {
  const b = sharedBrowsing({ pages: kPages });
  const set = (tabId, selector, value) => b.text('form_input', { tabId, selector, value });
  const value = (tabId, id) => b.run(tabId, `document.getElementById('${id}').value`);

  test('by its place', async () => {
    const tabId = await b.open('/');
    const place = (id) => b.run(tabId, `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.getElementById('${id}').getBoundingClientRect())`);
    assert.match(await b.text('form_input', { tabId, coordinate: await place('name'), value: 'here' }), /^✓ Set textbox "Name" \[ref_\d+\] = "here"$/);
    assert.equal(await value(tabId, 'name'), 'here');
    await b.fails('invalid_arguments', 'form_input', { tabId, coordinate: [5, 5], selector: '#name', value: 'x' });
  });

  test('texts and numbers replace what was there, by keys', async () => {
    const tabId = await b.open('/');
    assert.match(await set(tabId, '#name', 'Ada L.'), /^✓ Set textbox "Name" \[ref_\d+\] = "Ada L\."$/);
    assert.equal(await value(tabId, 'name'), 'Ada L.');
    const heard = await b.run(tabId, 'heard');
    assert.equal(heard.filter((one) => one === 'keydown name').length, 6);
    assert.ok(heard.every((one) => !one.endsWith('UNTRUSTED')), heard.join());
    assert.match(await set(tabId, '#count', 42), /= "42"/);
    assert.match(await set(tabId, '#count', -1.5), /= "-1\.5"/);
    assert.match(await set(tabId, '#mail', 'a@b.org'), /= "a@b\.org"/);
    await set(tabId, '#notes', 'one\ntwo');
    assert.equal(await value(tabId, 'notes'), 'one\ntwo');
    assert.match(await set(tabId, '#name', ''), /= ""/);
    assert.equal(await value(tabId, 'name'), '');
  });

  test('by label and by ref', async () => {
    const tabId = await b.open('/');
    await b.text('form_input', { tabId, query: 'Name', value: 'by label' });
    assert.equal(await value(tabId, 'name'), 'by label');
    await b.text('form_input', { tabId, ref: await refOf(b, tabId, 'name field'), value: 'by ref' });
    assert.equal(await value(tabId, 'name'), 'by ref');
  });

  test('checkboxes, radios and switches are clicked once, and left when they are right', async () => {
    const tabId = await b.open('/');
    assert.match(await set(tabId, '#agree', true), /^✓ Set checkbox "I agree" \[ref_\d+\] = checked/);
    assert.equal(await b.run(tabId, 'document.getElementById("agree").checked'), true);
    assert.match(await set(tabId, '#agree', 'yes'), /^✓ Left checkbox .* as it is: checked/);
    assert.equal(await b.run(tabId, 'heard.filter((one) => one === "click agree").length'), 1);
    assert.match(await set(tabId, '#agree', false), /= not checked/);
    assert.match(await set(tabId, '#large', true), /= checked/);
    assert.match(await set(tabId, '#switch', true), /switch "Dark".* = checked/);
    assert.equal(await b.run(tabId, 'document.getElementById("switch").ariaChecked'), 'true');
    await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#agree', value: 'perhaps' });
  });

  test('lists', async () => {
    const tabId = await b.open('/');
    assert.match(await set(tabId, '#size', 'Middle size'), /^✓ Set combobox "Size" \[ref_\d+\] = "Middle size"/);
    assert.match(await set(tabId, '#size', 's'), /= "Small size"/);
    assert.match(await set(tabId, '#pets', ['Cat', 'fish']), /= \["Cat","Fish"\]/);
    assert.deepEqual(await b.run(tabId, '[...document.getElementById("pets").selectedOptions].map((o) => o.text)'), ['Cat', 'Fish']);
    const none = await b.fails('element_not_found', 'form_input', { tabId, selector: '#size', value: 'Huge' });
    assert.match(none.details.choices, /Small size \| Middle size/);
    await b.fails('element_disabled', 'form_input', { tabId, selector: '#size', value: 'None left' });
    await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#size', value: ['s', 'm'] });
  });

  test('dates, times, colours and ranges', async () => {
    const tabId = await b.open('/');
    assert.match(await set(tabId, '#day', '2026-11-15'), /= "2026-11-15"$/m);
    assert.match(await set(tabId, '#hour', '14:30'), /= "14:30"$/m);
    assert.match(await set(tabId, '#colour', '#336699'), /= "#336699"$/m);
    assert.match(await set(tabId, '#loud', 7), /= "7"$/m);
    assert.match(await set(tabId, '#loud', 9.7), /= "10", the nearest to 9.7 that it can hold/);
    assert.deepEqual(await b.run(tabId, 'heard.filter((one) => /day/.test(one)).map((one) => one.split(" ")[0])'), ['input', 'change']);
    const error = await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#day', value: 'tomorrow' });
    assert.match(error.hint, /2026-11-15/);
    await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#colour', value: 'reddish' });
    await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#loud', value: 'very' });
    assert.equal(await value(tabId, 'loud'), '10');
  });

  test('rich text', async () => {
    const tabId = await b.open('/');
    assert.match(await set(tabId, '#rich', 'Dear Bob'), /^✓ Set textbox "Letter" \[ref_\d+\] = "Dear Bob"/);
    assert.equal(await b.run(tabId, 'document.getElementById("rich").innerText.trim()'), 'Dear Bob');
  });

  test('what the page makes of it is told; what it does not keep is an error', async () => {
    const tabId = await b.open('/');
    assert.match(await set(tabId, '#upper', 'abc'), /= "ABC" \(the page made this of "abc"\)/);
    const cut = await b.fails('value_not_kept', 'form_input', { tabId, selector: '#short', value: 'abcdef' });
    assert.deepEqual(cut.details, { value: 'abc' });
    const error = await b.fails('value_not_kept', 'form_input', { tabId, selector: '#stubborn', value: 'yours' });
    assert.match(error.message, /was given "yours" and holds "mine"/);
    await b.fails('value_not_kept', 'form_input', { tabId, selector: '#count', value: 'many' });
  });

  test('what is no field, or cannot be set', async () => {
    const tabId = await b.open('/');
    assert.match((await b.fails('element_disabled', 'form_input', { tabId, selector: '#fixed', value: 'x' })).message, /read-only/);
    await b.fails('element_disabled', 'form_input', { tabId, selector: '#off', value: 'x' });
    assert.match((await b.fails('unsupported', 'form_input', { tabId, selector: '#file', value: 'x' })).hint, /file_upload/);
    await b.fails('unsupported', 'form_input', { tabId, selector: '#go', value: 'x' });
    await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#name', value: true });
    await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#name', value: null });
    await b.fails('element_not_found', 'form_input', { tabId, query: 'Shoe size of the king', value: 'x' });
  });

  for (const path of ['/framed', '/apart']) {
    test(`in a frame: ${path}`, async () => {
      const tabId = await openSettled(b, path);
      for (const target of [{ query: 'Inner name' }, { selector: '#inner' }, { ref: await refOf(b, tabId, 'inner name') }]) {
        const text = `by ${Object.keys(target)[0]}`;
        assert.match(await b.text('form_input', { tabId, ...target, value: text }), new RegExp(`= "${text}"`));
        assert.match(await b.text('read_page', { tabId }), new RegExp(`textbox: "Inner name" = "${text}"`));
      }
      assert.match(await b.text('form_input', { tabId, query: 'Inner list', value: 'B' }), /= "B"/);
    });
  }

  test('in a closed shadow root', async () => {
    const tabId = await b.open('/closed');
    for (const target of [{ query: 'Inside' }, { selector: '#in' }, { ref: await refOf(b, tabId, 'inside') }]) {
      const text = `by ${Object.keys(target)[0]}`;
      await b.text('form_input', { tabId, ...target, value: text });
      assert.equal(await b.run(tabId, 'inside()'), text);
    }
  });
});
