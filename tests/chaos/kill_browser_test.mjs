// Proves that a browser that dies under its server is an event and no end: the next call on the same tab works and says what
// happened, and the server is none the larger for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import {
  Caller,
  curve,
  descriptors,
  familyOf,
  guardedHome,
  identify,
  isAlive,
  kLimit,
  megabytes,
  median,
  noticesOf,
  residentBytes,
  seen,
  spread,
  times,
} from './lib.mjs';

const kCycles = times(5, 100);
const kCrashes = times(3, 100);
const kMostGrowth = 5 * 1024 * 1024;

async function start(t) {
  const site = await Site.start({ '/a': '<title>A</title><h1>Page A</h1>', '/b': '<title>B</title><h1>Page B</h1>' });
  atEnd(t, () => site.close());
  const home = guardedHome(t);
  const caller = await Caller.start(t, { home });
  const open = async (path) => (await caller.data('tabs_create', { url: site.url(path) })).tabId;
  return { site, home, caller, open };
}

async function health(caller) {
  return (await caller.data('oc_connection_health')).browser;
}

// The next observation of the tab, after its browser has died, shows the same page and tells of it.
async function readsAgain(caller, tabId, heading) {
  const answer = await caller.good('read_page', { tabId });
  assert.ok(answer.text.includes(heading), answer.text);
  assert.match(noticesOf(answer), new RegExp(`tab ${tabId} was opened again`));
  assert.match(answer.result.content.at(-1).text, /^\[browser\] /m, 'readers of the text are told too');
  return answer;
}

test(`${kCycles} times: after kill -9 of the browser the next call works on the same tab`, kLimit, async (t) => {
  const { home, caller, open } = await start(t);
  const [first, second] = [await open('/a'), await open('/b')];
  const tookMs = [];
  const resident = [];
  const openFiles = [];
  for (let cycle = 0; cycle < kCycles; ++cycle) {
    const browser = identify(await caller.browserPid());
    const family = familyOf(browser.pid);
    process.kill(browser.pid, 'SIGKILL');
    // Half the time the call comes before the server can know.
    if (cycle % 2 === 1) assert.ok(await seen(async () => (await health(caller)).losses > cycle));
    const answer = await readsAgain(caller, first, 'Page A');
    tookMs.push(answer.took);
    assert.match(noticesOf(answer), /the browser ended unexpectedly/);
    await readsAgain(caller, second, 'Page B');
    assert.ok(await seen(() => !family.some(isAlive), 3000), 'the helpers of the dead browser end too');
    const { tabs, losses, pid } = await health(caller);
    assert.equal(tabs, 2, 'the same two tabs');
    assert.equal(losses, cycle + 1);
    assert.notEqual(pid, browser.pid);
    resident.push(residentBytes(caller.pid));
    openFiles.push(descriptors(caller.pid));
  }
  const { text } = await caller.good('read_page', { tabId: first });
  assert.ok(text.includes('Page A'));

  const fifth = Math.max(1, Math.floor(kCycles / 5));
  const grown = median(resident.slice(-fifth)) - median(resident.slice(fifth, 2 * fifth));
  t.diagnostic(`kill -9 of the browser to the next answer: ${spread(tookMs)}`);
  t.diagnostic(`server's memory in MB: ${curve(resident, Math.min(10, kCycles)).map(megabytes).join(' ')}`);
  t.diagnostic(`descriptors after the first ${openFiles[0]}, after the last ${openFiles.at(-1)}`);
  assert.ok(grown < kMostGrowth, `memory grew by ${megabytes(grown)} MB`);
  assert.equal(openFiles.at(-1), openFiles[0], 'descriptors');
  await caller.good('oc_stop');
  assert.equal(await seen(() => familyOf(caller.pid).length === 1, 3000), true, `nothing of ${home} is left`);
});

// A page that has more to show the second time it is loaded.
function growing() {
  let loads = 0;
  return () => `<title>Growing</title><h1>Growing</h1>${++loads > 1 ? '<p id="late">Late</p>' : ''}`;
}

test('when the browser dies, observations under way are made again and other calls are answered', kLimit, async (t) => {
  const { site, caller, open } = await start(t);
  site.set('/never', { hang: true });
  for (let cycle = 0; cycle < times(1, 20); ++cycle) {
    site.set('/growing', growing());
    const [growingTab, a, b] = [await open('/growing'), await open('/a'), await open('/b')];
    const asked = Promise.all([site.asked('/never'), site.asked('/begun')]);
    const waiting = [
      caller.call('wait_for', { tabId: growingTab, selector: '#late', timeout_ms: 15_000 }),
      caller.call('find', { tabId: growingTab, query: 'Late', wait_ms: 14_000, timeout_ms: 15_000 }),
      caller.call('wait_for', { tabId: a, text: 'Nowhere', timeout_ms: 2000 }),
      caller.call('javascript_tool', { tabId: a, code: 'fetch("/begun"), new Promise(() => {})', timeout_ms: 15_000 }),
      caller.call('navigate', { tabId: b, url: site.url('/never'), timeout_ms: 15_000 }),
    ];
    await asked;
    process.kill(await caller.browserPid(), 'SIGKILL');
    const [late, found, missed, script, navigation] = await Promise.all(waiting);
    assert.equal(late.error, null, `repeated in the tab that was opened again: ${late.text}`);
    assert.equal(found.error, null, `repeated in the tab that was opened again: ${found.text}`);
    assert.equal(missed.error?.code, 'timeout', missed.text);
    assert.equal(script.error?.code, 'outcome_unknown', script.text);
    assert.equal(navigation.error?.code, 'outcome_unknown', navigation.text);
    assert.ok(script.took < 10_000 && navigation.took < 10_000, 'at once, not at their deadline');
    await caller.good('tabs_close', { tabIds: [growingTab, a, b] });
  }
});

test(`${kCrashes} times: after kill -9 of a renderer the next call works on the same tab`, kLimit, async (t) => {
  const { caller, open } = await start(t);
  const tabId = await open('/a');
  const pid = await caller.browserPid();
  const tookMs = [];
  for (let cycle = 0; cycle < kCrashes; ++cycle) {
    const renderer = await caller.rendererOf(tabId);
    process.kill(renderer.pid, 'SIGKILL');
    const listed = async () => (await caller.data('tabs_context')).workspaces.flatMap(({ tabs }) => tabs);
    const isSeen = await seen(async () => (await listed()).some(({ status }) => status === 'crashed'));
    assert.ok(isSeen, `${JSON.stringify(renderer)} was killed: ${JSON.stringify(await listed())}`);
    const answer = await caller.good('read_page', { tabId });
    tookMs.push(answer.took);
    assert.ok(answer.text.includes('Page A'), answer.text);
    assert.match(noticesOf(answer), /the renderer of tab \w+ crashed.*was loaded again/);
  }
  assert.equal(await caller.browserPid(), pid, 'the browser is the same');
  t.diagnostic(`crash of a renderer to the next answer: ${spread(tookMs)}`);
});
