// Executor: runs commands, each at most once, and tells the server how they stand: `pending` after two seconds, `timeout`
// when their time is up, the result at the end. It knows neither tabs nor connections: it is given what acts and what
// tells.
import { CommandError } from './command_error.js';

const kPendingMs = 2_000;
const kLongestTimerMs = 2 ** 31 - 1; // one that is longer ends at once
const kLargestResult = 32 * 1024 * 1024;

const failed = (error) => ({ status: 'error', error: CommandError.from(error).toJSON() });

const lost = () =>
  failed(
    new CommandError('executor_lost', 'the extension was stopped by Chrome while the command ran', { isUnknown: true }),
  );

function stoppedByUser({ hasBegun }) {
  const when = hasBegun ? 'while the command ran' : 'before the command began';
  return failed(new CommandError('stopped_by_user', `the user switched the agent off ${when}`, { isUnknown: hasBegun }));
}

// In bytes, as the server counts what it takes in one message.
function finished(result) {
  const { length } = new TextEncoder().encode(JSON.stringify(result));
  if (length <= kLargestResult) return { status: 'complete', result };
  return failed(new CommandError('result_too_large', 'the result is longer than 32 MiB'));
}

export class Executor {
  #started;
  #perform;
  #tell;
  #onChange;
  #running = new Map(); // id → stop()

  // perform(action, params, signal) → result; tell({correlation_id, status, …}) → whether the server has heard it.
  constructor({ started, perform, tell, onChange = () => {} }) {
    this.#started = started;
    this.#perform = perform;
    this.#tell = tell;
    this.#onChange = onChange;
  }

  // What the server will hear of: what runs, and what has finished without its knowing.
  async unsettled() {
    return [...new Set([...this.#running.keys(), ...(await this.#started.finished())])];
  }

  get running() {
    return new Set(this.#running.keys());
  }

  async accept({ correlation_id: id, params }) {
    if (this.#running.has(id)) {
      void this.#tell({ correlation_id: id, status: 'pending' }); // a server that asks again does not know
      return;
    }
    let isStopped = false;
    this.#running.set(id, () => (isStopped = true));
    let isNew;
    try {
      isNew = await this.#started.begin(id);
    } catch (error) {
      this.#running.delete(id);
      await this.#tell({ correlation_id: id, ...failed(new CommandError('storage_failed', error.message)) });
      return;
    }
    if (!isNew) {
      this.#running.delete(id);
      const known = await this.#started.find(id);
      await this.#conclude(id, known?.outcome ?? lost());
      return;
    }
    if (isStopped) await this.#end(id, stoppedByUser({ hasBegun: false }));
    else await this.#run(id, params);
  }

  // What the server has not heard: what finished while it was away, and what ended with another worker.
  async tellUntold() {
    for (const [id, outcome] of await this.#started.untold(this.running)) await this.#conclude(id, outcome ?? lost());
  }

  stopAll() {
    for (const stop of [...this.#running.values()]) stop();
  }

  async #run(id, params) {
    const { action, timeout_ms: limit } = params;
    const began = Date.now();
    const abort = new AbortController();
    this.#onChange({ id, action, state: 'running', at: began });
    void this.#tell({ correlation_id: id, status: 'started' });
    const pending = setTimeout(
      () => void this.#tell({ correlation_id: id, status: 'pending', elapsed_ms: Date.now() - began }),
      kPendingMs,
    );
    let timer;
    const outcome = await new Promise((resolve) => {
      const end = (outcome) => {
        abort.abort(); // at once: it must not take one more step
        resolve(outcome);
      };
      this.#running.set(id, () => end(stoppedByUser({ hasBegun: true })));
      timer = setTimeout(
        () => end({ status: 'timeout', error: `${action} did not finish within ${limit} ms` }),
        Math.min(limit, kLongestTimerMs),
      );
      this.#perform(action, params, abort.signal).then(
        (result) => end(finished(result ?? null)),
        (error) => end(failed(error)),
      );
    });
    clearTimeout(pending);
    clearTimeout(timer);
    const ending = this.#end(id, outcome);
    this.#onChange({ id, action, state: outcome.status, at: began, took: Date.now() - began });
    await ending;
  }

  // Written and told at the same time: whichever a sudden end leaves behind, the server gets to know.
  async #end(id, outcome) {
    const kept = this.#started.finish(id, outcome).catch(() => {}); // then it is told now or never
    const told = this.#tell({ correlation_id: id, ...outcome });
    this.#running.delete(id);
    await kept;
    if (await told) await this.#started.settle(id);
  }

  async #conclude(id, outcome) {
    const isHeard = await this.#tell({ correlation_id: id, ...outcome });
    if (isHeard) await this.#started.settle(id);
  }
}
