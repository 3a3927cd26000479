// Proves the task ledger with whole servers: work that outlives its call, kills, two servers on one root, and the
// command line beside them. The long work is a fixture that counts; OC_KILLS=1000 makes the random kills as many.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startFixtures } from '../lib/http.mjs';
import { kServer, runProgram, temporaryFolder, withoutFixtures } from '../lib/processes.mjs';
import { toolError } from '../lib/protocol.mjs';

const kKills = Number(process.env.OC_KILLS ?? 10);

async function call(server, name, args = {}) {
  const { answer } = await server.askModern('tools/call', { name, arguments: args });
  return answer.result;
}

async function data(server, name, args) {
  const result = await call(server, name, args);
  assert.ok(!result.isError, result.content[0].text);
  return JSON.parse(result.content[0].text);
}

const count = (server, args, rest = {}) => data(server, 'oc_task_start', { kind: 'count_units', args, ...rest });
const get = (server, id, rest = {}) => data(server, 'oc_task_get', { task_id: id, ...rest });
const wait = (server, id) => data(server, 'oc_task_wait', { task_id: id });

// Until the task has finished so many units.
async function reach(server, id, done) {
  for (;;) {
    const task = await get(server, id);
    if ((task.progress?.done ?? 0) >= done) return task;
    assert.ok(['PENDING', 'RUNNING'].includes(task.status), JSON.stringify(task));
  }
}

async function kill(server) {
  server.program.signal('SIGKILL');
  await server.program.exited;
}

const itemsOf = (home, id) =>
  readFileSync(join(home, 'tasks', id, 'items.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('tasks', { skip: withoutFixtures }, () => {
  test('a task is started, listed, cancelled after a page and still there after a restart', async (t) => {
    const home = temporaryFolder(t);
    const first = await startFixtures(t, { home });
    const started = await count(first, { n: 1000, unit_ms: 20 });
    assert.deepEqual(Object.keys(started), ['task_id', 'status', 'kind']);
    assert.match(started.task_id, /^[0-9a-f]{16}$/);
    const { tasks, count: listed } = await data(first, 'oc_task_list', { status: ['PENDING', 'RUNNING'] });
    assert.deepEqual([tasks[0].task_id, listed], [started.task_id, 1]);
    await reach(first, started.task_id, 1);
    const asked = await data(first, 'oc_task_cancel', { task_id: started.task_id });
    assert.ok(asked.cancel_requested_at > 0);
    const ended = await wait(first, started.task_id);
    assert.equal(ended.status, 'CANCELLED');
    assert.ok(ended.ended_at - ended.cancel_requested_at < 2000);
    const { result } = await get(first, started.task_id, { include_result: true });
    assert.ok(result.pages.length > 0);
    await first.stop();
    const second = await startFixtures(t, { home });
    const again = await get(second, started.task_id, { include_result: true });
    assert.deepEqual(again, { ...ended, result });
    assert.equal((await data(second, 'oc_task_list')).count, 1);
  });

  test('a killed server leaves an orphan with everything it had finished', async (t) => {
    const home = temporaryFolder(t);
    const first = await startFixtures(t, { home });
    const { task_id: id } = await count(first, { n: 1000, unit_ms: 5 });
    await reach(first, id, 3);
    await kill(first);
    const kept = itemsOf(home, id);
    const second = await startFixtures(t, { home });
    const orphan = await get(second, id, { include_result: true, events_since: 0 });
    assert.deepEqual([orphan.status, orphan.error.code, orphan.partial], ['FAILED', 'orphaned', true]);
    assert.ok(kept.length >= 3);
    assert.deepEqual(orphan.result, { pages: kept });
    assert.equal(orphan.events.filter((event) => ['failed', 'completed', 'cancelled'].includes(event.kind)).length, 1);
  });

  test('another server sees it too, and does not wait for who is gone', async (t) => {
    const home = temporaryFolder(t);
    const first = await startFixtures(t, { home });
    const second = await startFixtures(t, { home });
    const ids = [];
    for (let i = 0; i < 2; ++i) ids.push((await count(first, { n: 1000, unit_ms: 20 })).task_id);
    for (const id of ids) await reach(second, id, 1);
    const waiting = wait(second, ids[0]);
    await kill(first);
    const ended = await waiting;
    assert.deepEqual([ended.status, ended.error.code, ended.partial], ['FAILED', 'orphaned', true]);
    assert.equal((await data(second, 'oc_task_cancel', { task_id: ids[1] })).status, 'CANCELLED');
  });

  test('a server that is told to end keeps what its tasks did', async (t) => {
    const home = temporaryFolder(t);
    const first = await startFixtures(t, { home });
    const { task_id: id } = await count(first, { n: 1000, unit_ms: 5 });
    await reach(first, id, 2);
    await first.stop();
    const second = await startFixtures(t, { home });
    const task = await get(second, id, { include_result: true });
    assert.deepEqual([task.status, task.error.code], ['FAILED', 'shutting_down']);
    assert.ok(task.result.pages.length >= 2);
  });

  test('waiting holds up nobody and ends with the task', async (t) => {
    const server = await startFixtures(t);
    const { task_id: id } = await count(server, { n: 1000, unit_ms: 20 });
    const short = await call(server, 'oc_task_wait', { task_id: id, timeout_ms: 5 });
    assert.equal(toolError(short).code, 'timeout');
    const waiting = wait(server, id);
    await reach(server, id, 1);
    await data(server, 'oc_task_cancel', { taskId: id });
    const ended = await waiting;
    t.diagnostic(`the wait was answered ${Date.now() - ended.ended_at} ms after the end`);
    assert.equal(ended.status, 'CANCELLED');
  });

  test('a unit that throws fails the task, keeps the others and leaves no lock', async (t) => {
    const server = await startFixtures(t);
    const { task_id: id } = await count(server, { n: 5, fail_at: 2 });
    const ended = await wait(server, id);
    assert.deepEqual([ended.status, ended.error.code, ended.partial], ['FAILED', 'internal', true]);
    assert.equal((await get(server, id, { include_result: true })).result.pages.length, 1);
    assert.deepEqual(await data(server, 'oc_task_cancel', { task_id: id }), ended);
  });

  test('a direct call and a task give the same bytes', async (t) => {
    const home = temporaryFolder(t);
    const server = await startFixtures(t, { home });
    const direct = await call(server, 'count_units', { n: 7 });
    const { task_id: id } = await count(server, { n: 7 });
    assert.equal((await wait(server, id)).status, 'COMPLETED');
    assert.equal(readFileSync(join(home, 'tasks', id, 'result.json'), 'utf8'), direct.content[0].text);
  });

  test('a call that asks to be a task keeps its token for progress until the task has ended', async (t) => {
    const server = await startFixtures(t, { home: temporaryFolder(t) });
    const session = await server.initialize('2025-11-25');
    const stream = await session.openStream();
    const call = { name: 'count_units', arguments: { n: 3, unit_ms: 5 }, task: {}, _meta: { progressToken: 7 } };
    const { taskId } = (await session.ask('tools/call', call)).result.task;
    for (let last = 0; last < 3;) {
      const { params } = await stream.notified('notifications/progress');
      assert.strictEqual(params.progressToken, 7);
      assert.deepEqual(params._meta['io.modelcontextprotocol/related-task'], { taskId });
      assert.ok(params.progress > last && params.progress <= 3, JSON.stringify(params));
      last = params.progress;
    }
    const { result } = await session.ask('tasks/result', { taskId });
    assert.equal(result.structuredContent.pages.length, 3);
    await stream.close();
  });

  test('the same key starts the work once, in whichever server', async (t) => {
    const home = temporaryFolder(t);
    const servers = [await startFixtures(t, { home }), await startFixtures(t, { home })];
    const key = { idempotency_key: 'one' };
    const started = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((which) => count(servers[which], { n: 3 }, key)),
    );
    assert.equal(new Set(started.map(({ task_id: id }) => id)).size, 1);
    const other = await call(servers[1], 'oc_task_start', { kind: 'count_units', args: { n: 4 }, ...key });
    assert.equal(toolError(other).code, 'conflict');
  });

  test('two servers on one root see, wait for and cancel the tasks of each other', async (t) => {
    const home = temporaryFolder(t);
    const [a, b] = [await startFixtures(t, { home }), await startFixtures(t, { home })];
    const { task_id: id } = await count(a, { n: 1000, unit_ms: 20 });
    assert.equal((await data(b, 'oc_task_list')).tasks[0].task_id, id);
    await reach(b, id, 1);
    const waiting = wait(b, id);
    await data(b, 'oc_task_cancel', { task_id: id });
    const ended = await waiting;
    t.diagnostic(`heard of by the other server ${Date.now() - ended.ended_at} ms after the end`);
    assert.equal(ended.status, 'CANCELLED');
    const many = await Promise.all(
      Array.from({ length: 500 }, (_, i) => count(i % 2 ? a : b, { n: 2 })),
    );
    for (const [i, { task_id: each }] of many.entries()) {
      assert.equal((await wait(i % 3 ? a : b, each)).status, 'COMPLETED');
    }
    // So many are stored and described.
    for (const server of [a, b]) assert.equal((await data(server, 'oc_task_list', { limit: 1000 })).item_count, 501);
  });

  test(`${kKills} kills at random moments lose nothing and leave nothing running`, async (t) => {
    const home = temporaryFolder(t);
    let started = 0;
    for (let round = 0; round < kKills; ++round) {
      const server = await startFixtures(t, { home });
      const ids = [];
      for (let i = 0; i < 3; ++i) ids.push((await count(server, { n: 1000, unit_ms: 1 })).task_id);
      started += ids.length;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      await kill(server);
    }
    const server = await startFixtures(t, { home });
    const { tasks } = await data(server, 'oc_task_list', { limit: 1000 });
    assert.equal(tasks.length, started);
    for (const task of tasks) {
      assert.deepEqual([task.status, task.error.code], ['FAILED', 'orphaned'], JSON.stringify(task));
      const folder = join(home, 'tasks', task.task_id);
      const items = existsSync(join(folder, 'items.jsonl')) ? itemsOf(home, task.task_id) : [];
      const { result } = await get(server, task.task_id, { include_result: true });
      assert.deepEqual(result?.pages ?? [], items);
      items.forEach((page, index) => assert.equal(page.number, index + 1));
      assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.tmp')), []);
    }
  });

  test('a root that cannot be used is told, and the server goes on', async (t) => {
    const home = temporaryFolder(t);
    writeFileSync(join(home, 'tasks'), 'not a directory');
    const server = await startFixtures(t, { home });
    const failed = await call(server, 'oc_task_start', { kind: 'count_units', args: { n: 1 } });
    assert.equal(toolError(failed).code, 'storage_failed');
    assert.match((await call(server, 'count_units', { n: 1 })).content[0].text, /"number":1/);
  });

  test('what cannot be a task is refused by name', async (t) => {
    const server = await startFixtures(t);
    const kind = await call(server, 'oc_task_start', { kind: 'dance' });
    assert.equal(toolError(kind).code, 'unknown_task_kind');
    assert.deepEqual(toolError(kind).details.kinds, [
      'confirm_delete',
      'count_units',
      'failing_job',
      'multi_input',
      'protocol_error_job',
      'slow_compute',
      'test_tool_with_task',
    ]);
    for (const id of ['../../../etc', '0'.repeat(16), '']) {
      const found = await call(server, 'oc_task_get', { task_id: id });
      assert.equal(toolError(found).code, 'task_not_found');
    }
  });

  test('files are for their owner alone', async (t) => {
    const home = temporaryFolder(t);
    const server = await startFixtures(t, { home });
    const { task_id: id } = await count(server, { n: 2 });
    await wait(server, id);
    const folder = join(home, 'tasks', id);
    assert.deepEqual(readdirSync(folder).sort(), ['events.jsonl', 'items.jsonl', 'lock', 'meta.json', 'result.json']);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  });
});

describe('openchrome tasks', { skip: withoutFixtures }, () => {
  const run = (home, ...words) =>
    runProgram(kServer, ['tasks', ...words], { environment: { OPENCHROME_HOME: home } });

  test('lists, shows, waits and cancels beside a running server', async (t) => {
    const home = temporaryFolder(t);
    assert.deepEqual((await run(home, 'list')).stdout, 'No tasks.\n');
    const server = await startFixtures(t, { home });
    const { task_id: id } = await count(server, { n: 1000, unit_ms: 20 });
    await reach(server, id, 1);
    const { code, stdout } = await run(home, 'list');
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^${id}  RUNNING +count_units +\\d+ s +\\d+/1000 page \\d+\\n$`));
    assert.equal((await run(home, 'list', '--status', 'failed')).stdout, 'No tasks.\n');
    assert.equal((await run(home, 'wait', id, '--timeout-ms', '5')).code, 1);
    assert.equal((await run(home, 'show', id, '--result')).code, 1);
    assert.equal((await run(home, 'cancel', id)).code, 0);
    const waited = await run(home, 'wait', id);
    assert.deepEqual([waited.code, waited.stdout.includes('CANCELLED')], [1, true]);
    const shown = JSON.parse((await run(home, 'show', id, '--events', '--json')).stdout);
    assert.deepEqual([shown.task_id, shown.events[0].kind], [id, 'started']);
    assert.ok(JSON.parse((await run(home, 'show', id, '--result')).stdout).pages.length > 0);
    const other = await count(server, { n: 1 });
    assert.equal((await run(home, 'wait', other.task_id)).code, 0);
  });

  test('says what is wrong', async (t) => {
    const home = temporaryFolder(t);
    mkdirSync(join(home, 'tasks'));
    const unknown = await run(home, 'show', 'x');
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /no task has the id 'x'/);
    assert.equal((await run(home, 'list', '--status', 'DONE')).code, 2);
    assert.equal((await run(home)).code, 2);
    assert.equal((await run(home, 'cancel')).code, 2);
  });
});
