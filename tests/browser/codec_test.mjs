// Proves that nothing can be told from the answers how the server and its browser write to each other.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing } from '../lib/browsing.mjs';
import { chromiumProgram } from '../lib/chromium.mjs';
import { bytesOf, sizeOf } from '../lib/pictures.mjs';
import { temporaryFolder } from '../lib/processes.mjs';

const kCodecs = ['json', 'cbor'];
const kDepth = 400;
const kPages = {
  // One thing after another, so that two browsers tell it in one order: the script that is not there holds up the one
  // that writes to the console, and no icon is asked for.
  '/': `<title>Größe 你好 😀</title><link rel=icon href="data:,"><h1 lang=zh>你好 😀</h1><p id=half></p><script src="/no"></script>
    <button onclick="this.textContent = 'clicked ' + event.isTrusted">Click ✓</button>
    <script>half.textContent = 'a\\ud83d-z'; console.log('grüße', 1.5, '\\udc00');</script>`,
  '/deep': `<title>Deep</title>${'<div>'.repeat(kDepth)}<p id=bottom>bottom</p>`,
};

// Every kind of answer there is: text, numbers, half characters, pictures, events, downloads of trees.
const kQuestions = [
  ['javascript_tool', { code: '[0, -1, 1.5, 2147483648, -2147483649, 2 ** 53, 1e300, 1e-7, "\\ud83d", "😀", "ä"]' }],
  ['javascript_tool', { code: '"x".repeat(70000).length' }],
  ['javascript_tool', { code: '"é".repeat(2000)' }],
  ['javascript_tool', { code: 'throw new Error("schön \\ud83d")' }],
  ['javascript_tool', { code: '({ ключ: [null, true, { a: undefined }] })' }],
  ['read_page', {}],
  ['read_page', { mode: 'dom' }],
  ['read_page', { mode: 'markdown' }],
  ['page_content', {}],
  ['find', { query: 'Click ✓' }],
  ['console', {}],
  ['network', {}],
  ['cookies', { action: 'set', name: 'n', value: 'w', expires: 4102444800 }],
  ['cookies', { action: 'list' }],
  ['interact', { query: 'Click ✓' }],
  ['read_page', { mode: 'markdown' }],
];

// Times, ports and numbers of this one run.
function withoutRun(result, browsing) {
  return JSON.stringify(result)
    .replaceAll(new RegExp(`127\\.0\\.0\\.1:${new URL(browsing.site.url('/')).port}`, 'g'), 'SITE')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b[0-9A-F]{32}\b/g, 'ID')
    .replaceAll(/\b1[78]\d{11}\b/g, 'MS')
    .replaceAll(/(\\?"(?:duration_ms|took_ms|age_ms|ms|captured_at|expires)\\?":\s*)[\d.]+/g, '$1N')
    .replaceAll(/\b\d+(\.\d+)? ms\b/g, 'N ms');
}

describe('the codec of the pipe', () => {
  const by = Object.fromEntries(kCodecs.map((codec) => [codec, sharedBrowsing({ flags: ['--cdp-codec', codec], pages: kPages })]));
  const opened = {};
  before(async () => {
    for (const codec of kCodecs) opened[codec] = await by[codec].open('/');
  });

  test('answers are the same, word for word', async () => {
    for (const [tool, args] of kQuestions) {
      const told = {};
      for (const codec of kCodecs)
        told[codec] = withoutRun(await by[codec].call(tool, { tabId: opened[codec], ...args }), by[codec]);
      assert.equal(told.cbor, told.json, `${tool} ${JSON.stringify(args)}`);
    }
  });

  test('a picture is a picture', async () => {
    for (const format of ['png', 'jpeg', 'webp']) {
      const { content } = await by.cbor.good('page_screenshot', { tabId: opened.cbor, format });
      assert.deepEqual(sizeOf(bytesOf(content[0])), { format, width: 1280, height: 720 });
    }
  });

  test('a browser that knows no CBOR is spoken to in JSON', async (t) => {
    const folder = temporaryFolder(t);
    const program = join(folder, 'old-browser');
    const log = join(folder, 'started');
    writeFileSync(
      program,
      `#!/bin/sh\necho "$@" >> ${log}\nfor one; do shift; [ "$one" = --remote-debugging-pipe=cbor ] && one=--remote-debugging-pipe; set -- "$@" "$one"; done\nexec ${chromiumProgram()} "$@"\n`,
      { mode: 0o700 },
    );
    const b = await startBrowsing(t, { flags: ['--chrome', program], pages: kPages });
    const tabId = await b.open('/');
    assert.equal(await b.run(tabId, 'document.title'), 'Größe 你好 😀');
    const starts = readFileSync(log, 'utf8').trim().split('\n');
    assert.deepEqual(
      starts.map((line) => line.match(/--remote-debugging-pipe\S*/)[0]),
      ['--remote-debugging-pipe=cbor', '--remote-debugging-pipe'],
    );
  });

  test('deep trees and large values', async () => {
    for (const codec of kCodecs) {
      const b = by[codec];
      const tabId = await b.open('/deep');
      assert.match(await b.text('read_page', { tabId, mode: 'markdown' }), /bottom/);
      const stored = await b.run(tabId, '"😀".repeat(1e6)');
      assert.equal(stored.size_bytes, 4e6 + 2, JSON.stringify(stored));
    }
  });
});
