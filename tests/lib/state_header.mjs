// The state header as a client sees it: a fixed page, one call for every mode, and what must hold for the answers.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Program, atEnd, kRepository, temporaryFolder } from './processes.mjs';
import { StdioServer } from './server.mjs';
import { Site } from './site.mjs';

export const kGoldenFolder = join(kRepository, 'tests/golden/state-header');

// Sizes are given, so that the fonts of a machine do not matter; the icon is given, so that none is asked for.
const kPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Golden page</title><link rel="icon" href="data:,">
<style>:root { --brand: #c00 } body { margin: 0; font: 16px/20px monospace }
#go { position: absolute; left: 40px; top: 300px; width: 120px; height: 30px; font: 16px/20px monospace; padding: 0; border: 0 }</style></head>
<body><header><a href="/home">Home</a></header><main><h1>Golden page</h1><p>Some <b>bold</b> text with a <a href="/link">link</a>.</p>
<form><label>Name <input id="name" value="Ada" required></label><button id="go" type="button">Go on</button></form>
<table><tr><th>City</th><th>People</th></tr><tr><td>Bern</td><td>134000</td></tr></table>
<p style="display:none">Nobody sees this</p><!-- nor this --></main></body></html>`;

export const kPages = {
  '/golden': kPage,
  '/other': '<!doctype html><title>Another page</title><link rel="icon" href="data:,"><h1>Another page</h1>',
};

// Mode → the call that captures the page in it.
export const kCalls = {
  ax: ['read_page', {}],
  dom: ['read_page', { mode: 'dom' }],
  css: ['read_page', { mode: 'css' }],
  markdown: ['read_page', { mode: 'markdown' }],
  html: ['page_content', {}],
  inspect: ['inspect', { selector: '#go' }],
  validate: ['validate_page', { console_ms: 0 }],
  missing: ['page_content', { selector: '#missing' }],
};
export const kTextModes = ['ax', 'dom', 'css', 'markdown', 'inspect'];

// A server with a site of its own, for scripts and tests alike. `t` needs after().
export class HeaderServer {
  static async start(t, { binary, environment = {}, pages = kPages }) {
    const self = new HeaderServer();
    self.site = await Site.start(pages);
    atEnd(t, () => self.site.close());
    const home = temporaryFolder(t);
    self.program = new Program(binary, ['serve'], { environment: { OPENCHROME_HOME: home, ...environment } });
    self.server = new StdioServer(self.program);
    atEnd(t, () => self.server.stop());
    await self.server.initialize();
    return self;
  }

  async call(name, args = {}) {
    const { result, error } = await this.server.ask('tools/call', { name, arguments: args });
    if (!result) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return result;
  }

  async open(path) {
    const { structuredContent, content } = await this.call('tabs_create', { url: this.site.url(path) });
    if (!structuredContent) throw new Error(content[0].text);
    return structuredContent.tabId;
  }

  // The answer of a mode, in a tab that nobody has used.
  async capture(mode, path = '/golden') {
    const tabId = await this.open(path);
    const [tool, args] = kCalls[mode];
    return {
      tabId,
      ...(await this.call(tool, { tabId, ...args, ...(tool === 'validate_page' && { url: this.site.url(path) }) })),
    };
  }

  // The text of every mode, with what differs from run to run replaced.
  async payloads() {
    const texts = {};
    for (const mode of Object.keys(kCalls)) texts[mode] = this.normal((await this.capture(mode)).content[0].text);
    return texts;
  }

  normal(text) {
    return text.replaceAll(`:${this.site.port}/`, ':PORT/').replace(/"load_ms":\d+/, '"load_ms":N');
  }

  // The names of all methods that were sent to the browser.
  methods() {
    const sent = this.program.log.matchAll(/\bcdp\b.*?> ([A-Z]\w+\.\w+)/g);
    return [...new Set([...sent].map(([, method]) => method))].sort();
  }
}

// { url, title, mode, capturedAt, rest } of a text answer, or null when it does not begin with a header.
export function readHeader(text) {
  const match = text.match(
    /^- Page URL: ([^\n]*)\n- Page Title: ([^\n]*)\n- Page Mode: (ax|dom|css|html|inspect|validate|markdown)\n- Captured At: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n\n/,
  );
  if (!match) return null;
  const [header, url, title, mode, at] = match;
  return { url, title, mode, capturedAt: Date.parse(at), rest: text.slice(header.length) };
}

// The same of a JSON answer, whose first member must be the state; `rest` is the answer without it.
export function readState(text) {
  const match = text.match(/^\{"state":(\{[^{}]*\}),/);
  if (!match) return null;
  return { ...JSON.parse(match[1]), rest: `{${text.slice(match[0].length)}` };
}

export const readEither = (text) => readHeader(text) ?? readState(text);

const goldenFile = (mode) => join(kGoldenFolder, `${mode}.txt`);

export function golden(mode) {
  return existsSync(goldenFile(mode)) ? readFileSync(goldenFile(mode), 'utf8') : null;
}

export function writeGolden(texts) {
  mkdirSync(kGoldenFolder, { recursive: true });
  for (const [mode, text] of Object.entries(texts)) writeFileSync(goldenFile(mode), text);
}
