// Proves the event streams of the revisions with a handshake: framing, resumption, cancellation.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startFixtures, startHttp } from '../lib/http.mjs';
import { withoutFixtures } from '../lib/processes.mjs';
import { kLatestLegacy, kLegacyRevisions, notification, request, today } from '../lib/protocol.mjs';
import { kSlowCall, slowHome, winsOnce } from '../lib/slow.mjs';

const kProgressCall = (token) => ({ name: 'test_tool_with_progress', _meta: { progressToken: token } });

describe('the stream of a session', () => {
  const uri = `openchrome://journal/${today()}`;

  test('needs Accept: text/event-stream, else 406', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    for (const accept of ['application/json', 'text/html', 'text/plain, application/json']) {
      assert.equal(
        (await server.exchange({ method: 'GET', headers: session.headers({ Accept: accept }) })).status,
        406,
        accept,
      );
    }
    for (const accept of ['text/event-stream', '*/*', 'text/*']) {
      const stream = await session.openStream({ Accept: accept });
      assert.equal(stream.headers['mcp-session-id'], session.id);
      await stream.close();
      await server.untilMetric('openchrome_http_connections', 1);
    }
  });

  test('is one: a second is 409 while the first is open', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    const stream = await session.openStream();
    const second = await server.exchange({ method: 'GET', headers: session.headers({ Accept: 'text/event-stream' }) });
    assert.equal(second.status, 409);
    await stream.close();
    await server.untilMetric('openchrome_http_connections', 1);
    await (await session.openStream()).close();
  });

  for (const revision of kLegacyRevisions) {
    test(`${revision}: ${revision === kLatestLegacy ? 'begins with an empty event that has an id' : 'begins with nothing'}; updates come byte for byte`, async (t) => {
      const server = await startHttp(t);
      const session = await server.initialize(revision);
      const stream = await session.openStream();
      await session.ask('resources/subscribe', { uri });
      await session.ask('tools/call', { name: 'oc_journal' });
      await stream.notified('notifications/resources/updated');
      const updated = `event: message\nid: ID\ndata: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"${uri}"}}\n\n`;
      const expected = revision === kLatestLegacy ? `id: ID\ndata: \n\n${updated}` : updated;
      assert.equal(stream.text.replace(/^id: \S+$/gm, 'id: ID'), expected);
      await stream.close();
    });
  }

  test('carries nothing that was not asked for, and nothing of other sessions', async (t) => {
    const server = await startHttp(t);
    const subscribed = await server.initialize('2025-06-18');
    const silent = await server.initialize('2025-06-18');
    const streams = [await subscribed.openStream(), await silent.openStream()];
    await subscribed.ask('resources/subscribe', { uri });
    await silent.ask('tools/call', { name: 'oc_journal' });
    await streams[0].notified('notifications/resources/updated');
    await silent.ask('ping');
    assert.equal(streams[1].text, '');
    for (const stream of streams) await stream.close();
  });

  test('ends with its session', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    const stream = await session.openStream();
    await session.end();
    await stream.end();
    assert.ok(stream.complete);
  });
});

describe('resumption', { skip: withoutFixtures }, () => {
  const change = (session) => session.ask('tools/call', { name: 'test_trigger_tool_change' });
  const isChange = (event) => event?.message?.method === 'notifications/tools/list_changed';

  test('what came while nobody listened is sent after Last-Event-ID, once and in order, then what comes new', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    const first = await session.openStream();
    await change(session);
    let last = await first.next();
    while (!isChange(last)) last = await first.next();
    await first.close();
    await server.untilMetric('openchrome_http_connections', 1);
    await change(session);
    await change(session);
    const second = await session.openStream({ 'Last-Event-ID': last.id });
    await change(session);
    const got = [];
    while (got.length < 3) {
      const event = await second.next();
      if (isChange(event)) got.push(event.id);
    }
    assert.equal(new Set([last.id, ...got]).size, 4, 'four different events');
    await second.close();
    await server.untilMetric('openchrome_http_connections', 1);
    const again = await session.openStream({ 'Last-Event-ID': got[1] });
    let event = await again.next();
    while (!isChange(event)) event = await again.next();
    assert.equal(event.id, got[2], 'the same event has the same id');
    await again.close();
  });

  test('an unknown Last-Event-ID is 400', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    for (const id of ['x', 's99-1', '-1', 's0', 's0-', 's0-x', '']) {
      const { status } = await server.exchange({
        method: 'GET',
        headers: session.headers({ Accept: 'text/event-stream', 'Last-Event-ID': id }),
      });
      assert.equal(status, 400, id);
    }
  });

  test('an event id of one session is worth nothing in another', async (t) => {
    const server = await startFixtures(t);
    const [mine, other] = [await server.initialize(), await server.initialize()];
    const stream = await mine.postForStream(request(1, 'tools/call', kProgressCall(1)));
    const [first] = await stream.end();
    const { status } = await server.exchange({
      method: 'GET',
      headers: other.headers({ Accept: 'text/event-stream', 'Last-Event-ID': first.id }),
    });
    assert.equal(status, 400);
  });

  test('a call goes on when its connection is lost, and its answer is fetched by the last event id', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    const stream = await session.postForStream(request('kept', 'tools/call', kProgressCall('t')));
    const first = await stream.next();
    assert.ok(first.id);
    await stream.close();
    const rest = await server.open({
      method: 'GET',
      headers: session.headers({ Accept: 'text/event-stream', 'Last-Event-ID': first.id }),
      replayed: true,
    });
    const answer = await rest.message((message) => message.id === 'kept');
    assert.equal(answer.result.isError, undefined);
    await rest.end();
    assert.ok(rest.complete, 'and the stream ends with it');
    assert.equal(await server.metric('openchrome_tool_calls_failed_total'), 0);
    const replay = await server.open({
      method: 'GET',
      headers: session.headers({ Accept: 'text/event-stream', 'Last-Event-ID': first.id }),
      replayed: true,
    });
    const again = await replay.message((message) => message.id === 'kept');
    assert.deepEqual(again, answer, 'and may be fetched again');
    await replay.end();
  });

  test('a client that comes back before its old connection is noticed keeps its new stream', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    const old = await session.openStream();
    const primed = await old.next();
    const fresh = await session.openStream({ 'Last-Event-ID': primed.id });
    await fresh.next();
    await old.close();
    // The one of the requests and the new stream; the server may have ended the old one already.
    await server.untilMetric('openchrome_http_connections', 2);
    await change(session);
    await fresh.notified('notifications/tools/list_changed');
    await fresh.close();
  });

  test('a call whose client comes back early is answered on the new stream', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    const old = await session.postForStream(request('kept', 'tools/call', kProgressCall('t')));
    const first = await old.next();
    const fresh = await server.open({
      method: 'GET',
      headers: session.headers({ Accept: 'text/event-stream', 'Last-Event-ID': first.id }),
      replayed: true,
    });
    await old.close();
    await fresh.message((message) => message.id === 'kept');
    await fresh.end();
  });

  test('event ids of a session are all different', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    const standalone = await session.openStream();
    await change(session);
    const streams = [
      await session.postForStream(request(101, 'tools/call', kProgressCall(1))),
      await session.postForStream(request(102, 'tools/call', kProgressCall(2))),
    ];
    const ids = [];
    for (const stream of streams) ids.push(...(await stream.end()).map((event) => event.id));
    await standalone.notified('notifications/tools/list_changed');
    ids.push(...standalone.events.map((event) => event.id));
    assert.equal(new Set(ids).size, ids.length);
    await standalone.close();
  });

  test('the stream of a call is primed with an empty event only since 2025-11-25', async (t) => {
    const server = await startFixtures(t);
    for (const revision of kLegacyRevisions) {
      const session = await server.initialize(revision);
      const stream = await session.postForStream(request(1, 'tools/call', kProgressCall(1)));
      const events = await stream.end();
      assert.equal(events[0].data === '', revision === kLatestLegacy, revision);
      assert.equal(stream.headers['mcp-session-id'], session.id);
      for (const event of events.filter((each) => each.message))
        assert.match(event.raw, /^event: message\nid: \S+\ndata: \{.*\}\n\n$/);
    }
  });
});

describe('the answer to a call', { skip: withoutFixtures }, () => {
  test('is plain JSON for a client that accepts no stream, and then nothing comes before it', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    for (const accept of ['application/json', 'application/*']) {
      const { status, headers, messages } = await session.post(
        request(server.newId(), 'tools/call', kProgressCall(1)),
        { Accept: accept },
      );
      assert.deepEqual([status, headers['content-type'], messages.length], [200, 'application/json', 1]);
    }
  });

  test('is a stream from the first notification on: notifications, answer, end', async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize('2025-06-18');
    const { headers, messages } = await session.post(request('p', 'tools/call', kProgressCall('token')));
    assert.equal(headers['content-type'], 'text/event-stream');
    assert.deepEqual(
      messages.slice(0, 3).map((message) => message.params),
      [0, 50, 100].map((progress) => ({ progressToken: 'token', progress, total: 100 })),
    );
    assert.equal(messages[3].id, 'p');
    assert.equal(messages.length, 4);
  });
});

describe('cancellation', () => {
  // A call that reported progress and was then ended by `how`; its stream must hold no answer.
  async function endsWithoutAnswer(server, session, id, how) {
    const failed = await server.metric('openchrome_tool_calls_failed_total');
    const stream = await session.postForStream(request(id, 'tools/call', kProgressCall(id)));
    await stream.notified('notifications/progress');
    assert.ok([202, 204].includes((await how()).status));
    const events = await stream.end();
    assert.ok(events.every((event) => event.message?.id !== id));
    assert.equal(await server.metric('openchrome_tool_calls_failed_total'), failed + 1);
  }

  test('a cancelled call ends its stream without an answer', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize();
    await winsOnce(() => {
      const id = server.newId();
      return endsWithoutAnswer(server, session, id, () =>
        session.notify('notifications/cancelled', { requestId: id, reason: 'test' }),
      );
    });
  });

  test('a cancel inside a batch counts too', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    const session = await server.initialize('2025-03-26');
    await winsOnce(() => {
      const id = server.newId();
      return endsWithoutAnswer(server, session, id, () =>
        session.post([notification('notifications/cancelled', { requestId: id })]),
      );
    });
  });

  test('the end of a session cancels its calls', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    await winsOnce(async () => {
      const session = await server.initialize();
      await endsWithoutAnswer(server, session, server.newId(), () => session.end());
    });
  });

  test('a cancelled call without a stream gets an empty response', async (t) => {
    const server = await startHttp(t, { home: slowHome(t) });
    const session = await server.initialize();
    const pending = session.post(request('gone', 'tools/call', kSlowCall));
    await server.untilMetric('openchrome_tool_calls_running', 1);
    await session.notify('notifications/cancelled', { requestId: 'gone' });
    assert.equal((await pending).text, '');
  });

  test('the cancel of one session does not reach the call of another', { skip: withoutFixtures }, async (t) => {
    const server = await startFixtures(t);
    const [mine, other] = [await server.initialize(), await server.initialize()];
    const stream = await mine.postForStream(request('same', 'tools/call', kProgressCall(1)));
    await other.notify('notifications/cancelled', { requestId: 'same' });
    await stream.message((message) => message.id === 'same');
  });
});
