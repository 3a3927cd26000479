// What concerns the user's own Chrome is listed once an extension has been paired with this home, and can be called always.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../lib/processes.mjs';
import { startStdio } from '../lib/server.mjs';
import { startServer } from './lib.mjs';

const kOfQueued = ['via', 'queue_ttl_ms', 'idempotent'];

async function listed(server) {
  const { result } = await server.ask('tools/list');
  const tools = new Map(result.tools.map((tool) => [tool.name, tool]));
  return {
    observe: tools.has('observe'),
    queueing: kOfQueued.filter((name) => name in tools.get('interact').inputSchema.properties),
    text: JSON.stringify(result.tools),
  };
}

const hello = async ({ port, token }) => {
  const answer = await fetch(`http://127.0.0.1:${port}/bridge/hello`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ extension_version: '9', epoch: 'test' }),
  });
  assert.equal(answer.status, 200);
};

test('observe and via are listed when an extension has been paired, also after a restart', async (t) => {
  const home = temporaryFolder(t);
  const place = await startServer(t, { home });
  const before = await listed(place.server);
  assert.deepEqual([before.observe, before.queueing], [false, []]);
  assert.doesNotMatch(before.text, /listed-when/, 'the condition is not a part of the schema');
  assert.deepEqual(await place.caller.call('observe', { what: 'pending_commands' }), { pending: [], completed: [], failed: [] });

  const changed = place.server.notified('notifications/tools/list_changed');
  await hello(place);
  await changed;
  const paired = await listed(place.server);
  assert.deepEqual([paired.observe, paired.queueing], [true, kOfQueued]);
  assert.doesNotMatch(paired.text, /listed-when/);
  await place.server.stop();

  const later = startStdio(t, { home });
  await later.initialize();
  const after = await listed(later);
  assert.deepEqual([after.observe, after.queueing], [true, kOfQueued], 'a server that no extension can reach');
});

test('a token that is wrong pairs nobody', async (t) => {
  const place = await startServer(t);
  const answer = await fetch(`http://127.0.0.1:${place.port}/bridge/hello`, {
    method: 'POST',
    headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
    body: JSON.stringify({ extension_version: '9', epoch: 'test' }),
  });
  assert.equal(answer.status, 401);
  assert.equal((await listed(place.server)).observe, false);
});
