// Proves the stateless revision over HTTP: order of checks, statuses, headers, event streams, cancellation by disconnect.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startFixtures, startHttp } from '../lib/http.mjs';
import { withoutFixtures } from '../lib/processes.mjs';
import {
  claimed,
  helloParams,
  kClientInfo,
  kHeaderMismatch,
  kInvalidParams,
  kInvalidRequest,
  kLatestLegacy,
  kMetaCapabilities,
  kMetaClientInfo,
  kMetaLogLevel,
  kMetaServerInfo,
  kMetaSubscription,
  kMetaVersion,
  kMethodNotFound,
  kMissingCapability,
  kModern,
  kUnsupportedVersion,
  notification,
  request,
  today,
  toolError,
} from '../lib/protocol.mjs';
import { kSlowCall, slowHome, winsOnce } from '../lib/slow.mjs';

const kVersion = { 'MCP-Protocol-Version': kModern };
const base64 = (text) => Buffer.from(text).toString('base64');

// Posts a message with exactly these headers and tells status and error code.
async function refusal(server, message, headers) {
  const { status, answer } = await server.post(message, headers);
  return [status, answer?.error?.code ?? null];
}

describe('a request', () => {
  test('with a valid claim is answered as JSON, without a session', async (t) => {
    const server = await startHttp(t);
    const { status, headers, answer } = await server.askModern('tools/list', {}, { id: 'first' });
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['mcp-session-id'], undefined);
    assert.equal(answer.id, 'first');
    assert.equal(answer.result.resultType, 'complete');
    assert.equal(answer.result._meta[kMetaServerInfo].name, 'openchrome');
  });

  test('may name any session: it is ignored and not repeated', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    for (const id of [session.id, 'no-such-session']) {
      const { status, headers } = await server.askModern('tools/list', {}, { headers: { 'Mcp-Session-Id': id } });
      assert.equal(status, 200);
      assert.equal(headers['mcp-session-id'], undefined);
    }
  });

  test('keeps its id, whatever it is', async (t) => {
    const server = await startHttp(t);
    for (const id of ['0', '-5', '9007199254740993', '18446744073709551615', '""', '"ü \\" 😀"']) {
      const body = JSON.stringify(request('ID', 'tools/list', claimed())).replace('"ID"', id);
      const { text } = await server.post(body, { ...kVersion, 'Mcp-Method': 'tools/list' });
      assert.ok(text.startsWith(`{"jsonrpc":"2.0","id":${id},"result":`), text.slice(0, 80));
    }
  });

  test('that fails in its method stays 200: unknown tool, prompt, resource, cursor', async (t) => {
    const server = await startHttp(t);
    for (const [method, params] of [
      ['tools/call', { name: 'no_such_tool' }],
      ['tools/call', {}],
      ['prompts/get', { name: 'no_such_prompt' }],
      ['prompts/get', { name: 'resume_task' }],
      ['resources/read', { uri: 'openchrome://no' }],
      ['resources/read', {}],
      ['tools/list', { cursor: 'zzz' }],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'no' }, argument: { name: 'a', value: '' } }],
      ['subscriptions/listen', {}],
    ]) {
      const { status, answer } = await server.askModern(method, params);
      assert.deepEqual([status, answer.error?.code], [200, kInvalidParams], `${method} ${JSON.stringify(params)}`);
    }
  });

  test('with wrong arguments is 200 and an error of the tool', async (t) => {
    const server = await startHttp(t);
    const { status, answer } = await server.askModern('tools/call', { name: 'oc_journal', arguments: { action: 'x' } });
    assert.equal(status, 200);
    assert.equal(answer.result.isError, true);
    assert.equal(toolError(answer.result).code, 'invalid_arguments');
  });

  test('for a method that is not there, or not any more, is 404 with -32601', async (t) => {
    const server = await startHttp(t);
    for (const method of [
      'no/such',
      'initialize',
      'ping',
      'logging/setLevel',
      'resources/subscribe',
      'resources/unsubscribe',
      'tasks/list',
      'tasks/result',
      'roots/list',
    ]) {
      const { status, answer } = await server.askModern(method, method === 'initialize' ? helloParams() : {});
      assert.deepEqual([status, answer.error.code], [404, kMethodNotFound], method);
    }
  });

  test('that needs what the client did not declare is 400 with -32021', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    const { status, answer } = await server.askModern('tools/call', { name: 'test_missing_capability' });
    assert.deepEqual([status, answer.error.code], [400, kMissingCapability]);
    assert.deepEqual(answer.error.data.requiredCapabilities, { sampling: {} });
  });

  test('runs beside others: a quick one overtakes a slow one', async (t) => {
    const server = await startHttp(t, { home: slowHome(t) });
    const order = [];
    const slow = server.askModern('tools/call', kSlowCall).then(() => order.push('slow'));
    await server.untilMetric('openchrome_tool_calls_running', 1);
    await server.askModern('tools/call', { name: 'oc_connection_health' }).then(() => order.push('quick'));
    await slow;
    assert.deepEqual(order, ['quick', 'slow']);
  });
});

describe('claims and headers', () => {
  const kList = (id, meta) => request(id, 'tools/list', claimed({}, meta));
  const kGood = { ...kVersion, 'Mcp-Method': 'tools/list' };

  test('a claim of a version that we do not speak is 400 with -32022, if the header agrees', async (t) => {
    const server = await startHttp(t);
    for (const version of ['2027-01-01', 'v999.0.0', kLatestLegacy]) {
      const { status, answer } = await server.post(kList(1, { [kMetaVersion]: version }), {
        ...kGood,
        'MCP-Protocol-Version': version,
      });
      assert.deepEqual([status, answer.error.code], [400, kUnsupportedVersion]);
      assert.deepEqual(answer.error.data, { supported: [kModern], requested: version });
    }
  });

  test('a malformed claim is 400 with -32602 that names the key', async (t) => {
    const server = await startHttp(t);
    for (const [key, value] of [
      [kMetaCapabilities, undefined],
      [kMetaCapabilities, []],
      [kMetaVersion, 5],
      [kMetaClientInfo, {}],
      [kMetaLogLevel, 'loud'],
    ]) {
      const { status, answer } = await server.post(kList(1, { [key]: value }), kGood);
      assert.deepEqual([status, answer.error.code], [400, kInvalidParams], key);
      assert.ok(answer.error.message.includes(key), answer.error.message);
    }
  });

  test('the header of this revision without a claim is 400 with -32602; for initialize -32020', async (t) => {
    const server = await startHttp(t);
    for (const params of [
      undefined,
      {},
      { _meta: {} },
      { _meta: { [kMetaCapabilities]: {}, [kMetaClientInfo]: kClientInfo } },
    ]) {
      assert.deepEqual(await refusal(server, request(1, 'tools/list', params), kGood), [400, kInvalidParams]);
    }
    const session = await server.initialize();
    assert.deepEqual(await refusal(server, request(1, 'tools/list'), { ...kGood, 'Mcp-Session-Id': session.id }), [
      400,
      kInvalidParams,
    ]);
    assert.deepEqual(await refusal(server, request(1, 'initialize', helloParams()), kVersion), [400, kHeaderMismatch]);
  });

  test('MCP-Protocol-Version must be there and agree', async (t) => {
    const server = await startHttp(t);
    for (const version of [undefined, '', kLatestLegacy, '2026-07-29', `${kModern}x`, `${kModern}, ${kModern}`]) {
      assert.deepEqual(
        await refusal(server, kList(1), { ...kGood, 'MCP-Protocol-Version': version }),
        [400, kHeaderMismatch],
        version,
      );
    }
  });

  test('Mcp-Method must be there and agree, letter for letter', async (t) => {
    const server = await startHttp(t);
    for (const method of [undefined, '', 'tools/call', 'Tools/List', 'tools/list/', 'tools/list, tools/list']) {
      assert.deepEqual(
        await refusal(server, kList(1), { ...kGood, 'Mcp-Method': method }),
        [400, kHeaderMismatch],
        method,
      );
    }
  });

  test('a header that comes twice does not agree with one value', async (t) => {
    const server = await startHttp(t);
    const body = JSON.stringify(kList(1));
    for (const twice of [
      `Mcp-Method: tools/list\r\nMcp-Method: tools/call`,
      `Mcp-Method: tools/list\r\nMCP-Protocol-Version: ${kLatestLegacy}`,
    ]) {
      const connection = server.raw();
      connection.write(
        `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nMCP-Protocol-Version: ${kModern}\r\n${twice}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      const response = await connection.response();
      assert.deepEqual([response.status, JSON.parse(response.body).error?.code], [400, kHeaderMismatch], twice);
    }
  });

  test('Mcp-Name must be there and agree for calls, prompts and resources', async (t) => {
    const server = await startHttp(t);
    const kNamed = [
      ['tools/call', { name: 'oc_journal' }, 'oc_journal'],
      ['prompts/get', { name: 'debug_page' }, 'debug_page'],
      ['resources/read', { uri: 'openchrome://guide' }, 'openchrome://guide'],
    ];
    for (const [method, params, name] of kNamed) {
      const headers = { ...kVersion, 'Mcp-Method': method };
      for (const wrong of [undefined, '', 'other', name.toUpperCase(), `${name}x`, `=?base64?${base64('other')}?=`]) {
        const outcome = await refusal(server, request(1, method, claimed(params)), { ...headers, 'Mcp-Name': wrong });
        assert.deepEqual(outcome, [400, kHeaderMismatch], `${method} ${wrong}`);
      }
      for (const right of [name, `  ${name}  `, `\t${name}`, `=?base64?${base64(name)}?=`]) {
        const { status } = await server.post(request(2, method, claimed(params)), { ...headers, 'Mcp-Name': right });
        assert.equal(status, 200, `${method} ${right}`);
      }
    }
  });

  test('Mcp-Name in base64 is decoded strictly; half a marker is a literal', async (t) => {
    const server = await startHttp(t);
    const headers = { ...kVersion, 'Mcp-Method': 'resources/read' };
    const read = (uri, name) =>
      refusal(server, request(1, 'resources/read', claimed({ uri })), { ...headers, 'Mcp-Name': name });
    const kUnknown = [200, kInvalidParams]; // the headers agree; there is no such resource
    assert.deepEqual(await read('openchrome://ü/漢', `=?base64?${base64('openchrome://ü/漢')}?=`), kUnknown);
    assert.deepEqual(await read('Hello', '=?base64?SGVsbG8=?='), kUnknown);
    for (const bad of [
      '=?base64?SGVsbG8?=',
      '=?base64?SGVs!!!bG8=?=',
      '=?base64?SGVsbG9=?=',
      '=?base64? SGVsbG8=?=',
      '=?base64?SGVsbG8= ?=',
      '=?base64?/w==?=',
    ]) {
      assert.deepEqual(await read('Hello', bad), [400, kHeaderMismatch], bad);
    }
    for (const literal of ['=?base64?SGVsbG8=', 'SGVsbG8=?=', '=?BASE64?SGVsbG8=?='])
      assert.deepEqual(await read(literal, literal), kUnknown, literal);
  });

  test('Mcp-Param-* must agree with the arguments that ask for it', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    const call = async (region, header) => {
      const params = { name: 'test_x_mcp_header', arguments: region === undefined ? {} : { region } };
      const { status, answer } = await server.askModern('tools/call', params, {
        headers: { 'Mcp-Param-Region': header },
      });
      return [status, answer.error?.code ?? null];
    };
    assert.deepEqual(await call('eu', 'eu'), [200, null]);
    assert.deepEqual(await call('eu', '  eu '), [200, null]);
    assert.deepEqual(await call('Zürich', `=?base64?${base64('Zürich')}?=`), [200, null]);
    assert.deepEqual(await call(undefined, undefined), [200, null]);
    for (const wrong of [undefined, 'us', 'EU', '=?base64?ZXU?='])
      assert.deepEqual(await call('eu', wrong), [400, kHeaderMismatch], wrong);
  });

  test('the checks come in the order of the specification', async (t) => {
    const server = await startHttp(t);
    // Each row breaks a rule and all the later ones that can be broken with it.
    const kRows = [
      [
        'claim before version header',
        request(1, 'no/such', { _meta: { [kMetaVersion]: 'v999' } }),
        { 'Mcp-Method': 'x' },
        [400, kInvalidParams],
      ],
      [
        'version header before version',
        request(1, 'no/such', claimed({}, { [kMetaVersion]: 'v999' })),
        { ...kVersion, 'Mcp-Method': 'x' },
        [400, kHeaderMismatch],
      ],
      [
        'version before method header',
        request(1, 'no/such', claimed({}, { [kMetaVersion]: 'v999' })),
        { 'MCP-Protocol-Version': 'v999', 'Mcp-Method': 'x' },
        [400, kUnsupportedVersion],
      ],
      [
        'method header before method',
        request(1, 'no/such', claimed()),
        { ...kVersion, 'Mcp-Method': 'x' },
        [400, kHeaderMismatch],
      ],
      [
        'method before name',
        request(1, 'no/such', claimed({ name: 'x' })),
        { ...kVersion, 'Mcp-Method': 'no/such', 'Mcp-Name': 'y' },
        [404, kMethodNotFound],
      ],
      [
        'name before parameters',
        request(1, 'tools/call', claimed({ name: 'no_such' })),
        { ...kVersion, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'y' },
        [400, kHeaderMismatch],
      ],
    ];
    for (const [what, message, headers, expected] of kRows)
      assert.deepEqual(await refusal(server, message, headers), expected, what);
  });
});

describe('messages that are no requests', () => {
  test('a notification is 202 without a body, with or without headers and claim', async (t) => {
    const server = await startHttp(t);
    for (const params of [{}, claimed()]) {
      for (const headers of [{}, kVersion, { ...kVersion, 'Mcp-Method': 'notifications/x' }]) {
        const { status, text } = await server.post(notification('notifications/x', params), headers);
        assert.deepEqual([status, text], [202, '']);
      }
    }
  });

  test('an answer is 400: nobody was asked', async (t) => {
    const server = await startHttp(t);
    assert.equal((await server.post({ jsonrpc: '2.0', id: 1, result: {} }, kVersion)).status, 400);
  });

  test('a batch is 400 with -32600', async (t) => {
    const server = await startHttp(t);
    for (const batch of [[], [request(1, 'tools/list', claimed())]])
      assert.deepEqual(await refusal(server, batch, kVersion), [400, kInvalidRequest]);
  });
});

describe('event streams', { skip: withoutFixtures }, () => {
  const kProgress = { name: 'test_tool_with_progress' };

  test('begin with the first notification and hold exactly: notifications, answer, end', async (t) => {
    const server = await startFixtures(t);
    const reader = await server.openModern('tools/call', kProgress, { id: 'p', meta: { progressToken: 'token' } });
    await reader.end();
    assert.equal(reader.headers['content-type'], 'text/event-stream');
    assert.equal(reader.headers['cache-control'], 'no-cache, no-transform');
    assert.equal(reader.headers['x-accel-buffering'], 'no');
    assert.equal(reader.headers['content-length'], undefined);
    assert.ok(reader.complete);
    const progress = [0, 50, 100].map(
      (done) =>
        `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"token","progress":${done},"total":100}}\n\n`,
    );
    const [answer] = reader.text.split('\n\n').slice(-2);
    assert.equal(reader.text, `${progress.join('')}${answer}\n\n`);
    assert.match(answer, /^event: message\ndata: \{"jsonrpc":"2\.0","id":"p","result":\{.*\}$/);
  });

  test('keep the type of a progress token', async (t) => {
    const server = await startFixtures(t);
    const reader = await server.openModern('tools/call', kProgress, { meta: { progressToken: 7 } });
    assert.strictEqual((await reader.notified('notifications/progress')).params.progressToken, 7);
    await reader.end();
  });

  test('are not used without a token, nor for a client that does not accept them', async (t) => {
    const server = await startFixtures(t);
    for (const options of [{}, { meta: { progressToken: 1 }, headers: { Accept: 'application/json' } }]) {
      const { status, headers, answer } = await server.askModern('tools/call', kProgress, options);
      assert.deepEqual([status, headers['content-type'], answer.result.isError], [200, 'application/json', undefined]);
    }
  });

  for (const accept of [
    undefined,
    '*/*',
    'text/*, application/json',
    'application/json, text/event-stream',
    'TEXT/EVENT-STREAM; q=0.5, application/json',
  ]) {
    test(`are used when Accept is ${accept}`, async (t) => {
      const server = await startFixtures(t);
      const reader = await server.openModern('tools/call', kProgress, {
        meta: { progressToken: 1 },
        headers: { Accept: accept },
      });
      await reader.end();
      assert.equal(reader.events.length, 4);
    });
  }

  test('carry messages only for a request that asks, from its level on', async (t) => {
    const server = await startFixtures(t);
    const levels = async (level) => {
      const { messages } = await server.askModern(
        'tools/call',
        { name: 'test_logging_tool' },
        { meta: level && { [kMetaLogLevel]: level } },
      );
      return messages
        .filter((message) => message.method === 'notifications/message')
        .map((message) => message.params.level);
    };
    assert.deepEqual(await levels(), []);
    assert.deepEqual(await levels('debug'), [
      'debug',
      'info',
      'notice',
      'warning',
      'error',
      'critical',
      'alert',
      'emergency',
    ]);
    assert.deepEqual(await levels('critical'), ['critical', 'alert', 'emergency']);
  });

  test('never carry a request: a question is a result that asks', async (t) => {
    const server = await startFixtures(t);
    const meta = { progressToken: 1, [kMetaCapabilities]: { elicitation: {} } };
    const params = { name: 'test_streaming_elicitation' };
    const { messages, answer } = await server.askModern('tools/call', params, { meta });
    assert.ok(messages.slice(0, -1).every((message) => message.method === 'notifications/progress'));
    assert.equal(answer.result.resultType, 'input_required');
    const [key] = Object.keys(answer.result.inputRequests);
    const responses = {
      inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } },
      requestState: answer.result.requestState,
    };
    const second = await server.askModern('tools/call', { ...params, ...responses }, { meta });
    assert.equal(second.answer.result.resultType, 'complete');
    const tampered = await server.askModern(
      'tools/call',
      { ...params, ...responses, requestState: `${answer.result.requestState}x` },
      { meta },
    );
    assert.equal(tampered.answer.error.code, kInvalidParams);
  });
});

describe('a closed connection', () => {
  test('cancels a call that owes a plain answer', async (t) => {
    const server = await startHttp(t, { home: slowHome(t) });
    const abort = new AbortController();
    const message = request('gone', 'tools/call', claimed(kSlowCall));
    const pending = server.begin({
      body: message,
      headers: server.modernHeaders(message),
      agent: false,
      signal: abort.signal,
    });
    const broken = assert.rejects(pending);
    await server.untilMetric('openchrome_tool_calls_running', 1);
    abort.abort();
    await broken;
    await server.untilMetric('openchrome_tool_calls_running', 0);
    assert.equal(await server.metric('openchrome_tool_calls_failed_total'), 1, 'it did not come to its end');
  });

  test('cancels a call that owes a stream', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    let calls = 0;
    await winsOnce(async () => {
      const reader = await server.openModern(
        'tools/call',
        { name: 'test_tool_with_progress' },
        { meta: { progressToken: ++calls } },
      );
      await reader.notified('notifications/progress');
      await reader.close();
      await server.untilMetric('openchrome_tool_calls_running', 0);
      assert.equal(await server.metric('openchrome_tool_calls_failed_total'), 1, 'it did not come to its end');
    });
  });

  test('ends a listener', async (t) => {
    const server = await startHttp(t);
    const idle = await server.metric('openchrome_http_connections');
    const reader = await server.listen({});
    assert.equal(await server.metric('openchrome_http_connections'), idle + 1);
    await reader.close();
    await server.untilMetric('openchrome_http_connections', idle);
  });
});

describe('subscriptions/listen', () => {
  const uri = `openchrome://journal/${today()}`;

  test('is acknowledged first, then hears what it asked for, each with its id, without event ids', async (t) => {
    const server = await startHttp(t);
    const reader = await server.openModern(
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: [uri], toolsListChanged: true } },
      { id: 'mine' },
    );
    const first = (await reader.next()).message;
    assert.equal(first.method, 'notifications/subscriptions/acknowledged');
    assert.deepEqual(first.params, {
      notifications: { resourceSubscriptions: [uri], toolsListChanged: true },
      _meta: { [kMetaSubscription]: 'mine' },
    });
    await server.askModern('tools/call', { name: 'oc_journal' });
    const update = await reader.notified('notifications/resources/updated');
    assert.deepEqual(update.params, { uri, _meta: { [kMetaSubscription]: 'mine' } });
    assert.ok(reader.events.every((event) => event.id === undefined && event.event === 'message'));
    await reader.close();
  });

  test('keeps the type of its id, and ignores Last-Event-ID', async (t) => {
    const server = await startHttp(t);
    const reader = await server.openModern(
      'subscriptions/listen',
      { notifications: {} },
      { id: 12, headers: { 'Last-Event-ID': 's0-5' } },
    );
    assert.strictEqual((await reader.next()).message.params._meta[kMetaSubscription], 12);
    await reader.close();
  });

  test('for a client that accepts no stream is 406', async (t) => {
    const server = await startHttp(t);
    const { status } = await server.askModern(
      'subscriptions/listen',
      { notifications: {} },
      { headers: { Accept: 'application/json' } },
    );
    assert.equal(status, 406);
  });

  test('hears of changed lists, and only of those it named', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    const tools = await server.listen({ toolsListChanged: true });
    const both = await server.listen({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: false });
    const none = await server.listen({ toolsListChanged: false });
    assert.deepEqual(tools.acknowledged.params.notifications, { toolsListChanged: true });
    assert.deepEqual(both.acknowledged.params.notifications, { toolsListChanged: true, promptsListChanged: true });
    assert.deepEqual(none.acknowledged.params.notifications, {});
    await server.askModern('tools/call', { name: 'test_trigger_prompt_change' });
    await server.askModern('tools/call', { name: 'test_trigger_tool_change' });
    await tools.notified('notifications/tools/list_changed');
    await both.notified('notifications/tools/list_changed');
    const heard = (reader) => reader.events.slice(1).map((event) => event.message.method);
    assert.deepEqual(heard(tools), ['notifications/tools/list_changed']);
    assert.deepEqual(heard(both), ['notifications/prompts/list_changed', 'notifications/tools/list_changed']);
    assert.deepEqual(heard(none), []);
    for (const reader of [tools, both, none]) await reader.close();
  });

  test('ends with an empty result when the server ends', async (t) => {
    const server = await startHttp(t);
    const reader = await server.listen({}, 'mine');
    await server.askModern('tools/call', { name: 'oc_stop', arguments: { exit: true } });
    const { id, result } = await reader.message();
    assert.equal(id, 'mine');
    assert.deepEqual([result.resultType, result._meta[kMetaSubscription]], ['complete', 'mine']);
    await reader.end();
    assert.ok(reader.complete);
    assert.equal(await server.program.exitCode(), 0);
  });
});
