// Proves that rich editors see what is typed into them: the text is in the editor's own model, form_input replaces it, keys edit
// it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';
import { bundle } from './bundle.mjs';

const kEditors = ['plain', 'prosemirror', 'codemirror', 'lexical', 'quill'];

describe('editors', async () => {
  const shell = (title) => `<!doctype html><meta charset="utf-8"><title>${title}</title><div id="app"></div><script src="/app.js"></script>`;
  const pages = Object.fromEntries(kEditors.map((name) => [`/${name}`, shell(name)]));
  pages['/app.js'] = { body: await bundle('editors.js'), type: 'text/javascript; charset=utf-8' };
  const b = sharedBrowsing({ pages });

  for (const name of kEditors) {
    const held = async (tabId) => (await b.run(tabId, 'text()')).replaceAll('\u00a0', ' ').trimEnd();

    test(`${name}: typed, then replaced`, async () => {
      const tabId = await b.open(`/${name}`);
      const set = (value) => b.text('form_input', { tabId, query: 'Story', value });
      assert.match(await set('Once upon a time'), /^✓ Set textbox "Story" \[ref_\d+\] = "Once upon a time/);
      assert.equal(await held(tabId), 'Once upon a time');
      await set('The end — fin 終');
      assert.equal(await held(tabId), 'The end — fin 終');
      await set('');
      assert.equal(await held(tabId), '');
    });

    test(`${name}: clicked and edited with keys`, async () => {
      const tabId = await b.open(`/${name}`);
      const key = (text) => b.good('computer', { tabId, action: 'key', text });
      await b.good('interact', { tabId, query: 'Story' });
      await b.good('computer', { tabId, action: 'type', text: 'first\nsecondX' });
      await key('Backspace');
      await key('Home');
      await b.good('computer', { tabId, action: 'type', text: 'the ' });
      assert.match(await held(tabId), /^first\n+the second$/);
      await key('Ctrl+A');
      await b.good('computer', { tabId, action: 'type', text: 'anew' });
      assert.equal(await held(tabId), 'anew');
    });
  }
});
