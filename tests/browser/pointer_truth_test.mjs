// Proves that a press goes to the element that was named, on pages that move, cover or replace it when the pointer comes:
// it gets exactly one click, or the answer is an error and nothing else was pressed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kHearing, kMouse, openSettled, otherOrigin, refOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { toolError } from '../lib/protocol.mjs';

const at = (left, top, width, height, more = '') => `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;${more}`;
const kStart = `<body style="margin:0">${kHearing(...kMouse)}`;

// A menu that is open while the pointer is over it and takes 120 px of the page; each row below is 40 px high, so that what
// stands three rows further down comes up under the pointer when it closes.
const kRows = `<div style="height:40px"><button id="rename">Rename</button></div><div style="height:40px"><button id="archive">Archive</button></div>
  <div style="height:40px"><button id="share">Share</button></div><div style="height:40px"><button id="copy">Copy</button></div>
  <div style="height:40px"><button id="delete">Delete</button></div><div style="height:40px"><button id="leave">Leave</button></div>`;
const menuPage = (style, script = '') => `<title>Menu</title>${kStart}<style>
    #nav { background: #eee } #items { height: 0; overflow: hidden } ${style}
    button { width: 120px; height: 36px } #rows { height: 2000px }</style>
  <div id="nav"><button id="menu" style="height:36px">Menu</button><div id="items"><p>One</p><p>Two</p></div></div><div id="rows">${kRows}</div>
  <script>${script}</script>`;
const kMenuScript = (delay) => `
  const items = document.getElementById('items'), nav = document.getElementById('nav');
  nav.onmouseenter = () => { items.style.height = '120px'; };
  nav.onmouseleave = () => { const close = () => { items.style.height = '0'; }; ${delay === null ? 'close()' : `setTimeout(close, ${delay})`}; };`;

const jumpPage = (script) => `<title>Jump</title>${kStart}
  <button id="decoy" style="${at(100, 100, 120, 40)}">Buy everything</button>
  <button id="target" style="${at(100, 100, 120, 40)}">Save</button>
  <script>const target = document.getElementById('target'); let left = 100;
    const jump = (by) => { left += by; target.style.left = left + 'px'; }; ${script}</script>`;

const kPages = {
  '/menu-css': menuPage('#nav:hover #items { height: 120px }'),
  '/menu-animated': menuPage('#items { transition: height 150ms } #nav:hover #items { height: 120px }'),
  '/menu-script': menuPage('', kMenuScript(null)),
  '/menu-late': menuPage('', kMenuScript(40)),
  '/menu-above-frame': menuPage('#nav:hover #items { height: 120px }').replace(kRows, '<iframe src="/rows" style="width:300px;height:300px;border:0"></iframe>'),
  '/menu-above-apart': (request) =>
    menuPage('#nav:hover #items { height: 120px }').replace(kRows, `<iframe src="${otherOrigin(request)}/rows" style="width:300px;height:300px;border:0"></iframe>`),
  '/rows': `<title>Rows</title>${kStart}<style>button { width: 120px; height: 36px }</style>${kRows}
    <script>addEventListener('click', (event) => parent.postMessage(event.target.id, '*'), true);</script>`,
  '/menu-above-shadow': menuPage('#nav:hover #items { height: 120px }', `
    document.getElementById('rows').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(`<style>button { width: 120px; height: 36px }</style>${kRows}`)};`),

  '/jump-once': jumpPage(`target.addEventListener('mouseenter', () => jump(200), { once: true });`),
  '/jump-frame-later': jumpPage(`addEventListener('pointermove', () => requestAnimationFrame(() => jump(200)), { once: true });`),
  '/jump-over': jumpPage(`target.addEventListener('mouseover', () => { target.style.transform = 'translateY(150px)'; }, { once: true });`),
  '/jump-always': jumpPage(`addEventListener('pointermove', (event) => { if (event.target === target) requestAnimationFrame(() => jump(left > 900 ? -800 : 130)); });`),
  '/jump-away': jumpPage(`target.addEventListener('mouseenter', () => jump(left > 900 ? -800 : 130));`),

  '/cover': `<title>Cover</title>${kStart}<div id="card" style="${at(50, 50, 300, 300)}">
    <a id="target" href="#shirt" style="${at(0, 0, 300, 300, 'background:#bdf')}">Blue shirt</a>
    <button id="quick" style="${at(0, 0, 300, 300, 'display:none')}">Quick view</button></div>
    <script>document.getElementById('card').onmouseenter = () => { document.getElementById('quick').style.display = 'block'; };</script>`,
  '/cover-css': `<title>Cover</title>${kStart}<style>#quick { visibility: hidden } #card:hover #quick { visibility: visible }</style>
    <div id="card" style="${at(50, 50, 300, 300)}"><a id="target" href="#shirt" style="${at(0, 0, 300, 300, 'background:#bdf')}">Blue shirt</a>
    <button id="quick" style="${at(0, 0, 300, 300)}">Quick view</button></div>`,
  '/cover-fixed': `<title>Cover</title>${kStart}<button id="target" style="${at(400, 300, 200, 60)}">Pay</button>
    <div id="offer" onclick="document.title = 'Offer taken'" style="position:fixed;inset:0;background:#ffe;display:none">An offer before you go</div>
    <script>document.getElementById('target').addEventListener('mouseenter', () => requestAnimationFrame(() => { document.getElementById('offer').style.display = 'block'; }));</script>`,

  '/swap-hidden': `<title>Swap</title>${kStart}<div id="frame" onclick="document.title = 'Frame'" style="${at(50, 50, 200, 200)}">
    <div id="target" role="img" aria-label="Front" style="${at(0, 0, 200, 200, 'background:#bdf')}"></div>
      <div id="back" role="img" aria-label="Back" style="${at(0, 0, 200, 200, 'background:#fdb;display:none')}"></div></div>
    <script>document.getElementById('frame').onmouseenter = () => { target.style.display = 'none'; back.style.display = 'block'; };
      document.getElementById('frame').onmouseleave = () => { target.style.display = 'block'; back.style.display = 'none'; };</script>`,
  '/swap-replaced': `<title>Swap</title>${kStart}<a id="frame" href="#product" style="${at(50, 50, 200, 200)}">
    <span id="target" role="img" aria-label="Front" style="${at(0, 0, 200, 200, 'background:#bdf')}"></span></a>
    <script>const frame = document.getElementById('frame');
      frame.onmouseenter = () => { frame.innerHTML = '<span id="back" role="img" aria-label="Back" style="position:absolute;inset:0;background:#fdb"></span>'; };</script>`,
  '/swap-smaller': `<title>Swap</title>${kStart}<style>#target { ${at(0, 0, 200, 200, 'background:#bdf')} }
    #frame:hover #target { left: 150px; width: 0; overflow: hidden }</style>
    <div id="frame" onclick="document.title = 'Frame'" style="${at(50, 50, 200, 200, 'background:#ddd')}"><button id="target">Front</button></div>`,
  '/no-events': `<title>No events</title>${kStart}<style>#target { ${at(0, 0, 200, 60)} } #row:hover #target { pointer-events: none }</style>
    <div id="row" onclick="document.title = 'Row'" style="${at(50, 50, 400, 60, 'background:#ddd')}"><button id="target">Remove</button></div>`,
  '/no-events-script': `<title>No events</title>${kStart}<div id="row" onclick="document.title = 'Row'" style="${at(50, 50, 400, 60, 'background:#ddd')}"><button id="target" style="${at(0, 0, 200, 60)}">Remove</button></div>
    <script>document.getElementById('target').onpointerenter = (event) => { event.target.style.pointerEvents = 'none'; };</script>`,

  '/press-moves': `<title>Press</title>${kStart}<button id="decoy" style="${at(100, 100, 120, 40)}">Buy everything</button>
    <button id="target" style="${at(100, 100, 120, 40)}">Save</button>
    <script>document.getElementById('target').onmousedown = (event) => { event.target.style.left = '500px'; };</script>`,
  '/press-shifts': `<title>Press</title>${kStart}<div id="help" style="height:40px">Two words or more</div>
    <input id="field" aria-label="Name" style="display:block">
    <div style="height:40px"><button id="target" style="width:120px;height:36px">Save</button></div><div style="height:40px">
      <button id="decoy" style="width:120px;height:36px">Delete</button></div>
    <script>document.getElementById('field').onblur = () => document.getElementById('help').remove();</script>`,
  '/press-chooses': `<title>Choose</title>${kStart}<input id="city" aria-label="City"><ul id="list" role="listbox">
    <li id="paris" role="option">Paris</li><li id="porto" role="option">Porto</li></ul><button id="below">Below</button>
    <script>for (const one of document.querySelectorAll('li')) one.onmousedown = () => { document.getElementById('city').value = one.textContent;
      document.getElementById('list').remove(); };</script>`,
  '/still': `<title>Still</title>${kStart}<button id="decoy" style="${at(100, 200, 120, 40)}">Buy everything</button>
    <button id="target" style="${at(100, 100, 120, 40)}"><b id="label">Save</b></button>`,
  '/checkboxes': menuPage('#nav:hover #items { height: 120px }').replace(kRows, ['wifi', 'sound', 'light', 'alarm', 'heat', 'water']
    .map((name) => `<div style="height:40px">
      <label style="display:block;height:40px"><input type="checkbox" id="${name}"> Switch ${name}</label></div>`).join('')),
};

const kRefusals = ['element_covered', 'element_moving', 'element_not_visible', 'element_detached', 'element_disabled', 'stale_ref', 'hit_other_element'];
const kClicked = (id) => [`mousedown ${id}`, `mouseup ${id}`, `click ${id}`];

describe('where the press goes', () => {
  const b = sharedBrowsing({ pages: kPages });
  const heard = (tabId) => b.run(tabId, 'heard');

  async function menuOpen(path) {
    const tabId = /frame|apart/.test(path) ? await openSettled(b, path) : await b.open(path);
    await b.text('interact', { tabId, selector: '#menu', action: 'hover', verify: false });
    await b.data('wait_for', { tabId, expression: 'document.getElementById("items").offsetHeight === 120' });
    await b.run(tabId, 'heard.length = 0');
    return tabId;
  }

  // The element got one click and the answer says ✓; or it is an error that is typed and nothing at all was pressed.
  async function hitOrUntouched(path, args, id = 'target') {
    const tabId = await b.open(path);
    const result = await b.call('interact', { tabId, ...args });
    const said = result.content[0].text;
    const events = await heard(tabId);
    if (!result.isError) {
      assert.match(said, /^✓/);
      return assert.deepEqual(events, kClicked(id), said);
    }
    assert.ok(kRefusals.includes(toolError(result).code), said);
    assert.deepEqual(events, [], `refused, and yet something was pressed: ${said}`);
    return toolError(result);
  }

  // An error that says what got the event, and what was meant.
  function checkMiss(result) {
    const said = result.content[0].text;
    assert.equal(result.isError, true, `it says ✓ although the element did not get the click: ${said}`);
    const error = toolError(result);
    assert.equal(error.code, 'hit_other_element', said);
    assert.equal(error.retryable, false);
    assert.ok(error.details.hit?.length > 0 && error.details.meant?.length > 0, said);
    return error;
  }

  for (const path of ['/menu-css', '/menu-animated', '/menu-script', '/menu-late']) {
    // Case 2
    test(`a menu that closes when the pointer leaves it does not bring another button under the click: ${path}`, async () => {
      const tabId = await menuOpen(path);
      const text = await b.text('interact', { tabId, query: 'Archive' });
      assert.deepEqual(await heard(tabId), kClicked('archive'), text);
      assert.match(text, /^✓ Clicked button "Archive" \[ref_\d+\]/);
    });
  }

  // Case 2
  test('a menu that closes does not divert a click by ref, by computer, by act, a double or a right click', async () => {
    const ways = [
      ['interact', async (tabId) => ({ ref: await refOf(b, tabId, 'archive button') }), kClicked('archive')],
      ['computer', async (tabId) => ({ action: 'left_click', ref: await refOf(b, tabId, 'archive button') }), kClicked('archive')],
      ['act', () => ({ instruction: 'click Archive' }), kClicked('archive')],
      ['interact', () => ({ selector: '#archive', action: 'double_click' }), [...kClicked('archive'), ...kClicked('archive'), 'dblclick archive']],
      ['interact', () => ({ selector: '#archive', action: 'right_click' }), ['auxclick archive', 'contextmenu archive', 'mousedown archive', 'mouseup archive']],
    ];
    for (const [tool, args, expected] of ways) {
      const tabId = await menuOpen('/menu-css');
      const text = await b.text(tool, { tabId, ...(await args(tabId)) });
      const events = await heard(tabId);
      assert.deepEqual([...events].sort(), [...expected].sort(), text);
    }
  });

  // Case 2
  test('a menu that closes does not divert the click that sets a checkbox', async () => {
    for (const [tool, args] of [
      ['form_input', { query: 'Switch sound', value: true }],
      ['fill_form', { fields: { 'Switch sound': true } }],
      ['act', { instruction: 'check "Switch sound"' }],
    ]) {
      const tabId = await menuOpen('/checkboxes');
      const text = await b.text(tool, { tabId, ...args });
      assert.deepEqual(await b.run(tabId, '[...document.querySelectorAll("input:checked")].map((one) => one.id)'), ['sound'], text);
      const others = (await heard(tabId)).filter((one) => one.startsWith('mousedown') && !/ (sound|label)$/.test(one));
      assert.deepEqual(others, [], text);
    }
  });

  for (const path of ['/menu-above-frame', '/menu-above-apart', '/menu-above-shadow']) {
    // Case 2
    test(`a menu that closes does not divert a click into a frame or a shadow root below it: ${path}`, async () => {
      const tabId = await menuOpen(path);
      await b.run(tabId, 'window.inner = []; addEventListener("message", (event) => inner.push(event.data)); 1');
      const text = await b.text('interact', { tabId, query: 'Archive' });
      assert.match(text, /^✓ Clicked button "Archive"/);
      if (path.endsWith('shadow')) assert.deepEqual(await heard(tabId), kClicked('archive'), text);
      else assert.deepEqual(await b.run(tabId, 'inner'), ['archive'], text);
    });
  }

  for (const path of ['/jump-once', '/jump-frame-later', '/jump-over']) {
    // Case 2
    test(`an element that jumps once when the pointer comes is aimed at again: ${path}`, async () => {
      const tabId = await b.open(path);
      const text = await b.text('interact', { tabId, query: 'Save' });
      assert.deepEqual(await heard(tabId), kClicked('target'), text);
      assert.match(text, /^✓ Clicked button "Save"/);
    });
  }

  for (const path of ['/jump-always', '/jump-away']) {
    // Case 2
    test(`an element that always jumps away is refused, and what it uncovers is not pressed: ${path}`, async () => {
      await hitOrUntouched(path, { query: 'Save' });
    });
  }

  for (const path of ['/cover', '/cover-css', '/cover-fixed']) {
    // Case 2
    test(`what comes over the element when the pointer does is not pressed in its place: ${path}`, async () => {
      const error = await hitOrUntouched(path, { selector: '#target' });
      if (error) assert.match(JSON.stringify(error), /Quick view|quick|offer/);
    });
  }

  for (const path of ['/swap-hidden', '/swap-replaced', '/swap-smaller', '/no-events', '/no-events-script']) {
    // Case 16
    test(`an ancestor does not get the press of an element that lets it through: ${path}`, async () => {
      await hitOrUntouched(path, { selector: '#target' });
    });
  }

  // Case 2
  test('an element that moves away under the press and so gets no click is a miss and not a ✓', async () => {
    const tabId = await b.open('/press-moves');
    const result = await b.call('interact', { tabId, query: 'Save' });
    const events = await heard(tabId);
    assert.ok(!events.includes('click decoy') && !events.includes('mousedown decoy'), events.join());
    if (!events.includes('click target')) checkMiss(result);
  });

  // Case 2
  test('an option that acts on the press and is gone with its list was hit', async () => {
    const tabId = await b.open('/press-chooses');
    assert.match(await b.text('interact', { tabId, query: 'Porto' }), /^✓ Clicked option "Porto"/);
    assert.equal(await b.run(tabId, 'document.getElementById("city").value'), 'Porto');
    assert.ok(!(await heard(tabId)).includes('click below'));
  });

  // Case 2
  test('a field that is left by the press and shifts the page does not turn the click into another', async () => {
    const tabId = await b.open('/press-shifts');
    await b.text('interact', { tabId, selector: '#field' });
    await b.run(tabId, 'heard.length = 0');
    const result = await b.call('interact', { tabId, query: 'Save' });
    const events = await heard(tabId);
    assert.ok(!events.includes('click decoy'), events.join());
    if (!events.includes('click target')) checkMiss(result);
    else assert.match(result.content[0].text, /^✓ Clicked button "Save"/);
  });

  // Case 16
  test('a descendant that gets the press is the element', async () => {
    const tabId = await b.open('/still');
    assert.match(await b.text('interact', { tabId, query: 'Save' }), /^✓ Clicked button "Save"/);
    assert.deepEqual(await heard(tabId), kClicked('label'));
  });
});
