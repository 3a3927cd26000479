// Proves where navigate ends and what it says: redirects, statuses, history, load states, and every way to fail.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { kLateMs, sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';
import { winsOnce } from '../lib/slow.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/two': '<title>Two</title><h1 id="part">Two</h1>',
  '/found': { redirect: '/moved' },
  '/moved': { redirect: '/two', status: 301 },
  '/loop': { redirect: '/loop' },
  '/broken': { status: 500, body: '<title>Broken</title>' },
  '/file': {
    body: 'bytes',
    type: 'application/octet-stream',
    headers: { 'content-disposition': 'attachment; filename="x.bin"' },
  },
  '/empty': { status: 204 },
  '/hang': { hang: true },
  '/stall': { stall: '<title>Half</title><p>half a page' },
  '/slow-image': '<title>Picture</title><h1>Text</h1><img src="/held.png">',
  '/held.png': { hold: true, body: '', type: 'image/png' },
  '/script': '<title>Before</title><script>document.title = "After"</script>',
  '/asks-to-stay': '<title>Stay</title><script>onbeforeunload = (event) => event.preventDefault()</script>',
  '/client-redirect': '<title>Leaving</title><script>location.replace("/two")</script>',
  '/json': { body: '{"a":1}', type: 'application/json' },
};

describe('where it ends', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('address, title, status and times', async () => {
    const gone = await b.data('navigate', { url: b.site.url('/script') });
    assert.equal(gone.url, b.site.url('/script'));
    assert.equal(gone.title, 'After');
    assert.equal(gone.status, 200);
    assert.equal(gone.redirects, undefined);
    assert.ok(gone.timing.total_ms >= gone.timing.answer_ms, JSON.stringify(gone.timing));
  });

  test('redirects are told hop by hop', async () => {
    const gone = await b.data('navigate', { url: b.site.url('/found') });
    assert.equal(gone.url, b.site.url('/two'));
    assert.deepEqual(gone.redirects, [
      { url: b.site.url('/found'), status: 302 },
      { url: b.site.url('/moved'), status: 301 },
    ]);
  });

  test('a page that is not found or broken is a page with a status', async () => {
    const missing = await b.data('navigate', { url: b.site.url('/missing') });
    assert.deepEqual([missing.status, missing.title], [404, 'Not here']);
    assert.equal((await b.data('navigate', { url: b.site.url('/broken') })).status, 500);
  });

  test('what a person types: no scheme, spaces around', async () => {
    const gone = await b.data('navigate', { url: ` 127.0.0.1:${b.site.port}/two ` });
    assert.equal(gone.url, b.site.url('/two'));
    assert.equal((await b.data('navigate', { url: `localhost:${b.site.port}/two` })).url, b.site.otherUrl('/two'));
    assert.equal((await b.data('navigate', { url: 'about:blank' })).url, 'about:blank');
  });

  test('a part of the page that is there: no new document', async () => {
    const tabId = await b.open('/two');
    await b.run(tabId, 'window.mark = 1');
    const gone = await b.data('navigate', { url: b.site.url('/two#part'), tabId });
    assert.equal(gone.url, b.site.url('/two#part'));
    assert.equal(await b.run(tabId, 'window.mark'), 1);
  });

  test('data that is no HTML can be opened', async () => {
    const gone = await b.data('navigate', { url: b.site.url('/json') });
    assert.equal(gone.status, 200);
    assert.match(await b.text('read_page'), /\{\\?"a\\?":1\}/);
  });

  test('a page that goes elsewhere by itself', async () => {
    const tabId = await b.open('/client-redirect');
    const { detail } = await b.data('wait_for', { tabId, url: '*/two' });
    assert.equal(detail, b.site.url('/two'));
    assert.match(await b.text('read_page', { tabId }), /Page URL: .*\/two\n/);
  });

  test('one that asks to stay is left', async () => {
    const tabId = await b.open('/asks-to-stay');
    await b.good('javascript_tool', { tabId, code: 'document.body.append("touched")' });
    assert.equal((await b.data('navigate', { url: b.site.url('/two'), tabId })).title, 'Two');
  });
});

describe('history', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('back, forward and reload', async () => {
    const tabId = await b.open('/');
    await b.data('navigate', { tabId, url: b.site.url('/two') });
    assert.equal((await b.data('navigate', { tabId, url: 'back' })).title, 'Home');
    assert.equal((await b.data('navigate', { tabId, url: 'forward' })).title, 'Two');
    const asked = b.site.count('/two');
    await b.run(tabId, 'window.mark = 1');
    const again = await b.data('navigate', { tabId, url: 'reload' });
    assert.deepEqual([again.title, again.status], ['Two', 200]);
    assert.equal(b.site.count('/two'), asked + 1);
    assert.equal(await b.run(tabId, 'window.mark ?? "gone"'), 'gone');
  });

  test('back within a document', async () => {
    const tabId = await b.open('/two');
    await b.run(tabId, 'history.pushState({}, "", "/elsewhere")');
    const gone = await b.data('navigate', { tabId, url: 'back' });
    assert.equal(gone.url, b.site.url('/two'));
  });

  test('there is nothing to go forward to', async () => {
    const tabId = await b.open('/');
    const { message } = await b.fails('invalid_arguments', 'navigate', { tabId, url: 'forward' });
    assert.match(message, /forward/);
  });
});

describe('failures', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('net errors are named, with a hint', async () => {
    const unknown = await b.fails('navigation_failed', 'navigate', { url: 'http://nobody.invalid/' });
    assert.equal(unknown.details.net_error, 'net::ERR_NAME_NOT_RESOLVED');
    assert.match(unknown.hint, /spelling/);
    const closed = await startAndCloseServer();
    const refused = await b.fails('navigation_failed', 'navigate', { url: `http://127.0.0.1:${closed}/` });
    assert.equal(refused.details.net_error, 'net::ERR_CONNECTION_REFUSED');
    assert.match(refused.hint, /listens/);
    const loop = await b.fails('navigation_failed', 'navigate', { url: b.site.url('/loop') });
    assert.equal(loop.details.net_error, 'net::ERR_TOO_MANY_REDIRECTS');
  });

  test('the tab can be used after each of them', async () => {
    const tabId = await b.open('/');
    await b.fails('navigation_failed', 'navigate', { tabId, url: 'http://nobody.invalid/' });
    assert.equal((await b.data('navigate', { tabId, url: b.site.url('/two') })).title, 'Two');
  });

  test('at once after a failure there is a history', async () => {
    const tabId = await b.open('/');
    await b.fails('navigation_failed', 'navigate', { tabId, url: 'http://nobody.invalid/' });
    assert.equal((await b.data('navigate', { tabId, url: 'back' })).title, 'Home');
  });

  test('no answer: timeout at the deadline that says so, and the tab goes on', async () => {
    const tabId = await b.open('/');
    await winsOnce(async () => {
      const begun = performance.now();
      const error = await b.fails('timeout', 'navigate', { tabId, url: b.site.url('/hang'), timeout_ms: 400 });
      const took = performance.now() - begun;
      assert.match(error.message, /\/hang.*server has not answered/);
      assert.equal(error.retryable, true);
      assert.ok(took >= 395 && took <= 400 + kLateMs, `${took} ms`);
    });
    assert.equal((await b.data('navigate', { tabId, url: b.site.url('/two') })).title, 'Two');
  });

  test('half an answer: the message says how far it came, and the half can be read', async () => {
    const tabId = await b.open('/');
    await winsOnce(async () => {
      const error = await b.fails('timeout', 'navigate', { tabId, url: b.site.url('/stall'), timeout_ms: 1000 });
      assert.match(error.message, /document is there, but is still loading/);
      assert.match(error.hint, /read_page/);
    });
    assert.match(await b.text('read_page', { tabId }), /half a page/);
  });

  test('a picture that is missing holds up load, not domcontentloaded', async () => {
    const tabId = await b.open('/');
    const url = b.site.url('/slow-image');
    const early = await b.data('navigate', { tabId, url, wait_until: 'domcontentloaded', timeout_ms: 5000 });
    assert.equal(early.title, 'Picture');
    assert.equal((await b.tab(tabId)).loading, true);
    await winsOnce(async () => {
      const late = await b.fails('timeout', 'navigate', { tabId, url, timeout_ms: 700 });
      assert.match(late.message, /document is complete, but parts of it are still loading/);
    });
    const asked = b.site.asked('/held.png');
    const going = b.data('navigate', { tabId, url, wait_until: 'networkidle' });
    await asked;
    b.site.release('/held.png');
    assert.equal((await going).status, 200);
    assert.equal((await b.tab(tabId)).loading, false);
  });

  test('an empty answer leaves the page where it was', async () => {
    const tabId = await b.open('/');
    const error = await b.fails('navigation_failed', 'navigate', { tabId, url: b.site.url('/empty') });
    assert.equal(error.details.net_error, 'net::ERR_ABORTED');
    assert.match(error.hint, /brought no page/);
    assert.match(await b.text('read_page', { tabId }), /heading: "Home"/);
  });

  test('addresses that no page has', async () => {
    for (const url of [
      'chrome://crash',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'view-source:x',
    ]) {
      await b.fails('domain_blocked', 'navigate', { url });
    }
    await b.fails('invalid_arguments', 'navigate', { url: '' });
    await b.fails('invalid_arguments', 'navigate', { url: 'http://' });
  });
});

describe('downloads', () => {
  test('an address that is a file: said so, saved below the home, the page stays', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    assert.equal((await b.data('navigate', { tabId, url: b.site.url('/file') })).download.name, 'x.bin');
    assert.match(await b.text('read_page', { tabId }), /heading: "Home"/);
    const files = () => readdirSync(b.home, { recursive: true }).filter((name) => name.endsWith('x.bin'));
    const [file] = await until(() => files().length > 0 && files(), 'no file came');
    await until(() => readFileSync(join(b.home, file), 'utf8') === 'bytes', 'the file is not whole');
    assert.ok(existsSync(join(b.home, file)));
  });
});

// A port that nobody listens on.
async function startAndCloseServer() {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
