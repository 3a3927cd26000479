// Proves that what the tools for acting say about an effect is true and useful: nothing is called quiet that only comes later,
// limits and refusals are named, and lines that say nothing are left out.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/late': `<button onclick="setTimeout(() => { said.textContent = 'Done' }, 250)">Save</button><p id="said">Idle</p>`,
  '/hash': `<a href="#/two">Two</a><div id="view">Page one</div>
    <script>addEventListener('hashchange', () => { view.textContent = 'Page two' });</script>`,
  '/list': `<button onclick="list.insertAdjacentHTML('beforeend', '<li><button>Remove</button> Pears</li>')">Add</button>
    <ul id="list"><li><button>Remove</button> Apples</li></ul>`,
  '/fields': `<form onsubmit="event.preventDefault(); sent.textContent = 'Sent'">
      <label>Name <input required></label>
      <label>Volume <input type="range" min="0" max="10" value="5"></label>
      <label>Paint <input type="color" value="#336699"></label>
      <label><input type="checkbox" id="part"> Everything</label>
      <fieldset><legend>Size</legend>
        <label><input type="radio" name="size"> Small</label><label><input type="radio" name="size"> Large</label></fieldset>
      <button>Send</button></form><p id="sent">Not yet</p><script>part.indeterminate = true;</script>`,
};

describe('the words of an effect', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('the focus that a click brings is no effect: what comes later is waited for', async () => {
    const tabId = await b.open('/late');
    assert.match(await b.text('interact', { tabId, query: 'Save' }), /^\+ text: "Done"$/m);
  });

  test('a link within the page: the address and what the page makes of it', async () => {
    const tabId = await b.open('/hash');
    const answer = await b.text('interact', { tabId, query: 'Two' });
    assert.match(answer, /^url: .* → .*#\/two$/m);
    assert.match(answer, /^\+ .*"Page two"$/m);
  });

  test('bare structure is left out', async () => {
    const tabId = await b.open('/list');
    const answer = await b.text('interact', { tabId, query: 'Add' });
    assert.match(answer, /^\+ .*Pears/m);
    assert.doesNotMatch(answer, /^[+-] listitem$/m);
  });

  test('focus: nothing to wait for when it is there, no word of quiet when it comes', async () => {
    const tabId = await b.open('/fields');
    for (let times = 0; times < 2; times++)
      assert.match(await b.text('interact', { tabId, query: 'Name', action: 'focus' }), /^✓ Focused textbox "Name" \[ref_\d+\]$/);
    assert.match(await b.text('interact', { tabId, query: 'Volume' }), /^✓ Clicked slider "Volume"/);
    assert.match(await b.text('interact', { tabId, query: 'Name' }), /^focus: \[ref_\d+\] textbox: "Name"/m);
  });

  test('characters are counted, not bytes; what is selected is told', async () => {
    const tabId = await b.open('/fields');
    await b.good('interact', { tabId, query: 'Name' });
    assert.match(await b.text('computer', { tabId, action: 'type', text: 'Zoë 日本' }), /^✓ Typed 6 characters$/m);
    assert.match(await b.text('computer', { tabId, action: 'key', text: 'Ctrl+A' }), /^selected: 6 characters$/m);
  });

  test('a form that is not sent: which field, and why', async () => {
    const tabId = await b.open('/fields');
    const answer = await b.text('interact', { tabId, query: 'Send' });
    assert.match(answer, /^! not valid: \[ref_\d+\] textbox: "Name" .*: Please fill out this field\.$/m);
    assert.equal(await b.run(tabId, 'sent.textContent'), 'Not yet');
  });

  test('a range says when it took another value; nonsense is refused and changes nothing', async () => {
    const tabId = await b.open('/fields');
    const set = (query, value) => b.text('form_input', { tabId, query, value });
    const { message } = await b.fails('invalid_arguments', 'form_input', { tabId, query: 'Volume', value: 50 });
    assert.match(message, /takes numbers from 0 to 10, not 50/);
    assert.match(await set('Volume', 6.6), /= "7", the nearest to 6\.6 that it can hold$/m);
    assert.match(await set('Volume', 7), /= "7"$/m);
    await b.fails('invalid_arguments', 'form_input', { tabId, query: 'Volume', value: 'loud' });
    const error = await b.fails('invalid_arguments', 'form_input', { tabId, query: 'Paint', value: 'bluish' });
    assert.match(error.hint, /#336699/);
    assert.deepEqual(await b.run(tabId, '[...document.querySelectorAll("[type=range],[type=color]")].map((one) => one.value)'), [
      '7',
      '#336699',
    ]);
  });

  test('a box that is neither on nor off becomes what is asked for', async () => {
    for (const value of [true, false]) {
      const tabId = await b.open('/fields');
      const answer = await b.text('form_input', { tabId, query: 'Everything', value });
      assert.match(answer, value ? /= checked$/m : /= not checked$/m);
      assert.deepEqual(await b.run(tabId, '[part.checked, part.indeterminate]'), [value, false]);
    }
  });

  test('a group of radio buttons takes the name of one of them', async () => {
    const tabId = await b.open('/fields');
    assert.match(await b.text('form_input', { tabId, query: 'Size', value: 'Large' }), /^✓ Set radio "Large" in "Size" \[ref_\d+\] = checked/);
    await b.fails('element_not_found', 'form_input', { tabId, query: 'Size', value: 'Huge' });
  });
});
