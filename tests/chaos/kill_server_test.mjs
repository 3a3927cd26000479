// Proves that a browser does not outlive its server, however the server ends, and that the next one starts at once; and
// that nobody else's browser is touched by any of this.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Chromium } from '../lib/chromium.mjs';
import { atEnd, kPatienceMs } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import {
  Caller,
  familyOf,
  guardedHome,
  identify,
  isAlive,
  kLimit,
  killIfAlive,
  pause,
  processesOfHome,
  seen,
  spread,
  stop,
  times,
  untilGone,
} from './lib.mjs';

const kCycles = times(5, 200);
const kStartCycles = times(3, 60);
const kStartSpreadMs = 400;
const kFrozenCycles = times(1, 10);
const kGoneMs = 3000;

async function startSite(t) {
  const site = await Site.start({ '/': '<title>Home</title><h1>Home</h1>' });
  atEnd(t, () => site.close());
  return site;
}

// A server whose browser shows a page; how long that took.
async function startAndOpen(t, home, site) {
  const start = performance.now();
  const caller = await Caller.start(t, { home });
  const { title } = await caller.data('navigate', { url: site.url('/') });
  assert.equal(title, 'Home');
  return { caller, took: performance.now() - start };
}

function marksIn(home) {
  const folder = join(home, 'browsers');
  return existsSync(folder) ? readdirSync(folder) : [];
}

test(`${kCycles} times: no process of the browser is left after kill -9 of its server`, kLimit, async (t) => {
  const site = await startSite(t);
  const home = guardedHome(t);
  const goneAfter = [];
  const readyAfter = [];
  for (let cycle = 0; cycle < kCycles; ++cycle) {
    const { caller, took } = await startAndOpen(t, home, site);
    readyAfter.push(took);
    const family = familyOf(await caller.browserPid());
    assert.ok(family.length >= 3, 'a browser is several processes');
    await caller.kill();
    goneAfter.push(await untilGone(home, family, kGoneMs));
  }
  assert.ok(marksIn(home).length <= 1, `marks of browsers that are gone pile up: ${marksIn(home)}`);
  assert.deepEqual(readdirSync(join(home, 'profiles')).filter((name) => !name.endsWith('.lock')), ['default'],
                   'the profile is used again');
  t.diagnostic(`browser gone after kill -9: ${spread(goneAfter)}`);
  t.diagnostic(`start to first page: ${spread(readyAfter)}`);
});

// The next server does not wait for the old browser to be gone.
test('a server started in the moment of the kill works', kLimit, async (t) => {
  const site = await startSite(t);
  const home = guardedHome(t);
  const readyAfter = [];
  let { caller } = await startAndOpen(t, home, site);
  for (let cycle = 0; cycle < times(1, 30); ++cycle) {
    const family = familyOf(await caller.browserPid());
    await caller.kill();
    const next = await startAndOpen(t, home, site);
    readyAfter.push(next.took);
    assert.deepEqual(family.filter(isAlive), [], 'the old browser is gone when the new one shows a page');
    ({ caller } = next);
  }
  t.diagnostic(`start to first page in the moment of the kill: ${spread(readyAfter)}`);
});

test(`${kStartCycles} times: kill -9 while the browser starts`, kLimit, async (t) => {
  const site = await startSite(t);
  const home = guardedHome(t);
  const goneAfter = [];
  for (let cycle = 0; cycle < kStartCycles; ++cycle) {
    const caller = await Caller.start(t, { home });
    const opening = caller.call('navigate', { url: site.url('/') }).catch(() => 'not answered');
    const first = await seen(() => processesOfHome(home)[0], kPatienceMs, 1);
    assert.ok(first, 'a browser starts');
    await pause((cycle * kStartSpreadMs) / kStartCycles); // another moment of the start each time
    const family = processesOfHome(home).flatMap(({ pid }) => familyOf(pid));
    await caller.kill();
    goneAfter.push(await untilGone(home, family, kGoneMs));
    await opening;
  }
  const { caller, took } = await startAndOpen(t, home, site);
  await caller.good('oc_stop', { exit: true });
  t.diagnostic(`killed while starting, browser gone after: ${spread(goneAfter)}`);
  t.diagnostic(`the start after these: ${Math.round(took)} ms`);
});

for (const way of ['the next start', 'oc_reap_orphans']) {
  test(`a stopped browser whose server was killed is ended by ${way}; others are not touched`, kLimit, async (t) => {
    const site = await startSite(t);
    const home = guardedHome(t);
    const stranger = await Chromium.start();
    atEnd(t, () => stranger.close());
    const strangerPage = await stranger.newPage(site.url('/'));
    const origin = await strangerPage.evaluate('performance.timeOrigin');
    const itself = identify(stranger.child.pid);
    const endedAfter = [];
    for (let cycle = 0; cycle < kFrozenCycles; ++cycle) {
      // It started before there was anything to end.
      const witness = way === 'oc_reap_orphans' ? await Caller.start(t, { home }) : null;
      const { caller } = await startAndOpen(t, home, site);
      const browser = identify(await caller.browserPid());
      const family = familyOf(browser.pid);
      atEnd(t, () => family.forEach((one) => killIfAlive(one)));
      const { ended: none } = await (witness ?? caller).data('oc_reap_orphans');
      assert.deepEqual(none, [], 'a browser with a server is no orphan');
      await stop(browser);
      await caller.kill();
      assert.ok(isAlive(browser), 'it cannot end by itself');
      const start = performance.now();
      const next = witness ?? (await startAndOpen(t, home, site)).caller;
      if (witness) {
        const { ended } = await witness.data('oc_reap_orphans');
        assert.deepEqual(ended.map(({ pid }) => pid), [browser.pid]);
      }
      assert.ok(!isAlive(browser), 'it was ended');
      endedAfter.push(performance.now() - start);
      const gone = await seen(() => family.every((one) => !isAlive(one)), kGoneMs);
      assert.ok(gone, `helpers are left: ${JSON.stringify(family.filter(isAlive))}`);
      assert.deepEqual((await next.data('oc_reap_orphans')).ended, [], 'nothing is left to end');
      await next.kill();
      await untilGone(home, [], kGoneMs);
    }
    assert.ok(isAlive(itself), 'the other browser runs');
    assert.equal(await strangerPage.evaluate('performance.timeOrigin'), origin, 'the other browser goes on');
    t.diagnostic(`a stopped browser was ended after: ${spread(endedAfter)}`);
  });
}
