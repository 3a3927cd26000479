// Proves the rings of console and network: from the tab's first moment, bounded, filtered, with no secrets in them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/log': `<title>Log</title><script>
    console.debug('a debug'); console.info('an info'); console.log('a log', { a: 1, b: 'x' }, [2, 3], null, undefined);
    console.warn('a warning'); console.error('an error');
    function inner() { throw new TypeError('thrown') }
    setTimeout(inner); Promise.reject(new RangeError('rejected'));
    console.table([{ a: 1 }]); console.log('%cstyled', 'color:red');
    </script>`,
  '/flood': `<title>Flood</title><script>for (let i = 0; i < 5000; i++) console.log('line ' + i + ' ' + 'x'.repeat(400))</script>`,
  '/page': `<title>Page</title><link rel="stylesheet" href="/style.css"><img src="/gone.png"><script>
    (async () => {
      await (await fetch('/api?key=1', { method: 'POST', body: 'sent=1', headers: { authorization: 'Bearer top' + 'secret' } })).text();
      await (await fetch('/json')).json(); await fetch('http://127.0.0.1:9/').catch(() => 0); await (await fetch('/pixel')).arrayBuffer();
      const wide = await (await fetch('/wide')).text(); document.title = 'Done ' + wide.length;
    })()</script>`,
  '/style.css': { body: 'h1 { color: red }', type: 'text/css' },
  '/api': { body: '{"ok":true}', type: 'application/json', headers: { 'set-cookie': 'sid=verysecret; HttpOnly' } },
  '/json': { body: '{"n":1}', type: 'application/json' },
  '/pixel': { body: Buffer.from([0, 255, 1, 254]), type: 'application/octet-stream' },
  '/wide': { body: 'w'.repeat(50_000), type: 'text/plain' },
  '/moved': { redirect: '/json' },
  '/outer': ({ headers }) => `<title>Outer</title><script>window.heard = 0; onmessage = () => heard++;
    const worker = new Worker('/worker.js'); worker.onmessage = () => heard++;</script>
    <iframe src="http://localhost:${headers.host.split(':')[1]}/framed"></iframe>`,
  '/framed': `<title>Framed</title><script>console.log('from the frame');
    fetch('/by-frame').then((answer) => answer.text()).then(() => parent.postMessage(1, '*'))</script>`,
  '/worker.js': {
    body: "console.log('from the worker'); fetch('/by-worker').then((a) => a.text()).then(() => postMessage(1))",
    type: 'text/javascript',
  },
  '/by-frame': { body: 'of the frame', type: 'text/plain' },
  '/by-worker': { body: 'of the worker', type: 'text/plain' },
  '/slow': { hold: true, body: 'slow', type: 'text/plain' },
  '/favicon.ico': { body: '', type: 'image/png' },
};

describe('console', () => {
  const b = sharedBrowsing({ pages: kPages });
  const texts = ({ entries }) => entries.map(({ text }) => text);

  test('everything a page wrote, with level, place and stack', async () => {
    const tabId = await b.open('/log');
    await b.data('wait_for', { tabId, load_state: 'networkidle' });
    const { entries, last } = await b.data('console', { tabId });
    const by = (text) => entries.find((entry) => entry.text.includes(text));
    assert.equal(by('a debug').level, 'debug');
    assert.equal(by('an info').level, 'info');
    assert.equal(by('a log').text, 'a log {a: 1, b: x} [2, 3] null undefined');
    assert.equal(by('a warning').level, 'warning');
    assert.equal(by('an error').level, 'error');
    assert.deepEqual([by('thrown').level, by('thrown').source], ['error', 'exception']);
    assert.match(by('thrown').stack[0], /^inner \(http:.*\/log:\d+:\d+\)$/);
    assert.match(by('rejected').text, /Uncaught \(in promise\).*RangeError: rejected/);
    assert.match(by('an error').location, /\/log:3:\d+$/);
    assert.match(by('an error').at, /^\d{4}-.*Z$/);
    assert.deepEqual(
      entries.map(({ number }) => number),
      entries.map((_, i) => i + 1),
      'oldest first, counted',
    );
    assert.equal(last, entries.length);
  });

  test('levels, since and limit', async () => {
    const tabId = await b.open('/log');
    await b.data('wait_for', { tabId, load_state: 'networkidle' });
    const warnings = await b.data('console', { tabId, levels: ['warning'] });
    assert.deepEqual(texts(warnings), ['a warning']);
    const two = await b.data('console', { tabId, levels: ['debug', 'info'] });
    assert.deepEqual(texts(two), ['a debug', 'an info']);
    const newest = await b.data('console', { tabId, limit: 2 });
    assert.equal(newest.entries.length, 2);
    assert.equal(newest.entries[1].number, newest.last);
    assert.equal(newest.left_out, newest.last - 2);
    assert.deepEqual((await b.data('console', { tabId, since: newest.last })).entries, []);
    await b.run(tabId, 'console.log("more")');
    assert.deepEqual(texts(await b.data('console', { tabId, since: newest.last })), ['more']);
  });

  test('it stays over navigations; each tab has its own', async () => {
    const tabId = await b.open('/log');
    await b.data('navigate', { tabId, url: b.site.url('/') });
    assert.ok(texts(await b.data('console', { tabId })).includes('a warning'));
    assert.deepEqual((await b.data('console', { tabId: await b.open('/') })).entries, []);
  });

  test('a flood is bounded, and what was dropped is counted', async () => {
    const tabId = await b.open('/flood');
    const { entries, last, dropped } = await b.data('console', { tabId, limit: 100 });
    assert.equal(last, 5000);
    assert.ok(dropped > 0 && dropped < 5000, `${dropped} dropped`);
    assert.match(entries.at(-1).text, /^line 4999 /);
  });

  test('refused: levels nobody knows, limits out of bounds', async () => {
    const tabId = await b.open('/');
    for (const args of [{ levels: ['loud'] }, { levels: 'error' }, { limit: 0 }, { limit: 1001 }, { since: -1 }])
      await b.fails('invalid_arguments', 'console', { tabId, ...args });
  });
});

describe('frames and workers', () => {
  const b = sharedBrowsing({ pages: kPages });

  test("what they write and ask for is the tab's", async () => {
    const tabId = await b.open('/outer');
    await b.data('wait_for', { tabId, expression: 'window.heard === 2' });
    const { entries } = await b.data('console', { tabId });
    for (const text of ['from the frame', 'from the worker'])
      assert.ok(
        entries.some((entry) => entry.text === text),
        `${text}: ${JSON.stringify(entries)}`,
      );
    const asked = (await b.data('network', { tabId })).entries.map(({ url }) => new URL(url).pathname);
    for (const path of ['/outer', '/framed', '/by-frame', '/worker.js', '/by-worker'])
      assert.ok(asked.includes(path), `${path} in ${asked}`);
    const body = await b.data('network', { tabId, filter: { url: '/by-frame' }, include: ['bodies'] });
    assert.equal(body.entries[0].response_body.text, 'of the frame');
  });
});

describe('network', () => {
  const b = sharedBrowsing({ pages: kPages });
  const load = async () => {
    const tabId = await b.open('/page');
    await b.data('wait_for', { tabId, expression: 'document.title.startsWith("Done")' });
    return tabId;
  };
  const paths = ({ entries }) => entries.map(({ url }) => new URL(url).pathname);

  test('every request with method, type, status, size and time', async () => {
    const { entries, last } = await b.data('network', { tabId: await load() });
    const by = (path) => entries.find(({ url }) => new URL(url).pathname === path);
    assert.deepEqual([by('/page').type, by('/page').status, by('/page').method], ['document', 200, 'GET']);
    assert.equal(by('/style.css').type, 'stylesheet');
    assert.deepEqual([by('/gone.png').type, by('/gone.png').status], ['image', 404]);
    assert.deepEqual([by('/api').type, by('/api').method, by('/api').mime_type], ['fetch', 'POST', 'application/json']);
    assert.match(entries.find(({ url }) => url.includes(':9/')).error, /ERR_|blocked/i);
    assert.ok(by('/json').duration_ms >= 0 && by('/json').bytes > 0);
    assert.equal(entries[0].number, 1);
    assert.equal(last, entries.at(-1).number);
  });

  test('filters: address, type, method, status', async () => {
    const tabId = await load();
    const filtered = async (filter) => paths(await b.data('network', { tabId, filter }));
    assert.deepEqual(await filtered({ url: '/api' }), ['/api']);
    assert.deepEqual(await filtered({ url: '*.css' }), ['/style.css']);
    assert.deepEqual(await filtered({ type: 'Document' }), ['/page']);
    assert.deepEqual(await filtered({ method: 'post' }), ['/api']);
    assert.deepEqual(await filtered({ status: '404' }), ['/gone.png']);
    assert.deepEqual(await filtered({ status: '4xx' }), ['/gone.png']);
    assert.ok((await filtered({ status: 'failed' })).length >= 2);
    assert.deepEqual(await filtered({ type: 'fetch', status: '2xx', url: 'json' }), ['/json']);
    const error = await b.fails('invalid_arguments', 'network', { tabId, filter: { typ: 'x' } });
    assert.match(error.message, /'filter\.typ'.*'type'/);
  });

  test('since and limit', async () => {
    const tabId = await load();
    const { last } = await b.data('network', { tabId, limit: 1 });
    assert.deepEqual((await b.data('network', { tabId, since: last })).entries, []);
    await b.run(tabId, 'fetch("/json").then((answer) => answer.text())');
    assert.deepEqual(paths(await b.data('network', { tabId, since: last })), ['/json']);
    const newest = await b.data('network', { tabId, limit: 2 });
    assert.deepEqual([newest.entries.length, newest.left_out], [2, newest.last - 2]);
  });

  test('bodies: texts, what was sent, bytes as base64, long ones cut', async () => {
    const tabId = await load();
    const bodies = async (url) => (await b.data('network', { tabId, filter: { url }, include: ['bodies'] })).entries[0];
    const api = await bodies('/api');
    assert.deepEqual(api.response_body, { text: '{"ok":true}' });
    assert.deepEqual(api.request_body, { text: 'sent=1' });
    const pixel = (await bodies('/pixel')).response_body;
    assert.deepEqual([pixel.base64, [...Buffer.from(pixel.text, 'base64')]], [true, [0, 255, 1, 254]]);
    const wide = (await bodies('/wide')).response_body;
    assert.deepEqual([wide.truncated, wide.text.length], [true, 20_000]);
    assert.ok((await bodies(':9/')).response_body.error, 'a request that failed has none, and that is said');
  });

  test('headers, with secrets masked wherever they stand', async () => {
    const tabId = await load();
    await b.run(tabId, 'fetch("/json").then((answer) => answer.text())'); // with the cookie
    const result = await b.good('network', { tabId, include: ['headers', 'bodies'] });
    const text = JSON.stringify(result);
    assert.ok(!text.includes('topsecret') && !text.includes('verysecret'), 'no secret anywhere');
    const api = JSON.parse(result.content[0].text).entries.find(({ url }) => url.includes('/api'));
    assert.equal(api.request_headers.authorization, '(masked, 16 characters)');
    assert.equal(api.response_headers['content-type'], 'application/json');
    const plain = await b.data('network', { tabId });
    assert.equal(plain.entries[0].request_headers, undefined);
  });

  test('redirects are entries of their own; one that is under way is pending', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'fetch("/moved").then((answer) => answer.text())');
    const { entries } = await b.data('network', { tabId, filter: { url: '/moved' } });
    assert.equal(entries[0].status, 302);
    const asked = b.site.asked('/slow');
    await b.run(tabId, 'window.slow = fetch("/slow").then((answer) => answer.text()); 1');
    await asked;
    const pending = () => b.data('network', { tabId, filter: { url: '/slow' } });
    assert.equal((await pending()).entries[0].pending, true);
    b.site.release('/slow');
    assert.equal(await b.run(tabId, 'slow'), 'slow');
    assert.equal((await pending()).entries[0].pending, undefined);
  });

  test('throttle: offline, and back', async () => {
    const tabId = await b.open('/');
    const other = await b.open('/');
    assert.match(await b.text('network', { tabId, throttle: 'offline' }), /^✓ This tab is offline$/);
    const error = await b.fails('navigation_failed', 'navigate', { tabId, url: b.site.url('/page') });
    assert.equal(error.details.net_error, 'net::ERR_INTERNET_DISCONNECTED');
    assert.equal((await b.data('navigate', { tabId: other, url: b.site.url('/json') })).status, 200, 'only this tab');
    await b.text('network', { tabId, throttle: 'none' });
    assert.equal((await b.data('navigate', { tabId, url: b.site.url('/json') })).status, 200);
    await b.text('network', { tabId, throttle: 'slow-3g' });
    const slow = await b.data('navigate', { tabId, url: b.site.url('/json') });
    assert.ok(slow.timing.total_ms >= 1500, `${slow.timing.total_ms} ms`);
    await b.fails('invalid_arguments', 'network', { tabId, throttle: '5g' });
  });
});
