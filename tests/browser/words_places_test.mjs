// Proves that a field has the name that a person sees above its column, that a control belongs to the record that it is drawn in,
// that an ordinal counts what is seen, and that "below" and "above" are not "in".
import { WordPages, act, click } from '../lib/words.mjs';

const words = new WordPages();
const page = (...parts) => words.add(...parts);
const fill = (query, value = 'x') => ['form_input', { query, value }];
const cells = (tag, texts) => texts.map((text) => `<${tag}>${text}</${tag}>`).join('');

const kPair = (ids) => ids.map((id) => `<div><input id=${id}></div>`).join('');
page('captions-grid', 'captions in a row above their fields', `<div style="display:grid;grid-template-columns:1fr 1fr;width:500px">${cells('div', ['Name', 'Street'])}${kPair(['a', 'b'])}${cells('div', ['City', 'Code'])}${kPair(['c', 'd'])}</div>`,
  [fill('Street'), 'b=x'], [fill('Name', 'y'), 'a=y'], [fill('Code', 'z'), 'd=z'], [act('type "q" into the City field'), 'c=q']);
page('captions-flex', 'two lines without a box for each column', `<div style="display:flex"><span style="width:200px">First</span><span style="width:200px">Last</span></div><div style="display:flex"><input id=a style="width:194px"><input id=b style="width:194px"></div>`,
  [fill('First'), 'a=x'], [fill('Last', 'y'), 'b=y']);
page('captions-table', 'cells without headers', `<table><tr><td>Name<td>Street</tr><tr><td><input id=a><td><input id=b></tr><tr><td>City<td>Code</tr><tr><td><input id=c><td><input id=d></tr></table>`,
  [fill('Street'), 'b=x'], [fill('Name', 'y'), 'a=y'], [fill('City', 'z'), 'c=z']);
page('captions-boxes', 'days above boxes, and grades below radio buttons', `<div style="display:grid;grid-template-columns:1fr 1fr 1fr;width:300px;justify-items:center">${cells('b', ['Mon', 'Tue', 'Wed'])}${['m', 't', 'w'].map((id) => `<input type=checkbox id=${id}>`).join('')}</div><hr>
  <div style="display:grid;grid-template-columns:1fr 1fr;width:300px;justify-items:center"><input type=radio name=r id=bad><input type=radio name=r id=good>${cells('span', ['Bad', 'Good'])}</div>`,
  [act('check Wed'), 'w'], [fill('Mon', true), 'm'], [click('Good radio button'), 'good']);
page('captions-stacked', 'two captions one below the other, two fields beside each other: which is which cannot be seen', `<p>Email</p><p>Phone</p><input id=a><input id=b>`, [fill('Email'), null], [fill('Phone'), null]);
page('caption-and-button', 'a button in the line of the field takes no caption', `<div>Search<br><input id=a> <button id=go>Go</button></div>`, [fill('Search'), 'a=x']);

const box = (id) => `<td><input type=checkbox id=${id}></td>`;
page('header-rowspan', 'a cell over two rows', `<table><tr>${cells('th', ['Team', 'User', 'Read', 'Write'])}</tr><tr><td rowspan=2>Core</td><td>Ann</td>${box('ar')}${box('aw')}</tr><tr><td>Bob</td>${box('br')}${box('bw')}</tr></table>`,
  [fill('Read checkbox of Bob', true), 'br'], [fill('Write for Bob', true), 'bw'], [act('check Read for Ann'), 'ar']);
page('header-hidden', 'a header that is not shown', `<table><tr><th style="display:none">Id</th>${cells('th', ['User', 'Read', 'Write'])}</tr><tr><td>Ann</td>${box('ar')}${box('aw')}</tr><tr><td>Bob</td>${box('br')}${box('bw')}</tr></table>`,
  [fill('Read for Bob', true), 'br'], [fill('Write for Ann', true), 'aw']);
page('header-rows', 'headers in two rows', `<table><tr><th rowspan=2>User<th colspan=2>Docs<th colspan=2>Code</tr><tr>${cells('th', ['Read', 'Write', 'Pull', 'Push'])}</tr>${['Ann', 'Bob'].map((who) => `<tr><td>${who}</td>${['r', 'w', 'l', 's'].map((one) => box(who[0].toLowerCase() + one)).join('')}</tr>`).join('')}</table>`,
  [fill('Read for Bob', true), 'br'], [fill('Push for Ann', true), 'as']);

page('lacks-nested', 'a reply without a Delete button is not deleted by that of the comment around it', `<div class=comment><div class=author>Ann</div><p>First!</p><button id=r1>Reply</button><button id=d1>Delete</button><div class=replies><div class=comment><div class=author>Cy</div><p>Hey</p><button id=r2>Reply</button></div></div></div>`,
  [click("Delete in Cy's comment"), null], [act('click Delete for Cy'), null], [click("Reply in Cy's comment"), 'r2'], [click("Delete in Ann's comment"), 'd1']);
page('lacks-child', 'a file without a button is not its folder', `${['Photos', 'Music'].map((name) => `<div><div>${name} <button id=${name}>Delete</button></div><div><div>${name === 'Photos' ? 'cat.jpg' : 'song.mp3'}</div></div></div>`).join('')}`,
  [click('Delete for cat.jpg'), null], [click('Delete for Music'), 'Music']);
page('lacks-sibling', 'an item without a button is not the item beside it', `<div><h3>Order 73</h3><div>Blue Mug <button id=mug>Remove</button></div><div>Red Lamp</div></div>`, [click('Remove for Red Lamp'), null], [click('Remove for Blue Mug'), 'mug']);
page('two-columns', 'a name in two rows, in different columns', `<table><tr>${cells('th', ['Ticket', 'Reporter', 'Assignee', ''])}</tr><tr><td>T-1<td>Ann Lee<td>Bob Ray<td><button id=a>Close</button></tr><tr><td>T-2<td>Cy Fox<td>Ann Lee<td><button id=b>Close</button></tr></table>`,
  [click('Close for Ann Lee'), null], [click('Close in the row of Ann Lee'), null], [click('Close for T-2'), 'b'], [click('Close for Bob Ray'), 'a']);
page('accents', 'two names that differ in an accent', ['Müller', 'Muller'].map((name, i) => `<div><b>${name}</b> <button id=e${i}>Edit</button></div>`).join(''), [click('Edit for Müller'), 'e0']);

const votes = (style, items = '') => `<div style="display:flex;${style}">${['a', 'b', 'c'].map((id, i) => `<button id=${id}${items ? ` style="order:${3 - i}"` : ''}>Vote</button>`).join('')}</div>`;
page('order-style', 'a style sheet turns the order around', votes('flex-direction:column;width:80px', 'order'), [click('first Vote button'), 'c'], [click('last Vote button'), 'a'], [click('2nd Vote button'), 'b']);
page('order-reverse', 'a line from right to left', votes('flex-direction:row-reverse'), [click('first Vote button'), 'c'], [act('click the third Vote button'), 'a']);
page('order-grid', 'rows and columns in the order of the document', `<div style="display:grid;grid-template-columns:1fr 1fr">${[1, 2, 3, 4].map((i) => `<button id=v${i}>Vote</button>`).join('')}</div>`, [click('second Vote button'), 'v2'], [click('3rd Vote button'), 'v3']);
page('order-mixed', 'rows from below: which is the second is not certain', `<div style="display:flex;flex-wrap:wrap-reverse;width:120px">${[1, 2, 3, 4].map((i) => `<button id=v${i} style="width:50px">Vote</button>`).join('')}</div>`, [click('second Vote button'), null]);

page('below-row', 'the row below Ann is not the row of Ann', `<table>${['Cid', 'Ann', 'Bob'].map((who) => `<tr><td>${who}<td><button id=${who}>Edit</button></tr>`).join('')}</table>`,
  ...['below', 'above', 'in the row above', 'in the row below', 'in the row next to'].map((place) => [act(`click Edit ${place} Ann`), null]), [act('click Edit next to Ann'), 'Ann'], [click('Edit in the row of Ann'), 'Ann']);
page('below-field', 'the field below City is not City', `<label>City <input id=a></label><br><label>Zip <input id=b></label><br><label><input type=checkbox id=t> Tea</label><br><label><input type=checkbox id=u> Milk</label>`,
  [act('type "q" into the field below City'), null], [act('type "q" into the textbox above Zip'), null], [act('check the checkbox below Tea'), null]);
page('below-heading', 'below a heading is its part of the page', `<h2>Billing</h2><button id=a>Edit</button><h2>Shipping</h2><button id=b>Edit</button>`, [act('click Edit above Shipping'), null], [click('Edit below Billing'), 'a'], [click('Edit under Shipping'), 'b']);
page('name-of-another', 'the name of a button is not a field at a place', `<form onsubmit="return false"><label>Password <input id=n type=password></label><button type=button id=s>Show password</button></form>`,
  [fill('Show password'), null], [['fill_form', { fields: { 'Show password': 'c' } }], null], [fill('Password', 'y'), 'n=y']);
page('cross', 'the X is a cross', `<div role=dialog aria-label=News><button id=x>×</button> Text</div><button id=b>Save</button>`, [act('press the X button'), 'x'], [click('x'), 'x']);

page('clipped', 'what a box without height cuts off is not seen', `<div style="height:0;overflow:hidden"><a href=#1 id=h>Checkout</a></div><a href=#2 id=v>Checkout</a><div style="height:0;overflow:hidden"><a href=#3 id=f style="position:fixed;top:80px;left:9px">Help</a></div>`, [click('Checkout'), 'v'], [click('Help'), 'f']);
page('consent', 'a drawn box that lets clicks through is clicked at its label, beside the link in it', `<label for=z><span id=z0>I agree to the</span> <a href=#t id=l>Terms</a></label><input id=z type=checkbox style="position:absolute;opacity:0;pointer-events:none">`, [act('check "I agree to the Terms"')]);
page('headings-in-boxes', 'headings in boxes of their own head what follows', ['Billing', 'Shipping'].map((name) => `<div><h3>${name}</h3></div><div><label>City <input id=${name}></label></div>`).join(''), [fill('City in Billing'), 'Billing=x'], [fill('City in Shipping', 'y'), 'Shipping=y']);
page('first-line', 'a card that is ticked is called by its first line', `<label><input type=radio name=p id=basic><b>Basic</b><div>$5</div></label><label><input type=radio name=p id=pro><b>Pro</b><div>all of Basic</div></label>`, [act('choose Basic'), 'basic'], [click('Pro radio button'), 'pro']);
page('pressed', 'a button that stays pressed is switched', `<button aria-pressed=true id=b onclick="this.ariaPressed='false'">Bluetooth</button><button id=c>Wifi</button>`, [act('switch off Bluetooth'), 'b'], [act('switch off Wifi'), null]);

const kActs = { drawn: (row) => ['View', 'Copy'].map((name) => `<a id=${name}${row} class=${name} role=button href=#><i></i></a>`), sent: (row) => ['View', 'Copy'].map((name) => `<input type=submit id=${name}${row} value=${name}>`), pictures: (row) => ['View', 'Copy'].map((name) => `<button id=${name}${row} title=${name}><i class=icon-${name}></i></button>`) };
for (const [kind, acts] of Object.entries(kActs))
  page(`empty-cells-${kind}`, 'an empty cell in each row does not part the row from its buttons', `<style>.View::before{content:"View"}.Copy::before{content:"Copy"}</style><form onsubmit="return false"><table>${[3, 7, 12].map((row) => `<tr><td>${row - 2}</td><td></td><td>9${row}-15</td><td>Room ${row}</td><td>5 items</td><td class=acts>${acts(row).join('')}</td></tr>`).join('')}</table></form>`,
    [click('View button in Room 7'), 'View7'], [click('Copy in the row of Room 12'), 'Copy12'], [act('click View for Room 3'), 'View3']);
page('empty-cells-gap', 'a cell that is empty only where another row has the button', `<table>${['Ann', 'Bob', 'Cy'].map((who) => `<tr><td>${who}</td><td>${who === 'Bob' ? '' : `<button id=${who}>Edit</button>`}</td><td>Dr ${who}</td><td><button id=d${who}>Edit</button></td></tr>`).join('')}</table>`,
  [click('Edit for Dr Bob'), 'dBob'], [click('Edit for Ann'), 'Ann']);
page('picture-words', 'a picture of a bin and not the words that stand for one', `<div role=toolbar>${['fa-trash', 'fa-pencil'].map((name) => `<span id=${name} class="icon pointer l"><i class="picture ${name}"></i></span>`).join(' ')}</div>${['Ann', 'Bob'].map((who) => `<div>${who} ${['Delete', 'Edit'].map((name) => `<div id=${name}${who} class="pointer btn l"><b>${name}</b></div>`).join(' ')}</div>`).join('')}`,
  [click('the trash icon'), 'fa-trash'], [click('the pencil icon'), 'fa-pencil'], [click('Delete for Bob'), 'DeleteBob']);
page('picture-drawn', 'names that styles draw are words', `<style>.e::before{content:"Edit"}</style><button id=p class=icon><i class="picture icon-pencil"></i></button>${['a', 'b'].map((id) => `<div><button id=${id} class="btn e"></button></div>`).join('')}`, [click('the pencil icon'), 'p']);
page('picture-or-name', 'two pictures of a bin, one of which has a name', `<button id=t class=icon><i class="picture icon-trash"></i></button><button id=d class=icon aria-label=Delete><i class=picture></i></button>`, [click('the trash icon'), null], [click('Delete'), 'd']);

const row = (cells, id, name) => `<tr>${cells.map((text) => `<td>${text}`).join('')}<td><button id=${id}>${name}</button></tr>`;
page('name-with-more', 'a record that has the name, not one that mentions it', `<table><tr><th>Name<th>Manager<th></tr>${row(['Bob', 'Ada Cruz'], 'bob', 'Delete')}${row(['Ada Cruz (you)', '-'], 'ada', 'Delete')}</table>`,
  [click('Delete for Bob'), 'bob'], [click('Delete for Ada Cruz (you)'), 'ada']);
for (const query of ['Delete for Ada Cruz', 'Delete in the row of Ada Cruz', 'Delete Ada Cruz'])
  page(`name-mentioned-${query.length}`, 'one record is called so with more words, another mentions it', `<table><tr><th>Name<th>Manager<th></tr>${row(['Bob', 'Ada Cruz'], 'bob', 'Delete')}${row(['Ada Cruz (you)', '-'], 'ada', 'Delete')}</table>`, [click(query), query === 'Delete Ada Cruz' ? undefined : null]);
page('name-mentioned-list', 'a label of one item is the title of another', '<ul><li><b>Pro</b> <span>Team</span> <button id=pro>Delete</button><li><b>Team plan</b> <button id=team>Delete</button></ul>', [click('Delete for Team'), null], [click('Delete for Pro'), 'pro']);
page('columns-from-to', 'columns that are called as people say where something is', `<table><tr><th>From<th>To<th></tr>${row(['Berlin', 'Paris'], 'bp', 'Book')}${row(['Paris', 'Rome'], 'pr', 'Book')}</table>`,
  [click('Book to Paris'), 'bp'], [click('Book from Paris'), 'pr'], [click('Book to Rome'), 'pr'], [click('Book from Rome'), null], [act('click Book to Paris'), 'bp']);
const kNamedColumns = (heads, rows) => `<table><tr>${cells('th', heads)}<th></tr>${rows.map(([a, c], at) => row([a, c], `o${at}`, 'Delete')).join('')}</table>`;
page('columns-after-words', 'the name of a column behind another word', kNamedColumns(['From', 'To'], [['Ada', 'Bo'], ['Cy', 'Bo'], ['Di', 'Cy']]), [act('click Delete for To Cy'), 'o2'], [act('click Delete in the row with To Cy'), 'o2'], [click('Delete for To Cy'), 'o2'], [click('Delete from Cy'), 'o1']);
page('columns-for-by', 'columns called For and By', kNamedColumns(['For', 'By'], [['Ada', 'Cy'], ['Cy', 'Ada']]), [act('click Delete for By Ada'), 'o1'], [act('click Delete in the row with By Cy'), 'o0'], [click('Delete by Ada'), 'o1'], [click('Delete for Ada'), 'o0']);
page('spanned-groups', 'a cell over several rows names each of them', `<table><tr><th>Team<th>Member<th></tr>${['Red', 'Blue'].map((team) => `<tr><td rowspan=2>${team}<td>${team === 'Red' ? 'Ann' : 'Cat'}<td><button id=${team}1>Edit</button></tr><tr><td>Dan<td><button id=${team}2>Edit</button></tr>`).join('')}</table>`,
  [act('click Edit for Dan in Blue'), 'Blue2'], [click('Edit for Ann in Red'), 'Red1'], [click('Edit for Cat in Blue'), 'Blue1'], [click('Edit for Red'), null], [click('Edit for Dan'), null]);
page('your-field', 'a name with "your" and one without', '<label>Email <input id=e></label><label>Your email <input id=y></label><label>Name <input id=n></label>',
  [act('type "x" into Your email'), 'y=x'], [act('set your email to z'), 'y=z'], [act('fill in Email with "q"'), 'e=q'], [act('type "w" into your name'), 'n=w']);
page('log-in-by-address', 'who logs in by an address, beside a newsletter', '<form onsubmit="return false"><label>Newsletter <input type=email id=w></label><button>Join</button></form><form onsubmit="return false"><label>Email<input type=email id=e></label><label>Password<input type=password id=p></label><button id=in>Log in</button></form>',
  [act('log in with username a@b.de and password x'), 'e=a@b.de'], [act('log in as c@b.de with password y'), 'e=c@b.de']);
page('spanned-rows', 'rows beside a cell over several rows are records of their own', '<table><tr><th>Dept<th>Name<th></tr><tr><td rowspan=2>Ops<td>Cy<td></tr><tr><td>Dan<td><button id=dan>Delete</button></tr></table>',
  [click('Delete for Cy'), null], [act('click Delete in the row of Cy'), null], [click('Delete for Dan'), 'dan']);

const boxes = (ids, type = 'checkbox') => ids.map((id) => `<td><input type=${type} id=${id}>`).join('');
page('row-of-boxes', 'a text before several boxes is the label of none', `<table><tr><th><th>Email<th>Push<th>SMS</tr><tr><td>Likes${boxes(['le', 'lp', 'ls'])}</tr><tr><td>Posts${boxes(['pe', 'pp', 'ps'])}</tr></table>`,
  [act('check Likes'), null], [click('Likes checkbox'), null], [fill('Likes', true), null], [['fill_form', { fields: { Likes: true } }], null], [act('uncheck Likes'), null], [click('Push checkbox for Likes'), 'lp'], [fill('SMS for Posts', true), 'ps']);
page('row-of-fields', 'nor of several fields', `<table><tr><th>Day<th>From<th>To</tr><tr><td>Monday${boxes(['mf', 'mt'], 'text')}</tr><tr><td>Tuesday${boxes(['tf', 'tt'], 'text')}</tr></table><div>Height <input id=h1> <input id=h2></div>`,
  [fill('Monday', '9'), null], [act('type "9" into Tuesday'), null], [fill('Height', '1'), null], [fill('From for Monday', '8'), 'mf=8']);

const plans = (style, heads, acts) => `<div style="${style}">${heads.map((name) => `<h3>${name}</h3>`).join('')}${acts.join('')}</div>`;
page('headings-beside', 'headings side by side head what is drawn below them', plans('display:grid;grid-template-columns:repeat(3,150px)', ['Basic', 'Pro', 'Team'], ['<button id=basic>Choose</button>', '<button disabled>Current plan</button>', '<button id=team>Contact us</button>']),
  [click('Choose for the Team plan'), null], [act('click Choose under Team'), null], [click('Choose for Basic'), 'basic'], [click('Contact us under Team'), 'team'], [click('Contact us for Pro'), null]);
page('headings-beside-same', 'with the same button in each column', plans('display:grid;grid-template-columns:repeat(3,150px)', ['Basic', 'Pro', 'Team'], ['basic', 'pro', 'team'].map((id) => `<button id=${id}>Choose</button>`)),
  [click('Choose for Team'), 'team'], [click('Choose for Basic'), 'basic'], [act('click Choose below Pro'), 'pro']);
page('headings-beside-rows', 'and with texts between', plans('display:grid;grid-template-columns:repeat(2,200px)', ['Ada', 'Bob'], ['<p>First</p><p>Second</p>', '<button id=ada>Delete</button><span>Owner</span>']),
  [click('Delete for Bob'), null], [click('Delete for Ada'), 'ada']);

words.run('names by place');
