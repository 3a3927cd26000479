// Proves that the server carries many clients at once: every request answered, little memory, no thread per connection.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { startHttp } from '../lib/http.mjs';
import { processFacts } from '../lib/processes.mjs';
import { claimed, kMetaSubscription, kModern, request } from '../lib/protocol.mjs';

const kConnections = 200;
const kRequests = 1000;
const kStreams = 50;
const kMostGrowth = 20 * 1024 * 1024;

function peakBytes(pid) {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmHWM:\s+(\d+) kB$/m)[1]) * 1024;
}

// What a client may ask, and what the answer must hold.
const kQuestions = [
  ['tools/list', {}, (result) => result.tools.length >= 3],
  ['tools/call', { name: 'oc_connection_health' }, (result) => result.structuredContent.server.transport === 'http'],
  ['resources/read', { uri: 'openchrome://guide' }, (result) => result.contents[0].text.includes('oc_journal')],
  [
    'prompts/get',
    { name: 'resume_task', arguments: { task: 'T-1' } },
    (result) => result.messages[0].content.text.includes('T-1'),
  ],
  [
    'tools/call',
    { name: 'oc_journal', arguments: { action: 'recent', count: 1 } },
    (result) => result.content[0].type === 'text',
  ],
];

// Half legacy streams, half listeners, with nothing to tell.
async function openIdleStreams(server) {
  const sessions = await Promise.all(Array.from({ length: kStreams / 2 }, () => server.initialize('2025-06-18')));
  const streams = await Promise.all(sessions.map((session) => session.openStream()));
  const listeners = await Promise.all(
    Array.from({ length: kStreams / 2 }, (_, i) => server.listen({}, `listener ${i}`)),
  );
  return { sessions, streams, listeners };
}

async function askAll(server, sessions, agent) {
  const answers = Array.from({ length: kRequests }, async (_, i) => {
    const [method, params, holds] = kQuestions[i % kQuestions.length];
    const id = i % 2 ? `r${i}` : 100_000 + i;
    const modern = i % 3 !== 0;
    const message = request(id, method, modern ? claimed(params) : params);
    const headers = modern ? server.modernHeaders(message) : sessions[i % sessions.length].headers();
    const { status, answer } = await server.exchange({ body: message, headers, agent });
    assert.equal(status, 200);
    assert.strictEqual(answer.id, id);
    assert.ok(holds(answer.result), JSON.stringify(answer).slice(0, 300));
    assert.equal(answer.result.resultType, modern ? 'complete' : undefined);
  });
  await Promise.all(answers);
}

// All requests on the wire at once: each connection sends its share without waiting for answers.
async function pipelineAll(server) {
  const share = kRequests / kConnections;
  const connections = Array.from({ length: kConnections }, async (_, c) => {
    const connection = server.raw();
    for (let i = 0; i < share; ++i) {
      const [method, params] = kQuestions[i % kQuestions.length];
      const body = JSON.stringify(request(`${c}/${i}`, method, claimed(params)));
      const name = params.name ?? params.uri;
      const lines = [
        'POST /mcp HTTP/1.1',
        `Host: 127.0.0.1:${server.port}`,
        `Authorization: Bearer ${server.token}`,
        'Content-Type: application/json',
        `MCP-Protocol-Version: ${kModern}`,
        `Mcp-Method: ${method}`,
        ...(name ? [`Mcp-Name: ${name}`] : []),
        `Content-Length: ${body.length}`,
        '',
        body,
      ];
      connection.write(lines.join('\r\n'));
    }
    for (let i = 0; i < share; ++i) {
      const { status, body } = await connection.response();
      assert.equal(status, 200);
      const answer = JSON.parse(body);
      assert.equal(answer.id, `${c}/${i}`);
      assert.ok(kQuestions[i % kQuestions.length][2](answer.result));
    }
    connection.close();
  });
  await Promise.all(connections);
}

test('1000 requests at once on 200 connections with 50 idle streams are all answered; memory and threads hardly grow', async (t) => {
  const server = await startHttp(t);
  const agent = new Agent({ keepAlive: true, maxSockets: kConnections });
  t.after(() => agent.destroy());
  await server.askModern('tools/call', { name: 'oc_journal' }); // threads start with the first job
  const before = processFacts(server.pid);

  const { sessions, streams, listeners } = await openIdleStreams(server);
  await askAll(server, sessions, agent);
  const during = processFacts(server.pid);
  await pipelineAll(server);

  const after = processFacts(server.pid);
  assert.equal(during.threads, before.threads, 'no thread for a connection');
  assert.equal(after.threads, before.threads, 'no thread for a connection');
  assert.ok(after.threads <= 6, `${after.threads} threads`);
  const growth = peakBytes(server.pid) - before.residentBytes;
  assert.ok(growth < kMostGrowth, `memory grew by ${growth} at its peak`);
  t.diagnostic(
    `memory: ${before.residentBytes >> 10} kB before, ${(before.residentBytes + growth) >> 10} kB at its peak; threads: ${after.threads}`,
  );

  // The idle ones are alive and were left alone.
  assert.ok(streams.every((stream) => !stream.response.closed && stream.events.every((event) => event.comment)));
  assert.ok(
    listeners.every(
      (listener) => !listener.response.closed && listener.events.filter((event) => event.message).length === 1,
    ),
  );
  server.program.signal('SIGTERM');
  for (const [i, listener] of listeners.entries()) {
    const { result } = await listener.message();
    assert.equal(result._meta[kMetaSubscription], `listener ${i}`);
  }
  for (const stream of [...streams, ...listeners]) await stream.end();
  assert.equal(await server.program.exitCode(), 0);
});

test('a thousand sessions come and go without a trace', async (t) => {
  const server = await startHttp(t);
  await server.askModern('tools/call', { name: 'oc_journal' });
  const before = processFacts(server.pid).residentBytes;
  for (let round = 0; round < 20; ++round) {
    const sessions = await Promise.all(Array.from({ length: 50 }, () => server.initialize()));
    await Promise.all(sessions.map((session) => session.ask('tools/list')));
    await Promise.all(sessions.map((session) => session.end()));
  }
  const { text } = await server.exchange({ method: 'GET', path: '/metrics' });
  assert.match(text, /^openchrome_sessions 0$/m);
  const growth = processFacts(server.pid).residentBytes - before;
  assert.ok(growth < kMostGrowth, `memory grew by ${growth}`);
});

test('sessions that nobody uses any more do not take the places of listeners', async (t) => {
  const server = await startHttp(t);
  for (let round = 0; round < 20; ++round) await Promise.all(Array.from({ length: 50 }, () => server.initialize()));
  const listeners = await Promise.all(Array.from({ length: 100 }, () => server.listen({})));
  for (const listener of listeners) await listener.close();
});
