// Proves that a crashed tab, a killed browser and a stopped one are events: the next call works and says what happened.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { processesBelow, renderersOf, sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';
import { atEnd, processFacts, temporaryFolder } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/two': '<title>Two</title><h1>Two</h1>',
  '/set': { body: '<title>Set</title>', headers: { 'set-cookie': 'who=ada; Path=/; Max-Age=3600' } },
  '/who': ({ headers }) => `<title>${headers.cookie ?? 'nobody'}</title>`,
};

async function killRenderers(b) {
  const renderers = renderersOf(await b.browserPid());
  assert.ok(renderers.length > 0, 'there is a renderer');
  for (const { pid } of renderers) process.kill(pid, 'SIGKILL');
}

async function killBrowser(b) {
  const pid = await b.browserPid();
  process.kill(pid, 'SIGKILL');
  await until(async () => (await b.data('oc_connection_health')).browser.state === 'lost', 'the loss was not noticed');
  return pid;
}

const notesOf = (result) => result.content.map(({ text }) => text).join('\n');

describe('a crashed tab', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('tabs_context says so; the next call loads the page again and tells', async () => {
    const tabId = await b.open('/');
    await killRenderers(b);
    await until(async () => (await b.tab(tabId)).status === 'crashed', 'the crash was not noticed');
    const result = await b.good('read_page', { tabId });
    assert.match(result.content[0].text, /heading: "Home"/);
    assert.match(notesOf(result), new RegExp(`renderer of tab ${tabId} crashed`));
    assert.match(notesOf(result), new RegExp(`tab ${tabId} was loaded again: its page was gone`));
    assert.equal((await b.tab(tabId)).status, 'open');
    assert.doesNotMatch(await b.text('read_page', { tabId }), /\[browser\]/, 'it is told once');
  });

  test('navigate leaves it behind', async () => {
    const tabId = await b.open('/');
    await killRenderers(b);
    await until(async () => (await b.tab(tabId)).status === 'crashed', 'the crash was not noticed');
    assert.equal((await b.data('navigate', { tabId, url: b.site.url('/two') })).title, 'Two');
  });

  test('a call that was under way ends at once, and the refs of the page are stale', async () => {
    const tabId = await b.open('/');
    const ref = (await b.text('read_page', { tabId })).match(/ref_\d+/)[0];
    const asked = b.site.asked('/started');
    const running = b.call('javascript_tool', { tabId, code: 'await fetch("/started"); await new Promise(() => {})' });
    await asked;
    await killRenderers(b);
    const { error } = JSON.parse((await running).content[0].text);
    assert.ok(['outcome_unknown', 'target_closed'].includes(error.code), JSON.stringify(error));
    await b.fails('stale_ref', 'inspect', { tabId, ref });
    assert.match(await b.text('read_page', { tabId }), /heading: "Home"/);
  });

  test('one that nobody asks for again can be closed', async () => {
    const tabId = await b.open('/');
    await killRenderers(b);
    await until(async () => (await b.tab(tabId)).status === 'crashed', 'the crash was not noticed');
    assert.deepEqual(await b.data('tabs_close', { tabId }), { closed: [tabId] });
  });
});

describe('a browser that was killed', () => {
  test('the next call works under the same tabId and says so', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const [one, two] = [await b.open('/'), await b.open('/two')];
    const pid = await killBrowser(b);
    assert.deepEqual(
      (await b.tabs()).map(({ tabId, status }) => [tabId, status]),
      [
        [one, 'lost'],
        [two, 'lost'],
      ],
    );
    const result = await b.good('read_page', { tabId: one });
    assert.match(result.content[0].text, /heading: "Home"/);
    assert.match(notesOf(result), /browser ended unexpectedly/);
    assert.match(notesOf(result), new RegExp(`tab ${one} was opened again at ${b.site.url('/')}`));
    assert.match(await b.text('find', { tabId: two, query: 'two heading' }), /Two/);
    const health = (await b.data('oc_connection_health')).browser;
    assert.deepEqual([health.state, health.starts, health.losses, health.tabs], ['running', 2, 1, 2]);
    assert.notEqual(health.pid, pid);
  });

  test('an observation under way is made again, an action is not', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const other = await b.open('/');
    const waiting = b.call('wait_for', { tabId, text: 'After the loss' });
    const asked = b.site.asked('/started');
    const acting = b.call('javascript_tool', {
      tabId: other,
      code: 'await fetch("/started"); await new Promise(() => {})',
    });
    await asked;
    b.site.set('/', '<title>Home</title><h1>After the loss</h1>');
    const before = b.site.count('/started');
    process.kill(await b.browserPid(), 'SIGKILL');
    assert.equal((await waiting).structuredContent?.met, 'text', (await waiting).content[0].text);
    const { error } = JSON.parse((await acting).content[0].text);
    assert.equal(error.code, 'outcome_unknown', JSON.stringify(error));
    assert.equal(error.details.cause.code, 'browser_disconnected');
    assert.equal(b.site.count('/started'), before);
  });

  test('cookies of the default workspace stay, those of others are gone, and that is said', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    await b.open('/set');
    const work = await b.open('/set', { workspace: 'work' });
    // Chrome writes cookies to disk after a while; what it has not written is lost with it, as with any crash.
    await killBrowser(b);
    const result = await b.good('navigate', { tabId: work, url: b.site.url('/who') });
    assert.equal(result.structuredContent.title, 'nobody');
    assert.match(notesOf(result), /cookies and storage of its workspace are gone/);
    assert.deepEqual(
      (await b.tabs('work')).map(({ tabId }) => tabId),
      [work],
    );
  });

  test('again and again', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    for (let round = 1; round <= 3; ++round) {
      await killBrowser(b);
      assert.match(await b.text('read_page', { tabId }), /heading: "Home"/);
      assert.equal((await b.data('oc_connection_health')).browser.losses, round);
    }
  });
});

describe('oc_stop', () => {
  test('ends the browser, and the next call starts afresh', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    assert.deepEqual(await b.data('oc_stop'), { browser_was_running: false, exiting: false });
    await b.open('/');
    const pid = await b.browserPid();
    const below = processesBelow(pid);
    assert.ok(below.length > 2);
    assert.deepEqual(await b.data('oc_stop'), { browser_was_running: true, exiting: false });
    await until(() => [{ pid }, ...below].every((one) => processFacts(one.pid) === null), 'processes are left');
    assert.deepEqual(await b.data('tabs_context'), { workspaces: [] });
    assert.equal((await b.data('oc_connection_health')).browser.state, 'not_started');
    const again = await b.data('navigate', { url: b.site.url('/two') });
    assert.equal(again.title, 'Two');
    assert.notEqual(await b.browserPid(), pid);
  });

  test('keep_chrome leaves it', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const pid = await b.browserPid();
    await b.data('oc_stop', { keep_chrome: true });
    assert.equal(await b.browserPid(), pid);
    assert.ok(await b.tab(tabId));
  });

  test('what is under way when it comes ends with an error', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const asked = b.site.asked('/started');
    const running = b.call('javascript_tool', { tabId, code: 'await fetch("/started"); await new Promise(() => {})' });
    await asked;
    await b.data('oc_stop');
    assert.equal((await running).isError, true);
  });

  test('exit: the server ends well, the browser with it', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    await b.open('/');
    const pid = await b.browserPid();
    assert.equal((await b.data('oc_stop', { exit: true })).exiting, true);
    assert.equal(await b.server.program.exitCode(), 0);
    await until(() => processFacts(pid) === null, 'the browser is left');
  });
});

describe('the end of the server', () => {
  for (const [name, end] of Object.entries({
    'its input ends': (b) => b.server.endInput(),
    SIGTERM: (b) => b.server.program.signal('SIGTERM'),
    'kill -9': (b) => b.server.program.signal('SIGKILL'),
  })) {
    test(`${name}: no process of its browser is left`, async (t) => {
      const b = await startBrowsing(t, { pages: kPages });
      await b.open('/');
      const pid = await b.browserPid();
      const family = [pid, ...processesBelow(pid).map((one) => one.pid)];
      end(b);
      await b.server.program.exited;
      await until(() => family.every((one) => processFacts(one) === null), `left: ${family.filter(processFacts)}`);
    });
  }
});

describe('oc_reap_orphans', () => {
  test('ends nobody who is not an orphan of ours', async (t) => {
    const site = await Site.start(kPages);
    atEnd(t, () => site.close());
    const home = temporaryFolder(t);
    const [one, two] = [await startBrowsing(t, { site, home }), await startBrowsing(t, { site, home })];
    await one.open('/');
    const pid = await one.browserPid();
    const stranger = spawn('sleep', ['600']);
    atEnd(t, () => stranger.kill('SIGKILL'));
    const folder = join(home, 'browsers');
    const [mark] = readdirSync(folder);
    const facts = JSON.parse(readFileSync(join(folder, mark), 'utf8'));
    writeFileSync(
      join(folder, `${stranger.pid}.json`),
      JSON.stringify({ ...facts, pid: stranger.pid, server_pid: 999_999_999 }),
    );
    assert.deepEqual(await two.data('oc_reap_orphans'), { ended: [] });
    assert.ok(processFacts(pid), 'the browser of a server that runs');
    assert.ok(processFacts(stranger.pid), 'a stranger with a pid from an old mark');
    assert.match(await one.text('read_page'), /heading: "Home"/);
    await two.open('/two');
    assert.notEqual(await two.browserPid(), pid, 'each has a browser of its own');
  });

  test('ends a browser whose server is gone', async (t) => {
    const site = await Site.start(kPages);
    atEnd(t, () => site.close());
    const home = temporaryFolder(t);
    const [one, two] = [await startBrowsing(t, { site, home }), await startBrowsing(t, { site, home })];
    await one.open('/');
    const pid = await one.browserPid();
    // As if its server were another one, which is gone.
    const file = join(home, 'browsers', `${pid}.json`);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), server_pid: 999_999_999 }));
    const { ended } = await two.data('oc_reap_orphans');
    assert.deepEqual(
      ended.map((orphan) => orphan.pid),
      [pid],
    );
    await until(() => processFacts(pid) === null, 'it is left');
    assert.match(await one.text('read_page'), /heading: "Home"/, 'its server starts another');
  });
});
