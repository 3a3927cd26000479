// Counts verdicts, in all and by kind of phrase, by action and by feature of the page, and prints them as tables.
import { kFailures, kLies, kVerdicts } from './judge.mjs';

const kHeadings = ['right', 'ref., listed', 'ref., unlisted', 'wrong', 'false ✓', 'done, denied', 'untyped'];
const line = (name, cells, last) => `${name.padEnd(40)} ${[...cells, last].map((cell) => String(cell).padStart(14)).join(' ')}`;

export class Tally {
  #all = newRow();
  #tables = new Map([['phrase', new Map()], ['call', new Map()], ['feature', new Map()]]);
  #milliseconds = [];

  #spent = new Map(); // tool → milliseconds

  spend(tool, milliseconds) {
    this.#spent.set(tool, (this.#spent.get(tool) ?? 0) + milliseconds);
  }

  add(target, page, verdict, took) {
    this.#milliseconds.push(took);
    const isAnswerable = target.expect !== 'refusal';
    const { tool, args } = target.call;
    const features = isAnswerable ? [...target.control.features, ...page.features] : page.features;
    const rows = [
      this.#all,
      this.#row('phrase', isAnswerable ? target.kind : `to be refused: ${target.kind}`),
      this.#row('call', isAnswerable ? `${tool}${args.action ? ` ${args.action}` : tool === 'act' ? ` ${args.instruction.split(' ')[0]}` : ''}` : 'to be refused'),
      ...[...new Set(features)].map((feature) => this.#row('feature', feature)),
    ];
    for (const row of rows) {
      row.counts[verdict] += 1;
      row.answerable += isAnswerable ? 1 : 0;
      row.milliseconds += took;
    }
  }

  totals() {
    const { counts, answerable } = this.#all;
    const sum = (fits) => kVerdicts.filter(fits).reduce((total, verdict) => total + counts[verdict], 0);
    return {
      targets: { all: sum(() => true), answerable },
      failed: sum((verdict) => kFailures.has(verdict)),
      lies: sum((verdict) => kLies.has(verdict) || verdict === 'untyped error'),
      refusals: counts['refused, listed'] + counts['refused, not listed'],
    };
  }

  print() {
    for (const [name, rows] of [...this.#tables, ['all', new Map([['all targets', this.#all]])]]) {
      console.log(`\n${line(name, kHeadings, 'mean ms')}`);
      for (const [key, { counts, milliseconds }] of [...rows].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const numbers = kVerdicts.map((verdict) => counts[verdict]);
        const mean = milliseconds / numbers.reduce((sum, number) => sum + number, 0);
        console.log(line(key, numbers.map((number) => number || '·'), Math.round(mean)));
      }
    }
    const sorted = this.#milliseconds.sort((one, other) => one - other);
    const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    console.log(`\nmilliseconds per call: median ${at(0.5)}, 90 % ${at(0.9)}, 99 % ${at(0.99)}, longest ${at(1)}`);
    console.log(`seconds spent: ${[...this.#spent].map(([tool, milliseconds]) => `${tool} ${(milliseconds / 1000).toFixed(1)}`).join(', ')}`);
  }

  #row(table, key) {
    const rows = this.#tables.get(table);
    if (!rows.has(key)) rows.set(key, newRow());
    return rows.get(key);
  }
}

function newRow() {
  return { answerable: 0, milliseconds: 0, counts: Object.fromEntries(kVerdicts.map((verdict) => [verdict, 0])) };
}
