// Proves that a ref names one element for the life of its tab: with frames that answer late, with calls at the same time, and
// after navigations.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { otherOrigin } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

// Longer than a frame is waited for, and shorter.
const kBusyMs = 3000;
const kMomentMs = 1000;

const buttons = (word, count) => Array.from({ length: count }, (_, at) => `<button>${word} ${at + 1}</button>`).join('');

// Every click in a frame is told to the outermost page. A frame that gets a message adds buttons to itself, which nobody has
// read, is busy for a while, and says when it is done.
const kFrame = (word, count) => `<title>${word}</title>${buttons(word, count)}<script>
  addEventListener('click', (event) => top.postMessage('hit ' + event.target.textContent, '*'), true);
  addEventListener('message', ({ data }) => {
    for (let i = 1; i < 7; i++) document.body.append(Object.assign(document.createElement('button'), { textContent: 'Late ' + i }));
    top.postMessage('busy', '*');
    setTimeout(() => { const end = Date.now() + data; while (Date.now() < end); top.postMessage('free', '*'); });
  });</script>`;

const kOuter = (slow, fast) => `<title>Outer</title><h1>Outer</h1><div id="own">${buttons('Main', 3)}</div>
  <iframe id="slow" src="${slow}"></iframe><iframe id="fast" src="${fast}"></iframe><script>
  window.hits = []; window.said = [];
  addEventListener('click', (event) => hits.push(event.target.textContent), true);
  addEventListener('message', ({ data }) => { if (data.startsWith('hit ')) hits.push(data.slice(4)); else said.push(data); });
  window.grow = (count) => {
    for (let i = 0; i < count; i++)
      own.append(Object.assign(document.createElement('button'), { textContent: 'New ' + (own.children.length + 1) }));
  };
  </script>`;

const kPages = {
  '/same': kOuter('/slow', '/fast'),
  '/apart': (request) => kOuter(`${otherOrigin(request)}/slow`, '/fast'),
  '/both-apart': (request) => kOuter(`${otherOrigin(request)}/slow`, `${otherOrigin(request)}/fast`),
  '/slow': kFrame('Slow', 6),
  '/fast': kFrame('Fast', 6),
  '/first': `<title>First</title>${buttons('First', 5)}<iframe src="/fast"></iframe>`,
  '/second': `<title>Second</title>${buttons('Second', 5)}<iframe src="/slow"></iframe>`,
};

const kLine = /\[(ref_\d+)\] (\w+): "([^"]+)"/g;

// Every ref of an answer with what it names; twice the same ref in one answer is a failure.
function refsIn(text) {
  const named = new Map();
  for (const [, ref, role, name] of text.matchAll(kLine)) {
    assert.ok(!named.has(ref), `${ref} is both "${named.get(ref)}" and "${name}":\n${text}`);
    named.set(ref, `${role} ${name}`);
  }
  return named;
}

describe('a ref names one element', () => {
  const b = sharedBrowsing({ pages: kPages });

  // Open, loaded in all frames, and not read yet.
  async function unread(path) {
    const tabId = await b.open(path);
    await b.data('wait_for', { tabId, load_state: 'load' });
    return tabId;
  }

  async function makeBusy(tabId, milliseconds = kBusyMs) {
    await b.run(tabId, `document.getElementById("slow").contentWindow.postMessage(${milliseconds}, "*")`);
    await b.data('wait_for', { tabId, expression: 'said.includes("busy")' });
  }

  const untilFree = (tabId) => b.data('wait_for', { tabId, expression: 'said.includes("free")', timeout_ms: 15_000 });

  // Clicks each button of the newest reading by its ref; the page says that it was this one.
  async function eachActsInItsFrame(tabId, words) {
    const named = refsIn(await b.text('read_page', { tabId }));
    for (const [ref, what] of named) {
      if (!words.some((word) => what === `button ${word}`)) continue;
      await b.run(tabId, 'hits.length = 0');
      await b.text('interact', { tabId, ref, verify: false });
      await b.data('wait_for', { tabId, expression: 'hits.length > 0', timeout_ms: 5000 });
      assert.deepEqual(await b.run(tabId, 'hits'), [what.slice('button '.length)], ref);
    }
    for (const word of words) assert.ok([...named.values()].includes(`button ${word}`), `${word} is not read`);
  }

  // Collects what refs name over many answers; a ref that names two elements is a failure.
  function ledger() {
    const all = new Map();
    return (text) => {
      for (const [ref, what] of refsIn(text)) {
        if (all.has(ref)) assert.equal(what, all.get(ref), `${ref} names two elements`);
        all.set(ref, what);
      }
    };
  }

  // Case 1
  test('a frame of another process that answers late does not give out numbers that others have', async () => {
    const tabId = await unread('/apart');
    const note = ledger();
    note(await b.text('read_page', { tabId }));
    await makeBusy(tabId);
    note(await b.text('read_page', { tabId }));
    await b.run(tabId, 'grow(4)');
    note(await b.text('find', { tabId, query: 'new button' }));
    await untilFree(tabId);
    await b.run(tabId, 'grow(2)');
    note(await b.text('read_page', { tabId }));
    note(await b.text('read_page', { tabId }));
    await eachActsInItsFrame(tabId, ['Main 1', 'New 4', 'New 9', 'Slow 1', 'Late 1', 'Late 6', 'Fast 1', 'Fast 6']);
  });

  // Case 1
  test('a frame of the same process that answers late does not give out numbers that others have', async () => {
    const tabId = await unread('/same');
    const note = ledger();
    note(await b.text('read_page', { tabId }));
    await makeBusy(tabId);
    const late = await Promise.all([
      b.call('read_page', { tabId, timeout_ms: 500 }),
      b.call('find', { tabId, query: 'fast button', timeout_ms: 700 }),
      b.call('read_page', { tabId, timeout_ms: 20_000 }),
    ]);
    for (const { isError, content } of late) if (!isError) note(content[0].text);
    await untilFree(tabId);
    await b.run(tabId, 'grow(4)');
    note(await b.text('find', { tabId, query: 'new button' }));
    note(await b.text('read_page', { tabId }));
    await eachActsInItsFrame(tabId, ['Main 1', 'New 4', 'New 7', 'Slow 1', 'Late 1', 'Late 6', 'Fast 1', 'Fast 6']);
  });

  for (const path of ['/same', '/apart']) {
    // Case 1
    test(`calls at the same time do not give the same number to two elements: ${path}`, async () => {
      const tabId = await unread(path);
      const note = ledger();
      const observations = [
        ['find', { query: 'main button' }],
        ['find', { query: 'slow button' }],
        ['wait_for', { text: 'Main 1' }],
        ['find', { query: 'fast button' }],
        ['wait_for', { selector: '#own' }],
        ['read_page', {}],
        ['query_dom', { css: 'button' }],
        ['inspect', { query: 'buttons' }],
        ['read_page', { filter: 'interactive' }],
      ];
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(observations.map(([tool, args]) => b.text(tool, { tabId, ...args })));
        for (const text of answers) note(text);
        await b.run(tabId, 'grow(3)');
      }
      note(await b.text('read_page', { tabId }));
      await eachActsInItsFrame(tabId, ['Main 1', 'New 5', 'New 12', 'Slow 1', 'Slow 6', 'Fast 1', 'Fast 6']);
    });
  }

  // Case 1
  test('calls that overlap while a frame is busy for a moment do not give the same number to two elements', async () => {
    const tabId = await unread('/apart');
    const note = ledger();
    note(await b.text('read_page', { tabId }));
    await b.run(tabId, `setTimeout(() => grow(6), ${kMomentMs / 2}); 1`);
    await makeBusy(tabId, kMomentMs);
    const reading = b.text('read_page', { tabId }); // has read the outer page and waits for the frame
    await b.text('wait_for', { tabId, expression: 'own.children.length === 9' });
    for (const at of [4, 5, 6]) note(await b.text('inspect', { tabId, selector: `#own button:nth-child(${at})` }));
    note(await reading);
    note(await b.text('read_page', { tabId }));
    await eachActsInItsFrame(tabId, ['New 4', 'New 9', 'Late 1', 'Late 6', 'Fast 6']);
  });

  // Case 1
  test('a number does not come again after a navigation, of the tab or of a frame', async () => {
    const tabId = await unread('/first');
    const seen = new Set();
    const fresh = (text, pattern) => {
      const refs = [...refsIn(text)].filter(([, what]) => pattern.test(what)).map(([ref]) => ref);
      assert.ok(refs.length >= 5, text);
      for (const ref of refs) {
        assert.ok(!seen.has(ref), `${ref} was given out before`);
        seen.add(ref);
      }
      return refs;
    };
    const [first] = fresh(await b.text('read_page', { tabId }), /button/);
    await b.good('navigate', { tabId, url: b.site.url('/second') });
    const [second] = fresh(await b.text('read_page', { tabId }), /button/);
    await b.fails('stale_ref', 'interact', { tabId, ref: first });
    await b.run(tabId, 'document.querySelector("iframe").contentWindow.location = "/fast"');
    await b.data('wait_for', { tabId, expression: 'document.querySelector("iframe").contentDocument?.title === "Fast"' });
    fresh(await b.text('read_page', { tabId }), /button Fast/);
    assert.match(await b.text('inspect', { tabId, ref: second }), /button: "Second 1"/);
    await b.good('navigate', { tabId, url: b.site.url('/first') });
    fresh(await b.text('read_page', { tabId }), /button/);
  });

  // Case 1
  test('a number does not come again when the page is left while a frame still owes an answer', async () => {
    const tabId = await unread('/apart');
    const note = ledger();
    note(await b.text('read_page', { tabId }));
    await makeBusy(tabId);
    note(await b.text('read_page', { tabId }));
    await b.good('navigate', { tabId, url: b.site.url('/both-apart') });
    await b.data('wait_for', { tabId, load_state: 'load' });
    note(await b.text('read_page', { tabId }));
    note(await b.text('find', { tabId, query: 'slow button', wait_ms: 15_000 }));
    note(await b.text('read_page', { tabId }));
    await eachActsInItsFrame(tabId, ['Main 1', 'Slow 1', 'Fast 6']);
  });
});
