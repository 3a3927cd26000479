// Proves --attach: the user's browser is used, its tabs are seen but never closed, and it outlives us.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startBrowsing, until } from '../lib/browsing.mjs';
import { chromiumProgram } from '../lib/chromium.mjs';
import { atEnd, processFacts, temporaryFolder } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';

const kPages = {
  '/user': '<title>Of the user</title><h1>Of the user</h1><a id="a" href="/popup" target="_blank">Open</a>',
  '/ours': '<title>Ours</title><h1>Ours</h1>',
  '/popup': '<title>Popup</title>',
};

// A browser as a user runs it, with a page open.
async function userBrowser(t) {
  const site = await Site.start(kPages);
  atEnd(t, () => site.close());
  const profile = temporaryFolder(t);
  const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    chromiumProgram(),
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...sandbox,
      site.url('/user'),
    ],
    { stdio: 'ignore', detached: true },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  atEnd(t, async () => {
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  const file = join(profile, 'DevToolsActivePort');
  const port = await until(() => existsSync(file) && Number(readFileSync(file, 'utf8').split('\n')[0]), 'no port');
  const list = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    return (await answer.json()).filter(({ type }) => type === 'page');
  };
  await until(async () => (await list()).some(({ title }) => title === 'Of the user'), 'the page is not there');
  const path = readFileSync(file, 'utf8').split('\n')[1];
  return { site, pid: child.pid, port, list, webSocket: `ws://127.0.0.1:${port}${path}` };
}

const attached = async (t, user, where = `http://127.0.0.1:${user.port}`) =>
  startBrowsing(t, { site: user.site, flags: ['--attach', where] });

describe('attached', () => {
  test("tabs of the user are listed and can be read when named, and are nobody's default", async (t) => {
    const user = await userBrowser(t);
    const b = await attached(t, user);
    const [tab] = await b.tabs();
    assert.deepEqual(
      [tab.title, tab.url, tab.foreign, tab.current],
      ['Of the user', b.site.url('/user'), true, undefined],
    );
    await b.fails('tab_not_found', 'read_page');
    assert.match(await b.text('read_page', { tabId: tab.tabId }), /heading: "Of the user"/);
    const health = (await b.data('oc_connection_health')).browser;
    assert.deepEqual([health.attached, health.state, health.pid], [true, 'running', undefined]);
  });

  test('they are not closed, not even when named', async (t) => {
    const user = await userBrowser(t);
    const b = await attached(t, user);
    const [{ tabId }] = await b.tabs();
    const error = await b.fails('unsupported', 'tabs_close', { tabId });
    assert.match(error.message, /belongs to the user/);
    const own = await b.open('/ours');
    const { closed, refused } = await b.data('tabs_close', { tabIds: [tabId, own] });
    assert.deepEqual([closed, refused.map((one) => [one.tabId, one.code])], [[own], [[tabId, 'unsupported']]]);
    // A window takes a moment to go.
    await until(async () => (await user.list()).length === 1, 'our own tab is still there');
    assert.equal((await user.list())[0].title, 'Of the user');
  });

  test("a tab of our own works, and the user's is not navigated", async (t) => {
    const user = await userBrowser(t);
    const b = await attached(t, user, user.webSocket);
    const gone = await b.data('navigate', { url: b.site.url('/ours') });
    assert.equal(gone.title, 'Ours');
    assert.match(await b.text('read_page'), /heading: "Ours"/);
    assert.equal(await b.run(gone.tabId, '1 + 1'), 2);
    assert.equal((await b.good('page_screenshot')).content[0].type, 'image');
    const titles = (await user.list()).map(({ title }) => title).sort();
    assert.deepEqual(titles, ['Of the user', 'Ours']);
    assert.equal((await b.tab(gone.tabId)).foreign, undefined);
  });

  test("cookies of the user: only those of the tab's own site; a workspace of ours is free", async (t) => {
    const user = await userBrowser(t);
    const b = await attached(t, user);
    const [{ tabId }] = await b.tabs();
    await b.good('cookies', { tabId, action: 'set', name: 'mine', value: '1' });
    const { cookies } = await b.data('cookies', { tabId, action: 'get' });
    assert.deepEqual(
      cookies.map(({ name }) => name),
      ['mine'],
    );
    for (const args of [
      { action: 'get', all: true },
      { action: 'clear', all: true },
      { action: 'get', url: b.site.otherUrl('/') },
      { action: 'set', name: 'a', value: 'b', domain: 'x.example' },
      { action: 'set', name: 'a', value: 'b', url: 'https://x.example/' },
    ])
      assert.match((await b.fails('unsupported', 'cookies', { tabId, ...args })).message, /own site/);
    const free = await b.open('/ours', { workspace: 'free' });
    await b.good('cookies', { tabId: free, action: 'set', name: 'a', value: 'b', domain: 'x.example' });
    assert.equal((await b.data('cookies', { tabId: free, action: 'get', all: true })).cookies.length, 1);
  });

  test('a tab that the user opens meanwhile is seen', async (t) => {
    const user = await userBrowser(t);
    const b = await attached(t, user);
    await b.tabs();
    await fetch(`http://127.0.0.1:${user.port}/json/new?${encodeURIComponent(b.site.url('/popup'))}`, {
      method: 'PUT',
    });
    const tab = await until(
      async () => (await b.tabs()).find(({ url }) => url === b.site.url('/popup')),
      'it is not seen',
    );
    assert.equal(tab.foreign, true);
    await b.fails('unsupported', 'tabs_close', { tabId: tab.tabId });
  });

  test('oc_stop and the end of the server leave the browser and every tab', async (t) => {
    const user = await userBrowser(t);
    const b = await attached(t, user);
    await b.open('/ours');
    await b.data('oc_stop');
    assert.ok(processFacts(user.pid));
    assert.equal((await user.list()).length, 2);
    assert.deepEqual((await b.tabs()).map(({ title }) => title).sort(), ['Of the user', 'Ours']);
    assert.equal(await b.server.finish(), 0);
    assert.ok(processFacts(user.pid), 'the browser runs');
    assert.deepEqual((await user.list()).map(({ title }) => title).sort(), ['Of the user', 'Ours']);
  });

  test('a connection that is cut: the next call connects again, under the same tabIds', async (t) => {
    const user = await userBrowser(t);
    const sockets = new Set();
    const proxy = createServer((socket) => {
      const onward = connect(user.port, '127.0.0.1');
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ]) {
        sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
    await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    atEnd(t, () => new Promise((resolve) => proxy.close(resolve)));
    atEnd(t, () => sockets.forEach((socket) => socket.destroy()));
    const b = await attached(t, user, `http://127.0.0.1:${proxy.address().port}`);
    const own = await b.open('/ours');
    const [foreign] = (await b.tabs()).filter((tab) => tab.foreign);
    await b.run(own, 'window.mark = 1');
    for (const socket of sockets) socket.destroy();
    await until(async () => (await b.data('oc_connection_health')).browser.state === 'lost', 'the cut was not noticed');
    const result = await b.good('read_page', { tabId: own });
    assert.match(result.content[0].text, /heading: "Ours"/);
    assert.match(result.content.at(-1).text, /connection to the browser was lost/);
    assert.equal(await b.run(own, 'window.mark'), 1, 'the very page, not loaded again');
    assert.match(await b.text('read_page', { tabId: foreign.tabId }), /Of the user/);
    assert.deepEqual((await b.tabs()).map(({ tabId }) => tabId).sort(), [own, foreign.tabId].sort());
    assert.equal((await b.data('oc_connection_health')).browser.starts, 2);
  });

  test('the domain guard holds for tabs of the user, too', async (t) => {
    const user = await userBrowser(t);
    const b = await startBrowsing(t, {
      site: user.site,
      flags: ['--attach', `http://127.0.0.1:${user.port}`, '--allow-host', 'localhost'],
    });
    const [{ tabId }] = await b.tabs();
    for (const [tool, args] of [
      ['read_page', {}],
      ['find', { query: 'user' }],
      ['page_screenshot', {}],
      ['javascript_tool', { code: 'document.title' }],
    ]) {
      const error = await b.fails('domain_blocked', tool, { tabId, ...args });
      assert.doesNotMatch(JSON.stringify(error), /Of the user/);
    }
    const own = await b.data('navigate', { url: b.site.otherUrl('/ours') });
    assert.equal(own.title, 'Ours');
    await b.fails('domain_blocked', 'navigate', { url: b.site.url('/ours') });
  });

  test('nobody is there: browser_unavailable, named with its address', async (t) => {
    const user = await userBrowser(t);
    const gate = createServer();
    await new Promise((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const { port } = gate.address();
    await new Promise((resolve) => gate.close(resolve));
    const b = await attached(t, user, `http://127.0.0.1:${port}`);
    const error = await b.fails('browser_unavailable', 'navigate', { url: b.site.url('/ours') });
    assert.match(error.message, new RegExp(String(port)));
    await b.fails('browser_unavailable', 'tabs_context');
  });
});
