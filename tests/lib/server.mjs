// The server as a test sees it over stdio: lines in, messages out, everything kept and checked.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Program, atEnd, kPatienceMs, kServer, temporaryFolder, within } from './processes.mjs';
import { claimed, helloParams, notification, request } from './protocol.mjs';
import { Traffic } from './schema.mjs';

export class StdioServer {
  lines = []; // as they came, without their ends
  messages = []; // the same, parsed
  traffic = new Traffic();
  #unread = [];
  #partial = Buffer.alloc(0);
  #typed = '';
  #nextId = 1;
  #changed = Promise.withResolvers();

  constructor(program, input = program.child.stdin) {
    this.program = program;
    this.input = input;
    program.child.stdout.on('data', (bytes) => this.#take(bytes));
    program.child.stdout.on('close', () => this.#wake());
    this.finished = new Promise((resolve) => program.child.stdout.once('close', resolve));
  }

  get pid() {
    return this.program.pid;
  }

  // Bytes as they are; whole lines that are messages count as sent.
  write(bytes) {
    this.input.write(bytes);
    this.#typed += typeof bytes === 'string' ? bytes : bytes.toString('utf8');
    const lines = this.#typed.split('\n');
    this.#typed = lines.pop();
    for (const line of lines) {
      try {
        this.traffic.sent(JSON.parse(line.replace(/^\uFEFF/, '')));
      } catch {
        // not a message, on purpose
      }
    }
  }

  // Bytes that are no proper messages; `ids`: what may be answered all the same.
  writeRaw(bytes, ...ids) {
    for (const id of ids) this.traffic.sent(request(id, 'ping'));
    this.input.write(bytes);
  }

  send(...messages) {
    this.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  }

  notify(method, params) {
    this.send(notification(method, params));
  }

  // Sends a request and gives the whole answer.
  async ask(method, params, id = this.#nextId++) {
    this.send(request(id, method, params));
    return this.answer(id);
  }

  askModern(method, params, { id, meta } = {}) {
    return this.ask(method, claimed(params, meta), id);
  }

  async initialize(revision, capabilities) {
    const answer = await this.ask('initialize', helloParams(revision, capabilities));
    this.notify('notifications/initialized');
    return answer.result;
  }

  // The first unread message that fits.
  async next(fits = () => true, what = 'a message') {
    const search = async () => {
      for (;;) {
        const index = this.#unread.findIndex(fits);
        if (index >= 0) return this.#unread.splice(index, 1)[0];
        if (this.program.child.stdout.destroyed) throw new Error(`the output ended before ${what}`);
        await this.#changed.promise;
      }
    };
    return within(search(), kPatienceMs, () => `${what} did not come; unread: ${JSON.stringify(this.#unread)}`);
  }

  answer(id) {
    const fits = (message) => message.method === undefined && isDeepStrictEqual(message.id, id);
    return this.next(fits, `the answer to ${JSON.stringify(id)}`);
  }

  notified(method) {
    return this.next((message) => message.method === method && !('id' in message), method);
  }

  // The error that answers something without a readable id.
  rejection() {
    return this.next((message) => message.error && !('id' in message), 'a rejection');
  }

  // Everything sent before is handled once this comes back; the server may be of either era.
  async settle() {
    const id = `settle-${this.#nextId++}`;
    return this.ask('server/discover', claimed(), id);
  }

  answersTo(id) {
    return this.messages.filter((message) => message.method === undefined && isDeepStrictEqual(message.id, id));
  }

  endInput(last = '') {
    this.input.end(last);
  }

  // Ends the input and waits for the end of output and process.
  async finish(last) {
    this.endInput(last);
    const code = await this.program.exitCode();
    await this.finished;
    return code;
  }

  async stop() {
    await this.program.stop();
    await this.finished;
    assert.equal(this.#partial.length, 0, `stdout ends with a whole line, not ${this.#partial}`);
    assert.deepEqual(this.traffic.problems, [], 'every message follows the schema and every request is answered once');
  }

  #take(bytes) {
    const all = Buffer.concat([this.#partial, bytes]);
    let start = 0;
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, start)) {
      this.#takeLine(all.subarray(start, end));
      start = end + 1;
    }
    this.#partial = Buffer.from(all.subarray(start));
    this.#wake();
  }

  #takeLine(bytes) {
    let message;
    try {
      const line = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      if (/[\r\0]/.test(line)) throw new Error('a raw CR or NUL');
      this.lines.push(line);
      message = JSON.parse(line);
    } catch (error) {
      this.traffic.problems.push(`a line on stdout that is no message (${error.message}): ${bytes.subarray(0, 200)}`);
      return;
    }
    this.messages.push(message);
    this.#unread.push(message);
    this.traffic.received(message);
  }

  #wake() {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

// A fresh server over stdio in a home of its own (or the given one); it is ended and checked after the test.
export function startStdio(t, { parameters = [], environment = {}, home = temporaryFolder(t) } = {}) {
  const program = new Program(kServer, ['serve', ...parameters], {
    environment: { OPENCHROME_HOME: home, ...environment },
  });
  const server = new StdioServer(program);
  server.home = home;
  atEnd(t, () => server.stop());
  return server;
}
