// Proves that the next answer reports what a page does after an answer, including changes without a mutation, and that a value the
// page takes back is an error.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { toolError } from '../lib/protocol.mjs';

const kRadios = (after) => `<fieldset><legend>Size</legend><label><input type=radio name=s id=a checked> S</label><label><input type=radio name=s id=b> M</label></fieldset><p id=o></p><script>b.onclick=()=>{${after};setTimeout(()=>a.checked=true,350)}</script>`;
const mask = (code) => `<label>When <input id=p></label><script>p.oninput=()=>{let d=p.value.replace(/\\D/g,'').slice(0,8);p.value=${code}}</script>`;
const pages = {
  '/values': `<label>Shade <select id=s><option>Ash<option>Birch</select></label><label>Total <input id=t value=1></label><label><input type=checkbox id=c> Agree</label>
    <button onclick="setTimeout(()=>{s.value='Birch';t.value=9;c.checked=true;done=1},600)">Late</button><script>var done=0</script>`,
  '/route': `<button onclick="setTimeout(()=>{history.pushState({},'','/route?late=1');done=1},600)">Route</button><button onclick="setTimeout(()=>{location.hash='late';done=1},600)">Hash</button><script>var done=0</script>`,
  '/flash': `<button onclick="setTimeout(()=>o.textContent='Card refused',600);setTimeout(()=>{o.textContent='';done=1},900)">Pay</button>
    <button onclick="setTimeout(()=>h.style.display='block',600);setTimeout(()=>{h.style.display='none';done=1},900)">Book</button><p id=o></p><div role=alert id=h style="display:none">Room taken</div><script>var done=0</script>`,
  '/radio': kRadios(''),
  '/radio-and': kRadios("o.textContent='checking'"),
  '/select-and': `<label>Size <select id=s onchange="o.textContent='checking';setTimeout(()=>s.value='S',350)"><option>S<option>M</select></label><p id=o></p>`,
  '/confirm': `<label><input type=checkbox id=n onclick="return confirm('Sure?')"> News</label>`,
  '/suggest': `<label>City <input id=i role=combobox aria-controls=m aria-expanded=false></label><ul id=m role=listbox></ul><script>i.oninput=()=>{clearTimeout(window.t);t=setTimeout(()=>{m.innerHTML=['Berlin','Paris'].filter(x=>x.startsWith(i.value)).map(x=>'<li role=option>'+x+'</li>').join('');i.setAttribute('aria-expanded',true)},200)};m.onmousedown=e=>{e.preventDefault();i.value=e.target.textContent;m.innerHTML=''}</script>`,
  '/date': mask(`d.replace(/^(..)(.)/,'$1/$2').replace(/^(..\\/..)(.)/,'$1/$2')`),
  '/time': mask(`d.length>2?d.slice(0,2)+':'+d.slice(2):d`),
  '/blur': `<label>City <input id=c onblur="setTimeout(()=>c.value='',150)"></label><label>Zip <input id=z></label>`,
  '/clock': `<p>Time left: <span id=o>1000</span> s</p><p id=m></p><button onclick="setTimeout(()=>m.textContent='Card refused',300)">Pay</button><button>Nothing</button><button onclick="n.textContent=+n.textContent+1">Add</button><p id=n>0</p>
    <script>var ticks=0;setInterval(()=>{o.textContent=--o.textContent;ticks++},100)</script>`,
  '/score': `<p>Score: <b id=n>0</b></p><button onclick="n.textContent=+n.textContent+100">More</button><button onclick="n.textContent='over'">End</button>
    <script>var ticks=0;var timer=setInterval(()=>{n.textContent=+n.textContent+1;ticks++},150)</script>`,
  '/typed': `<label>Name <input id=a></label><p id=o></p><script>a.oninput=()=>{o.textContent='Saving';clearTimeout(window.t);t=setTimeout(()=>a.value='',350)}</script>`,
  '/title': '<h1 id=t>My own title</h1>',
  '/dead': `<button onmousedown="this.disabled=true" onclick="o.textContent='ordered'">Order</button><p id=o>none</p>`,
  '/framed': `<button onclick="setTimeout(()=>{f.contentDocument.body.innerHTML='<p role=status>Frame toast</p>';done=1},600)">Later</button><iframe id=f srcdoc="<p>x</p>"></iframe><script>var done=0</script>`,
};

describe('what comes later is told', () => {
  const b = sharedBrowsing({ pages });
  const kDone = 'new Promise((resolve) => { const look = () => (done ? resolve() : setTimeout(look, 20)); look(); })';

  async function later(path, query) {
    const tabId = await b.open(path);
    await b.text('interact', { tabId, query });
    const answers = [await b.call('javascript_tool', { tabId, code: `await ${kDone}; 1` }), await b.call('computer', { tabId, action: 'key', text: 'Escape' })];
    return JSON.stringify(answers).replaceAll('\\"', '"').replaceAll('\\n', '\n');
  }

  test('values that a script sets', async () => {
    const text = await later('/values', 'Late');
    assert.match(text, /since then/);
    assert.match(text, /combobox: "Shade" = "Birch"/);
    assert.match(text, /textbox: "Total" = "9"/);
    assert.match(text, /checkbox: "Agree" \(checked\)/);
  });

  for (const [name, address] of [['Route', /url: \S+\/route → \S+late=1/], ['Hash', /url: \S+\/route → \S+#late/]])
    test(`another address of the same document: ${name}`, async () => assert.match(await later('/route', name), address));

  for (const [name, message] of [['Pay', /"Card refused" \(gone again\)/], ['Book', /"Room taken" \(gone again\)/]])
    test(`a message that is gone again: ${name}`, async () => assert.match(await later('/flash', name), message));

  test('a text that changes on its own is not reported as an effect', async () => {
    const tabId = await b.open('/clock');
    await b.text('find', { tabId, query: 'Pay' });
    await b.text('javascript_tool', { tabId, code: 'await new Promise((resolve) => { const look = () => (ticks > 6 ? resolve() : setTimeout(look, 20)); look(); }); 1' });
    assert.match(await b.text('interact', { tabId, query: 'Nothing' }), /^✓ Clicked button "Nothing" \[ref_\d+\]\nno change was seen within 500 ms$/);
    const paid = await b.text('interact', { tabId, query: 'Pay' });
    assert.match(paid, /Card refused/);
    assert.doesNotMatch(paid, /Time left/);
    for (let i = 1; i <= 4; i++) assert.match(await b.text('interact', { tabId, query: 'Add' }), new RegExp(`\\+ text: "${i}"`));
  });

  test('a real change of such a text is one', async () => {
    const tabId = await b.open('/score');
    await b.text('find', { tabId, query: 'More' });
    await b.text('javascript_tool', { tabId, code: 'await new Promise((resolve) => { const look = () => (ticks > 6 ? resolve() : setTimeout(look, 20)); look(); }); 1' });
    assert.match(await b.text('interact', { tabId, query: 'More' }), /\+ text: "Score: 1\d\d"/);
    await b.run(tabId, 'clearInterval(timer)');
    assert.match(await b.text('interact', { tabId, query: 'End' }), /\+ text: "Score: over"/);
  });

  test('in a frame, and not as the effect of the next action', async () => {
    const text = await later('/framed', 'Later');
    assert.doesNotMatch(text, /Pressed Escape\n[^"]*in the frame/);
  });
});

describe('a value that the page takes back is an error', () => {
  const b = sharedBrowsing({ pages });
  const failed = async (path, tool, args) => {
    const tabId = await b.open(path);
    return toolError(await b.call(tool, { tabId, ...args })).code;
  };

  for (const path of ['/radio', '/radio-and', '/select-and'])
    test(`a choice that is taken back: ${path}`, async () => assert.equal(await failed(path, 'act', { instruction: 'select M for Size' }), 'value_not_kept'));

  test('a text that is taken back after a while', async () => {
    assert.equal(await failed('/typed', 'form_input', { query: 'Name', value: 'Ada' }), 'value_not_kept');
    assert.equal(await failed('/typed', 'act', { instruction: 'type "Ada" into Name' }), 'value_not_kept');
  });

  test('a field that empties itself after the next one has the focus', async () => {
    assert.equal(await failed('/blur', 'act', { instruction: 'type "Bern" into City, then type "q" into Zip' }), 'value_not_kept');
  });

  test('a date or time with its digits in other places', async () => {
    assert.equal(await failed('/date', 'form_input', { query: 'When', value: '2021-03-09' }), 'value_not_kept');
    assert.equal(await failed('/time', 'form_input', { query: 'When', value: '9:30' }), 'value_not_kept');
    const tabId = await b.open('/date');
    assert.match(await b.text('form_input', { tabId, query: 'When', value: '03/09/2021' }), /✓/);
  });

  test('a box whose confirmation is still open', async () => {
    assert.equal(await failed('/confirm', 'act', { instruction: 'check News' }), 'dialog_open');
  });

  test('what was typed to find a choice is replaced by it', async () => {
    const tabId = await b.open('/suggest');
    assert.match(await b.text('act', { tabId, instruction: 'type "Par" into City and select Paris' }), /✓ 2\./);
    assert.equal(await b.run(tabId, 'i.value'), 'Paris');
  });

  test('a press that came to no click says so, and a selection is one', async () => {
    const tabId = await b.open('/dead');
    assert.match(await b.text('interact', { tabId, query: 'Order' }), /! the page reacted to the press; no click came of it/);
    const title = await b.open('/title');
    assert.match(await b.text('act', { tabId: title, instruction: 'triple-click "My own title"' }), /selected: 12 characters/);
  });
});
