// Proves the rules of messages on a pipe: ids, notifications, batches, unknown methods, cancellation, subscriptions.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  claimed,
  helloParams,
  kInvalidParams,
  kInvalidRequest,
  kLegacyResourceNotFound,
  kLegacyRevisions,
  kMetaServerInfo,
  kMetaSubscription,
  kMethodNotFound,
  notification,
  request,
  today,
  toolError,
} from '../lib/protocol.mjs';
import { startStdio } from '../lib/server.mjs';
import { kSlowCall, slowHome } from '../lib/slow.mjs';

describe('ids', () => {
  const kIds = [
    '0',
    '1',
    '-1',
    '42',
    '9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
    '18446744073709551615',
    '""',
    '"1"',
    '"a b"',
    '"ünï – 漢字 😀"',
    '"quote \\" backslash \\\\ tab \\t"',
    `"${'x'.repeat(5000)}"`,
  ];
  for (const id of kIds) {
    test(`id ${id.slice(0, 40)} comes back as the bytes that were sent`, async (t) => {
      const server = startStdio(t);
      server.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
      await server.settle();
      assert.equal(server.lines[0], `{"jsonrpc":"2.0","id":${id},"result":{}}`);
    });

    test(`id ${id.slice(0, 40)} comes back the same in an error`, async (t) => {
      const server = startStdio(t);
      server.write(`{"jsonrpc":"2.0","id":${id},"method":"no/such"}\n`);
      await server.settle();
      assert.ok(server.lines[0].includes(`"id":${id},"error":`), server.lines[0]);
    });
  }

  for (const id of ['null', 'true', '1.5', '[1]', '{"a":1}', '1e400', '-0.5', '123456789012345678901234567890']) {
    test(`id ${id} is no id: -32600 without an id`, async (t) => {
      const server = startStdio(t);
      server.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
      const { error } = await server.rejection();
      assert.ok([kInvalidRequest, -32700].includes(error.code));
      await server.settle();
      assert.equal(server.messages.length, 2);
    });
  }

  for (const id of ['1.0', '1e2', '-0']) {
    test(`id ${id} is a whole number and comes back as its value`, async (t) => {
      const server = startStdio(t);
      server.writeRaw(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`, Number(id) + 0);
      const answer = await server.next();
      assert.deepEqual([answer.id + 0, answer.result], [Number(id) + 0, {}]);
    });
  }

  test('1 and "1" are two ids', async (t) => {
    const server = startStdio(t);
    server.send(request(1, 'ping'), request('1', 'ping'));
    assert.strictEqual((await server.answer(1)).id, 1);
    assert.strictEqual((await server.answer('1')).id, '1');
  });

  test('an id that is still open is refused, and the first request is answered', async (t) => {
    const server = startStdio(t, { home: slowHome(t) });
    await server.initialize();
    server.send(request('same', 'tools/call', kSlowCall), request('same', 'tools/call', kSlowCall));
    const refused = await server.answer('same');
    assert.equal(refused.error?.code, kInvalidRequest);
    const answered = await server.answer('same');
    assert.equal(answered.result.isError, undefined);
  });

  test('an id may be used again once it was answered', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    for (let i = 0; i < 3; ++i) assert.deepEqual((await server.ask('ping', {}, 'again')).result, {});
  });
});

describe('notifications', () => {
  test('none is ever answered, known or not, well-formed or not', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    const before = server.messages.length;
    for (const method of [
      'notifications/initialized',
      'notifications/roots/list_changed',
      'notifications/no/such',
      'ping',
      'tools/list',
      'initialize',
      '',
    ]) {
      server.notify(method, {});
      server.notify(method);
    }
    server.notify('notifications/cancelled', {});
    server.notify('notifications/cancelled', { requestId: null });
    server.notify('notifications/cancelled', { requestId: { deep: [] } });
    server.notify('notifications/progress', { progressToken: 1, progress: 'much' });
    await server.settle();
    assert.equal(server.messages.length, before + 1);
  });

  test('none is answered before the era is settled', async (t) => {
    const server = startStdio(t);
    server.notify('notifications/initialized');
    server.notify('no/such', claimed());
    await server.settle();
    assert.equal(server.messages.length, 1);
  });

  test('an answer that nobody waits for is dropped', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    server.send({ jsonrpc: '2.0', id: 'srv-1', result: {} });
    server.send({ jsonrpc: '2.0', id: 7, error: { code: -1, message: 'no' } });
    await server.settle();
    assert.equal(server.messages.length, 2);
  });
});

describe('messages that are none', () => {
  const kBad = [
    ['a number', 5],
    ['a string', 'ping'],
    ['null', null],
    ['true', true],
    ['an empty object', {}],
    ['no jsonrpc', { id: 'x', method: 'ping' }, 'x'],
    ['jsonrpc 1.0', { jsonrpc: '1.0', id: 'x', method: 'ping' }, 'x'],
    ['jsonrpc as a number', { jsonrpc: 2.0, id: 'x', method: 'ping' }, 'x'],
    ['a method that is a number', { jsonrpc: '2.0', id: 'x', method: 5 }, 'x'],
    ['a method that is null', { jsonrpc: '2.0', id: 'x', method: null }, 'x'],
    ['an id and nothing else', { jsonrpc: '2.0', id: 'x' }, 'x'],
  ];
  for (const [what, message, id] of kBad) {
    test(`${what} is -32600, with the id when it can be read`, async (t) => {
      const server = startStdio(t);
      server.writeRaw(`${JSON.stringify(message)}\n`, id ?? 'none');
      const answer = id ? await server.answer(id) : await server.rejection();
      assert.equal(answer.error.code, kInvalidRequest);
      assert.deepEqual((await server.ask('ping', {}, 'next')).result, {});
    });
  }

  test('params null of a request are taken for none', async (t) => {
    const server = startStdio(t);
    server.send({ jsonrpc: '2.0', id: 'p', method: 'ping', params: null });
    assert.deepEqual((await server.answer('p')).result, {});
  });

  for (const params of [[], [1], 'x', 5]) {
    test(`params ${JSON.stringify(params)} of a request are -32602`, async (t) => {
      const server = startStdio(t);
      server.send({ jsonrpc: '2.0', id: 'p', method: 'ping', params });
      assert.equal((await server.answer('p')).error.code, kInvalidParams);
    });
  }
});

describe('methods', () => {
  for (const method of [
    'no/such',
    'tools',
    'tools/lists',
    'TOOLS/LIST',
    'initialized',
    'notifications/initialized',
    '',
    'x'.repeat(100_000),
    'a\nb\u0000c',
  ]) {
    test(`${JSON.stringify(method.slice(0, 30))} is unknown: -32601 in every era, in one short line`, async (t) => {
      const server = startStdio(t);
      await server.initialize();
      for (const params of [undefined, claimed()]) {
        const { error } = await server.ask(method, params);
        assert.equal(error.code, kMethodNotFound);
        assert.ok(error.message.length < 200);
      }
    });
  }

  test('an unknown tool is a protocol error, wrong arguments are an error of the tool', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    assert.equal((await server.ask('tools/call', { name: 'oc_journl' })).error.code, kInvalidParams);
    assert.match((await server.ask('tools/call', { name: 'oc_journl' })).error.message, /oc_journal/);
    assert.equal((await server.ask('tools/call', {})).error.code, kInvalidParams);
    assert.equal((await server.ask('tools/call', { name: 5 })).error.code, kInvalidParams);
    assert.equal((await server.ask('tools/call', { name: 'oc_journal', arguments: [] })).error.code, kInvalidParams);
    for (const wrong of [
      { action: 'x' },
      { count: 0 },
      { count: '5x' },
      { count: 1.5 },
      { extra: 1 },
      { extra: null },
    ]) {
      const { result } = await server.ask('tools/call', { name: 'oc_journal', arguments: wrong });
      assert.equal(result.isError, true, JSON.stringify(wrong));
      const error = toolError(result);
      assert.equal(error.code, 'invalid_arguments');
      assert.ok(error.hint.length > 0);
    }
  });

  test('missing arguments are none, and one that is null is missing', async (t) => {
    const server = startStdio(t);
    for (const given of [{}, { arguments: {} }, { arguments: { action: null, count: null } }]) {
      const { result } = await server.askModern('tools/call', { name: 'oc_journal', ...given });
      assert.equal(result.isError, undefined, JSON.stringify(given));
    }
  });

  test('parameters of other revisions are ignored', async (t) => {
    const server = startStdio(t);
    const { result } = await server.askModern('tools/call', { name: 'oc_journal', task: { ttl: 1000 }, unknown: 1 });
    assert.equal(result.resultType, 'complete');
    assert.equal(result.isError, undefined);
  });

  test('cursors: an empty one is the start, an unknown one is -32602', async (t) => {
    const server = startStdio(t);
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
      const { result } = await server.askModern(method, { cursor: '' });
      assert.ok(!('nextCursor' in result), method);
      for (const cursor of ['p0', 'p1000', 'zzz', 5, null]) {
        assert.equal((await server.askModern(method, { cursor })).error?.code, kInvalidParams, `${method} ${cursor}`);
      }
    }
  });

  test('an unknown resource is -32002 with a handshake and -32602 without, always with its uri', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    for (const uri of [
      'openchrome://no',
      'openchrome://journal/1999-01-01',
      'openchrome://journal/../token',
      'file:///etc/passwd',
      '',
    ]) {
      const legacy = (await server.ask('resources/read', { uri })).error;
      assert.deepEqual([legacy?.code, legacy?.data], [kLegacyResourceNotFound, { uri }], uri);
      const modern = (await server.askModern('resources/read', { uri })).error;
      assert.deepEqual([modern?.code, modern?.data], [kInvalidParams, { uri }], uri);
    }
  });
});

describe('batches', () => {
  test('2025-03-26: answers come as one array, notifications and answers in it say nothing', async (t) => {
    const server = startStdio(t);
    await server.initialize('2025-03-26');
    const batch = [
      request(1, 'ping'),
      notification('notifications/x'),
      request('b', 'no/such'),
      { jsonrpc: '2.0', id: 9, result: {} },
      request(3, 'tools/call', { name: 'oc_journal' }),
    ];
    server.send(batch);
    const answers = await server.next(Array.isArray, 'an array');
    assert.deepEqual(answers.map((answer) => answer.id).sort(), [1, 3, 'b']);
    assert.deepEqual(answers.find((answer) => answer.id === 1).result, {});
    assert.equal(answers.find((answer) => answer.id === 'b').error.code, kMethodNotFound);
  });

  test('2025-03-26: a batch of notifications has no answer', async (t) => {
    const server = startStdio(t);
    await server.initialize('2025-03-26');
    server.send([notification('notifications/x'), notification('notifications/y')]);
    await server.settle();
    assert.equal(server.messages.length, 2);
  });

  test('2025-03-26: what is no message in a batch is rejected in its place', async (t) => {
    const server = startStdio(t);
    await server.initialize('2025-03-26');
    server.send([5, request(2, 'ping')]);
    const answers = await server.next(Array.isArray, 'an array');
    assert.equal(answers.length, 2);
    assert.equal(answers.find((answer) => answer.error).error.code, kInvalidRequest);
  });

  test('2025-03-26: an empty batch, and one with a claim in it, are -32600', async (t) => {
    const server = startStdio(t);
    await server.initialize('2025-03-26');
    for (const batch of [[], [request(1, 'ping'), request(2, 'tools/list', claimed())]]) {
      server.writeRaw(`${JSON.stringify(batch)}\n`);
      assert.equal((await server.rejection()).error.code, kInvalidRequest);
    }
    await server.settle();
    assert.equal(server.messages.length, 4);
  });

  test('2025-03-26: a cancelled request of a batch is left out of its answer', async (t) => {
    const server = startStdio(t, { home: slowHome(t) });
    await server.initialize('2025-03-26');
    server.send(
      [request('slow', 'tools/call', kSlowCall), request('quick', 'ping')],
      notification('notifications/cancelled', { requestId: 'slow' }),
    );
    const answers = await server.next(Array.isArray, 'an array');
    assert.deepEqual(
      answers.map((answer) => answer.id),
      ['quick'],
    );
  });

  test('2025-03-26: initialize inside a batch is refused', async (t) => {
    const server = startStdio(t);
    server.writeRaw(`${JSON.stringify([request(1, 'initialize', helloParams('2025-03-26'))])}\n`);
    assert.equal((await server.rejection()).error.code, kInvalidRequest);
    assert.equal((await server.initialize('2025-03-26')).protocolVersion, '2025-03-26');
  });

  for (const revision of kLegacyRevisions.filter((each) => each !== '2025-03-26')) {
    test(`${revision}: a batch is refused with one -32600`, async (t) => {
      const server = startStdio(t);
      await server.initialize(revision);
      server.writeRaw(`${JSON.stringify([request(1, 'ping'), request(2, 'ping')])}\n`);
      assert.equal((await server.rejection()).error.code, kInvalidRequest);
      await server.settle();
      assert.equal(server.messages.length, 3);
    });
  }

  test('a batch before and without a handshake is refused with -32600', async (t) => {
    const server = startStdio(t);
    server.writeRaw(`${JSON.stringify([request(1, 'ping')])}\n`);
    assert.equal((await server.rejection()).error.code, kInvalidRequest);
    await server.askModern('tools/list');
    server.writeRaw(`${JSON.stringify([request(1, 'tools/list', claimed())])}\n`);
    assert.equal((await server.rejection()).error.code, kInvalidRequest);
  });
});

describe('cancellation', () => {
  for (const era of ['legacy', 'modern']) {
    test(`${era}: a cancelled call is never answered, others go on`, async (t) => {
      const server = startStdio(t, { home: slowHome(t) });
      if (era === 'legacy') await server.initialize();
      const params = era === 'legacy' ? kSlowCall : claimed(kSlowCall);
      server.send(
        request('gone', 'tools/call', params),
        notification('notifications/cancelled', { requestId: 'gone', reason: 'test' }),
      );
      server.send(request('stays', 'tools/call', params));
      assert.ok((await server.answer('stays')).result);
      await server.finish();
      assert.deepEqual(server.answersTo('gone'), []);
    });
  }

  test('a cancel for an unknown or answered id, or for one of another type, does nothing', async (t) => {
    const server = startStdio(t, { home: slowHome(t) });
    await server.initialize();
    server.send(request(5, 'tools/call', kSlowCall));
    for (const requestId of ['5', 6, '', 1]) server.notify('notifications/cancelled', { requestId });
    assert.ok((await server.answer(5)).result);
    server.notify('notifications/cancelled', { requestId: 5 });
    await server.settle();
  });

  test('ping is answered while a call runs', async (t) => {
    const server = startStdio(t, { home: slowHome(t) });
    await server.initialize();
    server.send(request('slow', 'tools/call', kSlowCall), request('ping', 'ping'));
    await server.answer('slow');
    const order = server.messages
      .filter((message) => ['slow', 'ping'].includes(message.id))
      .map((message) => message.id);
    assert.deepEqual(order, ['ping', 'slow']);
  });
});

describe('limits', () => {
  test('a call that takes too long is answered as a failure of the tool', async (t) => {
    const server = startStdio(t, { home: slowHome(t), parameters: ['--max-call-ms', '1'] });
    await server.initialize();
    const { result } = await server.ask('tools/call', kSlowCall);
    assert.equal(result.isError, true);
    assert.equal(toolError(result).code, 'timeout');
  });

  test('calls beyond --max-running-calls are answered, with a failure that may be tried again', async (t) => {
    const server = startStdio(t, { home: slowHome(t), parameters: ['--max-running-calls', '2'] });
    await server.initialize();
    const ids = ['a', 'b', 'c', 'd'];
    server.send(...ids.map((id) => request(id, 'tools/call', kSlowCall)));
    const outcomes = [];
    for (const id of ids) outcomes.push((await server.answer(id)).result);
    const refused = outcomes.filter((result) => result.isError);
    assert.equal(refused.length, 2);
    assert.ok(refused.every((result) => toolError(result).retryable));
  });
});

describe('subscriptions', () => {
  const uri = `openchrome://journal/${today()}`;

  test('modern: listen is acknowledged first, then hears of changes with its own id, then ends with its cancel', async (t) => {
    const server = startStdio(t);
    const wanted = { resourceSubscriptions: [uri], toolsListChanged: true, unknown: true };
    server.send(request('listener', 'subscriptions/listen', claimed({ notifications: wanted })));
    const first = await server.next();
    assert.equal(first.method, 'notifications/subscriptions/acknowledged');
    assert.strictEqual(first.params._meta[kMetaSubscription], 'listener');
    assert.deepEqual(first.params.notifications, { resourceSubscriptions: [uri] }, 'only what we announced');
    await server.askModern('tools/call', { name: 'oc_journal' });
    const update = await server.notified('notifications/resources/updated');
    assert.equal(update.params.uri, uri);
    assert.strictEqual(update.params._meta[kMetaSubscription], 'listener');
    server.notify('notifications/cancelled', { requestId: 'listener' });
    await server.settle();
    await server.finish();
    assert.deepEqual(server.answersTo('listener'), []);
  });

  test('modern: the id of a subscription keeps its type', async (t) => {
    const server = startStdio(t);
    server.send(request(7, 'subscriptions/listen', claimed({ notifications: {} })));
    const acknowledged = await server.notified('notifications/subscriptions/acknowledged');
    assert.strictEqual(acknowledged.params._meta[kMetaSubscription], 7);
  });

  test('modern: two listeners hear of the same change, each under its own id', async (t) => {
    const server = startStdio(t);
    for (const id of [1, 'two'])
      server.send(request(id, 'subscriptions/listen', claimed({ notifications: { resourceSubscriptions: [uri] } })));
    await server.notified('notifications/subscriptions/acknowledged');
    await server.notified('notifications/subscriptions/acknowledged');
    await server.askModern('tools/call', { name: 'oc_journal' }, { id: 'call' });
    const heard = [];
    for (let i = 0; i < 2; ++i)
      heard.push((await server.notified('notifications/resources/updated')).params._meta[kMetaSubscription]);
    assert.deepEqual(heard.sort(), [1, 'two']);
  });

  test('modern: end of input ends a listener with a result', async (t) => {
    const server = startStdio(t);
    server.send(request('listener', 'subscriptions/listen', claimed({ notifications: {} })));
    await server.notified('notifications/subscriptions/acknowledged');
    assert.equal(await server.finish(), 0);
    const { result } = await server.answer('listener');
    assert.equal(result.resultType, 'complete');
    assert.strictEqual(result._meta[kMetaSubscription], 'listener');
    assert.equal(result._meta[kMetaServerInfo].name, 'openchrome');
  });

  for (const notifications of [
    undefined,
    null,
    [],
    'all',
    { resourceSubscriptions: 'x' },
    { resourceSubscriptions: [5] },
  ]) {
    test(`modern: listen with notifications ${JSON.stringify(notifications)} is -32602`, async (t) => {
      const { error } = await startStdio(t).askModern('subscriptions/listen', { notifications });
      assert.equal(error.code, kInvalidParams);
    });
  }

  test('legacy: a subscribed resource is announced, an unsubscribed one is not', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    assert.deepEqual((await server.ask('resources/subscribe', { uri })).result, {});
    await server.ask('tools/call', { name: 'oc_journal' });
    const update = await server.notified('notifications/resources/updated');
    assert.deepEqual(update.params, { uri });
    assert.deepEqual((await server.ask('resources/unsubscribe', { uri })).result, {});
    const before = server.messages.length;
    await server.ask('tools/call', { name: 'oc_journal' });
    await server.finish();
    assert.equal(server.messages.slice(before).filter((message) => message.method).length, 0);
  });

  test('legacy: without a subscription nothing is announced', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    await server.ask('tools/call', { name: 'oc_journal' });
    await server.finish();
    assert.equal(server.messages.filter((message) => message.method).length, 0);
  });

  test('the last change of a burst is announced too: who reads at each announcement misses nothing', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    await server.ask('resources/subscribe', { uri });
    for (let i = 0; i < 3; ++i) await server.ask('tools/call', { name: 'oc_journal', arguments: { count: 11 + i } });
    for (;;) {
      await server.notified('notifications/resources/updated');
      const { contents } = (await server.ask('resources/read', { uri })).result;
      if (contents[0].text.includes('count\\":13')) break;
    }
  });
});
