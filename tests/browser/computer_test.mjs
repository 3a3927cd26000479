// Proves computer: pointer, wheel, drag and keys by pixels, as a person at the machine.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { framePages, kHearing, kMouse, openSettled, refOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const at = (left, top, width, height, more = '') => `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;${more}`;
const kPages = {
  '/': `<title>Machine</title>${kHearing(...kMouse)}<body style="margin:0;background:#0f0"><div id="box" style="${at(100, 100, 200, 100, 'background:#f00')}">Some words here</div>
    <div id="far" style="${at(0, 3000, 100, 20)}">Far below</div>`,
  '/list': `<title>List</title><body style="margin:0;height:5000px"><div id="list" aria-label="Things" role="list" style="${at(0, 0, 300, 200, 'overflow:auto')}"><div style="height:2000px;width:900px">Long</div></div>`,
  '/canvas': `<title>Canvas</title>${kHearing(...kMouse)}<body style="margin:0"><canvas id="c" style="${at(0, 0, 600, 400)}"></canvas><script>
    window.trace = []; for (const type of ['mousedown', 'mousemove', 'mouseup']) document.getElementById('c').addEventListener(type, (e) => trace.push([type, e.clientX, e.clientY, e.buttons]));</script>`,
  '/slider': `<title>Slider</title><body style="margin:0"><div id="track" style="${at(0, 0, 500, 40, 'background:#ddd')}"></div><div id="thumb" role="slider" aria-label="Volume" aria-valuenow="0" tabindex="0" style="${at(0, 0, 40, 40, 'background:#00f')}"></div><script>
    const thumb = document.getElementById('thumb'); let from = null;
    thumb.onpointerdown = (e) => { from = e.clientX; thumb.setPointerCapture(e.pointerId); };
    thumb.onpointermove = (e) => { if (from !== null) { thumb.style.left = e.clientX - 20 + 'px'; thumb.setAttribute('aria-valuenow', Math.round(e.clientX)); } };
    thumb.onpointerup = () => { from = null; };</script>`,
  '/cards': `<title>Cards</title><body style="margin:0"><div id="card" draggable="true" style="${at(10, 10, 100, 50, 'background:#ff0')}">Card</div><div id="bin" style="${at(300, 10, 200, 200, 'background:#ccc')}">Bin</div><script>
    window.heard = []; for (const type of ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend']) addEventListener(type, (e) => heard.push(type + (e.isTrusted ? '' : ' UNTRUSTED')), true);
    document.getElementById('card').ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
    const bin = document.getElementById('bin'); bin.ondragover = (e) => e.preventDefault(); bin.ondrop = (e) => { bin.textContent = 'Has ' + e.dataTransfer.getData('text/plain'); };</script>`,
  ...framePages(`<title>Inner</title><body style="margin:0;height:2000px"><p>Tall inside</p>`),
};

describe('computer', () => {
  const b = sharedBrowsing({ pages: kPages });
  const act = (tabId, action, more = {}) => b.text('computer', { tabId, action, ...more });
  const heard = (tabId) => b.run(tabId, 'heard');

  test('screenshot: what a person sees', async () => {
    const tabId = await b.open('/');
    const { content } = await b.good('computer', { tabId, action: 'screenshot' });
    assert.equal(content[0].type, 'image');
    assert.ok(content[0].data.length > 500);
  });

  test('clicks of each kind, each event once', async () => {
    const click = ['mousedown box', 'mouseup box', 'click box'];
    const kinds = {
      left_click: click,
      double_click: [...click, ...click, 'dblclick box'],
      triple_click: [...click, ...click, 'dblclick box', ...click],
      right_click: ['mousedown box', 'contextmenu box', 'mouseup box', 'auxclick box'],
      middle_click: ['mousedown box', 'mouseup box', 'auxclick box'],
    };
    for (const [action, events] of Object.entries(kinds)) {
      const tabId = await b.open('/');
      const text = await act(tabId, action, { coordinate: [150, 110] });
      assert.match(text, /^✓ (Clicked|Double-clicked|Triple-clicked|Right-clicked|Middle-clicked) div/);
      assert.deepEqual((await heard(tabId)).sort(), [...events].sort(), action);
      if (action === 'triple_click') assert.equal(await b.run(tabId, 'String(getSelection()).trim()'), 'Some words here');
    }
  });

  test('by selector', async () => {
    const tabId = await b.open('/');
    assert.match(await act(tabId, 'left_click', { selector: '#box' }), /^✓ Clicked div/);
    assert.ok((await heard(tabId)).includes('click box'));
    assert.match(await act(tabId, 'hover', { selector: '#box' }), /^✓ Moved the pointer/);
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'left_click', selector: '#box', coordinate: [1, 1] });
  });

  test('by ref, and with held keys', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'addEventListener("click", (e) => { window.held = e.altKey; }); 1');
    const { elements } = await b.data('query_dom', { tabId, css: '#box' });
    await act(tabId, 'left_click', { ref: `ref_${elements[0].ref}`.replace('ref_ref_', 'ref_'), text: 'alt' });
    assert.equal(await b.run(tabId, 'held'), true);
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'left_click' });
    await b.fails('element_not_visible', 'computer', { tabId, action: 'left_click', coordinate: [10, 9000] });
  });

  test('the wheel scrolls what is below the pointer, and says how far', async () => {
    const tabId = await b.open('/list');
    assert.match(await act(tabId, 'scroll', { coordinate: [100, 100], direction: 'down', amount: 300 }), /^✓ Scrolled list "Things" \[ref_\d+\] from 0,0 to 0,300 of \d+,18\d\d/);
    assert.match(await act(tabId, 'scroll', { coordinate: [100, 100], direction: 'right', amount: 50 }), /from 0,300 to 50,300/);
    assert.equal(await b.run(tabId, 'scrollY'), 0);
    assert.match(await act(tabId, 'scroll', { coordinate: [600, 500], direction: 'down', amount: 400 }), /^✓ Scrolled the page from 0,0 to 0,400 of/);
    assert.match(await act(tabId, 'scroll', { coordinate: [600, 500], direction: 'up', amount: 400 }), /to 0,0 of/);
    assert.match(await act(tabId, 'scroll', { coordinate: [600, 500], direction: 'up', amount: 100 }), /^✓ Did not scroll the page: it stays at 0,0 of/);
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'scroll' });
  });

  for (const path of ['/framed', '/apart']) {
    test(`the wheel over a frame: ${path}`, async () => {
      const tabId = await openSettled(b, path);
      await b.run(tabId, 'scrollTo(0, 800)');
      assert.match(await act(tabId, 'scroll', { coordinate: [100, 200], direction: 'down', amount: 150 }), /^✓ Scrolled the frame from 0,0 to 0,150 of/);
      assert.equal(await b.run(tabId, 'scrollY'), 800);
    });
  }

  test('to an element', async () => {
    const tabId = await b.open('/');
    const ref = await refOf(b, tabId, 'far below');
    assert.match(await act(tabId, 'scroll', { ref }), /^✓ Scrolled to .*Far below|^✓ Scrolled to div/);
    assert.ok((await b.run(tabId, 'scrollY')) > 2000);
  });

  test('drag: from place to place, over every place between', async () => {
    const tabId = await b.open('/canvas');
    assert.match(await act(tabId, 'drag', { start_coordinate: [50, 60], coordinate: [250, 160] }), /^✓ Dragged/);
    const trace = (await b.run(tabId, 'trace')).filter(([type, , , buttons]) => type !== 'mousemove' || buttons === 1);
    assert.deepEqual(trace[0], ['mousedown', 50, 60, 1]);
    assert.deepEqual(trace.at(-1), ['mouseup', 250, 160, 0]);
    assert.ok(trace.length > 4);
    assert.equal(trace.filter(([type]) => type === 'mousedown').length, 1);
  });

  test('drag: a slider by ref', async () => {
    const tabId = await b.open('/slider');
    const text = await act(tabId, 'drag', { ref: await refOf(b, tabId, 'volume'), coordinate: [300, 20] });
    assert.match(text, /^✓ Dragged slider "Volume"/);
    assert.equal(await b.run(tabId, 'document.getElementById("thumb").ariaValueNow'), '300');
  });

  test('drag and drop of the browser\'s own', async () => {
    const tabId = await b.open('/cards');
    const text = await act(tabId, 'drag', { start_coordinate: [30, 30], coordinate: [400, 100] });
    assert.match(text, /Has card/);
    const events = await heard(tabId);
    for (const type of ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend']) assert.ok(events.includes(type), `${type} in ${events}`);
    assert.equal(events.filter((type) => type === 'drop').length, 1);
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'drag', coordinate: [5, 5] });
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'drag', start_coordinate: [5, 5] });
  });

  test('hover and wait', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'document.getElementById("box").onmouseenter = (e) => { e.target.textContent = "Entered"; }; 1');
    assert.match(await act(tabId, 'hover', { coordinate: [150, 150] }), /Entered/);
    assert.match(await act(tabId, 'wait', { seconds: 0.05 }), /^✓ Waited 50 ms$/);
  });
});
