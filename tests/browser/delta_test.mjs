// Proves that what an answer says has changed is short and true: a subtree that went is one line, what is drawn again and reads
// the same is no change, what changed its place is moved, and what is left out is counted.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesOf } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kDialogPage = `<title>Dialog</title><h1>Files</h1><p>Three files</p>
  <div id="box" role="dialog" aria-label="Delete file"><h2>Are you sure?</h2><p>It cannot be undone.</p>
    <label>Reason <input></label><label><input type="checkbox"> Tell the owner</label><button id="ok">Delete it</button>
      <button onclick="document.getElementById('box').remove()">Keep it</button></div>
  <dialog id="native" open aria-label="Newsletter"><p>Letters every week</p><input aria-label="Mail"><form method="dialog">
    <button>No thanks</button></form></dialog>
  <section id="filters" aria-label="Filters"><h2>Filter</h2><button>Red</button><button>Green</button><button>Blue</button>
    <button onclick="document.getElementById('filters').style.display = 'none'">Hide filters</button></section>`;

// A list that is drawn anew from data at each step, as simple page code does it.
const kListPage = `<title>List</title><div><button onclick="draw()">Refresh</button><button onclick="items.push('Elderberry'); draw()">Add</button>
    <button onclick="items.splice(1, 1); draw()">Drop</button><button onclick="items[2] = 'Cranberry'; draw()">Rename</button>
      <button onclick="items.unshift(items.pop()); draw()">Rotate</button></div>
  <ul id="list"></ul><script>
  const items = ['Apple', 'Banana', 'Cherry', 'Date', 'Fig', 'Grape'];
  const draw = () => { list.innerHTML = items.map((one) => '<li><span>' + one + '</span> <button>Remove ' + one + '</button></li>').join(''); };
  draw();</script>`;
const kTablePage = `<title>Table</title><table><thead><tr><th><button onclick="rows.reverse(); draw()">Price</button></th><th>
  <button onclick="draw()">Reload</button></th><th><button onclick="rows.splice(1, 1); draw()">Remove</button></th></tr></thead><tbody id="body">
  </tbody></table><script>
  const rows = [['Lamp', 10], ['Chair', 20], ['Table', 30], ['Sofa', 40]];
  const draw = () => { body.innerHTML = rows.map(([name, price]) => '<tr><td>' + name + '</td><td>' + price + ' €</td><td><a href="#' + name + '">Buy ' + name + '</a></td></tr>').join(''); };
  draw();</script>`;

const kManyPage = `<title>Many</title><div id="tools"><button id="add">Add forty</button><button id="cut">Cut thirty</button>
  <button id="both">Change all</button><button id="alarm">Alarm</button><button id="redraw">Draw again with twenty</button></div>
  <div id="old">${Array.from({ length: 60 }, (_, at) => `<button class="${at % 2 ? 'odd' : 'even'}">Old ${at}</button>`).join('')}</div>
    <div id="new"></div><div id="foot"></div><script>
  const make = (count) => {
    for (let at = 0; at < count; at++)
      document.getElementById('new').append(Object.assign(document.createElement('button'), { textContent: 'New ' + at }));
  };
  add.onclick = () => make(40);
  cut.onclick = () => { for (const one of document.querySelectorAll('.odd')) one.remove(); };
  both.onclick = () => { for (const one of document.querySelectorAll('.even')) one.disabled = true; make(10); };
  redraw.onclick = () => { old.innerHTML = String(old.innerHTML); make(20); };
  alarm.onclick = () => { make(40); foot.innerHTML = '<div role="alert">The tank is empty</div>'; };</script>`;

const kOrderPage = `<title>Order</title><div><button id="last">Last to the front</button><button id="turn">Turn round</button>
  <button id="swap">To the other list</button></div>
  <ol id="list">${['Ada', 'Bob', 'Cyd', 'Dan', 'Eve', 'Fay'].map((name) => `<li>${name}</li>`).join('')}</ol>
  <h2>Done</h2><ul id="done" aria-label="Done"><li>Zoe</li></ul>
  <div id="strip"><button>One</button><button>Two</button><button>Three</button><button>Four</button></div><script>
  last.onclick = () => list.prepend(list.lastElementChild);
  turn.onclick = () => { for (const one of [...strip.children]) strip.prepend(one); };
  swap.onclick = () => done.append(list.children[2]);</script>`;

const kFlexPage = `<title>Flex</title><button onclick="document.getElementById('rows').insertBefore(document.getElementById('rows').children[3], document.getElementById('rows').children[1])">Raise</button>
  <div id="rows">${['Milk', 'Bread', 'Salt', 'Rice'].map((name) => `<div><h3>${name}</h3><p>Pack of ${name.toLowerCase()}</p>
    <button>Buy ${name}</button></div>`).join('')}</div>`;

const kModalPage = '<title>Modal</title><button onclick="ask.showModal()">Ask</button><dialog id="ask"><h2>Sure?</h2><button onclick="ask.close()">No</button></dialog>';
const kPages = { '/modal': kModalPage, '/dialog': kDialogPage, '/list': kListPage, '/table': kTablePage, '/many': kManyPage, '/order': kOrderPage, '/flex': kFlexPage };

// The lines of changes by their mark; an answer that has other lines beside them is as good.
const changes = (text) => {
  const lines = linesOf(text).slice(1);
  const of = (mark) => lines.filter((line) => line.startsWith(`${mark} `));
  return { came: of('+'), gone: of('-'), changed: of('~'), moved: of('>'), left: Number(lines.map((line) => line.match(/^… (\d+) more changes?: read_page shows the page$/)?.[1]).find(Boolean) ?? 0) };
};

describe('what changed', () => {
  const b = sharedBrowsing({ pages: kPages });
  const click = async (tabId, query) => {
    const text = await b.text('interact', { tabId, query });
    assert.ok(linesOf(text).filter((line) => !line.startsWith('[browser]')).length <= 16, text);
    return { text, ...changes(text) };
  };

  // Case 9
  test('a dialog that goes is one line with its name and its size', async () => {
    const tabId = await b.open('/dialog');
    const page = linesOf(await b.text('read_page', { tabId }));
    const at = page.findIndex((line) => /dialog: "Delete file"/.test(line));
    const indent = page[at].search(/\S/);
    const inside = page.slice(at + 1).findIndex((line) => line.search(/\S/) <= indent);
    const { text, came, gone, changed } = await click(tabId, 'Keep it');
    assert.equal(gone.length, 1, text);
    assert.match(gone[0], /dialog.*"Delete file".*\(\d+ more lines\)$/);
    assert.equal(Number(gone[0].match(/\((\d+) more lines\)$/)[1]), inside, text);
    assert.deepEqual([came, changed], [[], []], text);
  });

  // Case 9
  test('a dialog of the browser that closes and a section that is hidden are one line each', async () => {
    const tabId = await b.open('/dialog');
    const native = await click(tabId, 'No thanks');
    assert.equal(native.gone.length, 1, native.text);
    assert.match(native.gone[0], /"Newsletter"/);
    const section = await click(tabId, 'Hide filters');
    assert.equal(section.gone.length, 1, section.text);
    assert.match(section.gone[0], /"Filters".*more lines\)$/);
  });

  // Case 9
  test('a button that had the focus goes with its dialog', async () => {
    const tabId = await b.open('/modal');
    await click(tabId, 'Ask');
    const { text, gone, changed } = await click(tabId, 'No');
    assert.equal(gone.length, 1, text);
    assert.deepEqual(changed, [], text);
  });

  // Case 9
  test('a list that is drawn again and reads the same has not changed', async () => {
    for (const [path, query] of [
      ['/list', 'Refresh'],
      ['/table', 'Reload'],
    ]) {
      const tabId = await b.open(path);
      const { text, came, gone, changed, moved } = await click(tabId, query);
      assert.deepEqual([came, gone, changed, moved], [[], [], [], []], text);
    }
  });

  // Case 9
  test('of a list that is drawn again only the item that is new, gone or different is told', async () => {
    let tabId = await b.open('/list');
    const added = await click(tabId, 'Add');
    assert.match(added.came.join('\n'), /Elderberry/);
    assert.deepEqual([added.gone, added.changed, added.moved], [[], [], []], added.text);
    assert.ok(added.came.every((line) => !/Apple|Banana|Cherry|Date|Fig|Grape/.test(line)), added.text);
    const dropped = await click(tabId, 'Drop');
    assert.match(dropped.gone.join('\n'), /Banana/);
    assert.deepEqual([dropped.came, dropped.changed, dropped.moved], [[], [], []], dropped.text);
    assert.ok(dropped.gone.every((line) => !/Apple|Cherry|Date|Fig|Grape/.test(line)), dropped.text);
    const renamed = await click(tabId, 'Rename');
    assert.match(renamed.text, /Cranberry/);
    assert.doesNotMatch([...renamed.came, ...renamed.gone, ...renamed.changed, ...renamed.moved].join('\n'), /Apple|Fig|Grape/, renamed.text);
    tabId = await b.open('/table');
    const row = await click(tabId, 'Remove');
    assert.equal(row.gone.length, 1, row.text);
    assert.match(row.gone[0], /Chair/);
    assert.deepEqual([row.came, row.changed, row.moved], [[], [], []], row.text);
  });

  // Case 9
  test('what is left out is counted', async () => {
    let tabId = await b.open('/many');
    const added = await click(tabId, 'Add forty');
    assert.ok(added.came.length > 0 && added.came.every((line) => /"New \d+"/.test(line)), added.text);
    assert.equal(added.came.length + added.left, 40, added.text);
    const cut = await click(tabId, 'Cut thirty');
    assert.ok(cut.gone.length > 0 && cut.gone.every((line) => /"Old \d+"/.test(line)), cut.text);
    assert.equal(cut.gone.length + cut.left, 30, cut.text);
    tabId = await b.open('/many');
    const both = await click(tabId, 'Change all');
    assert.equal(both.came.length + both.changed.length + both.gone.length + both.left, 40, both.text);
    assert.equal(both.gone.length, 0, both.text);
    tabId = await b.open('/many');
    const redrawn = await click(tabId, 'Draw again with twenty');
    assert.ok(redrawn.came.length > 0 && redrawn.came.every((line) => /"New \d+"/.test(line)), redrawn.text);
    assert.equal(redrawn.came.length + redrawn.left, 20, redrawn.text);
  });

  // Case 9
  test('an alert is not among what is left out', async () => {
    const tabId = await b.open('/many');
    const { text, came } = await click(tabId, 'Alarm');
    assert.ok(came.some((line) => /The tank is empty/.test(line)), text);
  });

  // Case 15
  test('an item that changed its place is moved, and it is the only one', async () => {
    const tabId = await b.open('/order');
    const { text, came, gone, changed, moved } = await click(tabId, 'Last to the front');
    assert.deepEqual([came, gone, changed], [[], [], []], text);
    assert.equal(moved.length, 1, text);
    assert.match(moved[0], /Fay/);
    assert.match(moved[0], /moved/);
  });

  // Case 15
  test('an order that is drawn again is moved too', async () => {
    let tabId = await b.open('/list');
    const rotated = await click(tabId, 'Rotate');
    assert.deepEqual([rotated.came, rotated.gone, rotated.changed], [[], [], []], rotated.text);
    assert.ok(rotated.moved.length > 0, rotated.text);
    assert.ok(rotated.moved.every((line) => /Grape/.test(line) && /moved/.test(line)), rotated.text);
    tabId = await b.open('/table');
    const sorted = await click(tabId, 'Price');
    assert.deepEqual([sorted.came, sorted.gone], [[], []], sorted.text);
    assert.ok(sorted.moved.length >= 1 && sorted.moved.length <= 4, sorted.text);
    assert.match(sorted.moved.join('\n'), /Lamp|Chair|Table|Sofa/);
  });

  // Case 15
  test('controls that change their order are moved; a card with its contents is one line', async () => {
    let tabId = await b.open('/order');
    const turned = await click(tabId, 'Turn round');
    assert.deepEqual([turned.came, turned.gone], [[], []], turned.text);
    assert.ok(turned.moved.length >= 1 && turned.moved.length <= 3, turned.text);
    assert.ok(turned.moved.every((line) => /"(One|Two|Three|Four)"/.test(line)), turned.text);
    tabId = await b.open('/flex');
    const raised = await click(tabId, 'Raise');
    assert.deepEqual([raised.came, raised.gone, raised.changed], [[], [], []], raised.text);
    assert.ok(raised.moved.length >= 1 && raised.moved.length <= 3, raised.text);
    assert.ok(raised.moved.every((line) => /rice/i.test(line)), raised.text);
  });

  // Case 15
  test('what goes from one list to another is told', async () => {
    const tabId = await b.open('/order');
    const { text } = await click(tabId, 'To the other list');
    assert.match(text, /^[>+-] .*Cyd/m);
    assert.doesNotMatch(text, /^[>+~-] .*(Ada|Bob|Dan|Eve|Fay|Zoe)/m);
  });

  // Case 15
  test('read_page since a snapshot tells of the order as well', async () => {
    const tabId = await b.open('/order');
    const since = (await b.text('read_page', { tabId })).match(/^\[snapshot\] (\S+)$/m)[1];
    await b.run(tabId, 'document.getElementById("last").click()');
    const text = await b.text('read_page', { tabId, since });
    assert.match(text, /^> .*Fay.*moved|^> .*moved.*Fay/m);
    assert.doesNotMatch(text, /^[+-] .*(Ada|Bob|Cyd|Dan|Eve)/m);
  });
});
