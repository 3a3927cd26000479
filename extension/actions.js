// What the agent may do, always in the tab that the user shares and never in another. Real input and scripts that a page's
// rules forbid need the debugger, which the user allows in the options; without it the answer says what was used instead.
import { CommandError } from './command_error.js';
import { readText, runText, useElement } from './page_functions.js';
import { readSharing } from './state.js';

async function sharedTab() {
  const { tabId, mayAct } = await readSharing();
  if (!mayAct) throw new CommandError('switched_off', 'the user has switched the agent off');
  const tab = tabId === null ? null : await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) throw new CommandError('no_tab_shared', 'the user shares no tab');
  return tab;
}

function refuseIfOver(signal) {
  if (signal.aborted) throw new CommandError('stopped', 'it was stopped before its next step');
}

// Asked before every step that does something: the user may have said stop, or share another tab, since the last one.
async function mayGoOn(tab, signal) {
  refuseIfOver(signal);
  const now = await sharedTab();
  refuseIfOver(signal);
  if (now.id !== tab.id) throw new CommandError('stopped', 'the user shares another tab by now');
}

// How Chrome says that it let the script in nowhere. After any other error it may have run, wholly or in part.
const kNotAllowed = /cannot access|cannot be scripted|extensions gallery|showing error page/i;

// acts: whether it does something in the page, so that it matters whether it ran.
async function inPage(tab, signal, func, args, { world = 'ISOLATED', acts = false } = {}) {
  refuseIfOver(signal);
  const target = { tabId: tab.id };
  let results;
  try {
    results = await chrome.scripting.executeScript({ target, world, injectImmediately: true, func, args: [args] });
  } catch ({ message }) {
    if (kNotAllowed.test(message)) throw new CommandError('page_not_allowed', message);
    throw new CommandError('page_changed', message, { isUnknown: acts });
  }
  const result = results[0]?.result ?? null;
  if (result === null) throw new CommandError('page_changed', 'the page went away meanwhile', { isUnknown: acts });
  return result;
}

function checked(found) {
  if (found.error) throw new CommandError(found.error, found.message);
  return found;
}

// Chrome does not let this permission be optional, so the user's word for it is asked for in the options.
const mayDebug = async () => (await readSharing()).mayDebug;

// Attached only while it is needed: Chrome shows a bar meanwhile.
const attachments = new Map(); // tab id → {users, ready}

const kActing = /^(Input|Runtime)\./;

const whenOver = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new CommandError('stopped', 'it was stopped meanwhile')), { once: true });
  });

async function withDebugger(tabId, signal, use) {
  refuseIfOver(signal);
  const target = { tabId };
  let entry = attachments.get(tabId);
  if (!entry) {
    entry = { users: 0, ready: chrome.debugger.attach(target, '1.3') };
    attachments.set(tabId, entry);
  }
  entry.users += 1;
  let hasActed = false;
  const send = (method, params) => {
    refuseIfOver(signal);
    hasActed ||= kActing.test(method);
    return chrome.debugger.sendCommand(target, method, params);
  };
  try {
    // Not only until it ends: a page need never answer.
    return await Promise.race([entry.ready.then(() => use(send)), whenOver(signal)]);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('debugger_failed', error.message, { isUnknown: hasActed });
  } finally {
    entry.users -= 1;
    await entry.ready.catch(() => {}); // else it would attach after it was detached
    if (entry.users === 0 && attachments.get(tabId) === entry) {
      attachments.delete(tabId);
      await chrome.debugger.detach(target).catch(() => {});
    }
  }
}

function thrown({ exception, text }) {
  return new CommandError('script_error', exception?.description?.split('\n')[0] ?? exception?.value ?? text);
}

async function executeJs(tab, { script }, signal) {
  const outcome = await inPage(tab, signal, runText, script, { world: 'MAIN', acts: true });
  if (!outcome.blocked) {
    if (outcome.error) throw new CommandError('script_error', `${outcome.error.name}: ${outcome.error.message}`);
    return outcome.value;
  }
  if (!(await mayDebug())) throw new CommandError('blocked_by_page', 'the page forbids scripts made of text');
  await mayGoOn(tab, signal);
  return withDebugger(tab.id, signal, async (send) => {
    await mayGoOn(tab, signal);
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: `(${runText})(${JSON.stringify(script)})`,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true,
    });
    if (exceptionDetails) throw thrown(exceptionDetails);
    const { value, error, blocked } = result.value;
    if (blocked) throw new CommandError('blocked_by_page', 'the page has replaced what runs scripts made of text');
    if (error) throw new CommandError('script_error', `${error.name}: ${error.message}`);
    return value;
  });
}

async function navigate(tab, { url }, signal) {
  let address;
  try {
    address = new URL(url);
  } catch {
    throw new CommandError('invalid_arguments', `'${url}' is no address`);
  }
  if (!['http:', 'https:'].includes(address.protocol) && address.href !== 'about:blank')
    throw new CommandError('invalid_arguments', `addresses with ${address.protocol} are not opened`);
  const loaded = new Promise((resolve) => {
    const listen = (id, { status }) => {
      if (id === tab.id && status === 'complete') finish();
    };
    const finish = () => {
      chrome.tabs.onUpdated.removeListener(listen);
      resolve();
    };
    chrome.tabs.onUpdated.addListener(listen);
    signal.addEventListener('abort', finish);
  });
  await chrome.tabs.update(tab.id, { url: address.href });
  await loaded;
  refuseIfOver(signal);
  const { url: now, title } = await chrome.tabs.get(tab.id);
  // Chrome shows a page of its own for an address that does not answer, under that address.
  const target = { tabId: tab.id };
  const isShown = await chrome.scripting
    .executeScript({ target, injectImmediately: true, func: () => true })
    .catch(({ message }) => !/showing error page/i.test(message));
  if (!isShown) throw new CommandError('navigation_failed', `${now} does not answer`);
  return { url: now, title };
}

async function click(tab, params, signal) {
  if (!(await mayDebug())) {
    const { name } = checked(await inPage(tab, signal, useElement, { ...params, act: 'press' }, { acts: true }));
    return { clicked: name, trusted: false };
  }
  const { x, y, name } = checked(await inPage(tab, signal, useElement, { ...params, act: 'click' }));
  await withDebugger(tab.id, signal, async (send) => {
    await mayGoOn(tab, signal);
    await send('Emulation.setFocusEmulationEnabled', { enabled: true }); // a tab behind others takes no input for seconds
    const at = { x, y, button: 'left', clickCount: 1 };
    await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved', button: 'none' });
    await send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' });
    await send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' });
  });
  return { clicked: name, trusted: true };
}

async function type(tab, params, signal) {
  if (!(await mayDebug())) {
    const { name } = checked(await inPage(tab, signal, useElement, { ...params, act: 'type' }, { acts: true }));
    return { typed_into: name, trusted: false };
  }
  const { name } = checked(await inPage(tab, signal, useElement, { ...params, act: 'focus' }));
  await withDebugger(tab.id, signal, async (send) => {
    await mayGoOn(tab, signal);
    await send('Input.insertText', { text: params.text });
  });
  return { typed_into: name, trusted: true };
}

async function getText(tab, params, signal) {
  return checked(await inPage(tab, signal, readText, params));
}

async function screenshot(tab, params, signal) {
  if (await mayDebug()) {
    const { data } = await withDebugger(tab.id, signal, (send) => send('Page.captureScreenshot', { format: 'png' }));
    return { mime_type: 'image/png', data };
  }
  const picture = await pictureOfFront(tab);
  return { mime_type: 'image/png', data: picture.slice(picture.indexOf(',') + 1) };
}

// Chrome shows whichever tab of the window is in front: the picture is of this one only if no other came there meanwhile,
// not even for a moment.
async function pictureOfFront(tab) {
  let isDisturbed = false;
  const onActivated = ({ windowId }) => (isDisturbed ||= windowId === tab.windowId);
  const isInFront = async () => {
    const [front] = await chrome.tabs.query({ active: true, windowId: tab.windowId });
    return front?.id === tab.id;
  };
  chrome.tabs.onActivated.addListener(onActivated);
  try {
    if (!(await isInFront()))
      throw new CommandError('tab_not_in_front', 'the shared tab is not in front, and only the debugger sees it there');
    const picture = await chrome.tabs.captureVisibleTab(tab.windowId, { format: 'png' });
    if (!(await isInFront()) || isDisturbed)
      throw new CommandError('tab_not_in_front', 'another tab came to the front meanwhile');
    return picture;
  } finally {
    chrome.tabs.onActivated.removeListener(onActivated);
  }
}

// Only what the user shares: the others are nobody's business.
async function listTabs(tab) {
  return { tabs: [{ id: tab.id, url: tab.url, title: tab.title, active: tab.active, status: tab.status }] };
}

const kActions = { execute_js: executeJs, navigate, click, type, get_text: getText, screenshot, list_tabs: listTabs };

export async function perform(action, params, signal) {
  const act = Object.hasOwn(kActions, action) ? kActions[action] : null;
  if (!act) throw new CommandError('unsupported', `the extension does not know '${action}'`);
  const tab = await sharedTab();
  refuseIfOver(signal);
  return act(tab, params, signal);
}
