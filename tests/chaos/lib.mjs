// What the endurance tests share: how long they are, processes and their ends, numbers and how they are told.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { processesBelow } from '../lib/browsing.mjs';
import { atEnd, kPatienceMs, temporaryFolder } from '../lib/processes.mjs';
import { toolError } from '../lib/protocol.mjs';
import { startStdio } from '../lib/server.mjs';

export const kLong = Boolean(process.env.OC_LONG) && process.env.OC_LONG !== '0';

// How often: a few times for every change, many times when asked with OC_LONG=1.
export function times(short, long) {
  return kLong ? long : short;
}

// For test(): a test that hangs is ended, and what it started with it.
export const kLimit = { timeout: times(120_000, 7_200_000) };

// --- processes ---

// A process is its pid and when it started: pids come again. Null when it is gone; a zombie is.
export function identify(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return { pid: Number(pid), started: fields[19], cpuTicks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

export function isAlive({ pid, started }) {
  return identify(pid)?.started === started;
}

export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

// Processes that work with a profile below the folder.
export function processesOfHome(home) {
  const isOfHome = (word) => word.includes(`${home}/profiles/`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).some(isOfHome))
    .map(identify)
    .filter(Boolean);
}

// A browser with all its helpers, some of which do not name the profile.
export function familyOf(pid) {
  return [pid, ...processesBelow(pid).map((below) => below.pid)].map(identify).filter(Boolean);
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// Looks every few milliseconds, for what no event tells of; gives what was seen, or undefined when time is up.
export async function seen(look, limitMs = kPatienceMs, everyMs = 3) {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() >= end) return undefined;
    await pause(everyMs);
  }
}

// How long it takes until the family and everything else of the home is gone; fails after the limit.
export async function untilGone(home, family, limitMs) {
  const start = performance.now();
  const left = () => {
    const others = processesOfHome(home).filter(({ pid }) => !family.some((one) => one.pid === pid));
    return [...family.filter(isAlive), ...others];
  };
  const gone = await seen(() => left().length === 0, limitMs);
  const who = left().map(({ pid }) => `${pid} ${commandOf(pid).join(' ').slice(0, 200)}`);
  assert.ok(gone, `still there after ${limitMs} ms:\n${who.join('\n')}`);
  return performance.now() - start;
}

export function killIfAlive(process_, signal = 'SIGKILL') {
  if (!isAlive(process_)) return;
  try {
    process.kill(process_.pid, signal);
  } catch {
    // it has ended just now
  }
}

// Stops a process. The signal takes a moment.
export async function stop({ pid }) {
  process.kill(pid, 'SIGSTOP');
  const isStopped = () => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  assert.ok(await seen(isStopped), `${pid} stops`);
}

// A home whose processes are all ended at the end of the test, whatever happens in it.
export function guardedHome(t) {
  const home = temporaryFolder(t);
  atEnd(t, () =>
    seen(() => {
      const left = processesOfHome(home);
      for (const one of left.flatMap(({ pid }) => familyOf(pid))) killIfAlive(one);
      return left.length === 0;
    }),
  );
  return home;
}

function rendererPids(browserPid) {
  return processesBelow(browserPid)
    .filter(({ command }) => command.some((word) => word.includes('--type=renderer')))
    .map(({ pid }) => pid);
}

export function residentBytes(pid) {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
}

export function descriptors(pid) {
  return readdirSync(`/proc/${pid}/fd`).length;
}

// --- servers ---

// A server and what is asked of it. What it wrote is not kept: these tests are long.
export class Caller {
  static async start(t, options) {
    const caller = new Caller();
    caller.server = startStdio(t, options);
    await caller.server.initialize();
    return caller;
  }

  get pid() {
    return this.server.pid;
  }

  // { result, text, error, took } of a call, good or bad.
  async call(name, args = {}) {
    const start = performance.now();
    const answer = await this.server.ask('tools/call', { name, arguments: args }).catch((error) => {
      throw new Error(`${name} ${JSON.stringify(args)}: ${error.message}`);
    });
    const took = performance.now() - start;
    this.server.lines.length = 0;
    this.server.messages.length = 0;
    assert.ok(answer.result, `${name} ${JSON.stringify(args)}: ${JSON.stringify(answer.error)}`);
    const { result } = answer;
    const error = result.isError ? toolError(result) : null;
    return { result, text: result.content[0]?.text, error, took };
  }

  async good(name, args) {
    const answer = await this.call(name, args);
    assert.equal(answer.error, null, `${name} ${JSON.stringify(args)}: ${answer.text}`);
    return answer;
  }

  async data(name, args) {
    return JSON.parse((await this.good(name, args)).text);
  }

  async browserPid() {
    return (await this.data('oc_connection_health')).browser.pid;
  }

  // The renderer that works when the tab does, twice in a row: others are busy at times, as when they start.
  async rendererOf(tabId) {
    const browser = await this.browserPid();
    const code = 'for (let end = performance.now() + 150; performance.now() < end; ); 0';
    let last;
    const busiest = async () => {
      const before = rendererPids(browser).map(identify).filter(Boolean);
      await this.good('javascript_tool', { tabId, code });
      const [first, second] = before
        .map((old) => ({ ...old, used: (identify(old.pid)?.cpuTicks ?? 0) - old.cpuTicks }))
        .sort((a, b) => b.used - a.used);
      const winner = first.used >= 5 && first.used > 3 * (second?.used ?? 0) ? first : undefined;
      const isSure = winner && winner.pid === last?.pid;
      last = winner;
      return isSure && winner;
    };
    const found = await seen(busiest);
    assert.ok(found, 'one renderer works for the tab');
    return found;
  }

  kill() {
    this.server.program.signal('SIGKILL');
    return this.server.program.exited;
  }
}

// What an answer says of the browser beside its payload.
export function noticesOf({ result }) {
  return (result._meta?.['openchrome/notices'] ?? []).join('; ');
}

// --- numbers ---

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

// "median 12 ms, max 30 ms of 5"
export function spread(numbers, unit = 'ms') {
  const [middle, most] = [median(numbers), Math.max(...numbers)].map(Math.round);
  return `median ${middle} ${unit}, max ${most} ${unit} of ${numbers.length}`;
}

export function megabytes(bytes) {
  return Math.round((bytes / 1024 / 1024) * 10) / 10;
}

// As many points of a long series, each the median of its part.
export function curve(series, points = 10) {
  const parts = Array.from({ length: points }, (_, i) =>
    series.slice(Math.floor((i * series.length) / points), Math.floor(((i + 1) * series.length) / points)),
  );
  return parts.filter((part) => part.length > 0).map(median);
}

// Numbers that come again with the same seed.
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
