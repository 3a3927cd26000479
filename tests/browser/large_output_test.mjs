// Proves that a stored output of 50 MB costs the host 4 KB and the server next to nothing: described, paged through from its
// beginning to its end, and asked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { residentBytes } from '../chaos/lib.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kItems = 50_000;
const kMegabyte = 1024 * 1024;

describe('large outputs', () => {
  const b = sharedBrowsing({ pages: { '/': '<title>Large</title>' } });

  test('50 MB: a small descriptor, every item once, memory flat', async (t) => {
    const tabId = await b.open('/');
    const code = `Array.from({ length: ${kItems} }, (_, id) => ({ id, text: 'äbcdefghi '.repeat(97) }))`;
    const text = await b.text('javascript_tool', { tabId, code, output_mode: 'handle', timeout_ms: 60_000 });
    assert.ok(Buffer.byteLength(text) <= 4096, `${Buffer.byteLength(text)} bytes`);
    const { output_handle, size_bytes, item_count } = JSON.parse(text);
    assert.ok(size_bytes > 50 * kMegabyte, `${size_bytes} bytes`);
    assert.equal(item_count, kItems);
    const before = residentBytes(b.server.pid);
    let most = before;
    let next = 0;
    for (let offset = 0; offset !== null; ) {
      const page = await b.data('oc_output_fetch', { output_handle, offset, limit: 400 });
      for (const { id } of page.content) assert.equal(id, next++);
      most = Math.max(most, residentBytes(b.server.pid));
      offset = page.next_offset;
    }
    assert.equal(next, kItems);
    t.diagnostic(`memory while paging: + ${((most - before) / kMegabyte).toFixed(1)} MB`);
    assert.ok(most - before < 8 * kMegabyte, `${most - before} bytes`);
    const { total, matches } = await b.data('oc_output_query', { output_handle, grep: '"id":43210,' });
    assert.deepEqual([total, matches[0].item], [1, 43_210]);
  });
});
