// Proves the keyboard as pages see it: keys, codes and held modifiers, trusted, once each, into whatever has the focus.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { framePages, openSettled } from '../lib/acting.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kKeys = `<script>window.keys = []; for (const type of ['keydown', 'keypress', 'keyup', 'input']) addEventListener(type, (e) => {
  if (!e.isTrusted) keys.push('UNTRUSTED');
  const held = ['ctrlKey', 'altKey', 'shiftKey', 'metaKey'].filter((name) => e[name]).map((name) => name.slice(0, -3)).join('+');
  keys.push([type, e.key, e.code, e.keyCode, held].filter(Boolean).join(' ')); }, true);</script>`;
const kPages = {
  '/': `<title>Keys</title>${kKeys}<input id="one" aria-label="One" autofocus><textarea id="area" aria-label="Area"></textarea>
    <div id="rich" contenteditable role="textbox" aria-label="Rich"></div>
    <form onsubmit="event.preventDefault(); document.title = 'Submitted'"><input id="in-form" aria-label="In form"></form>`,
  ...framePages(`<title>Inner</title>${kKeys}<input id="inner" aria-label="Inner" oninput="document.getElementById('out').textContent = 'Echo ' + this.value"><p id="out"></p>`),
};

describe('typing', () => {
  const b = sharedBrowsing({ pages: kPages });
  const type = (tabId, text) => b.text('computer', { tabId, action: 'type', text });
  const press = (tabId, text, more) => b.text('computer', { tabId, action: 'key', text, ...more });
  const value = (tabId, id) => b.run(tabId, `document.getElementById('${id}').value`);
  const focused = async (id, path = '/') => {
    const tabId = await b.open(path);
    await b.text('interact', { tabId, selector: `#${id}`, action: 'focus' });
    await b.run(tabId, 'keys.length = 0');
    return tabId;
  };
  const keys = (tabId, ...types) => b.run(tabId, `keys.filter((one) => ${JSON.stringify(types)}.includes(one.split(' ')[0]))`);

  test('every character is the key of a keyboard, once', async () => {
    const tabId = await focused('one');
    assert.match(await type(tabId, 'aB?'), /^✓ Typed 3 characters\n~ .*textbox: "One" = "aB\?"/);
    assert.deepEqual(await keys(tabId, 'keydown', 'keyup'), [
      'keydown a KeyA 65', 'keyup a KeyA 65', 'keydown B KeyB 66 shift', 'keyup B KeyB 66 shift', 'keydown ? Slash 191 shift', 'keyup ? Slash 191 shift']);
    assert.deepEqual((await keys(tabId, 'input')).length, 3);
    assert.ok(!(await b.run(tabId, 'keys')).includes('UNTRUSTED'));
  });

  test('characters that no key types', async () => {
    const tabId = await focused('one');
    assert.match(await type(tabId, 'Zürich 東京 🎉'), /^✓ Typed 11 characters/);
    assert.equal(await value(tabId, 'one'), 'Zürich 東京 🎉');
  });

  test('a line break is Enter: a new line in a text area, submitting in a form', async () => {
    const area = await focused('area');
    await type(area, 'one\r\ntwo\nthree');
    assert.equal(await value(area, 'area'), 'one\ntwo\nthree');
    const form = await focused('in-form');
    await type(form, 'x\n');
    assert.equal(await b.run(form, 'document.title'), 'Submitted');
  });

  test('long texts arrive whole', async () => {
    const tabId = await focused('area');
    const text = Array.from({ length: 400 }, (_, i) => `Line ${i} mit Ümlaut`).join('\n');
    assert.match(await type(tabId, text), new RegExp(`^✓ Typed ${[...text].length} characters`));
    assert.equal(await value(tabId, 'area'), text);
    assert.ok((await keys(tabId, 'keydown')).length > 10, 'its end comes by keys');
  });

  test('an editor that is no field', async () => {
    const tabId = await focused('rich');
    await type(tabId, 'Dear Ada,\nhow are you?');
    assert.equal((await b.run(tabId, 'document.getElementById("rich").innerText')).trim(), 'Dear Ada,\nhow are you?');
  });

  test('chords: modifiers go down before the key and up after it', async () => {
    const tabId = await focused('one');
    await type(tabId, 'words');
    await b.run(tabId, 'keys.length = 0');
    await press(tabId, 'Ctrl+Shift+K');
    assert.deepEqual(await keys(tabId, 'keydown', 'keyup'), [
      'keydown Control ControlLeft 17 ctrl', 'keydown Shift ShiftLeft 16 ctrl+shift', 'keydown K KeyK 75 ctrl+shift',
      'keyup K KeyK 75 ctrl+shift', 'keyup Shift ShiftLeft 16 ctrl', 'keyup Control ControlLeft 17']);
    assert.equal(await value(tabId, 'one'), 'words', 'it types nothing');
    assert.match(await press(tabId, 'Ctrl+A Delete'), /^✓ Pressed Ctrl\+A Delete/);
    assert.equal(await value(tabId, 'one'), '');
  });

  test('named keys, several of them, repeated', async () => {
    const tabId = await focused('one');
    await type(tabId, 'abcdef');
    await b.run(tabId, 'keys.length = 0');
    await press(tabId, 'Backspace', { repeat: 3 });
    assert.equal(await value(tabId, 'one'), 'abc');
    await press(tabId, 'Home ArrowRight Delete F5 esc');
    assert.equal(await value(tabId, 'one'), 'ac');
    assert.deepEqual((await keys(tabId, 'keydown')).slice(3), [
      'keydown Home Home 36', 'keydown ArrowRight ArrowRight 39', 'keydown Delete Delete 46', 'keydown F5 F5 116', 'keydown Escape Escape 27']);
    assert.match(await press(tabId, 'Tab'), /focus: .*"Area"/);
    const error = await b.fails('invalid_arguments', 'computer', { tabId, action: 'key', text: 'Ctrl+Frob' });
    assert.match(error.message, /'Frob' is no key/);
    await b.fails('invalid_arguments', 'computer', { tabId, action: 'type' });
  });

  for (const path of ['/framed', '/apart']) {
    test(`into a frame that has the focus: ${path}`, async () => {
      const tabId = await openSettled(b, path);
      await b.text('interact', { tabId, selector: '#inner' });
      const text = await type(tabId, 'Hi ü');
      assert.match(text, /^✓ Typed 4 characters/);
      assert.match(text, /Echo Hi ü/, 'what it does is seen in the frame');
      assert.match(await press(tabId, 'Backspace'), /Echo Hi\b/);
      assert.match(await b.text('read_page', { tabId }), /textbox: "Inner" = "Hi ?"/);
    });
  }
});
