// Proves that a field is not said to hold what the page takes back: at once, a little later, with another field in its place, or
// when the focus leaves it; and that what a page only writes another way, or late, is kept.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kSave = '<button onclick="saved = 1">Save</button><script>saved = 0</script>';
const input = (script, label = 'City') => `<label>${label} <input id=n></label>${kSave}<script>${script}</script>`;
const box = (script) => `<input type=checkbox id=a aria-label=Alpha onclick="${script}">${kSave}`;
const remount = (tag, more = '') => `<div id=r></div>${kSave}<script>let st = ''; function draw() { r.innerHTML = '<p><label>Name ${tag}</label></p>'; n.value = st; n.${more} = (e) => { st = e.target.value; draw(); } } draw()</script>`;
const kPages = {
  '/inert-box': box('return false'),
  '/box-0': box('setTimeout(() => a.checked = false)'),
  '/box-60': box('setTimeout(() => a.checked = false, 60)'),
  '/radio': `<input type=radio id=a aria-label=Alpha onclick="return false">${kSave}`,
  '/switch': `<div role=switch aria-checked=false tabindex=0 aria-label=Alpha id=a>Dark</div>${kSave}`,
  '/frame': input('n.oninput = () => requestAnimationFrame(() => n.value = "")'),
  '/later': input('n.oninput = () => setTimeout(() => n.value = "", 60)'),
  '/blur': input('n.onblur = () => n.value = ""'),
  '/clamp': input('n.onchange = () => n.value = Math.min(10, n.value)'),
  '/kept': input(''),
  '/late': input('n.oninput = () => { if (n.value !== "12") return; n.value = ""; setTimeout(() => n.value = "12", 150) }'),
  '/digits': input('n.oninput = () => n.value = n.value.replace(/\\D/g, "")'),
  '/remount': remount('<input id=n>', 'oninput'),
  '/remount-kept': remount('<input id=n>', 'onchange'),
  '/remount-select': `<p><label>Name <select id=n onchange="this.replaceWith(this.cloneNode(true))"><option>Italy<option>Germany</select></label></p>${kSave}`,
  '/leaves': `<label id=l>Code <input id=n oninput="if (this.value.length == 4) setTimeout(() => { l.remove(); d.textContent = 'Welcome' }, 10)"></label><p id=d></p>`,
  '/form': `<form onsubmit="event.preventDefault(); saved = 1"><label>Name <input id=n></label>${kSave}</form>`,
  '/list': `<span id=l>Size</span><button id=s aria-haspopup=listbox aria-labelledby="l s" aria-expanded=false>Choose</button><div id=p role=listbox hidden><div role=option>S</div><div role=option>L</div></div>
    <script>s.onclick = () => { p.hidden = !p.hidden; s.setAttribute('aria-expanded', !p.hidden) }; p.onclick = (e) => { p.hidden = true; s.setAttribute('aria-expanded', false); setTimeout(() => s.textContent = e.target.textContent, 50) }</script>`,
  '/keys': `<button id=b>Nothing</button><script>document.addEventListener('keydown', (e) => { if (location.hash) document.title += e.key })</script>`,
};

describe('values that a page takes back', () => {
  const b = sharedBrowsing({ pages: kPages });
  const saved = (tabId) => b.run(tabId, 'saved');

  for (const path of ['/inert-box', '/box-0', '/box-60', '/radio', '/switch']) {
    test(`a box that is not ticked afterwards: ${path}`, async () => {
      const tabId = await b.open(path);
      await b.fails('value_not_kept', 'form_input', { tabId, selector: '#a', value: true });
    });
    test(`a step does not rely on it: ${path}`, async () => {
      const tabId = await b.open(path);
      await b.fails('value_not_kept', 'act', { tabId, instruction: 'check Alpha and click Save' });
      assert.equal(await saved(tabId), 0);
    });
  }

  for (const path of ['/frame', '/later', '/blur', '/clamp']) {
    test(`a step does not rely on a text that goes: ${path}`, async () => {
      const tabId = await b.open(path);
      await b.fails('value_not_kept', 'act', { tabId, instruction: 'type "12" into City and click Save' });
      assert.equal(await saved(tabId), 0);
    });
  }

  for (const path of ['/frame', '/later']) {
    test(`nor is it said of one step: ${path}`, async () => {
      const tabId = await b.open(path);
      await b.fails('value_not_kept', 'interact', { tabId, query: 'City', action: 'type', text: 'Paris' });
      await b.fails('value_not_kept', 'form_input', { tabId, query: 'City', value: 'Paris' });
    });
  }

  for (const [tool, args] of [['act', { instruction: 'type "Ada" into Name, then click Save' }], ['form_input', { query: 'Name', value: 'Ada' }], ['fill_form', { fields: { Name: 'Ada' } }]]) {
    test(`a field that is rendered anew with less: ${tool}`, async () => {
      const tabId = await b.open('/remount');
      await b.fails('value_not_kept', tool, { tabId, ...args });
      assert.equal(await saved(tabId), 0);
    });
  }

  test('a list that is rendered anew as it was', async () => {
    const tabId = await b.open('/remount-select');
    await b.fails('value_not_kept', 'form_input', { tabId, query: 'Name', value: 'Germany' });
  });

  test('a number that loses its decimal mark', async () => {
    const tabId = await b.open('/digits');
    await b.fails('value_not_kept', 'form_input', { tabId, query: 'City', value: '12.50' });
    assert.match(await b.text('form_input', { tabId, query: 'City', value: '(555) 123-4567' }), /= "5551234567"/);
  });

  test('a text that nothing takes', async () => {
    const tabId = await b.open('/keys');
    const { message } = await b.fails('value_not_kept', 'act', { tabId, instruction: 'type "abc"' });
    assert.match(message, /nothing that takes text has the focus/);
    await b.run(tabId, 'location.hash = "x"');
    assert.match(await b.text('act', { tabId, instruction: 'type "abc"' }), /Typed 3 characters/);
  });
});

describe('values that are kept', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('one that stays, one that is written late, one in a field rendered anew', async () => {
    for (const path of ['/kept', '/late']) {
      const tabId = await b.open(path);
      assert.match(await b.text('act', { tabId, instruction: 'type "12" into City and click Save' }), /✓ 2\. Clicked/);
      assert.deepEqual(await b.run(tabId, '[saved, n.value]'), [1, '12']);
    }
    const tabId = await b.open('/remount-kept');
    assert.match(await b.text('act', { tabId, instruction: 'type "Ada" into Name and click Save' }), /✓ 1\. Set textbox "Name"/);
    assert.equal(await b.run(tabId, 'n.value'), 'Ada');
  });

  test('a field that goes when it has its value', async () => {
    const tabId = await b.open('/leaves');
    assert.match(await b.text('form_input', { tabId, query: 'Code', value: '1234' }), /the page has taken it away since/);
  });

  test('a list that shows its choice a moment after it closes', async () => {
    const tabId = await b.open('/list');
    assert.match(await b.text('act', { tabId, instruction: 'select L in Size' }), /= "L"/);
  });

  test('a line break in a field of one line sends nothing', async () => {
    const tabId = await b.open('/form');
    assert.match(await b.text('fill_form', { tabId, fields: { Name: 'Ada\n' } }), /= "Ada"/);
    for (const [tool, args] of [['form_input', { query: 'Name', value: 'a\nb' }], ['interact', { query: 'Name', action: 'type', text: 'a\nb' }], ['act', { instruction: 'append "x\ny" to Name' }]])
      await b.fails('invalid_arguments', tool, { tabId, ...args });
    assert.deepEqual(await b.run(tabId, '[saved, n.value]'), [0, 'Ada']);
  });
});
