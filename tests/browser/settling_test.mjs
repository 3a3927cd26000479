// Proves when the answer of an action comes and what it holds: what the new page says, what is still pending, what opens late
// or with an animation, and with the next answer what came after it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kLogin = (said) => `<title>Sign in - Shop</title><h1>Sign in</h1>${said}
  <form action="/login" method="post"><label>User <input name="user"></label><label>Password <input name="password" type="password"></label>
    <button>Sign in</button></form>`;

// A page whose button adds an element by a class with this animation; window.ended says when the animation is over.
const opening = (css, html) => `<title>Opening</title><style>${css}</style><button id="go">Open</button><div id="place"></div><script>
  window.ended = false;
  for (const type of ['animationend', 'transitionend']) addEventListener(type, () => { window.ended = true; }, true);
  document.getElementById('go').onclick = () => { const place = document.getElementById('place'); place.innerHTML = ${JSON.stringify(html)};
    place.offsetWidth; place.firstElementChild.classList.add('open'); };
  </script>`;
const kDialog = '<div class="box" role="dialog" aria-label="Delete file"><p>Delete report.pdf for ever?</p><button>Keep it</button></div>';

const kPages = {
  '/start': `<title>Start</title><h1>Start</h1><a href="/welcome">Go on</a> <a href="/long">Long page</a> <a href="/popup" target="_blank">Terms</a>
    <button onclick="window.open('/popup', 'terms', 'width=300,height=300')">Pop up</button>
      <button onclick="location.href = '/welcome'">By script</button>`,
  '/welcome': `<title>Welcome - Shop</title><h1>Welcome back</h1><h2>Your orders</h2><div role="status">2 orders are on their way</div>
    <p>Nothing else.</p>`,
  '/long': `<title>Long page</title><h1>All chapters</h1>
    <div role="alert">The print edition is sold out</div>${Array.from({ length: 40 }, (_, at) => `<h2>Chapter ${at + 1}</h2><p>Text</p>`).join('')}`,
  '/popup': '<title>Terms of sale</title><h1>Terms</h1>',
  '/login': ({ method, body }) =>
    method !== 'POST' ? kLogin('') : /password=right/.test(body) ? kPages['/welcome'] : kLogin('<p role="alert">Wrong password</p><p role="status">2 attempts are left</p>'),

  '/fetching': `<title>Fetching</title><style>@keyframes turn { to { transform: rotate(360deg) } } .spinner { width: 30px; height: 30px;
    border: 4px solid #ccc; border-top-color: #00f; animation: turn 1s linear infinite }</style>
    <button onclick="load(1)">Load one</button><button onclick="load(2)">Load two</button><button onclick="spin()">Only spin</button>
      <button onclick="this.textContent = 'Done'">Quick</button>
    <div id="out"></div><script>
    const out = document.getElementById('out');
    const spin = () => { out.innerHTML = '<div class="spinner" role="progressbar" aria-label="Loading"></div>'; };
    const load = async (count) => {
      spin();
      await Promise.all(Array.from({ length: count }, (_, i) => fetch('/slow-data?' + i)));
      out.innerHTML = '<p>Three results were found</p>'; window.loaded = true;
    };</script>`,
  '/slow-data': { hold: true, body: 'data', type: 'text/plain' },

  '/toast': `<title>Toast</title><button id="save">Save</button><div id="toasts" aria-live="polite"></div><script>
    save.onclick = () => { save.disabled = true; setTimeout(() => { toasts.innerHTML = '<div role="status">Saved to the server</div>';
      save.disabled = false; window.toasted = true; }, 1000); };</script>`,
  '/toast-later': `<title>Toast</title><button id="save">Save</button><div id="toasts"></div><script>
    save.onclick = () => { save.textContent = 'Saving'; setTimeout(() => { save.textContent = 'Save';
      toasts.innerHTML = '<div role="alert">The disk is full</div>'; window.toasted = true; }, 3000); };</script>`,

  '/fade': opening('.box { opacity: 0 } .box.open { animation: fade 700ms forwards } @keyframes fade { to { opacity: 1 } }', kDialog),
  '/fade-transition': opening('.box { opacity: 0; transition: opacity 700ms } .box.open { opacity: 1 }', kDialog),
  '/slide': opening('.box { position: fixed; top: 0; left: 0; width: 300px; transform: translateX(-100%); transition: transform 700ms } .box.open { transform: none }', kDialog),
  '/grow': opening('.box { max-height: 0; overflow: hidden; transition: max-height 700ms } .box.open { max-height: 300px }', kDialog),
  '/zoom': opening('.box { transform: scale(0) } .box.open { animation: zoom 700ms 100ms both } @keyframes zoom { from { transform: scale(0) } to { transform: none } }', kDialog),
  '/endless': `<title>Endless</title><style>@keyframes turn { to { transform: rotate(360deg) } } #wheel { animation: turn 1s linear infinite }</style><div id="wheel">Wheel</div>
    <button onclick="document.getElementById('said').textContent = 'Counted'">Count</button><p id="said">Idle</p>`,

  '/submenu': `<title>Submenu</title><style>.on { background: #def }</style><ul><li id="file" tabindex="0">File<ul id="sub" hidden>
    <li>Export as PDF</li></ul></li></ul><script>
    file.onmouseenter = () => { file.classList.add('on'); setTimeout(() => { sub.hidden = false; }, 300); };</script>`,
  '/press-style': `<title>Style first</title><style>.on { background: #def } .ripple { outline: 3px solid }</style>
    <button id="go">Details</button><div id="out"></div><script>
    go.onclick = () => { go.classList.add('on'); setTimeout(() => go.classList.add('ripple'), 100);
      setTimeout(() => { out.innerHTML = '<p>Weight: 3 kg</p>'; }, 400); };</script>`,
  '/suggest': `<title>Suggest</title><style>.on { background: #def }</style><label>City <input id="city" autocomplete="off"></label>
    <ul id="list" role="listbox" aria-label="Cities"></ul><script>
    let timer; city.oninput = () => { city.classList.add('on'); clearTimeout(timer); timer = setTimeout(() => {
      list.innerHTML = ['Paris', 'Parma'].filter((one) => city.value && one.toLowerCase().startsWith(city.value.toLowerCase())).map((one) => '<li role="option">' + one + '</li>').join('');
    }, 250); };</script>`,
};

const allOf = (result) => result.content.map(({ text }) => text ?? '').join('\n');

describe('when the answer comes', () => {
  const b = sharedBrowsing({ pages: kPages });

  // The answer has the line of the address and below it these of the new page; all that are below it.
  function tellsOfNewPage(text, path, title, expected) {
    const lines = linesOf(text);
    const at = lines.findIndex((line) => line.startsWith('url: '));
    assert.ok(at >= 0, text);
    assert.ok(lines[at].endsWith(`→ ${b.site.url(path)} "${title}"`), text);
    const below = lines.slice(at + 1);
    for (const line of expected) assert.ok(below.includes(line), `no line ${line}:\n${text}`);
    return below;
  }

  // Case 8
  test('after a link the answer tells the headings and the status of the new page', async () => {
    for (const query of ['Go on', 'By script']) {
      const tabId = await b.open('/start');
      const text = await b.text('interact', { tabId, query });
      tellsOfNewPage(text, '/welcome', 'Welcome - Shop', ['heading: "Welcome back"', 'heading: "Your orders"', 'status: "2 orders are on their way"']);
    }
  });

  // Case 8
  test('of a long page at most eight lines are told, and an alert is among them', async () => {
    const tabId = await b.open('/start');
    const text = await b.text('interact', { tabId, query: 'Long page' });
    const below = tellsOfNewPage(text, '/long', 'Long page', ['alert: "The print edition is sold out"', 'heading: "All chapters"']);
    assert.ok(below.filter((line) => /^\w+: "/.test(line)).length <= 8, text);
  });

  // Case 8
  test('a form that is sent and refused says why, however it was sent', async () => {
    const ways = [
      ['fill_form', { fields: { User: 'ada', Password: 'wrong' }, submit: true }],
      ['act', { instruction: 'type "ada" into User, type "wrong" into Password, click "Sign in"' }],
      ['act', { instruction: 'type "wrong" into Password, press Enter' }],
    ];
    for (const [tool, args] of ways) {
      const tabId = await b.open('/login');
      const text = await b.text(tool, { tabId, ...args });
      assert.match(text, /alert: "Wrong password"/, `${JSON.stringify(args)}: ${text}`);
      assert.match(text, /status: "2 attempts are left"/);
    }
    const tabId = await b.open('/login');
    await b.text('form_input', { tabId, query: 'Password', value: 'right' });
    const text = await b.text('computer', { tabId, action: 'key', text: 'Enter' });
    assert.match(text, /heading: "Welcome back"/);
  });

  // Case 8
  test('what is still pending is said, and what it brings is told with the next answer', async () => {
    for (const [query, pending] of [
      ['Load one', /^still pending: (?=.*\b1 request\b)(?=.*\bspinner\b)/m],
      ['Load two', /^still pending: (?=.*\b2 requests\b)(?=.*\bspinner\b)/m],
    ]) {
      const tabId = await b.open('/fetching');
      assert.match(await b.text('interact', { tabId, query }), pending);
      b.site.release('/slow-data');
      const first = await b.good('wait_for', { tabId, expression: 'window.loaded === true' });
      const second = await b.good('inspect', { tabId, query: 'focus' });
      assert.match(JSON.stringify([first, second]), /since then: .*Three results were found/);
    }
  });

  // Case 8
  test('a spinner alone is pending; a page that is done says nothing of the kind', async () => {
    const tabId = await b.open('/fetching');
    assert.match(await b.text('interact', { tabId, query: 'Only spin' }), /^still pending: .*spinner/m);
    const quick = await b.open('/fetching');
    const text = await b.text('interact', { tabId: quick, query: 'Quick' });
    assert.match(text, /Done/);
    assert.doesNotMatch(text, /still pending/);
  });

  for (const [path, words] of [
    ['/toast', 'Saved to the server'],
    ['/toast-later', 'The disk is full'],
  ]) {
    // Cases 8 and 15
    test(`a toast that comes late is told with this answer or with the next: ${path}`, async () => {
      const tabId = await b.open(path);
      const answer = await b.good('interact', { tabId, query: 'Save' });
      const first = await b.good('wait_for', { tabId, expression: 'window.toasted === true' });
      const second = await b.good('inspect', { tabId, query: 'focus' });
      if (!allOf(answer).includes(words)) assert.match(JSON.stringify([first, second]), new RegExp(`since then: .*${words}`));
      const third = await b.good('inspect', { tabId, query: 'focus' });
      assert.doesNotMatch(JSON.stringify(third), /since then/, 'told once');
    });
  }

  for (const path of ['/fade', '/fade-transition', '/slide', '/grow', '/zoom']) {
    // Case 15
    test(`what opens with an animation is told whole, and not in the middle of it: ${path}`, async () => {
      const tabId = await b.open(path);
      const text = await b.text('interact', { tabId, query: 'Open' });
      assert.equal(await b.run(tabId, 'ended'), true, `the animation had not ended: ${text}`);
      assert.match(text, /^\+ .*dialog: "Delete file"/m);
      assert.match(text, /Delete report\.pdf for ever\?/);
      assert.match(text, /Keep it/);
    });
  }

  // Case 15
  test('an animation without an end does not hold the answer up', async () => {
    const tabId = await b.open('/endless');
    assert.match(await b.text('interact', { tabId, query: 'Count' }), /Counted/);
  });

  // Case 15
  test('a change of style does not end the wait: a submenu after 300 ms, a panel after 400 ms', async () => {
    let tabId = await b.open('/submenu');
    assert.match(await b.text('interact', { tabId, selector: '#file', action: 'hover' }), /^\+ .*Export as PDF/m);
    tabId = await b.open('/submenu');
    assert.match(await b.text('computer', { tabId, selector: '#file', action: 'hover' }), /^\+ .*Export as PDF/m);
    tabId = await b.open('/press-style');
    assert.match(await b.text('interact', { tabId, query: 'Details' }), /^\+ .*Weight: 3 kg/m);
  });

  // Case 15
  test('suggestions that come 250 ms after typing are told', async () => {
    let tabId = await b.open('/suggest');
    await b.text('interact', { tabId, query: 'City' });
    const typed = await b.text('computer', { tabId, action: 'type', text: 'par' });
    assert.match(typed, /Paris/);
    assert.match(typed, /Parma/);
    tabId = await b.open('/suggest');
    assert.match(await b.text('act', { tabId, instruction: 'type "par" into City' }), /Parma/);
    tabId = await b.open('/suggest');
    assert.match(await b.text('form_input', { tabId, query: 'City', value: 'par' }), /Parma/);
  });
});
