// StartedSet: the commands that have begun in this session of the browser, and what came of those that the server has not
// heard of yet. It is written before a command begins, so that no worker, however it ended, begins one twice. Each outcome
// has a key of its own: the list, which is written with every step, stays small whatever commands bring.

const kMostIds = 1000;
// The browser keeps 10 MB in all; results that the server has heard take none of it.
const kLongestKeptBytes = 1_000_000;
const kMostKeptBytes = 6_000_000;
const kKey = 'started';

const keyOf = (id) => `outcome of ${id}`;
const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value)).length;

export class StartedSet {
  #entries = null; // id → {at, bytes?, isTold?}; bytes: of an outcome that is kept
  #writing = Promise.resolve();

  async #load() {
    if (!this.#entries) {
      const { [kKey]: stored = {} } = await chrome.storage.session.get(kKey);
      this.#entries ??= new Map(Object.entries(stored));
    }
    return this.#entries;
  }

  // One writing after the other, each of how things are by then; one that failed does not keep the next from trying.
  #write(outcomes = {}) {
    this.#writing = this.#writing
      .catch(() => {})
      .then(() => chrome.storage.session.set({ ...outcomes, [kKey]: Object.fromEntries(this.#entries) }));
    return this.#writing;
  }

  #keptBytes() {
    return [...this.#entries.values()].reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  }

  // False when it had begun before: then it must not begin again.
  async begin(id) {
    const entries = await this.#load();
    if (entries.has(id)) return false;
    entries.set(id, { at: Date.now() });
    const surplus = [...entries.keys()].slice(0, Math.max(0, entries.size - kMostIds));
    for (const old of surplus) entries.delete(old);
    try {
      await this.#write();
      if (surplus.length > 0) await chrome.storage.session.remove(surplus.map(keyOf));
    } catch (error) {
      entries.delete(id); // what cannot be remembered does not begin
      throw error;
    }
    return true;
  }

  async finish(id, outcome) {
    const entries = await this.#load();
    const bytes = bytesOf(outcome);
    const isKept = bytes <= kLongestKeptBytes && this.#keptBytes() + bytes <= kMostKeptBytes;
    entries.set(id, { at: Date.now(), ...(isKept && { bytes }) });
    await this.#write(isKept ? { [keyOf(id)]: outcome } : {});
  }

  // The server has heard what came of it.
  async settle(id) {
    const entries = await this.#load();
    if (!entries.has(id)) return;
    const { at, bytes } = entries.get(id);
    entries.set(id, { at, isTold: true });
    await this.#write();
    if (bytes) await chrome.storage.session.remove(keyOf(id));
  }

  async #outcomeOf(id) {
    const { [keyOf(id)]: outcome = null } = await chrome.storage.session.get(keyOf(id));
    return outcome;
  }

  // What is to be told: [id, outcome], and no outcome for what ended with the worker that ran it.
  async untold(running) {
    const ids = [...(await this.#load())].filter(([id, { isTold }]) => !isTold && !running.has(id)).map(([id]) => id);
    return Promise.all(ids.map(async (id) => [id, await this.#outcomeOf(id)]));
  }

  // Of those the server will hear, though nothing runs any more.
  async finished() {
    return [...(await this.#load())].filter(([, { isTold, bytes }]) => !isTold && bytes).map(([id]) => id);
  }

  async find(id) {
    const entry = (await this.#load()).get(id);
    return entry ? { ...entry, outcome: await this.#outcomeOf(id) } : null;
  }
}
