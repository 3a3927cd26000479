// Proves that the server holds the conversations of tests/transcripts, each against a fresh process.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kRepository } from '../lib/processes.mjs';
import { startStdio } from '../lib/server.mjs';
import { playTranscript, readTranscript } from '../lib/transcript.mjs';

const kFolder = join(kRepository, 'tests/transcripts');

for (const name of readdirSync(kFolder)
  .filter((file) => file.endsWith('.mcp'))
  .sort()) {
  const text = readFileSync(join(kFolder, name), 'utf8');
  const [, title] = text.match(/^# (.*)$/m);
  test(`${name}: ${title}`, async (t) => {
    const steps = readTranscript(text);
    assert.ok(
      steps.some((step) => step.pointer !== undefined || step.silence),
      'it expects something',
    );
    const server = startStdio(t);
    await playTranscript(steps, server);
    assert.equal(await server.finish(), 0);
  });
}
