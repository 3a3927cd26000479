#!/usr/bin/env node
// Drives a real server through MCP and shows output handles at work, line by line: PASS or FAIL, and why.
//   node scripts/verify/output-handles.mjs [path of the binary]          default: build/release/openchrome
// Exit code 0 when everything passed.
import { Checks, Server } from './lib.mjs';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../tests/lib/processes.mjs';
import { Site } from '../../tests/lib/site.mjs';

const checks = new Checks();
const { check, owner } = checks;
const bytes = (text) => Buffer.byteLength(text);

const words = 'Some words about a page, ä€😀 among them, enough to fill it. '.repeat(60);
const site = await Site.start({ '/robots.txt': { status: 404, body: '' } });
for (let i = 0; i < 30; ++i) {
  const links = [2 * i + 1, 2 * i + 2].filter((to) => to < 30).map((to) => `<a href="/p/${to}">${to}</a>`);
  site.set(`/p/${i}`, `<title>Page ${i}</title><h1>Page ${i}</h1><p>${words}</p>${links.join(' ')}`);
}
checks.atEnd(() => site.close());

const home = temporaryFolder(owner);
const server = await Server.start(owner, { home, parameters: ['--tools', 'all'] });
const crawl = { url: site.url('/p/0'), engine: 'static', max_pages: 30, max_depth: 9, concurrency: 1 };

// Every page after the other.
async function pages(handle, limit, more = {}) {
  const out = [];
  for (let offset = 0; offset !== null; ) {
    const page = await server.good('oc_output_fetch', { output_handle: handle, offset, limit, ...more });
    if ((page.next_offset === null) !== page.eof) throw new Error(`next_offset ${page.next_offset}, eof ${page.eof}`);
    out.push(page);
    offset = page.next_offset;
  }
  return out;
}

let descriptor;
await check('inline is the default: a crawl answers its pages', async () => {
  const plain = await server.call('crawl', { ...crawl, output_mode: 'inline', max_pages: 5 });
  const silent = await server.call('crawl', { ...crawl, max_pages: 5 });
  const still = (text) => text.replace(/"duration_ms":\d+/, '"duration_ms":0');
  return still(plain.text) !== still(silent.text) && 'inline and nothing differ';
});
await check('a handle answers a descriptor of at most 4096 bytes', async () => {
  const { text, content } = await server.call('crawl', { ...crawl, output_mode: 'handle' });
  descriptor = JSON.parse(text);
  if (bytes(text) > 4096) return `${bytes(text)} bytes`;
  if (!/^oh_[A-Z2-7]{12}$/.test(descriptor.output_handle)) return `handle ${descriptor.output_handle}`;
  if (!(descriptor.size_bytes > 0) || descriptor.item_count !== 30) return text.slice(0, 300);
  if (bytes(descriptor.preview) > 2048 || descriptor.preview.includes('\ufffd')) return 'preview';
  if (descriptor.fetch_with !== 'oc_output_fetch') return 'fetch_with';
  return !content.some((block) => block.type === 'resource_link' && block.uri.endsWith(descriptor.output_handle)) && 'no link';
});
await check('inline is above the ceiling: stored by itself, and said so', async () => {
  const { text } = await server.call('crawl', crawl);
  const { output_handle: handle, notes = [] } = JSON.parse(text);
  return (!handle || !notes.some((note) => note.startsWith('[output]'))) && text.slice(-300);
});
await check('pages of items cover the list exactly once', async () => {
  const all = (await pages(descriptor.output_handle, 7)).flatMap(({ content }) => content);
  const urls = new Set(all.map(({ url }) => url));
  return (all.length !== 30 || urls.size !== 30) && `${all.length} items, ${urls.size} addresses`;
});
await check('pages of text cover the payload exactly once', async () => {
  const text = (await pages(descriptor.output_handle, 10_000, { format: 'text' })).map(({ content }) => content).join('');
  return bytes(text) !== descriptor.size_bytes || JSON.parse(text).pages.length !== 30 ? 'not the payload' : null;
});
await check('pages of bytes cover the payload exactly once', async () => {
  const parts = (await pages(descriptor.output_handle, 10_000, { format: 'bytes' })).map(({ content }) => Buffer.from(content, 'base64'));
  return Buffer.concat(parts).length !== descriptor.size_bytes && 'not the payload';
});
await check('grep, json_path with where, head, tail, count and outline', async () => {
  const ask = (query) => server.good('oc_output_query', { output_handle: descriptor.output_handle, ...query });
  const found = await ask({ grep: 'Page 17' });
  if (!found.matches.some(({ item }) => Number.isInteger(item))) return `grep ${JSON.stringify(found).slice(0, 200)}`;
  if ((await ask({ json_path: '$.pages[*]', where: 'depth = 0' })).total !== 1) return 'json_path';
  if ((await ask({ json_pointer: '/summary/total_pages' })).matches[0].value !== 30) return 'json_pointer';
  if ((await ask({ head: 2, max_bytes: 100_000 })).returned !== 2) return 'head';
  if ((await ask({ tail: 1, max_bytes: 100_000 })).matches[0].item !== 29) return 'tail';
  if ((await ask({ count: true })).items !== 30) return 'count';
  return !(await ask({ outline: true })).outline.includes('$.pages: array of 30') && 'outline';
});
await check('what is no handle is not found, whatever it looks like', async () => {
  for (const output_handle of ['oh_DEADBEEF0000', 'oh_ABCDEFGHIJKL', '../../token', '', 'oh_../../../../..']) {
    const { error } = await server.call('oc_output_fetch', { output_handle });
    if (error?.code !== 'output_handle_not_found') return `${output_handle}: ${JSON.stringify(error)}`;
  }
});
await check('an unknown mode and a format that does not fit are refused', async () => {
  const mode = await server.call('crawl', { ...crawl, output_mode: 'dance' });
  if (mode.error?.code !== 'invalid_arguments') return JSON.stringify(mode.error);
  const { text } = await server.call('oc_connection_health', {});
  const format = await server.call('oc_output_fetch', { output_handle: descriptor.output_handle, format: 'pictures' });
  return (format.error?.code !== 'invalid_arguments' || !text) && JSON.stringify(format.error);
});
await check('the journal tells of it', async () => {
  const recent = await server.good('oc_journal', { action: 'recent', count: 100 });
  const event = recent.find(({ event: kind, handle }) => kind === 'output_handle_created' && handle === descriptor.output_handle);
  return (event?.source_tool !== 'crawl' || event?.size_bytes !== descriptor.size_bytes) && JSON.stringify(event);
});
await check('it is a resource', async () => {
  const { result } = await server.ask('resources/read', { uri: `openchrome://output/${descriptor.output_handle}` });
  return bytes(result.contents[0].text) !== descriptor.size_bytes && 'not the payload';
});
await check('files are private', async () => {
  const day = join(home, 'output', readdirSync(join(home, 'output'))[0]);
  const modes = readdirSync(day).map((name) => (statSync(join(day, name)).mode & 0o777).toString(8));
  return (modes.some((mode) => mode !== '600') || (statSync(day).mode & 0o777) !== 0o700) && modes.join();
});
await check('a handle survives kill -9 and a restart', async () => {
  await server.kill();
  const next = await Server.start(owner, { home });
  const page = await next.good('oc_output_fetch', { output_handle: descriptor.output_handle, limit: 1 });
  await next.stop();
  return page.total !== 30 && JSON.stringify(page);
});
await check('expired ones are gone from the disk, also what a crash left', async () => {
  const brief = temporaryFolder(owner);
  const left = join(brief, 'output', '2001-01-01');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, 'oh_ABCDEFGHIJKL.txt'), 'payload without its record');
  utimesSync(join(left, 'oh_ABCDEFGHIJKL.txt'), 1, 1);
  const parameters = ['--output-handle-ttl-hours', '0', '--output-handle-sweep-interval-seconds', '1'];
  const second = await Server.start(owner, { home: brief, parameters });
  const { output_handle } = JSON.parse((await second.call('crawl', { ...crawl, output_mode: 'handle' })).text);
  const until = Date.now() + 5000;
  while (existsSync(join(brief, 'output')) && readdirSync(join(brief, 'output')).length > 0) {
    if (Date.now() > until) return `still there: ${readdirSync(join(brief, 'output'))}`;
    await new Promise((next) => setTimeout(next, 50));
  }
  const { error } = await second.call('oc_output_fetch', { output_handle });
  await second.stop();
  return error?.code !== 'output_handle_not_found' && JSON.stringify(error);
});

const patient = await Server.start(owner, { home: temporaryFolder(owner), parameters: ['--max-inline-bytes', '10000000'] });
const inline = (await patient.call('crawl', crawl)).text;
await patient.stop();
const described = bytes(JSON.stringify(descriptor));
const ratio = described / bytes(inline);
console.log(`the same crawl: ${bytes(inline)} bytes inline, ${described} bytes as a handle: ${ratio.toFixed(3)}`);
await check('a handle is at most a tenth of the answer', () => ratio > 0.1 && `${ratio}`);
await checks.finish();
