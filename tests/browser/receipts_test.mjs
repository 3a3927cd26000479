// Proves that a call with an idempotency_key is done once: repeated, at the same time, over a restart and a kill.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';
import { atEnd, processFacts, temporaryFolder } from '../lib/processes.mjs';
import { toolError } from '../lib/protocol.mjs';
import { Site } from '../lib/site.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/two': '<title>Two</title><h1>Two</h1>',
  '/held': { hold: true, body: '<title>Held</title>' },
  '/hang': { hang: true },
};

const receiptOf = (result) => result._meta['openchrome/receipt'];

function receiptFiles(home) {
  const root = join(home, 'receipts');
  return readdirSync(root).flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
}

describe('a call with a key', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('is done once; repeated it is answered from its receipt', async () => {
    const tabId = await b.open('/two');
    const before = b.site.count('/');
    const args = { tabId, url: b.site.url('/'), idempotency_key: 'once' };
    const first = await b.good('navigate', args);
    assert.deepEqual(receiptOf(first), { key: 'once', replayed: false });
    const second = await b.good('navigate', { idempotencyKey: 'once', url: args.url, tab_id: tabId });
    assert.equal(b.site.count('/'), before + 1);
    assert.deepEqual(second.structuredContent, first.structuredContent);
    assert.equal(receiptOf(second).replayed, true);
    assert.ok(Math.abs(receiptOf(second).recordedAt - Date.now()) < 60_000);
  });

  test('with other arguments or another tool: key_reused, and nothing is done', async () => {
    const tabId = await b.open('/');
    await b.good('navigate', { tabId, url: b.site.url('/'), idempotency_key: 'mine' });
    const before = b.site.requests.length;
    await b.fails('key_reused', 'navigate', { tabId, url: b.site.url('/two'), idempotency_key: 'mine' });
    await b.fails('key_reused', 'tabs_create', { url: b.site.url('/'), idempotency_key: 'mine' });
    assert.equal(b.site.requests.length, before);
  });

  test('twice at once: the second waits for the first and gets its receipt', async () => {
    const tabId = await b.open('/');
    const asked = b.site.asked('/held');
    const args = { tabId, url: b.site.url('/held'), idempotency_key: 'both' };
    const calls = [b.good('navigate', args), b.good('navigate', args)];
    await asked;
    // A third one is answered at once: it is known to be another call.
    await b.fails('key_reused', 'navigate', { ...args, url: b.site.url('/') });
    b.site.release('/held');
    const answers = await Promise.all(calls);
    assert.equal(b.site.count('/held'), 1);
    assert.deepEqual(answers.map((answer) => receiptOf(answer).replayed).sort(), [false, true]);
    assert.deepEqual(answers[0].structuredContent, answers[1].structuredContent);
  });

  test('that failed and did nothing leaves its key free', async () => {
    const tabId = await b.open('/');
    await b.fails('domain_blocked', 'navigate', { tabId, url: 'chrome://version', idempotency_key: 'free' });
    await b.fails('tab_not_found', 'navigate', { tabId: 't9999', url: b.site.url('/'), idempotency_key: 'free' });
    const done = await b.good('navigate', { tabId, url: b.site.url('/two'), idempotency_key: 'free' });
    assert.equal(receiptOf(done).replayed, false);
  });

  test('that failed after it did something keeps its error', async () => {
    const tabId = await b.open('/');
    const args = { tabId, code: 'window.count = (window.count ?? 0) + 1; null.x', idempotency_key: 'bad' };
    const first = await b.fails('script_error', 'javascript_tool', args);
    const again = await b.call('javascript_tool', args);
    const second = toolError(again);
    assert.equal(second.code, 'script_error');
    assert.equal(second.message, first.message);
    assert.match(second.hint, /another idempotency_key/);
    assert.equal(receiptOf(again).replayed, true);
    assert.equal(await b.run(tabId, 'window.count'), 1);
  });

  test('that ran out of time: nobody knows, and it is not done again', async () => {
    const tabId = await b.open('/');
    const args = { tabId, url: b.site.url('/hang'), timeout_ms: 300, idempotency_key: 'late' };
    for (let i = 0; i < 2; i++) {
      const error = await b.fails('outcome_unknown', 'navigate', args);
      assert.match(error.message, /the server has not answered/);
      assert.equal(error.details.cause.code, 'timeout');
      assert.equal(error.retryable, false);
    }
    assert.equal(b.site.count('/hang'), 1);
  });

  test('that only looks ignores it', async () => {
    const tabId = await b.open('/');
    const seen = await b.good('network', { tabId, idempotency_key: 'look' });
    assert.equal(seen._meta['openchrome/receipt'], undefined);
    const set = await b.good('network', { tabId, throttle: 'none', idempotency_key: 'look' });
    assert.equal(receiptOf(set).replayed, false);
    const { message } = await b.fails('invalid_arguments', 'read_page', { tabId, idempotency_key: 'x' });
    assert.match(message, /idempotency_key/);
    assert.match((await b.fails('invalid_arguments', 'navigate', { url: 'x', idempotency_key: '' })).message, /empty/);
  });

  test('secrets and keys do not reach the disk, and files are private', async () => {
    const tabId = await b.open('/');
    const args = { tabId, code: '({password: "hunter2", note: "Bearer abcdefghijkl"})', idempotency_key: 'my-key' };
    assert.equal((await b.data('javascript_tool', args)).password, 'hunter2');
    const again = await b.good('javascript_tool', args);
    assert.equal(JSON.parse(again.content[0].text).password, '[redacted]');
    assert.equal(receiptOf(again).redacted, true);
    const files = receiptFiles(b.home);
    assert.ok(files.length > 5);
    for (const file of files) {
      assert.doesNotMatch(readFileSync(file, 'utf8'), /hunter2|abcdefghijkl|my-key/);
      assert.equal(statSync(file).mode & 0o7777, 0o600, file);
      assert.equal(statSync(join(file, '..')).mode & 0o7777, 0o700, file);
    }
  });
});

describe('an action that is cut off', () => {
  test('without a key too: outcome_unknown, not "call again"', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const running = b.call('javascript_tool', { tabId, code: 'fetch("/two"); new Promise(() => {})' });
    await b.site.asked('/two');
    process.kill(await b.browserPid(), 'SIGKILL');
    const error = toolError(await running);
    assert.equal(error.code, 'outcome_unknown');
    assert.equal(error.details.cause.code, 'browser_disconnected');
    assert.equal(error.retryable, false);
  });
});

describe('over a restart', () => {
  test('a receipt holds, and needs no browser', async (t) => {
    const site = await Site.start(kPages);
    atEnd(t, () => site.close());
    const home = temporaryFolder(t);
    const args = { url: site.url('/'), idempotency_key: 'kept' };
    const first = await startBrowsing(t, { site, home });
    const done = await first.good('tabs_create', args);
    await first.server.finish();
    const second = await startBrowsing(t, { site, home });
    const again = await second.good('tabs_create', args);
    assert.equal(receiptOf(again).replayed, true);
    assert.deepEqual(again.structuredContent, done.structuredContent);
    assert.equal(site.count('/'), 1);
    assert.equal((await second.data('oc_connection_health')).browser.state, 'not_started');
  });

  test('a call during which the server was killed is never run again', async (t) => {
    const site = await Site.start(kPages);
    atEnd(t, () => site.close());
    const home = temporaryFolder(t);
    const first = await startBrowsing(t, { site, home });
    const args = { url: site.url('/hang'), idempotency_key: 'killed' };
    const asked = site.asked('/hang');
    first.server.send({ jsonrpc: '2.0', id: 'k', method: 'tools/call', params: { name: 'navigate', arguments: args } });
    await asked;
    // Meanwhile another server of this home is told to wait.
    const other = await startBrowsing(t, { site, home });
    assert.equal((await other.fails('server_busy', 'navigate', args)).retryable, true);
    const browser = await first.browserPid();
    first.server.program.signal('SIGKILL');
    await first.server.program.exited;
    await until(() => !processFacts(browser), 'its browser still runs');
    for (let i = 0; i < 2; i++) await other.fails('outcome_unknown', 'navigate', args);
    await other.fails('key_reused', 'navigate', { ...args, url: site.url('/') });
    assert.equal(site.count('/hang'), 1);
  });
});
