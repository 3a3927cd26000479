// Proves --mode observe: whichever way a page writes, the server hears nothing of it, the page goes on, and the next answer
// tells what was held back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1><p id="out">before</p>',
  '/form': `<title>Form</title><h1>The form</h1>
    <form id="post" action="/save" method="post"><input name="x" value="secret"></form>
    <form id="get" action="/found"><input name="q" value="1"></form>
    <form id="popup" action="/save" method="post" target="_blank"><input name="x" value="1"></form>
    <iframe name="inner" src="/inner"></iframe>
    <form id="into-frame" action="/save" method="post" target="inner"><input name="x" value="1"></form>
    <a id="ping" href="#here" ping="/ping">Ping</a>`,
  '/inner': '<title>Inner</title><p>Inside</p>',
  '/found': '<title>Found</title><h1>Found</h1>',
  '/data': { body: '{"a":1}', type: 'application/json' },
  '/worker.js': {
    body: `onmessage = () => fetch('/from-worker', { method: 'POST', body: 'w' }).then(() => postMessage('sent'), () => postMessage('held'))`,
    type: 'text/javascript',
  },
  '/shared.js': {
    body: `onconnect = ({ ports: [port] }) => fetch('/from-shared', { method: 'PUT' }).then(() => port.postMessage('sent'), () => port.postMessage('held'))`,
    type: 'text/javascript',
  },
  '/service.js': {
    body: `oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim());
      onfetch = (event) => { if (event.request.url.includes('/through')) event.respondWith(fetch('/from-service', { method: 'POST', body: 's' })); }`,
    type: 'text/javascript',
  },
};

const safe = ['GET', 'HEAD', 'OPTIONS'];
const writes = (b) => b.site.requests.filter(({ method }) => !safe.includes(method)).map(({ method, path }) => `${method} ${path}`);
const told = (result) => (result._meta?.['openchrome/held'] ?? []).map(({ method, url }) => `${method} ${new URL(url).pathname}`);
const lines = (result) => result.content.map(({ text }) => text).join('\n').split('\n').filter((line) => line.startsWith('[observe]'));

// Runs it; all that answers of the tab tell, from that one on until this is among it.
async function heldAfter(b, tabId, code, what) {
  const all = told(await b.good('javascript_tool', { tabId, code: `${code}; 1` }));
  await until(async () => {
    if (!all.includes(what)) all.push(...told(await b.good('read_page', { tabId })));
    return all.includes(what);
  }, `${what} was never told; but: ${all}`);
  return all;
}

describe('observe mode', () => {
  const b = sharedBrowsing({ pages: kPages, flags: ['--mode', 'observe'] });

  test('reading is as ever', async () => {
    const tabId = await b.open('/form');
    assert.equal(await b.run(tabId, `(await (await fetch('/data')).json()).a`), 1);
    assert.equal(await b.run(tabId, `(await fetch('/data', { method: 'HEAD' })).status`), 200);
    await b.run(tabId, `document.getElementById('get').submit(); 1`);
    await b.good('wait_for', { tabId, url: '*/found*' });
    const page = await b.good('read_page', { tabId });
    assert.match(page.content[0].text, /heading: "Found"/);
    assert.deepEqual(lines(page), []);
    assert.equal(page._meta['openchrome/held'], undefined);
  });

  test('scripts: every method that writes, beacons, XHR, keepalive', async () => {
    const tabId = await b.open('/');
    const result = await b.good('javascript_tool', {
      tabId,
      code: `const settle = (promise) => promise.then(() => 'sent', () => 'held');
        const xhr = new XMLHttpRequest(); xhr.open('POST', '/xhr');
        const asked = new Promise((done) => { xhr.onload = () => done('sent'); xhr.onerror = () => done('held'); }); xhr.send('x');
        const said = await Promise.all([asked, settle(fetch('/keep', { method: 'POST', body: 'k', keepalive: true })),
          ...['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method) => settle(fetch('/' + method, { method, body: 'body' })))]);
        navigator.sendBeacon('/beacon', 'b');
        document.getElementById('out').textContent = 'after';
        said`,
    });
    assert.deepEqual(JSON.parse(result.content[0].text), Array(7).fill('held'));
    assert.ok(lines(result).some((line) => /^\[observe\] held PUT http:\/\/127\.0\.0\.1:\d+\/PUT \(4 bytes\)$/.test(line)), lines(result).join('\n'));
    const later = told(result).includes('POST /beacon') ? [] : await heldAfter(b, tabId, '', 'POST /beacon');
    assert.deepEqual(
      [...told(result), ...later].sort(),
      ['DELETE /DELETE', 'PATCH /PATCH', 'POST /POST', 'POST /beacon', 'POST /keep', 'POST /xhr', 'PROPFIND /PROPFIND', 'PUT /PUT'],
    );
    assert.match(await b.text('page_content', { tabId }), /after/, 'the page goes on');
    assert.deepEqual(writes(b), []);
  });

  test('forms: the page stays, and so does a frame', async () => {
    const tabId = await b.open('/form');
    await heldAfter(b, tabId, `document.getElementById('post').submit()`, 'POST /save');
    const page = await b.text('read_page', { tabId });
    assert.match(page, /heading: "The form"/);
    assert.match(page, /Page URL: .*\/form/);
    await heldAfter(b, tabId, `document.getElementById('into-frame').submit()`, 'POST /save');
    assert.match(await b.text('read_page', { tabId }), /Inside/);
    assert.deepEqual(writes(b), []);
  });

  test('a form that opens a window, a link with a ping', async () => {
    const tabId = await b.open('/form');
    await heldAfter(b, tabId, `document.getElementById('ping').click()`, 'POST /ping');
    const before = (await b.tabs()).map((tab) => tab.tabId);
    await b.run(tabId, `document.getElementById('popup').submit(); 1`);
    const popup = await until(async () => (await b.tabs()).find((tab) => !before.includes(tab.tabId)), 'no window');
    await heldAfter(b, popup.tabId, '', 'POST /save');
    assert.deepEqual(writes(b), []);
  });

  test('workers of every kind', async () => {
    const tabId = await b.open('/');
    const said = await b.good('javascript_tool', {
      tabId,
      code: `const worker = new Worker('/worker.js'); worker.postMessage(1);
        const shared = new SharedWorker('/shared.js');
        const said = [new Promise((done) => { worker.onmessage = ({ data }) => done(data); }),
          new Promise((done) => { shared.port.onmessage = ({ data }) => done(data); })];
        await navigator.serviceWorker.register('/service.js');
        if (!navigator.serviceWorker.controller) await new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; });
        await Promise.all([...said, fetch('/through').then(() => 'sent', () => 'held')])`,
    });
    assert.deepEqual(JSON.parse(said.content[0].text), ['held', 'held', 'held']);
    assert.deepEqual(told(said).sort(), ['POST /from-service', 'POST /from-worker', 'PUT /from-shared']);
    assert.deepEqual(writes(b), []);
  });

  test('a call that fails over it says why; what it carried is not told', async () => {
    const tabId = await b.open('/');
    const result = await b.call('javascript_tool', { tabId, code: `await fetch('/save?token=abcdefgh', { method: 'POST', body: 'password=hunter2' })` });
    assert.equal(result.isError, true);
    const { error } = JSON.parse(result.content[0].text);
    assert.equal(error.code, 'script_error');
    assert.deepEqual(error.details.held.map(({ method, bytes }) => [method, bytes]), [['POST', 16]]);
    assert.doesNotMatch(JSON.stringify(result), /hunter2|abcdefgh/);
    assert.deepEqual(lines(await b.good('read_page', { tabId })), [], 'told once');
    assert.deepEqual(writes(b), []);
  });
});

describe('act mode', () => {
  test('everything is sent, and nothing is said', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const result = await b.good('javascript_tool', { tabId, code: `(await fetch('/save', { method: 'POST', body: 'x' })).status` });
    assert.equal(result.content[0].text, '404');
    assert.equal(result.content.length, 1);
    assert.deepEqual(writes(b), ['POST /save']);
  });
});

test('together with a domain policy both judge', async (t) => {
  const b = await startBrowsing(t, { pages: kPages, flags: ['--mode', 'observe', '--allow-host', '127.0.0.1'] });
  const tabId = await b.open('/');
  const code = `const settle = (promise) => promise.then(() => 'sent', () => 'held');
    await Promise.all([settle(fetch('/data')), settle(fetch('/save', { method: 'POST' })), settle(fetch('${b.site.otherUrl('/data')}', { mode: 'no-cors' }))])`;
  const result = await b.good('javascript_tool', { tabId, code });
  assert.deepEqual(JSON.parse(result.content[0].text), ['sent', 'held', 'held']);
  assert.deepEqual(told(result), ['POST /save'], 'what the policy refused is no write that was held');
  assert.deepEqual(writes(b), []);
});
