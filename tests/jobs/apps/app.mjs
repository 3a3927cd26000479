// The server side that the apps share: routes are functions, and the log holds what was done in the app. The same port is two
// origins to a browser: url() is at 127.0.0.1, otherUrl() at localhost.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// A file of this folder with {{name}} replaced by values.
export function template(file, values = {}) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
}

export function escaped(text) {
  return String(text).replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]);
}

// How long this server takes over something; part of what the app is, not a wait of a test.
export function takes(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// routes: 'GET /path' → (request, app) → HTML as a string, or { status, type, body, headers }, { json }, { redirect }.
// request: { method, path, query, body (a Buffer), form(), json(), cookies }.
export class App {
  log = [];
  #routes;
  #server;

  static async start(routes) {
    const app = new App();
    app.#routes = routes;
    app.#server = createServer((request, response) => app.#take(request, response));
    await new Promise((resolve) => app.#server.listen(0, '127.0.0.1', resolve));
    app.port = app.#server.address().port;
    return app;
  }

  url(path = '/') {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  otherUrl(path = '/') {
    return `http://localhost:${this.port}${path}`;
  }

  // Notes what was done: an event's name and its facts.
  did(event, facts = {}) {
    this.log.push({ event, ...facts });
  }

  // The facts of the events with this name, in order.
  events(name) {
    return this.log.filter(({ event }) => event === name);
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(incoming, response) {
    const { pathname: path, searchParams: query } = new URL(incoming.url, 'http://x');
    const pieces = [];
    for await (const piece of incoming) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const request = {
      method: incoming.method, path, query, body,
      form: () => Object.fromEntries(new URLSearchParams(body.toString())),
      json: () => JSON.parse(body.toString()),
      cookies: Object.fromEntries((incoming.headers.cookie ?? '').split('; ').map((one) => one.split('='))),
    };
    const route = this.#routes[`${incoming.method} ${path}`];
    let answer = { status: 404, body: '<title>Not found</title><h1>Page not found</h1>' };
    if (route) answer = await route(request, this);
    else if (path === '/favicon.ico') answer = { status: 204 };
    if (typeof answer === 'string') answer = { body: answer };
    if (answer.redirect) {
      response.writeHead(303, { location: answer.redirect, ...answer.headers }).end();
      return;
    }
    const type = answer.json === undefined ? 'text/html; charset=utf-8' : 'application/json';
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? type, 'cache-control': 'no-store', ...answer.headers });
    response.end(answer.json === undefined ? answer.body ?? '' : JSON.stringify(answer.json));
  }
}
