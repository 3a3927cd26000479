// Proves that pictures of what is larger than a picture can be are pictures, and say where they were cut.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { bytesOf, sizeOf } from '../lib/pictures.mjs';

const box = (width, height) => `<!doctype html><title>Box</title><style>html, body { margin: 0 }</style>
  <div id="box" style="width:${width}px;height:${height}px;background:#08f"></div>`;
const kPages = { '/tall': box(40, 20_000), '/wide': box(18_000, 30), '/fits': box(40, 16_383) };
const kMost = { webp: 16_383, png: 16_384, jpeg: 16_384 };

describe('large pictures', () => {
  const b = sharedBrowsing({ pages: kPages });
  const take = async (args) => {
    const { content } = await b.good('page_screenshot', args);
    const { width, height } = sizeOf(bytesOf(content[0]));
    return { width, height, notes: content.slice(1).map(({ text }) => text) };
  };

  test('a long page, an element and an area: cut, in every format, and told', async () => {
    const tabId = await b.open('/tall');
    const { ref } = (await b.data('query_dom', { tabId, css: '#box' })).elements[0];
    const clip = { x: 0, y: 0, width: 40, height: 20_000 };
    for (const [format, most] of Object.entries(kMost)) {
      const notes = [`height cut at ${most} px of 20000; clip shows the rest`];
      const page = { width: 1280, height: most, notes };
      const part = { width: 40, height: most, notes };
      assert.deepEqual(await take({ tabId, format, full_page: true }), page, format);
      for (const what of [{ ref }, { selector: '#box' }, { clip }])
        assert.deepEqual(await take({ tabId, format, ...what }), part, `${format} ${JSON.stringify(what)}`);
    }
    const rest = await take({ tabId, clip: { ...clip, y: 16_383, height: 3617 } });
    assert.deepEqual(rest, { width: 40, height: 3617, notes: [] });
  });

  test('a wide one, too', async () => {
    const tabId = await b.open('/wide');
    const { width, height, notes } = await take({ tabId, selector: '#box' });
    assert.deepEqual([width, height], [16_383, 30]);
    assert.deepEqual(notes, ['width cut at 16383 px of 18000; clip shows the rest']);
  });

  test('beside the refs of labels, and beside a file', async () => {
    const tabId = await b.open('/tall');
    const labelled = await take({ tabId, full_page: true, labels: true, format: 'jpeg' });
    assert.match(labelled.notes[0], /^labelled:/);
    assert.match(labelled.notes[1], /^height cut at 16384 px of 20000/);
    const { content } = await b.good('page_screenshot', { tabId, full_page: true, path: 'tall.webp' });
    const { path, notes } = JSON.parse(content[0].text);
    assert.deepEqual(sizeOf(readFileSync(path)), { format: 'webp', width: 1280, height: 16_383 });
    assert.match(notes[0], /^height cut at 16383 px of 20000/);
  });

  test('what just fits is not cut, and nothing is said', async () => {
    const tabId = await b.open('/fits');
    assert.deepEqual(await take({ tabId, full_page: true }), { width: 1280, height: 16_383, notes: [] });
  });
});
