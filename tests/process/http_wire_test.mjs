// Proves the HTTP of the server on raw connections: framing of requests, pipelining, slowness, limits, broken clients.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHttp } from '../lib/http.mjs';
import { kPatienceMs, processFacts, within } from '../lib/processes.mjs';
import { claimed, kModern, request } from '../lib/protocol.mjs';

// The head of a POST of the stateless revision; extra lines go last.
function head(server, method, extra) {
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    `Authorization: Bearer ${server.token}`,
    'Content-Type: application/json',
    `MCP-Protocol-Version: ${kModern}`,
    `Mcp-Method: ${method}`,
    ...extra,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function post(server, id, method = 'tools/list') {
  const body = JSON.stringify(request(id, method, claimed()));
  return `${head(server, method, [`Content-Length: ${Buffer.byteLength(body)}`])}${body}`;
}

function getHealth(server, extra = '') {
  return `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${extra}\r\n`;
}

async function stillServes(server) {
  assert.equal((await server.exchange({ method: 'GET', path: '/health' })).status, 200);
}

describe('requests', () => {
  test('pipelined ones are answered in their order on one connection', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    connection.write(
      post(server, 1) +
        post(server, 'two', 'resources/list') +
        getHealth(server) +
        post(server, 3, 'no/such') +
        post(server, 4),
    );
    for (const [status, id] of [
      [200, 1],
      [200, 'two'],
      [200, undefined],
      [404, 3],
      [200, 4],
    ]) {
      const response = await connection.response();
      assert.equal(response.status, status);
      assert.strictEqual(JSON.parse(response.body).id, id);
    }
  });

  test('a hundred follow each other on one connection', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    for (let id = 0; id < 100; ++id) {
      connection.write(post(server, id));
      assert.equal(JSON.parse((await connection.response()).body).id, id);
    }
  });

  test('one may arrive a byte at a time while others are served', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    connection.socket.setNoDelay(true);
    const bytes = Buffer.from(post(server, 'slow'));
    for (let i = 0; i < bytes.length; ++i) {
      connection.write(bytes.subarray(i, i + 1));
      await new Promise(setImmediate);
      if (i % 100 === 0) await stillServes(server);
    }
    assert.equal(JSON.parse((await connection.response()).body).id, 'slow');
  });

  test('bodies in chunks, of any cut and with extensions and trailers, are read', async (t) => {
    const server = await startHttp(t);
    const body = Buffer.from(JSON.stringify(request('chunked – ü', 'tools/list', claimed())));
    for (const size of [1, 7, 64, body.length]) {
      const connection = server.raw();
      connection.write(head(server, 'tools/list', ['Transfer-Encoding: chunked']));
      for (let at = 0; at < body.length; at += size) {
        const chunk = body.subarray(at, at + size);
        connection.write(
          Buffer.concat([
            Buffer.from(`${chunk.length.toString(16)}${size === 7 ? ';name=value' : ''}\r\n`),
            chunk,
            Buffer.from('\r\n'),
          ]),
        );
      }
      connection.write(size === 64 ? '0\r\nX-Trailer: 1\r\n\r\n' : '0\r\n\r\n');
      const response = await connection.response();
      assert.equal(response.status, 200);
      assert.equal(JSON.parse(response.body).id, 'chunked – ü');
    }
  });

  test('Expect: 100-continue is answered before the body is sent; another expectation is 417', async (t) => {
    const server = await startHttp(t);
    const body = JSON.stringify(request(1, 'tools/list', claimed()));
    const connection = server.raw();
    connection.write(head(server, 'tools/list', [`Content-Length: ${body.length}`, 'Expect: 100-continue']));
    await connection.until((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'), '100 Continue');
    connection.received = Buffer.alloc(0);
    connection.write(body);
    assert.equal((await connection.response()).status, 200);
    const other = server.raw();
    other.write(head(server, 'tools/list', [`Content-Length: ${body.length}`, 'Expect: a-miracle']));
    assert.equal((await other.response()).status, 417);
  });

  test('header names are read in any case, values without the white space around them', async (t) => {
    const server = await startHttp(t);
    const body = JSON.stringify(request(1, 'tools/call', claimed({ name: 'oc_journal' })));
    const connection = server.raw();
    connection.write(
      [
        'POST /mcp HTTP/1.1',
        `hOsT: 127.0.0.1:${server.port}`,
        `AUTHORIZATION: Bearer ${server.token}`,
        'content-type:application/json',
        `mcp-protocol-version: \t ${kModern} \t`,
        'MCP-METHOD:  tools/call  ',
        'mcp-name:   oc_journal\t',
        `content-length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    assert.equal((await connection.response()).status, 200);
  });

  test('HTTP/1.0 is answered and the connection closed', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    connection.write('GET /health HTTP/1.0\r\n\r\n');
    assert.match(await connection.end(), /^HTTP\/1\.[01] 200 [\s\S]*\{"status":"ok"\}$/);
  });

  test('Connection: close is obeyed', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    connection.write(getHealth(server, 'Connection: close\r\n'));
    assert.match(await connection.end(), /\r\nConnection: close\r\n/i);
  });
});

describe('event streams', () => {
  const listen = (server, version) => {
    const body = JSON.stringify(request('ears', 'subscriptions/listen', claimed({ notifications: {} })));
    const lines = head(server, 'subscriptions/listen', [`Content-Length: ${body.length}`]).replace(
      'HTTP/1.1',
      `HTTP/${version}`,
    );
    return `${lines}${body}`;
  };
  const kFrame =
    'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":"ears"}}}\n\n';

  test('each frame is a chunk of its own, sent at once', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    connection.write(listen(server, '1.1'));
    await connection.until((text) => text.endsWith('\n\n\r\n'), 'the first frame');
    const [answer, body] = connection.text().split(/(?<=\r\n\r\n)/);
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(answer, /\r\nContent-Type: text\/event-stream\r\n/);
    assert.match(answer, /\r\nTransfer-Encoding: chunked\r\n/);
    assert.doesNotMatch(answer, /content-length/i);
    assert.equal(body, `${kFrame.length.toString(16)}\r\n${kFrame}\r\n`);
  });

  test('a client of HTTP/1.0 gets the frames as they are, until the connection ends', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    connection.write(listen(server, '1.0'));
    await connection.until((text) => text.endsWith('\n\n'), 'the first frame');
    const [answer, body] = connection.text().split(/(?<=\r\n\r\n)/);
    assert.doesNotMatch(answer, /transfer-encoding|content-length/i);
    assert.equal(body, kFrame);
  });
});

describe('what is not HTTP as we speak it', () => {
  const kBad = [
    ['a TLS hello', Buffer.from('1603010200010001fc0303', 'hex'), [400]],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505]],
    ['HTTP/3.0', 'GET /health HTTP/3.0\r\nHost: x\r\n\r\n', [400, 505]],
    ['words', 'hello\r\n\r\n', [400]],
    ['a line end without CR', 'GET /health HTTP/1.1\nHost: x\n\n', [400]],
    ['a header without a colon', 'GET /health HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n', [400]],
    ['a space before the colon', 'GET /health HTTP/1.1\r\nHost : x\r\n\r\n', [400]],
    ['a NUL in a header', 'GET /health HTTP/1.1\r\nHost: x\u0000y\r\n\r\n', [400, 403]],
    ['two lengths', 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', [400]],
    ['a negative length', 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', [400]],
    ['a length that is a word', 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n', [400]],
    [
      'length and chunks',
      'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      [400, 403],
    ],
    ['an unknown coding', 'POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n', [400, 403, 501]],
    ['chunks twice', 'POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n', [400, 403, 501]],
    ['a target without a slash', 'GET health HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['headers of 40 KB', `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, [431]],
    ['ten thousand headers', `GET /health HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(10_000)}\r\n`, [431]],
    ['a target of 40 KB', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [414, 431]],
  ];
  for (const [what, bytes, statuses] of kBad) {
    test(`${what} is refused and the connection closed`, async (t) => {
      const server = await startHttp(t);
      const connection = server.raw();
      connection.write(bytes);
      const { status, head: answer } = await connection.response();
      assert.ok(statuses.includes(status), `status ${status}`);
      if (status !== 403) assert.match(answer, /\r\nConnection: close\r\n/i);
      await stillServes(server);
    });
  }

  for (const chunks of [
    'zz\r\nabcde\r\n',
    '-1\r\nabcde\r\n',
    'ffffffffffffffffff\r\n',
    '5\r\nabcdeXXXXX',
    '1\r\nab\r\n0\r\n\r\n',
  ]) {
    test(`chunks ${JSON.stringify(chunks)} are refused`, async (t) => {
      const server = await startHttp(t);
      const connection = server.raw();
      connection.write(`${head(server, 'tools/list', ['Transfer-Encoding: chunked'])}${chunks}`);
      const { status } = await connection.response();
      assert.ok([400, 413].includes(status), `status ${status}`);
      await stillServes(server);
    });
  }
});

describe('clients that go or dawdle', { concurrency: true }, () => {
  test('one that leaves in the middle of a request does no harm', async (t) => {
    const server = await startHttp(t);
    const whole = post(server, 'never');
    for (const at of [1, 20, whole.length - 20, whole.length - 1]) {
      const connection = server.raw();
      connection.write(whole.slice(0, at));
      await new Promise((resolve) => connection.socket.write('', resolve));
      connection.close();
    }
    const reset = server.raw();
    reset.write(whole.slice(0, 100));
    await new Promise((resolve) => reset.socket.write('', resolve));
    reset.socket.resetAndDestroy();
    await stillServes(server);
  });

  test('a head that does not come to its end is 408', async (t) => {
    const server = await startHttp(t);
    const connection = server.raw();
    connection.write('GET /health HTTP/1.1\r\nHost: ');
    assert.equal((await connection.response()).status, 408);
    await connection.end();
  });

  test('a silent stream is kept alive by a comment', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize('2025-06-18');
    const stream = await session.openStream();
    const spoken = new Promise((resolve) => stream.response.once('data', resolve));
    await within(spoken, 2 * kPatienceMs, () => 'nothing came');
    assert.equal(stream.text, ': keepalive\n\n');
    await stream.close();
  });

  test('connections beyond the limit are told 503, and one that ends makes room', async (t) => {
    const server = await startHttp(t, { parameters: ['--http-max-connections', '3'] });
    const connections = [];
    for (let i = 0; i < 3; ++i) {
      const connection = server.raw();
      connection.write(getHealth(server));
      assert.equal((await connection.response()).status, 200);
      connections.push(connection);
    }
    const fourth = server.raw();
    fourth.write(getHealth(server));
    assert.equal((await fourth.response()).status, 503);
    connections[0].socket.end();
    await connections[0].end();
    const fifth = server.raw();
    fifth.write(getHealth(server));
    assert.equal((await fifth.response()).status, 200);
  });

  test('one that asks without reading does not make memory grow', async (t) => {
    const server = await startHttp(t);
    const before = processFacts(server.pid).residentBytes;
    const connection = server.raw();
    connection.socket.pause();
    const one = post(server, 1, 'tools/list');
    for (let i = 0; i < 20_000; ++i) connection.write(one);
    for (let same = 0, left = -1; same < 10;) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      same = connection.socket.writableLength === left ? same + 1 : 0;
      left = connection.socket.writableLength;
    }
    assert.ok(connection.socket.writableLength > 0, 'the server stopped reading');
    const growth = processFacts(server.pid).residentBytes - before;
    assert.ok(growth < 20 * 1024 * 1024, `memory grew by ${growth}`);
    await stillServes(server);
  });
});
