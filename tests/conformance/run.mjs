// Runs the official MCP conformance suite against openchrome-conformance, once for each requirement set.
//   node run.mjs --server build/release/openchrome-conformance --modules NODE_MODULES [--suite all] [--output DIR]
// Exits with 1 when a scored scenario fails, or passes with a check that proves nothing and is not in kUnproven.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const kRevisions = ['2025-11-25', '2026-07-28'];
const kStartLimitMs = 10_000;
const kEndLimitMs = 5_000;

const kNoStreamForLists = 'a list is answered as plain JSON; streams are optional';
// Checks of scored scenarios that do not succeed and need not: '<revision> <scenario> <check>' → why.
const kUnproven = new Map([
  ['2025-11-25 server-sse-multiple-streams server-sse-streams-functional', kNoStreamForLists],
  ['2026-07-28 server-sse-multiple-streams server-sse-streams-functional', kNoStreamForLists],
]);

const { values: options } = parseArgs({
  options: {
    server: { type: 'string' },
    modules: { type: 'string' },
    suite: { type: 'string' },
    output: { type: 'string' },
  },
});
if (!options.server || !options.modules) {
  console.error('usage: node run.mjs --server PATH --modules NODE_MODULES [--suite all] [--output DIR]');
  process.exit(2);
}
const suite = join(options.modules, '@modelcontextprotocol', 'conformance');
const output = options.output ?? mkdtempSync(join(tmpdir(), 'openchrome-conformance-run-'));
mkdirSync(output, { recursive: true });

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function startServer() {
  const port = await freePort();
  const child = spawn(options.server, ['--http', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = { child, origin: `http://127.0.0.1:${port}`, log: '', printed: '', ended: null };
  child.stdout.on('data', (bytes) => (server.printed += bytes));
  child.stderr.on('data', (bytes) => (server.log += bytes));
  server.end = new Promise((resolve) => {
    child.on('error', (error) => resolve((server.ended = String(error))));
    child.on('exit', (code, signal) => resolve((server.ended = code ?? signal)));
  });
  await waitForHealth(server);
  return server;
}

// Asks again when the server has said something, or after a moment.
async function waitForHealth(server) {
  const limit = AbortSignal.timeout(kStartLimitMs);
  while (server.ended === null && !limit.aborted) {
    try {
      const answer = await fetch(`${server.origin}/health`, { signal: limit });
      if (answer.ok) return;
    } catch {
      const soon = AbortSignal.any([limit, AbortSignal.timeout(20)]);
      await Promise.race([once(server.child.stderr, 'data', { signal: soon }).catch(() => {}), server.end]);
    }
  }
  server.child.kill('SIGTERM');
  throw new Error(`the server did not become healthy (${server.ended ?? 'too slow'}):\n${server.log}`);
}

// What is wrong with how the server ended, or nothing.
async function stopServer(server) {
  if (server.ended === null) server.child.kill('SIGTERM');
  const force = setTimeout(() => server.child.kill('SIGKILL'), kEndLimitMs);
  await server.end;
  clearTimeout(force);
  if (server.ended !== 0) return `the server ended with ${server.ended}:\n${server.log}`;
  if (server.printed !== '') return `the server wrote to stdout: ${server.printed}`;
  return null;
}

async function runSuite(server, folder, selection) {
  rmSync(folder, { recursive: true, force: true });
  const program = join(suite, 'dist', 'index.js');
  const target = ['server', '--url', `${server.origin}/mcp`];
  const child = spawn(process.execPath, [program, ...target, ...selection, '-o', folder]);
  const transcript = createWriteStream(`${folder}.log`);
  child.stdout.pipe(transcript, { end: false });
  child.stderr.pipe(transcript, { end: false });
  const [code] = await once(child, 'close');
  transcript.end();
  return code;
}

// Scenario → its checks, from the folders `server-<scenario>-<time>` of one run.
function readChecks(folder) {
  const found = new Map();
  for (const name of readdirSync(folder)) {
    const scenario = name.match(/^server-(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/)?.[1];
    if (!scenario) continue;
    try {
      found.set(scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')));
    } catch (error) {
      found.set(scenario, [{ id: 'checks.json', status: 'FAILURE', errorMessage: String(error) }]);
    }
  }
  return found;
}

// The list under `server:` in the suite's own requirement set.
function scoredScenarios(revision) {
  const text = readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8');
  const section = text.split(/^server:\s*$/m)[1].split(/^\S/m)[0];
  return [...section.matchAll(/^\s+-\s+(\S+)/gm)].map((match) => match[1]);
}

// A success that was earned by an error: the suite takes any text for an answer.
function hollow(scenario, check) {
  const details = JSON.stringify(check.details ?? {});
  if (check.details?.untestable) return 'the suite could not test it';
  if (/"message":"Unknown (tool|prompt)/.test(details)) return 'the fixture is missing';
  if (scenario !== 'tools-call-error' && details.includes('"isError":true')) return 'the tool failed';
  return null;
}

// The suite adds a check of every message against the schema; alone it says nothing about the scenario.
function provesSomething(checks) {
  return checks.some((check) => check.status === 'SUCCESS' && check.id !== 'wire-schema-valid');
}

// Problems of a scenario, one line each; empty when it is proven or excused.
function problemsOf(revision, scenario, checks, used) {
  const problems = [];
  for (const check of checks) {
    const key = `${revision} ${scenario} ${check.id}`;
    const said = check.errorMessage ?? check.details?.note ?? check.details?.message ?? '';
    const reason = check.status === 'SUCCESS' ? hollow(scenario, check) : said;
    if (check.status === 'SUCCESS' && reason === null) continue;
    if (check.status !== 'FAILURE' && kUnproven.has(key)) {
      used.add(key);
    } else {
      problems.push(`${check.status === 'SUCCESS' ? 'VACUOUS' : check.status} ${check.id}: ${reason}`);
    }
  }
  if (checks.length === 0) return ['VACUOUS: it did not run'];
  if (problems.length === 0 && !provesSomething(checks)) return ['VACUOUS: no check of its own succeeded'];
  return problems;
}

function count(checks, status) {
  return checks.filter((check) => check.status === status).length;
}

function printScenario(label, verdict, checks, problems) {
  const notes = ['FAILURE', 'WARNING', 'SKIPPED', 'INFO'].filter((status) => count(checks, status) > 0);
  const others = notes.map((status) => `, ${count(checks, status)} ${status.toLowerCase()}`).join('');
  console.log(`${verdict} ${label} ${count(checks, 'SUCCESS')} checks${others}`);
  for (const problem of problems) console.log(`       ${problem}`);
}

function plainVerdict(checks) {
  if (count(checks, 'FAILURE') > 0) return 'FAIL';
  return provesSomething(checks) ? 'PASS' : 'SKIP';
}

const totals = { passed: 0, failed: 0 };
const used = new Set();

function judge(revision, found) {
  const scored = scoredScenarios(revision);
  if (scored.length === 0) fail(`${revision}: the requirement set lists no server scenario`);
  for (const scenario of scored) {
    const checks = found.get(scenario) ?? [];
    const problems = problemsOf(revision, scenario, checks, used);
    totals[problems.length > 0 ? 'failed' : 'passed'] += 1;
    printScenario(`${revision} ${scenario}`, problems.length > 0 ? 'FAIL' : 'PASS', checks, problems);
  }
  for (const [scenario, checks] of found) {
    if (scored.includes(scenario)) continue;
    printScenario(`${revision} ${scenario} (not scored)`, plainVerdict(checks), checks, []);
  }
}

function fail(problem) {
  totals.failed += 1;
  console.log(`FAIL ${problem}`);
}

async function runAll(server) {
  for (const revision of kRevisions) {
    const folder = join(output, revision);
    const code = await runSuite(server, folder, ['--requirements', revision]);
    const before = totals.failed;
    judge(revision, readChecks(folder));
    if (code !== 0 && totals.failed === before) fail(`${revision}: the suite ended with ${code} (see ${folder}.log)`);
  }
  for (const [key, reason] of kUnproven) {
    if (used.has(key)) console.log(`unproven: ${key} (${reason})`);
    else fail(`kUnproven names a check that is proven now: ${key}`);
  }
  if (!options.suite) return;
  const folder = join(output, `suite-${options.suite}`);
  await runSuite(server, folder, ['--suite', options.suite]);
  for (const [scenario, checks] of readChecks(folder)) {
    printScenario(`suite ${options.suite} ${scenario} (not scored)`, plainVerdict(checks), checks, []);
  }
}

try {
  const server = await startServer();
  try {
    await runAll(server);
  } finally {
    const problem = await stopServer(server);
    if (problem) fail(problem);
  }
} catch (error) {
  fail(String(error));
}
if (totals.failed > 0 || options.output) console.log(`results: ${output}`);
else rmSync(output, { recursive: true });
console.log(`conformance: ${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
