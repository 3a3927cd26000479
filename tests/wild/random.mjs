// Seeded choices: the same seed makes the same pages, targets and phrases.
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
    for (let round = 0; round < 4; ++round) this.next(); // neighbouring seeds begin alike otherwise
  }

  // In [0, 1): mulberry32.
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability) {
    return this.next() < probability;
  }

  // An integer from low to high, both included.
  int(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  // A key of { key: weight }.
  weighted(weights) {
    const entries = Object.entries(weights).filter(([, weight]) => weight > 0);
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return entries.at(-1)[0];
  }

  shuffle(list) {
    const mixed = [...list];
    for (let last = mixed.length - 1; last > 0; --last) {
      const other = this.int(0, last);
      [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
    }
    return mixed;
  }

  sample(list, count) {
    return this.shuffle(list).slice(0, count);
  }
}
