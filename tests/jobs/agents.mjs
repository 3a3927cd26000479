// The servers as an agent has them: one call at a time, and a call may name only what the task or an earlier answer of the same
// server said. Counts what an agent pays for: calls, bytes sent, bytes read, time.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumProgram } from '../lib/chromium.mjs';
import { Program, atEnd, kPatienceMs, temporaryFolder, within } from '../lib/processes.mjs';
import { helloParams, notification, request } from '../lib/protocol.mjs';
import { startStdio } from '../lib/server.mjs';

const kViewport = '1280x720';
const kAnswerMs = 60_000; // how long an agent waits for an answer, the same for every server

// Words that an agent knows from the tools' descriptions: verbs, roles, places, units.
const kToolWords = new Set(
  `and then the a an in on of to into with from for by until is gone first last next ms seconds times page bottom top end down up
  click double right press type append fill set select choose check uncheck scroll wait hover drag drop clear go open focus upload
  button link field checkbox radio option list row column card item tab menu menuitem dialog switch textbox combobox editor heading text cell
  enter escape home ctrl control shift true false`.split(/\s+/),
);

// Arguments that are not about the page, or address it only for an agent's own reasons.
const kFreeArguments = new Set(['action', 'type', 'url', 'tabId', 'function', 'load_state', 'name']);

const wordsOf = (text) => String(text).toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

// What went wrong in a call, for jobs that expect it.
export class Refused extends Error {
  constructor(name, args, text) {
    super(`${name} ${JSON.stringify(args)}: ${text}`);
    this.text = text;
  }
}

export class Agent {
  thinkMs = 0; // before each call, as a model takes its time; not counted
  calls = []; // { name, args, answer, failed, sent, read, ms }
  #said = new Set(); // words of the task and of every answer
  #refs = new Set();

  // ask(name, args) → the result of tools/call; refPattern finds refs in an answer, with the ref as its first group.
  constructor(task, ask, refPattern) {
    this.ask = ask;
    this.refPattern = refPattern;
    this.#listen(task);
  }

  // The answer as a model reads it; an error is thrown.
  async call(name, args = {}) {
    const { failed, answer } = await this.#call(name, args);
    if (failed) throw new Refused(name, args, answer);
    return answer;
  }

  // Was the call done? Its refusal is an answer like any other.
  async attempt(name, args = {}) {
    return !(await this.#call(name, args)).failed;
  }

  // Does the last answer show this?
  shows(what) {
    const { answer } = this.calls.at(-1);
    return what instanceof RegExp ? what.test(answer) : answer.includes(what);
  }

  // The ref of the one that a refusal offers with this part in its line.
  offered(part) {
    const { candidates = [], nearest = [] } = JSON.parse(this.calls.at(-1).answer).error.details;
    const line = [...candidates, ...nearest].find((one) => one.includes(part));
    assert.ok(line, `the refusal does not offer ${part}:\n${this.calls.at(-1).answer}`);
    return line.match(this.refPattern)[1];
  }

  // The first line of the newest answers that has all the parts, below a line with `below`; for refs and figures.
  line(parts, below) {
    for (const { answer } of this.calls.toReversed()) {
      let lines = answer.split('\n');
      if (below) {
        const start = lines.findIndex((one) => one.includes(below));
        if (start < 0) continue;
        lines = lines.slice(start);
      }
      const found = lines.find((one) => [parts].flat().every((part) => (part instanceof RegExp ? part.test(one) : one.includes(part))));
      if (found) return found;
    }
    assert.fail(`no answer shows ${parts}${below ? ` below ${below}` : ''}:\n${this.calls.at(-1).answer}`);
  }

  ref(parts, below) {
    return this.line([this.refPattern, parts].flat(), below).match(this.refPattern)[1];
  }

  get cost() {
    const sum = (key) => this.calls.reduce((all, call) => all + call[key], 0);
    return { calls: this.calls.length, sent: sum('sent'), read: sum('read'), seconds: sum('ms') / 1000 };
  }

  async #call(name, args) {
    this.#check(name, args);
    if (this.thinkMs) await new Promise((resolve) => setTimeout(resolve, this.thinkMs));
    const sent = Buffer.byteLength(JSON.stringify({ name, arguments: args }));
    const call = { name, args, answer: '', failed: true, sent, read: 0, ms: 0 };
    this.calls.push(call); // one that is never answered counts too
    const start = performance.now();
    try {
      const result = await this.ask(name, args);
      call.failed = Boolean(result.isError);
      call.answer = result.content.filter(({ type }) => type === 'text').map(({ text }) => text).join('\n');
    } finally {
      call.ms = performance.now() - start;
    }
    call.read = Buffer.byteLength(call.answer);
    this.#listen(call.answer);
    return call;
  }

  #listen(text) {
    for (const word of wordsOf(text)) this.#said.add(word);
    for (const [, ref] of text.matchAll(new RegExp(this.refPattern, 'g'))) this.#refs.add(ref);
  }

  // No knowledge of the page but what was said.
  #check(name, args) {
    const look = (key, value) => {
      if (Array.isArray(value)) value.forEach((one) => look('', one));
      else if (value && typeof value === 'object') {
        for (const [label, one] of Object.entries(value)) {
          if (key === 'fields' && !this.#refs.has(label)) this.#mustBeSaid(name, label);
          look(label, one);
        }
      } else if (/^(ref|\w*[tT]arget)$/.test(key)) assert.ok(this.#refs.has(value), `${name}: no answer showed ${value}`);
      else if (typeof value === 'string' && !kFreeArguments.has(key)) this.#mustBeSaid(name, value);
    };
    for (const [key, value] of Object.entries(args)) look(key, value);
  }

  #mustBeSaid(name, text) {
    for (const [ref] of text.matchAll(/\bref_\d+\b/g)) assert.ok(this.#refs.has(ref), `${name}: no answer showed ${ref}`);
    for (const word of wordsOf(text.replaceAll(/\bref_\d+\b/g, ''))) {
      assert.ok(this.#said.has(word) || kToolWords.has(word), `${name}: "${word}" was neither in the task nor in an answer`);
    }
  }
}

// An openchrome with its browser running, which has seen nothing yet.
async function startOpenchrome(t, task, folder) {
  const server = startStdio(t, { parameters: ['--viewport', kViewport, '--file-root', folder] });
  await server.initialize();
  let lastId = 0;
  const ask = async (name, args) => {
    const id = `call-${++lastId}`;
    const { promise, resolve } = Promise.withResolvers();
    const look = () => server.answersTo(id).forEach(resolve);
    server.program.child.stdout.on('data', look);
    server.send(request(id, 'tools/call', { name, arguments: args }));
    try {
      return (await within(promise, kAnswerMs, () => `${name} was not answered`)).result;
    } finally {
      server.program.child.stdout.off('data', look);
    }
  };
  await ask('navigate', { url: 'about:blank' });
  return new Agent(task, ask, /\[(ref_\d+)\]/);
}

// Where npm packages of other servers are kept between runs; never in the repository.
export const kPeerFolder = join(tmpdir(), 'jobs-npm');

export function installPlaywright(folder = kPeerFolder) {
  const place = join(folder, 'node_modules/@playwright/mcp');
  if (!existsSync(place)) {
    mkdirSync(folder, { recursive: true });
    const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '@playwright/mcp@latest'], { env, stdio: 'ignore' });
  }
  return { program: join(place, 'cli.js'), version: JSON.parse(readFileSync(join(place, 'package.json'))).version };
}

async function startPlaywright(t, task, folder) {
  const parameters = [installPlaywright().program, '--headless', '--isolated', '--no-sandbox', '--executable-path', chromiumProgram(),
    '--viewport-size', kViewport, '--output-dir', join(folder, 'output')];
  const peer = new Program(process.execPath, parameters, { cwd: folder });
  const waiting = new Map();
  createInterface({ input: peer.child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  atEnd(t, async () => {
    peer.child.stdin.end();
    await within(peer.exited, kPatienceMs, () => 'Playwright MCP has not ended').catch(() => {});
    await peer.stop();
  });
  let lastId = 0;
  const send = (message) => peer.child.stdin.write(`${JSON.stringify(message)}\n`);
  const query = async (method, params) => {
    const id = ++lastId;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    send(request(id, method, params));
    const { result, error } = await within(answer, kAnswerMs, () => `${method} was not answered`);
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
  await query('initialize', helloParams('2025-06-18'));
  send(notification('notifications/initialized'));
  const ask = (name, args) => query('tools/call', { name, arguments: args });
  await ask('browser_navigate', { url: 'about:blank' });
  return new Agent(task, ask, /\[ref=(\w+)\]/);
}

export const kServers = { openchrome: startOpenchrome, playwright: startPlaywright };

// Does the job with the server: { done, why, cost, calls }. `t` is a test, or anything with after().
export async function doJob(t, job, server, { thinkMs = 0 } = {}) {
  const folder = temporaryFolder(t);
  const app = await (await import(`./apps/${job.app}.mjs`)).start();
  atEnd(t, () => app.close());
  const task = job.task({ url: app.url(), folder });
  job.prepare?.(folder);
  const agent = await kServers[server](t, task, folder);
  agent.thinkMs = thinkMs;
  let why = '';
  try {
    await job[server](agent, { url: app.url(), folder });
  } catch (error) {
    why = error.message;
  }
  const done = job.done(app);
  return { done, why, cost: agent.cost, calls: agent.calls, log: app.log };
}
