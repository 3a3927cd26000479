// Proves that tools act on what was named and on nothing else, send nothing that was not asked for, and do not advise to do
// again what may have been done.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const inner = '<title>Inner</title><body style="margin:0"><button style="margin:60px" onclick="this.textContent = \'Hit\'">Deep</button>';
const framed = (style) => ({ headers }) =>
  `<title>Framed</title><iframe style="border:3px solid;width:300px;height:200px;${style}" src="http://localhost:${headers.host.split(':')[1]}/inner"></iframe>`;

const kPages = {
  '/order': `<title>Order</title><button id="submit-button" onclick="document.title = 'Ordered'">Place order</button>
    <input name="search-field" aria-label="Search"><button>Edit</button><label>Name <input name="n"></label>`,
  '/form': `<title>Form</title><form action="/done"><label>City <input name="c"></label><label>Note <textarea name="t"></textarea></label>
    <label>Next <input name="z"></label><label>Amount <input type="number" name="a"></label><label>Code <input name="k" maxlength="4"></label>
    <label>Phone <input name="p" oninput="this.value = this.value.replace(/^(...)(?=[^-])/, '$1-')"></label></form>
    <div contenteditable aria-label="Letter"></div>`,
  '/beside-switch': ['Email', 'Push'].map((name) => `<div style="display:flex"><div><div>${name}</div><small>News</small></div><button role=switch aria-checked=false></button></div>`).join(''),
  '/beside-field': `<div style="display:flex"><div style="width:200px">Name</div><div style="width:200px">Age</div></div><div style="display:flex"><div style="width:200px">Ada</div><div style="width:200px"><input></div></div>`,
  '/beside-grid': `<div style="display:grid;grid-template-columns:repeat(4,90px)"><span></span><b>Email</b><b>Push</b><b>SMS</b>${['Likes', 'Posts'].map((name) => `<span>${name}</span><input type=checkbox><input type=checkbox><input type=checkbox>`).join('')}</div>`,
  '/done': '<title>Done</title>',
  '/busy': `<title>Busy</title><button onclick="window.hits = (window.hits || 0) + 1; const end = Date.now() + 3000; while (Date.now() < end);">Slow</button>`,
  '/inner': inner,
  '/small': framed('transform: scale(.5); transform-origin: 0 0'),
  '/turned': framed('transform: rotate(10deg) translate(40px, 20px)'),
  '/zoomed': framed('zoom: .5'),
};

describe('acting on what was named', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('what only sounds like it, or has only some of its words, is told and left alone', async () => {
    const tabId = await b.open('/order');
    for (const query of ['Delete button', 'Cancel my order button', 'Exit', 'remove the old item button']) {
      const error = await b.fails('element_not_found', 'interact', { tabId, query });
      assert.ok(error.details.nearest.length > 0, `${query}: ${JSON.stringify(error)}`);
    }
    const { isError } = await b.call('act', { tabId, instruction: 'click the Cancel button' });
    assert.ok(isError);
    await b.fails('element_not_found', 'form_input', { tabId, query: 'Password field', value: 's3cret' });
    assert.ok((await b.call('fill_form', { tabId, fields: { Nope: 'x' } })).isError);
    assert.deepEqual(await b.run(tabId, '[document.title, ...[...document.querySelectorAll("input")].map((one) => one.value)]'), ['Order', '', '']);
    assert.match(await b.text('interact', { tabId, query: 'place order' }), /^✓ Clicked button "Place order"/);
  });

  test('what stands beside the words is among the nearest', async () => {
    for (const [path, tool, args, ref] of [
      ['/beside-switch', 'act', { instruction: 'turn on Email' }, 'switch'],
      ['/beside-field', 'form_input', { query: 'Age', value: '7' }, 'textbox'],
      ['/beside-grid', 'act', { instruction: 'check Push' }, 'checkbox'],
    ]) {
      const tabId = await b.open(path);
      const { error } = JSON.parse((await b.call(tool, { tabId, ...args })).content[0].text);
      const offered = [...(error.details.nearest ?? []), ...(error.details.candidates ?? [])];
      assert.ok(offered.some((line) => line.includes(ref)), JSON.stringify(error));
    }
  });

  test('a value is only entered: it sends no form and leaves no field', async () => {
    const tabId = await b.open('/form');
    await b.text('form_input', { tabId, selector: '[name=c]', value: 'Paris\n' });
    await b.text('form_input', { tabId, selector: '[name=t]', value: 'if x:\n\treturn 1\n' });
    assert.deepEqual(await b.run(tabId, '[document.title, document.forms[0].c.value.trim(), document.forms[0].t.value, document.forms[0].z.value]'), [
      'Form',
      'Paris',
      'if x:\n\treturn 1\n',
      '',
    ]);
    await b.text('form_input', { tabId, selector: '[contenteditable]', value: 'Dear,\nall' });
    assert.equal(await b.run(tabId, 'document.querySelector("[contenteditable]").innerText.replace(/\\n+/g, "|")'), 'Dear,|all');
    assert.equal(await b.run(tabId, 'document.title'), 'Form');
  });

  test('a value of which something is missing was not kept; one that is written another way was', async () => {
    const tabId = await b.open('/form');
    await b.fails('value_not_kept', 'form_input', { tabId, selector: '[name=k]', value: 'ABCDEF' });
    await b.fails('value_not_kept', 'form_input', { tabId, selector: '[name=a]', value: '12abc' });
    assert.match(await b.text('form_input', { tabId, selector: '[name=p]', value: '5551234' }), /= "555-1234" \(the page made this of/);
  });

  test("keys that are the browser's own are refused", async () => {
    const tabId = await b.open('/order');
    const before = (await b.tabs()).length;
    for (const text of ['Ctrl+W', 'Alt+F4', 'Ctrl+T', 'Ctrl+N', 'Tab Ctrl+Tab'])
      await b.fails('unsupported', 'computer', { tabId, action: 'key', text });
    assert.equal((await b.tabs()).length, before);
    assert.match(await b.text('computer', { tabId, action: 'key', text: 'Ctrl+A' }), /^✓ Pressed Ctrl\+A/);
  });

  test('a click that took too long may have been made, and that is said', async () => {
    const tabId = await b.open('/busy');
    const error = await b.fails('timeout', 'interact', { tabId, query: 'slow', timeout_ms: 1000 });
    assert.equal(error.retryable, false);
    assert.match(error.hint, /may have taken effect/);
    assert.equal(await b.run(tabId, 'window.hits'), 1);
  });

  for (const path of ['/small', '/turned', '/zoomed']) {
    test(`in a frame that is drawn otherwise: ${path}`, async () => {
      const tabId = await b.open(path);
      assert.match(await b.text('interact', { tabId, query: 'deep' }), /^✓ Clicked button "Deep" \[ref_\d+\]\n~ \[ref_\d+\] button: "Hit"$/m);
    });
  }

  test('a tab is of one workspace', async () => {
    const tabId = await b.open('/order');
    const error = await b.fails('invalid_arguments', 'read_page', { tabId, workspace: 'other' });
    assert.match(error.message, /workspace 'default', not 'other'/);
  });
});
