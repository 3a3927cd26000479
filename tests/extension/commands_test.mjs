// The life of commands with the real extension in a real Chrome: what it does, how long it takes, and where.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Site } from '../lib/site.mjs';
import { startStdio } from '../lib/server.mjs';
import { Caller, UserChrome, runOpenchrome, startPaired, startServer, until } from './lib.mjs';

const kShop = `<title>Shop</title><h1>Hello</h1><button onclick="window.clicks = (window.clicks || 0) + 1;
  window.trusted = event.isTrusted">Buy</button><button disabled>Sell</button><input id="name"><div id="covered"
  style="position:relative"><button id="below">Below</button><i style="position:absolute;inset:0"></i></div>`;

let site;
before(async () => {
  site = await Site.start({
    '/': kShop,
    '/other': '<title>Other</title><p>another page</p>',
    '/login': `<title>Login</title><input id="pin" type="password" value="hunter2"><input type="submit" value="Enter">`,
    '/secret': '<title>Secret</title><p>not shared</p>',
    '/strict': {
      headers: { 'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'" },
      body: '<title>Strict</title><p>rules</p>',
    },
  });
});
after(() => site.close());

describe('commands in the tab that the user shares', () => {
  test('a fast one, in the world of the page', async (t) => {
    const { caller, page } = await startPaired(t, site);
    await page.evaluate('window.answer = { of: [42] }');
    const submitted = await caller.submit('execute_js', { script: 'window.answer' });
    assert.equal(submitted.status, 'queued');
    assert.match(submitted.correlation_id, /^corr-\d+-[0-9a-f]{16}$/);
    const done = await caller.end(submitted.correlation_id);
    assert.equal(done.status, 'complete');
    assert.deepEqual(done.result, { of: [42] });
    assert.ok(done.completed_at > 0 && done.duration_ms >= 0);
    assert.deepEqual(await caller.end(submitted.correlation_id), done, 'it can be read again');

    assert.equal((await caller.run('execute_js', { script: 'await Promise.resolve(7)' })).result, 7);
    assert.equal((await caller.run('execute_js', { script: 'const a = 3; return a * 2' })).result, 6);
    const wrong = await caller.run('execute_js', { script: 'nothing.here' });
    assert.equal(wrong.status, 'error');
    assert.equal(wrong.code, 'script_error');
    assert.match(wrong.error, /nothing is not defined/);
  });

  test('everything that can be asked for', async (t) => {
    const { caller, page } = await startPaired(t, site);
    const text = await caller.run('get_text');
    assert.match(text.result.text, /Hello/);
    assert.equal((await caller.run('click', { query: 'buy' })).result.trusted, false);
    assert.equal(await page.evaluate('window.clicks'), 1);
    await caller.run('type', { selector: '#name', text: 'Ada' });
    assert.equal(await page.evaluate(`document.getElementById('name').value`), 'Ada');
    assert.equal((await caller.run('click', { query: 'sell' })).code, 'element_disabled');
    assert.equal((await caller.run('click', { query: 'no such thing' })).code, 'element_not_found');
    const gone = await caller.run('navigate', { url: site.url('/other') });
    assert.deepEqual(gone.result, { url: site.url('/other'), title: 'Other' });
    const { result } = await caller.run('list_tabs');
    assert.deepEqual(result.tabs.map(({ url }) => url), [site.url('/other')], 'the tab that is shared and no other');
    await page.send('Page.bringToFront');
    const picture = await caller.run('screenshot');
    assert.equal(Buffer.from(picture.result.data, 'base64').subarray(1, 4).toString(), 'PNG');
    assert.ok((await caller.submit('navigate', { url: 'javascript:alert(1)' })).isError);
  });

  test('with the debugger: real input, and pages whose rules forbid scripts', async (t) => {
    const { caller, page } = await startPaired(t, site, { mayDebug: true });
    assert.equal((await caller.run('click', { query: 'buy' })).result.trusted, true);
    assert.deepEqual(await page.evaluate('[window.clicks, window.trusted]'), [1, true]);
    assert.equal((await caller.run('click', { selector: '#below' })).code, 'element_covered');
    await caller.run('type', { selector: '#name', text: 'Ada' });
    assert.equal(await page.evaluate(`document.getElementById('name').value`), 'Ada');
    await caller.run('navigate', { url: site.url('/strict') });
    assert.equal((await caller.run('execute_js', { script: 'document.title' })).result, 'Strict');
    assert.equal((await caller.run('screenshot')).result.mime_type, 'image/png');
  });

  test('what a field holds is not told, and a field is not found by it', async (t) => {
    const { caller } = await startPaired(t, site, { path: '/login' });
    const typed = await caller.run('type', { selector: '#pin', text: '!' });
    assert.deepEqual(typed.result, { typed_into: '<input>', trusted: false });
    assert.equal((await caller.run('click', { query: 'hunter2' })).code, 'element_not_found');
    assert.equal((await caller.run('click', { query: 'enter' })).result.clicked, '<input> enter');
    const wrong = await caller.run('get_text', { selector: '##' });
    assert.equal(wrong.code, 'invalid_arguments');
    assert.match(wrong.error, /'##'/);
    assert.ok(wrong.hint);
  });

  test('a page that goes away while a script runs in it: nobody knows how far it came', async (t) => {
    const { caller } = await startPaired(t, site);
    const script = `location.href = '/other'; await new Promise(() => {})`;
    const gone = await caller.run('execute_js', { script });
    assert.deepEqual([gone.code, gone.outcome_unknown], ['page_changed', true], JSON.stringify(gone));
    assert.match(gone.hint, /Look at the page/);
  });

  test('the debugger goes when the time of a script is up', async (t) => {
    const { caller, popup, tabId } = await startPaired(t, site, { path: '/strict', mayDebug: true });
    const late = await caller.run('execute_js', { script: 'await new Promise(() => {})', timeout_ms: 500 });
    assert.equal(late.status, 'timeout');
    // An extension attaches to a tab once.
    const attach = `chrome.debugger.attach({ tabId: ${tabId} }, '1.3').then(() => true, () => false)`;
    await until(() => popup.evaluate(attach), 'it is detached', 5_000);
  });

  test('an error that speaks of the rules of pages does not make a script run twice', async (t) => {
    const { caller, page } = await startPaired(t, site, { mayDebug: true });
    const script = `window.runs = (window.runs ?? 0) + 1; throw new EvalError('Content Security Policy')`;
    assert.equal((await caller.run('execute_js', { script })).code, 'script_error');
    assert.equal(await page.evaluate('window.runs'), 1);
  });

  test('without it such a page says so', async (t) => {
    const { caller } = await startPaired(t, site, { path: '/strict' });
    const blocked = await caller.run('execute_js', { script: '1' });
    assert.equal(blocked.code, 'blocked_by_page');
    assert.match(blocked.hint, /options/);
  });

  test('a slow one is pending, then complete; one too slow is a timeout', async (t) => {
    const { caller } = await startPaired(t, site);
    const wait = (ms) => `await new Promise((done) => setTimeout(done, ${ms})); return 'slept'`;
    const [slow, late] = await Promise.all([
      caller.submit('execute_js', { script: wait(3500) }),
      caller.submit('execute_js', { script: wait(60_000), timeout_ms: 1200 }),
    ]);
    assert.equal((await caller.result(slow.correlation_id)).status, 'pending');
    const timeout = await caller.end(late.correlation_id);
    assert.equal(timeout.status, 'timeout');
    assert.ok(timeout.failed_at > 0);
    const done = await caller.end(slow.correlation_id);
    assert.deepEqual([done.status, done.result], ['complete', 'slept'], 'longer than what is waited for an answer');
    assert.ok(done.duration_ms >= 3500);
  });

  test('100 at once stay apart, and one more is refused honestly', async (t) => {
    const { caller } = await startPaired(t, site);
    const script = (i) => `await new Promise((done) => setTimeout(done, ${500 + (i % 7) * 20})); return ${i}`;
    const submitted = await Promise.all(
      Array.from({ length: 100 }, (_, i) => caller.submit('execute_js', { script: script(i) })),
    );
    const full = await caller.submit('execute_js', { script: '1' });
    assert.equal(full.code, 'queue_full');
    assert.ok(full.details.retry_after_ms > 0);
    const ends = await Promise.all(submitted.map(({ correlation_id }) => caller.end(correlation_id)));
    assert.deepEqual(ends.map(({ result }) => result), Array.from({ length: 100 }, (_, i) => i));
  });

  test('long results are stored, and what is longer still is refused; the channel goes on', async (t) => {
    const { caller } = await startPaired(t, site);
    const long = await caller.run('execute_js', { script: `'x'.repeat(400_000)` });
    assert.match(long.result.output_handle, /^oh_/);
    const page = await caller.call('oc_output_fetch', { output_handle: long.result.output_handle });
    assert.ok(page.content.startsWith('"xxx'));
    const longer = await caller.run('execute_js', { script: `'x'.repeat(34_000_000)` });
    assert.equal(longer.code, 'result_too_large');
    assert.equal((await caller.run('execute_js', { script: '1' })).result, 1);
  });

  test('only the shared tab, only while the user lets it, and it stops at once', async (t) => {
    const { caller, chrome, page, popup } = await startPaired(t, site);
    await chrome.page(site.url('/secret'));
    assert.ok(!(await caller.run('get_text')).result.text.includes('not shared'));
    const running = await caller.submit('execute_js', { script: 'await new Promise(() => {})' });
    await until(() => popup.evaluate(`chrome.action.getBadgeText({}).then((text) => text === '●')`), 'a badge is shown');
    await until(() => popup.evaluate(`document.getElementById('state').textContent.includes('working')`), 'the popup says so');
    await popup.evaluate(`document.getElementById('act').click()`);
    const stopped = await caller.end(running.correlation_id);
    assert.deepEqual([stopped.code, stopped.outcome_unknown], ['stopped_by_user', true]);
    assert.equal((await caller.run('get_text')).code, 'switched_off');
    await until(() => popup.evaluate(`chrome.action.getBadgeText({}).then((text) => text === 'off')`), 'the badge says off');
    await popup.evaluate(`document.getElementById('act').click()`);
    await until(async () => (await caller.run('get_text')).status === 'complete', 'it may act again');
    await page.close();
    await until(async () => (await caller.run('get_text')).code === 'no_tab_shared', 'a closed tab is not shared');
  });

  test('a pairing that is forgotten while a command runs: it ends, and nothing more is taken', async (t) => {
    const { caller, chrome, code, home, popup } = await startPaired(t, site);
    const { correlation_id } = await caller.submit('execute_js', { script: `await new Promise((done) => setTimeout(done, 60_000))`, timeout_ms: 30_000 });
    await until(() => popup.evaluate(`chrome.action.getBadgeText({}).then((text) => text === '●')`), 'it runs');
    const options = await chrome.page('chrome-extension://kllkgnobgjpacceipcminpjfbkkibhbe/options.html');
    await until(() => options.evaluate(`!document.getElementById('unpair').disabled`), 'the options are there');
    await options.evaluate(`document.getElementById('unpair').click()`);
    const end = await caller.end(correlation_id);
    assert.equal(end.status, 'error', JSON.stringify(end));
    assert.equal(end.outcome_unknown, true, JSON.stringify(end));
    assert.match(runOpenchrome(home, 'extension', 'status').stdout, /not connected/);
    await chrome.pair(code);
    assert.equal((await caller.run('execute_js', { script: '2 + 2' })).result, 4, 'paired again it works again');
  });

  test('a browser that is gone: nothing hangs', async (t) => {
    const { caller, chrome } = await startPaired(t, site);
    await chrome.browser.close();
    await until(
      async () => !(await caller.call('oc_connection_health')).extension.connected,
      'the server has noticed',
    );
    const lost = await caller.run('execute_js', { script: '1' });
    assert.deepEqual([lost.code, lost.reason], ['extension_no_response', 'not_delivered']);
    const { failed } = await caller.call('observe', { what: 'failed_commands' });
    assert.equal(failed[0].code, 'extension_no_response');
    assert.ok(failed[0].hint && failed[0].failed_at);
  });
});

describe('beside the extension', () => {
  test('without one the browser of the server does the same', async (t) => {
    const { caller } = await startServer(t);
    await caller.call('navigate', { url: site.url('/') });
    const queued = await caller.call('interact', { action: 'execute_js', script: 'document.title', via: 'auto' });
    assert.equal(queued.via, 'cdp');
    assert.equal((await caller.end(queued.correlation_id)).status, 'complete');
    const { tabId } = await caller.call('tabs_create', { url: site.url('/other') });
    await caller.call('tabs_create', { url: site.url('/secret') });
    const named = await caller.call('interact', { action: 'execute_js', script: 'document.title', via: 'cdp', tabId });
    assert.match(JSON.stringify((await caller.end(named.correlation_id)).result), /Other/, 'in the tab that was named');
    const { task_id: taskId } = await caller.call('oc_task_start', { objective: 'look', policy: { mode: 'observe' } });
    const bounded = await caller.call('interact', { action: 'execute_js', script: '1', via: 'cdp', taskId });
    assert.equal(bounded.code, 'unsupported', 'what bounds the task could not be kept');
    await caller.call('navigate', { url: site.url('/') });
    for (const [action, more] of [['get_text', {}], ['list_tabs', {}], ['screenshot', {}], ['click', { query: 'Buy button' }]]) {
      const { correlation_id } = await caller.call('interact', { action, via: 'cdp', ...more });
      const end = await caller.end(correlation_id);
      assert.equal(end.status, 'complete', `${action}: ${JSON.stringify(end)}`);
    }
  });

  test('what cannot be meant is refused before it is queued', async (t) => {
    const { caller } = await startServer(t, { parameters: ['--allow-host', '127.0.0.1'] });
    for (const [args, problem] of [
      [{ action: 'execute_js' }, /needs script/],
      [{ action: 'navigate' }, /needs url/],
      [{ action: 'hover', via: 'extension' }, /cannot be queued/],
      [{ action: 'click', via: 'extension', ref: 'ref_1' }, /refs belong/],
      [{ action: 'get_text', via: 'extension', tabId: 't1' }, /the tab that the user shares/],
      [{ action: 'navigate', url: 'https://elsewhere.example/' }, /not among the allowed hosts/],
    ]) {
      const { isError, message } = await caller.call('interact', args);
      assert.ok(isError);
      assert.match(message, problem);
    }
    assert.equal((await caller.result('corr-1-0011223344556677')).code, 'command_not_found');
    assert.deepEqual(await caller.call('observe', { what: 'pending_commands' }), { pending: [], completed: [], failed: [] });
  });

  test('a server without a door for extensions says so at once', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    const { code, hint } = await new Caller(server).submit('get_text');
    assert.equal(code, 'extension_not_connected');
    assert.match(hint, /--http/);
  });

  test('the same key is the same command', async (t) => {
    const { caller } = await startServer(t);
    const args = { action: 'execute_js', script: '1', via: 'extension', idempotency_key: 'once' };
    const [one, two] = [await caller.call('interact', args), await caller.call('interact', args)];
    assert.equal(one.correlation_id, two.correlation_id);
  });

  test('`openchrome extension` unpacks, pairs and tells', async (t) => {
    const { home, port, token } = await startServer(t);
    const path = runOpenchrome(home, 'extension', 'path');
    assert.equal(path.status, 0);
    const chrome = await UserChrome.start(t, { folder: path.stdout.trim() });
    assert.equal(runOpenchrome(home, 'extension', 'pair', '--print-token').stdout.trim(), token);
    const { stdout } = runOpenchrome(home, 'extension', 'pair');
    assert.ok(stdout.includes(`${port}:${token}`));
    assert.match(runOpenchrome(home, 'extension', 'status').stdout, /not connected/);
    await chrome.pair(stdout.match(/^\s*(\d+:\S+)$/m)[1]);
    assert.match(runOpenchrome(home, 'extension', 'status').stdout, /connected, version 0\.1\.0/);
  });
});
