// Proves wait_for: each kind of condition, met by what the page does, also in the next document, or a timeout that tells.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kLateMs, sharedBrowsing, startBrowsing } from '../lib/browsing.mjs';
import { winsOnce } from '../lib/slow.mjs';

const kPages = {
  '/': `<title>Home</title><p id="state">waiting</p><script>
    const on = { text: () => { state.textContent = 'It has come'; }, gone: () => state.remove(),
      element: () => { const d = document.createElement('div'); d.id = 'fresh'; document.body.append(d); },
      move: () => history.pushState({}, '', '/moved?x=1'), value: () => { window.ready = true; },
      shadow: () => { state.attachShadow({ mode: 'open' }).innerHTML = '<h1 id="deep">Deep text</h1>'; },
      input: () => { const i = document.createElement('input'); i.value = 'typed'; document.body.append(i); } };
    const later = (name, ms = 150) => { setTimeout(on[name], ms); };
    </script>`,
  '/next': '<title>Next</title><h1>The next page</h1>',
  '/leaves': '<title>Leaves</title><script>setTimeout(() => { location.href = "/held" }, 50)</script>',
  '/held': { hold: true, body: '<title>Held</title><p>Arrived here</p><script>window.arrived = true</script>' },
  '/busy': '<title>Busy</title><img src="/held.png">',
  '/held.png': { hold: true, body: '', type: 'image/png' },
};

describe('--max-call-ms', () => {
  test('is the longest that anybody waits', async (t) => {
    const b = await startBrowsing(t, { pages: kPages, flags: ['--max-call-ms', '3000'] });
    const tabId = await b.open('/');
    const begun = performance.now();
    await b.fails('timeout', 'wait_for', { tabId, text: 'never', timeout_ms: 60_000 });
    const took = performance.now() - begun;
    assert.ok(took > 2500 && took < 10_000, `${took} ms`);
  });
});

describe('wait_for', () => {
  const b = sharedBrowsing({ pages: kPages });
  const waits = async (name, condition) => {
    const tabId = await b.open('/');
    await b.run(tabId, `later('${name}')`);
    const { met, after_ms: after, detail } = await b.data('wait_for', { tabId, ...condition });
    assert.equal(met, Object.keys(condition)[0]);
    assert.ok(after < 10_000);
    return { after, detail };
  };

  test('text, also across the words of several elements', async () => {
    assert.match((await waits('text', { text: 'It has come' })).detail, /It has come/);
    assert.equal((await waits('text', { text: 'it  HAS come' })).detail !== undefined, true, 'as a person reads it');
  });

  test('text that goes', async () => {
    await waits('gone', { text_gone: 'waiting' });
    const tabId = await b.open('/');
    assert.equal((await b.data('wait_for', { tabId, text_gone: 'never was' })).met, 'text_gone');
  });

  test('an element, also in a shadow root', async () => {
    assert.equal((await waits('element', { selector: '#fresh' })).detail, '<div id="fresh">');
    await waits('shadow', { selector: '#deep' });
    await waits('shadow', { text: 'Deep text' });
  });

  test('an address, by part and by wildcards', async () => {
    assert.equal((await waits('move', { url: '/moved' })).detail, b.site.url('/moved?x=1'));
    await waits('move', { url: '*:*/moved\u003fx=?' });
  });

  test('an expression: of the page, a promise, one that is true already', async () => {
    await waits('value', { expression: 'window.ready' });
    const tabId = await b.open('/');
    assert.ok((await b.data('wait_for', { tabId, expression: 'Promise.resolve(1)' })).after_ms < 5000);
    await b.data('wait_for', { tabId, expression: 'await Promise.resolve(true)' });
  });

  test('a load state', async () => {
    const tabId = await b.open('/');
    const asked = b.site.asked('/held.png');
    await b.data('navigate', { tabId, url: b.site.url('/busy'), wait_until: 'domcontentloaded' });
    await asked;
    assert.equal((await b.data('wait_for', { tabId, load_state: 'domcontentloaded' })).detail, 'domcontentloaded');
    const error = await b.fails('timeout', 'wait_for', { tabId, load_state: 'load', timeout_ms: 200 });
    assert.match(error.message, /load state 'load'/);
    const waiting = b.data('wait_for', { tabId, load_state: 'load' });
    b.site.release('/held.png');
    assert.equal((await waiting).met, 'load_state');
  });

  for (const [kind, value] of Object.entries({
    text: 'Arrived here',
    selector: 'p',
    url: '*/held',
    expression: 'window.arrived',
    text_gone: 'nothing such',
  })) {
    test(`${kind}: the wait goes on in the next document`, async () => {
      const tabId = await b.open('/next');
      const asked = b.site.asked('/held');
      await b.data('navigate', { tabId, url: b.site.url('/leaves') });
      const waiting = b.data('wait_for', { tabId, [kind]: value });
      await asked;
      b.site.release('/held');
      assert.equal((await waiting).met, kind);
    });
  }

  test('it holds nobody up: a call on the same tab brings what is waited for', async () => {
    const tabId = await b.open('/');
    const waiting = b.data('wait_for', { tabId, text: 'It has come' });
    await b.run(tabId, 'on.text()');
    assert.equal((await waiting).met, 'text');
  });

  test('in vain: timeout in time, with what was nearest', async () => {
    const tabId = await b.open('/');
    await winsOnce(async () => {
      const late = await b.fails('timeout', 'wait_for', { tabId, selector: '#stat', timeout_ms: 300 });
      assert.match(late.message, /timed out waiting for selector '#stat'/);
      assert.match(JSON.stringify(late.details?.nearest), /state/);
      const shown = await b.fails('timeout', 'wait_for', { tabId, text_gone: 'waiting', timeout_ms: 300 });
      assert.match(shown.details?.detail, /waiting/);
    });
    const url = await b.fails('timeout', 'wait_for', { tabId, url: '*/nowhere', timeout_ms: 300 });
    assert.equal(url.details.url, b.site.url('/'));
    await b.fails('timeout', 'wait_for', { tabId, expression: 'false', timeout_ms: 300 });
    for (const condition of [{ text: 'x y z' }, { expression: 'new Promise(() => {})' }, { url: 'zzz' }]) {
      await winsOnce(async () => {
        const begun = performance.now();
        await b.fails('timeout', 'wait_for', { tabId, ...condition, timeout_ms: 400 });
        const took = performance.now() - begun;
        assert.ok(took >= 300 && took <= 400 + kLateMs, `${JSON.stringify(condition)}: ${took} ms`);
      });
    }
  });

  test('refused: none or several conditions, and what cannot be one', async () => {
    const tabId = await b.open('/');
    for (const args of [{}, { text: 'a', selector: 'b' }, { text: '' }, { selector: 'a[' }, { load_state: 'done' }])
      await b.fails('invalid_arguments', 'wait_for', { tabId, ...args });
    const error = await b.fails('script_error', 'wait_for', { tabId, expression: 'nowhere.at.all' });
    assert.match(error.message, /nowhere is not defined/);
    await b.fails('script_error', 'wait_for', { tabId, expression: 'a b' });
  });
});
