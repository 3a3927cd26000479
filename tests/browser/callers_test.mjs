// Proves that each caller has a default tab of its own: two sessions do not meet in one by accident.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../lib/browsing.mjs';
import { startHttp } from '../lib/http.mjs';
import { atEnd } from '../lib/processes.mjs';
import { toolError } from '../lib/protocol.mjs';
import { Site } from '../lib/site.mjs';

const page = (title) => `<title>${title}</title><h1>${title}</h1><button onclick="document.title = 'Pressed'">Press ${title}</button>
  <a id="pop" target="_blank" href="/popup">Open</a>`;
const kPages = { '/one': page('One'), '/two': page('Two'), '/popup': page('Popup') };

async function start(t) {
  const site = await Site.start(kPages);
  atEnd(t, () => site.close());
  const server = await startHttp(t);
  return { site, server };
}

// A caller: `ask` gives the result of a call, `data` its payload.
const caller = (ask) => ({
  ask,
  data: async (name, args = {}) => {
    const result = await ask(name, args);
    assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
    return JSON.parse(result.content[0].text);
  },
});
const ofSession = (session) => caller(async (name, args) => (await session.ask('tools/call', { name, arguments: args })).result);
const ofClient = (server, name) =>
  caller(async (tool, args) => {
    const meta = { 'io.modelcontextprotocol/clientInfo': { name, version: '1' } };
    return (await server.askModern('tools/call', { name: tool, arguments: args }, { meta })).answer.result;
  });
const title = (one) => one.data('javascript_tool', { code: 'document.title' });
const current = async (one, workspace = 'default') => {
  const { workspaces } = await one.data('tabs_context');
  return workspaces.find(({ name }) => name === workspace)?.tabs.filter((tab) => tab.current).map(({ tabId }) => tabId) ?? [];
};

describe('the default tab', () => {
  test('two sessions have their own', async (t) => {
    const { site, server } = await start(t);
    const [first, second] = [ofSession(await server.initialize()), ofSession(await server.initialize())];
    const one = await first.data('navigate', { url: site.url('/one') });
    const two = await second.data('navigate', { url: site.url('/two') });
    assert.notEqual(one.tabId, two.tabId, 'a tab of its own');
    assert.deepEqual([await title(first), await title(second)], ['One', 'Two']);
    assert.deepEqual([await current(first), await current(second)], [[one.tabId], [two.tabId]]);
    assert.match((await first.ask('interact', { query: 'Press One' })).content[0].text, /^✓ Clicked/);
    assert.deepEqual([await title(first), await title(second)], ['Pressed', 'Two']);
  });

  test('a caller that has used no tab is told which ones are open', async (t) => {
    const { site, server } = await start(t);
    const [first, second] = [ofSession(await server.initialize()), ofSession(await server.initialize())];
    const { tabId } = await first.data('tabs_create', { url: site.url('/one') });
    const result = await second.ask('read_page', {});
    assert.equal(result.isError, true);
    const error = toolError(result);
    assert.equal(error.code, 'tab_not_found');
    assert.ok(error.message.includes(tabId) && error.message.includes(site.url('/one')), error.message);
    assert.deepEqual(error.details.tabs, [{ tabId, url: site.url('/one'), title: 'One' }]);
    assert.match(error.hint, /tabId/);
    assert.deepEqual(await current(second), []);
    assert.match((await second.ask('read_page', { tabId })).content[0].text, /heading: "One"/, 'it may be named');
    assert.equal(await title(second), 'One', 'and is its own default from then on');
  });

  test('eight sessions that navigate at once get eight tabs', async (t) => {
    const { site, server } = await start(t);
    const all = await Promise.all(Array.from({ length: 8 }, async () => ofSession(await server.initialize())));
    const gone = await Promise.all(all.map((one, i) => one.data('navigate', { url: site.url(i % 2 ? '/one' : '/two') })));
    assert.equal(new Set(gone.map(({ tabId }) => tabId)).size, 8);
    const titles = await Promise.all(all.map(title));
    assert.deepEqual(titles, all.map((_, i) => (i % 2 ? 'One' : 'Two')));
  });

  test('also in a named workspace', async (t) => {
    const { site, server } = await start(t);
    const [first, second] = [ofSession(await server.initialize()), ofSession(await server.initialize())];
    const one = await first.data('navigate', { url: site.url('/one'), workspace: 'shop' });
    const two = await second.data('navigate', { url: site.url('/two'), workspace: 'shop' });
    assert.notEqual(one.tabId, two.tabId);
    assert.deepEqual([await current(first, 'shop'), await current(second, 'shop')], [[one.tabId], [two.tabId]]);
    const read = await first.ask('read_page', { workspace: 'default' });
    assert.equal(toolError(read).code, 'tab_not_found');
  });

  test('clients of the stateless revision are told apart by their names', async (t) => {
    const { site, server } = await start(t);
    const [editor, shell] = [ofClient(server, 'editor'), ofClient(server, 'shell')];
    const one = await editor.data('navigate', { url: site.url('/one') });
    const two = await shell.data('navigate', { url: site.url('/two') });
    assert.notEqual(one.tabId, two.tabId);
    assert.deepEqual([await title(editor), await title(shell), await title(ofClient(server, 'editor'))], ['One', 'Two', 'One']);
  });

  test('a session that ended leaves its tabs to the next one', async (t) => {
    const { site, server } = await start(t);
    const session = await server.initialize();
    const { tabId } = await ofSession(session).data('navigate', { url: site.url('/one') });
    await session.end();
    const next = ofSession(await server.initialize());
    assert.deepEqual(await current(next), [tabId]);
    assert.equal(await title(next), 'One');
    const other = ofSession(await server.initialize());
    assert.equal((await other.ask('read_page', {})).isError, true, 'it has an owner again');
  });

  test('a tab that a page opened belongs to whoever uses that page, and only they are told of it', async (t) => {
    const { site, server } = await start(t);
    const [first, second] = [ofSession(await server.initialize()), ofSession(await server.initialize())];
    await first.data('navigate', { url: site.url('/one') });
    await second.data('navigate', { url: site.url('/two') });
    const noticesOf = ({ _meta }) => JSON.stringify(_meta?.['openchrome/notices'] ?? []);
    let told = noticesOf(await first.ask('interact', { selector: '#pop', verify: false }));
    await until(async () => {
      const { workspaces } = await second.data('tabs_context');
      return workspaces[0].tabs.length === 3;
    }, 'no tab was opened');
    assert.doesNotMatch(noticesOf(await second.ask('read_page', {})), /opened tab/);
    told += noticesOf(await first.ask('read_page', {}));
    assert.match(told, /opened tab/);
    assert.deepEqual(await title(second), 'Two');
  });

  test('a task works on the tab of whoever started it', async (t) => {
    const { site, server } = await start(t);
    const [first, second] = [ofSession(await server.initialize()), ofSession(await server.initialize())];
    const one = await first.data('navigate', { url: site.url('/one') });
    await second.data('navigate', { url: site.url('/two') });
    const { task_id } = await first.data('oc_task_start', { kind: 'oc_evidence_bundle', args: { include: ['ax'] } });
    await first.data('oc_task_wait', { task_id, timeout_ms: 20_000 });
    const done = await first.data('oc_task_get', { task_id, include_result: true });
    assert.ok(JSON.stringify(done).includes(one.tabId) || JSON.stringify(done).includes('/one'), JSON.stringify(done));
    assert.ok(!JSON.stringify(done).includes(site.url('/two')), JSON.stringify(done));
  });
});
