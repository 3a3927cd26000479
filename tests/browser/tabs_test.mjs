// Proves the rules of tabs: which one a call means, workspaces with cookies of their own, opening and closing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';
import { startHttp } from '../lib/http.mjs';
import { atEnd } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/two': '<title>Two</title><h1>Two</h1>',
  '/set': { body: '<title>Set</title>', headers: { 'set-cookie': 'who=ada; Path=/' } },
  '/who': ({ headers }) => `<title>${headers.cookie ?? 'nobody'}</title>`,
  '/opener': '<title>Opener</title><a id="a" href="/two" target="_blank">Open</a>',
};

describe('which tab a call means', () => {
  test('before the first page: none, and the browser is not asked', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    assert.deepEqual(await b.data('tabs_context'), { workspaces: [] });
    assert.equal((await b.data('oc_connection_health')).browser.state, 'not_started');
    const { hint } = await b.fails('tab_not_found', 'read_page', {});
    assert.match(hint, /navigate or tabs_create/);
  });

  test('the one used last, and the answer says which', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const first = await b.data('navigate', { url: b.site.url('/') });
    const second = await b.data('tabs_create', { url: b.site.url('/two') });
    assert.notEqual(first.tabId, second.tabId);
    const newest = await b.good('read_page');
    assert.equal(newest._meta['openchrome/page'].tabId, second.tabId);
    assert.match(newest.content[0].text, /heading: "Two"/);
    const named = await b.good('find', { query: 'Home', tabId: first.tabId });
    assert.equal(named._meta['openchrome/page'].tabId, first.tabId);
    const again = await b.good('javascript_tool', { code: 'document.title' });
    assert.equal(again.content[0].text, '"Home"', 'the one named last is the one used last');
    const tabs = await b.tabs();
    assert.deepEqual(
      tabs.filter((tab) => tab.current).map((tab) => tab.tabId),
      [first.tabId],
    );
    const closed = await b.data('tabs_close', { tabId: first.tabId });
    assert.deepEqual(closed, { closed: [first.tabId] });
    assert.equal(await b.text('javascript_tool', { code: 'document.title' }), '"Two"');
  });

  test('a second navigate stays in its tab; new_tab opens another, in either spelling', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const first = await b.data('navigate', { url: b.site.url('/') });
    assert.equal((await b.data('navigate', { url: b.site.url('/two') })).tabId, first.tabId);
    const opened = [
      (await b.data('navigate', { url: b.site.url('/'), new_tab: true })).tabId,
      (await b.data('navigate', { url: b.site.url('/'), newTab: true })).tabId,
    ];
    assert.equal(new Set([first.tabId, ...opened]).size, 3);
    assert.equal((await b.data('navigate', { url: b.site.url('/'), newTab: false })).tabId, opened[1]);
  });

  test('a new tab is opened only for what may come, and named when it did not', async (t) => {
    const b = await startBrowsing(t, { pages: kPages, flags: ['--blocked-domains', 'blocked.example'] });
    const { tabId } = await b.data('navigate', { url: b.site.url('/') });
    const tabs = async () => (await b.data('tabs_context')).workspaces.flatMap(({ tabs }) => tabs.map((tab) => tab.tabId));
    await b.fails('domain_blocked', 'navigate', { url: 'http://blocked.example/', new_tab: true });
    await b.fails('invalid_arguments', 'navigate', { url: 'back', new_tab: true });
    assert.deepEqual(await tabs(), [tabId]);
    assert.equal(await b.text('javascript_tool', { code: 'document.title' }), '"Home"', 'the tab that was used is still the one');
    const { details } = await b.fails('navigation_failed', 'navigate', { url: 'http://127.0.0.1:1/', new_tab: true });
    assert.deepEqual(await tabs(), [tabId, details.tabId]);
  });
});

describe('a tab that is opened at an address', () => {
  const b = sharedBrowsing({
    pages: {
      ...kPages,
      '/early': '<title>Early</title><script>console.log("first words " + location.search)</script><img src="/i.png">',
      '/i.png': { body: 'x', headers: { 'content-type': 'image/png' } },
      '/from': { status: 302, headers: { location: '/two' } },
      '/nothing': { status: 204 },
      '/file': { body: 'bytes', headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="a.bin"' } },
      '/late': { hold: true, body: '<title>Late</title>' },
      '/asks': { status: 401, body: '<title>Who?</title>' },
      '/worker.js': {
        body: `self.onfetch = (event) => {
                 if (event.request.url.endsWith('/own'))
                   event.respondWith(new Response('<title>Own</title>', { headers: { 'content-type': 'text/html' } }));
               };`,
        headers: { 'content-type': 'text/javascript' },
      },
    },
  });

  test('is heard from its first moment, however many open at once', async () => {
    const tabs = await Promise.all(Array.from({ length: 6 }, (_, n) => b.data('tabs_create', { url: b.site.url(`/early?${n}`) })));
    for (const [n, { tabId, title, status }] of tabs.entries()) {
      assert.equal(title, 'Early');
      assert.equal(status, 200);
      const lines = await b.text('console', { tabId });
      assert.match(lines, new RegExp(`first words \\?${n}`));
      const { entries: requests } = await b.data('network', { tabId });
      assert.deepEqual(
        requests.map(({ url, type, status }) => [url.replace(b.site.url(''), ''), type, status]).filter(([path]) => path !== '/favicon.ico'),
        [[`/early?${n}`, 'document', 200], ['/i.png', 'image', 200]],
      );
      assert.ok(requests[0].duration_ms >= 0 && requests[0].duration_ms < 60_000, `${requests[0].duration_ms} ms`);
    }
    assert.equal(b.site.count('/early'), 6, 'each was asked for once');
    await b.data('tabs_close', { tabIds: tabs.map(({ tabId }) => tabId) });
  });

  test('by a redirect, with a fragment, with an answer that is no success', async () => {
    const moved = await b.data('tabs_create', { url: b.site.url('/from#there') });
    assert.deepEqual([moved.url, moved.status], [b.site.url('/two#there'), 200]);
    const { entries } = await b.data('network', { tabId: moved.tabId });
    assert.deepEqual(entries.filter(({ type }) => type === 'document').map(({ status }) => status), [302, 200]);
    const asked = await b.data('tabs_create', { url: b.site.url('/asks') });
    assert.deepEqual([asked.title, asked.status], ['Who?', 401]);
  });

  test('from a service worker', async () => {
    const { tabId } = await b.data('tabs_create', { url: b.site.otherUrl('/two') });
    await b.good('javascript_tool', { tabId, code: '(async () => { await navigator.serviceWorker.register("/worker.js"); await navigator.serviceWorker.ready; })()' });
    const own = await b.data('tabs_create', { url: b.site.otherUrl('/own') });
    assert.deepEqual([own.title, own.status], ['Own', 200]);
    assert.equal(b.site.count('/own'), 0, 'the server never heard of it');
    const { entries } = await b.data('network', { tabId: own.tabId });
    assert.equal(entries[0].url, b.site.otherUrl('/own'), 'and yet it is heard from its first moment');
  });

  test('beside other tabs that go somewhere at the same time', async () => {
    const { tabId } = await b.data('tabs_create', { url: b.site.url('/') });
    const [went, ...opened] = await Promise.all([
      b.data('navigate', { tabId, url: b.site.url('/two') }),
      b.data('tabs_create', { url: b.site.url('/two') }),
      b.data('tabs_create', { url: b.site.url('/two') }),
    ]);
    assert.equal(went.title, 'Two');
    assert.deepEqual(opened.map(({ title }) => title), ['Two', 'Two']);
    assert.equal(new Set([tabId, ...opened.map((tab) => tab.tabId)]).size, 3);
  });

  test('where no page comes there is no tab', async () => {
    const before = (await b.tabs()).map(({ tabId }) => tabId);
    for (const path of ['/nothing', '/file']) {
      const error = await b.fails('navigation_failed', 'tabs_create', { url: b.site.url(path) });
      assert.equal(error.details.net_error, 'net::ERR_ABORTED');
      assert.match(error.message, /^no tab was opened/);
      assert.deepEqual((await b.tabs()).map(({ tabId }) => tabId), before);
    }
  });

  test('whose server does not answer stays, and can be used', async () => {
    const { message, details } = await b.fails('timeout', 'tabs_create', { url: b.site.url('/late'), timeout_ms: 700 });
    assert.match(message, /the server has not answered/);
    assert.equal((await b.data('navigate', { tabId: details.tabId, url: b.site.url('/two') })).title, 'Two');
    b.site.release('/late');
  });
});

describe('tabs', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('a blank one; its facts', async () => {
    const created = await b.data('tabs_create');
    assert.equal(created.url, 'about:blank');
    assert.equal(created.status, 0);
    assert.equal(created.workspace, 'default');
    const tab = await b.tab(created.tabId);
    assert.equal(tab.status, 'open');
    assert.equal(tab.loading, false);
  });

  test('one with a page has its status, title and address', async () => {
    const created = await b.data('tabs_create', { url: b.site.url('/missing') });
    assert.equal(created.status, 404);
    assert.equal(created.title, 'Not here');
    assert.equal((await b.tab(created.tabId)).url, b.site.url('/missing'));
  });

  test('of an address that cannot be loaded the tab stays and is named', async () => {
    const before = (await b.tabs()).length;
    const error = await b.fails('navigation_failed', 'tabs_create', { url: 'http://nobody.invalid/' });
    assert.equal(error.details.net_error, 'net::ERR_NAME_NOT_RESOLVED');
    assert.ok(await b.tab(error.details.tabId), 'it is open');
    assert.equal((await b.tabs()).length, before + 1);
  });

  test('of an address that may not be opened there is none', async () => {
    const before = (await b.tabs()).length;
    await b.fails('domain_blocked', 'tabs_create', { url: 'chrome://version' });
    assert.equal((await b.tabs()).length, before);
  });

  test('closing: those named and no others; those that are not there are told', async () => {
    const [keep, one, two] = [await b.open(), await b.open(), await b.open()];
    const { closed, refused } = await b.data('tabs_close', { tabIds: [one, 't9999', two] });
    assert.deepEqual(closed, [one, two]);
    assert.deepEqual(
      refused.map(({ tabId, code }) => [tabId, code]),
      [['t9999', 'tab_not_found']],
    );
    const left = (await b.tabs()).map(({ tabId }) => tabId);
    assert.ok(left.includes(keep));
    assert.ok(!left.includes(one) && !left.includes(two));
    const { message } = await b.fails('tab_not_found', 'read_page', { tabId: one });
    assert.match(message, new RegExp(`'${one}'.*${keep}`), 'it names those there are');
    await b.fails('tab_not_found', 'tabs_close', { tabId: one });
  });

  test('closing needs a name', async () => {
    await b.fails('invalid_arguments', 'tabs_close', {});
  });

  test('ids never come again', async () => {
    const first = await b.open();
    await b.data('tabs_close', { tabId: first });
    const second = await b.open();
    assert.ok(Number(second.slice(1)) > Number(first.slice(1)), `${second} after ${first}`);
  });

  test('a page that opens a window: a tab that names its opener, usable at once', async () => {
    const opener = await b.open('/opener');
    await b.run(opener, 'document.getElementById("a").click()');
    const popup = await until(async () => (await b.tabs()).find((tab) => tab.openedBy === opener), 'no tab was opened');
    const waited = await b.data('wait_for', { tabId: popup.tabId, text: 'Two' });
    assert.equal(waited.met, 'text');
    assert.equal((await b.tab(popup.tabId)).title, 'Two');
    const { content } = await b.good('read_page', { tabId: opener });
    assert.doesNotMatch(content[0].text, /heading: "Two"/);
  });
});

describe('clients', () => {
  test('one that comes back, or another one, finds the tabs', async (t) => {
    const site = await Site.start(kPages);
    atEnd(t, () => site.close());
    const server = await startHttp(t);
    const call = async (session, name, args = {}) =>
      (await session.ask('tools/call', { name, arguments: args })).result.structuredContent;
    const first = await server.initialize();
    const { tabId } = await call(first, 'tabs_create', { url: site.url('/two') });
    await first.end();
    const second = await server.initialize();
    const { workspaces } = await call(second, 'tabs_context');
    assert.deepEqual(
      workspaces[0].tabs.map((tab) => [tab.tabId, tab.title]),
      [[tabId, 'Two']],
    );
    assert.equal((await call(second, 'navigate', { tabId, url: site.url('/') })).title, 'Home');
    const { answer } = await server.askModern('tools/call', { name: 'find', arguments: { tabId, query: 'home' } });
    assert.match(answer.result.content[0].text, /heading: "Home"/);
  });
});

describe('workspaces', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('have tabs of their own, found again by name', async () => {
    const plain = await b.open('/');
    const work = await b.open('/two', { workspace: 'work' });
    assert.deepEqual(
      (await b.tabs('work')).map(({ tabId }) => tabId),
      [work],
    );
    const only = await b.data('tabs_context', { workspace: 'work' });
    assert.deepEqual(
      only.workspaces.map(({ name }) => name),
      ['work'],
    );
    assert.equal(await b.text('javascript_tool', { code: 'document.title', workspace: 'work' }), '"Two"');
    assert.equal(await b.text('javascript_tool', { code: 'document.title', workspace: 'default' }), '"Home"');
    assert.equal(await b.text('javascript_tool', { code: 'document.title', tabId: work }), '"Two"');
    assert.ok((await b.tab(plain)).current);
    assert.deepEqual(await b.data('tabs_context', { workspace: 'nobody' }), { workspaces: [] });
    await b.fails('tab_not_found', 'read_page', { workspace: 'empty' });
  });

  test('share no cookies and no storage, within each they are shared', async () => {
    const one = await b.open('/set', { workspace: 'one' });
    await b.run(one, 'localStorage.setItem("k", "v")');
    const look = async (workspace) => {
      const { title, tabId } = await b.data('tabs_create', { url: b.site.url('/who'), workspace });
      return [title, await b.run(tabId, 'localStorage.getItem("k")')];
    };
    assert.deepEqual(await look('one'), ['who=ada', 'v']);
    assert.deepEqual(await look('two'), ['nobody', null]);
    assert.deepEqual(await look('default'), ['nobody', null]);
  });

  test('a popup belongs to the workspace of its opener', async () => {
    const opener = await b.open('/opener', { workspace: 'pop' });
    await b.run(opener, 'document.getElementById("a").click()');
    const tabs = await until(async () => {
      const found = await b.tabs('pop');
      return found.length === 2 && found;
    }, 'no second tab in the workspace');
    assert.equal(tabs[1].openedBy, opener);
  });
});
