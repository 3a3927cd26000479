// Connection: to the server, by a WebSocket; where that does not open, by asking it again and again with requests that it
// holds until there is work. Never busy: it waits longer after each failure, also when the worker slept in between, and an
// alarm wakes one that slept. While there is no server that makes two or three requests a minute.
import { CommandError } from './command_error.js';
import { newNonce, proofFor } from './server_proof.js';

const kAnswerMs = 5_000;
const kHeldMs = 25_000;
// A server that is being restarted is found soon; one that is off is looked for now and then.
const kPauses = [500, 1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 5_000, 10_000, 10_000, 20_000, 30_000];
// The plain protocol is tried with the second failure, and then with every fourth.
const kFailuresBeforeAsking = 2;
const kAskingEvery = 4;
// The plain protocol is the second choice: after this time a WebSocket is tried once more.
const kAskingMs = 5 * 60_000;
// Of a server that answers to asking: one more, the WebSocket's, and it is asked again.
const kFailuresWhileAsking = kFailuresBeforeAsking - 1;

const isSame = (one, other) => one?.port === other?.port && one?.token === other?.token;

export class Connection {
  #hello;
  #onCommands;
  #onState;
  #attempts;
  #pairing = null;
  #generation = 0; // of what was asked for last; whatever belongs to an older one is over
  #isBusy = false; // connecting, connected, or about to try again
  #socket = null;
  #failures = 0;
  #retry = null;
  #isProven = false; // of the plain protocol: who answers it has shown that it knows the token
  #waiting = new Map(); // correlation id and status → resolve(whether it was heard)
  state = 'closed';

  // hello() → {epoch, extension_version, running}; onCommands(commands); onState(state, reason?).
  // attempts: read() → {failures, at} of the last try, write(them); they outlive the worker.
  constructor({ hello, onCommands, onState, attempts }) {
    this.#hello = hello;
    this.#onCommands = onCommands;
    this.#onState = onState;
    this.#attempts = attempts;
  }

  #become(state, reason) {
    if (this.state === state) return;
    this.state = state;
    this.#onState(state, reason);
  }

  // Idempotent: does nothing while it is connected to that server, or about to be.
  open(pairing) {
    if (!pairing?.isPaired) return this.close();
    if (this.#isBusy && isSame(pairing, this.#pairing)) return;
    this.#begin(pairing);
    void this.#goOn(this.#generation);
  }

  // At once, whatever it does now.
  reopen(pairing) {
    if (!pairing?.isPaired) return this.close();
    this.#begin(pairing);
    void this.#connect(this.#generation);
  }

  #begin(pairing) {
    this.close();
    this.#pairing = pairing;
    this.#isBusy = true;
    this.#failures = 0;
  }

  // Where an earlier worker left off: its failures count too.
  async #goOn(generation) {
    const { failures, at } = await this.#attempts.read();
    if (generation !== this.#generation) return;
    this.#failures = failures;
    const rest = failures > 0 ? at + this.#pause() - Date.now() : 0;
    if (rest <= 0) return this.#connect(generation);
    this.#become('connecting');
    this.#tryLater(generation, rest);
  }

  // Somebody looks: the next try is now.
  hurry() {
    if (this.#retry === null || this.state !== 'connecting') return;
    clearTimeout(this.#retry);
    this.#retry = null;
    void this.#connect(this.#generation);
  }

  #pause() {
    return kPauses[Math.min(this.#failures, kPauses.length - 1)];
  }

  close() {
    this.#generation += 1;
    this.#pairing = null;
    this.#isBusy = false;
    this.#isProven = false;
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#dropSocket();
    this.#become('closed');
  }

  #dropSocket() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const settle of this.#waiting.values()) settle(false);
    this.#waiting.clear();
  }

  async #connect(generation) {
    const isOver = () => generation !== this.#generation;
    this.#become('connecting');
    const hello = await this.#hello();
    if (isOver()) return;
    const isOpen = await this.#openSocket(generation, hello);
    if (isOver() || isOpen) return;
    this.#failures += 1;
    await this.#attempts.write({ failures: this.#failures, at: Date.now() });
    const maySpeakPlainly = this.state !== 'refused' && this.#failures % kAskingEvery === kFailuresBeforeAsking;
    const isThere = maySpeakPlainly && (await this.#askForWork(generation));
    if (!isOver()) this.#tryLater(generation, isThere ? 0 : this.#pause());
  }

  #tryLater(generation, pause) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (generation === this.#generation) void this.#connect(generation);
    }, pause);
  }

  // Resolves when the server has welcomed us, or has not. It must prove first that it is the server.
  #openSocket(generation, hello) {
    const { port, token } = this.#pairing;
    const isOver = () => generation !== this.#generation;
    const nonce = newNonce();
    const proof = proofFor({ port, token }, nonce);
    let isProven = false;
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`);
      const give = setTimeout(() => socket.close(), kAnswerMs);
      socket.onopen = () => {
        if (isOver()) socket.close();
        else socket.send(JSON.stringify({ type: 'prove', nonce }));
      };
      const prove = async (told) => {
        isProven = told === (await proof);
        if (isOver() || socket.readyState !== WebSocket.OPEN) return;
        if (isProven) return socket.send(JSON.stringify({ type: 'hello', token, ...hello }));
        this.#become('refused', 'another program answers at the port of the server');
        socket.close();
      };
      socket.onmessage = ({ data }) => {
        if (isOver()) return;
        const message = JSON.parse(data);
        if (message.type === 'proof') {
          void prove(message.proof);
        } else if (!isProven) {
          socket.close();
        } else if (message.type === 'welcome') {
          clearTimeout(give);
          this.#socket = socket;
          if (this.#failures > 0) void this.#attempts.write({ failures: 0, at: 0 });
          this.#failures = 0;
          this.#become('connected');
          resolve(true);
        } else if (message.type === 'refused') {
          this.#become('refused', message.error);
        } else {
          this.#onMessage(socket, message);
        }
      };
      socket.onclose = () => {
        clearTimeout(give);
        resolve(false);
        if (this.#socket !== socket) return;
        this.#dropSocket();
        this.#become('connecting');
        this.#tryLater(generation, this.#pause());
      };
    });
  }

  #onMessage(socket, message) {
    if (message.type === 'ping') socket.send('{"type":"pong"}');
    if (message.type === 'commands') this.#onCommands(message.commands);
    if (message.type === 'answer') {
      const key = `${message.correlation_id} ${message.about}`;
      this.#waiting.get(key)?.(true);
      this.#waiting.delete(key);
    }
  }

  // Before the token is shown to anybody.
  async #prove({ port, token }) {
    const nonce = newNonce();
    const answer = await fetch(`http://127.0.0.1:${port}/bridge/proof?nonce=${nonce}`, { cache: 'no-store' });
    return answer.ok && (await answer.json()).proof === (await proofFor({ port, token }, nonce));
  }

  #fetch({ port, token }, path, body) {
    return fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      cache: 'no-store',
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  // The plain protocol, one held request after another, as long as the server answers. Whether it still did at the end.
  async #askForWork(generation) {
    const pairing = this.#pairing;
    const end = Date.now() + kAskingMs;
    try {
      const hello = await this.#hello();
      this.#isProven = await this.#prove(pairing);
      if (!this.#isProven || generation !== this.#generation) return false;
      const greeted = await this.#fetch(pairing, '/bridge/hello', hello);
      if (!greeted.ok || generation !== this.#generation) return false;
      void this.#attempts.write({ failures: kFailuresWhileAsking, at: Date.now() }); // for a worker that goes on with it
      this.#become('connected');
      while (Date.now() < end && generation === this.#generation) {
        const answer = await this.#fetch(pairing, `/pending-queries?wait_ms=${kHeldMs}&epoch=${hello.epoch}`);
        if (!answer.ok) return false;
        const commands = await answer.json();
        if (generation !== this.#generation) return false; // they end unanswered: nobody is paired with that server
        this.#failures = kFailuresWhileAsking; // not before: who greets and gives nothing is not tried ever so often
        if (commands.length > 0) this.#onCommands(commands);
      }
      return true;
    } catch {
      if (generation === this.#generation) this.#become('connecting');
      return false;
    } finally {
      if (generation === this.#generation) this.#isProven = false;
    }
  }

  // Whether the server has heard it. What it does not want any more it has heard too.
  async tell(message) {
    if (message.status === 'started') {
      this.#send({ type: 'started', correlation_id: message.correlation_id });
      return true;
    }
    const isHeard = await this.#tellOnSocket(message);
    return isHeard || this.#tellByRequest(message);
  }

  #send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #tellOnSocket(message) {
    if (!this.#send({ type: 'result', ...message })) return Promise.resolve(false);
    return new Promise((resolve) => {
      const key = `${message.correlation_id} ${message.status}`;
      const give = setTimeout(() => resolve(false), kAnswerMs);
      this.#waiting.set(key, (isHeard) => {
        clearTimeout(give);
        resolve(isHeard);
      });
    });
  }

  async #tellByRequest(message) {
    const pairing = this.#pairing;
    if (!pairing) return false;
    try {
      if (!this.#isProven && !(await this.#prove(pairing))) return false;
      const answer = await this.#fetch(pairing, '/query-result', message);
      if (answer.status !== 413) return answer.ok;
      const error = new CommandError('result_too_large', 'the result is longer than what the server takes by request');
      return (await this.#fetch(pairing, '/query-result', { correlation_id: message.correlation_id, status: 'error', error })).ok;
    } catch {
      return false;
    }
  }
}
