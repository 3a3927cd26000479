// Acts on random targets of generated pages through the real server, and compares what the page recorded with what was answered.
//   node tests/wild/run.mjs [--pages 300] [--seed N] [--targets-per-page 10] [--binary PATH] [--only PAGE | --only FROM-TO] [--verbose]
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorOf, fitsWords, judge, kLies, offeredLines } from './judge.mjs';
import { makePage } from './pages.mjs';
import { chooseTargets } from './phrases.mjs';
import { Random } from './random.mjs';
import { Tally } from './tally.mjs';

const { values: options } = parseArgs({
  options: {
    'pages': { type: 'string', default: '300' },
    'seed': { type: 'string', default: String(Date.now() % 1_000_000) },
    'targets-per-page': { type: 'string', default: '10' },
    'binary': { type: 'string' },
    'only': { type: 'string' },
    'save': { type: 'string' },
    'verbose': { type: 'boolean', default: false },
  },
});
if (options.binary) process.env.OPENCHROME_BIN = options.binary;
const { kPatienceMs, within } = await import('../lib/processes.mjs');
const { startStdio } = await import('../lib/server.mjs');

const kSeed = Number(options.seed);
const kMostRefusals = 0.05;
const kReadings = 3;
const seedOf = (page) => (Math.imul(kSeed, 1_000_003) + page) >>> 0;
const endings = [];
const atEnd = { after: (ending) => endings.push(ending) };

// One port, three sites: a frame of another host has a process of its own.
class Hosts {
  static async start() {
    const hosts = new Hosts();
    const first = await hosts.#listen('127.0.0.1', 0);
    const { port } = first.address();
    hosts.servers = [first, await hosts.#listen('127.0.0.2', port)];
    hosts.origins = ['127.0.0.1', 'localhost', '127.0.0.2'].map((host) => `http://${host}:${port}`);
    return hosts;
  }

  async #listen(host, port) {
    const server = createServer((request, response) => this.#answer(request, response));
    await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return server;
  }

  #answer({ url }, response) {
    const html = url === '/' ? this.page?.html : this.page?.documents.get(url);
    response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(html?.replace(/\{host:(\d)\}/g, (_, index) => this.origins[index]) ?? '');
  }

  async close() {
    for (const server of this.servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

class Run {
  tally = new Tally();
  previousId = null;

  async start() {
    this.hosts = await Hosts.start();
    this.server = startStdio(atEnd, { parameters: ['--tools', 'all'] });
    await this.server.initialize();
    const { tabId } = JSON.parse((await this.call('tabs_create', { url: 'about:blank' })).content[0].text);
    this.tabId = tabId;
  }

  // A call that has no answer within the patience of all tests ends the run: the server hangs.
  async call(tool, args) {
    const began = performance.now();
    const { result, error } = await within(
      this.server.ask('tools/call', { name: tool, arguments: this.tabId ? { tabId: this.tabId, ...args } : args }),
      kPatienceMs * 2,
      () => `no answer to ${tool} ${JSON.stringify(args)}`,
    );
    this.tally.spend(tool, performance.now() - began);
    return result ?? { isError: true, content: [{ type: 'text', text: `JSON-RPC error: ${JSON.stringify(error)}` }] };
  }

  async load(page) {
    this.hosts.page = page;
    this.previousId = null;
    const result = await this.call('navigate', { url: this.hosts.origins[0] });
    if (result.isError) throw new Error(`page ${page.seed} cannot be loaded: ${result.content[0].text}`);
  }

  // What the page recorded since the last time; it is as it was at load then. Null when the page was left.
  async record(id) {
    const result = await this.call('javascript_tool', { code: `typeof wild === 'undefined' ? null : await wild.exchange(${id ?? -1})` });
    if (result.isError) throw new Error(`the record cannot be read: ${result.content[0].text}`);
    return JSON.parse(result.content[0].text);
  }

  async page(number) {
    const page = makePage(seedOf(number));
    const targets = chooseTargets(page, new Random(page.seed ^ 0x5eed), Number(options['targets-per-page']));
    let isUsable = false;
    for (const [index, target] of targets.entries()) {
      if (!isUsable) await this.load(page);
      isUsable = await this.attempt(page, number, target, index);
    }
  }

  // One target; false when the page must be loaded again.
  async attempt(page, number, target, index) {
    const began = performance.now();
    const result = await this.act(target);
    const took = performance.now() - began;
    const record = (await this.record(target.control?.id)) ?? { log: [{ type: 'navigation', id: 0, what: 'the page was left' }], state: null };
    let { verdict, hit } = judge(target, result, record, this.previousId);
    this.previousId = target.control?.id ?? null;
    if (verdict === 'refused') {
      const { isListed, offers } = await this.listing(target, result);
      verdict = isListed ? 'refused, listed' : 'refused, not listed';
      hit = [...hit, ...offers];
    }
    this.tally.add(target, page, verdict, took);
    if (verdict !== 'right' || options.verbose) this.tell(page, number, index, target, verdict, hit, result, took);
    return !kLies.has(verdict);
  }

  // A page that re-renders invalidates refs: search again when the ref is gone, as the error advises.
  async act({ call: { tool, args } }) {
    if (tool !== 'find') return this.call(tool, args);
    for (let attempt = 1; ; ++attempt) {
      const result = await this.actOnFound(args);
      const code = result.isError ? errorOf(result)?.code : null;
      if (attempt >= kReadings || !['stale_ref', 'element_detached'].includes(code)) return result;
    }
  }

  // By the ref that find lists first, unless the second fits as well, or that one is only like it: a careful caller would not choose
  // then either.
  async actOnFound(args) {
    const found = await this.call('find', args);
    if (found.isError) return found;
    const lines = found.content[0].text.split('\n').filter((line) => /\[ref_\d+\]/.test(line));
    const grades = lines.map((line) => line.match(/ (\w+)$/)?.[1]);
    if (lines.length === 0 || grades[0] === 'fuzzy' || (lines.length > 1 && grades[0] === grades[1])) {
      const error = { code: lines.length === 0 ? 'element_not_found' : 'ambiguous_target', message: 'find did not decide', details: { candidates: lines } };
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error }) }] };
    }
    const result = await this.call('interact', { ref: lines[0].match(/ref_\d+/)[0] });
    return { ...result, content: [...result.content, { type: 'text', text: `(find listed: ${found.content[0].text.trim().replaceAll('\n', ' | ')})` }] };
  }

  // Whether a refusal offers the right element, and what else it offers: a hover over one of its refs is on the element, or the error
  // is about this element, or about the ref that find gave for it. Where the page re-renders or moves, a ref cannot always be tried:
  // then the words count.
  async listing({ control }, result) {
    const error = errorOf(result);
    const offers = [];
    for (const line of offeredLines(error)) {
      const ref = line.match(/\bref_\d+\b/)[0];
      const tried = await this.call('interact', { ref, action: 'hover', verify: false });
      const { state, under } = (await this.record(control.id)) ?? {};
      if (state?.isUnderPointer) return { isListed: true, offers };
      const code = tried.isError ? errorOf(tried)?.code : null;
      const isUntried = under === null || ['stale_ref', 'element_detached'].includes(code);
      if (isUntried && fitsWords(line, control)) return { isListed: true, offers };
      offers.push(`${ref} is ${code ?? (under === null ? 'no control' : `#${under}`)}`);
    }
    const isAboutOne = !['element_not_found', 'ambiguous_target'].includes(error.code);
    const said = result.content.map(({ text }) => text).join(' ');
    return { isListed: isAboutOne && fitsWords(said, control), offers };
  }

  tell(page, number, index, target, verdict, seen, result, took) {
    const { control, call, kind, expect, value } = target;
    const where = control?.containers.map(({ type, name }) => (name ? `${type} "${name}"` : type)).join(' < ');
    const named = control && `#${control.id} ${control.role} ${JSON.stringify(control.name ?? control.iconWord ?? null)}${where ? ` in ${where}` : ''}`;
    const lines = result.content.flatMap(({ text }) => text.split('\n'));
    console.log(`--- ${verdict}: page ${number} (--seed ${kSeed} --only ${number}), target ${index + 1}, ${kind}, ${Math.round(took)} ms
  call:     ${call.tool} ${JSON.stringify(call.args)}
  expected: ${control ? `${expect}${value ? ` ${JSON.stringify(value)}` : ''} on ${named}` : `a refusal (${kind})`}
  features: ${[...(control?.features ?? []), ...page.features].join(', ')}
  seen:     ${seen.join('; ') || 'nothing else'}
  answer:   ${lines.join('\n            ')}`);
  }
}

const run = new Run();
const began = performance.now();
let failure = null;
try {
  await run.start();
  const [from, to = from] = (options.only ?? `0-${Number(options.pages) - 1}`).split('-').map(Number);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (options.save) {
    const page = makePage(seedOf(pages[0]));
    writeFileSync(options.save, page.html);
  }
  for (const number of pages) await run.page(number);
} catch (error) {
  failure = error;
}
await run.hosts?.close();
for (const ending of endings.reverse()) await ending();
run.tally.print();
const { targets, failed, lies, refusals } = run.tally.totals();
const share = targets.answerable === 0 ? 0 : refusals / targets.answerable;
console.log(`\nseed ${kSeed}, ${targets.all} targets in ${Math.round((performance.now() - began) / 1000)} s`);
if (failure) console.log(`the run ended early: ${failure.stack}`);
if (share > kMostRefusals) console.log(`refusals: ${(share * 100).toFixed(1)} % of ${targets.answerable} answerable targets, more than ${kMostRefusals * 100} %`);
console.log(`${targets.all - failed} passed, ${failed + (failure ? 1 : 0)} failed`);
process.exitCode = failure || lies > 0 || share > kMostRefusals ? 1 : 0;
