// A day in the life of the worker, in fake time: the server is there, then away, then back, and Chrome ends the worker every
// hour. Proves that it comes back by itself and never asks more than three times a minute while there is nothing to do.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FakeBrowser } from './fake_browser.mjs';

const kMinute = 60_000;
const kMostPerMinute = 3;

describe('a day', () => {
  const browser = new FakeBrowser();
  before(async () => {
    browser.install();
    browser.local.values = { port: 1234, token: 't'.repeat(32) };
    await browser.startWorker();
  });
  after(() => browser.uninstall());

  // A minute at a time; the first after something happened may have more: it is not idle.
  async function idle(minutes) {
    await browser.advance(kMinute);
    for (let minute = 1; minute < minutes; ++minute) {
      const before = browser.requests.length;
      await browser.advance(kMinute);
      const asked = browser.requests.length - before;
      assert.ok(asked <= kMostPerMinute, `${asked} requests in minute ${minute}`);
    }
  }

  test('eight hours with a server: connected, and back after every sleep', async () => {
    await browser.advance(1000);
    for (let hour = 0; hour < 8; ++hour) {
      assert.ok(browser.socket, `connected in hour ${hour}`);
      browser.endWorker();
      const before = browser.requests.length;
      await idle(60);
      assert.equal(browser.requests.length - before, 1, 'one connection, which lasts');
    }
  });

  test('eight hours without: it tries, and not often', async () => {
    browser.stopServer();
    await browser.advance(10_000);
    const before = browser.requests.length;
    await idle(8 * 60);
    assert.equal(browser.socket, null);
    assert.ok(browser.requests.length - before >= 8 * 60, 'it goes on trying');
  });

  test('the server is back: so is the worker, within a minute, and for the rest of the day', async () => {
    browser.isServerUp = true;
    await browser.advance(kMinute);
    assert.ok(browser.socket);
    await idle(8 * 60 - 1);
    assert.ok(browser.socket);
    assert.ok(browser.lives >= 9, 'workers were ended and started');
  });

  test('another program at the port of the server is not told the token', async () => {
    for (const takesSockets of [true, false]) {
      browser.stopServer();
      await browser.advance(1000);
      Object.assign(browser, { isServerUp: true, isImpostor: true, takesSockets, heard: [] });
      await browser.advance(5 * kMinute);
      assert.equal(browser.socket, null);
      assert.ok(!JSON.stringify(browser.heard).includes(browser.local.values.token), 'the token stays here');
      assert.equal((await browser.ask('status')).state === 'connected', false);
    }
    Object.assign(browser, { isImpostor: false, takesSockets: true });
    await browser.advance(kMinute);
    assert.ok(browser.socket, 'and the server itself is found again');
  });

  test('a server that went away for a moment is found again within seconds', async () => {
    browser.stopServer();
    await browser.advance(300);
    browser.isServerUp = true;
    await browser.advance(3_000);
    assert.ok(browser.socket);
  });

  test('who opens the popup need not wait for the next try', async () => {
    browser.stopServer();
    await browser.advance(10 * kMinute);
    browser.isServerUp = true;
    assert.equal((await browser.ask('status')).connection, 'connecting');
    await browser.advance(10);
    assert.equal(browser.socket, null, 'asking alone changes nothing');
    await browser.ask('look');
    await browser.advance(10);
    assert.ok(browser.socket);
    assert.equal((await browser.ask('status')).connection, 'connected');
  });
});
