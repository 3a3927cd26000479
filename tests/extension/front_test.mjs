// Proves that a picture without the debugger is of the shared tab or of none: Chrome takes it of whichever tab is in front, and
// the user may look at another one at any moment. The tabs of Chrome are played here, so that the moment can be chosen.
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';

const kShared = { id: 7, windowId: 1, url: 'https://shop.example/', title: 'Shop' };

class Tabs {
  front = kShared.id;
  listeners = new Set();
  whileTaking = () => {};
  onActivated = {
    addListener: (listener) => this.listeners.add(listener),
    removeListener: (listener) => this.listeners.delete(listener),
  };

  bring(tabId, windowId = kShared.windowId) {
    if (windowId === kShared.windowId) this.front = tabId;
    for (const listener of this.listeners) listener({ tabId, windowId });
  }
  async get() {
    return { ...kShared, active: this.front === kShared.id };
  }
  async query() {
    return [{ id: this.front }];
  }
  async captureVisibleTab() {
    const shown = this.front;
    this.whileTaking();
    return `data:image/png;base64,picture-of-${shown}`;
  }
}

describe('a picture without the debugger', () => {
  let perform;
  let tabs;
  before(async () => {
    const stored = { tabId: kShared.id };
    const area = { get: async () => stored, set: async () => {} };
    globalThis.chrome = { storage: { local: area, session: area, onChanged: { addListener() {} } } };
    ({ perform } = await import('../../extension/actions.js'));
  });
  beforeEach(() => (globalThis.chrome.tabs = tabs = new Tabs()));
  afterEach(() => assert.equal(tabs.listeners.size, 0, 'nobody listens any more'));

  const take = () => perform('screenshot', {}, new AbortController().signal);
  const isRefused = (pattern) => assert.rejects(take(), { code: 'tab_not_in_front', message: pattern });

  test('of the shared tab in front', async () => {
    assert.deepEqual(await take(), { mime_type: 'image/png', data: `picture-of-${kShared.id}` });
  });

  test('none of another tab in front', async () => {
    tabs.front = 8;
    await isRefused(/not in front/);
  });

  test('none when another one came meanwhile', async () => {
    tabs.whileTaking = () => tabs.bring(8);
    await isRefused(/meanwhile/);
  });

  test('none when another one came and went', async () => {
    tabs.whileTaking = () => {
      tabs.bring(8);
      tabs.bring(kShared.id);
    };
    await isRefused(/meanwhile/);
  });

  test('what happens in another window does not matter', async () => {
    tabs.whileTaking = () => tabs.bring(9, 2);
    assert.equal((await take()).data, `picture-of-${kShared.id}`);
  });
});
