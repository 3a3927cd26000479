// Proves what becomes of files that pages bring down: where they lie, under which name, and who says so.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing, until } from '../lib/browsing.mjs';

const attachment = (name, body) => ({
  body,
  type: 'application/octet-stream',
  headers: { 'content-disposition': `attachment; filename="${name}"` },
});

const kPages = {
  '/': `<title>Home</title>
    <a id="file" href="/file">a file</a>
    <script>
      const bytes = (text) => URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
      function save(text, name) {
        const link = document.createElement('a');
        link.href = bytes(text);
        link.download = name;
        link.click();
      }
    </script>`,
  '/file': attachment('report.pdf', 'x'.repeat(12_345)),
  '/slow': { ...attachment('slow.bin', ''), stall: 'the first bytes' },
};

const notesOf = (result) => result.content.map(({ text }) => text).join('\n');

// The newest ones once all have ended.
async function ended(b, count) {
  await until(async () => (await b.data('downloads')).downloads.length >= count, `no ${count} downloads`);
  return (await b.data('downloads', { wait: true })).downloads;
}

describe('downloads', () => {
  test('before the first page there are none, and no browser is started', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    assert.deepEqual(await b.data('downloads', { wait: true }), { downloads: [] });
    assert.equal((await b.data('oc_connection_health')).browser.state, 'not_started');
  });

  test('an attachment: path, content, tab; the next answer mentions it once', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    await b.run(tabId, 'document.getElementById("file").click()');
    const [download] = await ended(b, 1);
    assert.equal(download.name, 'report.pdf');
    assert.equal(download.state, 'completed');
    assert.equal(download.url, b.site.url('/file'));
    assert.equal(download.received_bytes, 12_345);
    assert.equal(download.total_bytes, 12_345);
    assert.equal(download.tabId, tabId);
    assert.equal(download.path, join(b.home, 'downloads', 'report.pdf'));
    assert.equal(readFileSync(download.path, 'utf8'), 'x'.repeat(12_345));
    assert.equal(statSync(download.path).mode & 0o7777, 0o600);
    assert.equal(statSync(dirname(download.path)).mode & 0o077, 0);
    const told = await b.good('read_page', { tabId });
    assert.ok(notesOf(told).includes(`download completed: report.pdf (12 KB) → ${download.path}`), notesOf(told));
    assert.doesNotMatch(await b.text('read_page', { tabId }), /download completed/, 'it is told once');
  });

  test('an address that is a file: navigate names the file, and the page stays', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const gone = await b.data('navigate', { tabId, url: b.site.url('/file') });
    assert.deepEqual([gone.tabId, gone.url, gone.title], [tabId, b.site.url('/'), 'Home']);
    assert.match(gone.message, /the page of the tab stayed/);
    const path = join(b.home, 'downloads', 'report.pdf');
    assert.deepEqual(gone.download, { name: 'report.pdf', path, state: 'completed', received_bytes: 12_345 });
    assert.equal(readFileSync(path, 'utf8').length, 12_345);
    assert.equal((await b.tab(tabId)).title, 'Home');
  });

  test('an address that brings neither a page nor a file is an error', async (t) => {
    const b = await startBrowsing(t, { pages: { ...kPages, '/empty': { status: 204, body: '' } } });
    const error = await b.fails('navigation_failed', 'navigate', { url: b.site.url('/empty') });
    assert.match(error.hint, /no page/);
  });

  test('a file that takes long is named while it is on its way', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const gone = await b.data('navigate', { url: b.site.url('/slow') });
    assert.deepEqual([gone.download.name, gone.download.state, gone.download.path], ['slow.bin', 'in_progress', undefined]);
  });
});

describe('names of downloads', () => {
  const b = sharedBrowsing({ pages: kPages });
  let count = 0;

  async function save(text, name, args = {}) {
    const tabId = await b.open('/', args);
    await b.run(tabId, `save(${JSON.stringify(text)}, ${JSON.stringify(name)})`);
    return (await ended(b, ++count)).at(-1);
  }

  test('a blob: link, and two of one name are two files', async () => {
    const first = await save('one', 'notes.txt');
    const second = await save('two', 'notes.txt');
    assert.match(first.url, /^blob:/);
    assert.equal(basename(first.path), 'notes.txt');
    assert.equal(basename(second.path), 'notes (1).txt');
    assert.equal(readFileSync(first.path, 'utf8'), 'one');
    assert.equal(readFileSync(second.path, 'utf8'), 'two');
  });

  test('in a workspace of its own', async () => {
    const download = await save('three', 'notes.txt', { workspace: 'work' });
    assert.equal(basename(download.path), 'notes (2).txt');
    assert.equal(readFileSync(download.path, 'utf8'), 'three');
    const [tab] = await b.tabs('work');
    assert.equal(download.tabId, tab.tabId);
  });

  test('a page cannot name a hidden file or one elsewhere', async () => {
    for (const name of ['../../escape.txt', '.bashrc', '/etc/passwd', 'a\u202etxt.sh', '..', 'x'.repeat(400) + '.txt']) {
      const download = await save(name, name);
      assert.equal(dirname(download.path), join(b.home, 'downloads'), name);
      assert.doesNotMatch(basename(download.path), /^\.|[\u202e/\\]/u, name);
      assert.equal(readFileSync(download.path, 'utf8'), name);
    }
    assert.deepEqual(
      readdirSync(join(b.home, 'downloads')).filter((name) => /^\.|crdownload|^[0-9a-f-]{36}$/.test(name)),
      [],
      'nothing else is left there',
    );
  });

  test('limit: the newest', async () => {
    const all = (await b.data('downloads', { limit: 200 })).downloads;
    assert.equal(all.length, count);
    assert.deepEqual((await b.data('downloads', { limit: 2 })).downloads, all.slice(-2));
  });
});

describe('a slow download', () => {
  test('closing the browser cancels it, closing its tab does not', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    await b.good('navigate', { tabId, url: b.site.url('/slow') });
    await until(async () => (await b.data('downloads')).downloads[0]?.received_bytes > 0, 'nothing came');
    await b.open('/');
    await b.data('tabs_close', { tabId });
    assert.equal((await b.data('downloads')).downloads[0].state, 'in_progress');
    await b.good('oc_stop');
    const [download] = (await b.data('downloads', { wait: true })).downloads;
    assert.deepEqual([download.state, download.path], ['cancelled', undefined]);
    await until(() => readdirSync(join(b.home, 'downloads')).length === 0, 'remains are left');
  });

  test('waiting for it ends in time and says what is missing; the end of its browser cancels it', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    await b.good('navigate', { tabId, url: b.site.url('/slow') });
    await until(async () => (await b.data('downloads')).downloads[0]?.received_bytes > 0, 'nothing came');
    const { message } = await b.fails('timeout', 'downloads', { wait: true, timeout_ms: 100 });
    assert.match(message, /slow\.bin \(15 bytes\)/);
    const waiting = b.data('downloads', { wait: true });
    process.kill(await b.browserPid(), 'SIGKILL');
    const { downloads } = await waiting;
    assert.equal(downloads[0].state, 'cancelled');
    assert.equal(downloads[0].path, undefined);
    const told = await b.good('read_page', { tabId });
    assert.match(notesOf(told), /download cancelled: slow\.bin/);
    await until(() => readdirSync(join(b.home, 'downloads')).length === 0, 'remains are left');
  });
});
