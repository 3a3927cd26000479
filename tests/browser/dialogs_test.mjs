// Proves what dialogs do: alerts go by themselves, confirm and prompt hold the page and are told until somebody answers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/alert': '<title>Alert</title><script>alert("Hello\\nthere"); document.title = "After the alert"</script>',
  '/ask': `<title>Ask</title><button id="ask" onclick="document.title = confirm('Delete \\u200beverything?') ? 'yes' : 'no'">Ask</button>
    <button id="name" onclick="document.title = String(prompt('Your name?', 'nobody'))">Name</button>
    <button id="twice" onclick="document.title = [confirm('one'), confirm('two')].join()">Twice</button>`,
  '/loads': '<title>Loads</title><script>document.title = String(confirm("While loading?"))</script><p>Rest</p>',
  '/outer': ({ headers }) =>
    `<title>Outer</title><iframe src="http://localhost:${headers.host.split(':')[1]}/inner"></iframe>`,
  '/inner':
    '<title>Inner</title><script>onmessage = () => parent.postMessage(confirm("From the frame?"), "*")</script>',
};
const click = (id) => `document.getElementById("${id}").click()`;

describe('dialogs', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('an alert is accepted, the page goes on, and the answer tells of it', async () => {
    const tabId = await b.open('/');
    const result = await b.good('navigate', { tabId, url: b.site.url('/alert') });
    assert.equal(result.structuredContent.title, 'After the alert');
    assert.deepEqual(result.structuredContent.notes, ['[browser] the dialog alert "Hello there" was accepted']);
    assert.deepEqual(result._meta['openchrome/notices'].length, 1);
    assert.doesNotMatch(await b.text('read_page', { tabId }), /\[browser\]/, 'it is told once');
  });

  test('a confirm ends the call that it blocks: dialog_open with its kind and text', async () => {
    const tabId = await b.open('/ask');
    const error = await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('ask') });
    assert.match(error.message, /confirm.*"Delete everything\?"/);
    assert.deepEqual(error.details.dialog, { kind: 'confirm', message: 'Delete everything?' });
    assert.match(error.hint, /handle_dialog/);
    await b.data('handle_dialog', { tabId, accept: false });
  });

  test('every call of the tab tells of it until it is answered; other tabs are not disturbed', async () => {
    const tabId = await b.open('/ask');
    await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('ask') });
    const blocked = [
      ['read_page', {}],
      ['read_page', { mode: 'dom' }],
      ['read_page', { mode: 'css' }],
      ['read_page', { mode: 'markdown' }],
      ['find', { query: 'ask' }],
      ['inspect', {}],
      ['query_dom', { css: 'button' }],
      ['page_content', {}],
      ['page_screenshot', {}],
      ['page_pdf', {}],
      ['extract_data', { schema: { type: 'object', properties: { a: { type: 'string' } } } }],
      ['wait_for', { text: 'never' }],
      ['wait_for', { expression: 'true' }],
      ['javascript_tool', { code: '1' }],
      ['navigate', { url: b.site.url('/') }],
      ['navigate', { url: 'reload' }],
      ['validate_page', { url: b.site.url('/') }],
    ];
    for (const [tool, args] of blocked) {
      const error = await b.fails('dialog_open', tool, { tabId, ...args });
      assert.equal(error.details.dialog.kind, 'confirm', tool);
    }
    for (const [tool, args] of [
      ['console', {}],
      ['network', {}],
      ['wait_for', { load_state: 'load' }],
    ]) {
      const { notes } = await b.data(tool, { tabId, ...args });
      assert.deepEqual(notes, ['[browser] the dialog confirm "Delete everything?" is open: handle_dialog'], tool);
    }
    assert.match((await b.tab(tabId)).dialog, /^confirm: Delete/);
    const other = await b.open('/');
    assert.doesNotMatch(await b.text('read_page', { tabId: other }), /\[browser\]/);
    const answered = await b.data('handle_dialog', { tabId, accept: true });
    assert.deepEqual([answered.kind, answered.message, answered.accepted], ['confirm', 'Delete everything?', true]);
    assert.equal(await b.run(tabId, 'document.title'), 'yes');
    assert.equal((await b.tab(tabId)).dialog, undefined);
    assert.equal((await b.good('console', { tabId })).content.length, 1);
  });

  test('dismissed', async () => {
    const tabId = await b.open('/ask');
    await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('ask') });
    assert.equal((await b.data('handle_dialog', { tabId, accept: false })).accepted, false);
    assert.equal(await b.run(tabId, 'document.title'), 'no');
  });

  test('a prompt takes a text; without one its preset is not made up', async () => {
    const tabId = await b.open('/ask');
    const error = await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('name') });
    assert.equal(error.details.dialog.kind, 'prompt');
    await b.data('handle_dialog', { tabId, accept: true, text: 'Ada ä' });
    assert.equal(await b.run(tabId, 'document.title'), 'Ada ä');
    await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('name') });
    await b.data('handle_dialog', { tabId, accept: false });
    assert.equal(await b.run(tabId, 'document.title'), 'null');
  });

  test('one after the other', async () => {
    const tabId = await b.open('/ask');
    await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('twice') });
    assert.equal((await b.data('handle_dialog', { tabId, accept: true })).message, 'one');
    const error = await b.fails('dialog_open', 'read_page', { tabId });
    assert.equal(error.details.dialog.message, 'two');
    await b.data('handle_dialog', { tabId, accept: false });
    assert.equal(await b.run(tabId, 'document.title'), 'true,false');
  });

  test('one that holds up loading', async () => {
    const tabId = await b.open('/');
    const error = await b.fails('dialog_open', 'navigate', { tabId, url: b.site.url('/loads') });
    assert.equal(error.details.dialog.message, 'While loading?');
    await b.data('handle_dialog', { tabId, accept: true });
    await b.data('wait_for', { tabId, text: 'Rest' });
    assert.equal(await b.run(tabId, 'document.title'), 'true');
  });

  test('one of a frame of another origin', async () => {
    const tabId = await b.open('/outer');
    await b.data('wait_for', { tabId, load_state: 'networkidle' });
    await b.call('javascript_tool', {
      tabId,
      code: 'onmessage = ({ data }) => { document.title = String(data) }; document.querySelector("iframe").contentWindow.postMessage(1, "*"); 1',
    });
    // Chrome asks for the frame's sake in the page's name, so any call of the tab is told.
    const wait = await b.call('wait_for', { tabId, text: 'nothing such', timeout_ms: 5000 });
    assert.equal(JSON.parse(wait.content[0].text).error.code, 'dialog_open', wait.content[0].text);
    assert.equal((await b.data('handle_dialog', { tabId, accept: true })).message, 'From the frame?');
    await b.data('wait_for', { tabId, expression: 'document.title === "true"' });
  });

  test('refused: none is open, a confirm takes no text, accept must be said', async () => {
    const tabId = await b.open('/ask');
    const none = await b.fails('element_not_found', 'handle_dialog', { tabId, accept: true });
    assert.match(none.message, /no dialog is open/);
    await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('ask') });
    await b.fails('invalid_arguments', 'handle_dialog', { tabId, accept: true, text: 'x' });
    await b.fails('invalid_arguments', 'handle_dialog', { tabId });
    await b.data('handle_dialog', { tabId, accept: true });
  });

  test('a tab with an open dialog can be closed', async () => {
    const tabId = await b.open('/ask');
    await b.fails('dialog_open', 'javascript_tool', { tabId, code: click('ask') });
    assert.deepEqual(await b.data('tabs_close', { tabId }), { closed: [tabId] });
    assert.equal(await b.tab(tabId), undefined);
  });
});
