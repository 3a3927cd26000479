// Proves interact: each way to name an element, each action, and that every event reaches the page exactly once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closedPage, framePages, kHearing, kMouse, linesOf, openSettled, refOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kButtons = `<style>body { margin: 0 } #go { position: absolute; left: 100px; top: 50px; width: 100px; height: 30px }</style>
  <button id="go" onclick="this.textContent = 'Gone'">Go there</button><p>Rest</p>`;
const kInner = `<title>Inner</title>${kHearing(...kMouse)}${kButtons}`;

const kPages = {
  '/': `<title>Acting</title>${kHearing(...kMouse, 'mousemove', 'mouseover')}${kButtons}
    <button id="menu" onmouseover="document.getElementById('more').hidden = false">Menu</button><ul id="more" hidden><li>Later item</li></ul>
    <input id="field" aria-label="Name" onfocus="document.title = 'Focused'">
    <button>Save</button><button>Save</button><button id="gone">Remove me</button>`,
  '/closed': closedPage('<button id="in">Inside</button>', `
    window.heard = []; root.getElementById('in').onclick = (event) => { heard.push(event.isTrusted); root.getElementById('in').textContent = 'Was hit'; };`),
  '/busy-list': `<title>Many</title>${kButtons}<ul id="list"></ul><script>
    document.getElementById('go').addEventListener('click', () => {
      history.pushState(null, '', '/pushed'); document.getElementById('after').focus();
      for (let i = 0; i < 13; i++) document.getElementById('list').append(Object.assign(document.createElement('li'), { textContent: 'Item ' + i }));
    });</script><input id="after" aria-label="After">`,
  ...framePages(kInner),
};

const heard = (b, tabId) => b.run(tabId, 'heard.filter((one) => !/^mouse(move|over)/.test(one))');

describe('interact', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('one click is one mousedown, one mouseup, one click, all trusted', async () => {
    const tabId = await b.open('/');
    const text = await b.text('interact', { tabId, selector: '#go' });
    assert.match(text, /^✓ Clicked button "Go there" \[ref_\d+\]\n~ \[ref_\d+\] button: "Gone"$/m);
    assert.deepEqual(await heard(b, tabId), ['mousedown go', 'mouseup go', 'click go']);
  });

  test('by ref, by words, by a place', async () => {
    for (const name of [async (tabId) => ({ ref: await refOf(b, tabId, 'go there') }), () => ({ query: 'go there button' }), () => ({ coordinate: [120, 60] })]) {
      const tabId = await b.open('/');
      const text = await b.text('interact', { tabId, ...(await name(tabId)) });
      assert.match(text, /^✓ Clicked button "Go there"/);
      assert.deepEqual(await heard(b, tabId), ['mousedown go', 'mouseup go', 'click go']);
    }
  });

  test('double and right clicks', async () => {
    const tabId = await b.open('/');
    assert.match(await b.text('interact', { tabId, selector: '#go', action: 'double_click' }), /^✓ Double-clicked/);
    const twice = ['mousedown go', 'mouseup go', 'click go'];
    assert.deepEqual(await heard(b, tabId), [...twice, ...twice, 'dblclick go']);
    await b.run(tabId, 'heard.length = 0');
    assert.match(await b.text('interact', { tabId, selector: '#go', action: 'right_click' }), /^✓ Right-clicked/);
    assert.deepEqual((await heard(b, tabId)).sort(), ['auxclick go', 'contextmenu go', 'mousedown go', 'mouseup go']);
  });

  test('hover shows what the pointer opens', async () => {
    const tabId = await b.open('/');
    const text = await b.text('interact', { tabId, query: 'menu', action: 'hover' });
    assert.match(text, /^✓ Moved the pointer over button "Menu"/);
    assert.match(text, /^\+ .*Later item/m);
    assert.deepEqual(await heard(b, tabId), []);
  });

  test('focus', async () => {
    const tabId = await b.open('/');
    assert.match(await b.text('interact', { tabId, selector: '#field', action: 'focus' }), /^✓ Focused textbox "Name"/);
    assert.equal(await b.run(tabId, 'document.activeElement.id + document.title'), 'fieldFocused');
    await b.fails('unsupported', 'interact', { tabId, selector: 'p', action: 'focus' });
    await b.fails('invalid_arguments', 'interact', { tabId, coordinate: [5, 5], action: 'focus' });
  });

  test('held keys are seen by the page', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'document.getElementById("go").onclick = (e) => { window.keys = [e.ctrlKey, e.shiftKey, e.altKey, e.metaKey]; }; 1');
    await b.text('interact', { tabId, selector: '#go', modifiers: 'ctrl+shift' });
    assert.deepEqual(await b.run(tabId, 'keys'), [true, true, false, false]);
    const error = await b.fails('invalid_arguments', 'interact', { tabId, selector: '#go', modifiers: 'hyper' });
    assert.match(error.message, /'hyper' is no modifier key/);
  });

  test('without verify the effect is not waited for', async () => {
    const tabId = await b.open('/');
    assert.match(await b.text('interact', { tabId, selector: '#go', verify: false }), /^✓ Clicked button "Go there" \[ref_\d+\]$/);
    assert.equal(await b.run(tabId, 'document.getElementById("go").textContent'), 'Gone');
  });

  test('two that fit equally are not guessed between', async () => {
    const tabId = await b.open('/');
    const error = await b.fails('ambiguous_target', 'interact', { tabId, query: 'save' });
    assert.equal(error.details.candidates.length, 2);
    for (const line of error.details.candidates) assert.match(line, /\[ref_\d+\] button: "Save"/);
    assert.deepEqual(await heard(b, tabId), []);
    const [ref] = error.details.candidates[1].match(/ref_\d+/);
    assert.match(await b.text('interact', { tabId, ref }), new RegExp(`^✓ Clicked button "Save" \\[${ref}\\]`));
  });

  test('what is not there, is gone, or is named badly', async () => {
    const tabId = await b.open('/');
    const none = await b.fails('element_not_found', 'interact', { tabId, selector: '#goo' });
    assert.match(JSON.stringify(none), /#go\b/);
    await b.fails('element_not_found', 'interact', { tabId, query: 'frobnicate the quux' });
    await b.fails('invalid_arguments', 'interact', { tabId, selector: '#[' });
    await b.fails('invalid_arguments', 'interact', { tabId });
    await b.fails('invalid_arguments', 'interact', { tabId, selector: '#go', query: 'go' });
    await b.fails('invalid_arguments', 'interact', { tabId, coordinate: [5] });
    await b.fails('invalid_arguments', 'interact', { tabId, coordinate: [-5, 5] });
    const outside = await b.fails('element_not_visible', 'interact', { tabId, coordinate: [5000, 5] });
    assert.match(outside.message, /outside of the viewport/);
    const ref = await refOf(b, tabId, 'remove me');
    await b.run(tabId, 'document.getElementById("gone").remove()');
    await b.fails('stale_ref', 'interact', { tabId, ref });
    assert.deepEqual(await heard(b, tabId), []);
  });

  test('what is left open by null is as if it were not there', async () => {
    const tabId = await b.open('/');
    await b.text('interact', { tabId, selector: '#go', via: null, ref: null, query: null, modifiers: null, verify: null });
    await b.fails('invalid_arguments', 'interact', { tabId, selector: null, via: null });
  });

  test('a queued command takes nothing that it could not honour', async () => {
    for (const args of [
      { action: 'click', selector: '#go', modifiers: 'ctrl' },
      { action: 'type', text: 'x', coordinate: [5, 5] },
      { action: 'get_text', query: 'go' },
      { action: 'screenshot', coordinate: [5, 5] },
      { action: 'execute_js', script: '1', selector: '#go' },
    ]) {
      const error = await b.fails('invalid_arguments', 'interact', { via: 'cdp', ...args });
      assert.match(error.message, /takes no/, JSON.stringify(args));
    }
    const tabId = await b.open('/');
    const { correlation_id: id } = await b.data('interact', { tabId, via: 'cdp', action: 'navigate', url: b.site.url('/').slice('http://'.length) });
    const { status } = await b.data('observe', { what: 'command_result', correlation_id: id, wait_ms: 10_000 });
    assert.equal(status, 'complete', 'an address is completed as navigate does it');
  });

  test('the answer keeps to 15 lines and counts the rest', async () => {
    const tabId = await b.open('/busy-list');
    const lines = linesOf(await b.text('interact', { tabId, selector: '#go' }));
    assert.equal(lines.length, 15, lines.join('\n'));
    assert.match(lines[1], /^url: .*\/busy-list → .*\/pushed$/);
    assert.match(lines[2], /^focus: .*"After"/);
    const left = Number(lines.at(-1).match(/^… (\d+) more changes: read_page shows the page$/)[1]);
    await b.run(tabId, 'history.replaceState(null, "", "/busy-list")');
    const shown = lines.length - 4;
    assert.ok(left >= 14 - shown, lines.join('\n'));
  });

  for (const path of ['/framed', '/apart']) {
    test(`in a frame that must be scrolled to: ${path}`, async () => {
      const names = [
        async (tabId) => ({ ref: await refOf(b, tabId, 'go there') }),
        () => ({ selector: '#go' }),
        () => ({ query: 'go there' }),
        async (tabId) => {
          await b.run(tabId, 'scrollTo(0, 800)');
          return { coordinate: [5 + 120, 900 - 800 + 5 + 60] };
        },
      ];
      for (const name of names) {
        const tabId = await openSettled(b, path);
        const target = await name(tabId);
        const text = await b.text('interact', { tabId, ...target });
        assert.match(text, /^✓ Clicked button "Go there" \[ref_\d+\]\n~ \[ref_\d+\] button: "Gone"$/m, JSON.stringify(target));
        const { elements } = await b.data('query_dom', { tabId, css: '#go' });
        if (elements.length > 0) assert.equal(elements[0].text, 'Gone');
        if (path === '/framed')
          assert.deepEqual(await b.run(tabId, 'frames[0].heard'), ['mousedown go', 'mouseup go', 'click go']);
      }
    });
  }

  test('in a closed shadow root', async () => {
    const names = [async (tabId) => ({ ref: await refOf(b, tabId, 'inside') }), () => ({ selector: '#in' }), () => ({ query: 'inside button' }),
      async (tabId) => ({ coordinate: await b.run(tabId, '(() => { const r = document.getElementById("host").getBoundingClientRect(); return [r.x + 10, r.y + 10]; })()') })];
    for (const name of names) {
      const tabId = await b.open('/closed');
      const target = await name(tabId);
      assert.match(await b.text('interact', { tabId, ...target }), /^✓ Clicked button "Inside".*\n~ .*"Was hit"/, JSON.stringify(target));
      assert.deepEqual(await b.run(tabId, 'heard'), [true]);
    }
  });
});
