// Proves that no input over a pipe makes the server crash, hang, lose an answer or write anything but messages.
import assert from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Program, kServer, temporaryFolder } from '../lib/processes.mjs';
import { claimed, helloParams, kInvalidRequest, kParseError, request, toolError } from '../lib/protocol.mjs';
import { startStdio } from '../lib/server.mjs';

// The next good line is answered whatever came before it.
async function stillServes(server) {
  assert.deepEqual((await server.ask('ping', {}, 'still here')).result, {});
}

describe('lines', () => {
  test('CRLF, blank lines and white space around a message are fine; only LF is written', async (t) => {
    const server = startStdio(t);
    server.write(
      '\r\n\n  \t \r\n{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n\n\n  {"jsonrpc":"2.0","id":2,"method":"ping"}  \r\n',
    );
    await server.answer(1);
    await server.answer(2);
    await server.settle();
    assert.equal(server.messages.length, 3, 'blank lines are not answered');
  });

  test('a byte order mark before the first message is ignored', async (t) => {
    const server = startStdio(t);
    server.write('\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    assert.deepEqual((await server.answer(1)).result, {});
  });

  test('a message may arrive one byte at a time', async (t) => {
    const server = startStdio(t);
    for (const byte of Buffer.from('{"jsonrpc":"2.0","id":"ä😀","method":"ping"}\n')) {
      server.writeRaw(Buffer.from([byte]), 'ä😀');
      await new Promise(setImmediate);
    }
    assert.deepEqual((await server.answer('ä😀')).result, {});
  });

  test('a thousand messages in one write are each answered once', async (t) => {
    const server = startStdio(t);
    server.send(...Array.from({ length: 1000 }, (_, i) => request(i, 'ping')));
    for (let i = 0; i < 1000; ++i) assert.deepEqual((await server.answer(i)).result, {});
  });

  test('the last message may lack its line end', async (t) => {
    const server = startStdio(t);
    server.traffic.sent(request(1, 'ping'));
    assert.equal(await server.finish('{"jsonrpc":"2.0","id":1,"method":"ping"}'), 0);
    assert.deepEqual((await server.answer(1)).result, {});
  });

  test('half a message at the end of input is a parse error, and the server ends', async (t) => {
    const server = startStdio(t);
    assert.equal(await server.finish('{"jsonrpc":"2.0","id":1,"me'), 0);
    assert.equal((await server.rejection()).error.code, kParseError);
  });
});

describe('what is not JSON', () => {
  const kBad = [
    ['words', 'hello server'],
    ['an open brace', '{'],
    ['two values', '{"jsonrpc":"2.0","id":1,"method":"ping"} {"jsonrpc":"2.0","id":2,"method":"ping"}'],
    ['a trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}'],
    ['single quotes', "{'jsonrpc':'2.0','id':1,'method':'ping'}"],
    ['a comment', '{"jsonrpc":"2.0","id":1,"method":"ping"} // hi'],
    ['NaN', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":NaN}}'],
    ['a leading zero', '{"jsonrpc":"2.0","id":01,"method":"ping"}'],
    ['a raw tab in a string', '{"jsonrpc":"2.0","id":1,"method":"pi\tng"}'],
    ['a NUL between tokens', '{"jsonrpc":"2.0",\u0000"id":1,"method":"ping"}'],
    ['a raw NUL in a string', '{"jsonrpc":"2.0","id":1,"method":"pi\u0000ng"}'],
    ['only NULs', '\u0000\u0000\u0000'],
    ['a bad escape', '{"jsonrpc":"2.0","id":1,"method":"\\x"}'],
    ['a short \\u escape', '{"jsonrpc":"2.0","id":1,"method":"\\u12"}'],
    [
      'a lone continuation byte',
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0x80]), Buffer.from('"}')]),
    ],
    [
      'a cut code point',
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xe6, 0xbc]), Buffer.from('"}')]),
    ],
    [
      'an overlong code',
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      'a surrogate in UTF-8',
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
    ],
    ['UTF-16', Buffer.from('\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}', 'utf16le')],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + 13) % 256).filter((byte) => byte !== 10)),
    ],
    ['a TLS hello', Buffer.from('160301020001000130303', 'hex')],
    ['an HTTP request line', 'GET /mcp HTTP/1.1'],
  ];
  for (const [what, bytes] of kBad) {
    test(`${what}: one -32700 without an id, then the next line works`, async (t) => {
      const server = startStdio(t);
      server.writeRaw(Buffer.concat([Buffer.from(bytes), Buffer.from('\n')]));
      const { error } = await server.rejection();
      assert.equal(error.code, kParseError);
      await stillServes(server);
      assert.equal(server.messages.length, 2);
    });
  }

  test('Content-Length frames get errors, never silence, and the server goes on', async (t) => {
    const server = startStdio(t);
    const body = JSON.stringify(request(1, 'initialize', helloParams()));
    server.traffic.sent(request(1, 'initialize'));
    server.writeRaw(`Content-Length: ${body.length}\r\n\r\n${body}\r\nContent-Length: ${body.length}\r\n\r\n`);
    assert.equal((await server.rejection()).error.code, kParseError);
    assert.ok((await server.answer(1)).result, 'the body is a line of its own when a line end follows');
    assert.equal((await server.rejection()).error.code, kParseError);
    assert.ok((await server.ask('tools/list')).result);
  });
});

describe('what is JSON and strange', () => {
  test('lone surrogates in escapes become U+FFFD and are answered as UTF-8', async (t) => {
    const server = startStdio(t);
    server.writeRaw('{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}\n', '\uFFFD');
    assert.deepEqual((await server.answer('\uFFFD')).result, {});
    server.write('{"jsonrpc":"2.0","id":"\\ud83d\\ude00","method":"ping"}\n');
    assert.deepEqual((await server.answer('😀')).result, {});
  });

  test('a lone surrogate and a NUL in an argument come back in the error of the tool', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    for (const text of ['\\udfff', '\\u0000', 'a\\u0000b\\ud83d']) {
      server.write(
        `{"jsonrpc":"2.0","id":"${text.length}","method":"tools/call","params":{"name":"oc_journal","arguments":{"action":"${text}"}}}\n`,
      );
      const { result } = await server.answer(String(text.length));
      assert.equal(toolError(result).code, 'invalid_arguments');
    }
  });

  test('nesting below the limit is read, beyond it is an error; a hundred thousand brackets too', async (t) => {
    const server = startStdio(t);
    const nested = (depth) =>
      `{"jsonrpc":"2.0","id":${depth},"method":"ping","params":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}\n`;
    server.write(nested(50));
    assert.deepEqual((await server.answer(50)).result, {});
    for (const depth of [1000, 100_000]) {
      server.writeRaw(nested(depth));
      assert.equal((await server.rejection()).error.code, kParseError);
    }
    server.writeRaw(`${'['.repeat(100_000)}\n`);
    assert.equal((await server.rejection()).error.code, kParseError);
    await stillServes(server);
  });

  test('huge and tiny numbers neither crash nor turn into something else unnoticed', async (t) => {
    const server = startStdio(t);
    await server.initialize();
    const numbers = [
      '1e308',
      '1e-400',
      '-1e308',
      '123456789012345678901234567890',
      '1e19',
      '9223372036854775808',
      '-9223372036854775809',
      `1${'0'.repeat(300)}`,
      `0.${'1'.repeat(400)}`,
    ];
    for (const number of numbers) {
      server.write(
        `{"jsonrpc":"2.0","id":"${number}","method":"tools/call","params":{"name":"oc_journal","arguments":{"count":${number}}}}\n`,
      );
      const { result } = await server.answer(number);
      assert.equal(toolError(result).code, 'invalid_arguments', number);
    }
    server.writeRaw('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":1e999}}\n', 1);
    const answer = await server.next();
    assert.ok(answer.error?.code === kParseError || answer.result);
  });

  test('a key that appears twice, and one of a million letters, are no trouble', async (t) => {
    const server = startStdio(t);
    server.write('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n');
    assert.deepEqual((await server.answer(2)).result, {});
    server.write(`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"${'k'.repeat(1_000_000)}":1}}\n`);
    assert.deepEqual((await server.answer(3)).result, {});
  });

  test('names of a megabyte are not repeated in full in errors', async (t) => {
    const server = startStdio(t);
    const long = 'n'.repeat(1_000_000);
    for (const [method, params] of [
      ['tools/call', { name: long }],
      ['prompts/get', { name: long }],
      ['completion/complete', { ref: { type: 'ref/prompt', name: long }, argument: { name: 'a', value: '' } }],
      ['tools/call', { name: 'oc_journal', arguments: { action: long } }],
      ['tools/call', { name: 'oc_journal', arguments: { [long]: 1 } }],
      ['prompts/get', { name: 'fill_form', arguments: { [long]: 'x' } }],
    ]) {
      const answer = await server.askModern(method, params);
      assert.ok(JSON.stringify(answer).length < 10_000, `${method} ${JSON.stringify(answer).slice(0, 200)}`);
    }
  });
});

describe('lines that are too long', () => {
  test('17 MB are refused with -32600 as soon as the limit is passed, and the next line works', async (t) => {
    const server = startStdio(t);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    server.writeRaw('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"');
    for (let i = 0; i < 17; ++i) server.writeRaw(piece);
    assert.equal((await server.rejection()).error.code, kInvalidRequest, 'before the line has ended');
    server.writeRaw('"}}\n');
    await stillServes(server);
    assert.equal(server.messages.length, 2);
  });

  test('15 MB are read', async (t) => {
    const server = startStdio(t);
    server.send(request(1, 'ping', { x: 'x'.repeat(15 * 1024 * 1024) }));
    assert.deepEqual((await server.answer(1)).result, {});
  });

  test('--max-message-mb sets the limit', async (t) => {
    const server = startStdio(t, { parameters: ['--max-message-mb', '1'] });
    server.writeRaw(`"${'x'.repeat(1024 * 1024)}"\n`);
    assert.equal((await server.rejection()).error.code, kInvalidRequest);
    await stillServes(server);
  });
});

describe('other things than pipes', () => {
  function runWith(t, input, output = 'pipe') {
    const home = temporaryFolder(t);
    const program = new Program(kServer, ['serve'], {
      environment: { OPENCHROME_HOME: home },
      stdio: [input, output, 'pipe'],
    });
    t.after(() => program.stop());
    return program;
  }

  test('input from a file: every line is answered, then the server ends', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'input.jsonl');
    const lines = [
      request(1, 'initialize', helloParams()),
      request(2, 'tools/list'),
      request(3, 'tools/call', { name: 'oc_journal' }),
      request(4, 'tools/list', claimed()),
    ];
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const input = openSync(file, 'r');
    const program = runWith(t, input);
    let output = '';
    program.child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    const closed = new Promise((resolve) => program.child.stdout.once('close', resolve));
    assert.equal(await program.exitCode(), 0);
    await closed;
    closeSync(input);
    const ids = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    assert.deepEqual(ids.sort(), [1, 2, 3, 4]);
  });

  test('input from /dev/null: the server ends at once and writes nothing', async (t) => {
    const input = openSync('/dev/null', 'r');
    const program = runWith(t, input);
    let output = '';
    program.child.stdout.on('data', (bytes) => (output += bytes));
    assert.equal(await program.exitCode(), 0);
    closeSync(input);
    assert.equal(output, '');
  });

  test('output to a file: whole lines, all of them', async (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, 'out'));
    const file = join(folder, 'out', 'answers');
    const output = openSync(file, 'w');
    const program = runWith(t, 'pipe', output);
    const requests = Array.from({ length: 100 }, (_, i) => request(i, 'tools/list', claimed()));
    program.child.stdin.end(requests.map((line) => `${JSON.stringify(line)}\n`).join(''));
    assert.equal(await program.exitCode(), 0);
    closeSync(output);
    const lines = readFileSync(file, 'utf8').split('\n');
    assert.equal(lines.pop(), '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id).sort((a, b) => a - b),
      requests.map((line) => line.id),
    );
  });
});
