// Starts programs for tests, keeps what they write, ends them by pid and proves that they ended.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const kRepository = fileURLToPath(new URL('../../', import.meta.url));
export const kServer = process.env.OPENCHROME_BIN ?? join(kRepository, 'build/release/openchrome');
export const kFixtureServer =
  process.env.OPENCHROME_CONFORMANCE_BIN ?? join(kRepository, 'build/release/openchrome-conformance');

// How long a test waits for an event before it calls it missing. Not a measure of speed: machines are slow at times.
export const kPatienceMs = 20_000;
// What the server promises: it ends within this time of the reason to end.
export const kExitMs = 2_000;

// For `{ skip: … }`: false, or why tests that need slow and talkative tools cannot run.
export const withoutFixtures = existsSync(kFixtureServer) ? false : 'openchrome-conformance is not built';

const endings = new WeakMap();

// Runs the action at the end of the test; the last one given runs first. A failure of one does not keep the others.
export function atEnd(t, action) {
  if (!endings.has(t)) {
    endings.set(t, []);
    t.after(async () => {
      const failures = [];
      for (const ending of endings.get(t).reverse()) {
        try {
          await ending();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    });
  }
  endings.get(t).push(action);
}

// A folder that the test has for itself.
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'openchrome-test-'));
  atEnd(t, () => removeFolder(folder));
  return folder;
}

// A browser whose server was killed may still be writing its last files: what it adds is looked for again.
async function removeFolder(folder) {
  for (let tries = 1; ; ++tries) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

// The environment of a program: nothing of ours leaks into it from the one who runs the tests.
export function cleanEnvironment(extra = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('OPENCHROME_'));
  return { ...Object.fromEntries(inherited), ...extra };
}

export function within(promise, milliseconds, what) {
  const { promise: limit, reject } = Promise.withResolvers();
  const timer = setTimeout(() => reject(new Error(`${what()} (waited ${milliseconds} ms)`)), milliseconds);
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

// Facts of /proc; null when the process is gone. A zombie is gone: it only waits for its parent to look.
export function processFacts(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (/^State:\s+[ZX]/m.test(status)) return null;
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return { residentBytes: pages * 4096, threads: readdirSync(`/proc/${pid}/task`).length };
  } catch {
    return null;
  }
}

// Processes that we started, directly, and that still run.
export function ownChildren() {
  const isOurs = (pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return status.includes(`\nPPid:\t${process.pid}\n`) && !/^State:\s+[ZX]/m.test(status);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name));
}

export class Program {
  constructor(command, parameters, { environment = {}, stdio = ['pipe', 'pipe', 'pipe'], cwd } = {}) {
    this.child = spawn(command, parameters, { env: cleanEnvironment(environment), stdio, cwd });
    this.log = '';
    this.exited = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code, signal) => {
        this.ending = { code, signal, at: performance.now() };
        resolve(this.ending);
      });
    });
    this.exited.catch(() => {});
    this.child.stdin?.on('error', () => {}); // a program that ended does not read
    this.child.stderr?.setEncoding('utf8').on('data', (text) => (this.log += text));
  }

  get pid() {
    return this.child.pid;
  }

  // The first match of the pattern in what the program logs.
  async logged(pattern) {
    const search = async () => {
      while (!pattern.test(this.log)) {
        const ended = await Promise.race([once(this.child.stderr, 'data').then(() => false), this.exited]);
        if (ended && !pattern.test(this.log)) throw new Error(`ended with ${JSON.stringify(ended)}:\n${this.log}`);
      }
      return this.log.match(pattern);
    };
    return within(search(), kPatienceMs, () => `nothing like ${pattern} was logged:\n${this.log}`);
  }

  // The code it ended with.
  async exitCode(milliseconds = kPatienceMs) {
    const { code, signal } = await within(this.exited, milliseconds, () => `it has not ended:\n${this.log}`);
    return code ?? signal;
  }

  signal(name) {
    process.kill(this.pid, name);
  }

  // Ends the program if it still runs. It must go by itself when told.
  async stop() {
    if (!this.pid) return;
    if (!this.ending) this.signal('SIGTERM');
    try {
      await this.exitCode();
    } catch (error) {
      this.signal('SIGKILL');
      await this.exited;
      throw error;
    }
    assert.equal(processFacts(this.pid), null, 'the process is gone');
  }
}

// Runs a program to its end: { code, stdout, stderr }.
export async function runProgram(command, parameters, { environment, input = '', cwd, patience = kPatienceMs } = {}) {
  const program = new Program(command, parameters, { environment, cwd });
  let stdout = '';
  program.child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  program.child.stdin.end(input);
  try {
    await within(once(program.child, 'close'), patience, () => `${command} ${parameters.join(' ')} has not ended`);
  } finally {
    await program.stop();
  }
  return { code: program.ending.code ?? program.ending.signal, stdout, stderr: program.log };
}
