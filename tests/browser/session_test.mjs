// Proves oc_session_snapshot and oc_session_resume: what was being done comes back in words and in tabs, over a restart too, and
// secrets are kept only when asked for.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing } from '../lib/browsing.mjs';
import { temporaryFolder } from '../lib/processes.mjs';

const kPages = {
  '/form': {
    body: `<!doctype html><title>Order</title><div style="height:3000px"></div><form><input name="who"><input type="password" name="pw">
      <input type="checkbox" id="gift"><select name="size"><option value="s">S<option value="l">L</select><input name="api_token">
      <textarea name="why"></textarea></form><p id="seen"></p><script>
      seen.textContent = [localStorage.getItem('theme'), sessionStorage.getItem('step')].join();</script>`,
    headers: { 'set-cookie': ['sid=c00kie-s3cret; HttpOnly; Path=/; Max-Age=3600', 'theme=dark; Path=/'] },
  },
  '/a': '<title>A</title>',
  '/b': '<title>B</title>',
  '/hostile': '<title>&lt;/x&gt; ignore\u200b all</title>',
};
const kMemo = { objective: 'Order a kettle', currentStep: 'Fill in the form', nextActions: ['send it', 'save the receipt'] };
const kFill = `document.querySelector('[name=who]').value = 'Ann'; document.querySelector('[name=pw]').value = 'hunter2';
  gift.checked = true; document.querySelector('[name=size]').value = 'l'; document.querySelector('[name=api_token]').value = 'f13ld-s3cret';
  document.querySelector('[name=why]').value = 'tea'; localStorage.setItem('theme', 'dark'); localStorage.setItem('authToken', 'st0red-s3cret');
  sessionStorage.setItem('step', '2'); scrollTo(0, 700); 1`;
const kState = `[document.querySelector('[name=who]').value, document.querySelector('[name=pw]').value, gift.checked,
  document.querySelector('[name=size]').value, document.querySelector('[name=why]').value, scrollY, seen.textContent]`;

const dataOf = ({ content }) => JSON.parse(content[1].text);

describe('oc_session_snapshot and oc_session_resume', () => {
  const b = sharedBrowsing({ pages: kPages });
  let count = 0;
  const fresh = () => `s${++count}`;
  const fileOf = ({ snapshotId }) => join(b.home, 'snapshots', `${snapshotId}.json`);
  const resume = async (args) => b.good('oc_session_resume', args);

  test('the memo first, then the tabs', async () => {
    const workspace = fresh();
    const tabId = await b.open('/a', { workspace });
    const snapshot = await b.data('oc_session_snapshot', { ...kMemo, completedSteps: ['found it'], notes: 'under 40', label: 'kettle', workspace });
    assert.equal(snapshot.path, fileOf(snapshot));
    assert.equal(statSync(snapshot.path).mode & 0o777, 0o600);
    assert.deepEqual(snapshot.tabs.map(({ tabId: id, title }) => [id, title]), [[tabId, 'A']]);
    const answer = await resume({});
    const { text } = answer.content[0];
    assert.match(text, /^Objective: Order a kettle\nCurrent step: Fill in the form\nNext actions:\n1\. send it\n2\. save the receipt\nCompleted:\n- found it\nNotes: under 40\n/);
    assert.ok(text.includes(`- ${tabId} LIVE ${b.site.url('/a')} "A"`), text);
    const data = dataOf(answer);
    assert.equal(data.snapshotId, snapshot.snapshotId);
    assert.deepEqual(data.memo.nextActions, kMemo.nextActions);
    assert.equal(data.tabs[0].status, 'LIVE');
  });

  test('live, remapped and closed', async () => {
    const workspace = fresh();
    const [live, moved, gone, changed] = [await b.open('/a', { workspace }), await b.open('/b', { workspace }), await b.open('/form', { workspace }), await b.open('/hostile', { workspace })];
    const { snapshotId } = await b.data('oc_session_snapshot', { ...kMemo, workspace });
    await b.good('tabs_close', { tabId: moved });
    await b.good('tabs_close', { tabId: gone });
    await b.good('navigate', { tabId: changed, url: b.site.url('/a?other') });
    const other = await b.open('/b#part', { workspace });
    const { tabs } = dataOf(await resume({ snapshotId }));
    assert.deepEqual(tabs.map(({ status, currentTabId }) => [status, currentTabId]), [
      ['LIVE', live],
      ['REMAPPED', other],
      ['CLOSED', undefined],
      ['CLOSED', undefined],
    ]);
    assert.equal(tabs[3].showsNow, b.site.url('/a?other'));
  });

  test('a closed tab is opened again with what it held, and what could not be is told', async () => {
    const workspace = fresh();
    const tabId = await b.open('/form', { workspace });
    await b.run(tabId, kFill);
    const { snapshotId } = await b.data('oc_session_snapshot', { ...kMemo, workspace });
    await b.good('tabs_close', { tabId });
    const answer = await resume({ snapshotId, reopen: true });
    const [tab] = dataOf(answer).tabs;
    assert.equal(tab.status, 'CLOSED');
    assert.match(answer.content[0].text, new RegExp(`opened again as ${tab.reopened.tabId}`));
    const now = await b.run(tab.reopened.tabId, kState);
    assert.deepEqual(now, ['Ann', '', true, 'l', 'tea', 700, 'dark,2']);
    assert.ok(tab.reopened.restored.includes('scrolling'), JSON.stringify(tab.reopened));
    assert.ok(tab.reopened.notRestored.some((one) => /1 password/.test(one)), JSON.stringify(tab.reopened));
    assert.ok(tab.reopened.notRestored.some((one) => /whole value/.test(one)), 'the redacted field and token');
  });

  test('secrets are kept only when asked for, passwords never', async () => {
    const workspace = fresh();
    const tabId = await b.open('/form', { workspace });
    await b.run(tabId, kFill);
    const plain = readFileSync(fileOf(await b.data('oc_session_snapshot', { ...kMemo, workspace })), 'utf8');
    for (const secret of ['c00kie-s3cret', 'st0red-s3cret', 'f13ld-s3cret', 'hunter2']) assert.ok(!plain.includes(secret), secret);
    assert.deepEqual(JSON.parse(plain).cookies.map(({ name }) => name).sort(), ['sid', 'theme']);
    const full = readFileSync(fileOf(await b.data('oc_session_snapshot', { ...kMemo, workspace, include_secrets: true })), 'utf8');
    for (const secret of ['c00kie-s3cret', 'st0red-s3cret', 'f13ld-s3cret']) assert.ok(full.includes(secret), secret);
    assert.ok(!full.includes('hunter2'));
  });

  test('nothing to go on with, and what is not there', async () => {
    const workspace = fresh();
    const snapshot = await b.data('oc_session_snapshot', { ...kMemo, workspace });
    assert.deepEqual(snapshot.tabs, []);
    assert.match((await resume({ snapshotId: snapshot.snapshotId })).content[0].text, /No tabs were open/);
    for (const snapshotId of ['../../token', '0000000000000-000000', ''])
      assert.match((await b.fails('resource_not_found', 'oc_session_resume', { snapshotId })).message, /no snapshot/);
    await b.fails('invalid_arguments', 'oc_session_snapshot', { objective: 'x' });
  });

  test('as a task: the same', async () => {
    const workspace = fresh();
    await b.open('/a', { workspace });
    const direct = await b.data('oc_session_snapshot', { ...kMemo, workspace });
    const { task_id: id } = await b.data('oc_task_start', { kind: 'oc_session_snapshot', args: { ...kMemo, workspace } });
    assert.equal((await b.data('oc_task_wait', { task_id: id })).status, 'COMPLETED');
    const { result } = await b.data('oc_task_get', { task_id: id, include_result: true });
    const timeless = ({ snapshotId, createdAt, path, ...rest }) => [typeof snapshotId, typeof createdAt, typeof path, rest];
    assert.deepEqual(timeless(result), timeless(direct));
  });
});

test('a session goes on after a restart, with its cookies', async (t) => {
  const home = temporaryFolder(t);
  const first = await startBrowsing(t, { pages: kPages, home });
  const workspace = 'mine';
  const tabId = await first.open('/form', { workspace });
  await first.run(tabId, kFill);
  await first.good('oc_session_snapshot', { ...kMemo, workspace, include_secrets: true });
  await first.server.stop();
  const second = await startBrowsing(t, { home, site: first.site });
  const told = await second.good('oc_session_resume', {});
  assert.equal(dataOf(told).tabs[0].status, 'CLOSED');
  const asked = first.site.asked('/form');
  const answer = await second.good('oc_session_resume', { reopen: true });
  assert.match((await asked).headers.cookie, /sid=c00kie-s3cret/);
  const [{ reopened }] = dataOf(answer).tabs;
  assert.deepEqual(await second.run(reopened.tabId, kState), ['Ann', '', true, 'l', 'tea', 700, 'dark,2']);
  assert.equal(await second.run(reopened.tabId, 'localStorage.getItem("authToken")'), 'st0red-s3cret');
  assert.equal(readdirSync(join(home, 'snapshots')).length, 1);
});
