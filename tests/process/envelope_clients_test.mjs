// Proves that the counts of one envelope are exact when eight clients, each with a server of its own, make 1,000 calls in it at
// the same time, and that its hard bound holds among the calls of one server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atEnd, temporaryFolder } from '../lib/processes.mjs';
import { startStdio } from '../lib/server.mjs';
import { Site } from '../lib/site.mjs';

async function startClient(t, home) {
  const server = startStdio(t, { home });
  await server.initialize();
  return server;
}

async function call(server, name, args = {}) {
  const { result } = await server.ask('tools/call', { name, arguments: args });
  return { data: JSON.parse(result.content[0].text), isError: result.isError === true };
}

async function startSite(t) {
  const site = await Site.start({ '/': '<title>Page</title><p>words</p>', '/robots.txt': { status: 404, body: '' } });
  atEnd(t, () => site.close());
  return site;
}

const open = async (server, policy) =>
  (await call(server, 'oc_task_start', { objective: 'count', policy })).data.task_id;

describe('envelopes', () => {
  test('1,000 calls of eight clients are counted exactly', async (t) => {
    const home = temporaryFolder(t);
    const site = await startSite(t);
    const clients = await Promise.all(Array.from({ length: 8 }, () => startClient(t, home)));
    const taskId = await open(clients[0], { maxConsecutiveSameTool: 10_000, maxObservationStreak: 10_000 });
    const args = { url: site.url('/'), engine: 'static', max_pages: 1, taskId };
    const work = async (client) => {
      for (let i = 0; i < 125; ++i) {
        const { isError, data } = await call(client, 'crawl', args);
        assert.ok(!isError, JSON.stringify(data));
      }
    };
    await Promise.all(clients.map(work));
    await Promise.all(clients.slice(1).map((client) => client.stop()));
    const { data } = await call(clients[0], 'oc_task_get', { task_id: taskId });
    assert.equal(data.counters.toolCalls, 1000);
    assert.equal(data.counters.observationCalls, 1000);
    assert.equal(data.counters.failureCalls, 0);
  });

  test('of calls at the same time no more are made than the bound allows', async (t) => {
    const site = await startSite(t);
    const client = await startClient(t, temporaryFolder(t));
    const taskId = await open(client, { maxToolCalls: 10 });
    const args = { url: site.url('/'), engine: 'static', max_pages: 1, respect_robots: false, taskId };
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(client, 'crawl', args)));
    assert.equal(answers.filter(({ isError }) => !isError).length, 10);
    for (const { data } of answers.filter(({ isError }) => isError)) assert.equal(data.error.code, 'budget_exceeded');
    assert.equal(site.count('/'), 10, 'refused calls were not made');
  });
});
