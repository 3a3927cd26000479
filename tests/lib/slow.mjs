// A call that is still running when the next message arrives: it sums up a journal that takes a while to read.
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from './processes.mjs';

export const kSlowCall = { name: 'oc_journal', arguments: { action: 'summary', since: 0 } };

// Half a second of reading on a fast machine.
const kLines = 6000;
const kDayMs = 24 * 60 * 60 * 1000;
const written = new Map(); // number of lines → file

function longFile(lines) {
  if (written.has(lines)) return written.get(lines);
  const folder = mkdtempSync(join(tmpdir(), 'openchrome-test-journal-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const line = {
    event: 'tool_call',
    ts: Date.now() - kDayMs,
    call_id: 'x',
    tool: 'filler',
    args: Array(1000).fill({ a: {} }),
  };
  const file = join(folder, 'journal');
  writeFileSync(file, `${JSON.stringify(line)}\n`.repeat(lines));
  written.set(lines, file);
  return file;
}

// A home with such a journal of yesterday.
export function slowHome(t, lines = kLines) {
  const home = temporaryFolder(t);
  mkdirSync(join(home, 'journal'));
  const day = new Date(Date.now() - kDayMs).toISOString().slice(0, 10);
  linkSync(longFile(lines), join(home, 'journal', `journal-${day}.jsonl`));
  return home;
}

// A race with a call that ends by itself is lost at times on a busy machine; it must be won once in a few tries.
export async function winsOnce(attempt, tries = 5) {
  for (let left = tries - 1; ; --left) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
