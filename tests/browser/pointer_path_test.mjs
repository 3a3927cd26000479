// Proves a button that stays down between calls, and a pointer that moves along a path.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const at = (x, y, w, h, more = '') => `position:absolute;left:${x}px;top:${y}px;width:${w}px;height:${h}px;${more}`;

const kPages = {
  '/draw': `<title>Draw</title><body style="margin:0"><canvas id="pad" width="400" height="300" style="${at(0, 0, 400, 300, 'background:#eee')}"></canvas><p id="state" style="${at(0, 320, 300, 20)}">up</p><script>
    window.heard = [];
    for (const type of ['mousedown', 'mousemove', 'mouseup', 'click']) pad.addEventListener(type, (event) =>
      heard.push([type, event.clientX, event.clientY, event.buttons, event.isTrusted].join(' ')));
    pad.addEventListener('mousedown', () => { state.textContent = 'down'; });
    pad.addEventListener('mouseup', () => { state.textContent = 'up again'; });</script>`,
  '/cards': `<title>Cards</title><body style="margin:0"><div id="card" draggable="true" style="${at(10, 10, 100, 50, 'background:#ff0')}">Card</div><div id="bin" style="${at(300, 10, 200, 200, 'background:#ccc')}">Bin</div><script>
    window.heard = []; for (const type of ['dragstart', 'drop', 'dragend']) addEventListener(type, (e) => heard.push(type), true);
    card.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
    bin.ondragover = (e) => e.preventDefault(); bin.ondrop = (e) => { bin.textContent = 'Has ' + e.dataTransfer.getData('text/plain'); };</script>`,
  '/next': '<title>Next</title><button style="position:absolute;left:0;top:0;width:400px;height:300px">Big</button>',
};

describe('a held button', () => {
  const b = sharedBrowsing({ pages: kPages });
  const act = (tabId, action, args = {}) => b.text('computer', { tabId, action, ...args });
  const heard = (tabId) => b.run(tabId, 'heard');

  test('stays down over several calls, and the path between is what was given', async () => {
    const tabId = await b.open('/draw');
    const down = await act(tabId, 'left_mouse_down', { coordinate: [20, 30] });
    assert.match(down, /^✓ Pressed the left button at \(20,30\) on .*; it stays down until left_mouse_up/);
    assert.match(down, /down/);
    const moved = await act(tabId, 'mouse_move', { path: [[60, 40], [100, 80], [140, 20]] });
    assert.match(moved, /^✓ Moved the pointer along 3 points to \(140,20\) on .*, with the left button down/);
    assert.match(await act(tabId, 'left_mouse_up'), /^✓ Released the left button at \(140,20\)/);
    assert.deepEqual((await heard(tabId)).filter((one) => !one.startsWith('mousemove 20 ')), [
      'mousedown 20 30 1 true', 'mousemove 60 40 1 true', 'mousemove 100 80 1 true', 'mousemove 140 20 1 true',
      'mouseup 140 20 0 true', 'click 140 20 0 true',
    ]);
    assert.equal(await b.run(tabId, 'state.textContent'), 'up again');
  });

  test('a single point is reached in a straight line; without the button nothing is pressed', async () => {
    const tabId = await b.open('/draw');
    await act(tabId, 'mouse_move', { coordinate: [10, 10] });
    assert.match(await act(tabId, 'mouse_move', { coordinate: [110, 60] }), /^✓ Moved the pointer to \(110,60\) on [^,]*$/m);
    const moves = (await heard(tabId)).map((one) => one.split(' '));
    assert.deepEqual(moves.at(-1), ['mousemove', '110', '60', '0', 'true']);
    assert.ok(moves.length >= 5 && moves.every(([type, , , buttons]) => type === 'mousemove' && buttons === '0'), JSON.stringify(moves));
  });

  test('released elsewhere, at the place that is named', async () => {
    const tabId = await b.open('/draw');
    await act(tabId, 'left_mouse_down', { selector: '#pad' });
    assert.match(await act(tabId, 'left_mouse_up', { coordinate: [300, 200] }), /at \(300,200\)/);
    assert.equal((await heard(tabId)).filter((one) => one.startsWith('mouseup')).join(), 'mouseup 300 200 0 true');
  });

  test('goes with its page, and is neither pressed twice nor released without being down', async () => {
    const tabId = await b.open('/draw');
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'left_mouse_up' });
    await act(tabId, 'left_mouse_down', { coordinate: [20, 30] });
    const twice = await b.fails('invalid_arguments', 'computer', { tabId, action: 'left_mouse_down', coordinate: [20, 30] });
    assert.match(twice.message, /down already/);
    await b.good('navigate', { tabId, url: b.site.url('/next') });
    const gone = await b.fails('invalid_arguments', 'computer', { tabId, action: 'left_mouse_up' });
    assert.match(gone.message, /no button is down/);
    assert.match(await b.text('interact', { tabId, query: 'Big button' }), /^✓ Clicked/);
  });

  test('drags what the page lets be dragged', async () => {
    const tabId = await b.open('/cards');
    await act(tabId, 'left_mouse_down', { coordinate: [50, 30] });
    await act(tabId, 'mouse_move', { path: [[80, 35], [200, 60], [350, 80]] });
    assert.match(await act(tabId, 'left_mouse_up'), /^✓ Released/);
    assert.equal(await b.run(tabId, 'bin.textContent'), 'Has card');
    assert.deepEqual((await heard(tabId)).filter((one) => one !== 'dragend'), ['dragstart', 'drop']);
  });

  test('bad calls', async () => {
    const tabId = await b.open('/draw');
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'mouse_move' });
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'mouse_move', path: [[1]] });
    await b.fails('element_not_visible', 'computer', { tabId, action: 'left_mouse_down', coordinate: [5000, 10] });
  });
});
