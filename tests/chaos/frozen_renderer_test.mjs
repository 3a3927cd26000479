// Proves that a renderer that hangs holds up nobody: calls on its tab end at their deadline, all others work meanwhile, and
// the tab works again when the renderer does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import {
  Caller,
  guardedHome,
  isAlive,
  kLimit,
  kLong,
  killIfAlive,
  median,
  seen,
  spread,
  stop,
  times,
} from './lib.mjs';

const kRounds = times(1, 5);
const kTimeoutMs = 700;
const kMostLateMs = 250;
const kAtOnceMs = 100; // of most calls; some wait for the machine

const kSchema = { type: 'object', properties: { heading: { type: 'string' } } };
// What looks at a page.
const kObservations = [
  ['read_page', { mode: 'ax' }],
  ['read_page', { mode: 'dom' }],
  ['read_page', { mode: 'markdown' }],
  ['read_page', { mode: 'css' }],
  ['find', { query: 'button' }],
  ['find', { query: 'nothing of the kind', wait_ms: 10_000 }],
  ['inspect', { selector: 'h1' }],
  ['inspect', { query: 'overview' }],
  ['query_dom', { css: 'h1' }],
  ['query_dom', { xpath: '//h1' }],
  ['page_content', {}],
  ['page_screenshot', {}],
  ['page_screenshot', { full_page: true }],
  ['page_pdf', {}],
  ['wait_for', { text: 'Nowhere' }],
  ['wait_for', { selector: '#nowhere' }],
  ['wait_for', { expression: 'window.nowhere' }],
  ['extract_data', { schema: kSchema }],
];
// What changes it.
const kActions = [
  ['javascript_tool', { code: '1 + 1' }],
  ['javascript_tool', { code: '1 + 1', world: 'isolated' }],
  ['navigate', { url: 'reload' }],
  ['navigate', { url: '/other' }],
];
const kPage = '<title>Page</title><h1>Heading</h1><button>Go</button><p id=count>0</p>';

async function start(t) {
  const site = await Site.start({ '/': kPage, '/other': kPage });
  atEnd(t, () => site.close());
  const caller = await Caller.start(t, { home: guardedHome(t) });
  const open = async (url) => (await caller.data('tabs_create', { url })).tabId;
  const frozen = await open(site.url('/'));
  const free = await open(site.otherUrl('/')); // another site, so another renderer
  const renderer = await caller.rendererOf(frozen);
  assert.notEqual((await caller.rendererOf(free)).pid, renderer.pid);
  atEnd(t, () => killIfAlive(renderer, 'SIGCONT'));
  const late = [];
  // Calls with the deadline; each must miss it, and not by much.
  const timesOut = async ([name, args]) => {
    if (args.url?.startsWith('/')) args = { url: site.url(args.url) };
    const { error, text, took } = await caller.call(name, { tabId: frozen, timeout_ms: kTimeoutMs, ...args });
    const what = `${name} ${JSON.stringify(args)}`;
    assert.equal(error?.code, 'timeout', `${what}: ${text?.slice(0, 300)}`);
    assert.ok(took >= kTimeoutMs - 1, `${what}: after ${took} ms`);
    late.push({ what, ms: took - kTimeoutMs });
  };
  const punctual = () => {
    const worst = late.reduce((one, other) => (one.ms > other.ms ? one : other));
    t.diagnostic(`after the deadline: ${spread(late.map(({ ms }) => ms))} (${worst.what})`);
    assert.ok(worst.ms <= kMostLateMs, `${worst.what} was ${worst.ms} ms late`);
  };
  return { site, caller, frozen, free, renderer, timesOut, punctual };
}

// Everything but the frozen tab goes on, as long as the work does.
async function goesOnDuring(working, { caller, free, frozen, site }) {
  let done = false;
  const finished = working.finally(() => (done = true));
  finished.catch(() => {});
  const took = { tabs_context: [], read_page: [], javascript_tool: [], console: [] };
  for (let round = 0; !done; ++round) {
    const { took: listing, text } = await caller.good('tabs_context');
    assert.ok(text.includes(frozen));
    took.tabs_context.push(listing);
    const page = await caller.good('read_page', { tabId: free, timeout_ms: 10_000 });
    assert.ok(page.text.includes('Heading'));
    took.read_page.push(page.took);
    const { text: value, took: running } = await caller.good('javascript_tool', { tabId: free, code: `${round} + 1` });
    assert.equal(JSON.parse(value), round + 1);
    took.javascript_tool.push(running);
    took.console.push((await caller.good('console', { tabId: frozen, timeout_ms: kTimeoutMs })).took);
    if (round === 0) {
      const { tabId } = await caller.data('tabs_create', { url: site.otherUrl('/other') });
      await caller.good('tabs_close', { tabId });
    }
  }
  await finished;
  return took;
}

// Pictures are left out: of a tab in the background that was stopped, this browser makes none until it is resized.
async function worksAgain({ caller, frozen, renderer, site }) {
  process.kill(renderer.pid, 'SIGCONT');
  const { text } = await caller.good('read_page', { tabId: frozen });
  assert.ok(text.includes('Heading'), text);
  const { title } = await caller.data('navigate', { tabId: frozen, url: site.url('/') });
  assert.equal(title, 'Page');
  const again = kObservations.filter(([tool]) => !['wait_for', 'find', 'page_screenshot'].includes(tool));
  for (const [name, args] of again) await caller.good(name, { tabId: frozen, ...args });
}

test('calls on a tab whose renderer is stopped end in time, and all others go on', kLimit, async (t) => {
  const all = await start(t);
  const { caller, frozen, timesOut, punctual } = all;
  for (let round = 0; round < kRounds; ++round) {
    await stop(all.renderer);
    const took = await goesOnDuring(Promise.all(kObservations.map(timesOut)), all);
    for (const [name, series] of Object.entries(took)) {
      if (round === 0) t.diagnostic(`meanwhile ${name}: ${spread(series)}`);
      assert.ok(median(series) < kAtOnceMs, `${name} answers at once`);
    }
    const oneByOne = async () => {
      for (const call of kLong ? [...kObservations, ...kActions] : kActions) await timesOut(call);
    };
    await goesOnDuring(oneByOne(), all);
    await worksAgain(all);
    if (round + 1 < kRounds) Object.assign(all.renderer, await caller.rendererOf(frozen)); // it may be another by now
  }
  punctual();
});

test('a tab whose renderer is stopped can be closed, and its server ends in time', kLimit, async (t) => {
  const { caller, frozen, free, renderer } = await start(t);
  await stop(renderer);
  const { took } = await caller.good('tabs_close', { tabId: frozen, timeout_ms: 5000 });
  t.diagnostic(`closed after ${Math.round(took)} ms`);
  await caller.good('read_page', { tabId: free });
  const begun = performance.now();
  assert.equal(await caller.server.finish(), 0);
  t.diagnostic(`server ended after ${Math.round(performance.now() - begun)} ms`);
  assert.ok(await seen(() => !isAlive(renderer), 3000), 'the stopped renderer went too');
});

// Its renderer is well, but the browser keeps what is sent to it until the navigation ends.
test('a tab that was sent to a server that never answers works after that call has ended', kLimit, async (t) => {
  const { site, caller, free } = await start(t);
  site.set('/never', { hang: true });
  const args = { tabId: free, url: site.otherUrl('/never'), timeout_ms: kTimeoutMs };
  const { error, took } = await caller.call('navigate', args);
  assert.equal(error?.code, 'timeout');
  assert.ok(took <= kTimeoutMs + kMostLateMs, `${took} ms`);
  const next = await caller.good('read_page', { tabId: free, timeout_ms: 3000 });
  t.diagnostic(`the next read_page: ${Math.round(next.took)} ms`);
  assert.ok(next.text.includes('Heading'), next.text);
});
