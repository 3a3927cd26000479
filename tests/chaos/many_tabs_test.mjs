// Proves that a browser full of somebody's tabs can be worked with beside them: listing them is quick and wakes none, and
// none is loaded again, brought to the front or closed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Chromium, Page } from '../lib/chromium.mjs';
import { atEnd } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import { Caller, guardedHome, identify, isAlive, kLimit, seen, spread, times } from './lib.mjs';

const kTabs = times(30, 300);
const kFirstMs = 3000;
const kNextMs = 50;
const kCalls = 20;
// Of ten tabs: four frozen, three discarded, three awake.
const kKinds = [...Array(4).fill('frozen'), ...Array(3).fill('discarded'), ...Array(3).fill('awake')];
const kindOf = (index) => kKinds[index % kKinds.length];

// It asks for nothing more.
const pageOf = (title) => `<title>${title}</title><link rel=icon href="data:,"><h1>${title}</h1>
  <script>let ticks = 0; setInterval(() => ++ticks, 20);</script>`;

// In the browser's page about discarding: a row for each tab.
const kRows = `[...(document.querySelector('discards-main')?.shadowRoot.querySelector('discards-tab')?.shadowRoot
  .querySelectorAll('tbody tr') ?? [])]`;
const kIsDiscarded = '/discarded \\(/.test(row.textContent)';

// Somebody's browser: many tabs, most of them asleep.
class Crowd {
  static async start(t, site) {
    const crowd = new Crowd();
    crowd.site = site;
    crowd.chromium = await Chromium.start(['--remote-debugging-port=0', '--renderer-process-limit=8']);
    atEnd(t, () => crowd.chromium.close());
    const file = join(crowd.chromium.profile, 'DevToolsActivePort');
    const port = await seen(() => {
      try {
        return readFileSync(file, 'utf8').match(/^\d+\n/)?.[0].trim();
      } catch {
        return null; // not yet
      }
    });
    crowd.address = `http://127.0.0.1:${port}`;
    await crowd.#open();
    await crowd.#discard();
    await crowd.#attachAndFreeze();
    return crowd;
  }

  async targets() {
    const { targetInfos } = await this.chromium.send('Target.getTargets');
    return targetInfos.filter(({ type }) => type === 'page');
  }

  // What may not change: documents, where the focus is, what sleeps.
  async state() {
    const expression =
      '({ origin: performance.timeOrigin, focus: document.hasFocus(), seen: document.visibilityState, ticks })';
    const pages = await Promise.all(
      this.pages.map(async ({ page, kind, path }) => {
        const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
        const { ticks, ...rest } = result.value;
        return { path, kind, ...rest, ...(kind === 'frozen' && { ticks }) }; // a frozen one has no time
      }),
    );
    const targets = (await this.targets()).map(({ targetId, url, title }) => `${targetId} ${url} ${title}`).sort();
    return { pages, targets, asleep: await this.#discardedCount(), requests: this.site.requests.length };
  }

  async #open() {
    // One after another in parts, so that the browser is not asked for hundreds of loads at once.
    for (let index = 0; index < kTabs; index += 10) {
      const part = Array.from({ length: Math.min(10, kTabs - index) }, (_, i) => index + i);
      await Promise.all(
        part.map(async (i) => {
          const coming = this.site.asked(`/tab/${i}`);
          await this.chromium.send('Target.createTarget', { url: this.site.url(`/tab/${i}`), background: true });
          await coming;
        }),
      );
    }
    const loaded = async () => (await this.targets()).filter(({ title }) => /^Tab \d+$/.test(title)).length === kTabs;
    assert.ok(await seen(loaded, 60_000, 50), 'all tabs have loaded');
  }

  // By the browser's own page for this. It needs to be allowed first.
  async #discard() {
    const { chromium } = this;
    this.front = await chromium.newPage();
    await this.front.navigate('chrome://chrome-urls/');
    const allow = `document.querySelector('chrome-urls-app')?.shadowRoot?.querySelector('cr-button')?.click() ?? 'clicked'`;
    await this.front.evaluate(allow).catch(() => {});
    await this.front.navigate('chrome://discards/');
    const numbers = Array.from({ length: kTabs }, (_, i) => i).filter((i) => kindOf(i) === 'discarded');
    const paths = numbers.map((i) => `/tab/${i}`);
    const click = `(() => {
      const paths = new Set(${JSON.stringify(paths)});
      for (const row of ${kRows}) {
        const address = row.querySelector('.tab-url-cell')?.textContent.trim();
        if (!URL.canParse(address) || !paths.has(new URL(address).pathname) || ${kIsDiscarded}) continue;
        [...row.querySelectorAll('[data-id]')].find((one) => one.textContent.includes('Urgent Discard'))?.click();
      }
    })()`;
    const all = async () => {
      await this.front.evaluate(click);
      return (await this.#discardedCount()) === paths.length;
    };
    this.discards = (await seen(all, times(10_000, 60_000), 200)) ?? false;
  }

  #discardedCount() {
    return this.front.evaluate(`${kRows}.filter((row) => ${kIsDiscarded}).length`);
  }

  // Holds on to what has a document; what was discarded stays alone, for it would wake up.
  async #attachAndFreeze() {
    this.pages = [];
    for (const { targetId, url } of await this.targets()) {
      const path = URL.canParse(url) ? new URL(url).pathname : '';
      const index = Number(path.match(/^\/tab\/(\d+)$/)?.[1] ?? NaN);
      const kind = kindOf(index);
      if (Number.isNaN(index) || (kind === 'discarded' && this.discards)) continue;
      const { sessionId } = await this.chromium.send('Target.attachToTarget', { targetId, flatten: true });
      const page = new Page(this.chromium, sessionId, targetId);
      if (kind === 'frozen') await page.send('Page.setWebLifecycleState', { state: 'frozen' });
      this.pages.push({ page, kind, path });
    }
  }
}

// Commands that were sent to the browser, by name.
function sentBy(caller) {
  return [...caller.server.program.log.matchAll(/cdp: > (\S+)/g)].map(([, method]) => method);
}

const endings = [];
let site;
let crowd;

before(async () => {
  const t = { after: (ending) => endings.push(ending) };
  site = await Site.start({ '/ours': pageOf('Ours') });
  atEnd(t, () => site.close());
  for (let i = 0; i < kTabs; ++i) site.set(`/tab/${i}`, pageOf(`Tab ${i}`));
  crowd = await Crowd.start(t, site);
}, kLimit);

after(async () => {
  for (const ending of endings) await ending();
});

// A server that uses the crowd's browser, and how all was before it came.
async function attach(t) {
  const earlier = await crowd.state();
  const caller = await Caller.start(t, {
    home: guardedHome(t),
    parameters: ['--attach', crowd.address],
    environment: { OPENCHROME_TRACE_CDP: '1' },
  });
  return { earlier, caller };
}

async function listed(caller) {
  const { workspaces } = await caller.data('tabs_context');
  return workspaces.flatMap((workspace) => workspace.tabs);
}

test(`${kTabs} tabs of somebody's are listed quickly and not touched; a tab of ours works`, kLimit, async (t) => {
  const { earlier, caller } = await attach(t);
  const count = (kind) => crowd.pages.filter((one) => one.kind === kind).length;
  t.diagnostic(`${kTabs} tabs: ${count('awake')} awake, ${count('frozen')} frozen, ${earlier.asleep} discarded`);
  if (!crowd.discards) t.diagnostic('this browser does not discard tabs when told to');

  const first = await caller.good('tabs_context', { timeout_ms: 20_000 });
  const { workspaces } = JSON.parse(first.text);
  const tabs = workspaces.flatMap((workspace) => workspace.tabs);
  assert.equal(tabs.filter(({ title }) => /^Tab \d+$/.test(title)).length, kTabs, 'all are listed, with their titles');
  const next = [];
  for (let i = 0; i < kCalls; ++i) next.push((await caller.good('tabs_context')).took);
  t.diagnostic(`first tabs_context: ${Math.round(first.took)} ms`);
  t.diagnostic(`further ones: best ${Math.min(...next).toFixed(1)} ms, ${spread(next)}`);
  assert.ok(first.took < kFirstMs, `the first list took ${first.took} ms`);
  assert.ok(Math.min(...next) < kNextMs, `further lists took ${spread(next)}`);

  const untouched = sentBy(caller);
  t.diagnostic(`commands before a tab was named: ${untouched.join(' ')}`);
  assert.deepEqual(untouched.filter((method) => !/^(Browser|Target)\./.test(method)), [], 'no tab was spoken to');
  assert.ok(untouched.includes('Target.setDiscoverTargets'), 'the trace shows what was sent');
  assert.ok(!untouched.includes('Target.attachToTarget') && !untouched.includes('Target.setAutoAttach'));
  assert.deepEqual(await crowd.state(), earlier, 'nothing has changed by the list');

  const { tabId } = await caller.data('tabs_create', { url: site.url('/ours') });
  const page = await caller.good('read_page', { tabId });
  assert.ok(page.text.includes('Ours'));
  assert.equal(JSON.parse((await caller.good('javascript_tool', { tabId, code: 'document.title' })).text), 'Ours');
  await caller.good('page_screenshot', { tabId, timeout_ms: 10_000 });
  const awake = tabs.find(({ title }) => title === `Tab 9`);
  const refused = await caller.call('tabs_close', { tabId: awake.tabId });
  assert.ok((await crowd.targets()).some(({ title }) => title === awake.title), `it is not ours to close: ${refused.text}`);
  await caller.good('tabs_close', { tabId });

  const begun = performance.now();
  assert.equal(await caller.server.finish(), 0);
  t.diagnostic(`server ended after ${Math.round(performance.now() - begun)} ms`);
  assert.ok(isAlive(identify(crowd.chromium.child.pid)), 'the browser runs on');
  const sent = sentBy(caller);
  for (const method of ['Page.bringToFront', 'Target.activateTarget', 'Browser.close'])
    assert.ok(!sent.includes(method), `${method} is never sent`);
  assert.deepEqual(await crowd.state(), { ...earlier, requests: earlier.requests + 1 }, 'only our page was loaded');
});

test("a tab of somebody's works when it is named, and goes on when the server is killed", kLimit, async (t) => {
  const { earlier, caller } = await attach(t);
  const tabs = await listed(caller);
  for (const kind of ['awake', 'frozen']) {
    const { path } = crowd.pages.find((one) => one.kind === kind);
    const { tabId, title } = tabs.find(({ url }) => url.endsWith(path));
    const { text, took } = await caller.good('read_page', { tabId, timeout_ms: 5000 });
    assert.ok(text.includes(title), text);
    t.diagnostic(`read_page of a tab that is ${kind}: ${Math.round(took)} ms`);
  }
  const sent = sentBy(caller);
  assert.equal(sent.filter((method) => method === 'Target.attachToTarget').length, 2, 'only the named ones are spoken to');
  for (const method of ['Page.bringToFront', 'Target.activateTarget', 'Page.reload', 'Page.navigate'])
    assert.ok(!sent.includes(method), `${method} is not needed to read`);
  await caller.kill();
  // The browser takes a moment to see that nobody speaks to the tabs any more. Time went on in the frozen one that was read.
  const timeless = ({ pages, ...state }) => ({ ...state, pages: pages.map(({ ticks, ...rest }) => rest) });
  const isAsBefore = async () => isDeepStrictEqual(timeless(await crowd.state()), timeless(earlier));
  await seen(isAsBefore, 3000);
  assert.deepEqual(timeless(await crowd.state()), timeless(earlier), 'all is as it was');
});

// Such a tab has no document until it is loaded again, so that it answers nothing that is asked of a document.
test("a discarded tab of somebody's can be used when it is named", kLimit, async (t) => {
  if (!crowd.discards) return t.skip('this browser does not discard tabs when told to');
  const { caller } = await attach(t);
  const tabs = await listed(caller);
  const at = (path) => tabs.find(({ url }) => url.endsWith(path));
  const [{ tabId }, { tabId: other, title }] = [at('/tab/4'), at('/tab/5')];
  const navigated = await caller.good('navigate', { tabId, url: site.url('/ours'), timeout_ms: 3000 });
  t.diagnostic(`navigate in a discarded tab: ${Math.round(navigated.took)} ms`);
  assert.ok((await caller.good('read_page', { tabId })).text.includes('Ours'));
  const read = await caller.good('read_page', { tabId: other, timeout_ms: 5000 });
  t.diagnostic(`read_page of a discarded tab: ${Math.round(read.took)} ms`);
  assert.ok(read.text.includes(title));
});
