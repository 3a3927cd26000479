// Where no WebSocket opens the extension asks for work, in fake time. Proves that there is always a request that the server
// can answer, but for a moment now and then, also after Chrome has ended the worker.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FakeBrowser } from './fake_browser.mjs';

const kMinute = 60_000;
const kLongestGapMs = 100;

describe('a server that takes no WebSocket', () => {
  const browser = new FakeBrowser();
  before(async () => {
    browser.install();
    browser.local.values = { port: 1234, token: 't'.repeat(32) };
    browser.takesSockets = false;
    await browser.startWorker();
    await browser.advance(5_000);
  });
  after(() => browser.uninstall());

  const longestGap = () => Math.max(...browser.held.slice(1).map(({ from }, i) => from - browser.held[i].to));

  test('is asked without a pause, and a WebSocket is tried now and then', async () => {
    assert.equal(browser.held.length, 1, 'it asks after the second failure');
    const { sockets } = browser;
    await browser.advance(60 * kMinute);
    assert.ok(longestGap() <= kLongestGapMs, `deaf for ${longestGap()} ms`);
    const tried = browser.sockets - sockets;
    assert.ok(tried >= 10 && tried <= 12, `${tried} WebSockets in an hour`);
  });

  test('is asked at once by the next worker', async () => {
    for (const [asked, milliseconds] of [['for a while', 3 * kMinute], ['for a moment', 1_000]]) {
      await browser.advance(milliseconds);
      browser.endWorker();
      await browser.startWorker();
      const { now } = browser;
      await browser.advance(kLongestGapMs);
      assert.ok(browser.held.at(-1).from >= now, `the one before it asked ${asked}`);
    }
  });

  test('is asked less and less when it greets and gives nothing', async () => {
    browser.givesWork = false;
    await browser.advance(10 * kMinute);
    const before = browser.requests.length;
    await browser.advance(10 * kMinute);
    const asked = (browser.requests.length - before) / 10;
    assert.ok(asked <= 5, `${asked} requests a minute`);
    browser.givesWork = true;
  });

  test('is used with a WebSocket when it takes one again', async () => {
    await browser.advance(10 * kMinute);
    assert.equal(browser.socket, null);
    browser.takesSockets = true;
    await browser.advance(6 * kMinute);
    assert.ok(browser.socket);
  });
});
