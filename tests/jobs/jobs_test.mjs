// Proves that openchrome does each job with its tools alone, judged by the app's log, and in how many calls at most. The server is
// one of the default settings; nothing but its answers tells the agent what to do next.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Agent, doJob } from './agents.mjs';
import { kJobs } from './jobs.mjs';

const told = (calls) => calls.map(({ name, args, answer }) => `${name} ${JSON.stringify(args)}\n${answer}`).join('\n\n');

describe('the judges', () => {
  for (const job of kJobs) {
    test(`${job.name}: nothing done is not done`, async (t) => {
      const app = await (await import(`./apps/${job.app}.mjs`)).start();
      t.after(() => app.close());
      assert.ok(!job.done(app));
    });
  }

  test('an agent may name only what the task or an answer said', async () => {
    const ask = async () => ({ content: [{ type: 'text', text: '[ref_1] button: "Save"' }] });
    const agent = new Agent('Write the copy', ask, /\[(ref_\d+)\]/);
    await assert.rejects(agent.call('interact', { query: 'Save' }), /"save" was neither/);
    await assert.rejects(agent.call('interact', { ref: 'ref_1' }), /no answer showed ref_1/);
    await agent.call('read_page');
    await agent.call('interact', { query: 'Save button' });
    await agent.call('interact', { ref: 'ref_1' });
    await assert.rejects(agent.call('fill_form', { fields: { Street: 'copy' } }), /"street" was neither/);
    assert.equal(agent.cost.calls, 3);
  });
});

describe('jobs', () => {
  for (const job of kJobs) {
    test(`${job.name}: done in at most ${job.calls} calls`, async (t) => {
      const { done, why, calls, log } = await doJob(t, job, 'openchrome');
      assert.ok(done, `the app's log is ${JSON.stringify(log)}; ${why}\n${told(calls)}`);
      assert.equal(why, '', told(calls));
      assert.ok(calls.length <= job.calls, `${calls.length} calls:\n${told(calls)}`);
    });
  }
});
