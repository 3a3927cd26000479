// Proves that a reading names what can be operated as find does, gives a hint where nothing has a name, gives refs to icons and
// items that react, and that the labels of a picture cover what has a ref.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { otherOrigin } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kStyle = `<style>body { margin: 8px } .i { display: inline-block; width: 24px; height: 24px; margin: 4px;
  background: #ccd } .out { display: inline-block; width: 60px; height: 30px; overflow: hidden; background: #cdc }</style>`;
const kHits = `<script>window.hits = []; addEventListener('click', (event) => hits.push(event.composedPath().find((one) => one.id)?.id), true);</script>`;

const kPages = {
  '/named': `<title>Named</title>${kStyle}${kHits}<h1>Editor</h1>
    <div id="wheel" tabindex="0" aria-label="Colour wheel" class="i"></div>
    <div id="stage" tabindex="0" aria-labelledby="stage-name" class="i"><span>12 shapes</span></div><span id="stage-name">Drawing stage</span>
    <i id="star" class="i" title="Favourite" onclick="document.title = 'Starred'"></i>
    <span id="bell" class="i" title="Notifications" style="cursor:pointer"></span>
    <svg id="pin" class="i" viewBox="0 0 10 10" onclick="document.title = 'Pinned'"><title>Pin to board</title><circle cx="5" cy="5" r="4">
      </circle></svg>
    <a id="home" class="out" href="#home" style="text-indent:-9999px">Home page</a>
    <a id="feed" class="out" href="#feed" style="text-indent:100%;white-space:nowrap">News feed</a>
    <a id="previous" class="out" style="text-indent:-99999px" onclick="document.title = 'Previous'">Previous month</a>
    <a id="next" class="out" style="cursor:pointer"><span style="display:block;width:16px;height:16px;overflow:hidden;text-indent:-99999px">Next month</span></a>
    <button id="print" class="out" style="font-size:0">Print sheet</button>
    <a id="logo" href="#logo"><img alt="Company logo" width="24" height="24" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"></a>
    <button id="mail" class="i"><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">Send mail</span></button>`,

  '/frames': (request) => `<title>Frames</title><button>Outside</button><iframe srcdoc="<button>Inside</button><a href='#x'>Link</a>" style="height:80px"></iframe>
    <iframe src="${otherOrigin(request)}/inner" style="height:80px"></iframe>`,
  '/inner': '<button>Apart</button><button>Twice</button>',

  '/nameless': `<title>Nameless</title>${kStyle}${kHits}
    <button id="b1" class="btn icon-trash i"></button>
    <button id="zoom-in" class="i"><svg width="16" height="16"><path d="M1 1h9"></path></svg></button>
    <i id="x17" class="i fa fa-cog" onclick="document.title = 'Settings'"></i>
    <a id="x18" class="i" href="#download"><i class="fa fa-download"></i></a>
    <span id="x19" class="i mdi mdi-paperclip" style="cursor:pointer"></span>
    <div id="x20" class="i" role="button" tabindex="0"><svg width="16" height="16"><use href="#icon-magnifier"></use></svg></div>
    <input id="x21" name="coupon">`,

  '/rows': `<title>Rows</title>${kStyle}${kHits}<table><tbody>${['Ada', 'Bob']
    .map((name) => `<tr id="row-${name}" style="cursor:pointer" onclick="document.title = '${name}'"><td>${name}</td>
      <td><i id="edit-${name}" class="i icon-edit" onclick="event.stopPropagation(); document.title = 'Edit'"></i>
        <svg id="drop-${name}" class="i icon-drop" width="24" height="24" viewBox="0 0 10 10" onclick="event.stopPropagation()">
        <circle cx="5" cy="5" r="4"></circle></svg></td></tr>`)
    .join('')}</tbody></table>
    <ul>${['Inbox', 'Drafts', 'Sent'].map((name) => `<li id="item-${name}" onclick="document.title = '${name}'">${name} <i id="mark-${name}" class="i icon-flag" onclick="event.stopPropagation()"></i></li>`).join('')}</ul>
    <ul id="delegated">${['Red', 'Green'].map((name) => `<li id="pick-${name}" style="cursor:pointer">${name}</li>`).join('')}</ul>
    <ul><li id="plain">Nothing happens here</li></ul>
    <script>document.getElementById('delegated').addEventListener('click', (event) => { document.title = event.target.textContent; });</script>`,
};

describe('names of a reading', () => {
  const b = sharedBrowsing({ pages: kPages });

  // The lines of the reading, by the id of the element that their ref names.
  async function linesById(tabId, ids, args = {}) {
    const page = await b.text('read_page', { tabId, ...args });
    const { elements } = await b.data('query_dom', { tabId, css: '[id]', limit: 100, attributes: ['id'] });
    const lines = new Map();
    for (const { ref, attributes } of elements) {
      const line = page.split('\n').find((one) => one.includes(`[${ref}]`));
      if (line) lines.set(attributes.id, line.trim());
    }
    for (const id of ids) assert.ok(lines.has(id), `#${id} has no ref in the reading:\n${page}`);
    return lines;
  }

  const kNames = {
    wheel: 'Colour wheel',
    stage: 'Drawing stage',
    star: 'Favourite',
    bell: 'Notifications',
    pin: 'Pin to board',
    home: 'Home page',
    feed: 'News feed',
    previous: 'Previous month',
    next: 'Next month',
    print: 'Print sheet',
    logo: 'Company logo',
    mail: 'Send mail',
  };

  for (const [id, name] of Object.entries(kNames)) {
    // Case 17
    test(`what find calls "${name}" is called so in the reading`, async () => {
      const tabId = await b.open('/named');
      for (const filter of ['all', 'interactive']) {
        const line = (await linesById(tabId, [id], { filter })).get(id);
        assert.ok(line.includes(`"${name}"`), line);
      }
      const [found] = (await b.text('find', { tabId, query: name })).split('\n');
      assert.ok(found.includes(`"${name}"`), found);
      const read = await b.text('read_page', { tabId });
      assert.ok(read.includes(found.match(/^\[ref_\d+\] \S+ "[^"]+"/)[0]), `${found} is not in\n${read}`);
      await b.text('interact', { tabId, query: name, verify: false });
      assert.deepEqual(await b.run(tabId, 'hits'), [id]);
    });
  }

  // Case 17
  test('an icon without a name carries a word of its id or its class', async () => {
    const tabId = await b.open('/nameless');
    const hints = { b1: /trash/, 'zoom-in': /zoom in/, x17: /cog/, x18: /download/, x19: /paperclip/, x20: /x20|magnifier/, x21: /coupon|x21/ };
    const lines = await linesById(tabId, Object.keys(hints));
    for (const [id, hint] of Object.entries(hints)) assert.match(lines.get(id), hint);
  });

  // Case 17
  test('icons inside rows that can be clicked have refs, and so have the rows', async () => {
    const tabId = await b.open('/rows');
    const ids = ['row-Ada', 'edit-Ada', 'drop-Ada', 'row-Bob', 'edit-Bob', 'drop-Bob'];
    const lines = await linesById(tabId, ids);
    await linesById(tabId, ids, { filter: 'interactive' });
    assert.match(lines.get('edit-Bob'), /edit/);
    await b.text('interact', { tabId, ref: lines.get('edit-Bob').match(/ref_\d+/)[0], verify: false });
    await b.text('interact', { tabId, ref: lines.get('drop-Ada').match(/ref_\d+/)[0], verify: false });
    assert.deepEqual(await b.run(tabId, 'hits'), ['edit-Bob', 'drop-Ada']);
  });

  // Case 17
  test('items of a list that react have refs and their own names, and those that do not react are not operable', async () => {
    const tabId = await b.open('/rows');
    const ids = ['item-Inbox', 'mark-Inbox', 'item-Sent', 'mark-Sent', 'pick-Red', 'pick-Green'];
    const lines = await linesById(tabId, ids, { filter: 'interactive' });
    for (const name of ['Inbox', 'Sent']) assert.match(lines.get(`item-${name}`), new RegExp(name));
    for (const name of ['Red', 'Green']) assert.match(lines.get(`pick-${name}`), new RegExp(name));
    assert.ok(!lines.has('plain'), lines.get('plain'));
  });

  for (const path of ['/named', '/nameless', '/rows', '/frames']) {
    // Case 17
    test(`the labels of a picture cover everything that has a ref: ${path}`, async () => {
      const tabId = await b.open(path);
      const refs = [...(await b.text('read_page', { tabId, filter: 'interactive' })).matchAll(/\[(ref_\d+)\] (?!iframe)/g)].map(([, ref]) => ref);
      const { content } = await b.good('page_screenshot', { tabId, labels: true });
      const labelled = content.map(({ text }) => text ?? '').join('\n').match(/^labelled:(.*)$/m)[1].match(/ref_\d+/g);
      assert.deepEqual(refs.filter((ref) => !labelled.includes(ref)), [], `labelled: ${labelled}`);
      assert.ok(labelled.length >= { '/named': 12, '/nameless': 7, '/rows': 14, '/frames': 5 }[path], `labelled: ${labelled}`);
    });
  }
});
