// Proves that a browser does not outlive its server, however the server ends, and that the next one starts at once; and
// that nobody else's browser is touched by any of this.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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

test(`a browser that stands still ends with its killed server, too`, kLimit, async (t) => {
  const site = await startSite(t);
  const home = guardedHome(t);
  for (let cycle = 0; cycle < kFrozenCycles; ++cycle) {
    const { caller } = await startAndOpen(t, home, site);
    const browser = identify(await caller.browserPid());
    const family = familyOf(browser.pid);
    atEnd(t, () => family.forEach((one) => killIfAlive(one)));
    await stop(browser);
    await caller.kill();
    await untilGone(home, family, kGoneMs);
  }
});

// A browser as a server of this home would have left it behind: its mark is there, its server is not.
async function leaveBehind(t, home) {
  const orphan = await Chromium.start();
  atEnd(t, () => orphan.close());
  const { pid, started } = identify(orphan.child.pid);
  const mark = { pid, start_ticks: Number(started), profile: orphan.profile, server_pid: 1, server_start_ticks: 1 };
  mkdirSync(join(home, 'browsers'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'browsers', `${pid}.json`), JSON.stringify(mark), { mode: 0o600 });
  return { pid, started };
}

for (const way of ['the next start', 'oc_reap_orphans']) {
  test(`a browser that was left behind is ended by ${way}; others are not touched`, kLimit, async (t) => {
    const site = await startSite(t);
    const home = guardedHome(t);
    const stranger = await Chromium.start();
    atEnd(t, () => stranger.close());
    const strangerPage = await stranger.newPage(site.url('/'));
    const origin = await strangerPage.evaluate('performance.timeOrigin');
    const itself = identify(stranger.child.pid);
    for (let cycle = 0; cycle < kFrozenCycles; ++cycle) {
      // It started before there was anything to end.
      const witness = way === 'oc_reap_orphans' ? (await startAndOpen(t, home, site)).caller : null;
      const orphan = await leaveBehind(t, home);
      const next = witness ?? (await startAndOpen(t, home, site)).caller;
      const served = identify(await next.browserPid());
      if (witness) {
        const { ended } = await witness.data('oc_reap_orphans');
        assert.deepEqual(ended.map(({ pid }) => pid), [orphan.pid]);
      }
      assert.ok(await seen(() => !isAlive(orphan), kGoneMs), 'it was ended');
      assert.ok(isAlive(served), 'a browser with a server is no orphan');
      assert.deepEqual((await next.data('oc_reap_orphans')).ended, [], 'nothing is left to end');
      await next.kill();
      await untilGone(home, [], kGoneMs);
    }
    assert.ok(isAlive(itself), 'the other browser runs');
    assert.equal(await strangerPage.evaluate('performance.timeOrigin'), origin, 'the other browser goes on');
  });
}
