// How quiet the extension is when there is nothing to do: leaves it alone for some minutes, puts its worker to sleep twice
// on the way, counts the connections it makes, and proves that it works at the end.
//   node tests/extension/idle.mjs [MINUTES]
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { atEnd } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import { UserChrome, startServer, until } from './lib.mjs';

const kMinutes = Number(process.argv[2] ?? 10);
const kMostPerMinute = 3;

// Stands between the extension and the server, and counts; it names the server by its own port, as it wants to be named.
async function startCounter(t, port) {
  const opened = []; // when
  const server = createServer((client) => {
    opened.push(Date.now());
    const upstream = connect(port, '127.0.0.1');
    let isFirst = true;
    client.on('data', (bytes) => {
      const text = isFirst ? Buffer.from(bytes.toString('latin1').replace(/^Host: .*$/im, `Host: 127.0.0.1:${port}`), 'latin1') : bytes;
      isFirst = false;
      upstream.write(text);
    });
    upstream.on('data', (bytes) => client.write(bytes));
    for (const [one, other] of [[client, upstream], [upstream, client]]) {
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(t, () => server.close());
  return { port: server.address().port, opened };
}

test(`${kMinutes} minutes of idleness`, { timeout: (kMinutes + 3) * 60_000 }, async (t) => {
  const site = await Site.start({ '/': '<title>Page</title>' });
  atEnd(t, () => site.close());
  const place = await startServer(t);
  const counter = await startCounter(t, place.port);
  const chrome = await UserChrome.start(t);
  const page = await chrome.page(site.url('/'));
  const popup = await chrome.pair(`${counter.port}:${place.token}`);
  await chrome.share(page, popup);
  await popup.close();
  const began = Date.now();
  const isConnected = async () => (await place.caller.call('oc_connection_health')).extension.connected;
  for (let minute = 1; minute <= kMinutes; ++minute) {
    await until(() => Date.now() >= began + minute * 60_000, 'a minute has passed', 61_000);
    const made = counter.opened.filter((at) => at >= Date.now() - 60_000).length;
    t.diagnostic(`minute ${minute}: ${made} connections, ${(await isConnected()) ? 'connected' : 'not connected'}`);
    assert.ok(made <= kMostPerMinute);
    if (minute === 2 || minute === 5) await chrome.killWorker();
  }
  assert.ok(await isConnected());
  assert.equal((await place.caller.run('execute_js', { script: '6 * 7' })).result, 42);
});
