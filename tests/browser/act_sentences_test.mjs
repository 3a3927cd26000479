// Task sentences as people write them, given to act as they stand. The page notes what was done to it: a sentence wins when
// exactly that was done which it says; one that needs a search or a judgement is refused, typed, before anything is done.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { toolError } from '../lib/protocol.mjs';

// In a page: deeds() says which controls were clicked and which fields hold something else than at first.
const kNotes = `<script>
  const clicks = [];
  const controls = 'button, a, summary, label, li, h3, img, [role], [onclick], input[type=checkbox], input[type=radio], .box';
  addEventListener('click', (event) => {
    const hit = event.composedPath().find((one) => one.matches?.(controls));
    if (hit && hit.localName !== 'label') clicks.push(hit.id || hit.textContent.trim());
  }, true);
  const held = (field) => (field.type === 'checkbox' || field.type === 'radio' ? field.checked
    : field.multiple ? [...field.selectedOptions].map((one) => one.text) : field.value);
  const fields = () => [...document.querySelectorAll('input, select, textarea')].map((field) => [field.id, held(field)]);
  let first = [];
  addEventListener('load', () => { first = new Map(fields().map(([id, value]) => [id, JSON.stringify(value)])); });
  const deeds = () => ({
    clicks: clicks.filter((id) => !['checkbox', 'radio'].includes(document.getElementById(id)?.type)),
    fields: Object.fromEntries(fields().filter(([id, value]) => first.get(id) !== JSON.stringify(value))),
  });
  </script>`;

const kSubmit = '<button id="submit" type="button">Submit</button>';
const boxes = (type, ...names) => names.map((name) => `<label><input type="${type}" name="b" id="${name}">${name}</label><br>`).join('');

const kDialog = `<div role="dialog" aria-labelledby="t" style="position:fixed;top:80px;left:40px;width:260px;border:1px solid;background:#fff">
  <span id="t">Unsaved work</span><button id="x" title="Close"><span>×</span></button><p>Keep the draft?</p>
  <button id="keep">Keep</button><button id="discard">Discard</button></div>`;

const kAccordion = (...names) => names.map((name, at) => `<h3 role="tab" tabindex="0" aria-expanded="false" id="head${at}"
    onclick="this.ariaExpanded = String(this.ariaExpanded !== 'true'); nextElementSibling.hidden = this.ariaExpanded !== 'true'">${name}</h3>
  <div hidden>Text of ${name}. <a id="link${at}" href="#${at}">${['fern', 'orchid', 'reed'][at]}</a></div>`).join('');

const kTabs = `<div role="tablist"><button role="tab" id="t1" aria-selected="true">Orders</button><button role="tab" id="t2">Invoices</button></div>
  <div id="p1">Orders of this week</div><div id="p2" hidden><label><input type="checkbox" id="paid">Paid only</label></div>
  <script>t2.onclick = () => { p1.hidden = true; p2.hidden = false; t2.ariaSelected = true; };
  t1.onclick = () => { p2.hidden = true; p1.hidden = false; };</script>`;

const kLogin = `<p><label>Username</label><input type="text" id="username"></p><p><label>Password</label><input type="password" id="password"></p>
  <button id="login">Login</button>`;

const kPosts = ['milo', 'vera', 'otto'].map((name) => `<div class="media">
  <div><span class="name">${name}</span> <span class="user">@${name}</span></div>
  <p>A short note about the weather.</p><button id="reply-${name}">Reply</button><button id="like-${name}">Like</button></div>`).join('');

const kMenu = `<style>#menu ul { display: none; position: absolute; left: 90px; top: 0; background: #eee; margin: 0 }
    #menu, #menu ul { list-style: none; padding: 4px; width: 90px } #menu li { position: relative; cursor: pointer; padding: 4px }
    #menu li:hover > ul { display: block }</style>
  <ul id="menu" role="menu"><li role="menuitem" id="file">File</li><li role="menuitem" id="tools" aria-haspopup="true"><span>Tools</span>
    <ul role="menu"><li role="menuitem" id="count">Count</li><li role="menuitem" id="export" aria-haspopup="true"><span>Export</span>
      <ul role="menu"><li role="menuitem" id="sheet">Sheet</li><li role="menuitem" id="archive">Archive</li></ul></li></ul></li></ul>`;

const kDrop = `<div class="box" draggable="true" id="walnut" style="width:80px;height:30px;background:#db8">Walnut</div>
  <div class="box" draggable="true" id="almond" style="width:80px;height:30px;background:#bd8">Almond</div>
  <div id="basket" aria-label="Basket" role="region" style="width:160px;height:90px;background:#ddd">Basket</div>
  <script>for (const one of document.querySelectorAll('[draggable]')) one.ondragstart = (event) =>
    event.dataTransfer.setData('text/plain', one.id);
  basket.ondragover = (event) => event.preventDefault();
  basket.ondrop = (event) => clicks.push('dropped ' + event.dataTransfer.getData('text/plain'));</script>`;

const kResults = `<input id="q"><button id="go">Search</button><ol id="results"></ol><script>go.onclick = () => { results.innerHTML =
  ['Desk lamp', 'Lamp shade',
    'Lamp oil'].map((name, at) => '<li><a href="#' + at + '" id="result' + (at + 1) + '">' + name + '</a></li>').join(''); };</script>`;

const kMail = ['Petra', 'Jon'].map((name) => `<div class="mail"><b>${name}</b> <i>See you soon</i>
  <span class="trash" id="trash-${name}" onclick="">🗑</span></div>`).join('');

// [kind, body, sentence, what it does]; refused: [kind, body, sentence, code, what was done before it].
const kWins = [
  ['a single button', '<button id="only">Go on</button>', 'Click the button.', { clicks: ['only'] }],
  ['a button by its word', '<button id="one">ONE</button><button id="two">TWO</button>', 'Click button TWO.', { clicks: ['two'] }],
  ['a button among other controls', `
    <input id="i" value="Later"><button id="now">Now</button><button id="later">Later</button>
    <select id="s"><option>Later</select>`,
    'Click on the "Later" button.', { clicks: ['later'] }],
  ['buttons in order', '<button id="right">RIGHT</button><button id="left">LEFT</button>',
    'Click button LEFT, then click button RIGHT.', { clicks: ['left', 'right'] }],
  ['a dialog by its x', `${kDialog}<button id="other">Close account</button>`,
    'Close the dialog box by clicking the "x".', { clicks: ['x'] }],
  ['a button of a dialog', `<button id="outer">Discard</button>${kDialog}`,
    'Click the button in the dialog box labeled "Discard".', { clicks: ['discard'] }],
  ['a link in a text', '<p>The <a id="quay" href="#q">quay</a> lies by the <a id="harbour" href="#h">harbour</a>, and the harbour is old.</p>',
    'Click on the link "harbour".', { clicks: ['harbour'] }],
  ['a tab by its number', `<div role="tablist">
    ${[1, 2, 3].map((at) => `<a role="tab" href="#${at}" id="t${at}">Tab #${at}</a>`).join(' ')}</div>`,
    'Click on Tab #3.', { clicks: ['t3'] }],
  ['a radio button', boxes('radio', 'Qm7', 'Qm', 'Zu') + kSubmit,
    'Select Qm7 and click Submit.', { clicks: ['submit'], fields: { Qm7: true } }],
  ['checkboxes in a list', boxes('checkbox', 'vR', 'x2', '9bd', 'Loft') + kSubmit, 'Select vR, 9bd, Loft and click Submit.',
    { clicks: ['submit'], fields: { vR: true, '9bd': true, Loft: true } }],
  ['two checkboxes', boxes('checkbox', 'Olives', 'Anchovies', 'Basil'),
    'Check "Olives" and "Basil".', { fields: { Olives: true, Basil: true } }],
  ['all checkboxes', boxes('checkbox', 'Dill', 'Mint') + kSubmit,
    'Select all the checkboxes and click Submit.', { clicks: ['submit'], fields: { Dill: true, Mint: true } }],
  ['an option of the list', `<select id="country"><option>Chile<option>Norway<option>Kenya</select>${kSubmit}`,
    'Select Norway from the list and click Submit.',
    { clicks: ['submit'], fields: { country: 'Norway' } }],
  ['several options of a list', `<select multiple size="4" id="flowers"><option>Iris<option>Rose<option>Dahlia<option>Lily</select>${kSubmit}`,
    'Select Iris, Dahlia from the scroll list and click Submit.', { clicks: ['submit'], fields: { flowers: ['Iris', 'Dahlia'] } }],
  ['a dropdown and a button', `<select id="size"><option><option>Size 41<option>Size 42</select>
    <button id="yes">Yes</button><button id="maybe">Maybe</button>`,
    'Choose Size 42 from the dropdown, then click the button labeled "Maybe".', { clicks: ['maybe'], fields: { size: 'Size 42' } }],
  ['a radio button as an option', boxes('radio', 'Standard', 'Express') + '<button id="next">Continue</button>',
    'Select the option Express, then press Continue.',
    { clicks: ['next'], fields: { Express: true } }],
  ['an option without its list', `<select id="mode"><option>Rail<option>Road</select><select id="kind"><option>Bulk<option>Parcel</select>${kSubmit}`,
    'Select Parcel and click Submit.', { clicks: ['submit'], fields: { kind: 'Parcel' } }],
  ['an option that the page draws', `<select id="native"><option>Tin<option>Zinc</select><div role="listbox" aria-label="Metals">
    <div role="option" id="zinc" tabindex="0">Zinc</div><div role="option" id="lead" tabindex="0">Lead</div></div>`,
    'Select Lead.', { clicks: ['lead'] }],
  ['a text', `<input id="name">${kSubmit}`,
    'Enter "Marta" into the text field and press Submit.', { clicks: ['submit'], fields: { name: 'Marta' } }],
  ['a text in capitals', `<input id="name">${kSubmit}`,
    'Type "BeTa" in all upper case letters in the text input and press "Submit."', { clicks: ['submit'], fields: { name: 'BETA' } }],
  ['a password twice', `<p>Password <input type="password" id="p1"></p><p>Verify password <input type="password" id="p2"></p>${kSubmit}`,
    'Enter the password "k3Wz" into both text fields and press submit.', { clicks: ['submit'], fields: { p1: 'k3Wz', p2: 'k3Wz' } }],
  ['a date', `<input type="date" id="day">${kSubmit}`,
    'Enter 11/24/2019 as the date and hit submit.', { clicks: ['submit'], fields: { day: '2019-11-24' } }],
  ['a date as it is stored', `<label>Date <input type="date" id="day"></label>${kSubmit}`,
    'Choose the date 2021-03-09 and hit submit.', { clicks: ['submit'], fields: { day: '2021-03-09' } }],
  ['a time', `<input type="time" id="at">${kSubmit}`,
    'Enter 7:45 PM as the time and press submit.', { clicks: ['submit'], fields: { at: '19:45' } }],
  ['name and password', kLogin, 'Enter the username "ines" and the password "q8" into the text fields and press login.',
    { clicks: ['login'], fields: { username: 'ines', password: 'q8' } }],
  ['log in with', kLogin,
    'Log in with username noor and password p4s and press login.', { clicks: ['login'], fields: { username: 'noor', password: 'p4s' } }],
  ['two fields with', kLogin, 'Fill in the username field with "rosa" and the password field with "tt9", then press Login.',
    { clicks: ['login'], fields: { username: 'rosa', password: 'tt9' } }],
  ['a form', `<form onsubmit="return false"><label>First name <input id="first"></label><label>Last name <input id="last"></label>
    <label>Email <input id="email"></label>
    <button id="send">Send</button></form>`,
    'Fill out the form with first name "Ada", last name "Cruz" and email "ada@cruz.example", then submit.',
    { clicks: ['send'], fields: { first: 'Ada', last: 'Cruz', email: 'ada@cruz.example' } }],
  ['the first and the second field', '<input id="from"><input id="to"><input id="via"><button id="search">Search</button>',
    'Type "Lisbon" in the first field and "Porto" in the second, then click Search.',
    { clicks: ['search'], fields: { from: 'Lisbon', to: 'Porto' } }],
  ['the focus', '<input id="tt">', 'Focus into the textbox.', { focus: 'tt' }],
  ['the focus of the third', '<input id="a"><input id="b"><input id="c">', 'Focus into the 3rd input textbox.', { focus: 'c' }],
  ['a slider, a checkbox and a button', `<input type="range" min="0" max="10" value="2" id="level">${boxes('checkbox', 'c1', 'c2', 'c3')}${kSubmit}`,
    'Select 6 with the slider, click the 2nd checkbox, then hit Submit', { clicks: ['submit'], fields: { level: '6', c2: true } }],
  ['a radio button and a field by number', `${[1, 2, 3].map((at) => `<input type="radio" name="r" id="r${at}">`).join('')}
    <input id="n1"><input id="n2"><input id="n3">`,
    'Check the 3rd radio button and enter the number "14" into the 2nd textbox.', { fields: { r3: true, n2: '14' } }],
  ['a spinner', `<label for="n">Select a value:</label><input type="number" id="n" value="0">${kSubmit}`,
    'Select 7 with the spinner and hit Submit.',
    { clicks: ['submit'], fields: { n: '7' } }],
  ['a search and its second result', kResults,
    'Use the textbox to enter "lamp" and press "Search", then find and click the 2nd link.',
    { clicks: ['go', 'result2'], fields: { q: 'lamp' } }],
  ['a search field', `<form role="search" onsubmit="clicks.push('sought ' + q.value); return false">
    <input type="search" id="q" placeholder="Search"></form><input id="other">`,
    'Search for "copper wire".', { clicks: ['sought copper wire'], fields: { q: 'copper wire' } }],
  ['a section', kAccordion('Section #8') + kSubmit, 'Expand the section below and click submit.', { clicks: ['head0', 'submit'] }],
  ['a section by name', kAccordion('Shipping', 'Returns', 'Taxes'), 'Expand the Returns section.', { clicks: ['head1'] }],
  ['a section that is open', '<details open id="d"><summary id="s">Details</summary>All of it</details>',
    'Expand the Details section.', { open: ['d'] }],
  ['a section to be closed', '<details open id="d"><summary id="s">Details</summary>All of it</details>',
    'Collapse the Details section.', { clicks: ['s'], open: [] }],
  ['a paragraph', `<p id="p1">The first one is short.</p><p id="p2">The second one is meant.</p><p>The third.</p>${kSubmit}`,
    'Highlight the text in the 2nd paragraph and click submit.', { clicks: ['submit'], selected: 'The second one is meant.' }],
  ['an agreement', `<h2>Agreement</h2><textarea id="terms" style="height:60px;width:140px" readonly>${'All parties agree to this. '.repeat(60)}</textarea>
    <input id="name" placeholder="Name"><button id="cancel">Cancel</button><button id="agree">Agree</button>
    <script>agree.disabled = true;
    terms.onscroll = () => { agree.disabled = terms.scrollTop + terms.clientHeight + 5 < terms.scrollHeight; };</script>`,
    'Scroll to the bottom of the textarea, enter the name "Olga" then press "Agree"', { clicks: ['agree'], fields: { name: 'Olga' } }],
  ['a post of one user', kPosts, 'For the user @vera, click on the "Reply" button.', { clicks: ['reply-vera'] }],
  ['a menu path', kMenu, 'Select Tools > Export > Archive', { clicks: ['archive'] }],
  ['an item of a menu', `<button id="menu" onclick="list.hidden = !list.hidden">Menu</button>
    <ul id="list" role="menu" hidden><li role="menuitem" id="save">Save</li><li role="menuitem" id="print">Print</li></ul>`,
    'Click the "Menu" button, and then find and click on the item labeled "Print".', { clicks: ['menu', 'print'] }],
  ['a menu that is opened', `<button id="account" aria-expanded="false" onclick="this.ariaExpanded = 'true'; list.hidden = false">Account</button>
    <ul id="list" role="menu" hidden><li role="menuitem" id="out">Sign out</li></ul>`,
    'Open the Account menu and click Sign out.', { clicks: ['account', 'out'] }],
  ['a tab and a box in it', kTabs, 'Switch to the Invoices tab and check "Paid only".', { clicks: ['t2'], fields: { paid: true } }],
  ['drag and drop', kDrop, 'Drag "Walnut" onto "Basket".', { clicks: ['dropped walnut'] }],
  ['a button that comes later', `<button id="load" onclick="setTimeout(() => { more.hidden = false; }, 300)">Load</button>
    <p>Then wait for the Continue button.</p>
    <button id="more" hidden>Continue</button>`,
    'Click "Load", wait for the Continue button, then click Continue.', { clicks: ['load', 'more'] }],
];

const kRefusals = [
  ['a search through a tree', '<ul role="tree"><li role="treeitem" id="a" aria-expanded="false">Photos</li></ul>',
    'Navigate through the file tree. Find and click on the folder or file named "Notes".', 'invalid_arguments'],
  ['an unknown item', '<input id="q" list="l"><datalist id="l"><option>Morocco<option>Monaco</datalist>',
    'Enter an item that starts with "Mor" and ends with "cco".', 'invalid_arguments'],
  ['a search through mails', kMail, 'Find the email by Petra and click the trash icon to delete it.', 'invalid_arguments'],
  ['a search through tabs', kTabs, 'Switch between the tabs to find and click on the link "ferry".', 'invalid_arguments'],
  ['a search through sections', kAccordion('A', 'B', 'C'),
    'Expand the sections below, to find and click on the link "orchid".', 'invalid_arguments'],
  ['one of two of the same name', `<select id="native"><option>Tin<option>Zinc</select><div role="listbox" aria-label="Metals">
    <div role="option" id="zinc" tabindex="0">Zinc</div></div>`, 'Select Zinc.', null],
  ['one of several sections', kAccordion('A', 'B', 'C'), 'Expand the section below.', 'ambiguous_target'],
  ['a text that is only described', `<p>heron</p><input id="t">${kSubmit}`,
    'Type the text below into the text field and press Submit.', 'invalid_arguments'],
  ['a position', '<ol><li>Bo</li><li>Pim</li><li>Lu</li></ol>', 'Drag Pim to the 2nd position.', 'invalid_arguments'],
  ['a judgement of colour', '<span class="box" id="g" onclick="">&nbsp;</span><span class="box" id="r" onclick="">&nbsp;</span>',
    'Click on the green colored box.', null],
  ['all posts', kPosts + kSubmit, 'Click the "Like" button on all posts by @milo and then click Submit.', null],
  ['some posts', kPosts + kSubmit, 'Click the "Like" button on 2 posts by @milo and then click Submit.', null],
  ['a clipboard', `<textarea id="t">heron</textarea><input id="i">${kSubmit}`,
    'Copy the text in the textarea below, paste it into the textbox and press Submit.', 'invalid_arguments'],
  ['words of a kind', boxes('checkbox', 'glad', 'cold') + kSubmit, 'Select words similar to happy and click Submit.', 'element_not_found'],
  ['what is a result', kResults.replaceAll('li>', 'div>'),
    'Use the textbox to enter "lamp" and press "Search", then find and click the 3rd search result.', 'element_not_found',
    { clicks: ['go'], fields: { q: 'lamp' } }],
  ['both of three fields', '<input id="a"><input id="b"><input id="c">', 'Enter "x" into both text fields.', 'ambiguous_target'],
  ['a search without a search field', '<input id="a" aria-label="Street"><input id="b" aria-label="Town">',
    'Search for "Elm".', 'element_not_found'],
];

const slug = (index, kind) => `/${kind}${index}`;
const pageOf = (body, sentence) => `<!doctype html><title>Task</title>${kNotes}<div id="query">${sentence.replaceAll('>', '&gt;')}</div>${body}`;
const pages = Object.fromEntries([
  ...kWins.map(([, body, sentence], index) => [slug(index, 'w'), pageOf(body, sentence)]),
  ...kRefusals.map(([, body, sentence], index) => [slug(index, 'r'), pageOf(body, sentence)]),
]);

const kState = `({ ...deeds(), focus: document.activeElement.id, selected: String(getSelection()).trim(),
  open: [...document.querySelectorAll('details[open]')].map((one) => one.id) })`;

describe('task sentences as people write them', () => {
  const b = sharedBrowsing({ pages });

  kWins.forEach(([kind, , sentence, wanted], index) => {
    test(`${kind}: ${sentence}`, async () => {
      const tabId = await b.open(slug(index, 'w'));
      const text = await b.text('act', { tabId, instruction: sentence });
      const { clicks, fields, focus, selected, open } = await b.run(tabId, kState);
      assert.deepEqual({ clicks, fields }, { clicks: wanted.clicks ?? [], fields: wanted.fields ?? {} }, text);
      if (wanted.focus) assert.equal(focus, wanted.focus, text);
      if (wanted.selected) assert.equal(selected, wanted.selected, text);
      if (wanted.open) assert.deepEqual(open, wanted.open, text);
    });
  });

  kRefusals.forEach(([kind, , sentence, code, before], index) => {
    test(`refused, ${kind}: ${sentence}`, async () => {
      const tabId = await b.open(slug(index, 'r'));
      const result = await b.call('act', { tabId, instruction: sentence });
      assert.equal(result.isError, true, result.content[0].text);
      const error = toolError(result);
      const codes = code ? [code] : ['invalid_arguments', 'element_not_found', 'ambiguous_target'];
      assert.ok(codes.includes(error.code), JSON.stringify(error));
      assert.ok(error.hint, 'it says what to write instead');
      const { clicks, fields } = await b.run(tabId, kState);
      assert.deepEqual({ clicks, fields }, before ?? { clicks: [], fields: {} }, 'nothing else was done');
    });
  });

  test('three quarters of the sentences win as they stand', () => {
    assert.ok(kWins.length / (kWins.length + kRefusals.length) > 30 / 42, `${kWins.length} win, ${kRefusals.length} are refused`);
  });
});
