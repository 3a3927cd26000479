// Proves that a value is known by the header of its column ("order 1043"), a control by the column that it stands in ("Choose for the
// Pro plan"), and that a part of the page may stand before what is
// in it ("footer link Terms").
import { WordPages, act, click } from '../lib/words.mjs';

const words = new WordPages();
const page = (...parts) => words.add(...parts);

const row = (cells, id) => `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}<td><button id=e${id}>Edit</button> <button id=c${id}>Cancel</button></td></tr>`;
const table = (heads, ...rows) => `<table border=1><thead><tr>${heads.map((one) => `<th>${one}</th>`).join('')}<th>Actions</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;

page('columns', 'a value with the header of its column before it', table(['Order', 'Customer', 'Status'], row([1043, 'Ada Cruz', 'open'], 1), row([1044, 'Bob <b>Ray</b>', 'open'], 2), row([43, 'Cy Poe', 'sent'], 3)),
  [click('Cancel button for order 1043'), 'c1'], [click('Cancel in Order 1044'), 'c2'], [click('Cancel order 43'), 'c3'], [click('Edit in the row with order 43'), 'e3'], [act('click Edit for order 1044'), 'e2'],
  [click('Edit for customer Cy Poe'), 'e3'], [click('Edit for customer Bob Ray'), 'e2'], [click('Cancel for status open'), null], [click('Cancel for status sent'), 'c3'], [click('Cancel for order 104'), null]);
page('columns-numbers', 'the same number in another column', table(['Order #', 'Items'], row([73, 5], 1), row([5, 73], 2), row([12, 9], 3)),
  [click('Cancel in Order 73'), 'c1'], [click('Cancel for order 5'), 'c2'], [click('Edit for order #12'), 'e3'], [click('Cancel for order 9'), null]);
page('columns-words', 'headers with a word more', table(['Invoice No.', 'Customer name'], row(['A-17', 'Ada'], 1), row(['A-18', 'Bob'], 2)),
  [click('Cancel for invoice A-18'), 'c2'], [click('Edit for customer Ada'), 'e1'], [click('Edit for invoice number A-17'), 'e1']);
page('columns-cells', 'row headers and roles', '<div role=table><div role=row><span role=columnheader style="display:inline-block;width:90px">Order</span><span role=columnheader style="display:inline-block;width:90px">Actions</span></div><div role=row><span role=rowheader style="display:inline-block;width:90px">71</span><span role=cell style="display:inline-block;width:90px"><button id=a>Cancel</button></span></div><div role=row><span role=rowheader style="display:inline-block;width:90px">72</span><span role=cell style="display:inline-block;width:90px"><button id=b>Cancel</button></span></div></div>',
  [click('Cancel for order 72'), 'b'], [click('Cancel order 71'), 'a'], [click('Cancel order 7'), null]);
page('columns-title', 'a heading that says the same', `<section><h2>Order 12</h2><button id=head>Cancel</button></section>${table(['Order', 'Sum'], row([12, '€4'], 1), row([13, '€5'], 2))}`,
  [click('Cancel for order 13'), 'c2'], [click('Cancel for order 12'), null]);

const plans = (cells) => `<table border=1><thead><tr><th>Feature</th><th>Free</th><th>Pro <span>popular</span></th><th>Team</th></tr></thead><tbody><tr><td>Seats</td><td>1</td><td>5</td><td>50</td></tr>${cells}</tbody></table>`;
page('columns-plans', 'columns that are the records', plans('<tr><td></td><td><button id=f>Choose</button></td><td><button id=p>Choose</button></td><td><button id=t>Choose</button></td></tr>'),
  [click('Choose button for Team'), 't'], [click('Choose Free'), 'f'], [click('Choose for the Pro plan'), 'p'], [act('click Choose in the Team column'), 't'], [click('Choose for Basic'), null], [click('Choose'), null]);
page('columns-rights', 'a row and a column', plans('').replace('</tbody>', ['Read', 'Write'].map((right) => `<tr><th scope=row>${right}</th>${['f', 'p', 't'].map((plan) => `<td><input type=checkbox id=${plan}${right}></td>`).join('')}</tr>`).join('') + '</tbody>'),
  [click('Team checkbox in the Write row'), 'tWrite'], [click('Free checkbox for Read'), 'fRead'], [click('checkbox for Team'), null]);
page('columns-actions', 'the header of the column with the controls says nothing of the row', table(['Order', 'Sum'], row([12, '€4'], 1), row([13, '€5'], 2)), [click('Edit in Actions'), null], [click('Edit for Sum'), null], [click('Edit for 13'), 'e2']);

const parts = '<header><a href=# id=ht>Terms</a> <input id=hs aria-label=Search> <button id=hb>Go</button></header><main><a href=# id=mt>Terms</a> <button id=mb>Go</button></main><aside><a href=# id=st>Settings</a></aside><footer><a href=# id=ft>Terms</a> <a href=# id=fs>Settings</a></footer>';
page('parts', 'a part of the page before what is in it', parts,
  [click('footer link Terms'), 'ft'], [click('the footer Terms link'), 'ft'], [click('Terms footer link'), 'ft'], [click('header Terms link'), 'ht'], [click('sidebar link Settings'), 'st'], [click('header Go button'), 'hb'],
  [click('footer Go button'), null], [click('footer link'), null], [act('click the footer link Settings'), 'fs']);
page('parts-dialog', 'a dialog with a name', '<main><button id=out>Save</button></main><div role=dialog aria-label=Settings style="border:1px solid;padding:8px"><button id=in>Save</button></div><div role=dialog aria-label=Profile style="border:1px solid;padding:8px"><button id=pro>Save</button></div>',
  [click('Settings dialog Save button'), 'in'], [click('the Profile dialog Save button'), 'pro'], [click('dialog Save button'), null]);
page('parts-named', 'a control whose name begins so', '<header><button id=in>Link</button></header><button id=own>Header link</button><button id=foot>Footer settings</button><footer><button id=set>Settings</button></footer>',
  [click('Header link'), 'own'], [click('Footer settings'), 'foot'], [click('Footer settings button'), 'foot']);

words.run('a header says what a value is, a part of the page where a control is');
