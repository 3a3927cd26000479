// Proves how calls share the browser: tabs do not wait for each other, within a tab actions are alone, waiting costs time.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kLateMs, sharedBrowsing, startBrowsing } from '../lib/browsing.mjs';
import { winsOnce } from '../lib/slow.mjs';

const kNumbers = Array.from({ length: 20 }, (_, i) => i);
const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/held': { hold: true, body: 'held', type: 'text/plain' },
  ...Object.fromEntries(
    kNumbers.map((n) => [`/n${n}`, `<title>Number ${n}</title><h1>Number ${n}</h1><p>${'text '.repeat(200)}</p>`]),
  ),
};
const kHold = 'await (await fetch("/held")).text()';

describe('tabs beside each other', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('a call on one tab does not wait for one on another', async () => {
    const [one, two] = [await b.open('/'), await b.open('/')];
    const asked = b.site.asked('/held');
    const held = b.run(one, kHold);
    await asked;
    assert.equal(await b.run(two, '1 + 1'), 2);
    assert.match(await b.text('read_page', { tabId: two }), /Home/);
    b.site.release('/held');
    assert.equal(await held, 'held');
  });

  test('observations of one tab overlap', async () => {
    const tabId = await b.open('/');
    const looking = b.call('find', { tabId, query: 'nothing like this at all', wait_ms: 5000 });
    let over = false;
    looking.then(() => (over = true));
    assert.match(await b.text('read_page', { tabId }), /Home/);
    assert.match(await b.text('find', { tabId, query: 'home' }), /Home/);
    assert.equal(over, false, 'while the first still waits');
    assert.equal((await looking).isError, true);
  });

  test('observations of two tabs overlap', async () => {
    const [one, two] = [await b.open('/'), await b.open('/')];
    await winsOnce(async () => {
      const begun = performance.now();
      const looks = [one, two].map((tabId) =>
        b.call('find', { tabId, query: 'nothing like this at all', wait_ms: 1000 }),
      );
      await Promise.all(looks);
      assert.ok(performance.now() - begun < 1900, 'not one after the other');
    });
  });
});

describe('within a tab', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('an action waits for the one before it, and its wait counts', async () => {
    const tabId = await b.open('/');
    const asked = b.site.asked('/held');
    const held = b.run(tabId, kHold);
    await asked;
    for (const [tool, args] of [
      ['javascript_tool', { code: '1' }],
      ['read_page', {}],
      ['navigate', { url: b.site.url('/') }],
    ]) {
      await winsOnce(async () => {
        const begun = performance.now();
        const { message } = await b.fails('timeout', tool, { tabId, ...args, timeout_ms: 300 });
        const took = performance.now() - begun;
        assert.match(message, /300 ms|another call on this tab/);
        assert.ok(took >= 295 && took <= 300 + kLateMs, `${tool}: ${took} ms`);
      });
    }
    b.site.release('/held');
    assert.equal(await held, 'held');
    assert.equal(await b.run(tabId, '2'), 2);
  });

  test('first come, first served', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'window.order = []');
    const asked = b.site.asked('/held');
    const held = b.run(tabId, kHold);
    await asked;
    const queue = kNumbers.map((n) => b.run(tabId, `order.push(${n}); 1`));
    const look = b.run(tabId, 'order');
    b.site.release('/held');
    await Promise.all([held, ...queue]);
    assert.deepEqual(await look, kNumbers);
  });

  test('what memory answers waits for nobody', async () => {
    const tabId = await b.open('/');
    const asked = b.site.asked('/held');
    const held = b.run(tabId, kHold);
    await asked;
    assert.ok(await b.tab(tabId));
    assert.ok((await b.data('network', { tabId })).entries.length > 0);
    assert.deepEqual(
      (await b.data('console', { tabId })).entries.filter(({ source }) => source === 'console'),
      [],
    );
    b.site.release('/held');
    await held;
  });

  test('a call that is cancelled makes way', async () => {
    const tabId = await b.open('/');
    const asked = b.site.asked('/held');
    const params = { name: 'javascript_tool', arguments: { tabId, code: kHold } };
    b.server.send({ jsonrpc: '2.0', id: 'held', method: 'tools/call', params });
    await asked;
    const next = b.run(tabId, '3');
    b.server.notify('notifications/cancelled', { requestId: 'held', reason: 'not needed' });
    assert.equal(await next, 3);
    assert.deepEqual(b.server.answersTo('held'), []);
    b.site.release('/held');
  });
});

describe('many at once', () => {
  test('twenty first calls share one start of the browser', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const opened = await Promise.all(kNumbers.map((n) => b.data('tabs_create', { url: b.site.url(`/n${n}`) })));
    assert.deepEqual(
      opened.map(({ title }) => title),
      kNumbers.map((n) => `Number ${n}`),
    );
    assert.equal(new Set(opened.map(({ tabId }) => tabId)).size, 20);
    assert.equal((await b.data('oc_connection_health')).browser.starts, 1);
    const read = await Promise.all(opened.map(({ tabId }) => b.text('read_page', { tabId })));
    read.forEach((text, n) => {
      assert.match(text, new RegExp(`^- Page URL: ${b.site.url(`/n${n}`)}$`, 'm'));
      assert.match(text, new RegExp(`heading: "Number ${n}"`));
    });
    const tools = [
      'read_page',
      'find',
      'inspect',
      'query_dom',
      'page_content',
      'page_screenshot',
      'console',
      'network',
      'wait_for',
      'javascript_tool',
    ];
    const args = {
      find: { query: 'number' },
      query_dom: { css: 'h1' },
      wait_for: { text: 'Number' },
      javascript_tool: { code: '1' },
    };
    const mixed = await Promise.all(
      kNumbers.map((n) =>
        b.good(tools[n % tools.length], { tabId: opened[n].tabId, ...args[tools[n % tools.length]] }),
      ),
    );
    mixed.forEach((result, n) => assert.equal(result._meta['openchrome/page'].tabId, opened[n].tabId));
  });

  test('twenty calls of one tab', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/n1');
    const results = await Promise.all(kNumbers.map(() => b.text('read_page', { tabId })));
    for (const text of results) assert.match(text, /heading: "Number 1"/);
    const counts = await Promise.all(kNumbers.map(() => b.run(tabId, 'window.n = (window.n ?? 0) + 1')));
    assert.deepEqual(
      counts,
      kNumbers.map((n) => n + 1),
    );
  });
});
