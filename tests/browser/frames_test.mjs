// Proves that what a page shows in frames and shadow roots is seen, told where it is, and can be named.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { pixelsOf } from '../lib/pictures.mjs';

const kButton = 'position:absolute;left:20px;top:30px;width:100px;height:40px;border:0;background:#f00';
const other = ({ headers }) => `http://localhost:${headers.host.split(':')[1]}`;
const kPages = {
  '/same': `<title>Same</title><body style="margin:0"><div style="height:300px">Above</div>
    <iframe style="width:400px;height:200px;border:5px solid" src="/inner"></iframe>`,
  '/other': (request) => `<title>Other</title><body style="margin:0"><div style="height:100px"></div>
    <iframe style="width:400px;height:300px;border:5px solid" src="${other(request)}/middle"></iframe>`,
  // Inside of another origin a frame of the first one again.
  '/middle': ({ headers }) => `<title>Middle</title><body style="margin:0"><h2>In the middle</h2>
    <iframe style="position:absolute;left:50px;top:60px;width:300px;height:200px;border:0"
      src="http://127.0.0.1:${headers.host.split(':')[1]}/inner"></iframe>`,
  '/inner': `<title>Inner</title><body style="margin:0"><button style="${kButton}" onclick="this.textContent='Hit'">Inner button</button>
    <a href="/linked">Inner link</a>`,
  '/shadow': `<title>Shadow</title><h1>Outer</h1><div id="open"></div><div id="closed"></div><x-own></x-own><script>
    document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = '<button>Open one</button>';
    const root = document.getElementById('closed').attachShadow({ mode: 'closed' });
    root.innerHTML = '<button>Closed one</button><div id="deep"></div>';
    root.getElementById('deep').attachShadow({ mode: 'closed' }).innerHTML = '<button>Deep one</button>';
    customElements.define('x-own', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<button>Own one</button>'; }
    });</script>`,
  '/hidden': '<title>Hidden</title><iframe style="display:none" src="/inner"></iframe>',
  '/srcdoc': `<title>Srcdoc</title><iframe srcdoc="<button>From srcdoc</button>"></iframe>`,
  '/stuck': (request) => `<title>Stuck</title><button>Main</button><iframe src="${other(request)}/busy"></iframe>`,
  '/busy': '<title>Busy</title><button>Busy</button><script>onmessage = () => { for (;;) ; }</script>',
  // Several documents in one process, read at the same time: boxes that only listen, and closed shadow roots.
  '/many': `<title>Many</title>${manyBoxes('Main', 60)}${['one', 'two', 'three'].map((name) => `<iframe src="/many-${name}"></iframe>`).join('')}`,
  '/many-one': manyBoxes('One', 120),
  '/many-two': manyBoxes('Two', 40),
  '/many-three': manyBoxes('Three', 5),
};

function manyBoxes(name, count) {
  return `${Array.from({ length: count }, (_, index) => `<span class="box">${name} ${index}</span> `).join('')}
    ${Array.from({ length: 5 }, () => `<div class="host"></div>`).join('')}<script>
    for (const box of document.querySelectorAll('.box')) box.addEventListener('click', () => {});
    document.querySelectorAll('.host').forEach((host, index) => host.attachShadow({ mode: 'closed' }).innerHTML = '<button>${name} closed ' + index + '</button>');
    </script>`;
}

const refOf = (text, words) => text.match(new RegExp(`\\[(ref_\\d+)\\] ${words}`))?.[1];

describe('frames', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('of the same origin: their nodes stand below the element that holds them', async () => {
    const tabId = await b.open('/same');
    const text = await b.text('read_page', { tabId });
    assert.match(text, /^\[ref_\d+\] iframe.*\n {2}\[ref_\d+\] button: "Inner button"$/m);
    assert.match(
      await b.text('read_page', { tabId, mode: 'dom' }),
      /<iframe[^\n]*\n {2}\[\d+\]<button[^\n]*Inner button ★/,
    );
  });

  test('of another origin, and one inside it', async () => {
    const tabId = await b.open('/other');
    await b.data('wait_for', { tabId, load_state: 'networkidle' });
    const text = await b.text('read_page', { tabId });
    assert.match(
      text,
      /iframe.*\n {2}\[ref_\d+\] heading: "In the middle".*\n {2}\[ref_\d+\] iframe.*\n {4}\[ref_\d+\] button: "Inner button"/,
    );
  });

  test('srcdoc', async () => {
    const tabId = await b.open('/srcdoc');
    assert.match(await b.text('read_page', { tabId }), /From srcdoc/);
  });

  test('find sees them and tells places in the page, not in the frame', async () => {
    const same = await b.open('/same');
    assert.match(await b.text('find', { tabId: same, query: 'inner button' }), /at \(75,355\)/);
    const nested = await b.open('/other');
    await b.data('wait_for', { tabId: nested, load_state: 'networkidle' });
    assert.match(await b.text('find', { tabId: nested, query: 'inner button' }), /at \(125,215\)/);
    await b.run(nested, 'scrollTo(0, 0); document.body.style.height = "3000px"; scrollTo(0, 50)');
    assert.match(await b.text('find', { tabId: nested, query: 'inner button' }), /at \(125,165\)/);
  });

  for (let round = 1; round <= 3; round++) {
    test(`several of one process, read at the same time, are all known: look ${round}`, async () => {
      const tabId = await b.open('/many');
      for (const [name, last] of [['Main', 59], ['One', 119], ['Two', 39], ['Three', 4]]) {
        assert.match(await b.text('find', { tabId, query: `${name} ${last}` }), new RegExp(`clickable: "${name} ${last}"`));
        assert.match(await b.text('find', { tabId, query: `${name} closed 4` }), new RegExp(`button: "${name} closed 4"`));
      }
    });
  }

  test('in one that is not shown nothing can be seen', async () => {
    const tabId = await b.open('/hidden');
    const result = await b.call('find', { tabId, query: 'inner button' });
    if (!result.isError) assert.match(result.content[0].text, /hidden/);
    assert.doesNotMatch(await b.text('read_page', { tabId }), /Inner button/);
  });

  test('refs in frames work like others, and the header names the page', async () => {
    for (const path of ['/same', '/other']) {
      const tabId = await b.open(path);
      await b.data('wait_for', { tabId, load_state: 'networkidle' });
      const ref = refOf(await b.text('read_page', { tabId }), 'button: "Inner button"');
      assert.match(await b.text('inspect', { tabId, ref }), /tag: <button/);
      const content = await b.data('page_content', { tabId, ref });
      assert.match(content.content, /^<button/);
      assert.equal(content.state.url, b.site.url(path));
      const part = await b.text('read_page', { tabId, ref });
      assert.ok(part.startsWith(`- Page URL: ${b.site.url(path)}\n`), part);
      const picture = await b.good('page_screenshot', { tabId, ref, format: 'png' });
      const pixels = pixelsOf(picture.content[0]);
      assert.deepEqual([pixels.width, pixels.height], [100, 40]);
      assert.deepEqual(pixels.at(5, 5), [255, 0, 0], `${path}: the picture shows the button`);
    }
  });

  test('a ref of a frame that went elsewhere is stale, one of the page around it is not', async () => {
    const tabId = await b.open('/same');
    const text = await b.text('read_page', { tabId });
    const [inner, frame] = [refOf(text, 'button: "Inner button"'), refOf(text, 'iframe')];
    await b.run(
      tabId,
      'new Promise((done) => { const f = document.querySelector("iframe"); f.onload = () => done(1); f.src = "/srcdoc"; })',
    );
    await b.fails('stale_ref', 'inspect', { tabId, ref: inner });
    assert.match(await b.text('inspect', { tabId, ref: frame }), /tag: <iframe/);
  });

  test('links in a part of a frame lead from the frame', async () => {
    const tabId = await b.open('/other');
    await b.data('wait_for', { tabId, load_state: 'networkidle' });
    const ref = refOf(await b.text('read_page', { tabId }), 'link: "Inner link"');
    const text = await b.text('read_page', { tabId, ref, mode: 'markdown' });
    assert.match(text, new RegExp(`\\[Inner link\\]\\(${b.site.url('/linked')}\\)`));
  });

  test('one whose process does not answer is told, and the page is read all the same', async () => {
    const tabId = await b.open('/stuck');
    assert.match(await b.text('find', { tabId, query: 'busy button' }), /Busy/);
    await b.run(tabId, 'document.querySelector("iframe").contentWindow.postMessage(1, "*")');
    // Once more: the message must have arrived before the first is of any use.
    await b.run(tabId, 'document.querySelector("iframe").contentWindow.postMessage(1, "*")');
    const text = await b.text('read_page', { tabId });
    assert.match(text, /button: "Main"/);
    assert.match(text, /\[frame not read: /);
    assert.match(await b.text('find', { tabId, query: 'main button' }), /"Main"/);
  });
});

describe('frames of one process', () => {
  const leaf = (name) => `<title>Leaf</title>${Array.from({ length: 12 }, (_, index) => `<span class="box">${name} ${index}</span> `).join('')}<p id=said></p>${'<p>Slow <b>to</b> read</p>'.repeat(1500)}
    <script>for (const box of document.querySelectorAll('.box')) box.addEventListener('click', () => { said.textContent = 'pressed ' + box.textContent; });</script>`;
  const b = sharedBrowsing({
    pages: {
      '/nested': (request) => `<title>Nested</title><p>Top</p><iframe width=600 height=300 src="${other(request)}/outer"></iframe><iframe src="${other(request)}/leaf-b"></iframe>`,
      '/outer': '<title>Outer</title><p>Outer</p><iframe width=400 src="/leaf-a"></iframe>',
      '/leaf-a': leaf('Alpha'),
      '/leaf-b': leaf('Beta'),
    },
  });

  // Which frame is asked first is chance.
  test('what only listens is pressed in each of them', async () => {
    for (let load = 0; load < 8; load++) {
      const tabId = await b.open('/nested');
      assert.match(await b.text('interact', { tabId, query: `Alpha ${load}` }), new RegExp(`pressed Alpha ${load}`));
    }
  });
});

describe('shadow roots', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('find sees open and closed ones, one in the other, on a page that nobody has read', async () => {
    const tabId = await b.open('/shadow');
    for (const name of ['Closed one', 'Open one', 'Own one', 'Deep one']) {
      assert.match(
        await b.text('find', { tabId, query: name }),
        new RegExp(`^\\[ref_\\d+\\] button: "${name}" .* exact`),
      );
    }
  });

  test('query_dom, too', async () => {
    const tabId = await b.open('/shadow');
    const { elements } = await b.data('query_dom', { tabId, css: 'button' });
    assert.deepEqual(elements.map(({ text }) => text).sort(), ['Closed one', 'Deep one', 'Open one', 'Own one']);
  });

  test('read_page shows and marks them', async () => {
    const tabId = await b.open('/shadow');
    const ax = await b.text('read_page', { tabId });
    for (const name of ['Open one', 'Closed one', 'Own one']) assert.match(ax, new RegExp(`button: "${name}" \\(in shadow root\\)`));
    const dom = await b.text('read_page', { tabId, mode: 'dom' });
    assert.match(dom, /<div id="closed"\/>.*shadow root.*\n {2}.*Closed one/);
  });

  test('closed ones stay closed to the page', async () => {
    const tabId = await b.open('/shadow');
    await b.text('read_page', { tabId });
    assert.equal(await b.run(tabId, 'document.getElementById("closed").shadowRoot'), null);
    assert.equal(await b.run(tabId, 'typeof openchrome'), 'undefined');
  });
});
