// Proves that what the tools type, choose and click is what a framework's own model sees: a controlled form and a list of
// things to do, in five frameworks.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing, until } from '../lib/browsing.mjs';
import { bundle } from './bundle.mjs';

const kPreact = { react: 'preact/compat', 'react-dom': 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime' };
const kFrameworks = {
  react: ['react.jsx'],
  preact: ['react.jsx', { alias: kPreact }],
  vue: ['vue.js'],
  svelte: ['svelte.js'],
  angular: ['angular.js'],
};

const shell = (title, script) =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><div id="app"></div><script src="${script}"></script>`;

async function pagesOf(name) {
  const script = await bundle(...kFrameworks[name]);
  return {
    '/form': shell(`${name} form`, '/app.js'),
    '/todos': shell(`${name} todos`, '/app.js'),
    '/app.js': { body: script, type: 'text/javascript; charset=utf-8' },
  };
}

const kFilled = {
  code: 'AB-12',
  amount: 12.5,
  subscribed: true,
  size: 'Large',
  colour: 'green',
  toppings: ['ham', 'olives'],
  day: '2026-11-15',
  volume: 8,
  notes: 'First line\nsecond — ünïcödé 日本',
};

for (const name of Object.keys(kFrameworks)) {
  describe(name, async () => {
    const b = sharedBrowsing({ pages: await pagesOf(name) });
    const model = async (tabId, id = 'model') =>
      JSON.parse(await b.run(tabId, `document.getElementById(${JSON.stringify(id)}).textContent`));

    test('form_input: every kind of field, and the page that changes what is typed', async () => {
      const tabId = await b.open('/form');
      const set = (query, value) => b.text('form_input', { tabId, query, value });
      assert.match(await set('Code', 'ab-12'), /^✓ Set textbox "Code" \[ref_\d+\] = "AB-12" \(the page made this of "ab-12"\)/);
      assert.match(await set('Amount', 12.5), /^✓ Set spinbutton "Amount" \[ref_\d+\] = "12.5"/);
      assert.match(await set('Subscribe', true), /^✓ Set checkbox "Subscribe" \[ref_\d+\] = checked/);
      assert.match(await set('Large', true), /^✓ Set radio "Large" \[ref_\d+\] = checked/);
      assert.match(await set('Colour', 'Green'), /^✓ Set combobox "Colour" \[ref_\d+\] = "Green"/);
      assert.match(await set('Toppings', ['Ham', 'olives']), /^✓ Set listbox "Toppings" \[ref_\d+\] = \["Ham","Olives"\]/);
      assert.match(await set('Day', '2026-11-15'), /^✓ Set date "Day" \[ref_\d+\] = "2026-11-15"/);
      assert.match(await set('Volume', 8), /^✓ Set slider "Volume" \[ref_\d+\] = "8"/);
      assert.match(await set('Notes', kFilled.notes), /^✓ Set textbox "Notes" \[ref_\d+\] = "First line\\nsecond/);
      assert.deepEqual(await model(tabId), kFilled);
    });

    test('form_input: a second value takes the place of the first, and nothing is nothing', async () => {
      const tabId = await b.open('/form');
      for (const value of ['first', 'second', '']) {
        await b.good('form_input', { tabId, query: 'Code', value });
        await b.good('form_input', { tabId, query: 'Notes', value });
        const { code, notes } = await model(tabId);
        assert.deepEqual([code, notes], [value.toUpperCase(), value]);
      }
      for (const [value, seen] of [[7, 7], ['-3', -3], ['', null]]) {
        await b.good('form_input', { tabId, query: 'Amount', value });
        const { amount } = await model(tabId);
        assert.equal(amount === '' ? null : amount, seen); // Vue has '' for nothing
      }
      for (const value of [['Cheese', 'Ham'], ['Olives'], []]) {
        await b.good('form_input', { tabId, query: 'Toppings', value });
        assert.deepEqual((await model(tabId)).toppings, value.map((one) => one.toLowerCase()));
      }
      for (const value of [true, true, false]) {
        await b.good('form_input', { tabId, query: 'Subscribe', value });
        assert.equal((await model(tabId)).subscribed, value);
      }
    });

    test('fill_form: the whole form in one call, submitted', async () => {
      const tabId = await b.open('/form');
      const fields = {
        Code: 'ab-12',
        Amount: 12.5,
        Subscribe: true,
        Size: 'Large',
        Colour: 'green',
        Toppings: ['Ham', 'Olives'],
        Day: '2026-11-15',
        Volume: 8,
        Notes: kFilled.notes,
      };
      const answer = await b.text('fill_form', { tabId, fields, submit: true });
      assert.equal(answer.match(/^✓ Set /gm).length, 9, answer);
      assert.match(answer, /^✓ Clicked button "Send"/m);
      assert.deepEqual(await model(tabId, 'sent'), kFilled);
    });

    test('a form that the browser finds wrong is not sent, and the answer says why', async () => {
      const tabId = await b.open('/form');
      await b.good('form_input', { tabId, query: 'Amount', value: 500 });
      const answer = await b.text('interact', { tabId, query: 'Send' });
      const sent = await b.run(tabId, 'document.getElementById("sent") !== null');
      if (name === 'angular') return assert.ok(sent); // it takes the checks of the browser off
      assert.match(answer, /^! not valid: \[ref_\d+\] spinbutton: "Amount" = "500" .*: Value must be less than or equal to 100\.$/m);
      assert.equal(sent, false);
    });

    test('keys and clicks alone: typed, corrected, toggled, chosen with the arrows', async () => {
      const tabId = await b.open('/form');
      await b.good('interact', { tabId, query: 'Code' });
      await b.good('computer', { tabId, action: 'type', text: 'abx' });
      await b.good('computer', { tabId, action: 'key', text: 'Backspace' });
      await b.good('computer', { tabId, action: 'type', text: 'c\t7' });
      await b.good('computer', { tabId, action: 'key', text: 'Tab Space Tab Space ArrowDown' });
      await b.good('interact', { tabId, action: 'focus', query: 'Volume' });
      await b.good('computer', { tabId, action: 'key', text: 'ArrowRight', repeat: 3 });
      const { code, amount, subscribed, size, volume } = await model(tabId);
      assert.deepEqual([code, amount, subscribed, size, volume], ['ABC', 7, true, 'Medium', 8]);
    });

    test('things to do: add three, toggle one, edit one, filter, clear', async () => {
      const tabId = await b.open('/todos');
      const key = (text) => b.text('computer', { tabId, action: 'key', text });
      const type = (text) => b.text('computer', { tabId, action: 'type', text });
      const click = (query, action = 'click') => b.text('interact', { tabId, query, action });

      await b.good('form_input', { tabId, query: 'What needs to be done?', value: 'Buy milk' });
      assert.match(await key('Enter'), /^\+ .*Toggle Buy milk/m);
      await type('Call Ann\n');
      await click('What needs to be done?', 'focus');
      await type('Write report\n');
      assert.deepEqual(await model(tabId), [
        { title: 'Buy milk', done: false },
        { title: 'Call Ann', done: false },
        { title: 'Write report', done: false },
      ]);

      const toggled = await click('Toggle Call Ann');
      assert.match(toggled, /^✓ Clicked checkbox "Toggle Call Ann"/);
      assert.match(toggled, /^~ .*checkbox: "Toggle Call Ann" .*checked/m);
      assert.match(toggled, /2 items left/);

      const begun = await b.text('interact', { tabId, selector: 'li:nth-child(3) span', action: 'double_click' });
      assert.match(begun, /^✓ Double-clicked .*Write report/);
      assert.match(begun, /^\+ \[ref_\d+\] textbox: "Edit" = "Write report"/m);
      // Preact moves the focus after it has drawn.
      await until(() => b.run(tabId, 'document.activeElement.ariaLabel === "Edit"'), 'the field has the focus');
      assert.match(await key('Ctrl+A'), /^selected: 12 characters$/m);
      await type('Write the report');
      assert.match(await key('Enter'), /^- \[ref_\d+\] textbox: "Edit"/m);

      const filtered = await click('Active');
      assert.match(filtered, /^url: .* → .*#\/active/m);
      assert.match(filtered, /^- .*"Toggle Call Ann"/m);
      await click('Completed');
      const completed = await b.text('read_page', { tabId });
      assert.match(completed, /"Toggle Call Ann"/);
      assert.doesNotMatch(completed, /"Toggle Buy milk"/);

      assert.match(await click('Clear completed'), /^- .*"Toggle Call Ann"/m);
      await click('All');
      assert.deepEqual(await model(tabId), [
        { title: 'Buy milk', done: false },
        { title: 'Write the report', done: false },
      ]);
      assert.match(await b.text('read_page', { tabId }), /2 items left/);
    });
  });
}
