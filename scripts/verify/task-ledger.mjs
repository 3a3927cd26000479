#!/usr/bin/env node
// Drives a real server through MCP and shows the task ledger at work, line by line: PASS or FAIL, and why.
//   node scripts/verify/task-ledger.mjs [path of the binary]          default: build/release/openchrome
// Exit code 0 when everything passed.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kRepository, temporaryFolder } from '../../tests/lib/processes.mjs';
import { Site } from '../../tests/lib/site.mjs';

const binary = resolve(process.argv[2] ?? join(kRepository, 'build/release/openchrome'));
process.env.OPENCHROME_BIN = binary;
const { startStdio } = await import('../../tests/lib/server.mjs');
const endings = [];
const owner = { after: (ending) => endings.push(ending) };
let failures = 0;

// Runs a check; what it returns, or throws, is the problem.
async function check(what, look) {
  let problem;
  try {
    problem = await look();
  } catch (error) {
    problem = error.message;
  }
  if (problem) ++failures;
  console.log(problem ? `FAIL  ${what}: ${problem}` : `PASS  ${what}`);
}

const differs = (what, got, wanted) =>
  JSON.stringify(got) !== JSON.stringify(wanted) && `${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`;

class Ledger {
  static async start(home) {
    const ledger = new Ledger();
    ledger.home = home;
    ledger.server = startStdio(owner, { home, parameters: ['--test-faults', '--tools', 'all'] });
    await ledger.server.initialize();
    return ledger;
  }

  async call(name, args = {}) {
    const start = performance.now();
    const { result, error } = await this.server.ask('tools/call', { name, arguments: args });
    if (error) throw new Error(`${name}: ${error.message}`);
    const data = JSON.parse(result.content[0].text);
    return { data, error: result.isError ? data.error : null, took: performance.now() - start };
  }

  async good(name, args) {
    const { data, error } = await this.call(name, args);
    if (error) throw new Error(`${name}: ${error.code}: ${error.message}`);
    return data;
  }

  async start(kind, args) {
    return (await this.good('oc_task_start', { kind, args })).task_id;
  }

  // Until the task is as wished; each look waits for nothing but the answer.
  async until(task_id, holds, limitMs = 10_000) {
    const end = performance.now() + limitMs;
    for (;;) {
      const task = await this.good('oc_task_get', { task_id });
      if (holds(task)) return task;
      if (performance.now() > end) throw new Error(`the task stays ${JSON.stringify(task)}`);
      await new Promise((next) => setTimeout(next, 5));
    }
  }

  kill() {
    this.server.program.signal('SIGKILL');
    return this.server.program.exited;
  }
}

const words = 'Plain words about nothing in particular, so that the page has something to say. '.repeat(4);
const page = (i, links) => `<title>Page ${i}</title><h1>Page ${i}</h1><p>${words}</p>${links.map((to) => `<a href="/p/${to}">${to}</a>`).join(' ')}`;

async function startSite() {
  const site = await Site.start({ '/robots.txt': { status: 404, body: '' } });
  for (let i = 0; i < 12; ++i) site.set(`/p/${i}`, page(i, [i + 1]));
  site.set('/p/12', page(12, []));
  for (let i = 0; i < 3; ++i) site.set(`/h/${i}`, `<title>H${i}</title><p>${words}</p><a href="/h/${i + 1}">on</a>`);
  site.set('/h/3', { hang: true });
  endings.push(() => site.close());
  return site;
}

const crawlArgs = (site, more = {}) => ({ url: site.url('/p/0'), max_depth: 50, max_pages: 100, engine: 'static', concurrency: 1, ...more });

async function main() {
  if (!existsSync(binary)) throw new Error(`${binary} is not there: ./scripts/build`);
  const site = await startSite();
  const home = temporaryFolder(owner);
  let ledger = await Ledger.start(home);
  const folder = (id) => join(home, 'tasks', id);

  await check('start answers at once with an id and a status', async () => {
    const { data, took } = await ledger.call('oc_task_start', { kind: 'crawl', args: crawlArgs(site) });
    const task = await ledger.good('oc_task_wait', { task_id: data.task_id });
    return (
      (!/^[0-9a-f]{16}$/.test(data.task_id) && `the id is ${data.task_id}`) ||
      (!['PENDING', 'RUNNING'].includes(data.status) && `the status is ${data.status}`) ||
      (took > 500 && `it took ${took} ms`) ||
      differs('the end', task.status, 'COMPLETED')
    );
  });
  await check('its result is that of the direct call, byte for byte, times aside', async () => {
    const id = await ledger.start('crawl', crawlArgs(site));
    await ledger.good('oc_task_wait', { task_id: id });
    const { result } = await ledger.good('oc_task_get', { task_id: id, include_result: true });
    const direct = await ledger.good('crawl', crawlArgs(site));
    for (const one of [result, direct]) delete one.summary.duration_ms;
    return differs('the result', result, direct) || differs('pages', result.pages.length, 13);
  });
  await check('list: newest first, by status and kind', async () => {
    const { tasks, count } = await ledger.good('oc_task_list', { status: 'COMPLETED', kind: ['crawl'] });
    return differs('the count', count, 2) || (tasks[0].created_at < tasks[1].created_at && 'the oldest is first');
  });
  await check('get without include_result carries no result', async () => {
    const { tasks } = await ledger.good('oc_task_list');
    const task = await ledger.good('oc_task_get', { task_id: tasks[0].task_id });
    return 'result' in task && 'there is one';
  });
  await check('a kind that is none is refused, naming the valid ones', async () => {
    const { error } = await ledger.call('oc_task_start', { kind: 'navigate', args: {} });
    return differs('the code', error?.code, 'unknown_task_kind') || (!/crawl/.test(JSON.stringify(error)) && 'crawl is not named');
  });
  await check('cancel after a page: CANCELLED within 2 s, its pages kept', async () => {
    const id = await ledger.start('crawl', crawlArgs(site, { delay_ms: 150 }));
    await ledger.until(id, (task) => (task.progress?.done ?? 0) >= 1);
    const begun = performance.now();
    await ledger.good('oc_task_cancel', { task_id: id });
    const task = await ledger.good('oc_task_wait', { task_id: id, timeout_ms: 5000 });
    const took = performance.now() - begun;
    const { result } = await ledger.good('oc_task_get', { task_id: id, include_result: true });
    return (
      differs('the status', task.status, 'CANCELLED') || (took > 2000 && `${took} ms`) ||
      (result.pages.length < 1 && 'no page is kept') || (result.pages.some(({ error }) => error) && 'there are error rows')
    );
  });
  await check('cancel while a page never loads: CANCELLED within 500 ms with the finished pages', async () => {
    const id = await ledger.start('crawl', crawlArgs(site, { url: site.url('/h/0') }));
    await ledger.until(id, (task) => task.progress?.done === 3);
    const begun = performance.now();
    await ledger.good('oc_task_cancel', { task_id: id });
    const task = await ledger.good('oc_task_wait', { task_id: id, timeout_ms: 5000 });
    const took = performance.now() - begun;
    const { result } = await ledger.good('oc_task_get', { task_id: id, include_result: true });
    return differs('the status', task.status, 'CANCELLED') || (took > 500 && `${took} ms`) || differs('pages', result.pages.length, 3);
  });
  await check('wait returns within 200 ms of the end, and others are answered meanwhile', async () => {
    const id = await ledger.start('crawl', crawlArgs(site, { delay_ms: 40 }));
    const waiting = ledger.good('oc_task_wait', { task_id: id }).then((task) => Date.now() - task.ended_at);
    const { took } = await ledger.call('oc_task_list');
    const late = await waiting;
    return (late > 200 && `${late} ms`) || (took > 200 && `a list took ${took} ms meanwhile`);
  });
  await check('a wait that is too short is a timeout; the task goes on', async () => {
    const id = await ledger.start('crawl', crawlArgs(site, { delay_ms: 40 }));
    const { error } = await ledger.call('oc_task_wait', { task_id: id, timeout_ms: 20 });
    const task = await ledger.good('oc_task_wait', { task_id: id });
    return differs('the code', error?.code, 'timeout') || differs('the end', task.status, 'COMPLETED');
  });
  await check('a page that throws: FAILED with the pages before it', async () => {
    const id = await ledger.start('crawl', crawlArgs(site, { fail_on_page: 3 }));
    const task = await ledger.good('oc_task_wait', { task_id: id });
    const { result } = await ledger.good('oc_task_get', { task_id: id, include_result: true });
    return differs('the status', task.status, 'FAILED') || (!task.error?.code && 'no error') || differs('pages', result.pages.length, 2);
  });
  await check('the same idempotency_key is the same task; with other arguments a conflict', async () => {
    const args = crawlArgs(site, { max_pages: 1 });
    const [one, two] = [await ledger.good('oc_task_start', { kind: 'crawl', args, idempotency_key: 'k' }), await ledger.good('oc_task_start', { kind: 'crawl', args, idempotency_key: 'k' })];
    const { error } = await ledger.call('oc_task_start', { kind: 'crawl', args: { ...args, max_pages: 2 }, idempotency_key: 'k' });
    return differs('the second id', two.task_id, one.task_id) || differs('the code', error?.code, 'conflict');
  });
  await check('files are private and secrets are not in them', async () => {
    const id = await ledger.start('crawl', crawlArgs(site, { url: `${site.url('/p/12')}?token=hunter2secret` }));
    await ledger.good('oc_task_wait', { task_id: id });
    const files = readdirSync(folder(id)).map((name) => join(folder(id), name));
    const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
    const meta = readFileSync(join(folder(id), 'meta.json'), 'utf8');
    return (open.length > 0 && `open to others: ${open}`) || (meta.includes('hunter2secret') && 'the token is in meta.json');
  });
  let orphan;
  await check('kill -9 in mid-run, next start: FAILED as orphaned, finished pages readable', async () => {
    orphan = await ledger.start('crawl', crawlArgs(site, { delay_ms: 100 }));
    const { progress } = await ledger.until(orphan, (task) => (task.progress?.done ?? 0) >= 3);
    await ledger.kill();
    ledger = await Ledger.start(home);
    const task = await ledger.good('oc_task_get', { task_id: orphan, include_result: true });
    return (
      differs('the status', task.status, 'FAILED') || differs('the error', task.error?.code, 'orphaned') ||
      differs('partial', task.partial, true) || (task.result.pages.length < progress.done && `${task.result.pages.length} pages of ${progress.done}`)
    );
  });
  await check('finished tasks are still listed after the restart', async () => {
    const { count } = await ledger.good('oc_task_list', { limit: 1000 });
    return count < 10 && `${count} tasks`;
  });
  await check('an id that is none is an unknown task', async () => {
    for (const task_id of ['../../etc/passwd', 'ffffffffffffffff', '']) {
      const { error } = await ledger.call('oc_task_get', { task_id });
      if (!error) return `${task_id} is known`;
    }
    return null;
  });
}

try {
  await main();
} catch (error) {
  ++failures;
  console.log(`FAIL  ${error.stack}`);
} finally {
  for (const ending of endings.reverse()) await ending();
}
console.log(failures === 0 ? 'all passed' : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
