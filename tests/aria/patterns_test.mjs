// Proves that the patterns of the WAI-ARIA Authoring Practices can be operated by mouse and by keyboard, and that the lines of
// read_page tell their states. The pages are in pages/, one per pattern.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kFolder = new URL('pages/', import.meta.url);
const kPages = Object.fromEntries(
  readdirSync(kFolder).map((file) => [`/${file.replace('.html', '')}`, readFileSync(new URL(file, kFolder), 'utf8')]),
);

describe('patterns', () => {
  const b = sharedBrowsing({ pages: kPages });

  // A page with hands: click and focus by words, keys, and what read_page says of an element.
  async function at(path) {
    const tabId = await b.open(path);
    const page = () => b.text('read_page', { tabId });
    return {
      tabId,
      page,
      click: (query, more = {}) => b.text('interact', { tabId, query, ...more }),
      focus: (query) => b.text('interact', { tabId, query, action: 'focus' }),
      key: (text, more = {}) => b.text('computer', { tabId, action: 'key', text, ...more }),
      set: (query, value) => b.text('form_input', { tabId, query, value }),
      // The words in brackets behind an element, such as "checked"; "" when there are none.
      async state(line) {
        const lines = (await page()).split('\n').filter((one) => one.includes(line));
        assert.equal(lines.length, 1, `${line}: ${lines.join('\n')}`);
        return /\(([a-z, ]+)\)$/.exec(lines[0].trim())?.[1] ?? '';
      },
    };
  }

  test('combobox by mouse: typed into, a choice clicked', async () => {
    const { click, set, page, state } = await at('/combobox');
    const opened = await set('Fruit', 'ap');
    assert.match(opened, /^✓ Set combobox "Fruit" \[ref_\d+\] = "ap"$/m);
    assert.match(opened, /^\+ \[ref_\d+\] option: "Apricot"/m);
    assert.doesNotMatch(await page(), /Banana/);
    await click('Apricot');
    assert.match(await page(), /combobox: "Fruit" = "Apricot"/);
    assert.match(await state('combobox: "Fruit"'), /collapsed/);
  });

  test('combobox by keyboard: arrows, Enter, Escape', async () => {
    const { focus, key, page, state } = await at('/combobox');
    await focus('Fruit');
    assert.match(await key('ArrowDown ArrowDown ArrowDown'), /^\+ \[ref_\d+\] option: "Banana" \(selected\)/m);
    assert.match(await key('Enter'), /^~ \[ref_\d+\] combobox: "Fruit" = "Banana"/m);
    await key('ArrowDown');
    await key('Escape');
    assert.match(await state('combobox: "Fruit"'), /collapsed/);
    assert.match(await page(), /combobox: "Fruit" = "Banana"/);
  });

  test('listbox by mouse and by keyboard', async () => {
    const { click, focus, key, state } = await at('/listbox');
    assert.match(await click('Tuesday'), /^~ \[ref_\d+\] option: "Tuesday" \(selected\)/m);
    await focus('Days');
    assert.match(await key('End Space'), /option: "Wednesday" \(selected\)/);
    await click('Tuesday');
    assert.deepEqual(
      [await state('option: "Monday"'), await state('option: "Tuesday"'), await state('option: "Wednesday"')],
      ['', '', 'selected'],
    );
    await focus('Days');
    await key('Ctrl+A');
    assert.equal(await state('option: "Monday"'), 'selected');
  });

  test('menu button by mouse', async () => {
    const { click, page, state } = await at('/menu_button');
    const opened = await click('Actions button');
    assert.match(opened, /^~ \[ref_\d+\] button: "Actions" \(expanded\)/m);
    assert.match(opened, /^focus: \[ref_\d+\] menuitem: "Copy"/m);
    assert.match(await click('Pinned'), /^\+ .*Used Pinned/m);
    assert.match(await state('button: "Actions"'), /collapsed/);
    await click('Actions button');
    assert.match(await page(), /menuitemcheckbox: "Pinned" \(checked\)/);
  });

  test('menu button by keyboard: opened, letters, wrapped around, left', async () => {
    const { focus, key, state, page } = await at('/menu_button');
    await focus('Actions');
    assert.match(await key('Enter'), /^focus: .*menuitem: "Copy"/m);
    assert.match(await key('m'), /^focus: .*menuitem: "Move"/m);
    assert.match(await key('ArrowUp ArrowUp'), /^focus: .*menuitemcheckbox: "Pinned"/m);
    await key('Escape');
    assert.match(await state('button: "Actions"'), /focused, collapsed/);
    await key('ArrowDown');
    await key('ArrowDown Enter');
    assert.match(await page(), /Used Move/);
  });

  test('tabs by mouse and by keyboard', async () => {
    const { click, key, state, page } = await at('/tabs');
    const shown = await click('Billing');
    assert.match(shown, /^~ \[ref_\d+\] tab: "Billing" \(selected\)/m);
    assert.match(shown, /Your card/);
    assert.match(shown, /^- .*tabpanel: "Profile"/m);
    assert.match(await key('ArrowRight'), /^focus: .*tab: "Security"/m);
    assert.match(await page(), /Your keys/);
    await key('ArrowRight');
    assert.match(await state('tab: "Profile"'), /selected/);
    await key('End');
    assert.equal(await state('tab: "Profile"'), '');
  });

  test('dialog by mouse: opened, what is behind it is inert, filled in, confirmed', async () => {
    const { tabId, click, set, page } = await at('/dialog');
    const opened = await click('Delete account');
    assert.match(opened, /^\+ \[ref_\d+\] dialog: "Are you sure\?"/m);
    assert.match(opened, /^focus: .*textbox: "Reason"/m);
    const error = await b.fails('element_disabled', 'interact', { tabId, selector: '#open' });
    assert.match(error.message, /inert/);
    await set('Reason', 'tired of it');
    await click('Delete');
    assert.match(await page(), /Deleted: tired of it/);
    assert.doesNotMatch(await page(), /Are you sure/);
  });

  test('dialog by keyboard: Tab stays inside, Escape leaves, the focus comes back', async () => {
    const { focus, key, page } = await at('/dialog');
    await focus('Delete account');
    await key('Enter');
    assert.match(await key('Tab Tab Tab Tab'), /^focus: .*button: "Delete"/m);
    assert.match(await key('Shift+Tab'), /^focus: .*textbox: "Reason"/m);
    const left = await key('Escape');
    assert.match(left, /^focus: .*button: "Delete account"/m);
    assert.match(left, /^- .*dialog: "Are you sure\?"/m);
    assert.match(await page(), /Nothing done/);
  });

  test('grid by mouse and by keyboard', async () => {
    const { click, key, state } = await at('/grid');
    assert.match(await click('Milk'), /gridcell: "Milk" \(selected\)/);
    assert.match(await key('ArrowUp'), /^focus: .*gridcell: "Tea"/m);
    await key('ArrowRight Space');
    assert.match(await state('gridcell: "3"'), /focused, selected/);
    assert.equal(await state('gridcell: "Milk"'), '');
  });

  test('tree by mouse: expanded, a leaf selected', async () => {
    const { click, state } = await at('/tree');
    const opened = await click('Documents');
    assert.match(opened, /^~ \[ref_\d+\] treeitem: "Documents" \(selected, expanded\)/m);
    assert.match(opened, /^\+ \[ref_\d+\] treeitem: "plan.txt"/m);
    await click('plan.txt');
    assert.match(await state('treeitem: "plan.txt"'), /selected/);
    assert.equal(await state('treeitem: "Documents"'), 'expanded');
  });

  test('tree by keyboard: opened, walked, closed', async () => {
    const { focus, key, state, page } = await at('/tree');
    await focus('Documents');
    assert.match(await key('ArrowRight'), /treeitem: "Documents" \(expanded\)/);
    assert.match(await key('ArrowDown ArrowDown'), /^focus: .*treeitem: "plan.txt"/m);
    assert.match(await key('Enter'), /treeitem: "plan.txt" \(selected\)/);
    await key('ArrowLeft ArrowLeft');
    assert.match(await state('treeitem: "Documents"'), /focused, collapsed/);
    assert.doesNotMatch(await page(), /plan\.txt/);
  });

  test('slider by value, by keyboard and by dragging', async () => {
    const { tabId, focus, key, set } = await at('/slider');
    assert.match(await set('Volume', 7), /^✓ Set slider "Volume" \[ref_\d+\] = 7/);
    assert.match(await set('Volume', 5), /^✓ Set slider "Volume" \[ref_\d+\] = 5/);
    await focus('Volume');
    assert.match(await key('ArrowRight', { repeat: 3 }), /slider: "Volume" = "8"/);
    assert.match(await key('Home'), /slider: "Volume" = "0"/);
    const [x, y] = await b.run(tabId, '(() => { const box = thumb.getBoundingClientRect(); return [box.x + 10, box.y + 10]; })()');
    const drag = { tabId, action: 'drag', start_coordinate: [x, y], coordinate: [x + 4 * 18, y] };
    assert.match(await b.text('computer', drag), /slider: "Volume" = "4"/);
  });

  test('spin button by mouse and by keyboard', async () => {
    const { click, focus, key } = await at('/spinbutton');
    assert.match(await click('More guests'), /spinbutton: "Guests" = "3"/);
    await focus('Guests spinbutton');
    assert.match(await key('ArrowUp ArrowUp'), /spinbutton: "Guests" = "5"/);
    assert.match(await key('End'), /spinbutton: "Guests" = "9"/);
    assert.match(await click('Fewer guests'), /spinbutton: "Guests" = "8"/);
  });

  test('switch by mouse, by keyboard and by value', async () => {
    const { click, focus, key, set } = await at('/switch');
    assert.match(await click('Lights'), /switch: "Lights" \(checked\)/);
    await focus('Lights');
    assert.match(await key('Space'), /^~ \[ref_\d+\] switch: "Lights" \(not checked\)$/m);
    assert.match(await set('Lights', true), /^✓ Set switch "Lights" \[ref_\d+\] = checked/);
    assert.match(await set('Lights', true), /^✓ Left switch "Lights" \[ref_\d+\] as it is: checked/);
  });

  test('radio group by mouse, by keyboard, and by the name of the group', async () => {
    const { tabId, click, key, state } = await at('/radio_group');
    await click('Deep dish');
    assert.match(await state('radio: "Deep dish"'), /checked/);
    assert.match(await key('ArrowDown'), /radio: "Thin" \(checked\)/);
    assert.match(await key('ArrowDown'), /^focus: .*radio: "Regular"/m);
    assert.match(await b.text('fill_form', { tabId, fields: { Crust: 'Thin' } }), /^✓ Set radio "Thin" in "Crust" \[ref_\d+\] = checked/);
    assert.match(await state('radio: "Thin"'), /checked/);
    assert.equal(await state('radio: "Regular"'), '');
  });

  test('checkbox of three states by mouse and by keyboard', async () => {
    const { click, focus, key, state } = await at('/checkbox');
    assert.equal(await state('checkbox: "All condiments"'), 'mixed');
    const all = await click('All condiments');
    assert.match(all, /^~ \[ref_\d+\] checkbox: "All condiments" \(checked\)/m);
    assert.match(all, /^~ \[ref_\d+\] checkbox: "Tomato" \(checked\)/m);
    await focus('Lettuce');
    assert.match(await key('Space'), /checkbox: "All condiments" \(mixed\)/);
  });

  test('checkbox of three states by value: mixed is neither on nor off', async () => {
    for (const value of [true, false]) {
      const { set, state } = await at('/checkbox');
      await set('All condiments', value);
      for (const name of ['All condiments', 'Lettuce', 'Tomato'])
        assert.equal(/\bchecked|mixed/.exec(await state(`checkbox: "${name}"`))?.[0], value ? 'checked' : undefined, name);
    }
  });

  test('disclosure by mouse and by keyboard, and the native one', async () => {
    const { click, focus, key, page } = await at('/disclosure');
    const shown = await click('Shipping details');
    assert.match(shown, /^~ \[ref_\d+\] button: "Shipping details" \(expanded\)/m);
    assert.match(shown, /^\+ .*Ships on Monday/m);
    assert.match(await key('Space'), /^- .*Ships on Monday/m);
    await focus('Returns');
    assert.match(await key('Enter'), /^\+ .*Within thirty days/m);
    await click('Returns');
    assert.doesNotMatch(await page(), /Within thirty days/);
  });

  test('accordion by mouse and by keyboard', async () => {
    const { click, key, state, page } = await at('/accordion');
    const opened = await click('Address');
    assert.match(opened, /^~ \[ref_\d+\] button: "Personal" \(collapsed\)/m);
    assert.match(opened, /^\+ .*Street and town/m);
    await key('Tab');
    await key('Enter');
    assert.match(await state('button: "Payment"'), /focused, expanded/);
    assert.match(await page(), /Card number/);
    assert.doesNotMatch(await page(), /Street and town/);
  });
});
