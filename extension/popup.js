// The popup: what is going on, which tab the agent has, and the switch that stops it at once.

const get = (id) => document.getElementById(id);
const ask = (type, more = {}) => chrome.runtime.sendMessage({ type, ...more });

const kStates = {
  unpaired: 'Not paired',
  closed: 'Not connected',
  connecting: 'Paired; looking for the server…',
  refused: 'The server refused the pairing code',
  connected: 'Paired and connected',
  working: 'The agent is working…',
  off: 'The agent is switched off',
};
const kOutcomes = { running: 'running', complete: 'done', error: 'failed', timeout: 'too slow' };

function stateOf({ isPaired, connection, mayAct, running }) {
  if (!isPaired) return 'unpaired';
  if (running > 0) return 'working';
  if (!mayAct) return 'off';
  return connection;
}

// The tab that the popup was opened on; ?tabId= when it stands in a tab of its own.
async function tabHere() {
  const named = Number(new URLSearchParams(location.search).get('tabId'));
  if (named) return named;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id;
}

function row({ action, state, at, took }) {
  const item = document.createElement('li');
  const cells = [action, kOutcomes[state] ?? state, took === undefined ? '' : `${took} ms`];
  for (const [index, text] of cells.entries()) {
    const cell = document.createElement('span');
    cell.textContent = text;
    if (index > 0) cell.className = state === 'error' && index === 1 ? 'problem' : 'faint';
    item.append(cell);
  }
  item.title = new Date(at).toLocaleTimeString();
  return item;
}

function show(status) {
  get('problem').hidden = !status.error;
  get('problem').textContent = status.error ?? '';
  if (status.error) return;
  const state = stateOf(status);
  get('dot').dataset.state = state;
  get('state').textContent = kStates[state];
  get('unpaired').hidden = status.isPaired && status.connection !== 'refused';
  get('paired').hidden = !status.isPaired;
  get('sharing').hidden = !status.tab;
  get('not-sharing').hidden = Boolean(status.tab);
  get('title').textContent = status.tab?.title ?? '';
  get('address').textContent = status.tab?.url ?? '';
  get('act').setAttribute('aria-checked', String(status.mayAct));
  get('history').hidden = status.recent.length === 0;
  get('commands').replaceChildren(...status.recent.map(row));
}

const refresh = async () => show(await ask('status'));

get('pair').addEventListener('submit', async (event) => {
  event.preventDefault();
  show(await ask('pair', { code: get('code').value }));
});
get('share').addEventListener('click', async () => show(await ask('share', { tabId: await tabHere() })));
get('unshare').addEventListener('click', async () => show(await ask('unshare')));
get('act').addEventListener('click', async () =>
  show(await ask('setMayAct', { mayAct: get('act').getAttribute('aria-checked') !== 'true' })),
);
chrome.runtime.onMessage.addListener((message) => {
  if (message?.type === 'changed') void refresh();
});
chrome.storage.onChanged.addListener(() => void refresh());
show(await ask('look'));
