// FakeBrowser: as much of Chrome as the extension's worker needs to stay connected, with a clock that is told how far to go.
// It ends a worker that no event reached for half a minute, as Chrome does, and starts a new one for an alarm.
import { createHmac, randomUUID } from 'node:crypto';

const kSleepsAfterMs = 30_000;
const kHeldMs = 25_000;

class Events {
  listeners = [];
  addListener(listener) {
    this.listeners.push(listener);
  }
}

class Storage {
  values = {};
  async get(keys) {
    const wanted = [keys].flat();
    return structuredClone(Object.fromEntries(Object.entries(this.values).filter(([key]) => wanted.includes(key))));
  }
  async set(values) {
    Object.assign(this.values, structuredClone(values));
  }
  async remove(keys) {
    for (const key of [keys].flat()) delete this.values[key];
  }
}

export class FakeBrowser {
  now = Date.UTC(2026, 0, 1);
  requests = []; // when a connection or a request was begun
  lives = 0;
  isServerUp = true;
  isImpostor = false; // who listens there does not know the token
  heard = []; // every message on a socket
  takesSockets = true; // else it speaks the plain protocol only
  givesWork = true; // with that one
  held = []; // {from, to}: the requests for work, and until when the server holds them
  sockets = 0;
  socket = null; // the one that the server has welcomed
  #tasks = []; // {at, run, life?}: without a life it is of the world, with one it ends with the worker
  #alarm = null;
  #isAwake = false;
  #lastEvent = 0;
  #originals = {};
  #alarms = new Events();
  #messages = new Events();

  constructor() {
    this.local = new Storage();
    this.session = new Storage();
  }

  install() {
    const world = this;
    const nothing = async () => {};
    const replaced = {
      chrome: {
        alarms: {
          onAlarm: this.#alarms,
          create: async (name, { periodInMinutes }) => this.#setAlarm(periodInMinutes * 60_000),
        },
        runtime: {
          id: 'it',
          getManifest: () => ({ version: '1' }),
          getURL: (path) => `chrome-extension://it/${path}`,
          sendMessage: nothing,
          onMessage: this.#messages,
          onStartup: new Events(),
          onInstalled: new Events(),
        },
        storage: { local: this.local, session: this.session, onChanged: new Events() },
        tabs: { onRemoved: new Events(), get: nothing },
        action: { setBadgeBackgroundColor: nothing, setBadgeText: nothing, setTitle: nothing },
      },
      // As the browser's, and done at once: the time of this world stands still meanwhile.
      crypto: {
        randomUUID,
        getRandomValues: (bytes) => bytes.fill(7),
        subtle: {
          importKey: async (_, token) => token,
          sign: async (_, token, text) => createHmac('sha256', token).update(text).digest(),
        },
      },
      setTimeout: (run, milliseconds) => this.#at(this.now + milliseconds, run, this.lives),
      clearTimeout: (task) => task && (task.isOver = true),
      fetch: (url) => this.#fetch(new URL(url)),
      WebSocket: class {
        static OPEN = 1;
        readyState = 0;
        constructor(url) {
          this.port = new URL(url).port;
          world.#openSocket(this);
        }
        send(text) {
          world.#onSent(this, JSON.parse(text));
        }
        close() {
          world.#end(this);
        }
      },
    };
    for (const [name, value] of Object.entries(replaced)) {
      this.#originals[name] = Object.getOwnPropertyDescriptor(globalThis, name);
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    this.#originals.now = Date.now;
    Date.now = () => this.now;
  }

  uninstall() {
    const { now, ...others } = this.#originals;
    Date.now = now;
    for (const [name, value] of Object.entries(others)) {
      if (value === undefined) delete globalThis[name];
      else Object.defineProperty(globalThis, name, value);
    }
  }

  get isAwake() {
    return this.#isAwake;
  }

  async startWorker() {
    this.lives += 1;
    this.#isAwake = true;
    this.#alarms.listeners = [];
    this.#messages.listeners = [];
    this.#lastEvent = this.now;
    await import(`../../extension/worker.js?life=${this.lives}`);
    await settled();
  }

  // As Chrome does it: without a word. Its timers, its sockets and its listeners go with it.
  endWorker() {
    this.#isAwake = false;
    this.#tasks = this.#tasks.filter(({ life }) => life === undefined);
    if (this.socket) this.socket.readyState = 3;
    this.socket = null;
  }

  // What the popup asks the worker.
  async ask(type) {
    if (!this.#isAwake) await this.startWorker();
    this.#lastEvent = this.now;
    const sender = { id: 'it', url: 'chrome-extension://it/popup.html' };
    return new Promise((resolve) => this.#messages.listeners[0]({ type }, sender, resolve));
  }

  stopServer() {
    this.isServerUp = false;
    if (this.socket) this.#end(this.socket);
  }

  async advance(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const sleepsAt = this.#isAwake ? this.#lastEvent + kSleepsAfterMs : Infinity;
      this.#tasks = this.#tasks.filter(({ isOver }) => !isOver).sort((a, b) => a.at - b.at);
      const next = Math.min(this.#tasks[0]?.at ?? Infinity, sleepsAt, this.#alarm?.at ?? Infinity);
      if (next > end) break;
      this.now = next;
      if (next === this.#tasks[0]?.at) this.#tasks.shift().run();
      else if (next === this.#alarm?.at) await this.#ring();
      else this.endWorker();
      await settled();
    }
    this.now = end;
  }

  #setAlarm(period) {
    this.#alarm ??= { at: this.now + period, period };
  }

  async #ring() {
    this.#alarm.at += this.#alarm.period;
    if (!this.#isAwake) await this.startWorker();
    this.#lastEvent = this.now;
    for (const listener of this.#alarms.listeners) listener();
  }

  #at(at, run, life) {
    const task = { at, run, life };
    this.#tasks.push(task);
    return task;
  }

  #end(socket) {
    if (socket.readyState === 3) return;
    socket.readyState = 3;
    if (this.socket === socket) this.socket = null;
    this.#at(this.now, () => this.#tell(socket, 'onclose', {}), this.lives);
  }

  #tell(socket, handler, event) {
    this.#lastEvent = this.now;
    socket[handler]?.(event);
  }

  #openSocket(socket) {
    this.requests.push(this.now);
    this.sockets += 1;
    this.#at(
      this.now + 1,
      () => {
        if (!this.isServerUp || !this.takesSockets) return this.#end(socket);
        socket.readyState = 1;
        this.#tell(socket, 'onopen', {});
      },
      this.lives,
    );
  }

  // As the server does it, or another program that knows no token.
  #proof(port, nonce) {
    const token = this.isImpostor ? 'guessed' : this.local.values.token;
    return createHmac('sha256', token).update(`openchrome bridge ${port} ${nonce}`).digest('hex');
  }

  #onSent(socket, message) {
    this.heard.push(message);
    if (message.type === 'prove') {
      const data = JSON.stringify({ type: 'proof', proof: this.#proof(socket.port, message.nonce) });
      this.#at(this.now, () => this.#tell(socket, 'onmessage', { data }), this.lives);
    }
    if (message.type !== 'hello') return;
    this.socket = socket;
    this.#at(this.now + 1, () => this.#tell(socket, 'onmessage', { data: '{"type":"welcome"}' }), this.lives);
    this.#at(this.now + 20_000, () => this.#ping(socket), this.lives);
  }

  #ping(socket) {
    if (socket.readyState !== 1) return;
    this.#tell(socket, 'onmessage', { data: '{"type":"ping"}' });
    this.#at(this.now + 20_000, () => this.#ping(socket), this.lives);
  }

  #fetch({ pathname: path, port, searchParams }) {
    this.requests.push(this.now);
    const { status, after = 1 } = this.#plainAnswer(path);
    if (path === '/pending-queries' && status === 200) this.held.push({ from: this.now, to: this.now + after });
    const body = path === '/bridge/proof' ? { proof: this.#proof(port, searchParams.get('nonce')) } : [];
    const answer = { ok: status === 200, status, json: async () => body };
    return new Promise((resolve, reject) => {
      this.#at(this.now + after, () => (this.isServerUp ? resolve(answer) : reject(new TypeError('no server'))), this.lives);
    });
  }

  #plainAnswer(path) {
    if (this.takesSockets) return { status: 404 };
    if (path === '/bridge/hello' || path === '/bridge/proof') return { status: 200 };
    return this.givesWork ? { status: 200, after: kHeldMs } : { status: 503 };
  }
}

// Everything that follows without time going by.
const settled = () => new Promise((resolve) => setImmediate(resolve));
