// Proves that a name means itself: not a longer name that has its words, not one that differs in a sign, and not what stands beside
// it. What a person would argue about is refused.
import { WordPages, act, click } from '../lib/words.mjs';

const words = new WordPages();
const page = (...parts) => words.add(...parts);
const set = (query, value = 'x') => ['form_input', { query, value }];

// --- words in front of a name and behind it ---

const buttons = (...names) => names.map((name, at) => `<button id=b${at}>${name}</button>`).join(' ');
for (const [name, asked] of [
  ['Delete account', 'account'], ['Cancel order', 'the order'], ['Mark Inbox as read', 'Inbox'], ['Remove Ada from team', 'Ada'], ['Delete user', 'user menu'], ['Close window', 'Close tab'],
  ['Buy all', 'Buy'], ['Send later', 'Send'], ['Reply all', 'Reply'], ['OK, delete everything', 'OK'], ['Save as', 'Save'], ['Log in with Google', 'Log in'], ['v1.2', 'v1'], ['Plan A+', 'Plan A'], ['-5', '5 button'],
])
  page(`more-${name.replace(/\W+/g, '-')}`, `"${name}" is not "${asked}"`, buttons(name, 'Help'), [click(asked), null], [act(`click ${asked}`), null], [click(name), 'b0']);
page('weak-words', 'words that say nothing more', '<button id=a>Save changes</button><a href=# id=b>View orders</a><button id=c>Open your settings</button><label>Your email <input id=d></label><label>Phone number <input id=e></label><label><input type=checkbox id=f> Subscribe to the newsletter</label>',
  [click('Save'), 'a'], [click('orders'), 'b'], [click('settings'), 'c'], [set('Email'), 'd=x'], [set('Phone'), 'e=x'], [act('check newsletter'), 'f']);
page('joined', 'a name that goes on with more of its kind', '<a href=# id=a>Terms and conditions</a><label><input type=checkbox id=b> I agree to the privacy policy and the rules</label><button id=c>Save and close</button><label>Zip* <input id=d></label>',
  [click('Terms'), 'a'], [act('check privacy policy'), 'b'], [click('Save'), null], [set('Zip'), 'd=x']);
page('fields-alike', 'a field of another name', '<label>Email address <input id=a></label><label>Confirm password <input id=b></label><label>Company name <input id=c></label><label>Minimum amount <input id=d></label><label>Search and replace <input id=e></label>',
  [set('Address'), null], [set('Password'), null], [set('Name'), null], [set('Amount'), null], [set('Search'), null], [set('Company name'), 'c=x']);
page('choices-alike', 'a choice of another name', '<label><input type=radio name=p id=g> Gift card</label><label><input type=radio name=c id=l> Light blue</label><label><input type=radio name=y id=y> Yes, cancel my plan</label><label><input type=checkbox id=f> Forget password</label>',
  [act('select Card'), null], [act('select Blue'), null], [act('select Yes'), null], [act('check Password'), null], [act('select Gift card'), 'g']);
page('notes', 'a note behind a name is not a part of it', '<label>Email <small>not your work email</small><br><input id=e></label><br><label>Work email <small>optional</small><br><input id=w></label><br><label>Name <small>as on your card</small><br><input id=n></label><br><label>Company name <small>optional</small><br><input id=c></label><br><button id=d>Delete <small>not bulk delete</small></button> <button id=b>Bulk delete <small>all</small></button>',
  [set('Email'), 'e=x'], [set('Work email', 'y'), 'w=y'], [set('Name', 'z'), 'n=z'], [click('Delete button'), 'd'], [click('Bulk delete'), 'b']);
page('label-and-hint', 'a label before the hint of another field', '<label>Zip <input id=a></label><label>Area <input id=b placeholder=Zip></label>', [set('Zip'), 'a=x']);

// --- signs ---

const edit = (id) => `<button id=${id}>Edit</button>`;
page('signs-records', 'signs tell records apart', `<ul>${[['C++', 'cpp'], ['C#', 'cs'], ['C', 'c']].map(([name, id]) => `<li>${name} ${edit(id)}</li>`).join('')}</ul>`,
  [click('Edit for C#'), 'cs'], [click('Edit for C++'), 'cpp'], [click('Edit for C'), 'c']);
page('signs-absent', 'a sign that no record has', `<ul><li>C++ ${edit('cpp')}</li><li>Plan A+ ${edit('plan')}</li><li>-20 ${edit('minus')}</li><li>Java ${edit('java')}</li></ul>`,
  [click('Edit for C#'), null], [click('Edit for C'), null], [click('Edit for Plan A'), null], [click('Edit for 20'), null], [click('Edit for -20'), 'minus']);
page('signs-money', 'a price is not a number', `<table border=1><tr><td>128</td><td>Paris</td><td>$135</td><td>${edit('paris')}</td></tr><tr><td>135</td><td>Lima</td><td>$283</td><td>${edit('lima')}</td></tr><tr><td>9</td><td>Oslo</td><td>73%</td><td>${edit('oslo')}</td></tr></table>`,
  [click('Edit in the row with $135'), 'paris'], [click('Edit in the row with 135'), 'lima'], [click('Edit for 73%'), 'oslo'], [click('Edit for $9'), null]);
page('signs-fields', 'signs in labels', '<label>Amount $ <input id=a></label><label>Discount % <input id=d></label>', [set('Amount %'), null], [set('Discount $'), null], [set('Amount $'), 'a=x']);

// --- names in names ---

const lines = (...names) => names.map((name) => `${name} ${edit(name.replace(/\W/g, ''))}<br>`).join('');
page('lines', 'lines of bare text in one box', `<div>${lines('Ann Lee', 'Ann', 'Annabel')}</div>`, [click('Edit for Ann'), 'Ann'], [click('Edit for Ann Lee'), 'AnnLee'], [click('Annabel Edit button'), 'Annabel']);
page('mentions-longer', 'a record that mentions a longer name', `<ul><li>Ann <small>reports to Ann Lee</small> ${edit('ann')}</li><li>Ann Lee <small>boss</small> ${edit('lee')}</li></ul>`, [click('Edit for Ann'), 'ann'], [click('Edit for Ann Lee'), 'lee']);
page('to-the-letter', 'a name that is written so', `<ul><li>A-1 ${edit('dash')}</li><li>A 1 ${edit('space')}</li></ul>`, [click('Edit for A-1'), 'dash']);

// --- places ---

page('beside', 'what stands beside a name is not what has it', '<div><button id=d>Delete</button><button id=c>Cancel</button><button id=h>Help</button></div>',
  [click('button next to Delete'), null], [click('button under Delete'), null], [click('button in Delete'), null], [click('button named Delete'), 'd']);
page('under', 'below means lower', `<table border=1><tr><td>Ada</td><td>${edit('ada')}</td></tr><tr><td>Bob</td><td>${edit('bob')}</td></tr></table><h3>Billing</h3><button id=billing>Save</button>`,
  [click('Edit under Ada'), null], [click('Edit in the row under Ada'), null], [click('Save under Billing'), 'billing'], [click('Save button under the heading Billing'), 'billing']);
const rows = (names) => names.map((name) => `<tr><td>${name}</td><td>${edit(name)}</td></tr>`).join('');
page('sections', 'the same record in two sections, and rows by number', `<table border=1><tr><td>#7</td><td><button>Open</button></td></tr></table><h2>Today</h2><table border=1>${rows(['Ann', 'Bo'])}</table><h2>Docs</h2><table border=1>${rows(['Cy', 'Di']).replaceAll('>Cy<', '>Ann<')}</table>`,
  [click('Edit for Ann in Docs'), 'Cy'], [click('Edit in the second row of the Docs table'), 'Di'], [click('Edit in the first row under Today'), 'Ann'], [click('Edit for Ann'), null]);
page('two-rows', 'a record of two rows', `<table border=1>${['Apollo', 'Gemini'].map((name) => `<tr><td><b>${name}</b></td><td>3</td></tr><tr><td colspan=2>${edit(name)}</td></tr>`).join('')}</table>`, [click('Edit for Apollo'), 'Apollo'], [click('Edit for Gemini'), 'Gemini']);
page('rowspan', 'a cell over two rows', `<table border=1>${['Apollo', 'Gemini'].map((name) => `<tr><td rowspan=2>${name}</td><td>3</td></tr><tr><td>${edit(name)}</td></tr>`).join('')}</table>`, [click('Edit for Gemini'), 'Gemini']);
page('input-names', 'a record that is named by a field', `<table border=1>${['Al', 'Bo'].map((name) => `<tr><td><input value=${name}></td><td>${edit(name)}</td></tr>`).join('')}</table>`, [click('Edit in the row of Bo'), 'Bo']);
page('drawn-dialog', 'a dialog that is only drawn', `<div><h3>Blue bin</h3><button id=out>Delete</button></div><div style="position:fixed;inset:0;background:rgba(0,0,0,.4)"></div><div style="position:fixed;top:100px;left:300px;background:#fff;padding:20px"><h3>Confirm</h3><button id=in>Delete</button><button>Back</button></div>`,
  [click('Delete in the dialog'), 'in'], [click('Delete button in the Confirm dialog'), 'in']);
page('pages', 'pages of a list, and a trail', '<nav class=pagination><a href=# id=prev>Previous</a><a href=# id=p2>2</a><a href=# id=p3>3</a></nav><div class=breadcrumb><a href=# id=shop>Shop</a></div><footer><a href=# id=foot>Shop</a></footer>',
  [click('page 3'), 'p3'], [click('previous page'), 'prev'], [click('page 2 in the pagination'), 'p2'], [click('Shop link in the breadcrumb'), 'shop'], [click('Shop'), null]);
page('flat-links', 'titles that are links, in a flat list', ['milk', 'bank', 'rent'].map((name) => `<div class=nm><a href=# id=t${name}>Pay ${name}</a></div><div class=sub>Due Fri</div><input type=button value=Snooze id=${name}> <a href=#>Done</a>`).join(''), [click('Snooze in Pay bank'), 'bank'], [click('Snooze for Pay milk'), 'milk']);
page('flat-gap', 'a flat list with a record that has no control', ['Lima', 'York', 'Oslo', 'Rome'].map((name) => `<div>${name}</div><div>${name === 'York' ? '' : `<button id=${name}>Details</button>`}</div>`).join(''),
  [click('Details for York'), null], [click('Details for Oslo'), 'Oslo'], [click('Details button of Rome'), 'Rome']);
page('flat-missing', 'the same without the empty box', ['Lima', 'York', 'Oslo', 'Rome'].map((name) => `<p>${name}</p>${name === 'York' ? '' : `<div><button id=${name}>Details</button></div>`}`).join(''),
  [click('Details for York'), null], [click('Details for Oslo'), 'Oslo'], [click('Details for Lima'), 'Lima']);
page('flat-two-lines', 'records with two lines each', ['Lima', 'York', 'Oslo'].map((name) => `<div>${name}</div><div>Due ${name.length}${name[0]}</div><div><button id=${name}>Details</button></div>`).join(''),
  [click('Details for York'), 'York'], [click('Details for Oslo'), 'Oslo']);
page('title-and-label', 'a title that is a link before a label', `<ul>${['Blue Mug', 'Red Mug'].map((name) => `<li><a href=#>${name}</a> Qty: <select id=${name[0]}><option>1<option>2<option>3</select> <button>-</button><button>+</button></li>`).join('')}</ul>`,
  [act('select "3" in Qty for Red Mug'), 'R=3'], [act('select 2 in Qty for Blue Mug'), 'B=2']);
page('noun-names', 'a record that is called as a kind of record', '<div class=card><h3>Pro</h3><button id=b>Buy</button></div><div class=card><h3>Team</h3>Sold out</div><div class=card><h3>Max</h3><p>Everything in Team</p><button id=c>Compare</button></div>',
  [click('Compare for Team'), null], [click('Compare for Max'), 'c'], [click('Compare in the card'), 'c']);
page('questions', 'groups of radio buttons below a text', [1, 2].map((at) => `<p>Question ${at}</p><p><label><input type=radio name=q${at} id=y${at}> Yes</label><label><input type=radio name=q${at} id=n${at}> No</label></p>`).join(''), [act('select "No" for Question 2'), 'n2'], [act('select "Yes" for Question 1'), 'y1']);

page('kind-or-name', 'a link that is called so, and a button that is called so with more', '<div role=toolbar><a href=# id=c title=Close><i class=picture></i></a><button id=m>Close menu</button></div>', [click('Close button in the toolbar'), null], [click('Close'), 'c'], [click('Close menu'), 'm'], [click('Close link'), 'c']);
const radios = (names, id) => names.map((name) => `<label><input type=radio name=${id} id=${name}${id}>${name}</label>`).join('');
page('ordinal-or-name', 'a radio button that is called First and one that is the first', `<fieldset><legend>Language</legend>${radios(['English', 'Deutsch'], 'l')}</fieldset><fieldset><legend>Class</legend>${radios(['First', 'Second'], 'c')}</fieldset>`,
  [click('first radio button'), null], [click('the second radio button'), null], [click('"First" radio button'), 'Firstc'], [click('third radio button'), 'Firstc'], [click('first radio button in Class'), 'Firstc']);
page('ordinal-in-name', 'names that begin with an ordinal', '<label>Last name <input id=l></label><label>First name <input id=f></label><label>Name: <input id=w></label><button id=n>Next</button><button id=s>Last page</button>',
  [click('first name field'), 'f'], [click('last name'), 'l'], [click('Last page button'), 's'], [click('first button'), 'n']);

const kTurned = { 'Löschen': 'Löschen abbrechen', 'Veröffentlichen': 'Veröffentlichen später', 'Kaufen': 'Kaufen nicht möglich', 'Abonnieren': 'Abonnieren nein danke', 'Schließen': 'Schließen ohne Speichern', 'Supprimer': 'Supprimer jamais', 'Enregistrer': 'Enregistrer sous', 'Publier': 'Publier sans moi', 'Guardar': 'Guardar como', 'Salva': 'Salva con nome', 'Salvar': 'Salvar depois', 'Verwijderen': 'Verwijderen annuleren', 'Сохранить': 'Сохранить как', 'Zapisz': 'Zapisz jako', 'Borrar': 'Borrar todo' };
page('other-languages', 'what follows a name may turn it around in any language', Object.entries(kTurned).map(([, name], at) => `<button id=b${at}>${name}</button>`).join(' '), ...Object.keys(kTurned).map((name) => [click(name), null]), [click('Löschen abbrechen'), 'b0']);

words.run('a name means itself and nothing more');
