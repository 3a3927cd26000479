// Proves the revisions with a handshake over HTTP: sessions, statuses, batches, questions to the client, log levels.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startFixtures, startHttp } from '../lib/http.mjs';
import { withoutFixtures } from '../lib/processes.mjs';
import {
  claimed,
  helloParams,
  kInvalidRequest,
  kLatestLegacy,
  kLegacyResourceNotFound,
  kLegacyRevisions,
  kMethodNotFound,
  kModern,
  notification,
  request,
} from '../lib/protocol.mjs';
import { kSlowCall, slowHome } from '../lib/slow.mjs';

describe('sessions', () => {
  for (const revision of kLegacyRevisions) {
    test(`initialize with ${revision} begins one, and its id is repeated`, async (t) => {
      const server = await startHttp(t);
      const { status, headers, answer } = await server.post(request(1, 'initialize', helloParams(revision)));
      assert.equal(status, 200);
      assert.equal(answer.result.protocolVersion, revision);
      assert.match(headers['mcp-session-id'], /^[\x21-\x7e]{32,}$/);
      const next = await server.post(request(2, 'ping'), { 'Mcp-Session-Id': headers['mcp-session-id'] });
      assert.equal(next.status, 200);
      assert.equal(next.headers['mcp-session-id'], headers['mcp-session-id']);
    });
  }

  test('each initialize begins a new one', async (t) => {
    const server = await startHttp(t);
    const ids = new Set();
    for (let i = 0; i < 20; ++i) ids.add((await server.initialize()).id);
    assert.equal(ids.size, 20);
    assert.equal(await server.metric('openchrome_sessions'), 20);
  });

  test('a version that we do not speak gets our latest', async (t) => {
    const server = await startHttp(t);
    for (const version of [kModern, '2030-01-01', 'x']) {
      const { status, answer } = await server.post(request(1, 'initialize', helloParams(version)));
      assert.deepEqual([status, answer.result.protocolVersion], [200, kLatestLegacy]);
    }
  });

  test('a second initialize in one is 400 with -32600', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    const { status, answer } = await session.post(request(1, 'initialize', helloParams()));
    assert.deepEqual([status, answer.error.code], [400, kInvalidRequest]);
    assert.deepEqual((await session.ask('ping')).result, {});
  });

  test('without its id requests are 400, with an unknown one 404, whatever the method', async (t) => {
    const server = await startHttp(t);
    await server.initialize();
    const kStream = { Accept: 'text/event-stream' };
    for (const [id, expected] of [
      [undefined, 400],
      ['', 404],
      ['no-such-session', 404],
      ['x'.repeat(5000), 404],
    ]) {
      const headers = { 'Mcp-Session-Id': id };
      for (const method of ['ping', 'tools/list', 'no/such']) {
        const { status, answer } = await server.post(request(1, method), headers);
        assert.deepEqual([status, answer.error.code], [expected, kInvalidRequest], `${method} ${id}`);
      }
      assert.equal(
        (await server.exchange({ method: 'GET', headers: { ...headers, ...kStream } })).status,
        expected,
        `GET ${id}`,
      );
      assert.equal((await server.exchange({ method: 'DELETE', headers })).status, expected, `DELETE ${id}`);
      assert.equal(
        (await server.post({ jsonrpc: '2.0', id: 1, result: {} }, headers)).status,
        expected,
        `response ${id}`,
      );
    }
    assert.equal(
      (await server.post(notification('notifications/x'), { 'Mcp-Session-Id': 'no-such-session' })).status,
      404,
    );
  });

  test('errors of a session never use the codes by which a client takes us for another era', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    const answers = [
      await server.post(request(1, 'ping')),
      await server.post(request(1, 'ping'), { 'Mcp-Session-Id': 'x' }),
      await session.post(request(1, 'ping'), { 'MCP-Protocol-Version': 'x' }),
      await session.post(request(1, 'no/such')),
      await session.post(request(1, 'tools/call', { name: 'x' })),
    ];
    for (const { answer } of answers)
      assert.ok(
        ![-32020, -32021, -32022].includes(answer.error.code) &&
          (answer.error.code <= -32600 || answer.error.code === -32002),
      );
  });

  test('DELETE ends one: 204, then it is gone for every method', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    const other = await server.initialize();
    assert.ok([200, 204].includes((await session.end()).status));
    assert.equal((await session.post(request(1, 'ping'))).status, 404);
    assert.equal((await session.notify('notifications/x')).status, 404);
    assert.equal(
      (await server.exchange({ method: 'GET', headers: session.headers({ Accept: 'text/event-stream' }) })).status,
      404,
    );
    assert.equal((await session.end()).status, 404);
    assert.deepEqual((await other.ask('ping')).result, {}, 'others go on');
  });

  test('MCP-Protocol-Version may be absent or a revision of this kind; anything else is 400', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    for (const version of [undefined, kLatestLegacy]) {
      assert.equal((await session.post(request(1, 'ping'), { 'MCP-Protocol-Version': version })).status, 200, version);
    }
    for (const version of ['2030-01-01', '1.0', '', kModern]) {
      assert.equal((await session.post(request(1, 'ping'), { 'MCP-Protocol-Version': version })).status, 400, version);
    }
  });

  test('errors of requests are 200 with the error in the body', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    for (const [method, params, code] of [
      ['no/such', {}, kMethodNotFound],
      ['server/discover', {}, kMethodNotFound],
      ['tools/call', { name: 'no_such' }, -32602],
      ['resources/read', { uri: 'openchrome://no' }, kLegacyResourceNotFound],
      ['logging/setLevel', { level: 'loud' }, -32602],
    ]) {
      const { status, answer } = await session.post(request(1, method, params));
      assert.deepEqual([status, answer.error.code], [200, code], method);
    }
  });

  test('each has its own revision, next to requests with a claim on the same endpoint', async (t) => {
    const server = await startHttp(t);
    const old = await server.initialize('2024-11-05');
    const recent = await server.initialize(kLatestLegacy);
    const [first, second, third] = await Promise.all([
      old.ask('tools/list'),
      recent.ask('tools/list'),
      server.askModern('tools/list'),
    ]);
    assert.ok(!first.result.tools.some((tool) => 'annotations' in tool));
    assert.ok(second.result.tools.some((tool) => 'annotations' in tool) && !('resultType' in second.result));
    assert.equal(third.answer.result.resultType, 'complete');
  });

  test('notifications are 202 without a body', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    for (const method of ['notifications/initialized', 'notifications/no/such', 'notifications/cancelled']) {
      const { status, text } = await session.notify(method, { requestId: 99 });
      assert.deepEqual([status, text], [202, '']);
    }
  });

  test('an id that is still open is refused', async (t) => {
    const server = await startHttp(t, { home: slowHome(t) });
    const session = await server.initialize();
    const pending = session.post(request('same', 'tools/call', kSlowCall));
    await server.untilMetric('openchrome_tool_calls_running', 1);
    const { answer } = await session.post(request('same', 'tools/call', kSlowCall));
    assert.equal(answer.error?.code, kInvalidRequest);
    assert.ok((await pending).answer.result);
  });
});

describe('batches', () => {
  test('2025-03-26: answered by one array', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize('2025-03-26');
    const { status, json } = await session.post([
      request(1, 'ping'),
      notification('notifications/x'),
      request('two', 'no/such'),
      request(3, 'tools/call', { name: 'oc_journal' }),
    ]);
    assert.equal(status, 200);
    assert.deepEqual(json.map((answer) => answer.id).sort(), [1, 3, 'two']);
  });

  test('2025-03-26: without requests 202 and no body', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize('2025-03-26');
    const { status, text } = await session.post([notification('notifications/x'), notification('notifications/y')]);
    assert.deepEqual([status, text], [202, '']);
  });

  test('2025-03-26: an empty one, and one with a claim in it, are 400 with -32600', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize('2025-03-26');
    for (const batch of [[], [request(1, 'ping'), request(2, 'tools/list', claimed())]]) {
      const { status, answer } = await session.post(batch);
      assert.deepEqual([status, answer.error?.code], [400, kInvalidRequest], JSON.stringify(batch));
    }
  });

  test('2025-03-26: for a session that is gone 404', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize('2025-03-26');
    await session.end();
    assert.equal((await session.post([request(1, 'ping')])).status, 404);
  });

  for (const revision of kLegacyRevisions.filter((each) => each !== '2025-03-26')) {
    test(`${revision}: 400 with -32600`, async (t) => {
      const server = await startHttp(t);
      const session = await server.initialize(revision);
      const { status, answer } = await session.post([request(1, 'ping')]);
      assert.deepEqual([status, answer.error.code], [400, kInvalidRequest]);
    });
  }
});
describe('questions to the client', { skip: withoutFixtures }, () => {
  const kQuestion = { name: 'test_elicitation', arguments: { message: 'Who?' } };

  for (const revision of ['2025-06-18', '2025-11-25']) {
    test(`${revision}: a request on the stream of the call, answered by a post of its own`, async (t) => {
      const server = await startFixtures(t);
      const session = await server.initialize(revision, { elicitation: {} });
      const stream = await session.postForStream(request(1, 'tools/call', kQuestion));
      const question = await stream.message((message) => message.method === 'elicitation/create');
      assert.equal(typeof question.id, 'string');
      assert.equal(question.params.message, 'Who?');
      if (revision === '2025-06-18') assert.ok(!('mode' in question.params));
      const unknown = await session.post({ jsonrpc: '2.0', id: 'srv-999', result: {} });
      assert.equal(unknown.status, 400, 'nobody asked that');
      const result = { action: 'accept', content: { username: 'ada', email: 'ada@example.com' } };
      const { status, text } = await session.post({ jsonrpc: '2.0', id: question.id, result });
      assert.deepEqual([status, text], [202, '']);
      const answer = await stream.message((message) => message.id === 1);
      assert.match(answer.result.content[0].text, /accept/);
      await stream.end();
      assert.equal((await session.post({ jsonrpc: '2.0', id: question.id, result })).status, 400, 'answered already');
    });
  }

  test('a client that declared nothing is not asked: the tool fails', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    const { messages, answer } = await session.post(request(1, 'tools/call', kQuestion));
    assert.equal(messages.length, 1);
    assert.equal(answer.result.isError, true);
  });
});

describe('messages of a session', { skip: withoutFixtures }, () => {
  test('the log level counts for its session alone', async (t) => {
    const server = await startFixtures(t);
    const [loud, quiet] = [await server.initialize(), await server.initialize()];
    assert.deepEqual((await loud.ask('logging/setLevel', { level: 'debug' })).result, {});
    assert.deepEqual((await quiet.ask('logging/setLevel', { level: 'alert' })).result, {});
    const levels = async (session) => {
      const { messages } = await session.post(request(server.newId(), 'tools/call', { name: 'test_logging_tool' }));
      return messages
        .filter((message) => message.method === 'notifications/message')
        .map((message) => message.params.level);
    };
    assert.equal((await levels(loud)).length, 8);
    assert.deepEqual(await levels(quiet), ['alert', 'emergency']);
  });
});
