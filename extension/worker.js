// The service worker: connects what acts with the server. Chrome ends it when it likes and starts it again for an event, so
// every listener is registered here, at once, and nothing is kept in variables that may not be lost.
import { perform } from './actions.js';
import { Connection } from './connection.js';
import { Executor } from './executor.js';
import { StartedSet } from './started_set.js';
import {
  addRecent,
  forgetPairing,
  parsePairingCode,
  readAttempts,
  readEpoch,
  readPairing,
  readRecent,
  readSharing,
  setMayAct,
  setMayDebug,
  shareTab,
  unshareTab,
  writeAttempts,
  writePairing,
} from './state.js';

const kAlarm = 'stay connected';

// The token is for the worker and its own pages, not for what runs beside a web page.
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });

const executor = new Executor({
  started: new StartedSet(),
  perform,
  tell: (message) => connection.tell(message),
  onChange: (entry) => {
    void addRecent(entry);
    followWork();
  },
});

let refusal = '';
const connection = new Connection({
  attempts: { read: readAttempts, write: writeAttempts },
  hello: async () => ({
    epoch: await readEpoch(),
    extension_version: chrome.runtime.getManifest().version,
    running: await executor.unsettled(),
  }),
  onCommands: (commands) => {
    for (const command of commands) void executor.accept(command);
  },
  onState: (state, reason = '') => {
    refusal = reason;
    void showBadge();
    void chrome.runtime.sendMessage({ type: 'changed' }).catch(() => {}); // nobody may be looking
    if (state === 'connected') void executor.tellUntold();
  },
});

async function connect() {
  connection.open(await readPairing());
}

async function status() {
  const [{ isPaired, port }, sharing, recent] = await Promise.all([readPairing(), readSharing(), readRecent()]);
  const tab = sharing.tabId === null ? null : await chrome.tabs.get(sharing.tabId).catch(() => null);
  return {
    isPaired,
    port,
    connection: connection.state,
    refusal,
    mayAct: sharing.mayAct,
    tab: tab && { id: tab.id, title: tab.title, url: tab.url },
    running: executor.running.size,
    recent,
    mayDebug: sharing.mayDebug,
  };
}

// A dot while a command runs, at once; it goes when there is a pause, not between one command and the next.
const kBadgeLingersMs = 300;
let badge = null;
let badgeTimer = null;

function followWork() {
  clearTimeout(badgeTimer);
  if (executor.running.size > 0) void showBadge();
  else badgeTimer = setTimeout(() => void showBadge(), kBadgeLingersMs);
}

async function showBadge() {
  const { tabId, mayAct } = await readSharing();
  const isBusy = executor.running.size > 0;
  const shown = `${isBusy} ${mayAct} ${tabId}`;
  if (badge === shown) return;
  badge = shown;
  await chrome.action.setBadgeBackgroundColor({ color: isBusy ? '#d93025' : '#5f6368' });
  await chrome.action.setBadgeText({ text: isBusy ? '●' : mayAct ? '' : 'off' });
  if (tabId === null) return;
  const title = isBusy ? 'openchrome: the agent is working in this tab' : 'openchrome: the agent may use this tab';
  await chrome.action.setTitle({ tabId, title }).catch(() => {}); // the tab may be gone
}

const kRequests = {
  status,
  look: async () => {
    connection.hurry();
    return status();
  },
  pair: async ({ code }) => {
    const pairing = parsePairingCode(code);
    if (!pairing) return { error: 'That is no pairing code. Run: openchrome extension pair' };
    await writePairing(pairing);
    refusal = '';
    connection.reopen({ ...pairing, isPaired: true });
    return status();
  },
  unpair: async () => {
    await forgetPairing();
    connection.close();
    executor.stopAll();
    return status();
  },
  share: async ({ tabId }) => {
    const before = (await readSharing()).tabId;
    await shareTab(tabId);
    if (before !== null && before !== tabId) executor.stopAll();
    await showBadge();
    return status();
  },
  unshare: async () => {
    await unshareTab();
    executor.stopAll();
    await showBadge();
    return status();
  },
  setMayDebug: async ({ mayDebug }) => {
    await setMayDebug(mayDebug);
    return status();
  },
  setMayAct: async ({ mayAct }) => {
    await setMayAct(mayAct);
    if (!mayAct) executor.stopAll();
    await showBadge();
    return status();
  },
};

// Only our own pages ask; there is no door for other extensions or for web pages.
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  const isOurs = sender.id === chrome.runtime.id && sender.url?.startsWith(chrome.runtime.getURL(''));
  if (!isOurs || !Object.hasOwn(kRequests, message?.type)) return false;
  kRequests[message.type](message).then(answer, (error) => answer({ error: error.message }));
  return true; // it answers later
});
chrome.alarms.onAlarm.addListener(() => void connect());
chrome.runtime.onStartup.addListener(() => void connect());
chrome.runtime.onInstalled.addListener(() => void connect());
chrome.tabs.onRemoved.addListener(async (tabId) => {
  const sharing = await readSharing();
  if (sharing.tabId === tabId) await unshareTab();
});
void chrome.alarms.create(kAlarm, { periodInMinutes: 0.5 });
void connect();
