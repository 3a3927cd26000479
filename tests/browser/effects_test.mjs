// Proves that an answer tells what an action did: where the page went, what opened, what changed; and that nothing is
// made up when nothing happens.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': `<title>Start</title>
    <a id="link" href="/next">Next page</a> <a id="hash" href="#part">Part</a> <a id="blank" href="/next" target="_blank">New tab</a>
    <a id="file" href="/file" download>Download</a> <a id="empty" href="/empty">No content</a> <a id="slow" href="/held">Slow page</a>
    <button id="assign" onclick="location.assign('/next')">By script</button>
    <button id="push" onclick="history.pushState(null, '', '/pushed'); document.querySelector('p').textContent = 'Pushed'">Push</button>
    <button id="open" onclick="window.open('/next')">Window</button>
    <button id="ask" onclick="document.title = confirm('Really?')">Ask</button><button id="name" onclick="document.title = prompt('Name?')">Name</button>
    <button id="tell" onclick="alert('Told'); document.querySelector('p').textContent = 'After the alert'">Tell</button>
    <button id="fetch" onclick="fetch('/data').then((r) => r.text()).then((text) => { document.querySelector('p').textContent = text; })">Fetch</button>
    <button id="nothing">Nothing</button><button id="ticker" onclick="setInterval(() => { document.querySelector('p').textContent = Math.random(); }, 5)">Ticker</button>
    <button id="looks" onclick="this.classList.toggle('on')">Looks</button>
    <form id="get" action="/got"><input name="q" value="x y"><button>Search</button></form>
    <form id="post" action="/posted" method="post"><input name="a" value="1"><button>Send</button></form>
    <p id="part">Old words</p>`,
  '/next': '<title>The next</title><h1>Next</h1>',
  '/got': '<title>Found</title><h1>Results</h1>',
  '/posted': ({ method, body }) => `<title>${method} ${body}</title>`,
  '/file': { body: 'bytes', type: 'application/octet-stream', headers: { 'content-disposition': 'attachment; filename="f.bin"' } },
  '/empty': { status: 204, body: '' },
  '/held': { hold: true, body: '<title>At last</title>' },
  '/data': { hold: true, body: 'Fetched words', type: 'text/plain' },
};

describe('effects', () => {
  const b = sharedBrowsing({ pages: kPages });
  const click = (tabId, id) => b.text('interact', { tabId, selector: `#${id}` });

  async function leadsTo(id, path, title) {
    const tabId = await b.open('/');
    const text = await click(tabId, id);
    assert.equal(linesOf(text)[1], `url: ${b.site.url('/')} → ${b.site.url(path)} "${title}"`, text);
    return tabId;
  }

  test('a link, a script, a form by GET and by POST', async () => {
    await leadsTo('link', '/next', 'The next');
    await leadsTo('assign', '/next', 'The next');
    await leadsTo('get button', '/got?q=x+y', 'Found');
    const sent = b.site.count('/posted');
    await leadsTo('post button', '/posted', 'POST a=1');
    assert.equal(b.site.count('/posted'), sent + 1, 'sent once');
  });

  test('a hash and pushState are changes of the address, not another page', async () => {
    const tabId = await b.open('/');
    assert.match(await click(tabId, 'hash'), new RegExp(`url: .*/ → ${b.site.url('/#part')}$`, 'm'));
    const text = await click(tabId, 'push');
    assert.match(text, /url: .* → .*\/pushed$/m);
    assert.match(text, /^\+ .*Pushed/m);
    assert.match(text, /^- .*Old words/m);
  });

  test('a dialog that asks is told, and held', async () => {
    const tabId = await b.open('/');
    const asked = await b.good('interact', { tabId, selector: '#ask' });
    assert.match(asked.content[0].text, /^✓ Clicked button "Ask"/);
    assert.match(asked.content.at(-1).text, /confirm "Really\?" is open: handle_dialog/);
    await b.data('handle_dialog', { tabId, accept: true });
    assert.equal(await b.run(tabId, 'document.title'), 'true');
    const named = await b.good('interact', { tabId, selector: '#name' });
    assert.match(named.content.at(-1).text, /prompt "Name\?" is open/);
    await b.data('handle_dialog', { tabId, accept: true, text: 'Ada' });
    assert.equal(await b.run(tabId, 'document.title'), 'Ada');
  });

  test('an alert is accepted, and what came after it is told', async () => {
    const tabId = await b.open('/');
    const told = await b.good('interact', { tabId, selector: '#tell' });
    assert.match(told.content.at(-1).text, /alert "Told" was accepted/);
    assert.equal(await b.run(tabId, 'document.querySelector("p").textContent'), 'After the alert');
    assert.doesNotMatch(told.content[0].text, /no change/);
  });

  for (const id of ['blank', 'open']) {
    test(`a new tab: ${id}`, async () => {
      const tabId = await b.open('/');
      const before = (await b.tabs()).length;
      const answer = await b.good('interact', { tabId, selector: `#${id}` });
      assert.equal((await b.tabs()).length, before + 1, 'there when the answer is');
      const all = answer.content.map(({ text }) => text).join('\n');
      assert.match(all, /tab/i);
      assert.doesNotMatch(all, /no change was seen/);
      assert.equal((await b.tab(tabId)).url, b.site.url('/'));
    });
  }

  test('a download is one, and the page stays', async () => {
    const tabId = await b.open('/');
    const answer = await b.good('interact', { tabId, selector: '#file' });
    const all = answer.content.map(({ text }) => text).join('\n');
    assert.doesNotMatch(all, /no change was seen|url:/);
    assert.equal((await b.tab(tabId)).url, b.site.url('/'));
  });

  test('an answer without content leaves the page, and the answer comes', async () => {
    const tabId = await b.open('/');
    const text = await click(tabId, 'empty');
    assert.match(text, /^✓ Clicked link "No content"/);
    assert.doesNotMatch(text, /→/);
    assert.equal(await b.run(tabId, 'document.title'), 'Start');
  });

  test('a next page that is slow is waited for', async () => {
    const tabId = await b.open('/');
    const asked = b.site.asked('/held');
    const answer = click(tabId, 'slow');
    await asked;
    b.site.release('/held');
    assert.match(await answer, /url: .* → .*\/held "At last"/);
  });

  test('what the page fetches because of it is waited for', async () => {
    const tabId = await b.open('/');
    const asked = b.site.asked('/data');
    const answer = click(tabId, 'fetch');
    await asked;
    b.site.release('/data');
    assert.match(await answer, /^\+ .*Fetched words/m);
  });

  test('nothing, and nothing but looks', async () => {
    const tabId = await b.open('/');
    assert.match(await click(tabId, 'nothing'), /^✓ Clicked button "Nothing" \[ref_\d+\]\nno change was seen within 500 ms$/);
    assert.match(await click(tabId, 'looks'), /^✓ Clicked button "Looks" \[ref_\d+\]\nno change was seen but in looks$/);
  });

  test('a page that never stops changing', async () => {
    const tabId = await b.open('/');
    const text = await click(tabId, 'ticker');
    assert.match(text, /^- .*Old words/m);
    assert.match(await click(tabId, 'nothing'), /^✓ Clicked button "Nothing"/);
  });
});
