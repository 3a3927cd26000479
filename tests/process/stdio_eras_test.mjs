// Proves how a pipe tells the protocol eras apart: claims, handshakes, and what the first message settles.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  claim,
  claimed,
  helloParams,
  kInvalidParams,
  kInvalidRequest,
  kLatestLegacy,
  kLegacyRevisions,
  kMetaCapabilities,
  kMetaClientInfo,
  kMetaLogLevel,
  kMetaServerInfo,
  kMetaVersion,
  kMethodNotFound,
  kModern,
  kUnsupportedVersion,
} from '../lib/protocol.mjs';
import { startStdio } from '../lib/server.mjs';

const kRemovedMethods = [
  ['ping', {}],
  ['logging/setLevel', { level: 'info' }],
  ['resources/subscribe', { uri: 'openchrome://guide' }],
  ['resources/unsubscribe', { uri: 'openchrome://guide' }],
];

describe('handshake', () => {
  for (const revision of kLegacyRevisions) {
    test(`initialize with ${revision} settles on it`, async (t) => {
      const server = startStdio(t);
      const result = await server.initialize(revision);
      assert.equal(result.protocolVersion, revision);
      assert.equal(result.serverInfo.name, 'openchrome');
      assert.deepEqual((await server.ask('ping')).result, {});
    });
  }

  for (const revision of [kModern, '2030-01-01', '1.0', '']) {
    test(`initialize with '${revision}' is answered with our latest such revision, not with an error`, async (t) => {
      const server = startStdio(t);
      assert.equal((await server.initialize(revision)).protocolVersion, kLatestLegacy);
    });
  }

  test('a capability that a revision does not know is not announced in it', async (t) => {
    const capabilities = {};
    for (const revision of kLegacyRevisions) {
      capabilities[revision] = Object.keys((await startStdio(t).initialize(revision)).capabilities).sort();
    }
    assert.deepEqual(capabilities['2024-11-05'], ['logging', 'prompts', 'resources', 'tools']);
    for (const revision of kLegacyRevisions.slice(1)) {
      const tasks = revision === '2025-11-25' ? ['tasks'] : [];
      assert.deepEqual(capabilities[revision], ['completions', 'logging', 'prompts', 'resources', ...tasks, 'tools']);
    }
  });

  test('fields that a revision does not know are left out of its tools', async (t) => {
    const keys = {};
    for (const revision of kLegacyRevisions) {
      const server = startStdio(t);
      await server.initialize(revision);
      const { tools } = (await server.ask('tools/list')).result;
      keys[revision] = Object.keys(tools.find((tool) => tool.name === 'oc_connection_health')).sort();
      const call = (await server.ask('tools/call', { name: 'oc_connection_health' })).result;
      assert.equal('structuredContent' in call, revision >= '2025-06-18', revision);
    }
    assert.deepEqual(keys['2024-11-05'], ['description', 'inputSchema', 'name']);
    assert.deepEqual(keys['2025-03-26'], ['annotations', 'description', 'inputSchema', 'name']);
    const everything = ['annotations', 'description', 'inputSchema', 'name', 'outputSchema'];
    assert.deepEqual(keys['2025-06-18'], everything);
    assert.deepEqual(keys['2025-11-25'], everything);
  });

  test('requests are served as soon as initialize is answered, even if notifications/initialized never comes', async (t) => {
    const server = startStdio(t);
    await server.ask('initialize', helloParams());
    assert.ok((await server.ask('tools/list')).result.tools.length > 0);
  });

  test('a second initialize is refused and changes nothing', async (t) => {
    const server = startStdio(t);
    await server.initialize('2025-03-26');
    assert.equal((await server.ask('initialize', helloParams(kLatestLegacy))).error.code, kInvalidRequest);
    const { tools } = (await server.ask('tools/list')).result;
    assert.ok(!('title' in tools[0]), 'the first revision still holds');
  });

  test('initialize without a version is -32602, and a later good one works', async (t) => {
    const server = startStdio(t);
    assert.equal((await server.ask('initialize', { capabilities: {} })).error.code, kInvalidParams);
    assert.equal((await server.ask('initialize', { ...helloParams(), protocolVersion: 5 })).error.code, kInvalidParams);
    assert.equal((await server.initialize()).protocolVersion, kLatestLegacy);
  });
});

describe('claims', () => {
  test('a request with a valid claim is served without a handshake and says its kind and its server', async (t) => {
    const server = startStdio(t);
    const { result } = await server.askModern('tools/list');
    assert.equal(result.resultType, 'complete');
    assert.equal(result._meta[kMetaServerInfo].name, 'openchrome');
    assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0);
    assert.equal(result.cacheScope, 'private');
    assert.ok(!('execution' in result.tools[0]));
    const call = (await server.askModern('tools/call', { name: 'oc_connection_health' })).result;
    assert.equal(call.resultType, 'complete');
    assert.equal(call._meta[kMetaServerInfo].name, 'openchrome');
  });

  test('clientInfo is optional', async (t) => {
    const server = startStdio(t);
    const answer = await server.ask('tools/list', { _meta: { [kMetaVersion]: kModern, [kMetaCapabilities]: {} } });
    assert.equal(answer.result.resultType, 'complete');
  });

  test('unknown keys in _meta and in the capabilities are ignored', async (t) => {
    const server = startStdio(t);
    const meta = {
      traceparent: '00-1-2-01',
      'example.com/x': null,
      [kMetaCapabilities]: { roots: { listChanged: true } },
    };
    assert.equal((await server.askModern('tools/list', {}, { meta })).result.resultType, 'complete');
  });

  for (const version of ['2027-01-01', 'v999.0.0', '', ...kLegacyRevisions]) {
    test(`a claim of '${version}' is -32022 with what we support`, async (t) => {
      const { error } = await startStdio(t).askModern('tools/list', {}, { meta: { [kMetaVersion]: version } });
      assert.equal(error.code, kUnsupportedVersion);
      assert.deepEqual(error.data, { supported: [kModern], requested: version });
    });
  }

  const kMalformed = [
    ['no capabilities', { [kMetaVersion]: kModern }, kMetaCapabilities],
    ['capabilities null', claim({ [kMetaCapabilities]: null }), kMetaCapabilities],
    ['capabilities an array', claim({ [kMetaCapabilities]: [] }), kMetaCapabilities],
    ['capabilities a string', claim({ [kMetaCapabilities]: 'all' }), kMetaCapabilities],
    ['a version that is a number', claim({ [kMetaVersion]: 20260728 }), kMetaVersion],
    ['a version that is null', claim({ [kMetaVersion]: null }), kMetaVersion],
    ['a clientInfo without version', claim({ [kMetaClientInfo]: { name: 'x' } }), kMetaClientInfo],
    ['a clientInfo that is a string', claim({ [kMetaClientInfo]: 'x' }), kMetaClientInfo],
    ['a log level that is none', claim({ [kMetaLogLevel]: 'loud' }), kMetaLogLevel],
  ];
  for (const [what, meta, key] of kMalformed) {
    test(`a claim with ${what} is -32602 naming the key, also after a handshake`, async (t) => {
      const server = startStdio(t);
      for (const handshake of [false, true]) {
        if (handshake) await server.initialize();
        const { error } = await server.ask('tools/list', { _meta: meta });
        assert.equal(error.code, kInvalidParams);
        assert.ok(error.message.includes(key), error.message);
      }
    });
  }
});

describe('server/discover', () => {
  test('it tells what we speak and can do, without the keys of another era', async (t) => {
    const { result } = await startStdio(t).askModern('server/discover');
    assert.deepEqual(result.supportedVersions, [kModern]);
    assert.deepEqual(Object.keys(result.capabilities).sort(), ['completions', 'extensions', 'prompts', 'resources', 'tools']);
    assert.equal(result.resultType, 'complete');
    assert.equal(result._meta[kMetaServerInfo].name, 'openchrome');
    assert.ok(!('serverInfo' in result) && !('protocolVersion' in result));
    assert.ok(Number.isInteger(result.ttlMs));
  });

  test('every announced capability answers, and the answers of two calls are the same', async (t) => {
    const server = startStdio(t);
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
      const first = await server.askModern(method);
      const second = await server.askModern(method);
      assert.deepEqual(first.result, second.result, method);
    }
  });

  test('it settles nothing: a handshake may follow', async (t) => {
    const server = startStdio(t);
    await server.askModern('server/discover');
    await server.askModern('server/discover', {}, { meta: { [kMetaVersion]: '2027-01-01' } });
    assert.equal((await server.initialize()).protocolVersion, kLatestLegacy);
    assert.ok((await server.ask('tools/list')).result.tools);
  });
});

describe('before anything is settled', () => {
  test('ping is answered, other requests are -32602 and name both ways in', async (t) => {
    const server = startStdio(t);
    assert.deepEqual((await server.ask('ping')).result, {});
    for (const method of ['tools/list', 'tools/call', 'resources/read', 'prompts/list', 'completion/complete']) {
      const { error } = await server.ask(method);
      assert.equal(error.code, kInvalidParams, method);
      assert.match(error.message, /_meta/);
      assert.match(error.message, /initialize/);
    }
    assert.equal((await server.initialize()).protocolVersion, kLatestLegacy);
  });

  test('malformed claims, unsupported claims and claimed notifications settle nothing', async (t) => {
    const server = startStdio(t);
    await server.ask('tools/list', { _meta: { [kMetaVersion]: kModern } });
    await server.askModern('tools/list', {}, { meta: { [kMetaVersion]: '2027-01-01' } });
    server.notify('notifications/cancelled', claimed({ requestId: 99 }));
    server.notify('notifications/anything', claimed());
    assert.equal((await server.initialize()).protocolVersion, kLatestLegacy);
  });

  test('initialize with a valid claim is a method that the era does not have', async (t) => {
    const server = startStdio(t);
    const { error } = await server.askModern('initialize', helloParams());
    assert.equal(error.code, kMethodNotFound);
  });
});

describe('after a claimed request', () => {
  test('a late handshake is -32022 with what we support', async (t) => {
    const server = startStdio(t);
    await server.askModern('tools/list');
    const { error } = await server.ask('initialize', helloParams());
    assert.equal(error.code, kUnsupportedVersion);
    assert.deepEqual(error.data, { supported: [kModern], requested: kLatestLegacy });
  });

  test('requests without a claim are -32602', async (t) => {
    const server = startStdio(t);
    await server.askModern('tools/list');
    for (const method of ['tools/list', 'resources/list', 'prompts/list', 'server/discover']) {
      assert.equal((await server.ask(method)).error.code, kInvalidParams, method);
    }
  });

  for (const [method, params] of kRemovedMethods) {
    test(`${method} is gone, with and without a claim`, async (t) => {
      const server = startStdio(t);
      await server.askModern('tools/list');
      assert.equal((await server.askModern(method, params)).error.code, kMethodNotFound);
      assert.equal((await server.ask(method, params)).error.code, kMethodNotFound);
    });
  }

  test('nothing is said unasked', async (t) => {
    const server = startStdio(t);
    await server.askModern('tools/call', { name: 'oc_journal' });
    await server.askModern('tools/call', { name: 'oc_journal', arguments: { action: 'recent' } });
    await server.finish();
    assert.ok(server.messages.every((message) => 'id' in message && !('method' in message)));
  });
});

describe('after a handshake', () => {
  test('requests with a claim are served statelessly on the same pipe', async (t) => {
    const server = startStdio(t);
    await server.initialize('2024-11-05');
    const modern = (await server.askModern('tools/list')).result;
    assert.equal(modern.resultType, 'complete');
    assert.ok(modern.tools.some((tool) => 'outputSchema' in tool));
    const legacy = (await server.ask('tools/list')).result;
    assert.ok(!('resultType' in legacy) && !('_meta' in legacy) && !('title' in legacy.tools[0]));
    assert.equal((await server.askModern('ping')).error.code, kMethodNotFound);
    assert.deepEqual((await server.ask('ping')).result, {});
  });

  test('methods of the stateless revision are unknown without a claim', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    for (const method of ['server/discover', 'subscriptions/listen']) {
      assert.equal((await server.ask(method, {})).error.code, kMethodNotFound);
    }
  });
});
