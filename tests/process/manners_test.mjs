// Proves that the server is a good process: it ends when it should and in time, keeps its files private and stays small.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startHttp } from '../lib/http.mjs';
import {
  Program,
  atEnd,
  kExitMs,
  kPatienceMs,
  kServer,
  processFacts,
  runProgram,
  temporaryFolder,
  within,
} from '../lib/processes.mjs';
import { claimed, kMetaSubscription, request, today } from '../lib/protocol.mjs';
import { StdioServer, startStdio } from '../lib/server.mjs';
import { kSlowCall, slowHome } from '../lib/slow.mjs';

// The action must make the process end by itself, in time and with code 0.
async function endsBy(program, action) {
  const start = performance.now();
  await action();
  assert.equal(await program.exitCode(), 0, program.log);
  const took = program.ending.at - start;
  assert.ok(took <= kExitMs, `it took ${took} ms to end`);
}

// Somebody else's child: there is no event for its end.
function isGone(pid) {
  const look = async () => {
    while (processFacts(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return within(look(), kExitMs, () => `process ${pid} lives on`);
}

// The journal is written behind the calls, so a failure shows in one of the next.
async function journalError(server) {
  const look = async () => {
    for (;;) {
      const { result } = await server.ask('tools/call', { name: 'oc_connection_health' });
      if (result.structuredContent.journal.last_error) return result.structuredContent.journal.last_error;
    }
  };
  return within(look(), kPatienceMs, () => 'health never tells of the journal');
}

describe('the end', () => {
  test('comes with the end of input', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    await endsBy(server.program, () => server.endInput());
  });

  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    test(`comes with ${name}, over stdio`, async (t) => {
      const server = startStdio(t);
      await server.initialize();
      await endsBy(server.program, () => server.program.signal(name));
    });

    test(`comes with ${name}, over HTTP with sessions and streams open`, async (t) => {
      const server = await startHttp(t);
      const session = await server.initialize();
      const standalone = await session.openStream();
      const listener = await server.listen({}, 'listener');
      await endsBy(server.program, () => server.program.signal(name));
      const { result } = await listener.message();
      assert.strictEqual(result._meta[kMetaSubscription], 'listener', 'a listener is told');
      await listener.end();
      assert.ok(listener.complete, 'its stream is whole');
      await standalone.end();
    });
  }

  test('comes while a call runs', async (t) => {
    const server = startStdio(t, { home: slowHome(t) });
    await server.initialize();
    server.send(request('slow', 'tools/call', kSlowCall));
    await server.settle();
    await endsBy(server.program, () => server.program.signal('SIGTERM'));
  });

  test('comes with oc_stop {exit: true}, after its answer, over stdio', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    await endsBy(server.program, async () => {
      const { result } = await server.ask('tools/call', { name: 'oc_stop', arguments: { exit: true } });
      assert.equal(result.structuredContent.exiting, true);
    });
  });

  test('comes with oc_stop {exit: true}, after its answer, over HTTP', async (t) => {
    const server = await startHttp(t);
    await endsBy(server.program, async () => {
      const { answer } = await server.askModern('tools/call', { name: 'oc_stop', arguments: { exit: true } });
      assert.equal(answer.result.structuredContent.exiting, true);
    });
  });

  test('does not come with oc_stop alone', async (t) => {
    const server = startStdio(t);
    const { result } = await server.askModern('tools/call', { name: 'oc_stop' });
    assert.equal(result.structuredContent.exiting, false);
    await server.settle();
  });

  test('comes when the client closes our output', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    server.program.child.stdout.destroy();
    await endsBy(server.program, () => server.send(request(1, 'ping')));
  });

  test('comes with the end of input even if the client never reads', async (t) => {
    const home = temporaryFolder(t);
    const program = new Program(kServer, ['serve'], { environment: { OPENCHROME_HOME: home } });
    atEnd(t, () => program.stop());
    const lines = Array.from({ length: 200 }, (_, i) => `${JSON.stringify(request(i, 'tools/list', claimed()))}\n`);
    await endsBy(program, () => program.child.stdin.end(lines.join('')));
  });

  // Starts the server from a process of its own; stdin stays open when that one dies.
  async function startFromParent(t, parameters) {
    const home = temporaryFolder(t);
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.argv[1], process.argv.slice(2), { stdio: [3, 'inherit', 'inherit'] });
      child.on('exit', (code) => process.exit(code ?? 1));`;
    const options = { environment: { OPENCHROME_HOME: home }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] };
    const parent = new Program(process.execPath, ['-e', script, kServer, 'serve', ...parameters], options);
    const input = parent.child.stdio[3];
    const server = new StdioServer(parent, input);
    atEnd(t, () => input.destroy());
    atEnd(t, () => parent.stop());
    return { parent, server };
  }

  test('comes with the death of the parent, with input still open', async (t) => {
    const { parent, server } = await startFromParent(t, []);
    const { pid } = (await server.askModern('tools/call', { name: 'oc_connection_health' })).result.structuredContent
      .server;
    assert.notEqual(pid, parent.pid);
    const start = performance.now();
    parent.signal('SIGKILL');
    await within(server.finished, kPatienceMs, () => 'the orphan lives on');
    const took = performance.now() - start;
    assert.ok(took <= kExitMs, `it took ${took} ms to end`);
    assert.match(parent.log, /parent/, 'that was the reason, not the end of input');
    await isGone(pid);
  });

  test('does not come with the death of the parent when that is switched off', async (t) => {
    const { parent, server } = await startFromParent(t, ['--exit-with-parent', 'off']);
    const { pid } = (await server.askModern('tools/call', { name: 'oc_connection_health' })).result.structuredContent
      .server;
    parent.signal('SIGKILL');
    await parent.exited;
    assert.ok((await server.askModern('tools/list')).result);
    server.endInput();
    await server.finished;
    await isGone(pid);
  });
});

describe('requests in flight at the end of input', () => {
  test('are answered', async (t) => {
    const server = startStdio(t, { home: slowHome(t, 100) });
    const ids = Array.from({ length: 20 }, (_, i) => i);
    server.send(...ids.map((id) => request(id, 'tools/call', claimed(kSlowCall))));
    assert.equal(await server.finish(), 0);
    for (const id of ids) assert.equal((await server.answer(id)).result.isError, undefined);
  });

  test('are answered too when there are many and they are quick', async (t) => {
    const server = startStdio(t);
    server.send(
      ...Array.from({ length: 100 }, (_, i) => request(i, 'resources/read', claimed({ uri: 'openchrome://guide' }))),
    );
    assert.equal(await server.finish(), 0);
    for (let i = 0; i < 100; ++i) assert.ok((await server.answer(i)).result.contents);
  });
});

describe('answers that wait for the client at the end of input', () => {
  test('are not cut off when it takes a moment to read them', async (t) => {
    const server = startStdio(t);
    const count = 500;
    server.program.child.stdout.pause();
    server.send(...Array.from({ length: count }, (_, i) => request(i, 'tools/list', claimed())));
    server.endInput();
    await new Promise((resolve) => setTimeout(resolve, kExitMs / 4));
    server.program.child.stdout.resume();
    await server.finished;
    assert.equal(server.messages.length, count);
  });
});

describe('size', () => {
  test('a client that never reads does not make memory grow, and misses nothing when it reads at last', async (t) => {
    const home = temporaryFolder(t);
    const program = new Program(kServer, ['serve'], { environment: { OPENCHROME_HOME: home } });
    atEnd(t, () => program.stop());
    const count = 12_000;
    const before = processFacts(program.pid).residentBytes;
    for (let i = 0; i < count; ++i)
      program.child.stdin.write(
        `${JSON.stringify(request(i, 'resources/read', claimed({ uri: 'openchrome://guide' })))}\n`,
      );
    // Full when what we have left to write no longer shrinks.
    let left = -1;
    for (let same = 0; same < 10;) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      same = program.child.stdin.writableLength === left ? same + 1 : 0;
      left = program.child.stdin.writableLength;
    }
    assert.ok(left > 0, 'the server stopped reading');
    const growth = processFacts(program.pid).residentBytes - before;
    assert.ok(growth < 40 * 1024 * 1024, `memory grew by ${growth}`);
    const server = new StdioServer(program);
    for (let i = 0; i < count; ++i) server.traffic.sent(request(i, 'resources/read', claimed()));
    for (let i = 0; i < count; ++i) await server.next();
    assert.equal(await server.finish(), 0);
    assert.equal(new Set(server.messages.map((message) => message.id)).size, count);
    assert.deepEqual(server.traffic.problems, []);
  });

  test('threads stay few, however much is asked', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    assert.ok(processFacts(server.pid).threads <= 3, 'at the start: the loop, and the pool that looks after the stores');
    server.send(...Array.from({ length: 200 }, (_, i) => request(`c${i}`, 'tools/call', { name: 'oc_journal' })));
    for (let i = 0; i < 200; ++i) await server.answer(`c${i}`);
    assert.ok(processFacts(server.pid).threads <= 6, `${processFacts(server.pid).threads} threads`);
  });

  test('idle memory is at most 12 MB', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    await server.ask('tools/list');
    const { residentBytes } = processFacts(server.pid);
    assert.ok(residentBytes <= 12 * 1024 * 1024, `${residentBytes} bytes`);
  });
});

describe('stdout', () => {
  test('belongs to the protocol: descriptor 1 of the process is its stderr', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    assert.equal(readlinkSync(`/proc/${server.pid}/fd/1`), readlinkSync(`/proc/${server.pid}/fd/2`));
  });

  test('stays clean with every log on', async (t) => {
    const server = startStdio(t, { parameters: ['--log-level', 'trace', '--log-json'] });
    await server.initialize();
    await server.ask('tools/call', { name: 'oc_journal' });
    await server.finish();
    for (const line of server.program.log.trim().split('\n')) assert.equal(typeof JSON.parse(line).message, 'string');
  });

  test('logs are plain text without colours when stderr is no terminal', async (t) => {
    const server = startStdio(t);
    await server.finish();
    assert.match(server.program.log, /end of input/);
    assert.ok(!server.program.log.includes('\x1b'));
  });
});

describe('the home', () => {
  const mode = (path) => (statSync(path).mode & 0o777).toString(8);

  test('is made with mode 700, its files with 600, whatever the umask', async (t) => {
    const home = join(temporaryFolder(t), 'made', 'home');
    const command = ['-c', 'umask 000; exec "$0" serve --http 0', kServer];
    const program = new Program('/bin/sh', command, {
      environment: { OPENCHROME_HOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    atEnd(t, () => program.stop());
    await program.logged(/listening on/);
    assert.equal(mode(home), '700');
    assert.equal(mode(join(home, 'token')), '600');
  });

  test('its journal is private too', async (t) => {
    const server = startStdio(t, { home: join(temporaryFolder(t), 'home') });
    await server.askModern('tools/call', { name: 'oc_journal' });
    assert.equal(await server.finish(), 0);
    assert.equal(mode(join(server.home, 'journal')), '700');
    assert.equal(mode(join(server.home, 'journal', `journal-${today()}.jsonl`)), '600');
  });

  test('keeps its token: a second start uses it again', async (t) => {
    const home = temporaryFolder(t);
    const first = await startHttp(t, { home });
    await first.program.stop();
    const second = await startHttp(t, { home });
    assert.equal(second.token, first.token);
    assert.ok(second.token.length >= 32);
    assert.equal((await second.askModern('tools/list')).status, 200);
  });

  test('without --http no token is made', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    assert.ok(!existsSync(join(server.home, 'token')));
  });

  test('serves two servers at once: one token, one journal', async (t) => {
    const home = temporaryFolder(t);
    const [first, second] = await Promise.all([startHttp(t, { home }), startHttp(t, { home })]);
    const pipe = startStdio(t, { home });
    assert.equal(first.token, second.token);
    for (const server of [first, second]) {
      assert.equal((await server.askModern('tools/call', { name: 'oc_connection_health' })).status, 200);
    }
    const seen = async () => {
      for (;;) {
        const { result } = await pipe.askModern('tools/call', {
          name: 'oc_journal',
          arguments: { action: 'recent', tool: 'oc_connection_health' },
        });
        if (JSON.parse(result.content[0].text).length === 2) return;
      }
    };
    await within(seen(), kPatienceMs, () => 'the calls of the other servers are not in the journal');
  });

  test('that cannot be made is no reason not to serve', async (t) => {
    const file = join(temporaryFolder(t), 'file');
    writeFileSync(file, '');
    const server = startStdio(t, { home: join(file, 'home') });
    await server.initialize();
    assert.ok((await server.ask('tools/call', { name: 'oc_journal' })).result);
    assert.match(await journalError(server), /journal/);
    assert.equal(await server.finish(), 0);
  });

  test('that is read-only is no reason not to serve', async (t) => {
    const home = temporaryFolder(t);
    chmodSync(home, 0o555);
    // Root may write anywhere: be nobody instead.
    const someone =
      process.getuid() === 0
        ? ['/usr/bin/setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
        : ['/usr/bin/env'];
    const [command, ...parameters] = [...someone, kServer, 'serve'];
    const program = new Program(command, parameters, { environment: { OPENCHROME_HOME: home } });
    const server = new StdioServer(program);
    atEnd(t, () => server.stop());
    await server.initialize();
    assert.equal((await server.ask('tools/call', { name: 'oc_journal' })).result.isError, undefined);
    assert.match(await journalError(server), /journal/);
    assert.equal(await server.finish(), 0);
  });

  test('with a token that is too short is refused with code 3 and the file named', async (t) => {
    const home = temporaryFolder(t);
    writeFileSync(join(home, 'token'), 'short\n');
    const { code, stderr } = await runProgram(kServer, ['serve', '--http', '0'], {
      environment: { OPENCHROME_HOME: home },
    });
    assert.equal(code, 3);
    assert.ok(stderr.includes(join(home, 'token')));
  });
});

describe('listening', () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
    test(`on ${host} without a token is refused with code 3`, async (t) => {
      const home = temporaryFolder(t);
      const parameters = ['serve', '--http', '0', '--http-host', host, '--allow-unauthenticated-http'];
      const { code, stderr, stdout } = await runProgram(kServer, parameters, {
        environment: { OPENCHROME_HOME: home },
      });
      assert.equal(code, 3);
      assert.match(stderr, /token/);
      assert.equal(stdout, '');
    });
  }

  test('on every address with a token works, and loopback names still reach it', async (t) => {
    const server = await startHttp(t, { parameters: ['--http-host', '0.0.0.0'] });
    assert.equal((await server.askModern('tools/list')).status, 200);
    assert.equal((await server.askModern('tools/list', {}, { headers: { Authorization: undefined } })).status, 401);
  });

  test('on IPv6 loopback works, and the logged address can be used as it is', async (t) => {
    const probe = createServer();
    const isThere = await new Promise((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(0, '::1', () => resolve(true));
    });
    probe.close();
    if (!isThere) return t.skip('no IPv6 here');
    const server = await startHttp(t, { parameters: ['--http-host', '::1'] });
    const [address] = server.program.log.match(/http:[^ ,]*\/mcp/);
    const health = await fetch(new URL('/health', address));
    assert.deepEqual(await health.json(), { status: 'ok' });
  });

  test('on a port in use is refused with code 3 and says so', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    atEnd(t, () => other.close());
    const home = temporaryFolder(t);
    const { code, stderr } = await runProgram(kServer, ['serve', '--http', String(other.address().port)], {
      environment: { OPENCHROME_HOME: home },
    });
    assert.equal(code, 3);
    assert.match(stderr, /in use/i);
  });

  test('on HTTP and stdio at once: both answer, and the end of input ends both', async (t) => {
    const home = temporaryFolder(t);
    const server = startStdio(t, { home, parameters: ['--transport', 'both', '--http', '0'] });
    const [, port] = await server.program.logged(/listening on http:\/\/127\.0\.0\.1:(\d+)\/mcp/);
    const { result } = await server.askModern('tools/call', { name: 'oc_connection_health' });
    assert.equal(result.structuredContent.server.transport, 'both');
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    assert.equal(health.status, 200);
    await health.text();
    const token = readFileSync(join(home, 'token'), 'utf8').trim();
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    assert.match(await metrics.text(), /openchrome_tool_calls_total 1\n/);
    await endsBy(server.program, () => server.endInput());
  });
});
