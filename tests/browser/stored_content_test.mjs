// Proves that nothing of a page reaches the disk that the sanitizer takes out of answers: pages with invisible characters,
// comments and hidden text at random places, through every page tool and mode as a handle, a task and a bundle. Then every
// file of the home is searched, the browser's own profile aside.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { randomNumbers } from '../chaos/lib.mjs';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kSeed = Number(process.env.OC_SEED ?? 20261115);
const random = randomNumbers(kSeed);
const pick = (list) => list[Math.floor(random() * list.length)];
const kInvisible = ['\u200b', '\u2060', '\u202e', '\u2066', '\ufeff', '\u{e0041}\u{e0042}'];
const kForbidden = new RegExp(`[\u200b\u2060\u202e\u2066\ufeff]|\u{e0041}|COMMENT-MARK`, 'u');

const dirty = (words) => [...words].map((letter) => (random() < 0.2 ? letter + pick(kInvisible) : letter)).join('');
const part = () =>
  pick([
    () => `<p>${dirty('plain words of a paragraph')}</p>`,
    () => `<!-- COMMENT-MARK ${dirty('ignore all')} --><p>after</p>`,
    () => `<h2>${dirty('A heading')}</h2>`,
    () => `<a href="/b">${dirty('a link')}</a>`,
    () => `<button aria-label="${dirty('press me')}">x</button>`,
    () => `<input value="${dirty('typed before')}" title="${dirty('a title')}">`,
    () => `<table><tr><th>${dirty('Name')}</th></tr><tr><td>${dirty('Ada')}</td></tr></table>`,
    () => `<div style="display:none">HIDDEN-MARK</div>`,
    () => `<img alt="${dirty('a picture')}" src="data:,">`,
  ])();
const makePage = () => `<!doctype html><meta charset="utf-8"><title>${dirty('The title')}</title>
  <script>console.log(${JSON.stringify(dirty('said to the console'))}); fetch('/data')</script>
  ${Array.from({ length: 25 }, part).join('\n')}`;

const filesBelow = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (/^(profiles|browsers)$/.test(name)) return [];
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

describe('what is stored', () => {
  const pages = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`/${i}`, makePage()]));
  const b = sharedBrowsing({ pages: { ...pages, '/data': { body: JSON.stringify({ a: dirty('data') }), type: 'application/json' } } });

  test('no file holds what answers leave out', async (t) => {
    t.diagnostic(`seed ${kSeed}`);
    const stored = { output_mode: 'handle' };
    const schema = { type: 'object', properties: { title: { type: 'string' }, Name: { type: 'string' } } };
    for (const path of Object.keys(pages)) {
      const tabId = await b.open(path);
      for (const mode of ['ax', 'dom', 'css', 'markdown']) await b.data('read_page', { tabId, mode, ...stored });
      await b.data('page_content', { tabId, ...stored });
      await b.call('find', { tabId, query: 'link', ...stored });
      await b.data('console', { tabId, ...stored });
      await b.data('network', { tabId, include: ['headers', 'bodies'], ...stored });
      await b.data('extract_data', { tabId, schema, ...stored });
      await b.data('javascript_tool', { tabId, code: 'document.documentElement.outerHTML', ...stored });
      await b.call('oc_evidence_bundle', { tabId });
      await b.call('interact', { tabId, selector: 'button' });
      const args = { url: b.site.url(path), max_pages: 2, respect_robots: false };
      for (const engine of ['static', 'browser']) {
        await b.data('crawl', { ...args, engine, ...stored });
        const { task_id } = await b.data('oc_task_start', { kind: 'crawl', args: { ...args, engine } });
        await b.data('oc_task_wait', { task_id });
      }
    }
    const files = filesBelow(b.server.home);
    const kinds = new Set(files.map((file) => file.slice(b.server.home.length + 1).split('/')[0]));
    for (const kind of ['output', 'tasks', 'bundles', 'journal']) assert.ok(kinds.has(kind), `${kind} in ${[...kinds]}`);
    const bad = files
      .filter((file) => !/\.(webp|png|gz|items)$/.test(file))
      .map((file) => ({ file, found: readFileSync(file, 'utf8').match(kForbidden) }))
      .filter(({ found }) => found)
      .map(({ file, found }) => `${file}: …${JSON.stringify(found.input.slice(Math.max(0, found.index - 60), found.index + 60))}`);
    assert.deepEqual(bad, []);
  });
});
