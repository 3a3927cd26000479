// Ends the extension's worker, and the server, at the five points of a command's life: before it is delivered, after that,
// after it began, after it finished but before that was told, and after that. It is carried out at most once in every case,
// and always ends in a state that the host can read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Site } from '../lib/site.mjs';
import { startPaired, startServer, until } from './lib.mjs';

let site;
before(async () => {
  site = await Site.start({ '/': '<title>Counting</title>', '/mark': 'ok' });
});
after(() => site.close());

let number = 0;
// A script that tells the site that it ran, and how often it did.
function marking(rest = "return 'done'") {
  const path = `/mark/${++number}`;
  site.set(path, 'ok');
  return { script: `await fetch('${path}'); ${rest}`, runs: () => site.count(path), began: () => until(() => site.count(path) > 0, 'it began') };
}

// Chrome starts the worker again for any event: here somebody looks at the popup.
async function wakeWorker(chrome) {
  const popup = await chrome.popup();
  await until(
    () => popup.evaluate(`document.getElementById('state').textContent === 'Paired and connected'`),
    'the extension is connected again',
  );
  await popup.close();
}

// The worker's JavaScript stands still: what arrives waits in the browser.
async function holdWorker(chrome) {
  const { targetId } = await chrome.worker();
  const { sessionId } = await chrome.browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method, params) => chrome.browser.send(method, params, sessionId);
  await send('Debugger.enable');
  const paused = chrome.browser.event('Debugger.paused', sessionId);
  await send('Debugger.pause');
  void send('Runtime.evaluate', { expression: '1' }).catch(() => {}); // something to stand still at
  await paused;
  return {
    release: async () => {
      await send('Debugger.resume');
      await chrome.browser.send('Target.detachFromTarget', { sessionId });
    },
  };
}

// The worker can tell the server nothing more.
async function muteWorker(chrome) {
  const { targetId } = await chrome.worker();
  const { sessionId } = await chrome.browser.send('Target.attachToTarget', { targetId, flatten: true });
  const expression = `WebSocket.prototype.send = function () {}; self.fetch = () => Promise.reject(new Error('muted'))`;
  await chrome.browser.send('Runtime.evaluate', { expression }, sessionId);
  await chrome.browser.send('Target.detachFromTarget', { sessionId });
}

const isIn = (caller, id, state) =>
  until(async () => {
    const { pending } = await caller.call('observe', { what: 'pending_commands' });
    return pending.find(({ correlation_id }) => correlation_id === id)?.state === state;
  }, `it is ${state}`);
const isDelivered = (caller, id) => isIn(caller, id, 'delivered');

describe('the worker ends', () => {
  test('before the command is delivered', async (t) => {
    const { caller, chrome } = await startPaired(t, site);
    await chrome.killWorker();
    const job = marking();
    const { correlation_id } = await caller.submit('execute_js', { script: job.script, queue_ttl_ms: 60_000 });
    await wakeWorker(chrome);
    assert.equal((await caller.end(correlation_id)).status, 'complete');
    assert.equal(job.runs(), 1);
  });

  test('after it was delivered', async (t) => {
    const { caller, chrome } = await startPaired(t, site);
    await holdWorker(chrome);
    const job = marking();
    const { correlation_id } = await caller.submit('execute_js', { script: job.script, queue_ttl_ms: 60_000 });
    await isDelivered(caller, correlation_id);
    await chrome.killWorker();
    await wakeWorker(chrome);
    const end = await caller.end(correlation_id);
    assert.equal(end.status, 'complete', 'the browser knows that it had not begun');
    assert.equal(job.runs(), 1);
  });

  test('after it began', async (t) => {
    const { caller, chrome } = await startPaired(t, site);
    const job = marking('await new Promise(() => {})');
    const { correlation_id } = await caller.submit('execute_js', { script: job.script });
    await job.began();
    await chrome.killWorker();
    await wakeWorker(chrome);
    const end = await caller.end(correlation_id);
    assert.deepEqual([end.status, end.code, end.outcome_unknown], ['error', 'executor_lost', true]);
    assert.equal(job.runs(), 1);
  });

  test('after it began, and does not come back', async (t) => {
    const { caller, chrome } = await startPaired(t, site);
    const job = marking('await new Promise(() => {})');
    const { correlation_id } = await caller.submit('execute_js', { script: job.script });
    await job.began();
    await chrome.browser.close();
    const end = await caller.end(correlation_id);
    assert.deepEqual([end.code, end.outcome_unknown], ['executor_lost', true]);
  });

  test('after it finished, before that was told', async (t) => {
    const { caller, chrome } = await startPaired(t, site);
    const job = marking("return 'kept'");
    await muteWorker(chrome);
    const { correlation_id } = await caller.submit('execute_js', { script: job.script, queue_ttl_ms: 60_000 });
    await job.began();
    // Written by the worker before it tells anybody.
    const popup = await chrome.popup();
    await until(
      () => popup.evaluate(`chrome.storage.session.get('started').then(({ started }) => Boolean(started?.['${correlation_id}']?.bytes))`),
      'it has finished',
    );
    await popup.close();
    await chrome.killWorker();
    await wakeWorker(chrome);
    const end = await caller.end(correlation_id);
    assert.equal(job.runs(), 1);
    assert.deepEqual([end.status, end.result], ['complete', 'kept'], 'told by the next worker');
  });

  test('after that was told', async (t) => {
    const { caller, chrome } = await startPaired(t, site);
    const job = marking();
    const { correlation_id } = await caller.submit('execute_js', { script: job.script });
    assert.equal((await caller.end(correlation_id)).status, 'complete');
    await chrome.killWorker();
    await wakeWorker(chrome);
    assert.equal((await caller.end(correlation_id)).result, 'done');
    assert.equal(job.runs(), 1);
  });
});

describe('the server ends', () => {
  async function restart(t, place) {
    place.server.program.signal('SIGKILL');
    await place.server.program.exited;
    return (await startServer(t, { home: place.home, port: place.port })).caller;
  }

  test('before the command is delivered', async (t) => {
    const place = await startPaired(t, site);
    await place.popup.close(); // it would wake the worker
    await place.chrome.killWorker();
    const job = marking();
    const { correlation_id } = await place.caller.submit('execute_js', { script: job.script, queue_ttl_ms: 60_000 });
    const caller = await restart(t, place);
    assert.equal((await caller.result(correlation_id)).status, 'pending', 'it is still queued');
    await wakeWorker(place.chrome);
    assert.equal((await caller.end(correlation_id)).status, 'complete');
    assert.equal(job.runs(), 1);
  });

  test('after it was delivered', async (t) => {
    const place = await startPaired(t, site);
    const hold = await holdWorker(place.chrome);
    const job = marking();
    const { correlation_id } = await place.caller.submit('execute_js', { script: job.script, queue_ttl_ms: 60_000 });
    await isDelivered(place.caller, correlation_id);
    const caller = await restart(t, place);
    await hold.release();
    assert.equal((await caller.end(correlation_id)).status, 'complete');
    assert.equal(job.runs(), 1);
  });

  test('after it began', async (t) => {
    const place = await startPaired(t, site);
    const job = marking(`await new Promise((done) => setTimeout(done, 1500)); return 'late'`);
    const { correlation_id } = await place.caller.submit('execute_js', { script: job.script });
    await job.began();
    // On disk, not only known: else the next server hears from the extension that it runs, and goes on with it.
    const log = join(place.home, 'bridge/commands-1.jsonl');
    await until(() => readFileSync(log, 'utf8').includes('"state":"running"'), 'it is written down that it runs');
    const caller = await restart(t, place);
    const end = await caller.end(correlation_id);
    assert.deepEqual([end.status, end.code, end.outcome_unknown], ['error', 'orphaned', true]);
    assert.equal(job.runs(), 1);
    const late = await until(async () => (await caller.result(correlation_id)).late_result, 'the late result is kept');
    assert.equal(late, 'late');
  });

  test('after it finished, before that was told', async (t) => {
    const place = await startPaired(t, site);
    const job = marking(`await new Promise((done) => setTimeout(done, 300)); return 'kept'`);
    const { correlation_id } = await place.caller.submit('execute_js', { script: job.script });
    await job.began();
    place.server.program.signal('SIGKILL');
    await place.server.program.exited;
    await until(
      () => place.popup.evaluate(`chrome.storage.session.get('started').then(({ started }) => Boolean(started?.['${correlation_id}']?.bytes))`),
      'it has finished',
    );
    const { caller } = await startServer(t, { home: place.home, port: place.port });
    const late = await until(async () => (await caller.result(correlation_id)).late_result, 'it is told to the next server');
    assert.equal(late, 'kept');
    assert.equal(job.runs(), 1);
  });

  test('after that was told', async (t) => {
    const place = await startPaired(t, site);
    const job = marking();
    const { correlation_id } = await place.caller.submit('execute_js', { script: job.script });
    await until(async () => {
      const { completed } = await place.caller.call('observe', { what: 'pending_commands' });
      return completed.length === 1;
    }, 'it is complete, and nobody has read it');
    const caller = await restart(t, place);
    assert.equal((await caller.end(correlation_id)).result, 'done');
    assert.equal(job.runs(), 1);
    const { correlation_id: next } = await caller.submit('execute_js', { script: '1', queue_ttl_ms: 60_000 });
    assert.notEqual(next, correlation_id);
    assert.equal((await caller.end(next)).result, 1, 'the extension has found the next server by itself');
  });
});
