// StartedSet: the commands that have begun in this session of the browser, and what came of those that the server has not
// heard of yet. It is written before a command begins, so that no worker, however it ended, begins one twice.

const kMostIds = 1000;
// The browser keeps 10 MB in all; results that the server has heard take none of it.
const kLongestKeptResult = 1_000_000;
const kMostKeptResults = 6_000_000;
const kKey = 'started';

export class StartedSet {
  #entries = null; // id → {at, outcome?, isTold?}
  #writing = Promise.resolve();

  async #load() {
    if (!this.#entries) {
      const { [kKey]: stored = {} } = await chrome.storage.session.get(kKey);
      this.#entries ??= new Map(Object.entries(stored));
    }
    return this.#entries;
  }

  // One writing after the other, each of how things are by then; one that failed does not keep the next from trying.
  #write() {
    this.#writing = this.#writing
      .catch(() => {})
      .then(() => chrome.storage.session.set({ [kKey]: Object.fromEntries(this.#entries) }));
    return this.#writing;
  }

  #keptLength() {
    return [...this.#entries.values()].reduce((sum, { length = 0 }) => sum + length, 0);
  }

  // False when it had begun before: then it must not begin again.
  async begin(id) {
    const entries = await this.#load();
    if (entries.has(id)) return false;
    entries.set(id, { at: Date.now() });
    for (const old of [...entries.keys()].slice(0, Math.max(0, entries.size - kMostIds))) entries.delete(old);
    try {
      await this.#write();
    } catch (error) {
      entries.delete(id); // what cannot be remembered does not begin
      throw error;
    }
    return true;
  }

  async finish(id, outcome) {
    const entries = await this.#load();
    const { length } = JSON.stringify(outcome);
    const isKept = length <= kLongestKeptResult && this.#keptLength() + length <= kMostKeptResults;
    entries.set(id, { at: Date.now(), ...(isKept && { outcome, length }) });
    await this.#write();
  }

  // The server has heard what came of it.
  async settle(id) {
    const entries = await this.#load();
    if (!entries.has(id)) return;
    entries.set(id, { at: entries.get(id).at, isTold: true });
    await this.#write();
  }

  // What is to be told: [id, outcome], and no outcome for what ended with the worker that ran it.
  async untold(running) {
    const entries = await this.#load();
    return [...entries]
      .filter(([id, { isTold }]) => !isTold && !running.has(id))
      .map(([id, { outcome }]) => [id, outcome ?? null]);
  }

  // Of those the server will hear, though nothing runs any more.
  async finished() {
    return [...(await this.#load())].filter(([, { isTold, outcome }]) => !isTold && outcome).map(([id]) => id);
  }

  async find(id) {
    return (await this.#load()).get(id) ?? null;
  }
}
