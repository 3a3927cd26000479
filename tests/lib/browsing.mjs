// A server with a browser behind it and a site before it, as a demanding user of the tools has them. Every answer is held
// against the tool's own output schema.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { requirePackage } from './modules.mjs';
import { atEnd, kPatienceMs, processFacts, within } from './processes.mjs';
import { toolError } from './protocol.mjs';
import { startStdio } from './server.mjs';
import { Site } from './site.mjs';

const { Ajv2020 } = requirePackage('ajv/dist/2020.js');

// What the server promises: a deadline is kept, at most this much late.
export const kLateMs = 250;

export class Browsing {
  async start(t, { flags = [], environment = {}, pages = {}, site, home } = {}) {
    this.site = site ?? (await Site.start(pages));
    if (!site) atEnd(t, () => this.site.close());
    this.server = startStdio(t, { parameters: ['--tools', 'all', ...flags], environment, ...(home && { home }) });
    this.home = this.server.home;
    await this.server.initialize();
    const { result } = await this.server.ask('tools/list');
    this.tools = new Map(result.tools.map((tool) => [tool.name, tool]));
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    this.schemas = new Map();
    for (const { name, outputSchema } of result.tools) {
      if (outputSchema) this.schemas.set(name, ajv.compile(outputSchema));
    }
    return this;
  }

  // The result of a call, good or bad.
  async call(name, args = {}) {
    const answer = await this.server.ask('tools/call', { name, arguments: args });
    assert.ok(answer.result, `${name} ${JSON.stringify(args)}: ${JSON.stringify(answer.error)}`);
    this.#check(name, answer.result);
    return answer.result;
  }

  // The same, of a call that must succeed.
  async good(name, args) {
    const result = await this.call(name, args);
    assert.ok(!result.isError, `${name} ${JSON.stringify(args)}: ${result.content[0]?.text}`);
    return result;
  }

  // The payload as text.
  async text(name, args) {
    return (await this.good(name, args)).content[0].text;
  }

  // The payload as data.
  async data(name, args) {
    return JSON.parse(await this.text(name, args));
  }

  // The error of a call that must fail, with this code.
  async fails(code, name, args) {
    const result = await this.call(name, args);
    assert.equal(result.isError, true, `${name} ${JSON.stringify(args)} succeeded: ${result.content[0]?.text}`);
    const error = toolError(result);
    assert.equal(error.code, code, JSON.stringify(error));
    return error;
  }

  // A new tab at the page; its id.
  async open(path = '/', args = {}) {
    const url = path.includes(':') ? path : this.site.url(path);
    return (await this.data('tabs_create', { url, ...args })).tabId;
  }

  // The value of JavaScript in a tab.
  run(tabId, code, args = {}) {
    return this.data('javascript_tool', { tabId, code, ...args });
  }

  async tabs(workspace = 'default') {
    const { workspaces } = await this.data('tabs_context');
    return workspaces.find(({ name }) => name === workspace)?.tabs ?? [];
  }

  async tab(tabId) {
    const { workspaces } = await this.data('tabs_context');
    return workspaces.flatMap(({ tabs }) => tabs).find((tab) => tab.tabId === tabId);
  }

  async browserPid() {
    return (await this.data('oc_connection_health')).browser.pid;
  }

  #check(name, { content, structuredContent, isError }) {
    if (isError) return;
    const validate = this.schemas.get(name);
    if (structuredContent !== undefined) assert.deepEqual(JSON.parse(content[0].text), structuredContent, name);
    if (!validate) return;
    assert.ok(validate(structuredContent), `${name}: ${JSON.stringify(validate.errors)}`);
  }
}

// For a describe(): one server for all of its tests.
export function sharedBrowsing(options = {}) {
  const browsing = new Browsing();
  const endings = [];
  before(() => browsing.start({ after: (ending) => endings.push(ending) }, options));
  after(async () => {
    for (const ending of endings) await ending();
  });
  return browsing;
}

// A server for one test.
export function startBrowsing(t, options) {
  return new Browsing().start(t, options);
}

// Looks again until it fits; for what other programs do, of which no event tells.
export async function until(look, what) {
  const search = async () => {
    for (;;) {
      const found = await look();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return within(search(), kPatienceMs, () => what);
}

// Processes below one, each with its command line.
export function processesBelow(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = readFileSync(`/proc/${name}/status`, 'utf8').match(/^PPid:\s+(\d+)$/m);
      parents.set(Number(name), Number(parent));
    } catch {
      // it has ended meanwhile
    }
  }
  const isBelow = (one) => one === pid || (parents.has(one) && isBelow(parents.get(one)));
  return [...parents.keys()]
    .filter((one) => one !== pid && isBelow(one))
    .flatMap((one) => {
      try {
        const command = readFileSync(`/proc/${one}/cmdline`, 'utf8').split(/[\0 ]/); // Chrome joins its words with spaces
        return processFacts(one) ? [{ pid: one, command }] : [];
      } catch {
        return [];
      }
    });
}

export function renderersOf(pid) {
  return processesBelow(pid).filter(({ command }) => command.includes('--type=renderer'));
}
