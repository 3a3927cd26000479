// Proves that a task root on a disk that is full or cannot be written is told as such, and that the server goes on answering.
// The disks are file systems in memory, mounted for the server alone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startFixtures } from '../lib/http.mjs';
import { temporaryFolder, withoutFixtures } from '../lib/processes.mjs';
import { toolError } from '../lib/protocol.mjs';

function withoutMounts() {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'mounting is not allowed here';
  }
}

// A server whose task root is a file system of its own.
function startOnDisk(t, mount) {
  const home = temporaryFolder(t);
  const root = join(home, 'tasks');
  mkdirSync(root);
  return startFixtures(t, { home, inside: ['unshare', '-rm', 'sh', '-c', `${mount} tmpfs "${root}" && exec "$@"`, 'sh'] });
}

async function call(server, name, args = {}) {
  const { answer } = await server.askModern('tools/call', { name, arguments: args });
  return answer.result;
}

const start = (server, args) => call(server, 'oc_task_start', { kind: 'count_units', args });
const isAnswering = async (server) => assert.match((await call(server, 'count_units', { n: 1 })).content[0].text, /"number":1/);

describe('task storage', { skip: withoutFixtures || withoutMounts() }, () => {
  test('a full disk refuses tasks as storage_failed, and the server goes on', async (t) => {
    const server = await startOnDisk(t, 'mount -t tmpfs -o size=256k');
    let refused = null;
    for (let i = 0; i < 500 && !refused; ++i) {
      const started = await start(server, { n: 3 });
      if (started.isError) refused = toolError(started);
    }
    assert.equal(refused?.code, 'storage_failed', 'the disk is not full yet');
    assert.match(refused.message, /space|full/i);
    await isAnswering(server);
    const listed = JSON.parse((await call(server, 'oc_task_list', { limit: 1000 })).content[0].text);
    assert.ok(listed.count > 0, 'the tasks from before are still listed');
  });

  test('a disk that fills up during a task fails the task and keeps what fits', async (t) => {
    const server = await startOnDisk(t, 'mount -t tmpfs -o size=64k');
    const started = await start(server, { n: 5000 });
    assert.ok(!started.isError, started.content[0].text);
    const { task_id } = JSON.parse(started.content[0].text);
    const ended = await call(server, 'oc_task_wait', { task_id, timeout_ms: 1000 });
    const text = ended.content[0].text;
    const { status, error } = JSON.parse(text);
    assert.ok(ended.isError ? error.code === 'timeout' : status === 'FAILED' && error.code === 'storage_failed', text);
    await isAnswering(server);
  });

  test('a root that is read only refuses tasks as storage_failed, and the server goes on', async (t) => {
    const server = await startOnDisk(t, 'mount -t tmpfs -o ro');
    assert.equal(toolError(await start(server, { n: 1 })).code, 'storage_failed');
    assert.ok(!(await call(server, 'oc_task_list')).isError);
    await isAnswering(server);
  });
});
