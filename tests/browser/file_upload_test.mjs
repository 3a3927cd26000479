// Proves file_upload: fields seen and hidden, choosers that buttons open, and files that may not be given.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { framePages, openSettled } from '../lib/acting.mjs';
import { sharedBrowsing, until } from '../lib/browsing.mjs';

const root = mkdtempSync(join(tmpdir(), 'openchrome-upload-'));
const outside = mkdtempSync(join(tmpdir(), 'openchrome-outside-'));
const one = join(root, 'one.txt');
const two = join(root, 'two.txt');
writeFileSync(one, 'first');
writeFileSync(two, 'second');
writeFileSync(join(outside, 'secret.txt'), 'secret');
mkdirSync(join(root, 'folder'));
symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));

const kRead = `async function show(input) { const texts = []; for (const file of input.files) texts.push(file.name + '=' + await file.text()); document.getElementById('out').textContent = 'Got ' + texts.join(', '); }`;
const kUpload = `<title>Upload</title><p id="out"></p><script>${kRead}</script><label>Picture <input id="field" type="file" onchange="show(this)"></label>
  <label>Pictures <input id="many" type="file" multiple onchange="show(this)"></label><input id="hidden" type="file" style="display:none" onchange="show(this)">
  <button id="open" onclick="document.getElementById('hidden').click()">Choose a file</button><button id="idle">Nothing</button>`;
const kPages = { '/': kUpload, ...framePages(kUpload) };

describe('file_upload', () => {
  const b = sharedBrowsing({ pages: kPages, flags: ['--file-root', root] });
  after(() => [root, outside].forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  const out = (tabId) => b.run(tabId, 'document.getElementById("out").textContent');
  const put = (tabId, target, ...paths) => b.text('file_upload', { tabId, ...target, paths });
  const has = (tabId, text) => b.data('wait_for', { tabId, text });

  test('into a field, by selector, ref or label; seen or hidden', async () => {
    for (const [target, file, text] of [
      [{ selector: '#field' }, one, 'Got one.txt=first'],
      [{ query: 'Picture' }, two, 'Got two.txt=second'],
      [{ selector: '#hidden' }, one, 'Got one.txt=first'],
    ]) {
      const tabId = await b.open('/');
      assert.match(await put(tabId, target, file), /^✓ Put (one|two)\.txt into /);
      await has(tabId, text);
    }
  });

  test('by its place', async () => {
    const tabId = await b.open('/');
    const place = await b.run(tabId, `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.getElementById('field').getBoundingClientRect())`);
    assert.match(await put(tabId, { coordinate: place }, one), /^✓ Put one\.txt into /);
    await has(tabId, 'Got one.txt=first');
  });

  test('several files where several are taken', async () => {
    const tabId = await b.open('/');
    assert.match(await put(tabId, { selector: '#many' }, one, two), /^✓ Put one\.txt, two\.txt into/);
    await has(tabId, 'Got one.txt=first, two.txt=second');
    await b.fails('invalid_arguments', 'file_upload', { tabId, selector: '#field', paths: [one, two] });
  });

  test('through the chooser that a button opens', async () => {
    const tabId = await b.open('/');
    assert.match(await put(tabId, { selector: '#open' }, one), /^✓ Clicked button "Choose a file" \[ref_\d+\] and chose one\.txt/);
    await has(tabId, 'Got one.txt=first');
    await b.fails('invalid_arguments', 'file_upload', { tabId, selector: '#open', paths: [one, two] });
    const error = await b.fails('unsupported', 'file_upload', { tabId, selector: '#idle', paths: [one] });
    assert.match(error.message, /no file chooser opened/);
  });

  test('files that may not be given', async () => {
    const tabId = await b.open('/');
    for (const path of [join(outside, 'secret.txt'), join(root, 'link.txt'), join(root, '..', 'x'), '/etc/passwd'])
      await b.fails('path_not_allowed', 'file_upload', { tabId, selector: '#field', paths: [path] });
    await b.fails('invalid_arguments', 'file_upload', { tabId, selector: '#field', paths: [join(root, 'folder')] });
    await b.fails('invalid_arguments', 'file_upload', { tabId, selector: '#field', paths: [join(root, 'missing.txt')] });
    await b.fails('invalid_arguments', 'file_upload', { tabId, selector: '#field', paths: [] });
    assert.equal(await out(tabId), '');
  });

  for (const path of ['/framed', '/apart']) {
    test(`in a frame: ${path}`, async () => {
      const tabId = await openSettled(b, path);
      const shows = (text) => until(async () => (await b.text('read_page', { tabId })).includes(text), `${text} is not shown`);
      await put(tabId, { selector: '#field' }, one);
      await shows('Got one.txt=first');
      await put(tabId, { selector: '#open' }, two);
      await shows('Got two.txt=second');
    });
  }
});
