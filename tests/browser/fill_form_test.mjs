// Proves fill_form: many fields by their labels, submitting, secrets kept, and what was done when one of them fails.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { linesOf, refOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': `<title>Sign up</title><form action="/done"><label>Full name <input name="name"></label>
    <label>Kennwort <input type="password" name="p"></label><label>Country <select name="c"><option>Austria</option><option>Brazil</option></select></label>
    <fieldset><legend>Plan</legend><label><input type="radio" name="plan" value="f"> Free</label><label><input type="radio" name="plan" value="p"> Paid</label></fieldset>
    <label><input type="checkbox" name="news"> Newsletter</label><label>Off <input disabled></label>
    <button type="button" onclick="document.title = 'Other'">Check</button><button name="by" value="main">Register</button><button name="by" value="draft">Save draft</button></form>`,
  '/moody': `<title>Moody</title><form action="/done"><label>Name <input name="name"></label>
    <label>City <input name="city" id="city" autocomplete="off" onblur="setTimeout(() => { this.value = ''; }, 200)"></label>
    <label>Amount <input name="amount" onblur="this.value = Number(this.value).toFixed(2)"></label>
    <label>Land <select name="land" onchange="this.form.state.value = ''"><option>One</option><option>Two</option></select></label><label>State <input name="state"></label>
    <label>Seat <input role="combobox" aria-autocomplete="list" name="seat" onblur="this.value = ''"></label><button>Send</button></form>`,
  '/done': '<title>Done</title><h1>Thanks</h1>',
};

describe('fill_form', () => {
  const b = sharedBrowsing({ pages: kPages });
  const state = (tabId) => b.run(tabId, 'Object.fromEntries(new FormData(document.forms[0]))');

  test('fields by label, a group of radios by its name, each on a line of its own', async () => {
    const tabId = await b.open('/');
    const text = await b.text('fill_form', { tabId, fields: { 'Full name': 'Ada', Country: 'Brazil', Plan: 'Paid', Newsletter: true } });
    const lines = linesOf(text).filter((line) => line.startsWith('✓'));
    assert.equal(lines.length, 4, text);
    assert.match(lines[0], /textbox "Full name" \[ref_\d+\] = "Ada"/);
    assert.match(lines[2], /radio "Paid" in "Plan" \[ref_\d+\] = checked/);
    assert.deepEqual(await state(tabId), { name: 'Ada', p: '', c: 'Brazil', plan: 'p', news: 'on' });
  });

  test('submit: the form\'s own button, once', async () => {
    const tabId = await b.open('/');
    const before = b.site.count('/done');
    const text = await b.text('fill_form', { tabId, fields: { 'Full name': 'Ada' }, submit: true });
    assert.match(text, /✓ Clicked button "Register" \[ref_\d+\]\nurl: .* → .*\/done\?name=Ada&.*by=main "Done"\nheading: "Thanks"$/);
    assert.equal(b.site.count('/done'), before + 1);
  });

  test('submit by the name of a button', async () => {
    const tabId = await b.open('/');
    const text = await b.text('fill_form', { tabId, fields: { 'Full name': 'Bob' }, submit: 'Save draft' });
    assert.match(text, /✓ Clicked button "Save draft".*\nurl: .*by=draft/);
  });

  test('a password is shown nowhere, whatever its field is called', async () => {
    const tabId = await b.open('/');
    const ref = await refOf(b, tabId, 'kennwort');
    const answers = [
      await b.good('fill_form', { tabId, fields: { Kennwort: 'hunter-two' } }),
      await b.good('fill_form', { tabId, fields: { [ref]: 'hunter-two-2' } }),
      await b.good('form_input', { tabId, ref, value: 'hunter-two-3' }),
      await b.good('computer', { tabId, action: 'type', text: 'hunter-two-4' }),
      await b.call('fill_form', { tabId, fields: { Kennwort: 'hunter-two-5', Nonsense: 'x' } }),
    ];
    assert.equal((await state(tabId)).p, 'hunter-two-5');
    assert.match(answers[0].content[0].text, /Kennwort.* = \(not shown\)/);
    for (const { content } of answers) assert.doesNotMatch(JSON.stringify(content), /hunter/);
    const journal = await b.text('oc_journal', { action: 'recent', count: 20 });
    assert.match(journal, /fill_form/);
    assert.doesNotMatch(journal, /hunter/);
    const folder = join(b.home, 'journal');
    for (const name of readdirSync(folder)) assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /hunter/);
  });

  test('an error in one field: the others are filled in all the same, it is told, and nothing is sent', async () => {
    const tabId = await b.open('/');
    const before = b.site.count('/done');
    const error = await b.fails('element_not_found', 'fill_form', { tabId, fields: { 'Full name': 'Ada', Newsletter: true, Country: 'Chile', Plan: 'Free' }, submit: true });
    assert.match(error.message, /Country/);
    assert.equal(error.details.field, 'Country');
    assert.deepEqual(error.details.done.map((line) => /Full name|Newsletter|Free/.exec(line)?.[0]), ['Full name', 'Newsletter', 'Free']);
    assert.deepEqual(error.details.failed.map((line) => line.slice(0, 10)), ['✗ Country:']);
    assert.match(error.details.choices, /Austria \| Brazil/);
    assert.deepEqual(await state(tabId), { name: 'Ada', p: '', c: 'Austria', news: 'on', plan: 'f' });
    assert.equal(b.site.count('/done'), before);
    await b.fails('element_disabled', 'fill_form', { tabId, fields: { Off: 'x' } });
  });

  test('a field that empties itself when the focus leaves it is told, and nothing is sent', async () => {
    for (const fields of [{ Name: 'Ada', City: 'Paris' }, { City: 'Paris', Name: 'Ada' }]) {
      const tabId = await b.open('/moody');
      const before = b.site.count('/done');
      const error = await b.fails('value_not_kept', 'fill_form', { tabId, fields, submit: true });
      assert.match(error.message, /City.* was given "Paris" and holds ""/);
      assert.equal(error.details.field, 'City');
      assert.equal(error.details.done.length, 2);
      assert.deepEqual(error.details.failed.map((line) => line.slice(0, 7)), ['✗ City:']);
      assert.equal(b.site.count('/done'), before);
    }
  });

  test('a field that another one takes back is told', async () => {
    const tabId = await b.open('/moody');
    const error = await b.fails('value_not_kept', 'fill_form', { tabId, fields: { State: 'Bavaria', Land: 'Two' } });
    assert.equal(error.details.field, 'State');
  });

  test('a field that writes its value another way when it is left has kept it', async () => {
    const tabId = await b.open('/moody');
    const text = await b.text('fill_form', { tabId, fields: { Amount: 12, Name: 'Ada' }, submit: true });
    assert.match(text, /\/done\?name=Ada&city=&amount=12\.00&/);
  });

  test('one that takes only its suggestions says so', async () => {
    const tabId = await b.open('/moody');
    const error = await b.fails('value_not_kept', 'fill_form', { tabId, fields: { Seat: '12A' } });
    assert.match(error.hint, /suggestions/);
  });

  test('bad calls', async () => {
    const tabId = await b.open('/');
    await b.fails('invalid_arguments', 'fill_form', { tabId, fields: {} });
    await b.fails('invalid_arguments', 'fill_form', { tabId, fields: { 'Full name': 'x' }, submit: 5 });
    await b.fails('element_not_found', 'fill_form', { tabId, fields: { 'Full name': 'x' }, submit: 'Launch the rocket' });
  });
});
