// Proves find, inspect and query_dom: elements by words, by selector, and what is told of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': `<title>Account</title><style>body { margin: 0 }</style>
    <h1>Welcome</h1><h2>Profile</h2>
    <form id="login" action="/in"><label>E-mail <input id="mail" type="email" required></label>
      <input id="pass" type="password" placeholder="Password">
      <button id="go" style="position:absolute;left:100px;top:200px;width:80px;height:20px">Sign in</button></form>
    <a href="/help">Help me</a> <a href="/out">Sign out</a>
    <button id="off" disabled>Save changes</button>
    <div id="cover" style="position:absolute;left:300px;top:200px;width:200px;height:100px;background:#eee;z-index:2"></div>
    <button id="under" style="position:absolute;left:320px;top:220px;width:60px;height:20px">Under it</button>
    <div role="alert">Your session ends soon</div>
    <div role="tablist"><button role="tab" aria-selected="true">First</button><button role="tab">Second</button></div>
    <ul>${Array.from({ length: 30 }, (_, i) => `<li class="row" data-n="${i}"><a href="/r${i}">Row ${i}</a></li>`).join('')}</ul>
    <p style="display:none">Nobody sees this</p>
    <script>document.getElementById('go').addEventListener('click', (event) => event.preventDefault());
      document.getElementById('go').addEventListener('mouseover', () => {});
      window.later = () => { const b = document.createElement('button'); b.textContent = 'Came late'; document.body.append(b); };
    </script>`,
  '/many': `<title>Many</title>${Array.from({ length: 250 }, (_, i) => `<button>Entry ${i}</button>`).join('')}`,
};

describe('find', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('by name and role, best first, with ref and place', async () => {
    const tabId = await b.open('/');
    const lines = (await b.text('find', { tabId, query: 'sign in button' })).trim().split('\n');
    assert.match(lines[0], /^\[ref_\d+\] button: "Sign in" at \(140,210\) (exact|words)$/);
    const exact = await b.text('find', { tabId, query: 'Sign in' });
    assert.match(exact, /^\[ref_\d+\] button: "Sign in" at \(140,210\) exact\n/);
    assert.match(await b.text('find', { tabId, query: 'password field' }), /^\[ref_\d+\] textbox: "Password"/);
    assert.match(await b.text('find', { tabId, query: 'e-mail' }), /^\[ref_\d+\] textbox: "E-mail"/);
    assert.match(await b.text('find', { tabId, query: 'save changes' }), /\(disabled\)/);
    assert.match(await b.text('find', { tabId, query: 'sing in' }), /"Sign in"/, 'a typing error');
  });

  test('limit, and how many more there are', async () => {
    const tabId = await b.open('/');
    const text = await b.text('find', { tabId, query: 'row link', limit: 3 });
    assert.equal(text.match(/^\[ref_/gm).length, 3);
    assert.match(text, /… \d+ more; raise limit or say more/);
    for (const limit of [0, 101, 1.5, '3']) await b.fails('invalid_arguments', 'find', { tabId, query: 'x', limit });
  });

  test('more than the largest limit: no advice to raise it; stored, there is no limit', async () => {
    const tabId = await b.open('/many');
    const query = 'entry button';
    const most = await b.text('find', { tabId, query, limit: 100 });
    assert.equal(most.match(/^\[ref_/gm).length, 100);
    assert.match(most, /… 150 more; say more, or take all with output_mode=handle\n$/);
    for (const output_mode of ['handle', 'auto']) {
      const result = await b.good('find', { tabId, query, output_mode, output_inline_limit_bytes: 1024 });
      const { output_handle } = JSON.parse(result.content[0].text);
      const { content, eof } = await b.data('oc_output_fetch', { output_handle, format: 'text' });
      assert.equal(eof, true);
      assert.equal(new Set(content.match(/^\[ref_\d+\] button: "Entry \d+"/gm)).size, 250, output_mode);
      assert.doesNotMatch(content, / more; /);
    }
  });

  test('nothing: element_not_found with the nearest three', async () => {
    const tabId = await b.open('/');
    const error = await b.fails('element_not_found', 'find', { tabId, query: 'delete helpdesk account' });
    assert.match(error.message, /delete helpdesk account/);
    assert.ok(error.details.nearest.length <= 3);
    for (const line of error.details.nearest) {
      assert.match(line, /^\[ref_\d+\] \w+: "/);
      assert.doesNotMatch(line, /\(0,0\)/, 'no place that nobody looked for');
    }
    await b.fails('invalid_arguments', 'find', { tabId, query: ' ' });
  });

  test('wait_ms: until it appears, and not longer than it must', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'setTimeout(later, 300)');
    assert.match(await b.text('find', { tabId, query: 'came late', wait_ms: 15_000 }), /button: "Came late"/);
    const begun = performance.now();
    await b.fails('element_not_found', 'find', { tabId, query: 'xyzzy plugh', wait_ms: 300 });
    assert.ok(performance.now() - begun >= 240, 'it waited');
  });
});

describe('inspect', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('an element: role, name, box, styles, attributes, listeners', async () => {
    const tabId = await b.open('/');
    const text = await b.text('inspect', { tabId, selector: '#go' });
    assert.match(text, /^\[ref_\d+\] button: "Sign in"$/m);
    assert.match(text, /^box: 100,200 80 × 20/m);
    assert.match(text, /^visible: yes$/m);
    assert.match(text, /position: absolute/);
    assert.match(text, /^attributes: id="go"/m);
    assert.match(text, /^listeners: click, mouseover$/m);
  });

  test('an element that is covered names what covers it; one that is disabled says so', async () => {
    const tabId = await b.open('/');
    assert.match(
      await b.text('inspect', { tabId, selector: '#under' }),
      /covered at its centre \(350,230\) by \[ref_\d+\] <div#cover>/,
    );
    assert.match(await b.text('inspect', { tabId, selector: '#off' }), /disabled/);
    assert.match(await b.text('inspect', { tabId, selector: '#go' }), /hit at its centre \(140,210\): yes/);
  });

  test('aspects of the page', async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'document.getElementById("mail").focus()');
    const expected = {
      focus: /textbox: "E-mail"/,
      tabs: /tab: "First".*selected/,
      forms: /textbox: "E-mail"/,
      headings: /h1: "Welcome"[\s\S]*h2: "Profile"/,
      errors: /Your session ends soon/,
      links: /Help me/,
      buttons: /Sign in/,
      overview: /page: "Account"/,
    };
    for (const [query, pattern] of Object.entries(expected)) {
      assert.match(await b.text('inspect', { tabId, query }), pattern, query);
    }
    assert.match(await b.text('inspect', { tabId }), /page: "Account"/, 'nothing said: an overview');
  });

  test('refused: both, an aspect nobody knows, an element that is not there', async () => {
    const tabId = await b.open('/');
    await b.fails('invalid_arguments', 'inspect', { tabId, selector: '#go', query: 'forms' });
    await b.fails('element_not_found', 'inspect', { tabId, selector: '#nothing' });
    const result = await b.call('inspect', { tabId, query: 'colours of the sky' });
    const said = result.content[0].text;
    assert.ok(result.isError ? /headings/.test(said) : /colours of the sky|overview|page:/.test(said), said);
  });
});

describe('query_dom', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('css: total, elements with ref, text, attributes and box', async () => {
    const tabId = await b.open('/');
    const { total, truncated, elements } = await b.data('query_dom', { tabId, css: '#go' });
    assert.deepEqual([total, truncated], [1, false]);
    const [go] = elements;
    assert.equal(go.tag, 'button');
    assert.equal(go.text, 'Sign in');
    assert.equal(go.attributes.id, 'go');
    assert.deepEqual(go.box, { x: 100, y: 200, width: 80, height: 20 });
    assert.match(go.ref, /^ref_\d+$/);
  });

  test('limit and attributes', async () => {
    const tabId = await b.open('/');
    const few = await b.data('query_dom', { tabId, css: 'li.row', limit: 4, attributes: ['data-n'] });
    assert.deepEqual([few.total, few.truncated, few.elements.length], [30, true, 4]);
    assert.deepEqual(
      few.elements.map(({ attributes }) => attributes),
      [0, 1, 2, 3].map((n) => ({ 'data-n': `${n}` })),
    );
  });

  test('xpath, and texts that nobody sees', async () => {
    const tabId = await b.open('/');
    const { elements } = await b.data('query_dom', { tabId, xpath: '//h2' });
    assert.deepEqual(
      elements.map(({ text }) => text),
      ['Profile'],
    );
    const result = await b.good('query_dom', { tabId, css: 'p' });
    assert.doesNotMatch(JSON.stringify(result.content), /Nobody sees this/);
    assert.match(result.content.at(-1).text, /dropped 1 hidden text/);
    assert.deepEqual((await b.data('query_dom', { tabId, css: '.nothing' })).elements, []);
  });

  test('refused: neither, both, and what is no selector', async () => {
    const tabId = await b.open('/');
    await b.fails('invalid_arguments', 'query_dom', { tabId });
    await b.fails('invalid_arguments', 'query_dom', { tabId, css: 'a', xpath: '//a' });
    await b.fails('invalid_arguments', 'query_dom', { tabId, css: 'a[' });
    await b.fails('invalid_arguments', 'query_dom', { tabId, xpath: '//a[' });
  });
});
