// Proves form_input on fields that pages draw themselves, and on dates as people write them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const keyed = (id, role, { min = 0, max = 10, now = 2, step = 1, keys = true } = {}) => `<div id="${id}" role="${role}" tabindex="0" aria-label="${id}"
  aria-valuemin="${min}" aria-valuemax="${max}" aria-valuenow="${now}" style="width:120px;height:24px;background:#ddd">${now}</div><script>{
  const box = document.getElementById('${id}');
  box.set = (value) => { const held = Math.min(${max}, Math.max(${min}, value)); box.setAttribute('aria-valuenow', held); box.textContent = held; };
  ${keys ? `box.addEventListener('keydown', (event) => {
    const by = { ArrowUp: ${step}, ArrowRight: ${step}, ArrowDown: -${step}, ArrowLeft: -${step} }[event.key];
    if (by) requestAnimationFrame(() => box.set(Number(box.getAttribute('aria-valuenow')) + by));
  });` : ''} }</script>`;

const kWidgets = `<title>Widgets</title><body>
  ${keyed('Guests', 'spinbutton')}
  <div>${keyed('Nights', 'spinbutton', { keys: false })}<button aria-label="Decrease nights" onclick="Nights.set(Number(Nights.getAttribute('aria-valuenow')) - 1)">-</button><button aria-label="Increase nights" onclick="Nights.set(Number(Nights.getAttribute('aria-valuenow')) + 1)">+</button></div>
  ${keyed('Volume', 'slider', { max: 100, now: 50 })}
  ${keyed('Coarse', 'slider', { max: 100, now: 50, step: 5 })}
  <div style="margin:40px">${keyed('Dead', 'slider', { keys: false })}</div>`;

const kLists = `<title>Lists</title><style>[role=listbox] { list-style: none; padding: 0 } .open { display: block !important }</style><body>
  <button id="colour" aria-haspopup="listbox" aria-expanded="false" aria-controls="colours" aria-label="Colour">Choose</button>
  <ul id="colours" role="listbox" style="display:none"><li role="option">Red</li><li role="option">Dark red</li><li role="option">Green</li><li role="option" aria-disabled="true">Blue</li></ul>
  <div id="size" role="combobox" tabindex="0" aria-expanded="false" aria-label="Size" style="width:150px;height:20px;border:1px solid">Small</div>
  <div id="deaf" role="combobox" tabindex="0" aria-label="Deaf" style="width:150px;height:20px;border:1px solid">Nothing</div>
  <ul id="pets" role="listbox" aria-label="Pets" aria-multiselectable="true" tabindex="0"><li role="option" aria-selected="true">Cat</li><li role="option" aria-selected="false">Dog</li><li role="option" aria-selected="false">Fish</li></ul>
  <div id="speed" role="radiogroup" aria-label="Speed"><label><input type="radio" name="s"> Slow</label><label><input type="radio" name="s"> Fast</label></div>
  <fieldset><legend>Payment</legend><label><input type="radio" name="p" id="card"> Card</label><label><input type="radio" name="p"> Cash</label></fieldset>
  <input id="picked" readonly role="combobox" aria-haspopup="listbox" aria-controls="cities" aria-label="City" value="">
  <ul id="cities" role="listbox" style="display:none"><li role="option">Paris</li><li role="option">Rome</li></ul>
  <input id="calendar" readonly aria-label="Departure" aria-haspopup="dialog" value="">
  <input id="suggest" role="combobox" aria-autocomplete="list" aria-label="Town">
  <script>
    const toggle = (button, list, chosen) => {
      button.onclick = () => { list.classList.toggle('open'); button.setAttribute('aria-expanded', list.classList.contains('open')); };
      for (const option of list.children) option.onclick = () => { if (option.ariaDisabled === 'true') return; chosen(option.textContent); list.classList.remove('open'); button.setAttribute('aria-expanded', 'false'); };
      button.onkeydown = (event) => { if (event.key === 'Escape') { list.classList.remove('open'); button.setAttribute('aria-expanded', 'false'); } };
    };
    toggle(colour, colours, (text) => { colour.textContent = text; });
    toggle(picked, cities, (text) => { picked.value = text; });
    // The list of this one is made only when it opens, elsewhere in the page, and without being named.
    size.onclick = () => setTimeout(() => {
      const list = document.createElement('div');
      list.setAttribute('role', 'listbox');
      for (const text of ['Small', 'Large']) {
        const option = document.createElement('div');
        option.setAttribute('role', 'option');
        option.textContent = text;
        option.onclick = () => { size.textContent = text; list.remove(); };
        list.append(option);
      }
      document.body.append(list);
    }, 120);
    deaf.onclick = () => { const list = document.createElement('ul'); list.setAttribute('role', 'listbox'); list.innerHTML = '<li role="option">Something</li>'; list.onclick = () => list.remove(); document.body.append(list); };
    for (const option of pets.children) option.onclick = () => option.setAttribute('aria-selected', option.getAttribute('aria-selected') !== 'true');
  </script>`;

const kDates = `<title>Dates</title><label>Day <input id="day" type="date"></label><label>Hour <input id="hour" type="time"></label>
  <label>When <input id="when" type="datetime-local"></label><label>Month <input id="month" type="month"></label>
  <select id="nameless"><option>Alpha</option><option>Beta</option></select><div id="note" contenteditable aria-label="Note"></div><textarea id="long" aria-label="Long"></textarea>
  <label>Code <input id="code" placeholder="AA-000" oninput="if (!/^[A-Z]{0,2}-?\\d*$/.test(this.value)) this.value = ''"></label>`;

const kSuggestions = `<title>Suggestions</title><input id="town" role="combobox" aria-autocomplete="list" aria-controls="towns" aria-label="Town"><ul id="towns" role="listbox" hidden></ul><script>
  town.oninput = () => { towns.innerHTML = '<li role="option">Paris</li><li role="option">Parma</li>'; towns.hidden = false; };</script>`;

const kPages = { '/widgets': kWidgets, '/lists': kLists, '/dates': kDates, '/suggestions': kSuggestions };

describe('spinners and sliders', () => {
  const b = sharedBrowsing({ pages: kPages });
  const now = (tabId, id) => b.run(tabId, `Number(document.getElementById('${id}').getAttribute('aria-valuenow'))`);
  const set = (tabId, id, value) => b.text('form_input', { tabId, selector: `#${id}`, value });

  test('a spinner is moved by arrow keys', async () => {
    const tabId = await b.open('/widgets');
    assert.match(await set(tabId, 'Guests', 7), /^✓ Set spinbutton "Guests" \[ref_\d+\] = 7/);
    assert.equal(await now(tabId, 'Guests'), 7);
    assert.match(await b.text('form_input', { tabId, query: 'Guests', value: '3' }), /= 3/);
    assert.match(await set(tabId, 'Guests', 3), /^✓ Left spinbutton .* as it is: 3/);
    const error = await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#Guests', value: 99 });
    assert.match(error.message, /from 0 to 10/);
    await b.fails('invalid_arguments', 'form_input', { tabId, selector: '#Guests', value: 'many' });
    assert.equal(await now(tabId, 'Guests'), 3);
  });

  test('one that hears no keys is moved by the buttons beside it', async () => {
    const tabId = await b.open('/widgets');
    assert.match(await set(tabId, 'Nights', 5), /= 5/);
    assert.equal(await now(tabId, 'Nights'), 5);
    assert.match(await set(tabId, 'Nights', 1), /= 1/);
    assert.equal(await now(tabId, 'Nights'), 1);
  });

  test('a slider is moved by arrow keys, as near as its steps allow', async () => {
    const tabId = await b.open('/widgets');
    assert.match(await set(tabId, 'Volume', 93), /= 93$/m);
    assert.equal(await now(tabId, 'Volume'), 93);
    assert.match(await set(tabId, 'Coarse', 33), /= 35, the nearest to 33 that was reached/);
    assert.match(await set(tabId, 'Coarse', 10), /= 10$/m);
  });

  test('one that reacts to nothing says how it may be set', async () => {
    const tabId = await b.open('/widgets');
    const error = await b.fails('unsupported', 'form_input', { tabId, selector: '#Dead', value: 5 });
    assert.match(error.message, /stays at 2/);
    assert.match(error.hint, /left_mouse_down/);
  });
});

describe('lists that pages draw', () => {
  const b = sharedBrowsing({ pages: kPages });
  const text = (tabId, id) => b.run(tabId, `document.getElementById('${id}').textContent`);
  const set = (tabId, id, value) => b.text('form_input', { tabId, selector: `#${id}`, value });

  test('a button that opens a list takes the option of exactly that name', async () => {
    const tabId = await b.open('/lists');
    assert.match(await set(tabId, 'colour', 'Red'), /^✓ Set button "Colour" \[ref_\d+\] = "Red"/);
    assert.equal(await text(tabId, 'colour'), 'Red');
    assert.match(await b.text('form_input', { tabId, query: 'Colour', value: 'green' }), /= "green"/);
    assert.equal(await text(tabId, 'colour'), 'Green');
    const none = await b.fails('element_not_found', 'form_input', { tabId, selector: '#colour', value: 'Dark' });
    assert.equal(none.details.choices, 'Red | Dark red | Green | Blue');
    assert.equal(await b.run(tabId, `colours.classList.contains('open')`), false, 'it is closed again');
    await b.fails('element_disabled', 'form_input', { tabId, selector: '#colour', value: 'Blue' });
    assert.equal(await text(tabId, 'colour'), 'Green');
  });

  test('a combobox whose list appears later and elsewhere', async () => {
    const tabId = await b.open('/lists');
    assert.match(await set(tabId, 'size', 'Large'), /^✓ Set combobox "Size" \[ref_\d+\] = "Large"/);
    assert.equal(await text(tabId, 'size'), 'Large');
  });

  test('a read-only field with a list, and one without', async () => {
    const tabId = await b.open('/lists');
    assert.match(await set(tabId, 'picked', 'Rome'), /= "Rome"/);
    assert.equal(await b.run(tabId, 'picked.value'), 'Rome');
    const fixed = await b.fails('element_disabled', 'form_input', { tabId, selector: '#calendar', value: '2026-11-15' });
    assert.match(fixed.hint, /calendar.*click it with interact/);
  });

  test('a choice that the page does not show is not kept', async () => {
    const tabId = await b.open('/lists');
    const error = await b.fails('value_not_kept', 'form_input', { tabId, selector: '#deaf', value: 'Something' });
    assert.match(error.message, /shows "Nothing"/);
  });

  test('a list of several takes a list', async () => {
    const tabId = await b.open('/lists');
    await set(tabId, 'pets', ['Dog', 'Fish']);
    assert.deepEqual(await b.run(tabId, `[...pets.children].filter((one) => one.ariaSelected === 'true').map((one) => one.textContent)`), ['Dog', 'Fish']);
  });

  test('a group of radio buttons takes the name of one of them', async () => {
    const tabId = await b.open('/lists');
    assert.match(await set(tabId, 'speed', 'Fast'), /^✓ Set radio "Fast" \[ref_\d+\] = checked/);
    assert.match(await b.text('form_input', { tabId, selector: 'fieldset', value: 'Card' }), /^✓ Set radio "Card"/);
    assert.equal(await b.run(tabId, 'card.checked'), true);
    const none = await b.fails('element_not_found', 'form_input', { tabId, selector: '#speed', value: 'Warp' });
    assert.equal(none.details.choices, 'Slow | Fast');
  });
});

describe('a list that stays open', () => {
  const b = sharedBrowsing({
    pages: {
      '/tags': `<div id=l>Tags</div><div id=s role=combobox aria-labelledby=l aria-expanded=false tabindex=0 style="border:1px solid;width:100px">none</div>
        <div id=m role=listbox aria-multiselectable=true hidden><div role=option aria-selected=false>Red</div><div role=option aria-selected=false>Blue</div></div><script>
        s.onclick = () => { m.hidden = !m.hidden; s.setAttribute('aria-expanded', !m.hidden); };
        m.onclick = ({ target }) => { target.ariaSelected = target.ariaSelected !== 'true'; s.textContent = [...m.children].filter((one) => one.ariaSelected === 'true').map((one) => one.textContent).join() || 'none'; };</script>`,
    },
  });

  test('is read when the next value is chosen in it', async () => {
    const tabId = await b.open('/tags');
    for (const [value, shown] of [[['Red'], 'Red'], [['Blue'], 'Blue'], [['Red', 'Blue'], 'Red,Blue']]) {
      await b.text('form_input', { tabId, query: 'Tags', value });
      assert.equal(await b.run(tabId, 's.textContent'), shown);
    }
  });
});

describe('values as people write them', () => {
  const b = sharedBrowsing({ pages: kPages });
  const set = (tabId, id, value) => b.text('form_input', { tabId, selector: `#${id}`, value });
  const value = (tabId, id) => b.run(tabId, `document.getElementById('${id}').value`);

  test('dates and times that can be read in one way only', async () => {
    const tabId = await b.open('/dates');
    for (const [id, given, held] of [
      ['day', '2026-11-15', '2026-11-15'], ['day', '16 November 2026', '2026-11-16'], ['day', 'Nov 17, 2026', '2026-11-17'],
      ['day', '18.11.2026', '2026-11-18'], ['day', '11/19/2026', '2026-11-19'], ['day', '20/11/2026', '2026-11-20'],
      ['hour', '14:30', '14:30'], ['hour', '2:45 pm', '14:45'], ['hour', '9:05', '09:05'], ['hour', '12 AM', '00:00'],
      ['when', '2026-11-15T14:30', '2026-11-15T14:30'], ['when', 'November 16, 2026 2:30 PM', '2026-11-16T14:30'],
      ['month', '2026-11', '2026-11'], ['month', 'December 2026', '2026-12'],
    ]) {
      assert.match(await set(tabId, id, given), new RegExp(`= "${held}"`), given);
      assert.equal(await value(tabId, id), held, given);
    }
  });

  test('what can be read in two ways, or is none, is refused with the form that is taken', async () => {
    const tabId = await b.open('/dates');
    for (const [id, given, form] of [['day', '03/04/2026', /2026-11-15/], ['day', 'tomorrow', /2026-11-15/], ['hour', 'noon', /14:30/], ['hour', '25:00', /14:30/]]) {
      const error = await b.fails('invalid_arguments', 'form_input', { tabId, selector: `#${id}`, value: given });
      assert.match(error.hint, form, given);
    }
    assert.deepEqual([await value(tabId, 'day'), await value(tabId, 'hour')], ['', '']);
    await b.fails('invalid_arguments', 'interact', { tabId, action: 'type', selector: '#hour', text: 'noon' });
  });

  test('keys that leave a time field empty are an error', async () => {
    const tabId = await b.open('/dates');
    await b.text('interact', { tabId, selector: '#hour', action: 'focus' });
    const error = await b.fails('value_not_kept', 'computer', { tabId, action: 'type', text: 'noon' });
    assert.match(error.message, /Hour.* is still empty/);
    assert.match(error.hint, /form_input.*14:30/);
    await b.run(tabId, 'hour.blur()');
    await b.text('interact', { tabId, selector: '#hour', action: 'focus' });
    assert.match(await b.text('computer', { tabId, action: 'type', text: '0230PM' }), /^✓ Typed/);
    assert.equal(await value(tabId, 'hour'), '14:30');
  });

  test('a combobox shows the suggestions that came', async () => {
    const tabId = await b.open('/suggestions');
    const text = await b.text('form_input', { tabId, query: 'Town', value: 'Par' });
    assert.match(text, /Set combobox "Town" \[ref_\d+\] = "Par"/);
    assert.match(text, /^\+ .*Paris/m);
  });

  test('a select without a name is not called by its options', async () => {
    const tabId = await b.open('/dates');
    const text = await set(tabId, 'nameless', 'Beta');
    assert.match(text, /^✓ Set combobox \[ref_\d+\] = "Beta"/);
    assert.equal(await value(tabId, 'nameless'), 'Beta');
  });

  test('an editing box, and a long value', async () => {
    const tabId = await b.open('/dates');
    assert.match(await set(tabId, 'note', 'Dear Ada'), /= "Dear Ada"/);
    const text = await set(tabId, 'long', 'x'.repeat(1200));
    assert.match(text, /… \(1200 characters; inspect reads it whole\)/);
    assert.equal((await value(tabId, 'long')).length, 1200);
  });

  test('a field that wants another form says which', async () => {
    const tabId = await b.open('/dates');
    const error = await b.fails('value_not_kept', 'form_input', { tabId, selector: '#code', value: '12 ab' });
    assert.match(error.hint, /AA-000/);
  });
});
