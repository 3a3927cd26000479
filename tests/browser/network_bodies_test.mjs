// Proves that bodies are cut in answers that are sent at once, and whole in those that are stored.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kLength = 60_000;
const kLarge = 6_500_000; // the browser keeps one such, not two
const kPages = {
  '/': `<title>Home</title><script>
    const read = async (path, options) => (await (await fetch(path, options)).arrayBuffer()).byteLength;
    const readAll = async (...paths) => { for (const path of paths) await read(path); return paths.length; };</script>`,
  '/echo': { body: 'heard', type: 'text/plain' },
  '/favicon.ico': { body: '', type: 'image/png' },
};
for (const letter of 'abcde') kPages[`/text-${letter}`] = { body: letter.repeat(kLength), type: 'text/plain' };
for (const letter of 'ab')
  kPages[`/bytes-${letter}`] = { body: Buffer.alloc(kLarge, 255), type: 'application/octet-stream' };

describe('bodies', () => {
  const b = sharedBrowsing({ pages: kPages });
  const ask = (tabId, url, args) => b.data('network', { tabId, filter: { url }, include: ['bodies'], ...args });

  test('stored, they are whole, each and all of them', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'readAll("/text-a", "/text-b", "/text-c", "/text-d", "/text-e")');
    await b.run(tabId, `read("/echo", { method: "POST", body: "s".repeat(${kLength}) })`);
    const [short] = (await ask(tabId, '/text-a')).entries;
    assert.deepEqual([short.response_body.truncated, short.response_body.text.length], [true, 20_000]);
    const [sent] = (await ask(tabId, '/echo')).entries;
    assert.deepEqual([sent.request_body.truncated, sent.request_body.text.length], [true, 20_000]);
    for (const output_mode of ['handle', 'auto']) {
      const texts = await ask(tabId, '/text-', { output_mode });
      const { content, total } = await b.data('oc_output_fetch', { output_handle: texts.output_handle });
      assert.equal(total, 5);
      content.forEach(({ url, response_body: body }) =>
        assert.deepEqual(body, { text: url.at(-1).repeat(kLength) }, `${output_mode}: ${url}`),
      );
      const { output_handle } = await ask(tabId, '/echo', { output_mode });
      const [echo] = (await b.data('oc_output_fetch', { output_handle })).content;
      assert.deepEqual(echo.request_body, { text: 's'.repeat(kLength) }, output_mode);
    }
  });

  test('large ones, too, as far as the browser keeps them; what it has dropped is told', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'readAll("/bytes-a", "/bytes-b")');
    const { output_handle, size_bytes, item_count } = await ask(tabId, '/bytes-', { output_mode: 'handle' });
    assert.equal(item_count, 2);
    assert.ok(size_bytes > (kLarge * 4) / 3, `${size_bytes} bytes`);
    const count = async (grep) => (await b.data('oc_output_query', { output_handle, grep })).total;
    assert.deepEqual([await count('"truncated":true'), await count('"error":"')], [0, 1]);
  });
});
