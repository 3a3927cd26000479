// Proves that a server that works for hours stays as it is: every call answered, nothing unexpected, no growth of memory or
// descriptors. Several callers do all kinds of things at once, some of them wrong on purpose.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { atEnd } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import {
  Caller,
  curve,
  descriptors,
  guardedHome,
  kLimit,
  median,
  megabytes,
  randomNumbers,
  residentBytes,
  seen,
  spread,
  times,
} from './lib.mjs';

const kCalls = Number(process.env.OC_SOAK_CALLS ?? times(200, 5000));
const kCallers = 4;
const kPages = 20;
const kMostGrowth = 5 * 1024 * 1024;
const kSeed = Number(process.env.OC_SEED ?? 20261115);

// --- the site ---

function item(i) {
  return `<li class=item id=i${i}><h3>Item ${i}</h3>
    <p>Some words about item ${i}, with a <a href="/p/${i % kPages}">link</a>.</p>
    <span class=price>${i}.50 €</span><button>Buy item ${i}</button></li>`;
}

function page(number, items) {
  return `<!doctype html><title>Page ${number}</title>
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Thing ${number}"}</script>
    <link rel=stylesheet href="/style.css"><main><h1>Page ${number}</h1>
    <form><label>Name <input name=name value="n${number}"></label><button>Send</button></form>
    <ul>${Array.from({ length: items }, (_, i) => item(i)).join('')}</ul></main>
    <script>console.log('page ${number} is here', { number: ${number} }); console.warn('take care');
    fetch('/data?${number}').then((answer) => answer.json()).then(() => document.body.append('Loaded late'));</script>`;
}

async function startSite(t) {
  const site = await Site.start({
    '/style.css': { type: 'text/css', body: 'body { font: 16px sans-serif } .price { color: #060 }' },
    '/data': { type: 'application/json', body: '{"values":[1,2,3]}' },
    '/hang': { hang: true },
    '/there': { redirect: '/p/1' },
  });
  // The last one is large: some megabytes of document.
  for (let i = 0; i < kPages; ++i) site.set(`/p/${i}`, page(i, i === kPages - 1 ? 4000 : 10 + i));
  atEnd(t, () => site.close());
  return site;
}

// A port where nobody listens.
async function closedPort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// --- the calls ---

// What a caller may do: how often of all, the call, and the error codes it may end with (none: it must succeed).
function kindsOfCalls({ site, deadPort }) {
  const properties = { name: { type: 'string' }, price: { type: 'string' } };
  const schema = { type: 'array', items: { type: 'object', properties } };
  const product = { type: 'object', properties: { name: { type: 'string' } } };
  const anywhere = (random) => site.url(`/p/${Math.floor(random() * kPages)}`);
  return [
    [16, 'navigate', (random) => ({ url: anywhere(random) })],
    [2, 'navigate', () => ({ url: site.url('/there') })],
    [2, 'navigate', () => ({ url: 'reload' }), ['navigation_failed']],
    [2, 'navigate', () => ({ url: `http://127.0.0.1:${deadPort}/` }), ['navigation_failed']],
    [1, 'navigate', () => ({ url: site.url('/hang'), timeout_ms: 150 }), ['timeout'], 'must fail'],
    [10, 'read_page', () => ({})],
    [4, 'read_page', () => ({ filter: 'interactive' })],
    [4, 'read_page', () => ({ mode: 'dom' })],
    [4, 'read_page', () => ({ mode: 'markdown' })],
    [3, 'read_page', () => ({ mode: 'css' })],
    [1, 'read_page', () => ({ max_bytes: 4_000_000 })],
    [6, 'find', () => ({ query: 'buy button', limit: 5 }), ['element_not_found']],
    [2, 'find', () => ({ query: 'zeppelin mooring mast' }), ['element_not_found'], 'must fail'],
    [4, 'inspect', () => ({ selector: 'body' })],
    [3, 'inspect', () => ({ query: 'overview' })],
    [4, 'query_dom', () => ({ css: '.item h3', limit: 50 })],
    [2, 'query_dom', () => ({ xpath: '//button' })],
    [3, 'page_content', () => ({ selector: 'body' })],
    [4, 'page_screenshot', (random) => ({ format: ['webp', 'png', 'jpeg'][Math.floor(random() * 3)] })],
    [1, 'page_screenshot', () => ({ labels: true })],
    [8, 'javascript_tool', (random) => ({ code: `document.title.length + ${Math.floor(random() * 100)}` })],
    [2, 'javascript_tool', () => ({ code: 'await fetch("/data").then((answer) => answer.json())' }), ['script_error']],
    [2, 'javascript_tool', () => ({ code: 'throw new Error("on purpose")' }), ['script_error'], 'must fail'],
    [1, 'javascript_tool', () => ({ code: 'while (true);', timeout_ms: 100 }), ['timeout'], 'must fail'],
    [1, 'javascript_tool', () => ({ code: '"x".repeat(2_000_000)' })],
    [4, 'console', () => ({ limit: 20 })],
    [4, 'network', () => ({ include: ['headers'] })],
    [1, 'network', () => ({ include: ['bodies'], limit: 5 })],
    [3, 'extract_data', () => ({ schema, multiple: true })],
    [3, 'extract_data', () => ({ schema: product })],
    [4, 'wait_for', () => ({ load_state: 'load' })],
    [2, 'wait_for', () => ({ selector: 'body' })],
    [1, 'wait_for', () => ({ text: 'never to be seen', timeout_ms: 100 }), ['timeout'], 'must fail'],
    [4, 'tabs_context', () => ({}), [], 'no tab'],
    [1, 'oc_connection_health', () => ({}), [], 'no tab'],
    [1, 'oc_journal', () => ({ action: 'recent', count: 5 }), [], 'no tab'],
    [1, 'read_page', () => ({ tabId: 't999999' }), ['tab_not_found'], 'must fail'],
    [1, 'read_page', () => ({ mode: 'nonsense' }), ['invalid_arguments'], 'must fail'],
    [1, 'find', () => ({ qery: 'x' }), ['invalid_arguments'], 'must fail'],
  ].map(([weight, name, args, codes = [], note = '']) => ({ weight, name, args, codes, note }));
}

function chooser(kinds, random) {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = random() * total;
    return kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0];
  };
}

// One who works with a tab of its own, at times with another's, and changes its tab now and then.
class Worker {
  constructor(number, { caller, site, deadPort, record }) {
    Object.assign(this, { caller, site, record, random: randomNumbers(kSeed + number) });
    this.choose = chooser(kindsOfCalls({ site, deadPort }), this.random);
  }

  async open(workspace) {
    const args = { url: this.site.url('/p/0'), ...(workspace && { workspace }) };
    ({ tabId: this.tabId } = await this.do({ name: 'tabs_create', codes: [] }, args));
  }

  async do({ name, codes, note }, args) {
    const { error, text, took } = await this.caller.call(name, args);
    const fits = error ? codes.includes(error.code) : note !== 'must fail';
    this.record({ name, args, took, error, fits, text });
    return !error && text?.startsWith('{') ? JSON.parse(text) : {};
  }

  async step(round) {
    if (round % 25 === 24) {
      await this.do({ name: 'tabs_close', codes: [] }, { tabId: this.tabId });
      await this.open(round % 50 === 49 ? `aside-${Math.floor(this.random() * 3)}` : undefined);
      return;
    }
    const kind = this.choose();
    const args = kind.args(this.random);
    await this.do(kind, kind.note === 'no tab' ? args : { tabId: this.tabId, ...args });
    // Nothing is to be seen of a page that never comes: on to another.
    const next = { tabId: this.tabId, url: this.site.url('/p/2') };
    if (args.url?.endsWith('/hang')) await this.do({ name: 'navigate', codes: [] }, next);
  }
}

test(`${kCalls} calls of ${kCallers} callers at once leave no trace in the server`, kLimit, async (t) => {
  const site = await startSite(t);
  const caller = await Caller.start(t, { home: guardedHome(t) });
  const deadPort = await closedPort();
  const calls = { count: 0, failed: 0, took: [], byTool: new Map() };
  const memory = [];
  const files = [];
  const unexpected = [];
  const record = ({ name, args, took, error, fits, text }) => {
    calls.count += 1;
    calls.failed += error ? 1 : 0;
    calls.took.push(took);
    if (!calls.byTool.has(name)) calls.byTool.set(name, []);
    calls.byTool.get(name).push(took);
    memory.push(residentBytes(caller.pid));
    if (calls.count % 20 === 0) files.push(descriptors(caller.pid));
    if (!fits) unexpected.push(`call ${calls.count}: ${name} ${JSON.stringify(args)}: ${text?.slice(0, 300)}`);
    site.requests.length = 0;
  };
  const workers = Array.from({ length: kCallers }, (_, i) => new Worker(i, { caller, site, deadPort, record }));
  for (const worker of workers) await worker.open();
  await caller.good('oc_connection_health'); // whoever asks about tasks watches their folder from then on
  const quiet = descriptors(caller.pid);

  const begun = performance.now();
  await Promise.all(
    workers.map(async (worker) => {
      for (let round = 0; calls.count < kCalls; ++round) await worker.step(round);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;

  const { calls: counted } = await caller.data('oc_connection_health');
  t.diagnostic(`${calls.count} calls in ${seconds.toFixed(1)} s: ${(calls.count / seconds).toFixed(1)} calls/s`);
  t.diagnostic(`${spread(calls.took)}; ${calls.failed} failed on purpose; seed ${kSeed}`);
  const slowest = [...calls.byTool].map(([name, took]) => `${name} ${Math.round(median(took))}`);
  t.diagnostic(`median ms: ${slowest.join(', ')}`);
  t.diagnostic(`server's memory in MB: ${curve(memory).map(megabytes).join(' ')}`);
  t.diagnostic(`descriptors: ${quiet} at first, at most ${Math.max(quiet, ...files)} meanwhile`);
  assert.deepEqual(unexpected, []);
  assert.equal(counted.running, 1, 'nothing is left behind: only this call runs');

  const warm = memory.slice(Math.floor(memory.length / 5));
  const window = Math.max(1, Math.floor(warm.length / 8));
  const growth = median(warm.slice(-window)) - median(warm.slice(0, window));
  t.diagnostic(`growth after the first fifth: ${megabytes(growth)} MB`);
  for (const worker of workers) await caller.good('tabs_close', { tabId: worker.tabId });
  const isQuiet = await seen(() => descriptors(caller.pid) === quiet, 3000);
  assert.ok(isQuiet, `descriptors: ${quiet} and ${descriptors(caller.pid)}`);
  assert.ok(growth < kMostGrowth, `memory grew by ${megabytes(growth)} MB`);
});
