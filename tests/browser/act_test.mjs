// act: several steps in plain words or as data, each verified, the first failure ends it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kShop = `<!doctype html><title>Shop</title>
  <label>Name <input id=name value="A"></label>
  <label>Agree <input type=checkbox id=agree></label>
  <label>Country <select id=country><option>France<option>Spain</select></label>
  <fieldset><legend>Size</legend><label><input type=radio name=s value=S>Small</label>
    <label><input type=radio name=s value=L>Large</label></fieldset>
  <button id=plan aria-haspopup=listbox onclick="list.hidden=false">Plan: free</button>
  <ul id=list role=listbox hidden><li role=option tabindex=0 onclick="plan.textContent='Plan: pro';list.hidden=true">Pro</li></ul>
  <button id=add onclick="count.textContent=+count.textContent+1">Add to cart</button> <b id=count>0</b>
  <button>Twin</button><button>Twin</button>
  <form action=/done><input name=q aria-label=Search><button>Find it</button></form>
  <div style="height:3000px"></div><footer>The end</footer>`;

describe('act', () => {
  const b = sharedBrowsing({
    pages: { '/': kShop, '/done': '<title>Done</title><h1>All done</h1>', '/two': '<title>Two</title><h1>Page two</h1>' },
  });
  const lines = (text) => text.split('\n');
  const act = async (tabId, instruction) => lines(await b.text('act', { tabId, instruction }));

  test('steps in words, each with its effect', async () => {
    const tabId = await b.open('/');
    const text = await act(tabId, 'fill Name with Ada, check Agree and select Spain in Country; then click "Add to cart"');
    assert.match(text[0], /^✓ 1\. Set textbox "Name" \[ref_\d+\] = "Ada"$/);
    assert.match(text[1], /^✓ 2\. Set checkbox "Agree" \[ref_\d+\] = checked$/);
    assert.match(text[2], /^✓ 3\. Set combobox "Country" \[ref_\d+\] = "Spain"$/);
    assert.match(text[3], /^✓ 4\. Clicked button "Add to cart"/);
    assert.ok(text.includes('   + text: "1"'), text.join('\n'));
    const seen = await b.run(tabId, '[document.getElementById("name").value, agree.checked, country.value, count.textContent]');
    assert.deepEqual(seen, ['Ada', true, 'Spain', '1']);
  });

  test('typing goes on behind what is there', async () => {
    const tabId = await b.open('/');
    await act(tabId, 'type "da" into Name');
    assert.equal(await b.run(tabId, 'document.getElementById("name").value'), 'Ada');
  });

  test('radio groups by their name, lists that the page draws itself', async () => {
    const tabId = await b.open('/');
    await act(tabId, 'choose Large from Size\nselect "Pro" in "Plan: free"');
    assert.equal(await b.run(tabId, 'document.querySelector("[name=s]:checked").value'), 'L');
    assert.equal(await b.run(tabId, 'plan.textContent'), 'Plan: pro');
  });

  test('the first failure ends it, and says what was done', async () => {
    const tabId = await b.open('/');
    const error = await b.fails('ambiguous_target', 'act', {
      tabId,
      instruction: 'click "Add to cart", click Twin, click "Add to cart"',
    });
    assert.match(error.message, /^✗ 2\. click Twin: 2 elements fit/);
    assert.equal(error.details.step, 2);
    assert.equal(error.details.candidates.length, 2);
    assert.match(error.details.done.join('\n'), /✓ 1\. Clicked button "Add to cart"/);
    assert.equal(await b.run(tabId, 'count.textContent'), '1', 'the third step was not done');
  });

  test('nothing is done of an instruction that is not understood', async () => {
    const tabId = await b.open('/');
    const error = await b.fails('invalid_arguments', 'act', { tabId, instruction: 'click "Add to cart" then frobnicate it' });
    assert.match(error.message, /frobnicate/);
    assert.equal(await b.run(tabId, 'count.textContent'), '0');
  });

  test('keys, scrolling, waiting, going elsewhere and back', async () => {
    const tabId = await b.open('/');
    const text = await act(tabId, 'scroll to the bottom; scroll to "Add to cart"; press Tab 2 times; go to ' + b.site.url('/two') + ' and wait for "Page two"; go back');
    assert.match(text.join('\n'), /✓ 1\. Scrolled the page from 0,0 to 0,\d+/);
    assert.match(text.join('\n'), /Went to .*\/two "Two"/);
    assert.equal((await b.tab(tabId)).title, 'Shop');
  });

  test('a form is submitted', async () => {
    const tabId = await b.open('/');
    const text = await act(tabId, 'type "tea" into Search and submit');
    assert.match(text.join('\n'), /url: .* → .*\/done\?q=tea "Done"/);
  });

  test('steps as data', async () => {
    const tabId = await b.open('/');
    const steps = [
      { action: 'fill', target: 'Name', value: 'Bo' },
      { action: 'click', target: 'css=#add' },
      { action: 'scroll', value: 'bottom' },
      { action: 'wait', value: 0.01 },
      { action: 'press', value: 'Shift+Tab' },
    ];
    const text = lines(await b.text('act', { tabId, steps }));
    assert.equal(text.filter((line) => line.startsWith('✓')).length, 5, text.join('\n'));
    assert.deepEqual(await b.run(tabId, '[document.getElementById("name").value, count.textContent]'), ['Bo', '1']);
  });

  test('what is typed does not reach the journal', async () => {
    const tabId = await b.open('/');
    await act(tabId, 'type "hunter2secret" into Name');
    await b.good('act', { tabId, steps: [{ action: 'fill', target: 'Name', value: 'hunter2secret' }] });
    const told = JSON.stringify(await b.data('oc_journal', { action: 'recent', count: 5 }));
    assert.match(told, /"act"/);
    assert.doesNotMatch(told, /hunter2secret/);
  });

  test('arguments', async () => {
    const tabId = await b.open('/');
    await b.fails('invalid_arguments', 'act', { tabId });
    await b.fails('invalid_arguments', 'act', { tabId, instruction: 'click x', steps: [{ action: 'click', target: 'x' }] });
    await b.fails('invalid_arguments', 'act', { tabId, steps: [{ action: 'dance' }] });
    await b.fails('invalid_arguments', 'act', { tabId, steps: [{ action: 'click' }] });
    await b.fails('invalid_arguments', 'act', { tabId, steps: [{ action: 'wait', value: 3600 }] });
  });

  test('what cannot be seen together cannot be dragged together', async () => {
    const tabId = await b.open('/');
    const error = await b.fails('element_not_visible', 'act', { tabId, steps: [{ action: 'drag', target: 'css=footer', to: 'css=#add' }] });
    assert.match(error.message, /Add to cart/);
  });
});
