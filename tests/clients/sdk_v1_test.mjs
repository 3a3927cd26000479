// Proves that clients of the first TypeScript SDK work with the server over stdio and Streamable HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  callsTools,
  cancels,
  hearsOfChanges,
  listsEverything,
  noProcessIsLeft,
  readsAndPrompts,
  watchTransport,
} from '../lib/clients.mjs';
import { startFixtures, startHttp } from '../lib/http.mjs';
import { requirePackage } from '../lib/modules.mjs';
import { atEnd, cleanEnvironment, kServer, processFacts, temporaryFolder, withoutFixtures } from '../lib/processes.mjs';
import { kClientInfo, kLatestLegacy, kLegacyResourceNotFound } from '../lib/protocol.mjs';
import { slowHome } from '../lib/slow.mjs';

const { Client } = requirePackage('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = requirePackage('@modelcontextprotocol/sdk/client/stdio.js');
const { StreamableHTTPClientTransport } = requirePackage('@modelcontextprotocol/sdk/client/streamableHttp.js');
const { ElicitRequestSchema, ResourceUpdatedNotificationSchema } = requirePackage('@modelcontextprotocol/sdk/types.js');

// A connected client; what it heard is checked at the end.
async function connect(t, transport, capabilities = {}) {
  const traffic = watchTransport(transport);
  const client = new Client(kClientInfo, { capabilities });
  const updates = Promise.withResolvers();
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, (update) => updates.resolve(update));
  const errors = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  atEnd(t, async () => {
    const { pid } = transport;
    await client.close();
    if (pid) assert.equal(processFacts(pid), null, 'the server is gone');
    assert.ok(traffic.count > 0, 'its messages were checked');
    assert.deepEqual(traffic.problems, []);
    assert.deepEqual(
      errors.filter((error) => !/abort/i.test(String(error))),
      [],
    );
  });
  return { client, traffic, updates, errors };
}

async function overStdio(t, home = temporaryFolder(t)) {
  atEnd(t, noProcessIsLeft);
  const parameters = {
    command: kServer,
    args: ['serve', '--log-level', 'error'],
    env: cleanEnvironment({ OPENCHROME_HOME: home }),
  };
  return { ...(await connect(t, new StdioClientTransport(parameters))), kind: 'stdio' };
}

async function overHttp(t, home = temporaryFolder(t)) {
  const server = await startHttp(t, { home });
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: server.authorization() },
  });
  return { ...(await connect(t, transport)), kind: 'http', server, transport };
}

for (const [way, open] of [
  ['stdio', overStdio],
  ['HTTP', overHttp],
]) {
  describe(`over ${way}`, () => {
    test('it connects and knows whom it talks to', async (t) => {
      const { client } = await open(t);
      assert.equal(client.getServerVersion().name, 'openchrome');
      assert.ok(client.getServerCapabilities().resources.subscribe);
      assert.match(client.getInstructions(), /untrusted/);
    });

    test('it hears of a change that it subscribed to', async (t) => {
      const { client, updates } = await open(t);
      const watch = async (uri) => {
        await client.subscribeResource({ uri });
        return () => client.unsubscribeResource({ uri });
      };
      await hearsOfChanges({ client, watch, updates });
    });

    test('it lists tools, resources, templates and prompts', async (t) => {
      await listsEverything((await open(t)).client);
    });

    test('it calls tools; a failure reaches the caller as isError, not as an exception', async (t) => {
      const { client, kind } = await open(t);
      await callsTools(client, kind);
    });

    test('it reads resources, gets prompts, completes arguments', async (t) => {
      const { client } = await open(t);
      await client.callTool({ name: 'oc_connection_health' });
      await readsAndPrompts(client, [kLegacyResourceNotFound]);
    });

    test('it pings and sets the log level', async (t) => {
      const { client } = await open(t);
      assert.deepEqual(await client.ping(), {});
      assert.deepEqual(await client.setLoggingLevel('warning'), {});
      await assert.rejects(client.setLoggingLevel('loud'));
    });

    test('it cancels a call', async (t) => {
      const { client } = await open(t, slowHome(t));
      await cancels(client, (call, signal) => client.callTool(call, undefined, { signal }));
    });

    test('it has a hundred calls at once answered', async (t) => {
      const { client } = await open(t);
      const calls = Array.from({ length: 100 }, (_, i) =>
        client.getPrompt({ name: 'resume_task', arguments: { task: `T-${i}.` } }),
      );
      for (const [i, prompt] of (await Promise.all(calls)).entries())
        assert.match(prompt.messages[0].content.text, new RegExp(`T-${i}\\.`));
    });
  });
}

describe('HTTP alone', () => {
  test('without the token it cannot connect', async (t) => {
    const server = await startHttp(t);
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      const client = new Client(kClientInfo);
      await assert.rejects(
        client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } })),
        /401|unauthorized|token/i,
      );
    }
  });

  test('it negotiates, names its session and ends it', async (t) => {
    const { client, server, transport } = await overHttp(t);
    assert.equal(transport.protocolVersion, kLatestLegacy);
    assert.match(transport.sessionId, /^[\x21-\x7e]+$/);
    await client.ping();
    await transport.terminateSession();
    const { text } = await server.exchange({ method: 'GET', path: '/metrics' });
    assert.match(text, /^openchrome_sessions 0$/m);
  });

  test('it hears of progress and answers questions', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    const { client } = await connect(t, new StreamableHTTPClientTransport(new URL(server.url)), { elicitation: {} });
    client.setRequestHandler(ElicitRequestSchema, () => ({
      action: 'accept',
      content: { username: 'ada', email: 'ada@example.com' },
    }));
    const heard = [];
    await client.callTool({ name: 'test_tool_with_progress' }, undefined, {
      onprogress: ({ progress }) => heard.push(progress),
    });
    assert.deepEqual(heard, [0, 50, 100]);
    const { content } = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } });
    assert.match(content[0].text, /accept/);
  });
});
