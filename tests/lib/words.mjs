// Small pages, each of one shape that people write and meet, and the words that they would use there: the page tells what was hit.
// Where a person could not tell either, nothing is touched.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from './browsing.mjs';

// In a page: window.hits lists what each event went to, by the nearest id.
const kHear = `<script>window.hits=[];for(const t of ['pointerdown','click','input','drop'])addEventListener(t,e=>{const p=e.composedPath();hits.push(t+' '+((p.find(n=>n.id)||{}).id||p[0].localName))},true);
addEventListener('click',e=>{if(e.target.closest('a'))e.preventDefault()});addEventListener('DOMContentLoaded',()=>{for(const b of document.querySelectorAll('.l'))b.addEventListener('click',()=>{});let n=0;const o=document.querySelector('output');addEventListener('click',()=>{o&&(o.textContent=++n+' changes so far')})})</script>
<style>body{font:15px sans-serif;margin:16px}.btn{display:inline-block;border:1px solid #888;padding:4px 10px;background:#eee;margin:2px}.pointer{cursor:pointer}.picture{display:inline-block;width:18px;height:18px;background:#666}</style><output>0 changes so far</output>`;

export class WordPages {
  cases = []; // {path, why, calls: [[[tool, arguments], id of what must be hit, or null for a refusal]]}
  pages = {};

  // A call expects the id of what is hit, "id=value" of a field, "drop id", null for a refusal that touches nothing, or undefined.
  add(name, why, body, ...calls) {
    this.pages[`/${name}`] = `<!doctype html><meta charset=utf-8><title>${name}</title>${kHear}${body}`;
    this.cases.push({ path: `/${name}`, why, calls });
  }

  // Declares the tests.
  run(title, more = {}) {
    const { cases, pages } = this;
    describe(title, () => {
      const browsing = sharedBrowsing({ pages: { ...pages, ...more } });
      let tab;

      // What an event went to, and the values of the fields.
      const seen = () => browsing.run(tab, '({hits, values: Object.fromEntries([...document.querySelectorAll("input,select")].map(e=>[e.id,e.value]))})');

      for (const { path, why, calls } of cases) {
        test(`${path.slice(1)}: ${why}`, async () => {
          tab = await browsing.open(path);
          for (const [[tool, args], expected] of calls) {
            await browsing.run(tab, 'hits.length = 0');
            const answer = await browsing.call(tool, { tabId: tab, ...args });
            if (expected === undefined) continue;
            const { hits, values } = await seen();
            const isDrag = /drag/.test(args.instruction ?? '');
            const got = [...new Set(hits.filter((one) => !isDrag || !one.startsWith('pointerdown')))];
            const said = `${JSON.stringify(args)}: ${answer.content[0].text.slice(0, 300)}`;
            if (expected === null) {
              assert.ok(answer.isError, said);
              assert.deepEqual(got, [], said);
            } else if (expected.startsWith('drop ')) {
              assert.ok(got.includes(expected), said);
            } else if (expected.includes('=')) {
              assert.equal(values[expected.split('=')[0]], expected.split('=')[1], said);
            } else {
              assert.ok(!answer.isError, said);
              assert.ok(got.length > 0, said);
              assert.deepEqual([...new Set(got.map((one) => one.split(' ')[1]))], [expected], said);
            }
          }
        });
      }
    });
  }
}

export const click = (query) => ['interact', { query }];
export const act = (instruction) => ['act', { instruction }];
