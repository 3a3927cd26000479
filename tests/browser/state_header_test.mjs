// Proves the state header: off, an answer is the payload alone, byte for byte; on, it is the header and the same bytes; and
// the browser is asked for nothing more. UPDATE_GOLDEN=1 writes tests/golden/state-header anew.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kServer } from '../lib/processes.mjs';
import {
  HeaderServer,
  golden,
  kCalls,
  kTextModes,
  readEither,
  readHeader,
  readState,
  writeGolden,
} from '../lib/state_header.mjs';

const kTrace = { OPENCHROME_TRACE_CDP: '1' };
const start = (t, environment, pages) =>
  HeaderServer.start(t, { binary: kServer, environment, ...(pages && { pages }) });

describe('state header', () => {
  test('off: the bytes of the golden files; on: a header and the same bytes; the same methods', async (t) => {
    const off = await start(t, { ...kTrace, OPENCHROME_STATE_HEADER: 'OFF' });
    const on = await start(t, kTrace);
    const plain = await off.payloads();
    if (process.env.UPDATE_GOLDEN) writeGolden(plain);
    const stamped = await on.payloads();
    for (const mode of Object.keys(kCalls)) {
      assert.equal(plain[mode], golden(mode), `${mode}: as in tests/golden/state-header/${mode}.txt`);
      const {
        rest,
        url,
        title,
        mode: told,
      } = readEither(stamped[mode]) ?? assert.fail(`${mode}: no header: ${stamped[mode]}`);
      assert.equal(rest, plain[mode], `${mode}: the payload is untouched`);
      assert.deepEqual(
        [url, title, told],
        ['http://127.0.0.1:PORT/golden', 'Golden page', mode === 'missing' ? 'html' : mode],
      );
    }
    assert.ok(on.methods().length > 10, `${on.methods()}`);
    assert.deepEqual(on.methods(), off.methods());
  });

  test('every spelling of off, and the flag', async (t) => {
    for (const word of ['off', 'Off']) {
      const server = await start(t, { OPENCHROME_STATE_HEADER: word });
      const { content, _meta: meta } = await server.capture('ax');
      assert.equal(readHeader(content[0].text), null, word);
      assert.ok(content[0].text.startsWith('[page_stats]'));
      assert.equal(meta['openchrome/page'].capturedAt, undefined);
    }
  });

  test('machines find it in _meta, with the document and its revision', async (t) => {
    const server = await start(t);
    const { tabId, content, _meta: meta } = await server.capture('ax');
    const { url, title, mode, capturedAt } = readHeader(content[0].text);
    const page = meta['openchrome/page'];
    assert.deepEqual(
      [page.url, page.title, page.mode, page.capturedAt, page.tabId],
      [url, title, mode, capturedAt, tabId],
    );
    assert.match(page.loaderId, /^\w{8,}$/);
    const again = async () => (await server.call('read_page', { tabId }))._meta['openchrome/page'];
    const same = await again();
    assert.deepEqual([same.loaderId, same.revision], [page.loaderId, page.revision]);
    await server.call('javascript_tool', { tabId, code: 'document.body.append("more")' });
    const changed = await again();
    assert.equal(changed.loaderId, page.loaderId);
    assert.ok(changed.revision > page.revision, 'a change of the document is seen');
    await server.call('navigate', { tabId, url: 'reload' });
    assert.notEqual((await again()).loaderId, page.loaderId);
    assert.ok((await again()).capturedAt >= changed.capturedAt);
  });

  test('the state of JSON answers comes first and has all members', async (t) => {
    const server = await start(t);
    for (const mode of ['html', 'missing', 'validate']) {
      const { content, structuredContent, isError, tabId } = await server.capture(mode);
      const state = readState(content[0].text);
      assert.ok(state, mode);
      assert.deepEqual(Object.keys(JSON.parse(content[0].text).state), [
        'url',
        'title',
        'mode',
        'capturedAt',
        'tabId',
        'loaderId',
        'revision',
      ]);
      assert.equal(state.tabId, tabId);
      assert.ok(Number.isInteger(state.capturedAt) && Math.abs(state.capturedAt - Date.now()) < 60_000);
      if (!isError) assert.deepEqual(structuredContent.state, JSON.parse(content[0].text).state);
      assert.equal(Boolean(isError), mode === 'missing');
    }
  });

  test('tools that do not opt in have none', async (t) => {
    const server = await start(t);
    const tabId = await server.open('/golden');
    for (const [tool, args] of [
      ['find', { query: 'go' }],
      ['javascript_tool', { code: '"- Page URL: x"' }],
      ['tabs_context', {}],
      ['console', {}],
    ]) {
      const { content } = await server.call(tool, { ...(tool !== 'tabs_context' && { tabId }), ...args });
      assert.equal(readEither(content[0].text), null, tool);
    }
    const { content } = await server.call('page_screenshot', { tabId });
    assert.deepEqual(
      content.map(({ type }) => type),
      ['image'],
    );
  });

  test('header and payload are of one document, however fast pages change', async (t) => {
    const hop = (from, to) => `<!doctype html><title>Page ${from}</title><h1>Page ${from}</h1><p>Around it</p>
      <script>setTimeout(() => location.replace("/${to}"), 15)</script>`;
    const server = await start(t, {}, { '/a': hop('a', 'b'), '/b': hop('b', 'a') });
    const tabId = await server.open('/a');
    const seen = new Set();
    for (let round = 0; round < 60 || (seen.size < 2 && round < 600); ++round) {
      const mode = kTextModes[round % 4];
      // A part of it, so that a reading that is made again must still know what was asked for.
      const { content, isError } = await server.call('read_page', { tabId, mode, selector: 'h1' });
      const text = content[0].text;
      if (mode !== 'css') assert.doesNotMatch(text, /Around it/);
      if (isError) {
        assert.match(text, /"page_changed"/);
        continue;
      }
      const { url, title, rest } = readHeader(text);
      const [, letter] = url.match(/\/([ab])$/);
      seen.add(letter);
      assert.equal(title, `Page ${letter}`, text);
      const [, heading] = rest.match(/Page ([ab])/) ?? [];
      if (heading) assert.equal(heading, letter, text);
      const [, stats] = rest.match(/\[page_stats\] url: \S+\/([ab]) /) ?? [];
      if (stats) assert.equal(stats, letter, text);
    }
    assert.deepEqual([...seen].sort(), ['a', 'b'], 'both pages were seen');
  });
});
