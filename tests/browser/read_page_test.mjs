// Proves what read_page shows in every mode, how it is narrowed and cut, and that refs keep their word.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kLong = Array.from({ length: 400 }, (_, i) => `<li><a href="/p${i}">Product number ${i}</a></li>`).join('');
const paragraphs = (count, name, text) =>
  Array.from({ length: count }, (_, i) => `<p>${name} ${i} ${text}</p>`).join('');
const kPages = {
  '/': `<title>Shop</title><style>:root { --brand: #c00 } .card { display: grid; position: sticky; top: 0 }</style>
    <header><nav><a href="/">Home</a> <a href="/cart">Cart</a></nav></header>
    <main><h1>Shoes</h1><p>Good <b>shoes</b> for <a href="/rain">rain</a>.</p>
      <form id="form"><label>Name <input id="name" required value="Ada"></label>
        <label>Mail <input id="mail" type="email" placeholder="you@x.org"></label>
        <input type="password" id="secret" aria-label="Password" value="hunter2">
        <label><input type="checkbox" id="agree" checked> Agree</label>
        <select id="size" aria-label="Size"><option>41</option><option selected>42</option></select>
        <button id="buy" disabled>Buy</button></form>
      <details id="more"><summary>More</summary><p>Inside of more</p></details>
      <table class="card"><tr><th>Size</th><th>Left</th></tr><tr><td>42</td><td>3</td></tr></table>
      <ul id="list"><li>one</li><li>two</li></ul></main>
    <footer>Imprint</footer>`,
  '/long': `<title>Long</title><h1>All</h1><ul>${kLong}</ul>`,
  '/change': `<title>Change</title><ul id="list"><li><button id="one">One</button></li><li><button id="two">Two</button></li></ul>
    <p id="text">before</p>`,
  '/modal': '<title>Modal</title><button>Behind</button><dialog id="d"><button>In front</button></dialog>',
  '/blank': '<title>Blank</title>',
  '/book': `<title>Book</title><main><h1>Book</h1>${paragraphs(3000, 'Line', 'x'.repeat(90))}</main>`,
  '/shelf': `<title>Shelf</title><main><h1>Shelf</h1>${paragraphs(50, 'Book', 'word '.repeat(20_000))}</main>`, // 5 MB
};

// The lines of nodes, without header, stats and notes.
function nodes(text) {
  return text.split('\n').filter((line) => /^\s*(\[ref_\d+\]|\[\d+\]|text:)/.test(line));
}
const refOf = (text, words) => text.match(new RegExp(`\\[(ref_\\d+)\\] ${words}`))?.[1];
const snapshotOf = (text) => text.match(/\[snapshot\] (\S+)/)[1];

describe('ax', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('stats, roles, names, values and states', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'document.getElementById("mail").focus()');
    const text = await b.text('read_page', { tabId });
    assert.match(
      text,
      /^\[page_stats\] url: http:\S+ \| title: Shop \| scroll: 0,0 \| viewport: 1280x720 \| docSize: 1280x720$/m,
    );
    assert.match(text, /\[ref_\d+\] heading: "Shoes" \(level 1\)/);
    assert.match(text, /\[ref_\d+\] textbox: "Name" = "Ada" \(required\)/);
    assert.match(text, /\[ref_\d+\] textbox: "Mail".*\(focused\)/);
    assert.match(text, /\[ref_\d+\] checkbox: "Agree" \(checked\)/);
    assert.match(text, /\[ref_\d+\] combobox: "Size" = "42"/);
    assert.match(text, /\[ref_\d+\] button: "Buy" \(disabled\)/);
    assert.match(text, /\(collapsed\)/);
    assert.doesNotMatch(text, /Inside of more/, 'what is not rendered is not there');
    assert.doesNotMatch(text, /hunter2/, 'no password is told');
    assert.match(text, /^ {2,}\[ref_\d+\] link: "rain"/m, 'two spaces per level');
  });

  test('filter=interactive: only what can be operated', async () => {
    const tabId = await b.open('/');
    const lines = nodes(await b.text('read_page', { tabId, filter: 'interactive' }));
    const roles = new Set(lines.map((line) => line.match(/\] (\w+)/)?.[1]));
    for (const role of ['link', 'textbox', 'checkbox', 'combobox', 'button']) assert.ok(roles.has(role), role);
    for (const role of ['heading', 'paragraph', 'table', 'listitem']) assert.ok(!roles.has(role), role);
  });

  test('depth and parts; what was cut is counted', async () => {
    const tabId = await b.open('/');
    const whole = nodes(await b.text('read_page', { tabId }));
    const shallow = await b.text('read_page', { tabId, depth: 1 });
    assert.ok(nodes(shallow).length < whole.length);
    assert.match(shallow, /\[cut\] \d+ more nodes \(depth\); read_page with ref/);
    const form = await b.text('read_page', { tabId, selector: '#form' });
    assert.match(form, /textbox: "Name"/);
    assert.doesNotMatch(form, /heading: "Shoes"/);
    const part = await b.text('read_page', { tabId, ref: refOf(whole.join('\n'), 'table') });
    assert.match(part, /row: "42" \| "3"/);
    assert.doesNotMatch(part, /Imprint/);
  });

  test('while a modal dialog is open, the page behind it is not there', async () => {
    const tabId = await b.open('/modal');
    assert.match(await b.text('read_page', { tabId }), /Behind/);
    await b.run(tabId, 'document.getElementById("d").showModal()');
    const text = await b.text('read_page', { tabId });
    assert.match(text, /In front/);
    assert.doesNotMatch(text, /Behind/);
  });

  test('an empty page has its stats', async () => {
    const tabId = await b.open('/blank');
    const text = await b.text('read_page', { tabId });
    assert.match(text, /title: Blank/);
    assert.deepEqual(nodes(text), []);
  });
});

describe('dom, css, markdown', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('dom: elements with useful attributes, a star on what can be operated', async () => {
    const tabId = await b.open('/');
    const text = await b.text('read_page', { tabId, mode: 'dom' });
    assert.match(text, /\[\d+\]<a href="\/rain"\/>rain ★/);
    assert.match(text, /\[\d+\]<input id="mail" [^>]*placeholder="you@x.org"[^>]*\/>.* ★/);
    assert.match(text, /\[\d+\]<h1\/>Shoes$/m);
    assert.doesNotMatch(text, /hunter2/);
  });

  test('dom: refs are the same as in ax', async () => {
    const tabId = await b.open('/');
    const ax = await b.text('read_page', { tabId });
    const dom = await b.text('read_page', { tabId, mode: 'dom' });
    const ref = refOf(ax, 'button: "Buy"');
    assert.ok(dom.includes(`[${ref.slice(4)}]<button id="buy"`), ref);
  });

  test('dom: runs of alike siblings are folded with a count', async () => {
    const tabId = await b.open('/long');
    const text = await b.text('read_page', { tabId, mode: 'dom' });
    assert.match(text, /\d{3} /);
    assert.ok(nodes(text).length < 200, `${nodes(text).length} lines for 400 items`);
  });

  test('css: framework, custom properties, notable styles', async () => {
    const text = await b.text('read_page', { tabId: await b.open('/'), mode: 'css' });
    assert.match(text, /framework: none recognised/);
    assert.match(text, /--brand: #c00/);
    assert.match(text, /sticky/);
  });

  test('markdown: the main content, without the boilerplate; a part of it', async () => {
    const tabId = await b.open('/');
    const text = await b.text('read_page', { tabId, mode: 'markdown' });
    assert.match(text, /^# Shoes$/m);
    assert.match(text, new RegExp(`Good \\*\\*shoes\\*\\* for \\[rain\\]\\(${b.site.url('/rain')}\\)\\.`));
    assert.match(text, /^\| 42 \| 3 \|$/m);
    assert.match(text, /^- one$/m);
    assert.doesNotMatch(text, /Imprint|Cart/);
    const part = await b.text('read_page', { tabId, mode: 'markdown', selector: '#list' });
    assert.match(part, /- one\n- two/);
    assert.doesNotMatch(part, /Shoes/);
  });

  test('max_bytes: cut between lines, and the answer says how much is missing', async () => {
    const tabId = await b.open('/long');
    const cut = await b.text('read_page', { tabId, max_bytes: 3000 });
    const body = cut.slice(cut.indexOf('[page_stats]'));
    assert.ok(Buffer.byteLength(body) < 3600, `${Buffer.byteLength(body)} bytes`);
    const [, lines] = cut.match(/^\[cut\] (\d+) more lines \(\d+ bytes\); .*max_bytes$/m);
    const shown = nodes(cut).length;
    const whole = await b.text('read_page', { tabId, max_bytes: 4_194_304 });
    assert.doesNotMatch(whole, /\[cut\]/);
    assert.equal(nodes(whole).length, shown + Number(lines));
    assert.ok(nodes(whole).at(-1).includes('Product number 399'));
    for (const mode of ['css', 'markdown', 'dom']) {
      const text = await b.text('read_page', { tabId, mode, max_bytes: 1000 });
      assert.ok(Buffer.byteLength(text) < 1900, `${mode}: ${Buffer.byteLength(text)} bytes`);
    }
    assert.match(await b.text('read_page', { tabId, mode: 'markdown', max_bytes: 1000 }), /\[cut\] \d+ more lines/);
  });

  test('markdown of a page that is too long for it: the end says what is missing', async () => {
    const tabId = await b.open('/shelf');
    const text = await b.text('read_page', { tabId, mode: 'markdown', max_bytes: 1000 });
    const [, books] = text.match(/\n\[cut\] (\d+) more elements \(maxBytes\); read_page with ref or selector .*$/);
    assert.ok(books >= 5 && books <= 15, `${books} of 50 books`);
    const part = await b.text('read_page', { tabId, mode: 'markdown', selector: 'p:last-child', max_bytes: 200_000 });
    assert.match(part, /Book 49/);
    assert.doesNotMatch(part, /\[cut\]/);
    const small = await b.text('read_page', { tabId: await b.open('/'), mode: 'markdown' });
    assert.doesNotMatch(small, /\[cut\]/);
  });

  test('max_bytes says how much is sent at once; without it a long page is stored', async () => {
    const tabId = await b.open('/book');
    for (const mode of ['ax', 'markdown']) {
      const whole = await b.text('read_page', { tabId, mode, max_bytes: 500_000 });
      assert.ok(Buffer.byteLength(whole) > 290_000, `${mode}: ${Buffer.byteLength(whole)} bytes`);
      assert.match(whole, /Line 2999 /, mode);
      const cut = await b.text('read_page', { tabId, mode, max_bytes: 200_000 });
      assert.ok(Buffer.byteLength(cut) > 195_000, `${mode}: ${Buffer.byteLength(cut)} bytes`);
      assert.match(cut, /\[cut\] \d+ more lines/);
      const stored = await b.data('read_page', { tabId, mode });
      assert.ok(stored.output_handle && stored.size_bytes > 290_000, `${mode}: ${JSON.stringify(stored)}`);
      const asked = await b.data('read_page', { tabId, mode, max_bytes: 500_000, output_mode: 'handle' });
      assert.ok(asked.output_handle, 'the mode that was asked for comes first');
    }
  });

  test('refused: sizes, depths and elements that cannot be', async () => {
    const tabId = await b.open('/');
    for (const args of [
      { max_bytes: 999 },
      { max_bytes: 4 * 1024 * 1024 + 1 },
      { depth: 0 },
      { mode: 'html' },
      { filter: 'x' },
    ]) {
      await b.fails('invalid_arguments', 'read_page', { tabId, ...args });
    }
    await b.fails('invalid_arguments', 'read_page', { tabId, selector: 'a[[' });
    for (const mode of ['ax', 'dom', 'css', 'markdown']) {
      const error = await b.fails('element_not_found', 'read_page', { tabId, mode, selector: '#nmae' });
      assert.equal(error.details.selector, '#nmae');
      assert.ok(JSON.stringify(error.details.nearest).includes('name'), `${mode}: it names the nearest`);
    }
  });
});

describe('refs', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('the same element keeps its ref, whoever asks and whatever changes around it', async () => {
    const tabId = await b.open('/change');
    const first = refOf(await b.text('read_page', { tabId }), 'button: "Two"');
    await b.run(
      tabId,
      'const li = document.createElement("li"); li.textContent = "new"; list.prepend(li); list.append(list.children[1])',
    );
    assert.equal(refOf(await b.text('read_page', { tabId }), 'button: "Two"'), first);
    assert.equal(refOf(await b.text('find', { tabId, query: 'two button' }), 'button'), first);
    assert.equal((await b.data('query_dom', { tabId, css: '#two' })).elements[0].ref, first);
    assert.match(await b.text('inspect', { tabId, selector: '#two' }), new RegExp(`\\[${first}\\] button: "Two"`));
  });

  test('of an element that is gone: stale_ref, and never another element', async () => {
    const tabId = await b.open('/change');
    const ref = refOf(await b.text('read_page', { tabId }), 'button: "One"');
    await b.run(tabId, 'one.outerHTML = one.outerHTML');
    for (const tool of ['read_page', 'inspect', 'page_content', 'page_screenshot']) {
      const { hint } = await b.fails('stale_ref', tool, { tabId, ref });
      assert.match(hint, /Read the page again/);
    }
    assert.notEqual(refOf(await b.text('read_page', { tabId }), 'button: "One"'), ref);
  });

  test('of an earlier document: stale_ref, even on the same page again', async () => {
    const tabId = await b.open('/change');
    const refs = new Set((await b.text('read_page', { tabId })).match(/ref_\d+/g));
    await b.data('navigate', { tabId, url: 'reload' });
    const fresh = new Set((await b.text('read_page', { tabId })).match(/ref_\d+/g));
    assert.ok(refs.size >= 2 && fresh.size === refs.size, `${refs.size} and ${fresh.size}`);
    assert.deepEqual(
      [...fresh].filter((ref) => refs.has(ref)),
      [],
      'numbers never come again',
    );
    for (const ref of refs) await b.fails('stale_ref', 'inspect', { tabId, ref });
  });

  test('of another tab: never resolved', async () => {
    const one = await b.open('/change');
    await b.text('read_page', { tabId: one });
    const two = await b.open('/blank');
    for (const ref of ['ref_1', 'ref_2', 'ref_3']) await b.fails('stale_ref', 'inspect', { tabId: two, ref });
  });

  test('what is no ref is told so', async () => {
    const tabId = await b.open('/change');
    for (const ref of ['two', 'ref_', 'ref_1x', 'ref_-1', 'ref_0', 'ref_99999999999999999999'])
      await b.fails('invalid_arguments', 'inspect', { tabId, ref });
    await b.fails('stale_ref', 'inspect', { tabId, ref: 'ref_999999' });
  });
});

describe('since', () => {
  const b = sharedBrowsing({ pages: kPages });

  for (const mode of ['ax', 'dom']) {
    test(`${mode}: nothing, then exactly what changed`, async () => {
      const tabId = await b.open('/change');
      let text = await b.text('read_page', { tabId, mode });
      const same = await b.text('read_page', { tabId, mode, since: snapshotOf(text) });
      assert.match(same, new RegExp(`\\[delta\\] nothing changed since ${snapshotOf(text)}`));
      assert.deepEqual(nodes(same), []);
      await b.run(
        tabId,
        'one.textContent = "Uno"; two.remove(); const n = document.createElement("button"); n.textContent = "Three"; document.body.append(n)',
      );
      text = await b.text('read_page', { tabId, mode, since: snapshotOf(same) });
      assert.match(text, /\[delta\] since \S+ \(\+ new, - gone, ~ changed\)/);
      assert.match(text, /^~ .*Uno/m);
      assert.match(text, /^- .*Two/m);
      assert.match(text, /^\+ .*Three/m);
      assert.doesNotMatch(text, /before/, 'what stayed is not told');
      assert.match(await b.text('read_page', { tabId, mode, since: snapshotOf(text) }), /nothing changed/);
    });
  }

  test('a snapshot that does not fit: the whole page, and why', async () => {
    const tabId = await b.open('/change');
    const id = snapshotOf(await b.text('read_page', { tabId }));
    const unknown = await b.text('read_page', { tabId, since: 's4711' });
    assert.match(unknown, /\[delta\] s4711 is not kept any more: this is the whole page/);
    assert.ok(nodes(unknown).length > 2);
    const other = await b.text('read_page', { tabId, since: id, filter: 'interactive' });
    assert.match(other, /is of another page or another reading: this is the whole page/);
    await b.data('navigate', { tabId, url: b.site.url('/') });
    const elsewhere = await b.text('read_page', { tabId, since: id });
    assert.match(elsewhere, /is of another page or another reading/);
    assert.match(elsewhere, /heading: "Shoes"/);
    for (const mode of ['css', 'markdown']) await b.fails('invalid_arguments', 'read_page', { tabId, mode, since: id });
  });
});
