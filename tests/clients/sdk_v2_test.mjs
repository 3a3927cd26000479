// Proves that clients of the second TypeScript SDK work with the server in each mode, over stdio and Streamable HTTP.
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
import { kClientInfo, kInvalidParams, kLatestLegacy, kLegacyResourceNotFound, kModern } from '../lib/protocol.mjs';
import { slowHome } from '../lib/slow.mjs';

const { Client, StreamableHTTPClientTransport } = requirePackage('@modelcontextprotocol/client');
const { StdioClientTransport } = requirePackage('@modelcontextprotocol/client/stdio');

const kModes = [
  ['legacy', 'legacy', 'legacy'],
  ['auto', 'auto', 'modern'],
  [`pinned to ${kModern}`, { pin: kModern }, 'modern'],
];

async function connect(t, transport, mode, capabilities = {}) {
  const traffic = watchTransport(transport);
  const client = new Client(kClientInfo, { capabilities, versionNegotiation: { mode } });
  const updates = Promise.withResolvers();
  client.setNotificationHandler('notifications/resources/updated', (update) => updates.resolve(update));
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
  return { client, traffic, updates };
}

async function overStdio(t, mode, home = temporaryFolder(t)) {
  atEnd(t, noProcessIsLeft);
  const parameters = {
    command: kServer,
    args: ['serve', '--log-level', 'error'],
    env: cleanEnvironment({ OPENCHROME_HOME: home }),
  };
  return { ...(await connect(t, new StdioClientTransport(parameters), mode)), kind: 'stdio' };
}

async function overHttp(t, mode, home = temporaryFolder(t)) {
  const server = await startHttp(t, { home });
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: server.authorization() },
  });
  return { ...(await connect(t, transport, mode)), kind: 'http', server, transport };
}

// How this client watches a resource in the era it speaks.
function watcher(client, era) {
  if (era === 'legacy') {
    return async (uri) => {
      await client.subscribeResource({ uri });
      return () => client.unsubscribeResource({ uri });
    };
  }
  return async (uri) => {
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    assert.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [uri] });
    return async () => {
      await subscription.close();
      assert.equal(await subscription.closed, 'local');
    };
  };
}

for (const [way, open] of [
  ['stdio', overStdio],
  ['HTTP', overHttp],
]) {
  for (const [name, mode, era] of kModes) {
    describe(`${name} over ${way}`, () => {
      test('it connects in the era it should', async (t) => {
        const { client } = await open(t, mode);
        assert.equal(client.getProtocolEra(), era);
        assert.equal(client.getNegotiatedProtocolVersion(), era === 'legacy' ? kLatestLegacy : kModern);
        assert.equal(client.getServerVersion().name, 'openchrome');
        assert.ok(client.getServerCapabilities().resources.subscribe);
        await client.listPrompts();
      });

      test('it hears of a change that it asked for', async (t) => {
        const { client, updates } = await open(t, mode);
        await hearsOfChanges({ client, watch: watcher(client, era), updates });
      });

      test('it lists tools, resources, templates and prompts', async (t) => {
        await listsEverything((await open(t, mode)).client);
      });

      test('it calls tools; a failure reaches the caller as isError, not as an exception', async (t) => {
        const { client, kind } = await open(t, mode);
        await callsTools(client, kind);
      });

      test('it reads resources, gets prompts, completes arguments', async (t) => {
        const { client } = await open(t, mode);
        await client.callTool({ name: 'oc_connection_health' });
        // The library turns the code of older revisions into that of the newest.
        await readsAndPrompts(client, era === 'legacy' ? [kLegacyResourceNotFound, kInvalidParams] : [kInvalidParams]);
      });

      test('it cancels a call', async (t) => {
        const { client } = await open(t, mode, slowHome(t));
        await cancels(client, (call, signal) => client.callTool(call, { signal }));
      });

      if (era === 'legacy') {
        test('it pings and sets the log level', async (t) => {
          const { client } = await open(t, mode);
          assert.deepEqual(await client.ping(), {});
          assert.deepEqual(await client.setLoggingLevel('debug'), {});
        });
      } else {
        test('it may ask again what we are', async (t) => {
          const { client } = await open(t, mode);
          assert.deepEqual((await client.discover()).supportedVersions, [kModern]);
          assert.ok(client.getDiscoverResult());
        });
      }
    });
  }
}

describe('HTTP alone', () => {
  for (const [name, mode] of kModes) {
    test(`${name}: without the token it cannot connect`, async (t) => {
      const server = await startHttp(t);
      const client = new Client(kClientInfo, { versionNegotiation: { mode } });
      await assert.rejects(client.connect(new StreamableHTTPClientTransport(new URL(server.url))));
    });

    test(`${name}: it hears of progress and answers questions`, { skip: withoutFixtures }, async (t) => {
      const server = await startFixtures(t);
      const { client } = await connect(t, new StreamableHTTPClientTransport(new URL(server.url)), mode, {
        elicitation: { form: {} },
      });
      client.setRequestHandler('elicitation/create', () => ({
        action: 'accept',
        content: { username: 'ada', email: 'ada@example.com' },
      }));
      const heard = [];
      await client.callTool(
        { name: 'test_tool_with_progress' },
        { onprogress: ({ progress }) => heard.push(progress) },
      );
      assert.deepEqual(heard, [0, 50, 100]);
      const { content } = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } });
      assert.match(content[0].text, /accept/);
    });
  }

  test('a listener is told when the server ends', async (t) => {
    const { client, server } = await overHttp(t, { pin: kModern });
    const subscription = await client.listen({ resourceSubscriptions: ['openchrome://guide'] });
    server.program.signal('SIGTERM');
    assert.equal(await subscription.closed, 'graceful');
  });

  test('a pin to a revision that we do not speak fails loudly', async (t) => {
    const server = await startHttp(t);
    const client = new Client(kClientInfo, { versionNegotiation: { mode: { pin: '2099-01-01' } } });
    await assert.rejects(
      client.connect(
        new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.authorization() } }),
      ),
    );
  });
});
