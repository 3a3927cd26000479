// The server as a test sees it over HTTP: posts, sessions, event streams, and connections for raw bytes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Program, atEnd, kFixtureServer, kPatienceMs, kServer, temporaryFolder, within } from './processes.mjs';
import { claimed, helloParams, kModern, notification, request } from './protocol.mjs';
import { Traffic } from './schema.mjs';

const kBothTypes = 'application/json, text/event-stream';
const kNamedBy = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

// The fields of one event; `raw` are its bytes with the blank line.
function parseEvent(raw) {
  const event = { raw };
  for (const line of raw.split('\n').filter(Boolean)) {
    const [, name, value] = line.match(/^([^:]*): ?(.*)$/s) ?? [null, line, ''];
    if (name === '') event.comment = value;
    else event[name] = event[name] === undefined ? value : `${event[name]}\n${value}`;
  }
  if (event.data) event.message = JSON.parse(event.data);
  return event;
}

// Server-sent events of one response, in their order.
export class EventReader {
  events = [];
  text = '';
  #unread = [];
  #changed = Promise.withResolvers();

  constructor(response, onMessage) {
    this.response = response;
    this.status = response.statusCode;
    this.headers = response.headers;
    this.onMessage = onMessage;
    this.closed = new Promise((resolve) => response.once('close', resolve));
    this.closed.then(() => this.#wake());
    response.setEncoding('utf8').on('data', (text) => this.#take(text));
    response.on('error', () => {}); // a stream that we break off
  }

  // The next event; comments are not events. Null at the end of the stream.
  async next() {
    const search = async () => {
      while (this.#unread.length === 0) {
        if (this.response.closed) return null;
        await this.#changed.promise;
      }
      return this.#unread.shift();
    };
    return within(search(), kPatienceMs, () => `no event came; the stream so far: ${this.text}`);
  }

  // The next event that carries a message that fits.
  async message(fits = () => true) {
    for (let event = await this.next(); event; event = await this.next()) {
      if (event.message && fits(event.message)) return event.message;
    }
    throw new Error(`the stream ended without the message: ${this.text}`);
  }

  notified(method) {
    return this.message((message) => message.method === method);
  }

  // The end of the stream, all events read.
  async end() {
    await within(this.closed, kPatienceMs, () => `the stream did not end: ${this.text}`);
    return this.events;
  }

  get complete() {
    return this.response.complete;
  }

  close() {
    this.response.destroy();
    return this.closed;
  }

  #take(text) {
    this.text += text;
    this.pending = (this.pending ?? '') + text;
    const pieces = this.pending.split('\n\n');
    this.pending = pieces.pop();
    for (const piece of pieces) {
      const event = parseEvent(`${piece}\n\n`);
      this.events.push(event);
      if (event.message) this.onMessage(event.message);
      if (event.data !== undefined) this.#unread.push(event);
    }
    this.#wake();
  }

  #wake() {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

// A connection for bytes that no well-behaved client would send.
export class RawConnection {
  received = Buffer.alloc(0);
  ended = false;
  #changed = Promise.withResolvers();

  constructor(port, host = '127.0.0.1') {
    this.socket = connect({ port, host, allowHalfOpen: true });
    this.socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
      this.#wake();
    });
    this.socket.on('end', () => this.#end());
    this.socket.on('error', () => this.#end());
    this.socket.on('close', () => this.#end());
  }

  write(bytes) {
    this.socket.write(bytes);
  }

  text() {
    return this.received.toString('latin1');
  }

  // Until what was received fits, or the server ended the connection.
  async until(fits, what) {
    const search = async () => {
      while (!fits(this.text())) {
        if (this.ended) throw new Error(`the connection ended before ${what}: ${this.text()}`);
        await this.#changed.promise;
      }
    };
    await within(search(), kPatienceMs, () => `${what} did not come: ${this.text()}`);
  }

  // The next response with a Content-Length, taken off the front: { status, head, body }.
  async response() {
    const size = (text) => Number(text.match(/\r\ncontent-length: (\d+)\r\n/i)?.[1] ?? 0);
    await this.until((text) => {
      const end = text.indexOf('\r\n\r\n');
      return end >= 0 && this.received.length >= end + 4 + size(text.slice(0, end + 2));
    }, 'a response');
    const start = this.text().indexOf('\r\n\r\n') + 4;
    const head = this.text().slice(0, start);
    const length = size(head);
    const body = this.received.subarray(start, start + length).toString('utf8');
    this.received = this.received.subarray(start + length);
    return { status: Number(head.split(' ')[1]), head, body };
  }

  // Until the server has closed its side.
  async end(patience = kPatienceMs) {
    const search = async () => {
      while (!this.ended) await this.#changed.promise;
    };
    await within(search(), patience, () => `the connection was not closed: ${this.text()}`);
    return this.text();
  }

  close() {
    this.socket.destroy();
  }

  #end() {
    this.ended = true;
    this.#wake();
  }

  #wake() {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

// A session of the revisions with a handshake.
export class HttpSession {
  constructor(server, id, revision, hello) {
    Object.assign(this, { server, id, revision, hello });
  }

  headers(extra = {}) {
    const version = this.revision >= '2025-06-18' ? { 'MCP-Protocol-Version': this.revision } : {};
    return { 'Mcp-Session-Id': this.id, ...version, ...extra };
  }

  post(message, headers) {
    return this.server.post(message, this.headers(headers));
  }

  // The whole answer to a request.
  async ask(method, params, id = this.server.newId()) {
    return (await this.post(request(id, method, params))).answer;
  }

  notify(method, params) {
    return this.post(notification(method, params));
  }

  // Posts a request whose answer is an event stream.
  postForStream(message, headers) {
    return this.server.open({ body: message, headers: this.headers(headers) });
  }

  openStream(headers) {
    return this.server.open({ method: 'GET', headers: this.headers({ Accept: 'text/event-stream', ...headers }) });
  }

  end() {
    return this.server.exchange({ method: 'DELETE', headers: this.headers() });
  }
}

export class HttpServer {
  traffic = new Traffic();
  token = null;
  #agent = new Agent({ keepAlive: true });
  #nextId = 1;
  #connections = new Set();

  constructor(program) {
    this.program = program;
  }

  get pid() {
    return this.program.pid;
  }
  get url() {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  newId() {
    return this.#nextId++;
  }

  authorization() {
    return this.token ? { Authorization: `Bearer ${this.token}` } : {};
  }

  // One request; gives the response before its body. `headers` with undefined values leave out a default.
  async begin({ method = 'POST', path = '/mcp', headers = {}, body, agent = this.#agent, signal, replayed } = {}) {
    const text = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    this.#note(body);
    const defaults = text === undefined ? {} : { 'Content-Type': 'application/json', Accept: kBothTypes };
    const all = { ...this.authorization(), ...defaults, ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    if (text !== undefined) given['Content-Length'] = Buffer.byteLength(text);
    const outgoing = httpRequest({ port: this.port, method, path, headers: given, agent, signal });
    outgoing.end(text);
    const answered = once(outgoing, 'response');
    outgoing.on('error', () => {});
    const [response] = await within(
      answered,
      kPatienceMs,
      () => `no response to ${method} ${path} ${text?.slice(0, 200)}`,
    );
    response.replayed = replayed;
    return response;
  }

  // One request with its whole response: { status, headers, text, json, messages, answer }.
  async exchange(options) {
    const response = await this.begin(options);
    if (response.headers['content-type']?.startsWith('text/event-stream')) {
      const reader = this.#reader(response);
      await reader.end();
      const messages = reader.events.filter((event) => event.message).map((event) => event.message);
      return { ...this.#facts(response), text: reader.text, events: reader.events, messages, answer: messages.at(-1) };
    }
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece;
    const facts = { ...this.#facts(response), text, messages: [] };
    if (text && response.headers['content-type']?.startsWith('application/json')) facts.json = JSON.parse(text);
    const messages = Array.isArray(facts.json) ? facts.json : [facts.json];
    if (messages[0]?.jsonrpc) {
      Object.assign(facts, { messages, answer: facts.json });
      this.traffic.received(facts.json);
    }
    return facts;
  }

  post(body, headers) {
    return this.exchange({ body, headers });
  }

  // One request whose response must be an event stream.
  async open(options) {
    const response = await this.begin({ ...options, agent: false });
    if (!response.headers['content-type']?.startsWith('text/event-stream')) {
      let text = '';
      for await (const piece of response) text += piece;
      throw new Error(`no event stream but ${response.statusCode} ${text}`);
    }
    return this.#reader(response);
  }

  // Headers that a client of the stateless revision sends with this request.
  modernHeaders(message) {
    const name = message.params?.[kNamedBy[message.method]];
    return {
      'MCP-Protocol-Version': kModern,
      'Mcp-Method': message.method,
      ...(name !== undefined && { 'Mcp-Name': name }),
    };
  }

  // A request of the stateless revision with its whole response.
  async askModern(method, params, { id = this.newId(), meta, headers } = {}) {
    const message = request(id, method, claimed(params, meta));
    return this.post(message, { ...this.modernHeaders(message), ...headers });
  }

  // A request of the stateless revision that is answered by an event stream.
  openModern(method, params, { id = this.newId(), meta, headers, signal } = {}) {
    const message = request(id, method, claimed(params, meta));
    return this.open({ body: message, headers: { ...this.modernHeaders(message), ...headers }, signal });
  }

  async listen(notifications, id) {
    const reader = await this.openModern('subscriptions/listen', { notifications }, { id });
    reader.acknowledged = await reader.notified('notifications/subscriptions/acknowledged');
    return reader;
  }

  async initialize(revision, capabilities) {
    const response = await this.post(request(this.newId(), 'initialize', helloParams(revision, capabilities)));
    const { result } = response.answer;
    const session = new HttpSession(this, response.headers['mcp-session-id'], result.protocolVersion, result);
    await session.notify('notifications/initialized');
    return session;
  }

  async metric(name) {
    const { text } = await this.exchange({ method: 'GET', path: '/metrics' });
    return Number(text.match(new RegExp(`^${name} (\\d+)$`, 'm'))[1]);
  }

  // Until the metric has the value: nobody tells when it changes.
  untilMetric(name, value) {
    const look = async () => {
      while ((await this.metric(name)) !== value);
    };
    return within(look(), kPatienceMs, () => `${name} never became ${value}`);
  }

  raw() {
    const connection = new RawConnection(this.port);
    this.#connections.add(connection);
    return connection;
  }

  async stop() {
    for (const connection of this.#connections) connection.close();
    this.#agent.destroy();
    await this.program.stop();
    assert.deepEqual(this.traffic.problems, [], 'every message follows the schema and every request is answered once');
    assert.equal(this.printed, '', 'nothing is written to stdout');
  }

  #note(body) {
    if (body === undefined || Buffer.isBuffer(body)) return;
    try {
      this.traffic.sent(typeof body === 'string' ? JSON.parse(body) : body);
    } catch {
      // not a message, on purpose
    }
  }

  #facts(response) {
    return { status: response.statusCode, headers: response.headers };
  }

  #reader(response) {
    return new EventReader(response, (message) => this.traffic.received(message, { replayed: response.replayed }));
  }
}

async function start(t, program, home) {
  const server = new HttpServer(program);
  server.home = home;
  server.printed = '';
  program.child.stdout.setEncoding('utf8').on('data', (text) => (server.printed += text));
  atEnd(t, () => server.stop());
  server.port = Number((await program.logged(/listening on http:\/\/[^ ]*:(\d+)\/mcp/))[1]);
  return server;
}

// A fresh server over HTTP in a home of its own (or the given one); it is ended and checked after the test.
export async function startHttp(t, { parameters = [], environment = {}, home = temporaryFolder(t) } = {}) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const options = { environment: { OPENCHROME_HOME: home, ...environment }, stdio };
  const server = await start(
    t,
    new Program(kServer, ['serve', '--http', '0', '--exit-with-parent', 'on', ...parameters], options),
    home,
  );
  if (!parameters.includes('--allow-unauthenticated-http')) {
    server.token = readFileSync(join(home, 'token'), 'utf8').trim();
  }
  return server;
}

// The same server with the fixtures of the conformance suite: tools that are slow, report progress and ask.
// `inside`: a command that runs it, such as `unshare …`.
export async function startFixtures(t, { home, inside = [] } = {}) {
  const command = [...inside, kFixtureServer, '--http', '0', ...(home ? ['--home', home] : [])];
  const program = new Program(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  return start(t, program, home);
}
