// What the checks of scripts/verify share: a list of checks that says PASS or FAIL line by line, and a server to ask.
// To be imported first: it says which binary the others use, the one named on the command line.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

process.env.OPENCHROME_BIN = resolve(
  process.argv[2] ?? fileURLToPath(new URL('../../build/release/openchrome', import.meta.url)),
);
const { startStdio } = await import('../../tests/lib/server.mjs');

export class Checks {
  #endings = [];
  #failures = 0;
  owner = { after: (ending) => this.#endings.push(ending) };

  atEnd(ending) {
    this.#endings.unshift(ending);
  }

  // Runs a check; what it returns, or throws, is the problem.
  check = async (what, look) => {
    let problem;
    try {
      problem = await look();
    } catch (error) {
      problem = error.message;
    }
    if (problem) ++this.#failures;
    console.log(problem ? `FAIL  ${what}: ${problem}` : `PASS  ${what}`);
  };

  async finish() {
    for (const ending of this.#endings.reverse()) {
      try {
        await ending();
      } catch (error) {
        ++this.#failures;
        console.log(`FAIL  the end: ${error.message}`);
      }
    }
    console.log(this.#failures ? `${this.#failures} failed` : 'all passed');
    process.exit(this.#failures ? 1 : 0);
  }
}

export class Server {
  static async start(owner, { home, parameters = [] }) {
    const server = new Server();
    server.stdio = startStdio(owner, { home, parameters });
    await server.stdio.initialize();
    return server;
  }

  ask(method, params) {
    return this.stdio.ask(method, params);
  }

  // The answer of a tool: its text, all blocks, the error if it is one, _meta, and how long it took.
  async call(name, args = {}) {
    const began = performance.now();
    const { result, error } = await this.ask('tools/call', { name, arguments: args });
    if (error) throw new Error(`${name}: ${error.message}`);
    const text = result.content[0]?.text ?? '';
    const failure = result.isError ? JSON.parse(text).error : null;
    return { text, content: result.content, error: failure, meta: result._meta ?? {}, took: performance.now() - began };
  }

  async good(name, args) {
    const { text, error } = await this.call(name, args);
    if (error) throw new Error(`${name}: ${error.code}: ${error.message}`);
    return JSON.parse(text);
  }

  async kill() {
    this.stdio.program.signal('SIGKILL');
    await this.stdio.program.exited;
  }

  stop() {
    return this.stdio.stop();
  }
}
