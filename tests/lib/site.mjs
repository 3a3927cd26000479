// A web site on loopback whose pages are data: texts, files, redirects, answers that wait for the test or never come.
// The same port is two sites to a browser: url() is at 127.0.0.1, otherUrl() at localhost.
import { createServer } from 'node:http';
import { kPatienceMs, within } from './processes.mjs';

// What a page may be:
//   a string                                    HTML
//   { body, type, status, headers }             any answer
//   { redirect: '/there', status }              302 unless told otherwise
//   { hold: true, … }                           answers once the test calls release(path)
//   { hang: true }                              never answers
//   { stall: 'first bytes', type }              begins an answer and never ends it
//   (request) => page                           any of these, by the request: { method, path, query, headers, body }
export class Site {
  requests = [];
  #pages;
  #waiting = []; // { fits, resolve }
  #held = []; // { path, answer }

  static async start(pages = {}) {
    const site = new Site();
    site.#pages = new Map(Object.entries(pages));
    site.server = createServer((request, response) => site.#take(request, response));
    await new Promise((resolve) => site.server.listen(0, '127.0.0.1', resolve));
    site.port = site.server.address().port;
    return site;
  }

  url(path = '/') {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  otherUrl(path = '/') {
    return `http://localhost:${this.port}${path}`;
  }

  set(path, page) {
    this.#pages.set(path, page);
  }

  // The next request for the path that comes after this call.
  asked(path) {
    const coming = new Promise((resolve) => this.#waiting.push({ path, resolve }));
    return within(coming, kPatienceMs, () => `nobody asked for ${path}`);
  }

  // Answers those who wait for a held page.
  release(path) {
    const due = this.#held.filter((held) => held.path === path);
    this.#held = this.#held.filter((held) => held.path !== path);
    for (const held of due) held.answer();
  }

  count(path) {
    return this.requests.filter((request) => request.path === path).length;
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #take(request, response) {
    const { pathname: path, searchParams: query } = new URL(request.url, 'http://x');
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const seen = { method: request.method, path, query, headers: request.headers, body };
    this.requests.push(seen);
    let page = this.#pages.get(path);
    if (typeof page === 'function') page = page(seen);
    const answer = () => this.#answer(page, response);
    if (page?.hold) this.#held.push({ path, answer });
    else answer();
    for (const waiting of this.#waiting.filter((one) => one.path === path)) waiting.resolve(seen);
    this.#waiting = this.#waiting.filter((one) => one.path !== path);
  }

  #answer(page, response) {
    if (page === undefined) page = { status: 404, body: '<title>Not here</title><h1>Not here</h1>' };
    if (typeof page === 'string') page = { body: page };
    if (page.hang) return;
    if (page.redirect !== undefined) {
      response.writeHead(page.status ?? 302, { location: page.redirect, ...page.headers }).end();
      return;
    }
    const type = page.type ?? 'text/html; charset=utf-8';
    response.writeHead(page.status ?? 200, { 'content-type': type, 'cache-control': 'no-store', ...page.headers });
    if (page.stall !== undefined) response.write(page.stall);
    else response.end(page.body ?? '');
  }
}
