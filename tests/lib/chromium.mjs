// A Chromium of the tests' own, spoken to over its debugging pipe; and a static web server for pages.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const PROGRAMS = [process.env.CHROME_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"];

export function chromiumProgram() {
  const found = PROGRAMS.find((path) => path && existsSync(path));
  if (!found) throw new Error("no Chromium: install the package chromium or set CHROME_PATH");
  return found;
}

export class Chromium {
  static async start(extra = []) {
    const profile = mkdtempSync(join(tmpdir(), "openchrome-test-chromium-"));
    const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
    const child = spawn(
      chromiumProgram(),
      ["--headless=new", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "--no-first-run", "--disable-gpu",
       "--disable-background-networking", "--disable-component-update", "--no-startup-window", "--hide-scrollbars",
       "--window-size=1280,720", ...sandbox, ...extra],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true },
    );
    return new Chromium(child, profile);
  }

  constructor(child, profile) {
    this.child = child;
    this.profile = profile;
    this.pending = new Map();
    this.listeners = new Set();
    this.lastId = 0;
    this.ended = new Promise((resolve) => child.once("exit", resolve));
    let rest = "";
    child.stdio[4].setEncoding("utf8");
    child.stdio[4].on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      for (const part of parts) this.take(JSON.parse(part));
    });
  }

  take(message) {
    if (message.id === undefined) {
      for (const listener of [...this.listeners]) listener(message);
      return;
    }
    const { resolve, reject, method } = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.error) reject(new Error(`${method}: ${message.error.message}`));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.lastId;
    this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject, method }));
  }

  // The first event of this name (and session) that the test holds for.
  event(method, sessionId, holds = () => true) {
    return new Promise((resolve) => {
      const listener = (message) => {
        if (message.method !== method || message.sessionId !== sessionId || !holds(message.params)) return;
        this.listeners.delete(listener);
        resolve(message.params);
      };
      this.listeners.add(listener);
    });
  }

  async newPage(url) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.send("Page.enable");
    await page.send("Emulation.setDeviceMetricsOverride", { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false });
    if (url) await page.navigate(url);
    return page;
  }

  async close() {
    try {
      process.kill(-this.child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Page {
  constructor(chromium, sessionId, targetId) {
    Object.assign(this, { chromium, sessionId, targetId });
  }

  send(method, params) {
    return this.chromium.send(method, params, this.sessionId);
  }

  async navigate(url) {
    const loaded = this.chromium.event("Page.loadEventFired", this.sessionId);
    const { errorText } = await this.send("Page.navigate", { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await loaded;
  }

  // The value of an expression in the page's own world; promises are awaited, exceptions thrown.
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  close() {
    return this.chromium.send("Target.closeTarget", { targetId: this.targetId });
  }
}

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
                ".png": "image/png", ".json": "application/json" };

// Serves the files below a folder; `url(path)` and, as another origin, `otherUrl(path)`.
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
    if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    response.end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    otherUrl: (path) => `http://localhost:${port}/${path}`,
    close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}
