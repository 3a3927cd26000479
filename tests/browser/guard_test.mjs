// Proves the domain guard: whichever way a page or a caller tries, no request reaches a host that is not allowed, nor us.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';
import { kServer, runProgram, temporaryFolder } from '../lib/processes.mjs';

const other = ({ headers }) => `http://localhost:${headers.host.split(':')[1]}`;
const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/forbidden': '<title>Forbidden</title><h1>Secret of the other host</h1>',
  '/to-forbidden': (request) => ({ redirect: `${other(request)}/forbidden` }),
  '/twice': { redirect: '/to-forbidden' },
  '/frame': (request) =>
    `<title>Frame</title><h1>Around</h1><iframe src="${other(request)}/forbidden"></iframe><iframe src="/inner"></iframe>`,
  '/inner': '<title>Inner</title><p>Inside</p>',
  '/link': (request) => `<title>Link</title><h1>Link</h1><a id="a" href="${other(request)}/forbidden">There</a>
    <a id="new" href="${other(request)}/forbidden" target="_blank">New</a>
    <form id="f" action="${other(request)}/forbidden" method="post"><input name="x" value="1"></form>`,
  '/parts': (request) => `<title>Parts</title><link rel="stylesheet" href="${other(request)}/style.css">
    <link rel="prefetch" href="${other(request)}/prefetch"><link rel="preload" as="fetch" href="${other(request)}/preload">
    <img src="${other(request)}/image.png"><script src="${other(request)}/script.js"></script>
    <video src="${other(request)}/video.mp4"></video><style>@font-face { font-family: f; src: url(${other(request)}/font.woff) }
      p { font-family: f; background: url(${other(request)}/background.png) }</style><p>Text</p>
    <img src="/allowed.png">`,
  '/allowed.png': { body: '', type: 'image/png' },
  '/worker.js': ({ headers }) => ({
    body: `fetch('http://localhost:${headers.host.split(':')[1]}/from-worker').then(() => postMessage('got it'), () => postMessage('refused'))`,
    type: 'text/javascript',
  }),
};

describe('--allow-host', () => {
  const b = sharedBrowsing({ pages: kPages, flags: ['--allow-host', '127.0.0.1'] });
  // Requests that came in under the other name.
  const arrived = () =>
    b.site.requests.filter(({ headers }) => headers.host.startsWith('localhost')).map(({ path }) => path);

  test('navigation and tabs: refused before anything is sent', async () => {
    assert.equal((await b.data('navigate', { url: b.site.url('/') })).title, 'Home');
    for (const [tool, args] of [
      ['navigate', {}],
      ['tabs_create', {}],
      ['validate_page', {}],
    ]) {
      const error = await b.fails('domain_blocked', tool, { url: b.site.otherUrl('/forbidden'), ...args });
      assert.match(error.message, /localhost:\d+ is not among the allowed hosts/);
      assert.match(error.hint, /127\.0\.0\.1/);
    }
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1.example.com/',
      'http://127.0.0.1@example.com/',
      'http://[::1]/',
    ])
      await b.fails('domain_blocked', 'navigate', { url });
    assert.deepEqual(arrived(), []);
    assert.match(await b.text('read_page'), /heading: "Home"/, 'the page stays');
  });

  test('redirects, however many', async () => {
    const tabId = await b.open('/');
    for (const path of ['/to-forbidden', '/twice']) {
      await b.fails('domain_blocked', 'navigate', { tabId, url: b.site.url(path) });
      const result = await b.call('read_page', { tabId });
      assert.doesNotMatch(result.content[0].text, /Secret/);
    }
    assert.deepEqual(arrived(), []);
  });

  test('frames: the page around them is there, the frame is not', async () => {
    const tabId = await b.open('/frame');
    const text = await b.text('read_page', { tabId });
    assert.match(text, /heading: "Around"/);
    assert.match(text, /Inside/);
    assert.doesNotMatch(text, /Secret/);
    assert.deepEqual(arrived(), []);
  });

  test('parts of a page: styles, pictures, scripts, fonts, media, prefetches', async () => {
    const tabId = await b.open('/');
    const allowed = b.site.asked('/allowed.png');
    await b.data('navigate', { tabId, url: b.site.url('/parts'), wait_until: 'networkidle' });
    await allowed;
    assert.deepEqual(arrived(), []);
    const { entries } = await b.data('network', { tabId, filter: { url: '*localhost*', status: 'failed' } });
    assert.ok(
      entries.some(({ url, error }) => url.endsWith('/script.js') && /BLOCKED_BY_CLIENT/.test(error)),
      'it is told',
    );
  });

  test('what scripts ask for: fetch, XHR, beacons, sockets, streams, workers', async () => {
    const tabId = await b.open('/');
    const there = b.site.otherUrl();
    const said = await b.run(
      tabId,
      `const there = '${there}';
       const settle = (promise) => promise.then(() => 'got it', () => 'refused');
       const event = (target, good, bad) => new Promise((done) => { target[good] = () => done('got it'); target[bad] = () => done('refused'); });
       const xhr = new XMLHttpRequest(); xhr.open('GET', there + 'xhr'); const asked = event(xhr, 'onload', 'onerror'); xhr.send();
       navigator.sendBeacon(there + 'beacon', 'x');
       new Image().src = there + 'pixel';
       const worker = new Worker('/worker.js');
       await Promise.all([settle(fetch(there + 'fetch')), settle(fetch(there + 'nocors', { mode: 'no-cors' })), asked,
         event(new WebSocket(there.replace('http', 'ws') + 'socket'), 'onopen', 'onerror'),
         event(new EventSource(there + 'events'), 'onopen', 'onerror'),
         settle(import(there + 'module.js')),
         new Promise((done) => { worker.onmessage = ({ data }) => done(data) })])`,
    );
    assert.deepEqual(said, Array(7).fill('refused'));
    await b.data('wait_for', { tabId, load_state: 'networkidle' });
    assert.deepEqual(arrived(), []);
  });

  test('clicks, forms, new windows and scripts that go there', async () => {
    for (const code of [
      'document.getElementById("a").click()',
      'document.getElementById("f").submit()',
      'document.getElementById("new").click()',
      'location.href = document.getElementById("a").href',
      'window.open(document.getElementById("a").href); 1',
      'const f = document.createElement("iframe"); f.src = document.getElementById("a").href; document.body.append(f)',
      'const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0;url=" + document.getElementById("a").href; document.head.append(m)',
    ]) {
      const tabId = await b.open('/link');
      await b.call('javascript_tool', { tabId, code });
      await until(async () => {
        const { entries } = await b.data('network', { tabId, filter: { url: 'forbidden' } });
        return entries.some(({ error }) => error) || /\("new"\)|window\.open/.test(code);
      }, `nothing was refused: ${code}`);
      for (const tab of await b.tabs()) {
        const result = await b.call('read_page', { tabId: tab.tabId });
        assert.doesNotMatch(result.content[0].text, /Secret/, code);
      }
      await b.data('tabs_close', { tabIds: (await b.tabs()).map((tab) => tab.tabId) });
    }
    assert.deepEqual(arrived(), []);
  });

  test('a tab that is on a page which is not allowed any more tells nothing of it', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'history.pushState({}, "", "/pushed"); 1');
    assert.match(await b.text('read_page', { tabId }), /\/pushed/);
  });
});

describe('--blocked-domains', () => {
  test('globs cover every depth, not the apex; the port counts; it wins over what is allowed', async (t) => {
    const b = await startBrowsing(t, {
      pages: kPages,
      flags: [
        '--blocked-domains',
        '*.blocked.invalid,one.invalid:8080',
        '--allow-host',
        '*.invalid,blocked.invalid,127.0.0.1',
      ],
    });
    for (const url of [
      'http://a.blocked.invalid/',
      'http://a.b.c.blocked.invalid/',
      'http://A.BLOCKED.INVALID./',
      'http://one.invalid:8080/',
    ])
      assert.match((await b.fails('domain_blocked', 'navigate', { url })).message, /blocked by the rule/, url);
    for (const url of ['http://blocked.invalid/', 'http://one.invalid/', 'http://notblocked.invalid/'])
      assert.equal(
        (await b.fails('navigation_failed', 'navigate', { url })).details.net_error,
        'net::ERR_NAME_NOT_RESOLVED',
        url,
      );
  });

  test('this machine under any of its names', async (t) => {
    const b = await startBrowsing(t, { pages: kPages, flags: ['--blocked-domains', 'localhost'] });
    for (const host of [
      'localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'LOCALHOST',
    ])
      await b.fails('domain_blocked', 'navigate', { url: `http://${host}:${b.site.port}/` });
    assert.equal(b.site.requests.length, 0);
  });

  // A mistyped rule must not leave every door open.
  test(
    'a rule that is none ends the start with words',
    async (t) => {
      const home = temporaryFolder(t);
      const { code, stderr } = await runProgram(kServer, ['serve', '--blocked-domains', 'http://x.org/'], {
        environment: { OPENCHROME_HOME: home },
      });
      assert.notEqual(code, 0);
      assert.match(stderr, /host glob|scheme/);
    },
  );
});

describe('our own port', () => {
  test('no page reaches it, under no name, by no way', async (t) => {
    const b = await startBrowsing(t, {
      pages: kPages,
      flags: ['--http', '0', '--transport', 'both', '--allow-unauthenticated-http'],
    });
    const [, port] = await b.server.program.logged(/127\.0\.0\.1:(\d+)/);
    const outside = await new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/health' }, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end();
    });
    assert.equal(outside, 200, 'it is there for others');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1', '0.0.0.0']) {
      const error = await b.fails('domain_blocked', 'navigate', { url: `http://${host}:${port}/health` });
      assert.match(error.message, /belongs to this server/, host);
    }
    b.site.set('/to-us', { redirect: `http://localhost:${port}/health` });
    await b.fails('domain_blocked', 'navigate', { url: b.site.url('/to-us') });
    const tabId = await b.open('/');
    const said = await b.run(
      tabId,
      `const to = (url) => fetch(url, { mode: 'no-cors' }).then(() => 'got it', () => 'refused');
       await Promise.all([to('http://127.0.0.1:${port}/health'), to('http://localhost:${port}/mcp'), to('/to-us'),
         new Promise((done) => { const s = new WebSocket('ws://127.0.0.1:${port}/'); s.onopen = () => done('got it'); s.onerror = () => done('refused'); })])`,
    );
    assert.deepEqual(said, Array(4).fill('refused'));
    assert.equal(
      (await b.data('navigate', { tabId, url: b.site.url('/') })).status,
      200,
      'other ports are not touched',
    );
  });
});

describe('files', () => {
  test('only below --file-root, and nothing tells what else exists', async (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, 'open'));
    writeFileSync(join(folder, 'open/page.html'), '<title>File</title><h1>From a file</h1>');
    writeFileSync(join(folder, 'secret.html'), '<h1>Secret</h1>');
    const b = await startBrowsing(t, { pages: kPages, flags: ['--file-root', join(folder, 'open')] });
    const gone = await b.data('navigate', { url: `file://${folder}/open/page.html` });
    assert.equal(gone.title, 'File');
    assert.match(await b.text('read_page'), /From a file/);
    for (const path of [
      '/secret.html',
      '/open/../secret.html',
      '/open/%2e%2e/secret.html',
      '/open/..%2fsecret.html',
      '/nothing.html',
    ])
      await b.fails('path_not_allowed', 'navigate', { url: `file://${folder}${path}` });
    await b.run(
      gone.tabId,
      `const f = document.createElement('iframe'); f.src = 'file://${folder}/secret.html'; document.body.append(f); 1`,
    );
    assert.doesNotMatch(await b.text('read_page'), /Secret/);
  });
});
