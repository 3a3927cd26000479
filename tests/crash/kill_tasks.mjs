// A scripted run of background crawls whose server is killed with kill -9 at random moments. After each kill: every record
// can be read, no finished page is lost, and the next server leaves nothing running.
//   node tests/crash/kill_tasks.mjs [KILLS=1000] [SEED]       (or tests/crash/run, which builds first)
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from '../chaos/lib.mjs';
import { temporaryFolder } from '../lib/processes.mjs';
import { startStdio } from '../lib/server.mjs';
import { Site } from '../lib/site.mjs';

const kKills = Number(process.argv[2] ?? 1000);
const kSeed = Number(process.argv[3] ?? Date.now() % 1e6);
const kPages = 40;
const kLongestMs = 60; // from the first call of a server to its kill
const kEnded = ['COMPLETED', 'FAILED', 'CANCELLED'];

const random = randomNumbers(kSeed);
const endings = [];
const owner = { after: (ending) => endings.push(ending) };

const page = (i) =>
  `<title>Page ${i}</title><h1>Page ${i}</h1><p>${'Some words. '.repeat(20)}</p>` +
  [1, 2, 3].map((step) => `<a href="/p/${(i * 3 + step) % kPages}">next</a>`).join(' ');

class Run {
  // What this server has told, and what may therefore not be lost.
  told = new Map(); // task id → { done, status }

  constructor(home) {
    this.server = startStdio({ after: () => {} }, { home });
  }

  async call(name, args = {}) {
    const { result } = await this.server.ask('tools/call', { name, arguments: args });
    assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
    return JSON.parse(result.content[0].text);
  }

  hear({ task_id, status, progress }) {
    this.told.set(task_id, { status, done: progress?.done ?? 0 });
  }

  // Goes on until the server is gone.
  async work(site) {
    const ids = [];
    const start = async () => {
      const args = { url: site.url('/p/0'), engine: 'static', max_pages: kPages, max_depth: 20, concurrency: 2 };
      const started = await this.call('oc_task_start', { kind: 'crawl', args });
      this.hear(started);
      ids.push(started.task_id);
    };
    await start();
    await start();
    for (;;) {
      const task_id = ids[Math.floor(random() * ids.length)];
      const step = random();
      if (step < 0.6) this.hear(await this.call('oc_task_get', { task_id }));
      else if (step < 0.7) this.hear(await this.call('oc_task_cancel', { task_id }));
      else if (step < 0.8) this.hear(await this.call('oc_task_wait', { task_id }));
      else if (step < 0.9) await this.call('oc_task_list', { limit: 10 });
      else await start();
    }
  }

  async kill() {
    this.server.program.signal('SIGKILL');
    await this.server.program.exited;
  }
}

const wholeLines = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line)) : [];

// On disk, before anybody has mended anything: records and lines that can be read.
function leftBehind(home, ids) {
  return ids.map((id) => {
    const folder = join(home, 'tasks', id);
    const record = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'));
    return { id, record, items: wholeLines(join(folder, 'items.jsonl')) };
  });
}

async function look(run, told, left) {
  const { tasks } = await run.call('oc_task_list', { status: ['PENDING', 'RUNNING'] });
  assert.deepEqual(tasks, [], 'nothing is left running');
  for (const { id, record, items } of left) {
    const task = await run.call('oc_task_get', { task_id: id, include_result: true });
    assert.ok(kEnded.includes(task.status), JSON.stringify(task));
    const pages = task.result?.pages ?? [];
    const { status, done } = told.get(id) ?? { done: 0 };
    const what = `task ${id}: ${JSON.stringify({ before: record.status, told: { status, done }, now: task.status, error: task.error })}`;
    if (kEnded.includes(status)) assert.equal(task.status, status, what);
    else if (!kEnded.includes(record.status)) {
      // Who was asked to stop has stopped, whatever stopped it.
      const expected = record.cancel_requested_at ? ['CANCELLED', undefined] : ['FAILED', 'orphaned'];
      assert.deepEqual([task.status, task.error?.code], expected, what);
    }
    assert.ok(pages.length >= done, `${what}: ${pages.length} pages`);
    const urls = pages.map(({ url }) => url);
    for (const { url } of items) assert.ok(urls.includes(url), `${what}: lost ${url}`);
    assert.equal(new Set(urls).size, urls.length, `${what}: a page twice`);
  }
  return left.reduce((sum, { items }) => sum + items.length, 0);
}

const home = temporaryFolder(owner);
const site = await Site.start({ '/robots.txt': { status: 404, body: '' } });
for (let i = 0; i < kPages; ++i) site.set(`/p/${i}`, page(i));
const sums = { tasks: 0, orphans: 0, pages: 0 };
const seenTasks = new Set();
const began = performance.now();
let told = new Map();
let left = [];
try {
  for (let kill = 0; kill <= kKills; ++kill) {
    const run = new Run(home);
    await run.server.initialize();
    sums.pages += await look(run, told, left);
    if (kill === kKills) {
      await run.server.stop();
      break;
    }
    // The work ends with an error when the server does; only one that comes earlier counts.
    let isKilled = false;
    const work = run.work(site).catch((error) => {
      if (!isKilled) throw error;
    });
    const due = new Promise((next) => setTimeout(next, random() * kLongestMs));
    await Promise.race([work, due]);
    isKilled = true;
    await run.kill();
    await work;
    const fresh = readdirSync(join(home, 'tasks')).filter((name) => /^[0-9a-f]{16}$/.test(name) && !seenTasks.has(name));
    for (const id of fresh) seenTasks.add(id);
    for (const id of run.told.keys()) assert.ok(seenTasks.has(id), `the task ${id} was told and is not there`);
    told = run.told;
    left = leftBehind(home, fresh);
    sums.tasks += fresh.length;
    sums.orphans += left.filter(({ record }) => !kEnded.includes(record.status)).length;
    if (process.stdout.isTTY) process.stdout.write(`\r${kill + 1} of ${kKills} kills`);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${kKills} kills in ${seconds} s, seed ${kSeed}: ${sums.tasks} tasks, ${sums.orphans} of them at work when killed, ${sums.pages} finished pages; none lost, none left running`);
} catch (error) {
  console.error(`seed ${kSeed}: ${error.stack}`);
  process.exitCode = 1;
} finally {
  for (const ending of endings.reverse()) await ending();
  await site.close();
}
if (process.exitCode) process.exit(); // the server that was found wanting ends with its input
