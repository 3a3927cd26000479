// Proves the shape of answers: notes reach readers of content[0] alone and of structuredContent alone, nothing long is sent twice.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';

const kMostTwice = 2048;
const kRow = '<tr><td>Ada Lovelace</td><td>London</td></tr>';

const kPages = {
  '/': `<title>Home</title><button id="ask" onclick="confirm('Really?')">Ask</button><p>Text</p>
    <p>invi\u200bsible</p><button id="later" onclick="setTimeout(() => window.open('/saves'), 2500)">Later</button><table>${kRow.repeat(80)}</table>`,
  '/saves': `<title>Saves</title><button onclick="fetch('/save', { method: 'POST', body: '0123' }).catch(() => {})">Save</button>`,
};

const structured = ({ structuredContent }) => structuredContent;
const payload = ({ content }) => JSON.parse(content[0].text);
const notices = ({ _meta }) => _meta?.['openchrome/notices'] ?? [];

describe('answers', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('network {throttle} answers in one line', async () => {
    const tabId = await b.open('/');
    for (const [throttle, words] of [['slow-3g', /throttled to slow-3g/], ['offline', /offline/], ['none', /not throttled/]]) {
      const result = await b.good('network', { tabId, throttle });
      assert.equal(result.content.length, 1);
      assert.match(result.content[0].text, /^✓ .*$/);
      assert.match(result.content[0].text, words);
      assert.equal(structured(result), undefined);
    }
    assert.ok((await b.data('network', { tabId })).entries.length > 0, 'without throttle it lists');
  });

  test('a notice is the last line of a text answer', async () => {
    const tabId = await b.open('/');
    const clicked = await b.good('interact', { tabId, selector: '#ask' });
    assert.equal(clicked.content.length, 1);
    assert.match(clicked.content[0].text, /^✓ Clicked[^]*\n\[browser\] the dialog confirm "Really\?" is open: handle_dialog$/);
    assert.equal(structured(clicked), undefined);
    assert.equal(notices(clicked).length, 1);
    await b.good('handle_dialog', { tabId, accept: true });
  });

  test('a notice is a field of a data answer, in the text and in the structured content', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, `setTimeout(() => confirm('Later?'))`);
    await b.data('wait_for', { tabId, expression: 'true' }).catch(() => {});
    const result = await b.good('network', { tabId, limit: 1 });
    assert.equal(result.content.length, 1);
    assert.deepEqual(payload(result).notes, ['[browser] the dialog confirm "Later?" is open: handle_dialog']);
    assert.deepEqual(structured(result), payload(result));
    const done = await b.good('handle_dialog', { tabId, accept: true });
    assert.equal(payload(done).notes, undefined, 'nothing to tell, no field');
  });

  test('what a list, a value or a picture is stays as it is, and the notice stands beside it', async () => {
    for (const [name, args, first] of [
      ['javascript_tool', { code: '7' }, { type: 'text', text: '7' }],
      ['javascript_tool', { code: '[1, 2]' }, { type: 'text', text: '[1,2]' }],
      ['page_screenshot', {}, { type: 'image' }],
    ]) {
      const opener = await b.open('/');
      // Told by the answer to the first call after it, whichever that is.
      await b.text('interact', { tabId: opener, selector: '#later' });
      await until(async () => (await b.tabs()).some((tab) => tab.openedBy === opener), 'no tab was opened');
      const result = await b.good(name, { tabId: opener, ...args });
      assert.deepEqual({ ...result.content[0], ...first }, result.content[0]);
      assert.equal(structured(result), undefined);
      assert.match(result.content.at(-1).text, /^\[browser\] tab .* opened tab/);
      assert.equal(result.content.length, 2);
    }
  });

  test('what the sanitiser did is told in a data answer too', async () => {
    const tabId = await b.open('/');
    const result = await b.good('page_content', { tabId });
    assert.equal(result.content.length, 1);
    assert.match(payload(result).notes.join('\n'), /^\[sanitizer\] removed 1 invisible character/);
    assert.match(await b.text('read_page', { tabId }), /\n\[sanitizer\] removed 1 invisible character$/);
  });

  test('nothing longer than 2 KB is sent twice, and a text never is', async () => {
    const tabId = await b.open('/');
    const calls = [
      ['read_page', {}], ['find', { query: 'ask' }], ['inspect', { query: 'headings' }], ['query_dom', { css: 'td', limit: 100 }],
      ['page_content', {}], ['network', {}], ['console', {}], ['extract_data', { schema: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } } }],
      ['cookies', { action: 'get' }], ['storage', { action: 'get' }], ['javascript_tool', { code: '({ long: "x".repeat(5000) })' }],
      ['wait_for', { text: 'Text' }], ['navigate', { url: b.site.url('/') }],
    ];
    for (const [name, args] of calls) {
      const { content, structuredContent } = await b.good(name, { tabId, ...args });
      if (content[0].text.length > kMostTwice) assert.equal(structuredContent, undefined, name);
      if (!content[0].text.startsWith('{')) assert.equal(structuredContent, undefined, name);
    }
    for (const name of ['tabs_context', 'oc_connection_health', 'downloads', 'oc_task_list']) {
      const { content, structuredContent } = await b.good(name);
      if (content[0].text.length > kMostTwice) assert.equal(structuredContent, undefined, name);
    }
    for (let i = 0; i < 20; ++i) await b.open(`/?${'long-name'.repeat(10)}`, { workspace: 'many' });
    const many = await b.good('tabs_context', { workspace: 'many' });
    assert.ok(many.content[0].text.length > kMostTwice);
    assert.equal(structured(many), undefined);
  });

  test('a tool that lists an output schema answers structured content, whatever the page calls itself', async () => {
    const long = `/?${'q'.repeat(4000)}`;
    assert.ok(b.tools.get('navigate').outputSchema);
    for (const name of ['console', 'page_content', 'tabs_context', 'downloads', 'oc_task_list'])
      assert.equal(b.tools.get(name).outputSchema, undefined, name);
    const result = await b.good('navigate', { url: b.site.url(long) });
    assert.ok(result.content[0].text.length <= kMostTwice, `${result.content[0].text.length}`);
    assert.deepEqual(structured(result), payload(result));
    assert.equal(payload(result).status, 200);
  });

  test('failures are text alone', async () => {
    const tabId = await b.open('/');
    for (const [name, args] of [['interact', { tabId, selector: '#nothing' }], ['navigate', { tabId, url: 'nonsense://x' }]]) {
      const result = await b.call(name, args);
      assert.equal(result.isError, true);
      assert.equal(structured(result), undefined, name);
      assert.equal(result.content.length, 1);
      assert.ok(payload(result).error.code);
    }
  });
});

describe('answers in observe mode', () => {
  test('held requests are told in texts and in data', async (t) => {
    const b = await startBrowsing(t, { pages: kPages, flags: ['--mode', 'observe'] });
    const tabId = await b.open('/saves');
    const text = await b.text('interact', { tabId, query: 'Save button' });
    assert.match(text, /\n\[observe\] held POST .*\/save \(4 bytes\)$/m);
    await b.run(tabId, `document.querySelector('button').click()`);
    const result = await b.good('network', { tabId, limit: 1 });
    const told = [...(payload(result).notes ?? [])];
    assert.deepEqual(structured(result), payload(result));
    assert.ok(told.length === 0 || /held POST/.test(told.join()), told.join());
  });

  test('what a task is told reaches readers of a failure', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const { task_id: taskId } = await b.data('oc_task_start', { objective: 'look', policy: { maxFailureStreak: 1 } });
    const result = await b.call('interact', { tabId, selector: '#nothing', taskId });
    assert.equal(result.isError, true);
    assert.match(payload(result).notes[0], /^\[task\] /);
  });
});
