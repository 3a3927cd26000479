// Proves that the policy of a task holds for every tool that is called in it, also for those that wait or read what is noted
// already, in a tab that was opened outside of the task.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/talk': '<title>Talk</title><script>console.log("secret words"); fetch("/data")</script>',
  '/data': { body: '{"secret":1}', type: 'application/json' },
};

describe('the policy of a task', () => {
  const b = sharedBrowsing({ pages: kPages });
  const declare = async (policy) => (await b.data('oc_task_start', { objective: 'look', policy })).task_id;

  for (const [tool, args] of [
    ['network', { include: ['bodies'] }],
    ['console', {}],
    ['wait_for', { text: 'Talk' }],
    ['wait_for', { expression: 'document.title' }],
    ['read_page', {}],
  ]) {
    test(`${tool} ${JSON.stringify(args)} sees no page outside of its domains`, async () => {
      const taskId = await declare({ allowedDomains: ['elsewhere.example'] });
      const tabId = await b.open('/talk');
      const error = await b.fails('domain_blocked', tool, { tabId, taskId, ...args });
      assert.doesNotMatch(JSON.stringify(error), /secret/);
      assert.match(await b.text('read_page', { tabId }), /Talk/, 'without the task it is as ever');
    });
  }

  test('wait_for changes nothing in a task that observes', async () => {
    const taskId = await declare({ mode: 'observe' });
    const tabId = await b.open('/');
    await b.call('wait_for', { tabId, taskId, expression: "fetch('/write', { method: 'POST' }).then(() => true, () => true)" });
    assert.equal(b.site.count('/write'), 0);
  });

  test('a snapshot brings no page back that its task may not see', async () => {
    const workspace = 'resumed';
    const tabId = await b.open('/', { workspace });
    const { snapshotId } = await b.data('oc_session_snapshot', { objective: 'o', currentStep: 's', nextActions: ['n'], workspace });
    await b.good('tabs_close', { tabId });
    const taskId = await declare({ allowedDomains: ['elsewhere.example'] });
    const before = b.site.count('/');
    const { content } = await b.good('oc_session_resume', { snapshotId, reopen: true, taskId });
    assert.match(content.map(({ text }) => text).join('\n'), /allow/);
    assert.equal(b.site.count('/'), before);
  });
});
