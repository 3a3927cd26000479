#!/usr/bin/env node
// Drives a real server and a real browser through MCP and shows task envelopes at work, line by line: PASS or FAIL, and why.
//   node scripts/verify/task-envelope.mjs [path of the binary]          default: build/release/openchrome
// Exit code 0 when everything passed.
import { Checks, Server } from './lib.mjs';
import { temporaryFolder } from '../../tests/lib/processes.mjs';
import { Site } from '../../tests/lib/site.mjs';

const checks = new Checks();
const { check, owner } = checks;
const site = await Site.start({
  '/': '<title>Start</title><h1>Start</h1><a id="out" href="/there">out</a><button id="b" onclick="n.textContent = Number(n.textContent) + 1">Count</button><b id="n">0</b>',
  '/same': '<title>Same</title><p>the same page</p>',
});
site.set('/away', { redirect: site.otherUrl('/same') });
site.set('/there', { redirect: site.otherUrl('/same') });
checks.atEnd(() => site.close());
const home = temporaryFolder(owner);
let server = await Server.start(owner, { home, parameters: ['--tools', 'all'] });

const open = async (policy, more = {}) => (await server.good('oc_task_start', { objective: 'look around', policy, ...more })).task_id;
const get = (task_id) => server.good('oc_task_get', { task_id });
const look = (taskId) => server.call('read_page', { taskId });
const go = (taskId, path = '/') => server.call('navigate', { url: site.url(path), ...(taskId && { taskId }) });

await check('an envelope is RUNNING at once, in phase explore', async () => {
  const started = await server.good('oc_task_start', { objective: 'look around' });
  if (started.status !== 'RUNNING' || started.kind !== 'browser_task') return JSON.stringify(started);
  const task = await get(started.task_id);
  const wanted = ['objective', 'phase', 'policy', 'counters', 'budget_status', 'budget_exceeded', 'budget_warnings', 'recent_events', 'elapsed_ms'];
  const missing = wanted.filter((key) => !(key in task));
  return (missing.length > 0 || task.phase !== 'explore' || task.budget_status !== 'ok') && `${missing} ${JSON.stringify(task)}`;
});
await go();
await check('without a taskId nothing changes; with one the payload is the same and _meta tells', async () => {
  const task = await open({});
  const plain = await server.call('find', { query: 'Count button' });
  const counted = await server.call('find', { query: 'Count button', taskId: task });
  if (plain.text !== counted.text) return 'the payload differs';
  if ('openchrome/task' in plain.meta) return 'a call without a task is told of one';
  const told = counted.meta['openchrome/task'];
  return (told?.task_id !== task || told?.budget_status !== 'ok') && JSON.stringify(told);
});
await check('observations and actions are told apart', async () => {
  const task = await open({});
  await look(task);
  await server.call('interact', { selector: '#b', taskId: task });
  await server.call('computer', { action: 'screenshot', taskId: task });
  const { counters } = await get(task);
  const got = [counters.toolCalls, counters.observationCalls, counters.actionCalls].join();
  return got !== '3,2,1' && got;
});
await check('observations in a row: warning at three quarters, exceeded beyond the limit', async () => {
  const task = await open({ maxObservationStreak: 4, maxConsecutiveSameTool: 100 });
  const seen = [];
  let last;
  for (let i = 0; i < 5; ++i) {
    last = await look(task);
    seen.push(last.meta['openchrome/task'].budget_status);
  }
  if (seen.join() !== 'ok,ok,warning,warning,exceeded') return seen.join();
  if (last.meta['openchrome/task'].recommended_next !== 'change_strategy_or_verify') return JSON.stringify(last.meta);
  return !last.content.some(({ text }) => text?.includes('[task] beyond maxObservationStreak')) && JSON.stringify(last.content.at(-1));
});
await check('the same tool, failures and one address in a row', async () => {
  const same = await open({ maxConsecutiveSameTool: 2, maxObservationStreak: 100 });
  for (let i = 0; i < 3; ++i) await look(same);
  if (!(await get(same)).budget_exceeded.includes('maxConsecutiveSameTool')) return 'same tool';
  const failures = await open({ maxFailureStreak: 1, maxConsecutiveSameTool: 100 });
  for (let i = 0; i < 2; ++i) await server.call('interact', { selector: '#none', taskId: failures });
  if (!(await get(failures)).budget_exceeded.includes('maxFailureStreak')) return 'failures';
  const address = await open({ maxSameUrlNavigations: 2, maxConsecutiveSameTool: 100 });
  await go(address, '/#one');
  await go(address, '/#two');
  const told = await get(address);
  return !told.budget_warnings.includes('maxSameUrlNavigations') && JSON.stringify(told.counters);
});
await check('maxToolCalls refuses the next call, and it is not made', async () => {
  await go();
  const task = await open({ maxToolCalls: 2 });
  const click = () => server.call('interact', { selector: '#b', taskId: task });
  await click();
  await click();
  const third = await click();
  if (third.error?.code !== 'budget_exceeded') return JSON.stringify(third);
  const { text } = await server.call('javascript_tool', { code: 'Number(document.getElementById("n").textContent)' });
  return text !== '2' && `the page counts ${text}`;
});
await check('allowedDomains stops a navigation, a redirect and a link', async () => {
  const task = await open({ allowedDomains: ['127.0.0.1'], maxConsecutiveSameTool: 100 });
  const direct = await server.call('navigate', { url: site.otherUrl('/same'), taskId: task });
  if (direct.error?.code !== 'domain_blocked') return `direct: ${JSON.stringify(direct.error)}`;
  const redirect = await go(task, '/away');
  if (redirect.error?.code !== 'domain_blocked') return `redirect: ${JSON.stringify(redirect.error)} ${redirect.text}`;
  await go(task);
  await server.call('interact', { selector: '#out', taskId: task });
  const { text } = await server.call('tabs_context', {});
  return text.includes(`localhost:${site.port}`) && `the link led out: ${text}`;
});
await check('it bounds a crawl too', async () => {
  const task = await open({ allowedDomains: ['example.org'] });
  const { error } = await server.call('crawl', { url: site.url('/'), engine: 'static', taskId: task });
  return error?.code !== 'domain_blocked' && JSON.stringify(error);
});
await check('a policy that is none is refused, an unknown phase with the list', async () => {
  for (const policy of [{ maxToolCalls: 0 }, { maxWallMs: 'long' }, { maxToolCall: 3 }, { allowedDomains: ['http://x'] }]) {
    const { error } = await server.call('oc_task_start', { objective: 'x', policy });
    if (error?.code !== 'invalid_arguments') return `${JSON.stringify(policy)}: ${JSON.stringify(error)}`;
  }
  const { error } = await server.call('oc_task_update', { task_id: await open({}), phase: 'dance' });
  return !/explore.*act.*verify.*recover.*done/.test(error?.message ?? '') && JSON.stringify(error);
});
await check('a checkpoint is recommended until there is one', async () => {
  const task = await open({ checkpointEveryCalls: 2, maxConsecutiveSameTool: 100 });
  await look(task);
  await look(task);
  if ((await get(task)).recommended_next !== 'checkpoint') return 'not recommended';
  const snapshot = await server.call('oc_session_snapshot', { objective: 'o', currentStep: 's', nextActions: [], taskId: task });
  if (snapshot.error) return JSON.stringify(snapshot.error);
  return (await get(task)).recommended_next !== undefined && 'still recommended';
});
await check('tokens are estimated and bounded', async () => {
  const task = await open({ maxOutputTokens: 5 });
  const { meta } = await look(task);
  const { counters } = await get(task);
  return (!(counters.outputTokens > 5) || meta['openchrome/task'].budget_status !== 'exceeded') && JSON.stringify(counters);
});
await check('what is no task, and one that has ended, are errors', async () => {
  for (const taskId of ['nonsense', '0'.repeat(16), '../../x']) {
    const { error } = await look(taskId);
    if (error?.code !== 'task_not_found') return `${taskId}: ${JSON.stringify(error)}`;
  }
  const task = await open({});
  const ended = await server.good('oc_task_finish', { task_id: task, outcome: 'completed', note: 'done' });
  if (ended.status !== 'COMPLETED' || ended.phase !== 'done') return JSON.stringify(ended);
  return (await look(task)).error?.code !== 'task_already_finished' && 'a call after the end';
});
await check('1,000 calls from 8 at a time are counted exactly', async () => {
  const task = await open({ maxConsecutiveSameTool: 10_000, maxObservationStreak: 10_000 });
  let left = 1000;
  const worker = async () => {
    while (left-- > 0) await server.call('tabs_context', { taskId: task });
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const { counters } = await get(task);
  return counters.toolCalls !== 1000 && JSON.stringify(counters);
});
await check('an envelope survives a restart, its counts too', async () => {
  const task = await open({}, { phase: 'act' });
  await look(task);
  await server.good('oc_task_update', { task_id: task, note: 'half way' });
  await server.stop();
  server = await Server.start(owner, { home, parameters: ['--tools', 'all'] });
  const found = await get(task);
  const got = [found.status, found.phase, found.note, found.counters.toolCalls].join();
  return got !== 'RUNNING,act,half way,1' && got;
});
await check('policy and kind together bound background work', async () => {
  site.set('/slow', { hang: true });
  const { task_id } = await server.good('oc_task_start', {
    kind: 'crawl',
    args: { url: site.url('/slow'), engine: 'static' },
    policy: { maxWallMs: 300 },
  });
  const ended = await server.good('oc_task_wait', { task_id, timeout_ms: 10_000 });
  return (ended.status !== 'FAILED' || ended.error.code !== 'timeout') && JSON.stringify(ended);
});
await checks.finish();
