// Proves that words name one element: the record they speak of, the control they call by its role, its place or its drawn
// name; and that words which do not decide are refused with the right element listed and nothing touched.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { toolError } from '../lib/protocol.mjs';

// In a page: window.hits lists the id of what each click went to.
const kHits = `<script>
  window.hits = [];
  addEventListener('click', (event) => hits.push(event.composedPath().find((one) => one.id)?.id ?? event.target.localName), true);
  </script>`;

const kCards = (count, decoy) => `<title>Orders</title>${kHits}<h1>Orders</h1>${Array.from({ length: count }, (_, at) => {
  const number = at + 1;
  return `<section class="card"><h3>Order ${number}</h3><p>${decoy[number] ?? `${(number * 7) % 50 + 100} items`}</p>
    <button id="open${number}">Open</button><button id="cancel${number}">Cancel</button></section>`;
}).join('')}`;

const kPeople = [
  ['Bo Stone', 'Manager: Ada Cruz'],
  ['Ada Cruz', 'Manager: Lin Wu'],
  ['Ada Cruzado', 'Manager: Lin Wu'],
  ['Cruz Ada', 'Manager: Bo Stone'],
  ['Lin Wu', 'Reports to nobody'],
];
const idOf = (name) => name.toLowerCase().replace(' ', '-');
const kTable = `<title>People</title>${kHits}<table><thead><tr><th>Name</th><th>Notes</th><th>Actions</th></tr></thead><tbody>${kPeople
  .map(([name, note]) => `<tr id="row-${idOf(name)}" style="cursor:pointer" onclick="document.title = 'Row'"><td>${name}</td><td>${note}</td>
    <td><button id="edit-${idOf(name)}">Edit</button><button id="delete-${idOf(name)}">Delete</button></td></tr>`)
  .join('')}</tbody></table>`;

const kRegions = `<title>Regions</title>${kHits}
  <section aria-label="North"><h2>North</h2>
    <article><h3>Order 7</h3><p>70 boxes, follows Order 17</p><button id="north7">Delete</button></article>
    <article><h3>Order 70</h3><p>7 boxes</p><button id="north70">Delete</button></article>
    <button id="north">Delete</button></section>
  <section aria-label="South"><h2>South</h2>
    <article><h3>Order 17</h3><p>Order 7 was replaced by this one</p><button id="south17">Delete</button></article>
    <article><h3>Order 8</h3><p>North of the river</p><button id="south8">Delete</button></article></section>`;

const kShopping = `<title>Shopping</title>${kHits}<ul>
  <li><span>Oat milk drink</span> <button id="oat">Remove</button></li>
  <li><span>Milk</span> <button id="milk">Remove</button></li>
  <li><span>Milk chocolate</span> <button id="chocolate">Remove</button></li></ul>
  <div role="dialog" aria-label="Address"><button id="address-save">Save</button></div>
  <form aria-label="Payment"><p>Your address is kept.</p><button type="button" id="payment-save">Save</button></form>`;

const kDrawn = `<title>Drawn names</title>${kHits}<style>
    button, a { margin: 10px; display: inline-block; min-width: 30px; min-height: 20px }
    .save::before { content: 'Save draft' }
    .more::after { content: 'More results' }
    .forever::after { content: ' forever' }
    .cart::before { content: '🛒' / 'Shopping cart' }
    .close::before { content: 'Close panel' } .close { cursor: pointer; display: inline-block }
    .redo::before { content: 'Re' }
  </style>
  <p>Drafts are kept for a week.</p>
  <button id="save" class="save"></button><a id="more" class="more" href="#more"></a>
  <button id="delete">Delete</button><button id="forever" class="forever">Delete</button>
  <button id="cart" class="cart"></button><div id="close" class="close" onclick="document.title = 'Closed'"></div>
  <button>Undo</button><button id="redo" class="redo">do</button><div id="host"></div>
  <script>document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML =
    '<style>button::before { content: "Pin board" }</style><button id="pin"></button>';</script>`;

// Columns take what is dropped on them; window.moves says "card column".
const kBoard = (script) => `<title>Board</title><style>
    body { margin: 0 } .column { position: absolute; top: 60px; width: 200px; height: 400px; background: #ddd }
    .card { width: 160px; height: 40px; margin: 10px; background: #fff; user-select: none }
  </style>
  <p>Write docs before anything is Done.</p>
  <div class="column" id="todo" style="left:10px"><h2>To do</h2></div>
  <div class="column" id="doing" style="left:260px"><h2>Doing</h2></div>
  <div class="column" id="done" style="left:510px"><h2>Done</h2></div>
  <script>
    window.moves = [];
    const columns = [...document.querySelectorAll('.column')];
    const cards = ['Write docs', 'Fix the build', 'Write'].map((name, at) => {
      const card = document.createElement('div');
      card.className = 'card'; card.id = 'card' + at; card.textContent = name;
      document.getElementById('todo').append(card);
      return card;
    });
    const land = (card, column) => { column.append(card); moves.push(card.textContent + ' → ' + column.id); };
    ${script}</script>`;
const kNativeBoard = kBoard(`
    for (const card of cards) { card.draggable = true; card.ondragstart = (event) => event.dataTransfer.setData('text/plain', card.id); }
    for (const column of columns) {
      column.ondragover = (event) => event.preventDefault();
      column.ondrop = (event) => land(document.getElementById(event.dataTransfer.getData('text/plain')), column);
    }`);
const kPointerBoard = kBoard(`
    let held = null;
    for (const card of cards) {
      card.style.cursor = 'grab'; card.style.touchAction = 'none';
      card.addEventListener('pointerdown', (event) => { held = { card, x: event.clientX, y: event.clientY };
        card.setPointerCapture(event.pointerId); });
      card.addEventListener('pointermove', (event) => {
        if (held) card.style.transform = 'translate(' + (event.clientX - held.x) + 'px,' + (event.clientY - held.y) + 'px)';
      });
      card.addEventListener('pointerup', (event) => {
        if (!held) return;
        held = null; card.style.transform = '';
        const column = columns.find((one) => { const box = one.getBoundingClientRect();
          return event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom; });
        if (column) land(card, column);
      });
    }`);

const kMap = `<title>Map</title>${kHits}<p>Region North is large.</p>
  <svg width="400" height="200" viewBox="0 0 400 200">
    <a id="north" href="#north"><rect x="10" y="10" width="150" height="60" fill="#8bf"></rect><text x="20" y="45">Region North</text></a>
    <a id="south" href="#south" aria-label="Region South"><circle cx="260" cy="60" r="40" fill="#fb8"></circle></a>
    <a id="titled" href="#west"><title>Region West</title><rect x="10" y="110" width="100" height="60" fill="#bf8"></rect></a>
  </svg>`;

const kProse = `<title>Prose</title>${kHits}
  <p id="advice">Choose the 1st radio button, or the 2nd checkbox if you must.</p>
  <p id="bin-advice">Click the trash icon to remove the entry.</p>
  <p id="red-advice">Press the large red button in an emergency.</p>
  <p id="pay-advice">You can pay now or later.</p>
  <p id="delete-advice">The first Delete button removes everything.</p>
  <label><input type="radio" name="plan" id="free"> Free</label><label><input type="radio" name="plan" id="paid"> Paid</label>
  <label><input type="checkbox" id="news"> News</label><label><input type="checkbox" id="tips"> Tips</label>
  <button id="trash" class="icon-trash" style="width:24px;height:24px"><svg width="16" height="16"><path d="M2 2h12v12H2z"></path></svg></button>
  <button id="stop" style="background:red;color:white;font-size:40px">Stop</button>
  <div><button id="delete1">Delete</button><button id="delete2">Delete</button><button id="delete3">Delete</button></div>
  <a id="terms" href="#terms">Terms</a> <a id="privacy" href="#privacy">Privacy</a> <a id="help" href="#help">Help</a>`;

const kFormWords = `<title>Words that are roles</title>${kHits}<form onsubmit="event.preventDefault()">
  <label>Search <input id="search-box"></label><label>Menu <input id="menu-box"></label>
  <button type="button" id="cancel">Cancel</button><button type="button" id="submit">Submit</button><button type="button" id="reset">Reset</button>
  <button type="button" id="menu">Menu</button><button type="button" id="search">Search</button>
    <button type="button" id="upload">Upload image</button>
  <button id="send">Send</button></form>`;
const kUnnamedSubmit = `<title>Send</title>${kHits}<form onsubmit="event.preventDefault()"><button type="button" id="clear">Clear</button>
  <input type="submit" id="send" value="Send"></form>`;
const kLetters = `<title>Letters</title>${kHits}<p>A letter a day.</p>
  <h2>A</h2>${[...'ABCDX'].map((letter) => `<button id="key${letter}">${letter}</button>`).join('')}
  <button id="add">Add a letter</button><a id="alink" href="#all">All</a>`;
const kLetterOptions = `<title>Options</title>${kHits}<ul role="listbox" aria-label="Letters">${[...'ABCD'].map((letter) => `<li role="option" tabindex="0" id="option${letter}">${letter}</li>`).join('')}</ul>
  <a id="linkA" href="#a">A</a> <a id="linkB" href="#b">B</a><p>Pick the letter a friend likes.</p>`;
const kLists = `<title>Lists</title>${kHits}<p>The list of colours is long.</p>
  <select id="colour"><option>Red</option><option>Green</option><option>Blue</option><option>List price</option></select>`;
const kListbox = `<title>Listbox</title>${kHits}<ul role="listbox" id="fruits" tabindex="0">
  <li role="option" id="apple" onclick="this.ariaSelected = true">Apple</li>
    <li role="option" id="pear" onclick="this.ariaSelected = true">Pear</li></ul>`;

const kPages = {
  '/orders': kCards(100, { 32: '73 items', 12: 'Replaces Order 73', 51: 'Order 5', 90: 'Order, 73 boxes' }),
  '/many-orders': kCards(900, { 3: '899 items', 450: 'Order placed, 899 boxes' }),
  '/people': kTable,
  '/regions': kRegions,
  '/shopping': kShopping,
  '/drawn': kDrawn,
  '/board': kNativeBoard,
  '/pointer-board': kPointerBoard,
  '/map': kMap,
  '/prose': kProse,
  '/form-words': kFormWords,
  '/unnamed-submit': kUnnamedSubmit,
  '/letters': kLetters,
  '/letter-options': kLetterOptions,
  '/lists': kLists,
  '/listbox': kListbox,
};

// What a click brings about is not the question here.
const withoutWaiting = (tool) => (tool === 'interact' ? { verify: false } : {});
const refusals = ['ambiguous_target', 'element_not_found'];

describe('which element words name', () => {
  const b = sharedBrowsing({ pages: kPages });
  const hits = (tabId) => b.run(tabId, 'hits');

  // Does it and demands that exactly this element was hit; the answer.
  async function takes(path, tool, args, id) {
    const tabId = await b.open(path);
    const text = await b.text(tool, { tabId, ...withoutWaiting(tool), ...args });
    assert.match(text, /^✓/, text);
    assert.deepEqual(await hits(tabId), [id], `${JSON.stringify(args)}: ${text}`);
    return text;
  }

  // The right element was hit and nothing else; or nothing was, and the refusal lists the right one.
  async function takesOrLists(path, tool, args, id) {
    const tabId = await b.open(path);
    const result = await b.call(tool, { tabId, ...withoutWaiting(tool), ...args });
    const said = result.content[0].text;
    if (!result.isError) return assert.deepEqual(await hits(tabId), [id], `${JSON.stringify(args)}: ${said}`);
    assert.deepEqual(await hits(tabId), [], `refused, and yet something was hit: ${said}`);
    const { code, details } = toolError(result);
    assert.ok(refusals.includes(code), said);
    await lists(tabId, details, id, said);
  }

  // One of the refs in the candidates is the element with this id.
  async function lists(tabId, details, id, said) {
    const lines = details?.candidates ?? details?.nearest ?? [];
    const refs = lines.map((line) => line.match(/ref_\d+/)?.[0]).filter(Boolean);
    for (const ref of refs) if ((await b.text('inspect', { tabId, ref })).includes(`id="${id}"`)) return;
    assert.fail(`#${id} is not among the candidates: ${said}`);
  }

  // Refused, typed, and nothing was hit; the error.
  async function refuses(path, tool, args) {
    const tabId = await b.open(path);
    const result = await b.call(tool, { tabId, ...withoutWaiting(tool), ...args });
    const said = result.content[0].text;
    assert.equal(result.isError, true, `${JSON.stringify(args)} succeeded: ${said}`);
    assert.deepEqual(await hits(tabId), []);
    const error = toolError(result);
    assert.ok(refusals.includes(error.code), said);
    return error;
  }

  // Case 3
  test('a record is named by its heading, not by a number in its text', async () => {
    for (const query of ['Cancel button in Order 73', 'Cancel in "Order 73"', 'Cancel for Order 73']) {
      const text = await takes('/orders', 'interact', { query }, 'cancel73');
      assert.match(text, /^✓ Clicked button "Cancel" in "Order 73" \[ref_\d+\]/, query);
    }
    await takes('/orders', 'interact', { query: 'Cancel button in Order 5' }, 'cancel5');
  });

  // Case 3
  test('a record at the end of a long page is the one that is taken, or it is not certain', async () => {
    await takesOrLists('/many-orders', 'interact', { query: 'Cancel button in Order 899' }, 'cancel899');
    await takesOrLists('/many-orders', 'interact', { query: 'Open button in Order 640' }, 'open640');
  });

  // Case 3
  test('a record that is not on the page is not replaced by one whose text has the number', async () => {
    await refuses('/orders', 'interact', { query: 'Cancel button in Order 101' });
    await refuses('/orders', 'interact', { query: 'Cancel button in Invoice 73' });
    await refuses('/many-orders', 'interact', { query: 'Cancel button in Order 8990' });
  });

  // Case 3
  test('a row is named by its first cell, in every wording and by act', async () => {
    for (const query of ['Edit in the row of Ada Cruz', 'Edit for Ada Cruz', 'Edit button in the Ada Cruz row', "Ada Cruz's Edit button"])
      await takesOrLists('/people', 'interact', { query }, 'edit-ada-cruz');
    const text = await takes('/people', 'act', { instruction: 'click Edit in the row of Ada Cruz' }, 'edit-ada-cruz');
    assert.match(text, /button "Edit"/);
    await takes('/people', 'act', { instruction: 'click the Delete button for Lin Wu' }, 'delete-lin-wu');
  });

  // Case 3
  test('numbers are whole, and the nearest enclosing record decides', async () => {
    await takes('/regions', 'interact', { query: 'Delete button in Order 7' }, 'north7');
    await takes('/regions', 'interact', { query: 'Delete in Order 17' }, 'south17');
    await takes('/regions', 'interact', { query: 'Delete in Order 70' }, 'north70');
    await takesOrLists('/regions', 'interact', { query: 'Delete in North' }, 'north');
  });

  // Case 3
  test('an item is named by all of its text before part of it, a dialog and a form by their label', async () => {
    await takesOrLists('/shopping', 'interact', { query: 'Remove for Milk' }, 'milk');
    await takes('/shopping', 'interact', { query: 'Remove button in Milk chocolate' }, 'chocolate');
    await takes('/shopping', 'interact', { query: 'Save button in the Address dialog' }, 'address-save');
    await takes('/shopping', 'interact', { query: 'Save in Payment' }, 'payment-save');
  });

  // Case 4
  test('a name that CSS draws is found and clicked', async () => {
    const tabId = await b.open('/drawn');
    for (const [query, line] of [
      ['Save draft button', /^\[ref_\d+\] button: "Save draft"/],
      ['More results', /^\[ref_\d+\] link: "More results"/],
      ['Shopping cart', /^\[ref_\d+\] button: "Shopping cart"/],
      ['Delete forever', /^\[ref_\d+\] button: "Delete forever"/],
      ['Close panel', /^\[ref_\d+\] .*"Close panel"/],
      ['Redo button', /^\[ref_\d+\] button: "Redo"/],
      ['Pin board', /^\[ref_\d+\] button: "Pin board"/],
    ])
      assert.match(await b.text('find', { tabId, query }), line);
    await takes('/drawn', 'interact', { query: 'Save draft' }, 'save');
    await takes('/drawn', 'interact', { query: 'More results link' }, 'more');
    await takes('/drawn', 'interact', { query: 'Delete forever' }, 'forever');
    await takes('/drawn', 'interact', { query: '"Delete"' }, 'delete');
    await takes('/drawn', 'interact', { query: 'Close panel' }, 'close');
    await takes('/drawn', 'interact', { query: 'Redo' }, 'redo');
    await takes('/drawn', 'interact', { query: 'Pin board' }, 'host');
    await takes('/drawn', 'act', { instruction: 'click Shopping cart' }, 'cart');
  });

  for (const path of ['/board', '/pointer-board']) {
    // Case 5
    test(`a card that can be dragged is listed, found and dragged by words: ${path}`, async () => {
      let tabId = await b.open(path);
      const page = await b.text('read_page', { tabId, filter: 'interactive' });
      for (const name of ['Write docs', 'Fix the build']) assert.match(page, new RegExp(`\\[ref_\\d+\\] .*"${name}"`));
      const [line] = (await b.text('find', { tabId, query: 'Write docs card' })).split('\n');
      assert.match(line, /^\[ref_\d+\] \S.*"Write docs"/);
      const done = await b.text('find', { tabId, query: 'Done heading' });
      const [, x, y] = done.match(/at \((\d+),(\d+)\)/);
      const dragged = await b.text('computer', { tabId, action: 'drag', ref: line.match(/ref_\d+/)[0], coordinate: [Number(x), Number(y) + 200] });
      assert.match(dragged, /^✓ Dragged .*"Write docs"/);
      assert.deepEqual(await b.run(tabId, 'moves'), ['Write docs → done']);

      tabId = await b.open(path);
      assert.match(await b.text('act', { tabId, instruction: 'drag "Fix the build" to "Doing"' }), /^✓/);
      assert.deepEqual(await b.run(tabId, 'moves'), ['Fix the build → doing']);
      assert.match(await b.text('act', { tabId, instruction: 'drag "Write docs" to "Done"' }), /^✓/);
      assert.deepEqual(await b.run(tabId, 'moves'), ['Fix the build → doing', 'Write docs → done']);
    });
  }

  // Case 5
  test('a link in a drawing is read, found, clicked and inspected', async () => {
    const tabId = await b.open('/map');
    const page = await b.text('read_page', { tabId });
    for (const [name, id] of [
      ['Region North', 'north'],
      ['Region South', 'south'],
      ['Region West', 'titled'],
    ]) {
      assert.match(page, new RegExp(`\\[ref_\\d+\\] link: "${name}"`));
      const found = await b.text('find', { tabId, query: `${name} link` });
      assert.match(found, new RegExp(`^\\[ref_\\d+\\] link: "${name}"`));
      for (const target of [{ selector: `#${id}` }, { ref: found.match(/ref_\d+/)[0] }])
        assert.match(await b.text('inspect', { tabId, ...target }), new RegExp(`^\\[ref_\\d+\\] link: "${name}"`, 'm'));
      await takes('/map', 'interact', { query: name }, id);
    }
  });

  // Case 13
  test('an ordinal counts controls, not prose that has the words', async () => {
    await takes('/prose', 'interact', { query: '1st radio button' }, 'free');
    await takes('/prose', 'interact', { query: 'second radio button' }, 'paid');
    await takes('/prose', 'interact', { query: '2nd checkbox' }, 'tips');
    await takes('/prose', 'interact', { query: 'the third link' }, 'help');
    await takes('/prose', 'interact', { query: 'last link' }, 'help');
    await takes('/prose', 'interact', { query: 'the first Delete button' }, 'delete1');
    await takes('/prose', 'act', { instruction: 'click the 3rd Delete button' }, 'delete3');
  });

  // Case 13
  test('a control that is described is taken or listed, and never prose that describes it', async () => {
    await takesOrLists('/prose', 'interact', { query: 'trash icon' }, 'trash');
    await takesOrLists('/prose', 'interact', { query: 'large red button' }, 'stop');
    await takesOrLists('/prose', 'act', { instruction: 'click the large red button' }, 'stop');
  });

  // Case 13
  test('prose that merely has the words is not acted on', async () => {
    for (const query of ['pay now', 'Pay now button', 'remove the entry', 'emergency']) await refuses('/prose', 'interact', { query });
    await refuses('/prose', 'act', { instruction: 'click pay now' });
    await refuses('/prose', 'interact', { query: '4th Delete button' });
  });

  // Case 14
  test('a button whose name is also a word for a role is found by its name', async () => {
    await takes('/form-words', 'interact', { query: 'Submit button' }, 'submit');
    await takes('/form-words', 'interact', { query: 'Reset button' }, 'reset');
    await takes('/form-words', 'interact', { query: 'Menu button' }, 'menu');
    await takes('/form-words', 'interact', { query: 'Search button' }, 'search');
    await takes('/form-words', 'interact', { query: 'the "Submit" button' }, 'submit');
    await takes('/form-words', 'act', { instruction: 'click the Submit button' }, 'submit');
    const tabId = await b.open('/form-words');
    assert.match(await b.text('find', { tabId, query: 'Submit button' }), /^\[ref_\d+\] button: "Submit"/);
    assert.match(await b.text('find', { tabId, query: 'Menu field' }), /^\[ref_\d+\] textbox: "Menu"/);
  });

  // Case 14
  test('without such a name the words are the role', async () => {
    await takes('/unnamed-submit', 'interact', { query: 'submit button' }, 'send');
  });

  // Case 14
  test('a name of one letter is a name', async () => {
    for (const query of ['"A"', 'A', 'the "A" button', 'button "A"']) await takes('/letters', 'interact', { query }, 'keyA');
    await takesOrLists('/letters', 'interact', { query: 'A button' }, 'keyA');
    await takesOrLists('/letters', 'interact', { query: 'the letter A' }, 'keyA');
    await takes('/letter-options', 'interact', { query: 'option A' }, 'optionA');
    await takes('/letter-options', 'interact', { query: 'the link A' }, 'linkA');
    await takes('/letters', 'interact', { query: 'X' }, 'keyX');
    await takes('/letters', 'act', { instruction: 'click "A"' }, 'keyA');
    const tabId = await b.open('/letters');
    const found = await b.text('find', { tabId, query: 'A' });
    assert.match(found, /^\[ref_\d+\] button: "A"/m);
    assert.match(found.split('\n')[0], /: "A"/);
  });

  // Case 14
  test('"list" finds a select without a name, which is not called by its options joined', async () => {
    const tabId = await b.open('/lists');
    const page = await b.text('read_page', { tabId });
    assert.doesNotMatch(page, /combobox: "Red ?Green/);
    assert.match(page, /\[ref_\d+\] (combobox|listbox)/);
    const [line] = (await b.text('find', { tabId, query: 'list' })).split('\n');
    assert.match(line, /^\[ref_\d+\] (combobox|listbox)/);
    assert.doesNotMatch(line, /Red ?Green/);
    assert.match(await b.text('act', { tabId, instruction: 'select "Blue" in the list' }), /^✓/);
    assert.equal(await b.run(tabId, 'document.getElementById("colour").value'), 'Blue');
    assert.match(await b.text('act', { tabId, instruction: 'select "List price" in the list' }), /^✓/);
    assert.equal(await b.run(tabId, 'document.getElementById("colour").value'), 'List price');
    assert.match(await b.text('form_input', { tabId, query: 'list', value: 'Green' }), /= "Green"/);
    assert.equal(await b.run(tabId, 'document.getElementById("colour").value'), 'Green');
  });

  // Case 14
  test('"list" finds a listbox that the page draws', async () => {
    const tabId = await b.open('/listbox');
    assert.match(await b.text('find', { tabId, query: 'list' }), /^\[ref_\d+\] listbox/);
    assert.match(await b.text('act', { tabId, instruction: 'select "Pear" in the list' }), /^✓/);
    assert.deepEqual(await b.run(tabId, '[...document.querySelectorAll("[aria-selected=true]")].map((one) => one.id)'), ['pear']);
  });
});
