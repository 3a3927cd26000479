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

// The words are there long before the button is; the button goes away before the words do.
const kLate = `<title>Late</title><p>Wait for the Sign in button. Sign in takes a while.</p><button id=begin onclick="begin.hidden = true;
    setTimeout(() => place.innerHTML = '<button id=sign>Sign in</button>', 400)">Begin</button>
  <button id=end onclick="setTimeout(() => sign.remove(), 400)">End</button><div id=place></div>
  <script>addEventListener('click', () => (window.seen ??= []).push(!!document.getElementById('sign')), true);</script>`;

const kFields = `<title>Fields</title><label>Start <input type=time id=start></label><label>Day <input type=date id=day></label>
  <label>Code <input id=code oninput="this.value = ''"></label><label>Notes <input id=notes value=Old></label>
  <label>Stubborn <input id=stubborn onkeydown="event.preventDefault()"></label><p>Free text</p><textarea id=area></textarea>`;

const kNamedLikeKeys = `<title>Keys</title><button id=del onclick="heard.push('clicked Delete')">Delete</button><input id=field>
  <script>window.heard = []; addEventListener('keydown', (event) => heard.push('key ' + event.key), true);</script>`;

const kTwoForms = `<title>Forms</title><form aria-label=Login action=/done><input name=user id=user><button>Log in</button></form>
  <form aria-label=Newsletter action=/two><input name=mail id=mail><button>Join</button></form>`;

const kPeople = `<title>People</title><script>window.hits = [];</script><table>${['Bo Stone', 'Ada Cruz', 'Lin Wu']
  .map((name) => `<tr onclick="hits.push('row ${name}')"><td>${name}</td><td><button onclick="hits.push('edit ${name}'); event.stopPropagation()">Edit</button></td></tr>`)
  .join('')}</table>`;

const kTree = `<title>Sections</title><button aria-expanded=true id=open onclick="hits.push('open')">Billing</button><div id=text>Cards</div>
  <button id=plain onclick="hits.push('plain')">Shipping</button><button aria-expanded=false id=stuck onclick="hits.push('stuck')">Taxes</button>
  <script>window.hits = [];</script>`;

describe('act', () => {
  const b = sharedBrowsing({
    pages: {
      '/': kShop,
      '/done': '<title>Done</title><h1>All done</h1>',
      '/two': '<title>Two</title><h1>Page two</h1>',
      '/late': kLate,
      '/fields': kFields,
      '/keys': kNamedLikeKeys,
      '/forms': kTwoForms,
      '/people': kPeople,
      '/sections': kTree,
    },
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

  const nameOf = (tabId) => b.run(tabId, 'document.getElementById("name").value');

  test('a text typed into a field is all that it holds', async () => {
    const tabId = await b.open('/');
    assert.match((await act(tabId, 'type "Bo" into Name'))[0], /Set textbox "Name" \[ref_\d+\] = "Bo"/);
    assert.equal(await nameOf(tabId), 'Bo');
  });

  test('a text is appended, and typed on where the focus is', async () => {
    const tabId = await b.open('/');
    await act(tabId, 'append "da" to Name');
    assert.equal(await nameOf(tabId), 'Ada');
    await act(tabId, 'type " Cruz"');
    assert.equal(await nameOf(tabId), 'Ada Cruz');
    await act(tabId, 'focus Name, clear');
    assert.equal(await nameOf(tabId), '');
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

  test('a wait for an element waits for the element, not for its words', async () => {
    const tabId = await b.open('/late');
    const text = await act(tabId, 'click Begin, wait for the Sign in button, click "Sign in"');
    assert.match(text.join('\n'), /Waited \d+ ms: \[ref_\d+\] button: "Sign in"/);
    assert.deepEqual(await b.run(tabId, 'seen'), [false, true]);
  });

  test('a wait until an element is gone waits for the element', async () => {
    const tabId = await b.open('/late');
    await act(tabId, 'click Begin; wait for the Sign in button; click End; wait until the Sign in button is gone');
    assert.equal(await b.run(tabId, 'document.getElementById("sign") === null'), true);
    assert.match((await b.text('act', { tabId, instruction: 'wait for "Sign in takes a while"' })), /is there/);
  });

  test('an element that never comes is a timeout', async () => {
    const tabId = await b.open('/late');
    const error = await b.fails('timeout', 'act', { tabId, instruction: 'wait for the Sign in button', timeout_ms: 1500 });
    assert.match(error.message, /timed out waiting for Sign in button/);
  });

  test('times and dates are set as people write them', async () => {
    const tabId = await b.open('/fields');
    await act(tabId, 'type "7:45 PM" into Start; type "March 9, 2021" into Day');
    assert.deepEqual(await b.run(tabId, '[start.value, day.value]'), ['19:45', '2021-03-09']);
    await act(tabId, 'focus Start, type "06:10"');
    assert.equal(await b.run(tabId, 'start.value'), '06:10');
  });

  test('a field that does not keep a text is an error', async () => {
    const tabId = await b.open('/fields');
    await b.fails('value_not_kept', 'act', { tabId, instruction: 'type "12" into Code' });
    await b.fails('value_not_kept', 'act', { tabId, instruction: 'focus Stubborn and type "12"' });
    await b.fails('value_not_kept', 'act', { tabId, instruction: 'append "12" to Stubborn' });
    await b.fails('invalid_arguments', 'act', { tabId, instruction: 'type "soon" into Start' });
    assert.equal(await b.run(tabId, 'start.value'), '');
  });

  test('the text area is not any text field', async () => {
    const tabId = await b.open('/fields');
    await act(tabId, 'type "a" into the text area, append "b" to the textarea');
    assert.deepEqual(await b.run(tabId, '[area.value, notes.value]'), ['ab', 'Old']);
  });

  test('a key in quotes may be the name of a button', async () => {
    const tabId = await b.open('/keys');
    await act(tabId, 'focus `#field`; press Delete; press "Delete"; press "Escape"');
    assert.deepEqual(await b.run(tabId, 'heard'), ['key Delete', 'clicked Delete', 'key Escape']);
  });

  test('one of two forms is submitted only when it is named or has the focus', async () => {
    const tabId = await b.open('/forms');
    const error = await b.fails('ambiguous_target', 'act', { tabId, instruction: 'submit' });
    assert.equal(error.details.candidates.length, 2);
    await act(tabId, 'submit the Newsletter form');
    assert.equal((await b.tab(tabId)).title, 'Two');
    const other = await b.open('/forms');
    await act(other, 'focus `#user` and submit');
    assert.equal((await b.tab(other)).title, 'Done');
  });

  test('the words of a click are one phrase', async () => {
    const tabId = await b.open('/people');
    await act(tabId, 'click Edit in the row of Ada Cruz');
    assert.deepEqual(await b.run(tabId, 'hits'), ['edit Ada Cruz']);
  });

  test('sections say whether they are expanded', async () => {
    const tabId = await b.open('/sections');
    assert.match((await act(tabId, 'expand Billing'))[0], /Left button "Billing" \[ref_\d+\] as it is: expanded/);
    assert.match((await act(tabId, 'open Billing'))[0], /as it is: expanded/);
    assert.match((await b.fails('unsupported', 'act', { tabId, instruction: 'expand Shipping' })).hint, /click ref_\d+/);
    assert.deepEqual(await b.run(tabId, 'hits'), []);
    assert.match((await b.fails('value_not_kept', 'act', { tabId, instruction: 'expand Taxes' })).message, /still collapsed/);
  });

  test('several pages back', async () => {
    const tabId = await b.open('/');
    const text = await act(tabId, `go to ${b.site.url('/two')}; go to ${b.site.url('/done')}; go back 2 pages`);
    assert.match(text.join('\n'), /3\. Went to .*"Shop"/);
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
