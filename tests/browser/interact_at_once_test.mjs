// The actions of interact that other tools do too: on the server's own browser they run at once and answer their result.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': `<title>At once</title><h1>Prices</h1><p id="price">Now 12 EUR</p><p>Another paragraph</p>
    <label>Name <input id="name" value="Ada Lovelace"></label><input id="other" aria-label="Other" value="so far">`,
  '/next': '<title>Next</title><p>the next page</p>',
};

describe('interact without via', () => {
  const b = sharedBrowsing({ pages: kPages });
  const valueOf = (tabId, id) => b.run(tabId, `document.getElementById('${id}').value`);
  const noCommandWasQueued = async () =>
    assert.deepEqual(await b.data('observe', { what: 'pending_commands' }), { pending: [], completed: [], failed: [] });

  test('type leaves exactly the text in the field that was named', async () => {
    const tabId = await b.open('/');
    for (const target of [{ query: 'Name' }, { selector: '#name' }, { ref: await refOf(b, tabId, 'Name textbox') }]) {
      await b.run(tabId, `document.getElementById('name').value = 'Ada Lovelace'`);
      const text = await b.text('interact', { tabId, action: 'type', text: 'Grace', ...target });
      assert.match(text, /^✓ Set textbox "Name" \[ref_\d+\] = "Grace"/, JSON.stringify(target));
      assert.equal(await valueOf(tabId, 'name'), 'Grace');
    }
    await noCommandWasQueued();
  });

  test('type without a target goes to the focus and adds', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, `{ const field = document.getElementById('other'); field.focus(); field.setSelectionRange(6, 6); }`);
    assert.match(await b.text('interact', { tabId, action: 'type', text: ' good' }), /^✓ Typed/);
    assert.equal(await valueOf(tabId, 'other'), 'so far good');
    await noCommandWasQueued();
  });

  test('get_text answers the text of the page, or of the element that was named', async () => {
    const tabId = await b.open('/');
    const page = await b.text('interact', { tabId, action: 'get_text' });
    assert.match(page, /- Page Title: At once/);
    assert.match(page, /Now 12 EUR[\s\S]*Another paragraph/);
    for (const target of [{ selector: '#price' }, { query: 'Now 12 EUR' }]) {
      const text = await b.text('interact', { tabId, action: 'get_text', ...target });
      assert.match(text, /Now 12 EUR/, JSON.stringify(target));
      assert.doesNotMatch(text, /Another paragraph/, JSON.stringify(target));
    }
    await noCommandWasQueued();
  });

  test('screenshot answers a picture, of the page or of the element that was named', async () => {
    const tabId = await b.open('/');
    const sizes = [];
    for (const target of [{}, { selector: '#name' }, { query: 'Name' }]) {
      const { content } = await b.good('interact', { tabId, action: 'screenshot', ...target });
      const picture = content.find(({ type }) => type === 'image');
      assert.ok(picture, JSON.stringify(content));
      sizes.push(picture.data.length);
    }
    assert.ok(sizes[1] < sizes[0] && sizes[2] < sizes[0], `${sizes}`);
    await noCommandWasQueued();
  });

  test('execute_js, navigate and list_tabs answer what they found', async () => {
    const tabId = await b.open('/');
    assert.equal(await b.data('interact', { tabId, action: 'execute_js', script: 'document.title' }), 'At once');
    const gone = await b.data('interact', { tabId, action: 'navigate', url: b.site.url('/next') });
    assert.deepEqual([gone.tabId, gone.title, gone.status], [tabId, 'Next', 200]);
    const { workspaces } = await b.data('interact', { tabId, action: 'list_tabs' });
    assert.ok(workspaces[0].tabs.some((tab) => tab.tabId === tabId));
    await noCommandWasQueued();
  });

  test('what an action cannot use is refused', async () => {
    const tabId = await b.open('/');
    for (const [args, problem] of [
      [{ action: 'execute_js' }, /needs script/],
      [{ action: 'navigate' }, /needs url/],
      [{ action: 'type', selector: '#name' }, /needs text/],
      [{ action: 'execute_js', script: '1', selector: '#name' }, /takes no selector/],
      [{ action: 'list_tabs', query: 'Name' }, /takes no query/],
      [{ action: 'screenshot', coordinate: [5, 5] }, /takes no coordinate/],
      [{ action: 'type', text: 'x', selector: '#name', modifiers: 'ctrl' }, /takes no modifiers/],
    ]) {
      const error = await b.fails('invalid_arguments', 'interact', { tabId, ...args });
      assert.match(error.message, problem, JSON.stringify(args));
    }
  });

  test('the journal has one entry for it, under the name that was called', async () => {
    const tabId = await b.open('/');
    await b.text('interact', { tabId, action: 'type', text: 'secret words', selector: '#name' });
    const [last, before] = await b.data('oc_journal', { action: 'recent', count: 2 });
    assert.deepEqual([last.tool, last.tab, before.tool], ['interact', tabId, 'tabs_create'], JSON.stringify([last, before]));
    assert.doesNotMatch(JSON.stringify(last), /secret words/);
  });

  test('the same idempotency_key does it once', async () => {
    const tabId = await b.open('/');
    const args = { tabId, action: 'execute_js', script: 'window.runs = (window.runs ?? 0) + 1', idempotency_key: 'at-once' };
    assert.equal(await b.data('interact', args), 1);
    assert.equal(await b.data('interact', args), 1);
    assert.equal(await b.run(tabId, 'runs'), 1);
  });

  test('via queues, on the managed browser too', async () => {
    const tabId = await b.open('/');
    const queued = await b.data('interact', { tabId, action: 'get_text', via: 'cdp' });
    assert.equal(queued.status, 'queued');
    const done = await b.data('observe', { what: 'command_result', correlation_id: queued.correlation_id, wait_ms: 10_000 });
    assert.equal(done.status, 'complete');
    assert.match(done.result, /Now 12 EUR/);
  });
});
