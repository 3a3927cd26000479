// The user's own Chrome with the real extension in it, and a server that it is paired with.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chromium } from '../lib/chromium.mjs';
import { atEnd, kRepository, kServer, temporaryFolder } from '../lib/processes.mjs';
import { startStdio } from '../lib/server.mjs';

export const kExtensionId = 'kllkgnobgjpacceipcminpjfbkkibhbe';

// Asks again until it holds; for what another program does in its own time.
export async function until(holds, what, milliseconds = 20_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} (waited ${milliseconds} ms)`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export class Caller {
  constructor(server) {
    this.server = server;
  }

  async call(name, args = {}) {
    const { result } = await this.server.ask('tools/call', { name, arguments: args });
    const data = JSON.parse(result.content[0].text);
    return result.isError ? { isError: true, ...data.error } : data;
  }

  submit(action, args = {}) {
    return this.call('interact', { action, via: 'extension', ...args });
  }

  result(correlation_id, wait_ms = 0) {
    return this.call('observe', { what: 'command_result', correlation_id, wait_ms });
  }

  // The end of a command, however long that takes.
  async end(correlation_id) {
    for (;;) {
      const status = await this.result(correlation_id, 10_000); // well within the time in which `ask` wants an answer
      if (status.status !== 'pending') return status;
    }
  }

  async run(action, args) {
    const { correlation_id } = await this.submit(action, args);
    return this.end(correlation_id);
  }
}

// A server over stdio with the doors for extensions open beside it.
export async function startServer(t, { home = temporaryFolder(t), port = 0, parameters = [] } = {}) {
  const server = startStdio(t, { home, parameters: ['--transport', 'both', '--http', String(port), ...parameters] });
  await server.initialize();
  const place = await until(() => {
    try {
      const told = JSON.parse(readFileSync(join(home, 'bridge/server.json'), 'utf8'));
      return told.pid === server.pid && told;
    } catch {
      return null; // not yet
    }
  }, 'the server says where it is');
  const token = readFileSync(join(home, 'extension-token'), 'utf8').trim();
  return { server, caller: new Caller(server), home, port: place.port, token, code: `${place.port}:${token}` };
}

export class UserChrome {
  static async start(t, options = {}) {
    const chrome = new UserChrome();
    chrome.browser = await Chromium.start(['--enable-unsafe-extension-debugging', '--disable-features=ExtensionManifestV2Unsupported']);
    atEnd(t, () => chrome.browser.close());
    const { id } = await chrome.browser.send('Extensions.loadUnpacked', { path: options.folder ?? join(kRepository, 'extension') });
    if (id !== kExtensionId) throw new Error(`the extension has the id ${id}`);
    return chrome;
  }

  page(url) {
    return this.browser.newPage(url);
  }

  async targets(type) {
    const { targetInfos } = await this.browser.send('Target.getTargets');
    return targetInfos.filter((info) => info.type === type);
  }

  async worker() {
    return (await this.targets('service_worker')).find(({ url }) => url.includes(kExtensionId)) ?? null;
  }

  // As Chrome does it, only sooner. Nothing of the worker runs on.
  async killWorker() {
    const worker = await this.worker();
    if (!worker) return;
    await this.browser.send('Target.closeTarget', { targetId: worker.targetId });
    // Another one may begin at once: an open popup asks for it.
    await until(async () => (await this.worker())?.targetId !== worker.targetId, 'the worker has ended');
  }

  // Opens a page of the extension, in a tab of its own.
  popup(more = '') {
    return this.page(`chrome-extension://${kExtensionId}/popup.html${more}`);
  }

  async tabIdOf(page, popup) {
    const { targetInfo } = await page.send('Target.getTargetInfo');
    return popup.evaluate(
      `chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url === ${JSON.stringify(targetInfo.url)})?.id)`,
    );
  }

  // As a person does it: the code into the popup, then the button on the tab.
  async pair(code) {
    const popup = await this.popup();
    await popup.evaluate(`document.getElementById('code').value = ${JSON.stringify(code)}; document.querySelector('#pair button').click()`);
    await until(
      () => popup.evaluate(`document.getElementById('state').textContent === 'Paired and connected'`),
      'the popup says that it is connected',
    );
    return popup;
  }

  // In the options, where a person does it.
  async allowDebugger() {
    const options = await this.page(`chrome-extension://${kExtensionId}/options.html`);
    const isOn = () => options.evaluate(`document.getElementById('debug').getAttribute('aria-checked')`);
    await until(async () => (await isOn()) === 'false', 'the options are there');
    await options.evaluate(`document.getElementById('debug').click()`);
    await until(async () => (await isOn()) === 'true', 'the debugger is allowed');
    await options.close();
  }

  async share(page, popup) {
    const tabId = await this.tabIdOf(page, popup);
    const own = await this.popup(`?tabId=${tabId}`);
    await until(() => own.evaluate(`!document.getElementById('paired').hidden`), 'the popup has its state');
    await own.evaluate(`document.getElementById('share').click()`);
    await until(() => own.evaluate(`!document.getElementById('sharing').hidden`), 'the tab is shared');
    await own.close();
    return tabId;
  }
}

export function runOpenchrome(home, ...parameters) {
  const env = { ...process.env, OPENCHROME_HOME: home };
  return spawnSync(kServer, parameters, { env, encoding: 'utf8' });
}

// A server, a browser, a page of the site that is shared.
export async function startPaired(t, site, { path = '/', ...options } = {}) {
  const place = await startServer(t, options);
  const chrome = await UserChrome.start(t, options);
  const page = await chrome.page(site.url(path));
  const popup = await chrome.pair(place.code);
  if (options.mayDebug) await chrome.allowDebugger();
  const tabId = await chrome.share(page, popup);
  return { ...place, chrome, page, popup, tabId };
}
