// Kills a server with kill -9 at random moments while it stores outputs. Then: every handle that was told can be fetched whole, and
// what was cut off between payload and record is swept once it is old enough.
//   node tests/crash/kill_outputs.mjs [KILLS=60] [SEED]
import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers, seen } from '../chaos/lib.mjs';
import { temporaryFolder } from '../lib/processes.mjs';
import { startStdio } from '../lib/server.mjs';
import { Site } from '../lib/site.mjs';

const kKills = Number(process.argv[2] ?? 60);
const kSeed = Number(process.argv[3] ?? Date.now() % 1e6);
const kLongestMs = 300;
const random = randomNumbers(kSeed);
const endings = [];
const home = temporaryFolder({ after: (ending) => endings.push(ending) });
const site = await Site.start({ '/': `<title>Large</title><p>${'words '.repeat(300_000)}</p>` });
const args = { url: site.url('/'), engine: 'static', max_pages: 1, respect_robots: false, output_mode: 'handle' };

async function start(parameters = []) {
  const server = startStdio({ after: () => {} }, { home, parameters });
  await server.initialize();
  return server;
}
const call = async (server, name, rest) =>
  JSON.parse((await server.ask('tools/call', { name, arguments: rest })).result.content[0].text);
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []); // a sweep removes empty ones
const stored = () =>
  namesIn(join(home, 'output')).flatMap((day) => namesIn(join(home, 'output', day)).map((name) => join(day, name)));
const handleOf = (file) => file.match(/oh_[A-Z2-7]{12}/)[0];

const told = [];
// However slow the machine is, some are stored before their server is killed.
for (let kill = 0; kill < kKills || told.length === 0; ++kill) {
  const server = await start();
  let isKilled = false;
  const work = (async () => {
    for (;;) told.push((await call(server, 'crawl', args)).output_handle);
  })().catch((error) => {
    if (!isKilled) throw error;
  });
  await Promise.race([work, new Promise((next) => setTimeout(next, random() * kLongestMs))]);
  isKilled = true;
  server.program.signal('SIGKILL');
  await server.program.exited;
  await work;
}
const withRecord = new Set(stored().filter((file) => file.endsWith('.meta.json')).map(handleOf));
const cutOff = stored().filter((file) => !withRecord.has(handleOf(file)));
for (const file of cutOff) utimesSync(join(home, 'output', file), 1, 1);
const server = await start(['--output-handle-sweep-interval-seconds', '1']);
const isSwept = () => stored().every((file) => withRecord.has(handleOf(file)));
assert.ok(await seen(isSwept, 10_000), `left: ${stored().filter((file) => !withRecord.has(handleOf(file)))}`);
for (const output_handle of told) {
  const page = await call(server, 'oc_output_fetch', { output_handle, format: 'text', limit: 100 });
  assert.ok(page.total > 1_000_000, JSON.stringify(page).slice(0, 200));
}
await server.stop();
await site.close();
for (const ending of endings) await ending();
console.log(`${kKills} kills, seed ${kSeed}: ${told.length} handles told, all there; ${cutOff.length} files cut off, all swept`);
