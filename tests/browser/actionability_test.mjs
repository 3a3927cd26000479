// Proves that what a person could not use is not clicked: each hindrance is an error of its own that names the cause, the
// page gets no event, and what passes by itself is waited for.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { framePages, kHearing, kMouse, openSettled } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const page = (html) => `<title>Act</title>${kHearing(...kMouse)}<style>body { margin: 0 } button { width: 100px; height: 30px }</style>${html}`;
const kVeil = 'position:fixed;inset:0;background:#fff8;z-index:9';
const kPages = {
  '/covered': page(`<button id="b">Buy</button><div id="veil" role="dialog" aria-label="Cookies" style="${kVeil};padding-top:300px"><button>Accept all</button></div>`),
  '/spinner': page(`<button id="b">Buy</button><div id="veil" style="${kVeil}"></div>
    <script>let frames = 0; (function wait() { if (++frames > 12) document.getElementById('veil').remove(); else requestAnimationFrame(wait); })()</script>`),
  '/moving': page(`<style>@keyframes way { from { left: 0 } to { left: 900px } }</style><button id="b" style="position:absolute;animation:way 20s linear infinite alternate">Buy</button>`),
  '/jumping': page(`<button id="b" style="position:absolute">Buy</button>
    <script>let x = 0; (function step() { document.getElementById('b').style.left = (x = (x + 3) % 900) + 'px'; requestAnimationFrame(step); })()</script>`),
  '/sliding': page(`<style>@keyframes in { from { left: -200px } to { left: 50px } }</style><button id="b" style="position:absolute;left:50px;animation:in 300ms linear">Buy</button>`),
  '/busy': page(`<button id="b" style="display:none">Buy</button><script>
    const draw = (frames) => requestAnimationFrame(() => (frames ? draw(frames - 1) : document.getElementById('b').style.display = ''));
    fetch('/go').then(() => { fetch('/works'); for (const end = performance.now() + 1000; performance.now() < end; ) ; draw(3); })</script>`),
  '/go': { hold: true, body: '' },
  '/works': '',
  '/disabled': page(`<button id="b" disabled>Buy</button><fieldset disabled><button id="c">Sell</button></fieldset>
    <button id="d" aria-disabled="true">Keep</button><div inert><button id="e">Hold</button></div>`),
  '/soon': page(`<button id="b" disabled>Buy</button><script>let frames = 0; (function wait() { if (++frames > 12) document.getElementById('b').disabled = false; else requestAnimationFrame(wait); })()</script>`),
  '/detaching': page(`<button id="b" disabled>Buy</button><script>let frames = 0; (function wait() { if (window.armed && ++frames > 6) document.getElementById('b').remove(); else requestAnimationFrame(wait); })()</script>`),
  '/unseen': page(`<button id="none" style="display:none">A</button><button id="off" style="position:absolute;left:-900px">B</button>
    <button id="zero" style="width:0;height:0;padding:0;border:0;overflow:hidden">C</button><button id="hidden" style="visibility:hidden">D</button>
    <button id="through" style="pointer-events:none">E</button><select id="list" aria-label="Size"><option id="option">Small</option></select>`),
  '/below': page(`<header style="position:sticky;top:0;height:150px;background:#eee;z-index:1">Head</header><div style="height:3000px"></div>
    <div style="height:100px;width:300px;overflow:auto"><div style="height:800px"></div><button id="b">Buy</button></div><div style="height:3000px"></div>`),
  '/drawn': page(`<style>input { position: absolute; opacity: 0; width: 0; height: 0 }</style><input type="checkbox" id="c"><label for="c">I agree</label>`),
  '/veiled': page(`<body style="margin:0"><iframe style="width:400px;height:200px" src="/inner"></iframe><div id="veil" style="${kVeil}">Wait</div>`),
  ...framePages(page('<button id="b">Buy</button>')),
};

describe('actionability', () => {
  const b = sharedBrowsing({ pages: kPages });

  async function refused(code, tabId, args) {
    const error = await b.fails(code, 'interact', { tabId, ...args });
    assert.ok(error.hint, `${code} says what to do next`);
    assert.deepEqual(await b.run(tabId, 'heard'), [], 'nothing was sent');
    return error;
  }
  const clicked = async (tabId, id = 'b') =>
    assert.deepEqual(await b.run(tabId, 'heard.filter((one) => one.startsWith("click"))'), [`click ${id}`]);

  test('covered: the error names what covers', async () => {
    const tabId = await b.open('/covered');
    const error = await refused('element_covered', tabId, { selector: '#b' });
    assert.match(error.message, /"Buy" <button#b> is covered by \[ref_\d+\] dialog "Cookies" <div#veil>/);
    const [, cover] = error.message.match(/covered by \[(ref_\d+)\]/);
    assert.match(await b.text('inspect', { tabId, ref: cover }), /div/);
  });

  test('a cover that goes is waited for', async () => {
    const tabId = await b.open('/spinner');
    await b.text('interact', { tabId, selector: '#b' });
    await clicked(tabId);
  });

  for (const path of ['/moving', '/jumping']) {
    test(`moving: ${path}`, async () => {
      // In a window of its own: of several tabs in one the browser draws those behind once a second.
      const tabId = await b.open(path, { workspace: path.slice(1) });
      const error = await refused('element_moving', tabId, { selector: '#b' });
      assert.match(error.message, /does not stand still/);
    });
  }

  test('what slides in is hit where it stops', async () => {
    const tabId = await b.open('/sliding');
    await b.text('interact', { tabId, selector: '#b' });
    await clicked(tabId);
  });

  test('one behind others that is at work when it is first looked at is shown all the same', async () => {
    await b.open('/covered');
    const tabId = await b.open('/busy');
    await b.open('/covered');
    const working = b.site.asked('/works');
    b.site.release('/go');
    await working;
    await b.text('interact', { tabId, selector: '#b' });
    await clicked(tabId);
  });

  test('disabled, by itself or by what is around it', async () => {
    const tabId = await b.open('/disabled');
    assert.match((await refused('element_disabled', tabId, { selector: '#b' })).message, /is disabled$/);
    assert.match((await refused('element_disabled', tabId, { selector: '#c' })).message, /by \[ref_\d+\].*<fieldset>/);
    assert.match((await refused('element_disabled', tabId, { selector: '#d' })).message, /aria-disabled/);
    assert.match((await refused('element_disabled', tabId, { selector: '#e' })).message, /inert, by/);
    assert.match(await b.text('interact', { tabId, selector: '#b', action: 'hover' }), /^✓ Moved the pointer/);
  });

  test('one that becomes enabled is waited for', async () => {
    const tabId = await b.open('/soon');
    await b.text('interact', { tabId, selector: '#b' });
    await clicked(tabId);
  });

  test('taken off the page while it is waited for', async () => {
    const tabId = await b.open('/detaching');
    await b.run(tabId, 'window.armed = true');
    const error = await refused('element_detached', tabId, { selector: '#b' });
    assert.match(error.message, /was taken off the page/);
  });

  test('unseen: why is said', async () => {
    const tabId = await b.open('/unseen');
    assert.match((await refused('element_not_visible', tabId, { selector: '#none' })).message, /display: none/);
    assert.match((await refused('element_not_visible', tabId, { selector: '#off' })).message, /off the page/);
    assert.match((await refused('element_not_visible', tabId, { selector: '#zero' })).message, /zero size/);
    assert.match((await refused('element_not_visible', tabId, { selector: '#hidden' })).message, /visibility: hidden/);
    assert.match((await refused('element_covered', tabId, { selector: '#through' })).message, /pointer-events: none/);
    assert.match((await refused('element_not_visible', tabId, { selector: '#option' })).message, /use form_input on that list/);
  });

  test('far below, inside of a list that scrolls, under a sticky header', async () => {
    const tabId = await b.open('/below');
    await b.text('interact', { tabId, selector: '#b' });
    await clicked(tabId);
  });

  test('a checkbox that is drawn by its label is hit there', async () => {
    const tabId = await b.open('/drawn');
    await b.text('interact', { tabId, selector: '#c' });
    assert.equal(await b.run(tabId, 'document.getElementById("c").checked'), true);
  });

  test('a frame that is covered', async () => {
    const tabId = await openSettled(b, '/veiled');
    const error = await refused('element_covered', tabId, { query: 'buy' });
    assert.match(error.message, /in a frame that is covered there by .*<div#veil>/);
  });
});
