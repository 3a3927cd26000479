// Proves that the state of page_content, good or bad, is that of one document: the one that was read.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

// Each task of such a page takes a while, so that much can happen between two questions.
const hop = (from, to) => `<!doctype html><title>Page ${from}</title><p id="part-${from}">${from}</p><script>
  setInterval(() => { for (const end = performance.now() + 10; performance.now() < end; ) ; });
  setTimeout(() => location.replace("/${to}"), 60)</script>`;
const other = ({ headers }) => `http://localhost:${headers.host.split(':')[1]}`;
const kPages = {
  '/a': hop('a', 'b'),
  '/b': hop('b', 'a'),
  '/same': '<title>Same</title><h1>Outer</h1><iframe src="/inner"></iframe>',
  '/other': (request) => `<title>Other</title><h1>Outer</h1><iframe src="${other(request)}/inner"></iframe>`,
  '/inner': '<title>Inner</title><button>Inner button</button>',
};

describe('the state of page_content', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('of an element in a frame: the page, its document and nothing of the frame', async () => {
    for (const path of ['/same', '/other']) {
      const tabId = await b.open(path);
      await b.data('wait_for', { tabId, load_state: 'networkidle' });
      const whole = await b.good('read_page', { tabId });
      const [, ref] = whole.content[0].text.match(/\[(ref_\d+)\] button: "Inner button"/);
      const page = whole._meta['openchrome/page'];
      const { content, state } = await b.data('page_content', { tabId, ref });
      assert.match(content, /^<button>Inner/);
      assert.deepEqual([state.url, state.title, state.loaderId], [page.url, page.title, page.loaderId], path);
      for (const mode of ['ax', 'dom', 'css', 'markdown']) {
        const { _meta: meta } = await b.good('read_page', { tabId, ref, mode });
        assert.equal(meta['openchrome/page'].loaderId, page.loaderId, `${path}: ${mode}`);
      }
    }
  });

  test('of a missing element: the document that was searched, not the next one', async () => {
    const tabId = await b.open('/a');
    const seen = new Set();
    for (let round = 0; round < 30 || (seen.size < 2 && round < 300); ++round) {
      const { content } = await b.call('page_content', { tabId, selector: '#part-x' });
      const { state, error } = JSON.parse(content[0].text);
      if (error.code === 'page_changed') continue;
      assert.equal(error.code, 'element_not_found', content[0].text);
      const [, letter] = error.details.nearest[0].match(/^#part-([ab])$/);
      seen.add(letter);
      assert.deepEqual([state.url, state.title], [b.site.url(`/${letter}`), `Page ${letter}`]);
    }
    assert.deepEqual([...seen].sort(), ['a', 'b'], 'both pages were seen');
  });
});
