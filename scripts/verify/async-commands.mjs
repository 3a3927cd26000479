#!/usr/bin/env node
// Drives a real server and the real extension in a real Chrome and shows queued commands at work, line by line: PASS or FAIL,
// and why. The six cases: fast, slow, too slow, no browser, unread, a hundred at once. Takes a little more than a minute, because
// a result expires only after one.
//   node scripts/verify/async-commands.mjs [path of the binary]          default: build/release/openchrome
// Exit code 0 when everything passed.
import { Checks } from './lib.mjs';
import { Site } from '../../tests/lib/site.mjs';
const { startPaired } = await import('../../tests/extension/lib.mjs');

const checks = new Checks();
const { check, owner } = checks;
const site = await Site.start({ '/': '<title>Shop</title><button onclick="window.n = (window.n ?? 0) + 1">Buy</button>' });
checks.atEnd(() => site.close());
const { caller, chrome } = await startPaired(owner, site);

const sleep = (ms, value = 'slept') => `await new Promise((done) => setTimeout(done, ${ms})); return ${JSON.stringify(value)}`;
const run = (script, more = {}) => caller.submit('execute_js', { script, ...more });
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const timed = async (work) => {
  const began = performance.now();
  const value = await work();
  return { value, took: performance.now() - began };
};

// Begun first: it has to lie unread for a minute.
const unread = await run(`'never asked for'`);
const unreadSince = Date.now();

await check('fast: queued, answered at once, complete', async () => {
  const queued = await run('6 * 7');
  if (queued.status !== 'queued' || !/^corr-\d+-[0-9a-f]{16}$/.test(queued.correlation_id)) return JSON.stringify(queued);
  const done = await caller.end(queued.correlation_id);
  return (done.status !== 'complete' || done.result !== 42 || !(done.duration_ms < 2000)) && JSON.stringify(done);
});

await check('slow: pending, then complete', async () => {
  const { correlation_id } = await run(sleep(3500));
  const pending = await caller.result(correlation_id, 2500);
  if (pending.status !== 'pending') return JSON.stringify(pending);
  const done = await caller.end(correlation_id);
  return (done.status !== 'complete' || done.result !== 'slept') && JSON.stringify(done);
});

await check('too slow: a timeout after ten seconds', async () => {
  const { correlation_id } = await run(sleep(60_000));
  const { value: end, took } = await timed(() => caller.end(correlation_id));
  return (end.status !== 'timeout' || took < 9_500 || took > 16_000) && `${took} ms: ${JSON.stringify(end)}`;
});

await check('a hundred at once stay apart; one more is refused with the time to wait', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, (_, i) => run(sleep(300 + (i % 5) * 30, i))));
  const full = await run('1');
  if (full.code !== 'queue_full' || !(full.details?.retry_after_ms > 0)) return JSON.stringify(full);
  const ends = await Promise.all(all.map(({ correlation_id }) => caller.end(correlation_id)));
  return ends.some(({ result }, i) => result !== i) && JSON.stringify(ends.map(({ result }) => result));
});

await check('pending_commands lists what goes on, what is done and what failed', async () => {
  const { correlation_id } = await run(sleep(500));
  const { pending, completed, failed } = await caller.call('observe', { what: 'pending_commands' });
  await caller.end(correlation_id);
  const isListed = pending.some((row) => row.correlation_id === correlation_id && row.command === 'execute_js');
  return !(isListed && completed.length > 0 && failed.length > 0) && JSON.stringify({ pending, failed });
});

await check('an unknown id is an error of its own', async () => {
  const { code } = await caller.result('corr-1-0011223344556677');
  return code !== 'command_not_found' && code;
});

await check('sixty one after the other, with their times (medians at the client)', async () => {
  const submissions = [];
  const whole = [];
  for (let i = 0; i < 60; ++i) {
    const began = performance.now();
    const { value, took } = await timed(() => run('1'));
    await caller.end(value.correlation_id);
    submissions.push(took);
    whole.push(performance.now() - began);
  }
  console.log(`      submission ${median(submissions).toFixed(2)} ms, to the result ${median(whole).toFixed(1)} ms`);
});

await check('unread: the result expires after a minute, and what it was is known', async () => {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, unreadSince + 61_000 - Date.now())));
  const end = await caller.result(unread.correlation_id);
  const { failed } = await caller.call('observe', { what: 'failed_commands' });
  const isListed = failed.some(({ correlation_id, expired_at }) => correlation_id === unread.correlation_id && expired_at > 0);
  return (end.status !== 'expired' || end.outcome !== 'complete' || !end.expired_at || !isListed) && JSON.stringify(end);
});

await check('no browser: it fails after three seconds, with a hint', async () => {
  await chrome.browser.close();
  const { value: end, took } = await timed(async () => caller.end((await run('1')).correlation_id));
  const isTold = end.status === 'error' && end.code === 'extension_no_response' && end.hint;
  return (!isTold || took < 2_500 || took > 9_000) && `${took} ms: ${JSON.stringify(end)}`;
});

await checks.finish();
