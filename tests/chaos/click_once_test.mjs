// Proves that a click with a key is delivered at most once, whenever its server is killed: the browser is somebody else's, so
// that the page and its count outlive every server. Each call is made again with its key until it is answered.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Chromium } from '../lib/chromium.mjs';
import { atEnd } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import { Caller, guardedHome, kLimit, randomNumbers, seen, spread, times } from './lib.mjs';

const kClicks = Number(process.env.OC_CLICKS ?? times(200, 10_000));
const kKillEvery = 30; // calls, on average
const kSeed = Number(process.env.OC_SEED ?? 20261115);

const kPage = `<!doctype html><title>Counter</title><button id=b>Count</button> <b id=n>0</b>
  <script>let n = 0; b.addEventListener('click', (event) => { if (event.isTrusted) document.getElementById('n').textContent = ++n; });</script>`;

// A browser that no server ends, at the page.
async function startCounter(t) {
  const site = await Site.start({ '/': kPage });
  atEnd(t, () => site.close());
  const chromium = await Chromium.start(['--remote-debugging-port=0']);
  atEnd(t, () => chromium.close());
  const page = await chromium.newPage(site.url('/'));
  const file = join(chromium.profile, 'DevToolsActivePort');
  const port = await seen(() => {
    try {
      return readFileSync(file, 'utf8').match(/^\d+/)?.[0];
    } catch {
      return null; // not yet
    }
  });
  return { address: `http://127.0.0.1:${port}`, count: () => page.evaluate('n') };
}

// Kills the server at the next moment that the dice choose, before, during or after a call.
class Killer {
  constructor(random) {
    this.random = random;
    this.kills = 0;
  }
  aim(caller) {
    if (this.random() * kKillEvery >= 1) return () => {};
    const timer = setTimeout(() => {
      this.kills += 1;
      caller.server.program.signal('SIGKILL');
    }, this.random() * 12);
    return () => clearTimeout(timer);
  }
}

test(`${kClicks} clicks, the server killed at random moments: none is delivered twice`, kLimit, async (t) => {
  const { address, count } = await startCounter(t);
  const home = guardedHome(t);
  const start = async () => {
    const caller = await Caller.start(t, { home, parameters: ['--attach', address] });
    const { workspaces } = await caller.data('tabs_context');
    const tab = workspaces.flatMap(({ tabs }) => tabs).find(({ title }) => title === 'Counter');
    return { caller, tabId: tab.tabId };
  };
  const killer = new Killer(randomNumbers(kSeed));
  const outcomes = { delivered: 0, unknown: 0, unknownButDelivered: 0 };
  const tookMs = [];
  const calls = [];
  let server = await start();
  let before = 0;
  for (let i = 0; i < kClicks; ++i) {
    const args = { tabId: server.tabId, selector: '#b', idempotency_key: `click-${i}` };
    let answer = null;
    while (!answer) {
      const spare = killer.aim(server.caller);
      answer = await Promise.race([
        server.caller.call('interact', args).catch(() => null),
        server.caller.server.program.exited.then(() => null),
      ]);
      spare();
      if (answer && server.caller.server.program.exitStatus === undefined) break;
      if (!answer) server = await start();
    }
    tookMs.push(answer.took);
    const after = await count();
    const delta = after - before;
    before = after;
    assert.ok(delta <= 1, `call ${i} was delivered ${delta} times: ${answer.text}`);
    if (answer.error) {
      assert.equal(answer.error.code, 'outcome_unknown', answer.text);
      outcomes.unknown += 1;
      outcomes.unknownButDelivered += delta;
    } else {
      assert.equal(delta, 1, `call ${i} was not delivered: ${answer.text}`);
      outcomes.delivered += 1;
    }
    calls.push({ args, text: answer.text });
  }
  await server.caller.kill();

  // Every receipt can be read by a server that never saw the call, and reading them clicks nothing.
  server = await start();
  for (const { args, text } of calls) {
    const again = await server.caller.call('interact', args);
    const receipt = again.result._meta?.['openchrome/receipt'];
    assert.ok(again.error?.code === 'outcome_unknown' || receipt?.replayed === true, again.text);
    if (receipt?.replayed) assert.equal(again.text, text);
  }
  assert.equal(await count(), before, 'looking at receipts is no click');
  t.diagnostic(`${kClicks} clicks, ${killer.kills} kills, seed ${kSeed}; ${JSON.stringify(outcomes)}`);
  t.diagnostic(`a click with its key: ${spread(tookMs)}`);
  await server.caller.kill();
});
