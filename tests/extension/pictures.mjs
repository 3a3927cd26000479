// Takes the pictures of docs/extension.md from a real browser.
//   node tests/extension/pictures.mjs [FOLDER]            default: docs/images
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd, kRepository } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import { UserChrome, kExtensionId, startServer, until } from './lib.mjs';

const kFolder = process.argv[2] ?? join(kRepository, 'docs/images');

async function take(page, name, { width = 340, scheme = 'light' } = {}) {
  await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  await page.send('Emulation.setDeviceMetricsOverride', { width, height: 300, deviceScaleFactor: 2, mobile: false });
  const height = await page.evaluate(`Math.ceil(document.querySelector('main').getBoundingClientRect().bottom) + 14`);
  await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: false });
  await page.send('Page.bringToFront');
  const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
  writeFileSync(join(kFolder, `${name}.png`), Buffer.from(data, 'base64'));
}

test('pictures', async (t) => {
  const site = await Site.start({ '/': '<title>Order 1207 – Hazel &amp; Sons</title><button>Approve</button>' });
  atEnd(t, () => site.close());
  const place = await startServer(t);
  const chrome = await UserChrome.start(t);
  const page = await chrome.page(site.url('/'));
  const fresh = await chrome.popup();
  await until(() => fresh.evaluate(`document.getElementById('state').textContent !== ''`), 'the popup is there');
  await take(fresh, 'extension-not-paired');
  const popup = await chrome.pair(place.code);
  await take(popup, 'extension-paired');
  await chrome.share(page, popup);
  for (const [action, more] of [['get_text', {}], ['execute_js', { script: 'document.title' }], ['click', { query: 'approve' }], ['click', { query: 'refuse' }]])
    await place.caller.run(action, more);
  const running = await place.caller.submit('execute_js', { script: 'await new Promise(() => {})' });
  await until(() => popup.evaluate(`/working/.test(document.getElementById('state').textContent) && document.querySelectorAll('li').length === 5`), 'it works');
  await take(popup, 'extension-working', { scheme: 'dark' });
  await popup.evaluate(`document.getElementById('act').click()`);
  await place.caller.end(running.correlation_id);
  await until(() => popup.evaluate(`/switched off/.test(document.getElementById('state').textContent)`), 'it is off');
  await take(popup, 'extension-off');
  const options = await chrome.page(`chrome-extension://${kExtensionId}/options.html`);
  await until(() => options.evaluate(`document.getElementById('state').textContent !== ''`), 'the options are there');
  await take(options, 'extension-options', { width: 680 });
});
