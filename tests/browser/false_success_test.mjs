// Proves that a ✓ is true at the end of the call and that a refusal says how to go on: fields that lose their value, menus that
// CSS opens, widgets that a page draws itself, long values, what became enabled, and popups that are in the way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { toolError } from '../lib/protocol.mjs';

const kLong = Array.from({ length: 250 }, (_, at) => `w${String(at).padStart(3, '0')}`).join(' '); // 1249 characters, no two words alike

const popup = (inner, script = '') => `<title>Popup</title><main><h1>Basket</h1><button id="pay" onclick="document.title = 'Paid'">Pay</button>
  <label>Coupon <input id="coupon"></label></main>${inner}<script>${script}</script>`;
const kNewsletter = (style) => `<div id="veil" style="position:fixed;inset:0;background:#0008;${style}">
  <div role="dialog" aria-label="Our newsletter" style="position:absolute;left:500px;top:300px;width:300px;background:white">
  <p>Letters every week</p><button onclick="document.getElementById('veil').remove()">No thanks</button></div></div>`;

const kPages = {
  '/blur': `<title>Trip</title><form onsubmit="event.preventDefault(); document.title = 'Sent'">
    <label>From <input id="from" role="combobox" aria-expanded="false" autocomplete="off"></label><label>To <input id="to"></label>
    <label>Name <input id="name"></label><button>Search</button></form>
    <script>document.getElementById('from').onblur = (event) => { event.target.value = ''; };</script>`,
  '/depends': `<title>Address</title><label>City <input id="city"></label><label>Country <select id="country"><option>France</option>
    <option>Spain</option></select></label>
    <label>Street <input id="street"></label><script>document.getElementById('country').onchange = () => { document.getElementById('city').value = ''; };</script>`,
  '/unchecks': `<title>Options</title><label><input type="checkbox" id="cheap"> Cheapest</label><label>
    <input type="checkbox" id="fast"> Fastest</label>
    <script>for (const [one, other] of [['cheap', 'fast'], ['fast', 'cheap']]) document.getElementById(one).onchange = () => { document.getElementById(other).checked = false; };</script>`,

  '/options': `<title>Options</title><label>Fruit <input id="fruit" role="combobox" aria-expanded="false" aria-controls="fruits" autocomplete="off"></label><ul id="fruits" role="listbox" aria-label="Fruits" hidden></ul>
    <label>Ice <input id="ice" list="kinds"></label><datalist id="kinds"><option>Vanilla</option><option>Lemon</option></datalist><script>
    const fruit = document.getElementById('fruit'), fruits = document.getElementById('fruits');
    const show = () => { fruits.innerHTML = ['Apple', 'Apricot', 'Pear'].filter((one) => one.startsWith(fruit.value)).map((one) => '<li role="option">' + one + '</li>').join(''); fruits.hidden = false; fruit.setAttribute('aria-expanded', 'true'); };
    fruit.onclick = show; fruit.oninput = show;</script>`,

  '/css-menu': `<title>Menu</title><style>#sub { display: none } #shop:hover #sub { display: block }</style><ul><li id="shop">Shop<ul id="sub">
    <li><a href="#lamps">Lamps</a></li><li><a href="#chairs">Chairs</a></li></ul></li></ul>`,
  '/css-fade': `<title>Menu</title><style>#sub { visibility: hidden; opacity: 0; transition: all 200ms } #shop:hover #sub { visibility: visible;
    opacity: 1 }</style><div id="shop" tabindex="0">Shop<div id="sub"><a href="#lamps">Lamps</a><a href="#chairs">Chairs</a></div></div>`,
  '/css-tip': `<title>Tip</title><style>#help { position: relative } #tip { display: none } #help:hover #tip { display: inline }</style>
    <button id="help">Help<span id="tip" role="tooltip">Lamps and Chairs are on the second floor</span></button>`,

  '/widgets': `<title>Widgets</title>
    <div id="guests" role="spinbutton" tabindex="0" aria-label="Guests" aria-valuenow="1" aria-valuemin="0" aria-valuemax="9">1</div>
    <label>Rooms <input id="rooms" type="number" value="1" min="0" max="9"></label>
      <label>Nights <input id="nights" role="spinbutton" value="1" readonly></label>
      <button onclick="nights.value = +nights.value + 1" aria-label="One night more">▲</button>
    <span id="size-label">Size</span><button id="size" aria-haspopup="listbox" aria-labelledby="size-label size">Small</button>
      <ul id="sizes" role="listbox" hidden><li role="option">Small</li><li role="option">Medium</li><li role="option">Large</li></ul>
    <button id="shirt" aria-haspopup="listbox" aria-label="Shirt">White</button><ul id="shirts" role="listbox" hidden>
      <li role="option">White</li><li role="option">Blue</li></ul>
    <label>Colour <input id="colour" role="combobox" aria-haspopup="listbox" aria-expanded="false" readonly></label>
      <ul id="colours" role="listbox" hidden><li role="option">Red</li><li role="option">Green</li></ul>
    <div id="board" role="combobox" tabindex="0" aria-label="Board" aria-expanded="false" aria-haspopup="listbox">None</div>
    <label>Arrival <input id="arrival" readonly placeholder="Pick a day"></label>
      <div id="calendar" role="dialog" aria-label="Calendar" hidden>${Array.from({ length: 28 }, (_, at) => `<button>${at + 1}</button>`).join('')}</div>
    <label>Birthday <input id="birthday" type="date"></label><label>Alarm <input id="alarm" type="time"></label><script>
    const by = (id) => document.getElementById(id);
    by('guests').onkeydown = ({ key }) => { const step = { ArrowUp: 1, ArrowDown: -1 }[key] ?? 0;
      by('guests').textContent = by('guests').ariaValueNow = +by('guests').ariaValueNow + step; };
    by('rooms').onkeydown = (event) => { if (!event.key.startsWith('Arrow')) event.preventDefault(); };
    by('size').onclick = () => { by('sizes').hidden = false; };
    by('sizes').onclick = (event) => { by('size').textContent = event.target.textContent; by('sizes').hidden = true; };
    by('shirt').onclick = () => { by('shirts').hidden = false; };
    by('shirts').onclick = (event) => { by('shirt').textContent = event.target.textContent; by('shirts').hidden = true; };
    by('colour').onclick = () => { by('colours').hidden = false; };
    by('colours').onclick = (event) => { by('colour').value = event.target.textContent; by('colours').hidden = true; };
    by('board').onmousedown = () => setTimeout(() => {
      if (document.getElementById('boards')) return;
      const list = Object.assign(document.createElement('div'), { id: 'boards', innerHTML: '<div role="option">None</div><div role="option">Breakfast</div><div role="option">Dinner</div>' });
      list.setAttribute('role', 'listbox'); list.onclick = (event) => { by('board').textContent = event.target.textContent; list.remove(); };
      document.body.append(list);
    }, 50);
    by('arrival').onclick = () => { by('calendar').hidden = false; };
    by('calendar').onclick = (event) => { if (event.target.localName === 'button') { by('arrival').value = '2026-02-' + event.target.textContent.padStart(2, '0'); by('calendar').hidden = true; } };</script>`,

  '/long': `<title>Long</title><label>Letter <textarea id="letter">${kLong}</textarea></label><label>Copy <textarea id="copy"></textarea></label>`,
  '/enables': `<title>Enables</title><label>Name <input id="name"></label><button id="next" disabled>Next</button><fieldset id="more" disabled>
    <legend>More</legend><label>Age <input id="age"></label></fieldset>
    <label><input type="checkbox" id="agree"> I agree</label><button id="continue" disabled>Continue</button>
      <button id="lock" onclick="document.getElementById('name').disabled = true">Lock</button><script>
    const by = (id) => document.getElementById(id);
    by('name').oninput = () => { by('next').disabled = by('more').disabled = by('name').value === ''; };
    by('agree').onchange = () => { by('continue').disabled = !by('agree').checked; };</script>`,

  '/popup-open': popup(kNewsletter('')),
  '/popup-hover': popup(kNewsletter('display:none'), `
    document.addEventListener('mousemove', () => { veil.style.display = 'block'; }, { once: true });`),
  '/popup-beside': popup(`<div role="dialog" aria-label="Our newsletter" style="position:fixed;left:500px;top:300px"><button>No thanks</button>
    </div><div style="position:fixed;inset:0;background:#0008"></div>`),
  '/popup-modal': popup('<dialog id="box" aria-label="Our newsletter"><button>No thanks</button></dialog>', 'box.showModal();'),
  '/popup-inert': popup(kNewsletter(''), `document.querySelector('main').inert = true;`),
  '/popup-banner': popup('<div style="position:fixed;left:0;right:0;top:0;height:300px;background:#eee"><p>Our newsletter is free: we value your privacy</p><button>No thanks</button></div>'),
  '/popup-after': popup('<button id="add">Add</button><div id="place"></div>', `add.onclick = () => { place.innerHTML = ${JSON.stringify(kNewsletter(''))}; };`),
};

describe('no false success', () => {
  const b = sharedBrowsing({ pages: kPages });
  const value = (tabId, id) => b.run(tabId, `document.getElementById('${id}').value`);

  // Case 7
  test('a field that empties itself when it is left was not kept', async () => {
    const tabId = await b.open('/blur');
    const error = await b.fails('value_not_kept', 'fill_form', { tabId, fields: { From: 'Paris', To: 'Rome' } });
    assert.match(JSON.stringify(error), /From/);
    assert.equal(await value(tabId, 'to'), 'Rome');
    const last = await b.open('/blur');
    await b.fails('value_not_kept', 'fill_form', { tabId: last, fields: { Name: 'Ada', From: 'Paris' }, submit: true });
  });

  // Case 7
  test('a field that another one empties and a box that another one clears were not kept', async () => {
    let tabId = await b.open('/depends');
    let error = await b.fails('value_not_kept', 'fill_form', { tabId, fields: { City: 'Vigo', Country: 'Spain', Street: 'Main street 1' } });
    assert.match(JSON.stringify(error), /City/);
    tabId = await b.open('/unchecks');
    error = await b.fails('value_not_kept', 'fill_form', { tabId, fields: { Cheapest: true, Fastest: true } });
    assert.match(JSON.stringify(error), /Cheapest/);
    tabId = await b.open('/depends');
    assert.match(await b.text('fill_form', { tabId, fields: { Country: 'Spain', City: 'Vigo' } }), /"City".*= "Vigo"/);
  });

  // Case 7
  test('a combobox shows its options: when it is clicked, when it is typed into, and those of a datalist', async () => {
    let tabId = await b.open('/options');
    assert.match(await b.text('interact', { tabId, query: 'Fruit' }), /Apple[^]*Apricot[^]*Pear/);
    tabId = await b.open('/options');
    assert.match(await b.text('form_input', { tabId, query: 'Fruit', value: 'Ap' }), /Apple[^]*Apricot/);
    assert.match(await b.text('read_page', { tabId }), /"Ice"[^]*Vanilla[^]*Lemon/);
  });

  for (const path of ['/css-menu', '/css-fade', '/css-tip']) {
    // Case 7
    test(`a hover that opens something by CSS alone shows what appeared: ${path}`, async () => {
      const selector = path === '/css-tip' ? '#help' : '#shop';
      for (const tool of ['interact', 'computer']) {
        const tabId = await b.open(path);
        const text = await b.text(tool, { tabId, action: 'hover', selector });
        assert.match(text.split('\n').slice(1).join('\n'), /Lamps[^]*Chairs/, text);
        assert.doesNotMatch(text, /no change/);
      }
    });
  }

  // A field that says ✓ holds the value; one that does not says how it is set.
  async function setsOrSaysHow(id, query, given, held, how) {
    for (const tool of ['form_input', 'fill_form']) {
      const tabId = await b.open('/widgets');
      const result = await b.call(tool, { tabId, ...(tool === 'form_input' ? { query, value: given } : { fields: { [query]: given } }) });
      const said = result.content[0].text;
      const holds = await b.run(tabId, `(() => { const one = document.getElementById('${id}');
        return one.localName === 'input' ? one.value : one.textContent; })()`);
      if (!result.isError) assert.equal(holds, held, said);
      else {
        const { message, hint } = toolError(result);
        assert.ok(message.includes(query), `it is about something else: ${said}`);
        assert.match(`${message} ${hint}`, how, said);
      }
    }
  }

  // Case 18
  test('a spinner is set or says which keys set it', async () => {
    await setsOrSaysHow('guests', 'Guests', 4, '4', /arrow/i);
    await setsOrSaysHow('rooms', 'Rooms', 4, '4', /arrow|\bkeys?\b/i);
    await setsOrSaysHow('nights', 'Nights', 4, '4', /\bclick|\bbuttons?\b|arrow|One night more/i);
  });

  // Case 18
  test('a list that the page draws is set or says how to choose', async () => {
    const how = /\bclick|\bopen|\bchoose|\bselect\b|\bact\b|interact/i;
    await setsOrSaysHow('size', 'Size', 'Large', 'Large', how);
    await setsOrSaysHow('shirt', 'Shirt', 'Blue', 'Blue', how);
    await setsOrSaysHow('board', 'Board', 'Dinner', 'Dinner', how);
    await setsOrSaysHow('colour', 'Colour', 'Red', 'Red', how);
  });

  // Case 18
  test('a day that is picked from a calendar is set or says to pick it', async () => {
    await setsOrSaysHow('arrival', 'Arrival', '2026-02-15', '2026-02-15', /\bclick|calendar|\bpick|\bopen/i);
  });

  // Case 18
  test('fields of the browser for a day and a time take them, and say in which form', async () => {
    const tabId = await b.open('/widgets');
    for (const [id, query, given, form, wrong] of [
      ['birthday', 'Birthday', '2026-02-15', /\d{4}-\d{2}-\d{2}/, 'the fifteenth'],
      ['alarm', 'Alarm', '07:30', /\d{2}:\d{2}/, 'half past seven'],
    ]) {
      assert.match(await b.text('form_input', { tabId, query, value: given }), new RegExp(`"${query}".*= "${given}"`));
      assert.equal(await value(tabId, id), given);
      const result = await b.call('form_input', { tabId, query, value: wrong });
      assert.equal(result.isError, true, result.content[0].text);
      assert.match(toolError(result).hint, form);
      assert.equal(await value(tabId, id), given, 'what it held stays');
    }
  });

  // Case 18
  test('a value over 300 characters says how to read it whole, and that reads it whole', async () => {
    const tabId = await b.open('/long');
    const text = await b.text('read_page', { tabId });
    const line = text.split('\n').find((one) => /textbox: "Letter"/.test(one));
    assert.ok(!line.includes(kLong), 'it is shortened');
    const [tool] = line.match(/\b(inspect|page_content|query_dom|javascript_tool|read_page)\b/) ?? assert.fail(`it does not say how: ${line.slice(-120)}`);
    const ref = line.match(/ref_\d+/)[0];
    if (tool === 'inspect') assert.ok((await b.text('inspect', { tabId, ref })).includes(kLong));
    if (tool === 'read_page') assert.ok((await b.text('read_page', { tabId, ref })).includes(kLong));
    const set = await b.text('form_input', { tabId, query: 'Copy', value: kLong });
    assert.match(set, /^✓ Set textbox "Copy"/);
    assert.match(set, /1,?249 characters; inspect/, 'what was set is counted when it is not shown');
    assert.equal(await value(tabId, 'copy'), kLong);
  });

  // Case 18
  test('what became enabled says so, and what became disabled', async () => {
    let tabId = await b.open('/enables');
    const set = await b.text('form_input', { tabId, query: 'Name', value: 'Ada' });
    assert.match(set, /^~ .*button.*"Next".*\benabled\b/m);
    assert.match(set, /^~ .*textbox.*"Age".*\benabled\b/m);
    assert.match(await b.text('interact', { tabId, query: 'I agree' }), /^~ .*"Continue".*\benabled\b/m);
    assert.match(await b.text('interact', { tabId, query: 'Lock' }), /^~ .*"Name".*\bdisabled\b/m);
    tabId = await b.open('/enables');
    assert.match(await b.text('act', { tabId, instruction: 'type "Ada" into Name' }), /~ .*"Next".*\benabled\b/);
  });

  // Each page in a tab of its own, at the same time: an element that is covered is waited for.
  const eachNames = (paths, tool, args) =>
    Promise.all(
      paths.map(async (path) => {
        const tabId = await b.open(path);
        const result = await b.call(tool, { tabId, ...args });
        const said = `${path}: ${result.content[0].text}`;
        assert.equal(result.isError, true, said);
        assert.match(JSON.stringify(toolError(result)), /Our newsletter/, said);
        assert.deepEqual(await b.run(tabId, '[document.title, document.getElementById("coupon").value]'), ['Popup', ''], said);
      }),
    );

  // Case 18
  test('a popup that is in the way of a click is named in the error', async () => {
    await eachNames(['/popup-open', '/popup-beside', '/popup-modal', '/popup-inert', '/popup-banner'], 'interact', { query: 'Pay' });
  });

  // Case 18
  test('a popup that comes with the pointer is named in the error', async () => {
    await eachNames(['/popup-hover'], 'interact', { query: 'Pay' });
  });

  // Case 18
  test('a popup that keeps a field from the keys is named in the error', async () => {
    await eachNames(['/popup-modal', '/popup-inert'], 'form_input', { query: 'Coupon', value: 'X1' });
  });

  // Case 18
  test('a popup that a step before opened is named, and can be closed by its name', async () => {
    const tabId = await b.open('/popup-after');
    const result = await b.call('act', { tabId, instruction: 'click Add, click Pay' });
    assert.equal(result.isError, true, result.content[0].text);
    assert.match(toolError(result).message, /Our newsletter/);
    await b.text('act', { tabId, instruction: 'click "No thanks", click Pay' });
    assert.equal(await b.run(tabId, 'document.title'), 'Paid');
  });
});
