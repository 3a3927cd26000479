// What the agent may do, at the moments that a real Chrome does not let one choose: pages that go away, debuggers that fail or
// never answer, a user who says stop.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';

const kTab = { id: 7, windowId: 1, url: 'https://shop.example/', title: 'Shop' };
const kFound = { x: 1, y: 2, name: '<button> buy' };
const never = () => new Promise(() => {});
const soon = () => new Promise((resolve) => setTimeout(resolve, 10));

class Area {
  values = {};
  async get() {
    return { ...this.values };
  }
  async set(values) {
    Object.assign(this.values, values);
  }
}

class FakeDebugger {
  calls = []; // of attach and detach, and the commands that were sent
  answers = {};
  attached = Promise.resolve();

  attach() {
    return this.attached.then(() => void this.calls.push('attach'));
  }
  async detach() {
    this.calls.push('detach');
  }
  async sendCommand(target, method, params) {
    this.calls.push(params?.type ?? method);
    return this.answers[params?.type ?? method]?.() ?? {};
  }
}

describe('actions', () => {
  let perform;
  let state;
  let debug;
  let tabs;
  let scripts; // how often one was let into the page
  let inject;
  before(async () => {
    const storage = { local: new Area(), session: new Area(), onChanged: { addListener() {} } };
    globalThis.chrome = { storage, scripting: { executeScript: (...args) => (++scripts, inject(...args)) } };
    state = await import('../../extension/state.js');
    ({ perform } = await import('../../extension/actions.js'));
    await state.shareTab(kTab.id);
  });
  beforeEach(async () => {
    await state.setMayDebug(false);
    debug = new FakeDebugger();
    tabs = { get: async () => kTab };
    Object.assign(globalThis.chrome, { debugger: debug, tabs });
    scripts = 0;
    inject = async () => [{ result: kFound }];
  });

  const kParams = { execute_js: { script: '1' }, click: { query: 'buy' }, type: { text: 'Ada' }, get_text: {}, screenshot: {} };
  const act = (action, signal = new AbortController().signal) => perform(action, kParams[action], signal);
  const fails = (action, code, isUnknown) => assert.rejects(act(action), { code, isUnknown }, action);

  test('a page that goes away while something is done in it: nobody knows whether it was', async () => {
    const leave = (message) => () => Promise.reject(new Error(message));
    const ends = [leave('Frame with ID 0 was removed.'), leave('The tab was closed.')];
    for (inject of [async () => [{ result: null }], async () => [], ...ends]) {
      for (const action of ['execute_js', 'click', 'type']) await fails(action, 'page_changed', true);
      await fails('get_text', 'page_changed', false);
    }
    await state.setMayDebug(true);
    for (const action of ['click', 'type']) await fails(action, 'page_changed', false); // it only looked for the place
    assert.deepEqual(debug.calls, []);
  });

  test('a page that lets nobody in: nothing was done', async () => {
    for (const message of [
      'Cannot access a chrome:// URL',
      'Cannot access contents of the page. Extension manifest must request permission to access the respective host.',
      'The extensions gallery cannot be scripted.',
      'This page cannot be scripted due to an ExtensionsSettings policy.',
      'Frame with ID 0 is showing error page',
    ]) {
      inject = async () => {
        throw new Error(message);
      };
      for (const action of ['execute_js', 'click', 'get_text']) await fails(action, 'page_not_allowed', false);
    }
  });

  test('a debugger that fails: unknown once something was sent that acts', async () => {
    await state.setMayDebug(true);
    const fail = () => Promise.reject(new Error('Detached while handling command.'));
    debug.answers = { mouseReleased: fail, 'Input.insertText': fail, 'Runtime.evaluate': fail, 'Page.captureScreenshot': fail };
    await fails('click', 'debugger_failed', true);
    await fails('type', 'debugger_failed', true);
    await fails('screenshot', 'debugger_failed', false);
    inject = async () => [{ result: { blocked: true } }];
    await fails('execute_js', 'debugger_failed', true);
    inject = async () => [{ result: kFound }];
    debug.answers = { 'Emulation.setFocusEmulationEnabled': fail };
    await fails('click', 'debugger_failed', false);
    debug.attached = Promise.reject(new Error('Another debugger is already attached to the tab with id: 7.'));
    await fails('type', 'debugger_failed', false);
  });

  test('a script that never ends: the debugger goes when its time is up', async () => {
    await state.setMayDebug(true);
    inject = async () => [{ result: { blocked: true } }];
    debug.answers = { 'Runtime.evaluate': never };
    const abort = new AbortController();
    const running = act('execute_js', abort.signal);
    await soon();
    assert.deepEqual(debug.calls, ['attach', 'Runtime.evaluate']);
    abort.abort();
    await assert.rejects(running, { code: 'stopped' });
    assert.deepEqual(debug.calls, ['attach', 'Runtime.evaluate', 'detach']);
  });

  test('it stays while another command needs it', async () => {
    await state.setMayDebug(true);
    debug.answers = { mousePressed: never, 'Input.insertText': never };
    const [one, two] = [new AbortController(), new AbortController()];
    const clicking = act('click', one.signal);
    const typing = act('type', two.signal);
    await soon();
    one.abort();
    await assert.rejects(clicking, { code: 'stopped' });
    assert.ok(!debug.calls.includes('detach'));
    two.abort();
    await assert.rejects(typing, { code: 'stopped' });
    assert.deepEqual(debug.calls.filter((call) => /tach$/.test(call)), ['attach', 'detach']);
  });

  test('a stop while it attaches: it is detached after that, and nothing is sent', async () => {
    await state.setMayDebug(true);
    let finish;
    debug.attached = new Promise((resolve) => (finish = resolve));
    const abort = new AbortController();
    const running = act('click', abort.signal);
    await soon();
    abort.abort();
    await soon();
    finish();
    await assert.rejects(running, { code: 'stopped' });
    assert.deepEqual(debug.calls, ['attach', 'detach']);
  });

  test('a stop before the first step: there is none', async () => {
    for (const action of Object.keys(kParams)) {
      const abort = new AbortController();
      tabs.get = async () => {
        abort.abort();
        return kTab;
      };
      await assert.rejects(act(action, abort.signal), { code: 'stopped' }, action);
    }
    assert.equal(scripts, 0);
  });

  test('a stop while the options are read: nothing is done either', async () => {
    for (const action of ['click', 'type']) {
      const abort = new AbortController();
      const { local } = globalThis.chrome.storage;
      // As when the user changes something: then it is read anew.
      tabs.get = async () => {
        await state.setMayDebug(false);
        local.get = async () => {
          abort.abort();
          return {};
        };
        return kTab;
      };
      await assert.rejects(act(action, abort.signal), { code: 'stopped' }, action);
      delete local.get;
    }
    assert.equal(scripts, 0);
  });
});
