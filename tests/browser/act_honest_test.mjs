// Proves that a step does what it says or says that it did not: choices come from what was opened, a text field has no choices, a
// form is submitted by its own button, words are waited for whole, and a press that the page swallowed is no click.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { toolError } from '../lib/protocol.mjs';

const kHear = `<script>const heard = []; addEventListener('click', (event) => { const hit = event.target.closest('button, a, [role]'); if (hit) heard.push(hit.textContent.trim()); }, true);
  addEventListener('submit', (event) => event.preventDefault());</script>`;
const kMenu = `<button aria-expanded="false" aria-haspopup="menu" id="actions" onclick="menu.hidden = !menu.hidden; this.ariaExpanded = String(!menu.hidden)">Actions</button>
  <div id="menu" role="menu" hidden><div role="menuitem">Edit</div><div role="menuitem" onclick="shared = 'menu'">Share</div></div>`;
const login = (...buttons) => `<form><label>Username <input id="u"></label><label>Password <input type="password" id="p"></label>${buttons.map((name) => `<button>${name}</button>`).join('')}</form>`;

const pages = {
  '/menu': `${kHear}<script>var shared = 'nothing'</script>${kMenu}<button>Delete</button><button onclick="shared = 'button'">Share</button>`,
  '/note': '<label>Note <input id="note" value="keep me"></label>',
  '/login': kHear + login('Forgot password', 'Log in'),
  '/register': kHear + login('Register'),
  '/submit': `${kHear}<form><input aria-label="Name"><button>Delete account</button><button>Save</button></form>`,
  '/loose': `${kHear}<div><label>Name <input></label><button>Save</button><button>Log out</button></div>`,
  '/alone': `${kHear}<div><label>Name <input></label><button>Purchase now</button></div>`,
  '/providers': kHear + login('Sign in with Google', 'Continue with Apple', 'Sign in'),
  '/outside': `${kHear}<label>A <input id="a"></label><form><input aria-label="Mail"><button>Subscribe</button></form>`,
  '/unsaved': '<p id="p">Unsaved changes, not ready, unpaid</p>',
  '/saved': `<button onclick="setTimeout(() => { p.textContent = 'Saved' }, 300)">Save</button><p id="p">Unsaved</p>`,
  '/names': `${kHear}<a href="#vue">Vue.js</a><button>Delete</button>`,
  '/clears': '<label>Name <input id="n" value="abc" onblur="this.value = \'abc\'"></label><button onclick="document.title = \'saved\'">Save</button>',
  '/swaps': `<div id="box"></div><p id="p">old</p><script>const draw = () => { box.innerHTML = '<button onclick="window.liked = true">Like</button>'; }; draw();
    box.onpointerdown = () => { draw(); p.textContent = 'new'; };</script>`,
  '/acts-on-press': `<div id="list" role="listbox"><div role="option" onpointerdown="p.textContent = 'Porto'; list.remove()">Porto</div></div><p id="p">none</p>`,
};

describe('steps are done as they say', () => {
  const b = sharedBrowsing({ pages });

  // Opens the page, acts, and tells what came of it.
  async function acted(path, instruction) {
    const tabId = await b.open(path);
    const result = await b.call('act', { tabId, instruction });
    return { text: result.content[0].text, error: result.isError ? toolError(result) : null, see: (code) => b.run(tabId, code) };
  }

  for (const instruction of ['select Delete from Actions', 'choose Delete from the Actions menu', 'select Actions > Delete', 'open Actions and choose Delete'])
    test(`a menu without the choice: ${instruction}`, async () => {
      const { error, see } = await acted('/menu', instruction);
      assert.equal(error?.code, 'element_not_found');
      assert.ok(!(await see('heard')).includes('Delete'));
    });

  test('a choice of the menu that was opened, though the page has its like', async () => {
    for (const instruction of ['open Actions and choose Share', 'click Actions, then click Share']) {
      const { error, see } = await acted('/menu', instruction);
      assert.equal(error, null);
      assert.deepEqual(await see('heard'), ['Actions', 'Share']);
      assert.equal(await see('shared'), 'menu');
    }
  });

  test('a text field has no choices', async () => {
    for (const instruction of ['select the text in Note', 'select everything in Note', 'choose something from Note']) {
      const { error, see } = await acted('/note', instruction);
      assert.ok(error, instruction);
      assert.equal(await see('note.value'), 'keep me');
    }
  });

  test('a form to log in is sent by the button for that', async () => {
    const { error, see } = await acted('/login', 'log in as ada with password x9');
    assert.equal(error, null);
    assert.deepEqual(await see('heard'), ['Log in']);
    assert.equal(await see('u.value'), 'ada');
  });

  test('a form to register is not sent to log in', async () => {
    const { error, see } = await acted('/register', 'log in with username "ada" and password "x9"');
    assert.equal(error?.code, 'ambiguous_target');
    assert.deepEqual(await see('heard'), []);
  });

  test('submit presses no button that does something else', async () => {
    const { error, see } = await acted('/submit', 'type "Ada" into Name and submit');
    assert.equal(error, null);
    assert.deepEqual(await see('heard'), ['Save']);
  });

  test('submit outside of a form presses a button only if it says so', async () => {
    const saved = await acted('/loose', 'type "a" into Name and submit');
    assert.equal(saved.error, null);
    assert.deepEqual(await saved.see('heard'), ['Save']);
    const { error, see } = await acted('/alone', 'type "a" into Name and submit the form');
    assert.equal(error?.code, 'ambiguous_target');
    assert.match(error.message, /Purchase now/);
    assert.deepEqual(await see('heard'), []);
  });

  test('logging in presses the button of the form and none of another provider', async () => {
    const { error, see } = await acted('/providers', 'log in with username ada and password pw');
    assert.equal(error, null);
    assert.deepEqual(await see('heard'), ['Sign in']);
  });

  test('a field of no form does not submit the form beside it', async () => {
    const { error, see } = await acted('/outside', 'type x into A and submit');
    assert.equal(error?.code, 'element_not_found');
    assert.deepEqual(await see('heard'), []);
  });

  test('a text is waited for in words of its own', async () => {
    const { error, see } = await acted('/saved', 'click Save and wait for "Saved"');
    assert.equal(error, null);
    assert.equal(await see('p.textContent'), 'Saved');
    const tabId = await b.open('/unsaved');
    for (const text of ['Saved', 'Ready', 'Paid']) {
      const gone = await b.text('act', { tabId, instruction: `wait until "${text}" is gone` });
      assert.match(gone, /is gone/);
    }
  });

  test('what is called like an address is opened on the page', async () => {
    const { error, see } = await acted('/names', 'open Vue.js');
    assert.equal(error, null);
    assert.equal(await see('location.hash'), '#vue');
  });

  test('"press the Delete" clicks what is called so', async () => {
    const { see } = await acted('/names', 'press the Delete');
    assert.deepEqual(await see('heard'), ['Delete']);
  });

  test('a field that was cleared is read again before the next step', async () => {
    const { error, see } = await acted('/clears', 'clear Name and click Save');
    assert.equal(error?.code, 'value_not_kept');
    assert.notEqual(await see('document.title'), 'saved');
  });

  test('a press that the page swallowed is no click, whatever else changed', async () => {
    const { error, see } = await acted('/swaps', 'click Like');
    assert.equal(error?.code, 'hit_other_element');
    assert.equal(await see('window.liked === undefined'), true);
  });

  test('what acts on the press and is gone was hit', async () => {
    const { error, see } = await acted('/acts-on-press', 'click Porto');
    assert.equal(error, null);
    assert.equal(await see('p.textContent'), 'Porto');
  });
});
