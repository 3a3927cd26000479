// The options: where the server is, and what the agent may use.

const get = (id) => document.getElementById(id);
const ask = (type, more = {}) => chrome.runtime.sendMessage({ type, ...more });

const kStates = {
  closed: 'Not connected',
  connecting: 'Looking for the server…',
  refused: 'The server refused the pairing code',
  connected: 'Connected',
};

function show(status) {
  get('problem').hidden = !status.error;
  get('problem').textContent = status.error ?? '';
  if (status.error) return;
  const state = status.isPaired ? status.connection : 'closed';
  get('dot').dataset.state = state;
  get('state').textContent = status.isPaired ? `${kStates[state]} (port ${status.port})` : 'Not paired';
  get('unpair').disabled = !status.isPaired;
  get('debug').setAttribute('aria-checked', String(status.mayDebug));
}

const refresh = async () => show(await ask('status'));

get('pair').addEventListener('submit', async (event) => {
  event.preventDefault();
  const status = await ask('pair', { code: get('code').value });
  if (!status.error) get('code').value = '';
  show(status);
});
get('unpair').addEventListener('click', async () => show(await ask('unpair')));
get('debug').addEventListener('click', async () =>
  show(await ask('setMayDebug', { mayDebug: get('debug').getAttribute('aria-checked') !== 'true' })),
);
chrome.runtime.onMessage.addListener((message) => {
  if (message?.type === 'changed') void refresh();
});
void refresh();
