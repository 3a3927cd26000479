// Proves that answers are true where pages are slow, change their minds or answer elsewhere: values that were not kept, choices that
// were not made, effects that come late, and what changed in lists that are drawn anew.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const rows = (names) => names.map((name) => `<div class="row"><b>${name}</b> <span>online</span> <button>Chat</button></div>`).join('');

const kPages = {
  '/reverts': '<label>Kind <select id="k" onchange="this.value = \'a\'"><option value="a">Free<option value="b">Pro</select></label>',
  '/select-like': `<label for="f">Fruit</label><span id="shown">Select…</span> <input id="f" role="combobox" aria-expanded="false" aria-controls="list"><div id="list" role="listbox" hidden></div><script>
    f.oninput = () => { list.innerHTML = ['Apple', 'Banana'].filter((x) => x.toLowerCase().startsWith(f.value.toLowerCase())).map((x) => '<div role="option">' + x + '</div>').join(''); list.hidden = false; };
    list.onclick = (e) => { shown.textContent = e.target.textContent; f.value = ''; list.hidden = true; };</script>`,
  '/stubborn': `<label>Code <input id="code" value="OLD"></label><label>Guests <input id="guests"></label><label>Phone <input id="phone"></label><script>
    let kept = 'OLD'; code.oninput = () => { kept += code.value; code.value = kept; };
    guests.oninput = () => { if (+guests.value < 10) guests.value = 15; };
    phone.oninput = () => { const d = phone.value.replace(/\\D/g, ''); if (d.length === 10) phone.value = '(' + d.slice(0, 3) + ') ' + d.slice(3, 6) + '-' + d.slice(6); };</script>`,
  '/below': `<label>Name <input id="name"></label><label>Size <select id="size"><option>S<option>M</select></label><div role="dialog" aria-label="News" style="position:fixed;inset:0;background:#fffd"><button>Close</button></div>`,
  '/below-modal': '<label>Name <input id="name"></label><dialog id="ask"><button>OK</button></dialog><script>ask.showModal()</script>',
  '/blur': `<label>Price <input id="price" onblur="this.value = '$' + (+this.value).toFixed(2)"></label><label>User <input id="user" onblur="setTimeout(() => { said.textContent = 'Username is taken'; }, 300)"></label><p id="said" role="alert"></p>`,
  '/slow-switch': '<button id="s" role="switch" aria-checked="false" onclick="setTimeout(() => this.setAttribute(\'aria-checked\', \'true\'), 400)">Sync</button><p id="tick"></p><script>setInterval(() => { tick.textContent = performance.now(); }, 150)</script>',
  '/groups': '<fieldset><legend>Size</legend><label><input type="radio" name="s"> Small</label><label><input type="radio" name="s"> Large</label></fieldset><label>Resume <input type="file"></label>',
  '/code': `<fieldset><legend>Code</legend>${[1, 2, 3, 4].map((i) => `<input aria-label="Digit ${i}" maxlength="1" size="1" class="d">`).join('')}</fieldset><script>
    const all = [...document.querySelectorAll('.d')]; all.forEach((one, i) => { one.oninput = () => { if (one.value) all[i + 1]?.focus(); }; });</script>`,
  '/emptied': '<label>City <input id="city"></label><label>Zip <input id="zip" oninput="city.value = \'\'"></label>',
  '/late': '<button id="pay" onclick="setTimeout(() => document.body.insertAdjacentHTML(\'beforeend\', \'<div role=alert>Payment declined</div>\'), 900)">Pay</button>',
  '/confirms': '<ul id="l"><li>Row A</li><li>Row B</li></ul><button onclick="if (confirm(\'Delete?\')) { l.firstElementChild.remove(); said.textContent = \'Row A deleted\'; }">Delete</button><p id="said" role="status"></p>',
  '/relabels': '<button id="b" onclick="b.textContent = \'Menu ▴\'; setTimeout(() => { m.hidden = false; }, 300)">Menu ▾</button><ul id="m" hidden><li><a href="/a">Alpha</a></ul>',
  '/menus': `<style>.m { display: inline-block; width: 100px } .s { display: none; position: absolute }</style>${['Men:Shirts', 'Women:Dresses'].map((one) => one.split(':')).map(([a, b]) => `<div class="m"><a href="#">${a}</a><div class="s"><a href="#x">${b}</a></div></div>`).join('')}<script>
    for (const m of document.querySelectorAll('.m')) { let t; const s = m.querySelector('.s'); m.onmouseenter = () => { t = setTimeout(() => { s.style.display = 'block'; }, 300); }; m.onmouseleave = () => { clearTimeout(t); s.style.display = 'none'; }; }</script>`,
  '/empty-box': '<button onclick="o.innerHTML = \'<div role=progressbar></div>\'; setTimeout(() => { o.textContent = \'Computed 42\'; }, 350)">Compute</button><div id="o"></div>',
  '/rows': `<div id="l"></div><button onclick="d.splice(1, 1); draw()">Remove</button><button onclick="d.unshift('Zed'); draw()">Add</button><script>const d = ['Ann', 'Ben', 'Cat', 'Dot']; const rows = ${rows.toString()}; const draw = () => { l.innerHTML = rows(d); }; draw();</script>`,
  '/board': '<section aria-label="Todo"><ul><li>Docs <button onclick="doing.append(this.parentNode)">Move</button></li><li>Bug</li></ul></section><section aria-label="Doing"><ul id="doing"><li>Deploy</li></ul></section>',
  '/long': `<p id="p">${'These are the terms of the account. '.repeat(14)}Balance: 100 EUR.</p><button onclick="p.textContent = p.textContent.replace('100', '90')">Spend</button>`,
  '/beside': '<button onclick="frames[0].document.body.innerHTML = \'<p>Preview of 2 pages</p>\'">Render</button><iframe srcdoc="<p>Empty</p>"></iframe>',
  '/form-file': '<form action="/report.csv"><button>Export</button></form>',
  '/report.csv': { body: 'a,b\n1,2\n', type: 'text/csv', headers: { 'content-disposition': 'attachment; filename=report.csv' } },
  '/leads': '<a href="/wait">Go</a>',
  '/wait': '<title>Wait</title><meta http-equiv="refresh" content="0;url=/end"><p>Wait</p>',
  '/end': '<title>End</title><h1>The end</h1>',
  '/boxed': '<title>Login</title><div class="alert alert-danger">Wrong password</div><h1>Sign in</h1>',
  '/feed': `<div id="f"></div><script>let n = 0; const more = () => { for (let i = 0; i < 12; i++, n++) f.insertAdjacentHTML('beforeend', '<p style="height:60px">Post ' + n + '</p>'); }; more(); addEventListener('scroll', () => { if (n < 60 && innerHeight + scrollY > document.body.scrollHeight - 100) more(); });</script>`,
};

describe('answers are true', () => {
  const b = sharedBrowsing({ pages: Object.fromEntries(Object.entries(kPages).map(([path, page]) => [path, typeof page === 'string' ? `<!doctype html>${page}` : page])) });
  let tabId;
  const at = async (path) => {
    tabId = await b.open(path);
  };
  const text = (tool, args) => b.text(tool, { tabId, ...args });
  const fails = (code, tool, args) => b.fails(code, tool, { tabId, ...args });

  test('a list that sets itself back did not keep the choice', async () => {
    await at('/reverts');
    for (const [tool, args] of [['form_input', { query: 'Kind', value: 'Pro' }], ['fill_form', { fields: { Kind: 'Pro' } }], ['act', { instruction: 'select "Pro" in Kind' }]])
      assert.deepEqual((await fails('value_not_kept', tool, args)).details.value, 'Free');
  });

  test('of an editable list the option of exactly that name is chosen', async () => {
    await at('/select-like');
    assert.match(await text('form_input', { query: 'Fruit', value: 'Banana' }), /^✓ Chose "Banana" in combobox "Fruit"/);
    assert.equal(await b.run(tabId, 'shown.textContent'), 'Banana');
    assert.match(await text('form_input', { query: 'Fruit', value: 'B' }), /it suggests, and nothing is chosen: Banana/);
    await fails('element_not_found', 'act', { instruction: 'select "Mango" in Fruit' });
  });

  test('what is left of the old value, or another number, is not the value', async () => {
    await at('/stubborn');
    await fails('value_not_kept', 'form_input', { query: 'Code', value: 'NEW' });
    await fails('value_not_kept', 'form_input', { query: 'Guests', value: '5' });
    for (let i = 0; i < 2; i++) assert.match(await text('form_input', { query: 'Phone', value: '5551234567' }), /= "\(555\) 123-4567"/);
  });

  test('fields below a dialog are not set', async () => {
    await at('/below');
    await fails('element_covered', 'form_input', { query: 'Name', value: 'x' });
    await fails('element_covered', 'form_input', { query: 'Size', value: 'M' });
    await at('/below-modal');
    await fails('element_covered', 'form_input', { query: 'Name', value: 'x' });
    assert.equal(await b.run(tabId, 'document.getElementById("name").value'), '');
  });

  test('fill_form tells what the page made of the values when the focus had left', async () => {
    await at('/blur');
    assert.match(await text('fill_form', { fields: { Price: '5' } }), /= "\$5\.00"/);
    assert.match(await text('fill_form', { fields: { User: 'bob' } }), /alert: "Username is taken"/);
  });

  test('a switch that is confirmed a moment later is waited for', async () => {
    await at('/slow-switch');
    assert.match(await text('form_input', { query: 'Sync', value: true }), /^✓ Set switch "Sync" \[ref_\d+\] = checked/);
  });

  test('a group that lacks the choice says which it has, and a field of files what takes them', async () => {
    await at('/groups');
    assert.equal((await fails('element_not_found', 'form_input', { query: 'Size', value: 'Medium' })).details.choices, 'Small | Large');
    assert.match((await fails('unsupported', 'form_input', { query: 'Resume', value: 'a.pdf' })).hint, /file_upload/);
  });

  test('a code that the page spreads over its boxes is kept', async () => {
    await at('/code');
    assert.match(await text('form_input', { query: 'Digit 1', value: '1234' }), /^✓ Set textbox "Digit 1" .*= "1234"/);
  });

  test('a field that a later step emptied ends the steps', async () => {
    await at('/emptied');
    const error = await fails('value_not_kept', 'act', { instruction: 'type "Oslo" into City, then type "1" into Zip' });
    assert.equal(error.details.step, 1);
  });

  test('a late alert is told, also after other answers and failed calls', async () => {
    await at('/late');
    await text('interact', { query: 'Pay' });
    await text('find', { query: 'Pay' });
    await b.data('wait_for', { tabId, text: 'Payment declined' });
    await fails('element_not_found', 'interact', { query: 'Nonexistent' });
    const { content } = await b.good('find', { tabId, query: 'Pay button' });
    assert.match(content.map((one) => one.text).join('\n'), /since then: .*alert: "Payment declined"/);
  });

  test('the answer to a dialog is told', async () => {
    await at('/confirms');
    await text('interact', { query: 'Delete' });
    const { effects } = await b.data('handle_dialog', { tabId, accept: true });
    assert.ok(effects.some((line) => line.includes('Row A deleted')), effects);
    assert.ok(effects.some((line) => line.startsWith('- listitem: "Row A"')), effects);
  });

  for (const [path, args, expected] of [
    ['/relabels', { query: 'Menu' }, /link: "Alpha"/],
    ['/empty-box', { query: 'Compute' }, /Computed 42/],
  ]) {
    test(`a first change that says little does not end the wait: ${path}`, async () => {
      await at(path);
      assert.match(await text('interact', args), expected);
    });
  }

  test('pointing from one menu to the next waits for the next', async () => {
    await at('/menus');
    assert.match(await text('interact', { query: 'Men', action: 'hover' }), /Shirts/);
    assert.match(await text('interact', { query: 'Women', action: 'hover' }), /\+ .*Dresses/);
  });

  test('rows that come and go move no others', async () => {
    await at('/rows');
    const removed = await text('interact', { query: 'Remove' });
    assert.match(removed, /- .*Ben online/);
    assert.doesNotMatch(removed, /moved|\+/);
    const added = await text('interact', { query: 'Add' });
    assert.match(added, /\+ .*Zed online/);
    assert.doesNotMatch(added, /moved|\n- /);
  });

  test('an item that went to another list has moved there', async () => {
    await at('/board');
    assert.match(await text('interact', { query: 'Move' }), /> listitem: "Docs" \(moved to region "Doing"\)/);
  });

  test('of a long text the new part is shown', async () => {
    await at('/long');
    assert.match(await text('interact', { query: 'Spend' }), /~ .*Balance: 90 EUR/);
  });

  test('what changes in a frame beside is told', async () => {
    await at('/beside');
    assert.match(await text('interact', { query: 'Render' }), /in the frame: .*Preview of 2 pages/);
  });

  test('a form that is answered by a file tells it', async () => {
    await at('/form-file');
    const { content } = await b.good('interact', { tabId, query: 'Export' });
    assert.match(content.map((one) => one.text).join('\n'), /download completed: report\.csv/);
  });

  test('address and lines are of the page that a page leads to, and are told once', async () => {
    await at('/leads');
    assert.match(await text('interact', { query: 'Go' }), /→ .*\/end "End"\nheading: "The end"/);
    const { content } = await b.good('find', { tabId, query: 'The end' });
    assert.doesNotMatch(content.map((one) => one.text).join('\n'), /since then/);
  });

  test('a message that is only drawn as one is told', async () => {
    const { shows } = await b.data('navigate', { url: b.site.url('/boxed') });
    assert.deepEqual(shows, ['message: "Wrong password"', 'heading: "Sign in"']);
  });

  test('scrolling until something is seen goes on through a list that grows', async () => {
    await at('/feed');
    assert.match(await text('act', { instruction: 'scroll down until you see "Post 40"' }), /^✓ 1\. Scrolled to .*Post 40/);
    await fails('element_not_found', 'act', { instruction: 'scroll down until you see "Post 99"' });
  });
});
