// Proves that a press is either delivered to the element that was named or reported as an error, on pages that hold other controls
// inside the target, replace or disable it under the pointer, or reuse it for another record.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kHearing, kMouse, otherOrigin } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { toolError } from '../lib/protocol.mjs';

const page = (body) => `<!doctype html><title>Press</title><body style="margin:8px;font:16px sans-serif">${kHearing(...kMouse)}${body}`;
const kCard = 'width:300px;height:100px;display:flex;align-items:center;justify-content:center;border:1px solid';

const kPages = {
  '/canvas': page('<canvas id="board" width="300" height="150" tabindex="0" aria-label="Board"></canvas><script>window.places = []; onclick = (e) => places.push([e.clientX, e.clientY]);</script>'),
  '/card-button': page(`<div id="card" role="button" tabindex="0" aria-label="Paris trip" style="${kCard}"><button id="del">Delete</button></div>`),
  '/card-link': page(`<div id="card" role="link" tabindex="0" style="${kCard}">Oslo <button id="del" style="position:absolute;left:8px;top:8px;width:300px;height:60px">x</button></div>`),
  '/card-full': page(`<div id="card" tabindex="0" role="button" aria-label="Paris trip" style="width:300px;height:100px"><button id="del" style="width:300px;height:100px">Delete</button></div>`),
  '/card-same': page('<div id="card" tabindex="0" role="menuitem" style="width:200px"><a id="inner" href="#x" style="display:block;width:200px;height:30px">Settings</a></div>'),
  '/row-link': page('<table style="width:300px"><tr id="row" tabindex="0"><td>Invoice 12</td><td style="width:200px"><a id="pay" href="#pay">Pay now</a></td></tr></table>'),
  '/tree': page('<ul role="tree"><li id="parent" role="treeitem" tabindex="0" aria-expanded="true" aria-label="Documents">Documents<ul role="group"><li id="a" role="treeitem" tabindex="0">Letters</li><li id="b" role="treeitem" tabindex="0">Photos</li><li id="c" role="treeitem" tabindex="0">Bills</li></ul></li></ul>'),
  '/label-link': page('<label id="label" style="display:inline-block;width:400px;text-align:center"><input type="checkbox" id="box" style="position:absolute;opacity:0;width:0;height:0"> <a id="terms" href="#terms" style="display:block">I accept the terms</a></label>'),
  '/label-beside-link': page('<label id="label"><input type="checkbox" id="box" style="position:absolute;opacity:0;width:0;height:0">I have read and accept <a id="terms" href="#terms" style="display:inline-block;width:300px">the terms</a></label>'),
  '/replaced-on-press': page('<div id="host"><button id="first">Save</button></div><p id="out"></p><script>host.addEventListener("mousedown", () => { host.innerHTML = "<button id=second>Save</button>"; }); host.onclick = (e) => { if (e.target.localName === "button") out.textContent = "saved"; };</script>'),
  '/list-on-press': page(`<ul id="list"></ul><script>let names = ["Ada", "Bob", "Cy"]; const draw = () => { list.innerHTML = names.map((n) => '<li style="height:30px">' + n + ' <button id="del-' + n + '">Delete</button></li>').join(""); }; draw();
    list.addEventListener("mousedown", () => { names = ["New", ...names]; draw(); }, { once: true });</script>`),
  '/chosen-on-press': page(`<label>Town <input id="town" role="combobox"></label><ul id="list" role="listbox" style="margin:0"><li id="option" role="option" style="height:30px">Freiburg</li></ul><label id="below">Phone <input></label>
    <script>option.addEventListener("mousedown", (e) => { e.preventDefault(); town.value = "Freiburg"; list.hidden = true; });</script>`),
  '/closes-by-looks': page('<div id="menu"><div id="item" tabindex="0" style="padding:8px">Duplicate</div></div><script>item.addEventListener("mousedown", () => { window.done = true; menu.style.display = "none"; });</script>'),
  '/shifts-by-hover': page('<style>.side:hover .extra{display:none}</style><div class="side" style="float:left;width:160px"><div class="extra"><button>Got it</button></div><div><button id="trash" onclick="window.done = true">Empty trash</button></div></div>'),
  '/disabled-on-enter': page('<button id="target">Submit it</button><script>target.onmouseenter = () => { target.disabled = true; };</script>'),
  '/fieldset-on-enter': page('<fieldset id="set"><button id="target">Submit it</button></fieldset><script>target.onmouseenter = () => { set.disabled = true; };</script>'),
  '/aria-disabled-on-enter': page('<div id="target" role="button" tabindex="0">Submit it</div><script>target.onmouseenter = () => target.setAttribute("aria-disabled", "true");</script>'),
  ...Object.fromEntries([100, 30].map((every) => [`/turning-${every}`, `<output id=out></output>${[0, 1, 2, 3].map(() => '<div class=row><b></b> <button onclick="out.textContent += this.previousElementSibling.textContent">Edit</button></div>').join('')}<script>
    let turn = 0;
    const draw = () => { turn++; document.querySelectorAll('b').forEach((one, index) => (one.textContent = ['Ada', 'Bob', 'Cid', 'Dan'][(index + turn) % 4])); };
    draw();
    setInterval(draw, ${every})</script>`])),
  '/recycled': page(`<ul id="list"></ul><p id="out"></p><script>let names = ["Ada", "Bob", "Cy"]; let moves = 0;
    list.innerHTML = names.map((n) => "<li><span>" + n + "</span> <button>Delete</button></li>").join("");
    const put = () => [...list.children].forEach((item, i) => { item.firstChild.textContent = names[i]; });
    list.onclick = (e) => { out.textContent = "deleted " + names[[...list.children].indexOf(e.target.closest("li"))]; };
    list.onmouseover = () => { if (moves++) return; names = ["New", "Ada", "Bob"]; put(); };</script>`),
  '/renamed-on-enter': page('<button id="target" style="width:200px">Archive</button><script>target.onmouseenter = () => { target.textContent = "Delete forever"; };</script>'),
  '/same-on-enter': page('<div id="host"><button id="first" style="width:100px">Save</button></div><script>host.addEventListener("mouseenter", () => { host.innerHTML = "<button id=second style=width:100px>Save</button>"; }, { once: true });</script>'),
  '/overlay-display': page('<style>.card { position: relative; width: 300px; height: 200px } .over { display: none; position: absolute; inset: 0; background: #0008 } .card:hover .over { display: block }</style><div class="card"><img alt="Beach photo" style="width:300px;height:200px"><div class="over"><button>Quick view</button></div></div>'),
  '/overlay-opacity': page('<style>.card { position: relative; width: 300px; height: 200px } .over { opacity: 0; position: absolute; inset: 0; background: #0008 } .card:hover .over { opacity: 1 }</style><div class="card"><img alt="Beach photo" style="width:300px;height:200px"><div class="over"><button>Quick view</button></div></div>'),
  '/map': page('<map name="m"><area id="north" shape="rect" coords="0,0,50,50" alt="North" href="#n"><area id="south" shape="circle" coords="100,100,20" alt="South" href="#s"><area id="east" shape="poly" coords="150,10,190,10,190,60" alt="East" href="#e"></map><img usemap="#m" width="200" height="150" style="margin-left:30px">'),
  '/hidden-radio': page('<div><label for="one">Option one</label><input type="radio" name="r" id="one" style="display:none"></div><div><label for="two">Option two</label><input type="radio" name="r" id="two" style="display:none"></div><label for="news">News</label><input type="checkbox" id="news" style="display:none">'),
  '/field-apart': (request) => page(`<div style="height:700px">Above</div><iframe src="${otherOrigin(request)}/fields" style="width:600px;height:300px;border:0"></iframe><div style="height:900px"></div>`),
  '/fields': page('<form id="form" style="padding:40px"><label for="phone">Phone</label><br><textarea id="phone" rows="2"></textarea><script>addEventListener("mousedown", (e) => parent.postMessage(e.target.id, "*"), true);</script></form>'),
};

describe('a press reaches what was named, or is an error', () => {
  const b = sharedBrowsing({ pages: kPages });
  const heard = (tabId) => b.run(tabId, 'heard');
  const hits = async (tabId) => [...new Set((await heard(tabId)).filter((one) => /^(mousedown|click) /.test(one)).map((one) => one.split(' ')[1]))];

  test('an option that is chosen by the press alone, and closes its list, is a success', async () => {
    const tabId = await b.open('/chosen-on-press');
    const said = await b.text('interact', { tabId, query: 'Freiburg' });
    assert.match(said, /^✓ Clicked option "Freiburg"/);
    assert.match(said, /combobox: "Town" = "Freiburg"/);
    assert.equal(await b.run(tabId, 'town.value'), 'Freiburg');
  });

  test('a menu that acts on the press and closes is a success', async () => {
    const tabId = await b.open('/closes-by-looks');
    assert.match(await b.text('interact', { tabId, query: 'Duplicate' }), /the page reacted to the press/);
    assert.equal(await b.run(tabId, 'window.done'), true);
  });

  test('a press whose click is lost to a shift of looks is an error', async () => {
    const tabId = await b.open('/shifts-by-hover');
    const result = await b.call('interact', { tabId, query: 'Empty trash' });
    const done = await b.run(tabId, 'window.done === true');
    assert.equal(!result.isError, done, result.content[0].text);
  });

  test('a coordinate is pressed exactly there, on the first call and later', async () => {
    const tabId = await b.open('/canvas');
    await b.text('computer', { tabId, action: 'left_click', coordinate: [50, 60] });
    await b.text('interact', { tabId, query: 'Board' });
    await b.text('computer', { tabId, action: 'left_click', coordinate: [20, 90] });
    await b.text('interact', { tabId, coordinate: [200, 30] });
    await b.text('computer', { tabId, action: 'double_click', coordinate: [33, 44] });
    const places = await b.run(tabId, 'places');
    assert.deepEqual([places[0], places[2], places[3], places[4]], [[50, 60], [20, 90], [200, 30], [33, 44]]);
  });

  for (const [path, query, id] of [['/card-button', 'Paris trip', 'card'], ['/card-link', 'Oslo', 'card'], ['/tree', 'Documents', 'parent']]) {
    test(`a control inside of the target does not get its click: ${path}`, async () => {
      const tabId = await b.open(path);
      assert.match(await b.text('interact', { tabId, query }), /^✓/);
      assert.deepEqual(await hits(tabId), [id]);
    });
  }

  test('a row by its selector is clicked beside its link', async () => {
    const tabId = await b.open('/row-link');
    await b.text('interact', { tabId, selector: '#row' });
    assert.ok(!(await hits(tabId)).includes('pay'));
  });

  test('without a place that is free of other controls nothing is pressed', async () => {
    for (const [path, query] of [['/card-full', 'Paris trip'], ['/label-link', 'I accept the terms checkbox']]) {
      const tabId = await b.open(path);
      await b.fails('element_covered', 'interact', { tabId, query });
      assert.deepEqual(await hits(tabId), [], path);
    }
  });

  test('an inner link with the same name is the target', async () => {
    const tabId = await b.open('/card-same');
    await b.text('interact', { tabId, selector: '#card' });
    assert.deepEqual(await hits(tabId), ['inner']);
  });

  test('a label is pressed beside the link in it', async () => {
    const tabId = await b.open('/label-beside-link');
    assert.match(await b.text('interact', { tabId, query: 'I have read and accept the terms checkbox' }), /^✓/);
    assert.equal(await b.run(tabId, 'box.checked'), true);
    assert.ok(!(await hits(tabId)).includes('terms'));
  });

  for (const [path, query] of [['/replaced-on-press', 'Save'], ['/list-on-press', 'Delete for Cy']]) {
    test(`an element that is replaced between press and release got no click: ${path}`, async () => {
      const tabId = await b.open(path);
      const result = await b.call('interact', { tabId, query });
      const clicks = (await heard(tabId)).filter((one) => one.startsWith('click '));
      if (path === '/list-on-press') assert.ok(!clicks.some((one) => /del-(Ada|Bob|New)/.test(one)));
      if (result.isError) assert.equal(toolError(result).code, 'hit_other_element');
      else assert.ok(path === '/list-on-press' && /New/.test(result.content[0].text), result.content[0].text);
    });
  }

  for (const path of ['/disabled-on-enter', '/fieldset-on-enter', '/aria-disabled-on-enter']) {
    test(`what the pointer disables is reported as disabled: ${path}`, async () => {
      const tabId = await b.open(path);
      await b.fails('element_disabled', 'interact', { tabId, query: 'Submit it' });
      assert.deepEqual(await hits(tabId), []);
    });
  }

  test('a row that is reused for another record is not taken for the one that was named', async () => {
    const tabId = await b.open('/recycled');
    const result = await b.call('interact', { tabId, query: 'Delete for Bob' });
    const out = await b.run(tabId, 'out.textContent');
    assert.equal(out, result.isError ? '' : 'deleted Bob', result.content[0].text);
  });

  for (const [index, every] of [100, 100, 100, 30].entries()) {
    test(`rows that are reused every ${every} ms end the call soon, and no other record is hit: ${index + 1}`, async () => {
      const tabId = await b.open(`/turning-${every}`);
      const result = await b.call('interact', { tabId, query: 'Edit for Bob' });
      const text = result.content[0].text;
      if (result.isError) assert.match(text, /"code":"(element_moving|element_not_found|element_covered|element_detached|hit_other_element)"/);
      assert.deepEqual(await b.run(tabId, 'out.textContent'), result.isError ? '' : 'Bob', text);
    });
  }

  test('a button that is called something else when the pointer comes is not pressed', async () => {
    const tabId = await b.open('/renamed-on-enter');
    const result = await b.call('interact', { tabId, query: 'Archive' });
    assert.equal(result.isError, true);
    assert.deepEqual(await hits(tabId), []);
  });

  test('what took the place of the target and reads the same is reported as the target', async () => {
    const tabId = await b.open('/same-on-enter');
    const text = await b.text('interact', { tabId, query: 'Save' });
    assert.deepEqual(await hits(tabId), ['second']);
    assert.doesNotMatch(text, /^!/m);
  });

  for (const path of ['/overlay-display', '/overlay-opacity']) {
    test(`a hover that lays something over the picture shows it: ${path}`, async () => {
      const tabId = await b.open(path);
      const text = await b.text('interact', { tabId, action: 'hover', query: 'Beach photo' });
      assert.match(text, /^✓ Moved the pointer over image "Beach photo"/);
      assert.match(text, /\+ .*button: "Quick view"/);
    });
  }

  test('areas of an image map are clicked where they are drawn', async () => {
    const tabId = await b.open('/map');
    for (const [query, id] of [['North link', 'north'], ['South', 'south'], ['East link', 'east']]) {
      await b.run(tabId, 'heard.length = 0');
      await b.text('interact', { tabId, query });
      assert.deepEqual(await hits(tabId), [id]);
    }
  });

  test('a radio button or checkbox that is not rendered tells its state', async () => {
    const tabId = await b.open('/hidden-radio');
    assert.match(await b.text('interact', { tabId, query: 'Option two radio' }), /~ \[ref_\d+\] radio: "Option two" \(checked\)/);
    assert.match(await b.text('interact', { tabId, query: 'News checkbox' }), /~ \[ref_\d+\] checkbox: "News" \(checked\)/);
  });

  test('a field in a frame of another process is pressed only where it is', async () => {
    const tabId = await b.open('/field-apart');
    await b.run(tabId, 'window.pressed = []; addEventListener("message", (e) => pressed.push(e.data)); 1');
    for (const value of ['one', 'two', 'three']) {
      await b.run(tabId, `scrollTo(0, ${value === 'two' ? 0 : 800}); 1`);
      assert.match(await b.text('form_input', { tabId, query: 'Phone', value }), /= "(one|two|three)"/);
    }
    assert.deepEqual([...new Set(await b.run(tabId, 'pressed'))], ['phone']);
  });
});
