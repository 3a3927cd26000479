// Proves what an answer says of tabs that pages opened: which tab, where it is, and its title.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': `<title>Home</title><a id="link" target="_blank" href="/next">Next</a>
    <button id="script" onclick="window.open('/next?by=script')">Script</button>
    <button id="blank" onclick="window.open('about:blank')">Blank</button>
    <button id="slow" onclick="window.open('/slow')">Slow</button>
    <button id="gone" onclick="window.open('/next').close()">Gone</button>`,
  '/next': '<title>The next page</title><h1>Next</h1>',
  '/slow': { body: '<title>Slow</title>', stall: '<title>Slow</title><p>first words' },
};

describe('a tab that an action opened', () => {
  const b = sharedBrowsing({ pages: kPages });
  const lastLine = (text) => text.split('\n').at(-1);

  for (const [id, path] of [['link', '/next'], ['script', '/next?by=script']]) {
    test(`comes with its address and title: ${id}`, async () => {
      const tabId = await b.open('/');
      const text = await b.text('interact', { tabId, selector: `#${id}` });
      const [, opened, url, title] = lastLine(text).match(/^\[browser\] tab t\d+ opened tab (t\d+): (\S+) "(.*)"$/) ?? [];
      assert.deepEqual([url, title], [b.site.url(path), 'The next page'], text);
      assert.equal((await b.tab(opened)).openedBy, tabId);
    });
  }

  test('that goes nowhere is blank', async () => {
    const tabId = await b.open('/');
    const text = await b.text('interact', { tabId, selector: '#blank' });
    assert.match(lastLine(text), /^\[browser\] tab t\d+ opened tab t\d+: about:blank/);
  });

  test('whose page does not end says that it is loading', async () => {
    const tabId = await b.open('/');
    const text = await b.text('interact', { tabId, selector: '#slow' });
    assert.match(lastLine(text), new RegExp(`opened tab t\\d+: ${b.site.url('/slow')}.* \\(still loading\\)$`), text);
  });

  test('and closed again is told as it was', async () => {
    const tabId = await b.open('/');
    const text = await b.text('interact', { tabId, selector: '#gone' });
    assert.match(text, /^✓ Clicked/);
  });
});
