// Proves recordings: what is done and what pages do is on disk as it happens, bounded and without secrets, ends in every way it may,
// and the report shows hostile pages without becoming one.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';
import { temporaryFolder } from '../lib/processes.mjs';

const kPages = {
  '/': '<title>Home</title><button onclick="console.log(\'pressed\'); document.title = \'Pressed\'">Press</button><a href="#part">Part</a>',
  '/hostile': `<title>&lt;/td&gt;&lt;script&gt;document.title='owned'&lt;/script&gt;</title><script>
    console.error('<img src=x onerror="document.title=\\'owned\\'">')</script>`,
  '/form': `<title>Form</title><button>Send</button><label>Name <input id="name"></label><input id="pw" type="password" aria-label="Password">
    <select aria-label="Country"><option>Spain<option>Peru</select>`,
  '/missing-picture': '<title>Broken</title><img src="/gone.png">',
};

describe('recording', () => {
  const b = sharedBrowsing({ pages: kPages });
  let count = 0;
  const fresh = () => `r${++count}`;
  const linesOf = (path) =>
    existsSync(join(path, 'actions.jsonl')) ? readFileSync(join(path, 'actions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line)) : [];
  const kinds = (actions, kind) => actions.filter((action) => action.kind === kind);
  const stop = (recordingId) => b.data('oc_recording_stop', { recordingId });

  test('calls, navigations, console and requests, in order, and nothing of other workspaces', async () => {
    const [workspace, other] = [fresh(), fresh()];
    const { recordingId, path } = await b.data('oc_recording_start', { workspace, label: 'kettle' });
    const tabId = await b.open('/missing-picture', { workspace });
    await b.open('/', { workspace: other });
    await b.good('navigate', { tabId, url: b.site.url('/') });
    await b.run(tabId, 'console.warn("password=hunter2 seen"); 1');
    await b.run(tabId, 'location.hash = "part"; 1');
    await until(() => linesOf(path).some(({ kind, same_document: same }) => kind === 'navigation' && same), 'the last one, before any end');
    const ended = await stop(recordingId);
    assert.deepEqual([ended.recording.endedBy, ended.recording.label], ['stopped', 'kettle']);
    const data = await b.data('oc_recording_export', { recordingId });
    assert.deepEqual(data.actions, linesOf(path));
    assert.deepEqual(data.actions.map(({ seq }) => seq), data.actions.map((_, i) => i + 1));
    assert.deepEqual(kinds(data.actions, 'tool_call').map(({ tool }) => tool), ['tabs_create', 'navigate', 'javascript_tool', 'javascript_tool']);
    const urls = kinds(data.actions, 'navigation').map(({ url }) => url.replace(b.site.url(''), ''));
    assert.deepEqual(urls.filter((url) => url !== 'about:blank'), ['/missing-picture', '/', '/#part']);
    assert.ok(kinds(data.actions, 'network').some(({ url, status }) => url.endsWith('/gone.png') && status === 404));
    const [warning] = kinds(data.actions, 'console').filter(({ level }) => level === 'warning');
    assert.match(warning.text, /seen/);
    assert.ok(data.actions.every((action) => !action.tabId || action.tabId === tabId));
    for (const name of readdirSync(path)) assert.doesNotMatch(readFileSync(join(path, name), 'utf8'), /hunter2/, name);
    assert.deepEqual(readdirSync(path).sort(), ['actions.jsonl', 'metadata.json', 'report.html']);
  });

  test('what is done with mouse and keyboard, in this document and the next, without what was typed', async () => {
    const workspace = fresh();
    const tabId = await b.open('/form', { workspace });
    const { recordingId, path } = await b.data('oc_recording_start', { workspace });
    const inputs = () => kinds(linesOf(path), 'input');
    await b.good('interact', { tabId, selector: 'button' });
    await b.good('form_input', { tabId, selector: '#name', value: 'Ada Lovelace' });
    await b.good('form_input', { tabId, selector: '#pw', value: 'hunter2' });
    await b.good('form_input', { tabId, selector: 'select', value: 'Peru' });
    await b.good('computer', { tabId, action: 'key', text: 'Escape' });
    await b.good('navigate', { tabId, url: b.site.url('/') });
    await b.good('interact', { tabId, selector: 'button' });
    await until(() => inputs().filter(({ event, name }) => event === 'click' && name === 'Press').length > 0, 'the click in the next document');
    await stop(recordingId);
    const [first] = inputs();
    assert.deepEqual([first.event, first.tag, first.name, first.tabId], ['click', 'button', 'Send', tabId]);
    const changed = inputs().filter(({ event }) => event === 'change');
    assert.ok(changed.some(({ name, characters }) => name === 'Name' && characters === 12), JSON.stringify(changed));
    assert.ok(inputs().some(({ event, key }) => event === 'key' && key === 'Escape'));
    const { recording } = await b.data('oc_recording_export', { recordingId });
    assert.equal(recording.inputs, inputs().length);
    for (const name of readdirSync(path)) assert.doesNotMatch(readFileSync(join(path, name), 'utf8'), /hunter2|Lovelace/, name);
    assert.match(readFileSync(join(path, 'report.html'), 'utf8'), /12 characters/);
    const count = inputs().length;
    await b.good('interact', { tabId, selector: 'button' });
    assert.equal(inputs().length, count, 'nobody listens any more');
  });

  test('one tab alone', async () => {
    const workspace = fresh();
    const [one, two] = [await b.open('/', { workspace }), await b.open('/', { workspace })];
    const { recordingId } = await b.data('oc_recording_start', { tabId: one });
    await b.run(two, '1');
    await b.run(one, '2');
    await stop(recordingId);
    const { actions, recording } = await b.data('oc_recording_export', { recordingId });
    assert.equal(recording.workspace, workspace);
    assert.deepEqual(actions.map(({ tabId, tool }) => [tabId, tool]), [[one, 'javascript_tool']]);
    await b.fails('tab_not_found', 'oc_recording_start', { tabId: 't999' });
  });

  test('a picture after each action, shown in the report', async () => {
    const workspace = fresh();
    const tabId = await b.open('/', { workspace });
    const { recordingId, path } = await b.data('oc_recording_start', { workspace, screenshots: true });
    await b.good('interact', { tabId, action: 'click', selector: 'button' });
    await until(() => kinds(linesOf(path), 'screenshot').length === 1, 'the picture');
    await b.text('read_page', { tabId });
    const { recording, report } = await stop(recordingId);
    assert.equal(recording.pictures, 1, 'none of what only looks');
    const { actions } = await b.data('oc_recording_export', { recordingId });
    const [picture] = kinds(actions, 'screenshot');
    assert.equal(actions.find(({ seq }) => seq === picture.of).tool, 'interact');
    const bytes = readFileSync(join(path, picture.file));
    assert.equal(bytes.subarray(8, 12).toString(), 'WEBP');
    assert.ok(readFileSync(report, 'utf8').includes(bytes.toString('base64')));
  });

  test('the report of a hostile page is text', async () => {
    const workspace = fresh();
    const { recordingId } = await b.data('oc_recording_start', { workspace, label: '<script>document.title="owned"</script>' });
    const hostile = await b.open('/hostile', { workspace });
    await b.text('read_page', { tabId: hostile });
    const { report } = await stop(recordingId);
    const html = readFileSync(report, 'utf8');
    assert.doesNotMatch(html, /<script|<img/);
    assert.match(html, /&lt;script&gt;document\.title/, 'the title is there to be read');
    b.site.set('/report', html);
    const shown = await b.open('/report');
    assert.match(await b.run(shown, 'document.title'), /^<script>/);
    assert.equal(await b.run(shown, 'document.scripts.length + document.images.length'), 0);
    assert.match(await b.run(shown, 'document.body.innerText'), /onerror=/);
    const again = await b.data('oc_recording_export', { recordingId, format: 'html' });
    assert.deepEqual([again.path, again.size_bytes], [report, Buffer.byteLength(html)]);
  });

  test('it ends by its duration and by its number of actions', async () => {
    const workspace = fresh();
    const timed = await b.data('recording', { workspace, duration_ms: 50 });
    assert.equal(timed.recording.endedBy, 'duration');
    assert.deepEqual(timed.actions, []);
    const counting = b.data('recording', { workspace, max_actions: 1 });
    await until(async () => (await b.data('oc_recording_list')).recordings.some((one) => one.workspace === workspace && one.status === 'recording'), 'its begin');
    await b.open('about:blank', { workspace });
    const counted = await counting;
    assert.equal(counted.recording.endedBy, 'max_actions');
    assert.equal(counted.actions.length, 1);
  });

  test('as a task: entries as they come, ended by a stop or a cancel, the export as the result', async () => {
    const workspace = fresh();
    const tabId = await b.open('/', { workspace });
    const start = async () => {
      const { task_id: id } = await b.data('oc_task_start', { kind: 'recording', args: { workspace } });
      const { recordingId } = await until(async () => (await b.data('oc_recording_list')).recordings.find((one) => one.workspace === workspace && one.status === 'recording'), 'its begin');
      await b.run(tabId, '1');
      await until(async () => ((await b.data('oc_task_get', { task_id: id })).progress?.done ?? 0) > 0, 'an entry');
      return { id, recordingId };
    };
    const first = await start();
    await stop(first.recordingId);
    assert.equal((await b.data('oc_task_wait', { task_id: first.id })).status, 'COMPLETED');
    const { result } = await b.data('oc_task_get', { task_id: first.id, include_result: true });
    assert.deepEqual(result, await b.data('oc_recording_export', { recordingId: first.recordingId }));
    assert.deepEqual(result.actions.map(({ tool }) => tool), ['javascript_tool']);
    const items = readFileSync(join(b.home, 'tasks', first.id, 'items.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(items, result.actions);
    const second = await start();
    await b.data('oc_task_cancel', { task_id: second.id });
    assert.equal((await b.data('oc_task_wait', { task_id: second.id })).status, 'CANCELLED');
    const cancelled = await b.data('oc_task_get', { task_id: second.id, include_result: true });
    assert.equal(cancelled.result.recording.endedBy, 'cancelled');
    assert.equal(cancelled.result.actions.length, 1);
  });

  test('which one is meant, and what is not there', async () => {
    assert.match((await b.fails('resource_not_found', 'oc_recording_stop', {})).message, /no recording is running/);
    const one = await b.data('oc_recording_start', {});
    const two = await b.data('oc_recording_start', {});
    assert.match((await b.fails('invalid_arguments', 'oc_recording_stop', {})).message, new RegExp(one.recordingId));
    await stop(one.recordingId);
    assert.equal((await b.data('oc_recording_stop', {})).recordingId, two.recordingId);
    assert.equal((await stop(two.recordingId)).recording.endedBy, 'stopped', 'again is the same');
    for (const recordingId of ['../journal', '0000000000000-000000'])
      await b.fails('resource_not_found', 'oc_recording_export', { recordingId });
  });
});

test('a killed server leaves what it had recorded, and the next one can show it', async (t) => {
  const home = temporaryFolder(t);
  const first = await startBrowsing(t, { pages: kPages, home });
  const { recordingId, path } = await first.data('oc_recording_start', {});
  await first.open('/');
  await until(() => existsSync(join(path, 'actions.jsonl')) && readFileSync(join(path, 'actions.jsonl'), 'utf8').includes('tabs_create'), 'the line');
  first.server.program.signal('SIGKILL');
  await first.server.program.exited;
  const second = await startBrowsing(t, { home, site: first.site });
  const { recordings } = await second.data('oc_recording_list');
  assert.deepEqual(recordings.map(({ recordingId: id, status }) => [id, status]), [[recordingId, 'interrupted']]);
  const { actions } = await second.data('oc_recording_export', { recordingId });
  assert.ok(actions.some(({ tool }) => tool === 'tabs_create'));
  const { path: report } = await second.data('oc_recording_export', { recordingId, format: 'html' });
  assert.match(readFileSync(report, 'utf8'), /tabs_create/);
});
