// Proves who may come in over HTTP and what is refused before a body is read: Host, Origin, path, token, method, type, size.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHttp } from '../lib/http.mjs';
import { claimed, kInvalidRequest, kModern, kParseError, request } from '../lib/protocol.mjs';

const kMethods = ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH', 'HEAD'];
const kList = request('list', 'tools/list', claimed());
const kListHeaders = { 'MCP-Protocol-Version': kModern, 'Mcp-Method': 'tools/list' };

function list(server, headers) {
  return server.post(kList, { ...kListHeaders, ...headers });
}

// A head that promises a body and sends none of it.
function promise(server, headers, { method = 'POST', path = '/mcp' } = {}) {
  const all = {
    Host: `127.0.0.1:${server.port}`,
    'Content-Type': 'application/json',
    'Content-Length': 1_000_000,
    ...server.authorization(),
    ...headers,
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  const lines = given.map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = server.raw();
  connection.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return connection;
}

describe('Host', () => {
  test('our own names with our port are let in', async (t) => {
    const server = await startHttp(t);
    for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
      assert.equal((await list(server, { Host: `${name}:${server.port}` })).status, 200, name);
    }
  });

  test('every other name is 403, for every method and path, without the body', async (t) => {
    const server = await startHttp(t);
    const own = server.port;
    const others = [
      'evil.example.com',
      `evil.example.com:${own}`,
      `localhost.evil.com:${own}`,
      `127.0.0.1.evil:${own}`,
      `evil-localhost:${own}`,
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${own + 1}`,
      `localhost:${own}@evil.com`,
      `evil.com#localhost:${own}`,
      `[::2]:${own}`,
      `0.0.0.0:${own}`,
      `127.0.0.1:0${own}x`,
      `localhost:${own},evil.com`,
      `[::1:${own}`,
    ];
    for (const host of others) {
      const response = await promise(server, { Host: host }).response();
      assert.equal(response.status, 403, host);
    }
    for (const method of kMethods) {
      for (const path of ['/mcp', '/health', '/metrics', '/no/such']) {
        const { status } = await server.exchange({ method, path, headers: { Host: `evil.example.com:${own}` } });
        assert.equal(status, 403, `${method} ${path}`);
      }
    }
    assert.equal((await list(server)).status, 200);
  });

  test('none or two of them are refused', async (t) => {
    const server = await startHttp(t);
    for (const hosts of ['', `Host: 127.0.0.1:${server.port}\r\nHost: evil.example.com\r\n`, 'Host: \r\n']) {
      const connection = server.raw();
      connection.write(`GET /health HTTP/1.1\r\n${hosts}\r\n`);
      const { status } = await connection.response();
      assert.ok(status === 400 || status === 403, String(status));
    }
  });
});

describe('Origin', () => {
  test('absent or our own is let in', async (t) => {
    const server = await startHttp(t);
    for (const origin of [undefined, `http://127.0.0.1:${server.port}`, `http://localhost:${server.port}`]) {
      assert.equal((await list(server, { Origin: origin })).status, 200, origin);
    }
  });

  test('any other is 403, for every method, without the body', async (t) => {
    const server = await startHttp(t);
    const own = server.port;
    const others = [
      'null',
      'http://evil.example.com',
      `http://evil.example.com:${own}`,
      `http://localhost.evil.com:${own}`,
      'http://127.0.0.1.evil',
      'http://localhost',
      `http://localhost:${own + 1}`,
      `http://localhost:${own}/`,
      `file://localhost:${own}`,
      'chrome-extension://abcdefghijklmnop',
      `localhost:${own}`,
      `http://x@localhost:${own}`,
    ];
    for (const origin of others) {
      const response = await promise(server, { Origin: origin }).response();
      assert.equal(response.status, 403, origin);
    }
    for (const method of kMethods) {
      const { status } = await server.exchange({ method, headers: { Origin: 'null' } });
      assert.equal(status, 403, method);
    }
  });

  test('none is named in an answer unless it was allowed', async (t) => {
    const server = await startHttp(t);
    const response = await list(server, { Origin: `http://localhost:${server.port}` });
    assert.equal(response.headers['access-control-allow-origin'], undefined);
  });

  test('one of --allow-origin is let in, others still are not', async (t) => {
    const server = await startHttp(t, {
      parameters: ['--allow-origin', 'https://one.example,https://two.example:8443'],
    });
    for (const origin of ['https://one.example', 'https://two.example:8443']) {
      assert.equal((await list(server, { Origin: origin })).status, 200, origin);
    }
    for (const origin of [
      'https://three.example',
      'http://one.example',
      'https://one.example:1',
      'https://one.example.evil',
    ]) {
      assert.equal((await list(server, { Origin: origin })).status, 403, origin);
    }
  });

  test('a page of an allowed origin can read the answer and its session id', async (t) => {
    const server = await startHttp(t, { parameters: ['--allow-origin', 'https://one.example'] });
    const response = await list(server, { Origin: 'https://one.example' });
    assert.equal(response.headers['access-control-allow-origin'], 'https://one.example');
    assert.match(response.headers['access-control-expose-headers'] ?? '', /mcp-session-id/i);
    assert.match(response.headers.vary ?? '', /origin/i);
  });

  test('a preflight of an allowed origin is answered without a token and allows our headers', async (t) => {
    const server = await startHttp(t, { parameters: ['--allow-origin', 'https://one.example'] });
    const headers = {
      Origin: 'https://one.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
      Authorization: undefined,
    };
    const response = await server.exchange({ method: 'OPTIONS', headers });
    assert.ok([200, 204].includes(response.status), `status ${response.status}`);
    assert.equal(response.headers['access-control-allow-origin'], 'https://one.example');
    const allowed = (response.headers['access-control-allow-headers'] ?? '').toLowerCase().split(/\s*,\s*/);
    for (const name of [
      'content-type',
      'accept',
      'authorization',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'mcp-session-id',
      'last-event-id',
    ]) {
      assert.ok(allowed.includes(name), name);
    }
    assert.match(response.headers['access-control-allow-methods'] ?? '', /POST/);
  });
});

describe('the token', () => {
  test('is needed for /mcp and /metrics: 401 that names the scheme, without the body', async (t) => {
    const server = await startHttp(t);
    const { token } = server;
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      token,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.toUpperCase()}x`,
      `Bearer x${token}`,
      `Bearer ${token} ${token}`,
      `Token ${token}`,
      `Bearer ${'x'.repeat(10_000)}`,
    ];
    for (const value of wrong) {
      for (const path of ['/mcp', '/metrics']) {
        const { status, headers } = await server.exchange({ method: 'GET', path, headers: { Authorization: value } });
        assert.equal(status, 401, String(value).slice(0, 60));
        assert.equal(headers['www-authenticate'], 'Bearer');
      }
    }
    const connection = promise(server, { Authorization: 'Bearer wrong', Expect: '100-continue' });
    const { status } = await connection.response();
    assert.equal(status, 401, 'and no 100 Continue before it');
  });

  test('is taken with any spelling of the scheme', async (t) => {
    const server = await startHttp(t);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal((await list(server, { Authorization: `${scheme} ${server.token}` })).status, 200);
    }
  });

  test('is not taken from the address, and a session does not stand for it', async (t) => {
    const server = await startHttp(t);
    const session = await server.initialize();
    for (const path of [`/mcp?token=${server.token}`, `/mcp?access_token=${server.token}`]) {
      assert.equal(
        (await server.exchange({ body: kList, path, headers: { ...kListHeaders, Authorization: undefined } })).status,
        401,
      );
    }
    assert.equal((await session.post(request(1, 'ping'), { Authorization: undefined })).status, 401);
  });

  test('is not needed with --allow-unauthenticated-http; Host and Origin still count', async (t) => {
    const server = await startHttp(t, { parameters: ['--allow-unauthenticated-http'] });
    assert.equal((await list(server)).status, 200);
    assert.equal((await list(server, { Origin: 'http://evil.example.com' })).status, 403);
    assert.equal((await list(server, { Host: 'evil.example.com' })).status, 403);
  });
});

describe('paths and methods', () => {
  test('an unknown path is 404, with and without a token, and tells clients that there is no OAuth', async (t) => {
    const server = await startHttp(t);
    for (const path of [
      '/',
      '/sse',
      '/mcp/',
      '/MCP',
      '/mcp/../token',
      '/token',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/favicon.ico',
    ]) {
      for (const headers of [{}, { Authorization: undefined }]) {
        for (const method of ['GET', 'POST']) {
          assert.equal((await server.exchange({ method, path, headers })).status, 404, `${method} ${path}`);
        }
      }
    }
  });

  test('a query after the path is no part of it', async (t) => {
    const server = await startHttp(t);
    assert.equal((await server.exchange({ body: kList, path: '/mcp?x=1', headers: kListHeaders })).status, 200);
  });

  test('another method on the endpoint is 405 and names the ones there are', async (t) => {
    const server = await startHttp(t);
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'BREW']) {
      const connection = server.raw();
      connection.write(
        `${method} /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nConnection: close\r\n\r\n`,
      );
      const answer = await connection.end();
      assert.match(answer, /^HTTP\/1\.1 405 /, method);
      assert.match(answer, /\r\nAllow: .*POST/, method);
      assert.match(answer, /\r\nAllow: .*GET/, method);
      assert.match(answer, /\r\nAllow: .*DELETE/, method);
    }
  });

  test('GET /health says without a token that we live, and nothing else', async (t) => {
    const server = await startHttp(t);
    const { status, json } = await server.exchange({
      method: 'GET',
      path: '/health',
      headers: { Authorization: undefined },
    });
    assert.equal(status, 200);
    assert.deepEqual(json, { status: 'ok' });
    const head = await server.exchange({ method: 'HEAD', path: '/health' });
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  test('GET /metrics is Prometheus text', async (t) => {
    const server = await startHttp(t);
    await server.askModern('tools/call', { name: 'oc_journal' });
    await server.askModern('tools/call', { name: 'oc_journal', arguments: { action: 'x' } });
    const { status, text, headers } = await server.exchange({ method: 'GET', path: '/metrics' });
    assert.equal(status, 200);
    assert.match(headers['content-type'], /^text\/plain; version=0\.0\.4/);
    for (const line of text.trimEnd().split('\n')) {
      assert.match(line, /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"\})? \d+)$/);
    }
    assert.match(text, /^openchrome_tool_calls_total 2$/m);
    assert.match(text, /^openchrome_tool_calls_failed_total 1$/m);
  });

  test('other methods on /health and /metrics are 405', async (t) => {
    const server = await startHttp(t);
    for (const path of ['/health', '/metrics']) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        assert.equal((await server.exchange({ method, path })).status, 405, `${method} ${path}`);
      }
    }
  });
});

describe('bodies', () => {
  test('a type other than application/json is 415; parameters and case do not matter', async (t) => {
    const server = await startHttp(t);
    for (const type of [
      undefined,
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json-rpc',
      'multipart/form-data; boundary=application/json',
    ]) {
      assert.equal((await list(server, { 'Content-Type': type })).status, 415, type);
    }
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json ;charset=utf-8',
    ]) {
      assert.equal((await list(server, { 'Content-Type': type })).status, 200, type);
    }
  });

  test('what is not JSON is 400 with -32700 and no id; never a page of HTML', async (t) => {
    const server = await startHttp(t);
    for (const body of [
      '',
      ' ',
      '{',
      'hello',
      '{"jsonrpc":"2.0",}',
      Buffer.from([0xff, 0xfe, 0x7b]),
      '[',
      '{"a":1}{"b":2}',
      '['.repeat(100_000),
    ]) {
      const { status, json } = await server.post(body, kListHeaders);
      assert.equal(status, 400);
      assert.equal(json.error.code, kParseError);
      assert.ok(!('id' in json));
    }
  });

  test('JSON that is no message is 400 with -32600', async (t) => {
    const server = await startHttp(t);
    for (const body of [
      '5',
      'null',
      '"x"',
      '{}',
      '{"jsonrpc":"1.0","method":"x"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      '{"jsonrpc":"2.0","method":5}',
    ]) {
      const { status, json } = await server.post(body, kListHeaders);
      assert.equal(status, 400, body);
      assert.equal(json.error.code, kInvalidRequest, body);
    }
  });

  test('one that is declared too long is 413 before any of it is sent', async (t) => {
    const server = await startHttp(t);
    const { status } = await promise(server, { 'Content-Length': 17 * 1024 * 1024 }).response();
    assert.equal(status, 413);
    const { status: huge } = await promise(server, { 'Content-Length': '99999999999999999999' }).response();
    assert.ok(huge === 413 || huge === 400);
    assert.equal((await list(server)).status, 200);
  });

  test('one that turns out too long is 413', async (t) => {
    const server = await startHttp(t, { parameters: ['--http-max-body-mb', '1'] });
    const connection = promise(server, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' });
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let i = 0; i < 17; ++i) connection.write(chunk);
    assert.equal((await connection.response()).status, 413);
    const fitting = { ...kList, padding: 'x'.repeat(900_000) };
    assert.equal((await server.post(fitting, kListHeaders)).status, 200);
  });
});

describe('the order of the checks', () => {
  // Each request breaks a rule and all the later ones.
  const kFaults = [
    [403, 'Host', { Host: 'evil.example.com' }],
    [403, 'Origin', { Origin: 'http://evil.example.com' }],
    [401, 'token', { Authorization: 'Bearer wrong' }],
    [415, 'type', { 'Content-Type': 'text/plain' }],
    [413, 'size', { 'Content-Length': 17 * 1024 * 1024 }],
  ];
  for (let first = 0; first < kFaults.length; ++first) {
    const [status, what] = kFaults[first];
    test(`${what} comes before ${
      kFaults
        .slice(first + 1)
        .map((fault) => fault[1])
        .join(', ') || 'the message'
    }`, async (t) => {
      const server = await startHttp(t);
      const headers = Object.assign({}, ...kFaults.slice(first).map((fault) => fault[2]));
      const response = await promise(server, headers).response();
      assert.equal(response.status, status);
    });
  }

  test('the method comes before the type', async (t) => {
    const server = await startHttp(t);
    const { status } = await server.exchange({ method: 'PUT', body: '{', headers: { 'Content-Type': 'text/plain' } });
    assert.equal(status, 405);
  });
});
