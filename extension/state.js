// What the extension remembers. `local` outlives the browser: where the server is. `session` lives as long as the
// browser and outlives the worker: which tab is shared, and which commands have begun.

export const kRecentCommands = 10;

export async function readPairing() {
  const { port = 0, token = '' } = await chrome.storage.local.get(['port', 'token']);
  return { port, token, isPaired: port > 0 && token !== '' };
}

// "PORT:TOKEN", as `openchrome extension pair` prints it.
export function parsePairingCode(text) {
  const found = /^\s*(\d{1,5}):([\w-]{16,200})\s*$/.exec(text ?? '');
  const port = Number(found?.[1]);
  return found && port > 0 && port < 65536 ? { port, token: found[2] } : null;
}

export async function writePairing({ port, token }) {
  await chrome.storage.local.set({ port, token });
}

export async function forgetPairing() {
  await chrome.storage.local.remove(['port', 'token']);
}

// One session of the browser: a server must know whether what it gave away before may have begun in this one.
export async function readEpoch() {
  const { epoch } = await chrome.storage.session.get('epoch');
  if (epoch) return epoch;
  const made = crypto.randomUUID();
  await chrome.storage.session.set({ epoch: made });
  return made;
}

// Of connecting, so that a worker that was put to sleep does not begin anew.
export async function readAttempts() {
  const { attempts = { failures: 0, at: 0 } } = await chrome.storage.session.get('attempts');
  return attempts;
}

export const writeAttempts = (attempts) => chrome.storage.session.set({ attempts });

// Asked for with every command, so it is kept at hand; whoever changes it, the browser tells.
let sharing = null;

chrome.storage.onChanged.addListener((changes) => {
  if (changes.tabId || changes.mayAct || changes.mayDebug) sharing = null;
});

export function readSharing() {
  sharing ??= Promise.all([
    chrome.storage.session.get('tabId'),
    chrome.storage.local.get(['mayAct', 'mayDebug']),
  ]).then(([{ tabId = null }, { mayAct = true, mayDebug = false }]) => ({ tabId, mayAct, mayDebug }));
  return sharing;
}

async function change(area, values) {
  await area.set(values);
  sharing = null;
}

export const shareTab = (tabId) => change(chrome.storage.session, { tabId });
export const unshareTab = () => change(chrome.storage.session, { tabId: null });
export const setMayDebug = (mayDebug) => change(chrome.storage.local, { mayDebug });
export const setMayAct = (mayAct) => change(chrome.storage.local, { mayAct });

// For the eyes of people: written when there is a pause, so that commands need not wait for it.
const kRecentPauseMs = 200;
let recent = null;
let recentTimer = null;

export async function readRecent() {
  recent ??= chrome.storage.session.get('recent').then((stored) => stored.recent ?? []);
  return recent;
}

export async function addRecent(entry) {
  const others = (await readRecent()).filter(({ id }) => id !== entry.id);
  recent = Promise.resolve([entry, ...others].slice(0, kRecentCommands));
  recentTimer ??= setTimeout(async () => {
    recentTimer = null;
    await chrome.storage.session.set({ recent: await recent });
  }, kRecentPauseMs);
}
