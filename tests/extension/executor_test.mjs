// How commands are run, without a browser: what is written, told and kept is played here, so that the moments can be chosen.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { CommandError } from '../../extension/command_error.js';
import { Executor } from '../../extension/executor.js';

const kId = 'corr-1';
const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the executor', () => {
  let told;
  let performed;
  let written; // resolves when the beginning is
  let kept;
  let perform;
  let executor;
  beforeEach(() => {
    [told, performed, kept, written] = [[], [], [], Promise.resolve()];
    perform = async () => 'done';
    executor = new Executor({
      started: {
        begin: () => written.then(() => true),
        finish: async (id, outcome) => void kept.push(outcome),
        settle: async () => {},
      },
      perform: (action, params, signal) => {
        performed.push(signal);
        return perform(signal);
      },
      tell: async (message) => told.push(message) > 0,
    });
  });

  const run = async (params = {}) => {
    await executor.accept({ correlation_id: kId, params: { action: 'click', timeout_ms: 1000, ...params } });
    return told.at(-1);
  };

  test('a stop while the beginning is written: it does not begin', async () => {
    let write;
    written = new Promise((resolve) => (write = resolve));
    const ended = run();
    executor.stopAll();
    write();
    const { status, error } = await ended;
    assert.deepEqual([status, error.code, error.outcome_unknown], ['error', 'stopped_by_user', undefined]);
    assert.match(error.hint, /did not begin/);
    assert.equal(performed.length, 0);
    assert.equal(kept.length, 1, 'nor will it when it is offered again');
    assert.equal(executor.running.size, 0);
  });

  test('a stop while it runs reaches it before it goes on', async () => {
    perform = () => new Promise(() => {});
    const ended = run();
    await soon();
    executor.stopAll();
    assert.ok(performed[0].aborted, 'at once');
    const { error } = await ended;
    assert.deepEqual([error.code, error.outcome_unknown], ['stopped_by_user', true]);
    assert.match(error.hint, /Look at the page/);
  });

  test('a result is as long as its bytes', async () => {
    const kMiB = 1024 * 1024;
    perform = async () => 'x'.repeat(12 * kMiB);
    assert.equal((await run()).status, 'complete');
    perform = async () => '語'.repeat(12 * kMiB);
    assert.equal((await run()).error.code, 'result_too_large');
  });

  test('a limit longer than any timer does not end it at once', async () => {
    perform = () => soon().then(() => 'done');
    assert.equal((await run({ timeout_ms: 2 ** 31 })).status, 'complete');
  });

  test('an error says what to do next, and to look first where something may have been done', async () => {
    for (const code of ['script_error', 'element_covered', 'ambiguous_target', 'debugger_failed', 'stopped', 'page_changed']) {
      perform = async () => {
        throw new CommandError(code, 'so it is');
      };
      const { hint, ...error } = (await run()).error;
      assert.deepEqual(error, { code, message: 'so it is' });
      assert.ok(hint.length > 10, code);
      perform = async () => {
        throw new CommandError(code, 'so it is', { isUnknown: true });
      };
      const unknown = (await run()).error;
      assert.equal(unknown.outcome_unknown, true);
      assert.match(unknown.hint, /Look at the page/);
    }
    perform = async () => {
      throw new TypeError('out of nowhere');
    };
    const { code, message } = (await run()).error;
    assert.deepEqual([code, message], ['script_error', 'out of nowhere']);
  });
});
