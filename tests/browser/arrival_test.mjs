// Proves what answers say of documents that came, changed or went with an action: the first lines of a page once it has its data,
// frames that load or are taken away, and changes around the frame that was acted in.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { otherOrigin } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/app': `<title>App</title><main id="main"></main><script>
    fetch('/projects').then((answer) => answer.text()).then((name) => { document.title = name; main.innerHTML = '<h1>' + name + '</h1>'; });</script>`,
  '/projects': { hold: true, body: 'Projects', type: 'text/plain' },
  '/stuck': '<title>Stuck</title><h1>Report</h1><script>fetch("/never")</script>',
  '/spins': '<title>Spins</title><h1>Report</h1><div class="spinner" style="width:20px;height:20px;background:#888"></div><script>fetch("/never")</script>',
  '/to-spins': '<title>Leads</title><a href="/spins">Report</a>',
  '/never': { hang: true },
  '/alert': '<title>Orders</title><h1>Orders</h1><div role="alert">Payment failed</div>',
  '/unread': `<title>Unread</title><button onclick="fetch('/counted'); out.textContent = 'Counted'">Count</button><p id="out"></p>`,
  '/counted': { stall: 'begun', type: 'text/plain' },
  '/asks': `<title>Asks</title><button onclick="fetch('/projects').then(() => { out.textContent = 'Answered'; })">Ask</button><p id="out"></p>`,

  '/outer': (request) => `<title>Outer</title><h1>Checkout</h1><div id="sheet" role="dialog" aria-label="Confirm"><iframe title="Bank" src="${otherOrigin(request)}/bank" style="width:400px;height:120px"></iframe></div>
    <p id="said"></p><script>addEventListener('message', ({ data }) => {
      if (data === 'tell') said.textContent = 'The frame told us'; else { sheet.remove(); fetch('/projects').then(() => { said.textContent = 'Paid'; }); } });</script>`,
  '/bank': `<title>Bank</title><h1>Harbour Bank</h1><button onclick="parent.postMessage('tell', '*')">Tell</button>
    <button onclick="parent.postMessage('close', '*')">Approve</button>`,
  '/opens-frame': (request) => `<title>Opens</title><button onclick="place.innerHTML = '<iframe title=Bank style=width:400px;height:120px src=${otherOrigin(request)}/slow-bank></iframe>'">Pay</button><div id="place"></div>`,
  '/opens-near': '<title>Opens</title><button onclick="place.innerHTML = \'<iframe title=Bank style=width:400px;height:120px src=/slow-bank></iframe>\'">Pay</button><div id="place"></div>',
  '/opens-hidden': '<title>Opens</title><button onclick="place.innerHTML = \'<iframe style=display:none src=/slow-bank></iframe>\'">Pay</button><div id="place"></div>',
  '/slow-bank': { hold: true, body: '<title>Bank</title><h1>Harbour Bank</h1><button>Approve</button>', type: 'text/html' },

  '/filter': `<title>Filter</title><label>Sort <select id="sort"><option>Relevance<option>Price</select></label><label><input type="checkbox" id="tents"> Tents</label>
    <ul id="list"><li>Stove</li></ul><script>
    let timer; addEventListener('change', () => { clearTimeout(timer); timer = setTimeout(async () => { const said = await (await fetch('/projects')).text(); list.innerHTML = '<li>' + said + ' by ' + sort.value + (tents.checked ? ', tents' : '') + '</li>'; }, 200); });</script>`,
};

describe('answers say what came', () => {
  const b = sharedBrowsing({ pages: kPages });

  // The answer of a call that makes the page ask for `path`, which is answered then.
  async function released(path, call) {
    const asked = b.site.asked(path);
    const answer = call();
    await asked;
    b.site.release(path);
    return answer;
  }

  test('navigate waits for the data of a page and tells its first lines', async () => {
    const gone = await released('/projects', () => b.data('navigate', { url: b.site.url('/app') }));
    assert.equal(gone.title, 'Projects');
    assert.deepEqual(gone.shows, ['heading: "Projects"']);
    assert.equal(gone.pending, undefined);
  });

  test('navigate tells what is still pending', async () => {
    const gone = await b.data('navigate', { url: b.site.url('/stuck') });
    assert.deepEqual(gone.shows, ['heading: "Report"']);
    assert.equal(gone.pending, '1 request');
  });

  test('a spinner of a new page is pending too', async () => {
    const gone = await b.data('navigate', { url: b.site.url('/spins') });
    assert.equal(gone.pending, '1 request, spinner');
    const tabId = await b.open('/to-spins');
    assert.match(await b.text('interact', { tabId, query: 'Report' }), /^still pending: 1 request, spinner$/m);
  });

  test('navigate and act tell alerts before headings', async () => {
    const gone = await b.data('navigate', { url: b.site.url('/alert') });
    assert.deepEqual(gone.shows, ['alert: "Payment failed"', 'heading: "Orders"']);
    assert.match(await b.text('act', { instruction: `go to ${b.site.url('/alert')}` }), /alert: "Payment failed"\n.*heading: "Orders"/);
  });

  test('an answer that the page does not read is not pending', async () => {
    const tabId = await b.open('/unread');
    const said = await b.text('interact', { tabId, query: 'Count' });
    assert.match(said, /Counted/);
    assert.doesNotMatch(said, /pending/);
    const { met } = await b.data('wait_for', { tabId, load_state: 'networkidle' });
    assert.equal(met, 'load_state');
  });

  test('networkidle waits for what the page asked for after it had loaded', async () => {
    const tabId = await b.open('/asks');
    await b.data('wait_for', { tabId, load_state: 'networkidle' });
    const asked = b.site.asked('/projects');
    assert.match(await b.text('interact', { tabId, query: 'Ask' }), /still pending: 1 request/);
    await asked;
    const idle = b.data('wait_for', { tabId, load_state: 'networkidle' });
    assert.equal(await b.run(tabId, 'out.textContent'), '');
    b.site.release('/projects');
    await idle;
    assert.equal(await b.run(tabId, 'out.textContent'), 'Answered');
  });

  test('a change around the frame that was acted in is told', async () => {
    const tabId = await b.open('/outer');
    const said = await b.text('interact', { tabId, query: 'Tell' });
    assert.match(said, /\+ text: "The frame told us"/);
    assert.doesNotMatch(said, /no change was seen|focus: .*iframe/);
  });

  test('a frame that is taken away is told, and what the page does then', async () => {
    const tabId = await b.open('/outer');
    const said = await released('/projects', () => b.text('interact', { tabId, query: 'Approve' }));
    assert.match(said, /- .*dialog: "Confirm"/);
    assert.match(said, /\+ text: "Paid"/);
  });

  for (const path of ['/opens-frame', '/opens-near']) {
    test(`a frame that an action opens is waited for: ${path}`, async () => {
      const tabId = await b.open(path);
      const said = await released('/slow-bank', () => b.text('interact', { tabId, query: 'Pay' }));
      assert.match(said, /\+ .*iframe: "Bank"/);
      assert.match(said, /in the frame: heading: "Harbour Bank"/);
      assert.doesNotMatch(said, /pending/);
    });
  }

  test('what a hidden frame says is not told', async () => {
    const tabId = await b.open('/opens-hidden');
    const said = await released('/slow-bank', () => b.text('interact', { tabId, query: 'Pay' }));
    assert.doesNotMatch(said, /Harbour/);
  });

  for (const [query, value, expected] of [['Sort', 'Price', 'Projects by Price'], ['Tents', true, 'Projects by Relevance, tents']]) {
    test(`a list that is filtered a moment after a choice is told: ${query}`, async () => {
      const tabId = await b.open('/filter');
      const said = await released('/projects', () => b.text('form_input', { tabId, query, value }));
      assert.ok(said.includes(expected), said);
    });
  }

  test('of several steps only the last one waits for what a choice filters', async () => {
    const tabId = await b.open('/filter');
    const said = await released('/projects', () => b.text('act', { tabId, instruction: 'check Tents, select "Price" in Sort' }));
    assert.ok(said.includes('Projects by Price, tents'), said);
    assert.equal(b.site.count('/projects') > 0, true);
  });
});
