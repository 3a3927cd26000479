// The protocol of the doors for extensions, spoken by hand; and everybody who may not come in: pages, other extensions,
// other web servers, programs without the token.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { atEnd, temporaryFolder } from '../lib/processes.mjs';
import { Site } from '../lib/site.mjs';
import { UserChrome, kExtensionId, startPaired, startServer, until } from './lib.mjs';

// As an extension that uses the plain protocol.
class Plain {
  constructor({ port, token }) {
    Object.assign(this, { port, token });
  }

  async ask(path, { method = 'GET', body, headers = {} } = {}) {
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }

  poll(wait = 0) {
    return this.ask(`/pending-queries?wait_ms=${wait}&epoch=test`);
  }

  tell(body) {
    return this.ask('/query-result', { method: 'POST', body });
  }
}

let site;
before(async () => {
  site = await Site.start({ '/': '<title>Page</title>' });
});
after(() => site.close());

describe('the plain protocol', () => {
  test('the server proves that it knows the token before anybody tells it', async (t) => {
    const { port, token } = await startServer(t);
    const nonce = 'n'.repeat(32);
    const answer = await fetch(`http://127.0.0.1:${port}/bridge/proof?nonce=${nonce}`);
    const expected = createHmac('sha256', token).update(`openchrome bridge ${port} ${nonce}`).digest('hex');
    assert.deepEqual(await answer.json(), { proof: expected });
    assert.equal((await fetch(`http://127.0.0.1:${port}/bridge/proof?nonce=short`)).status, 400);
    const foreign = await fetch(`http://127.0.0.1:${port}/bridge/proof?nonce=${nonce}`, { headers: { origin: 'http://evil.example' } });
    assert.equal(foreign.status, 403);
  });

  test('who takes a command and says nothing has three seconds, however long it might have waited', async (t) => {
    const place = await startServer(t);
    const plain = new Plain(place);
    const polled = plain.poll(20_000);
    const { correlation_id } = await place.caller.submit('execute_js', { script: '1', queue_ttl_ms: 60_000 });
    assert.equal((await polled).body.length, 1);
    const ended = await place.caller.end(correlation_id);
    assert.deepEqual([ended.status, ended.reason, ended.outcome_unknown], ['error', 'no_answer', true]);
    assert.ok(ended.failed_at - Number(correlation_id.split('-')[1]) < 20_000);
  });

  test('takes, tells, and says what it thinks of it', async (t) => {
    const place = await startServer(t);
    const plain = new Plain(place);
    assert.deepEqual((await plain.poll()).body, []);
    const hello = { extension_version: '9', epoch: 'test' };
    assert.equal((await plain.ask('/bridge/hello', { method: 'POST', body: hello })).status, 200);
    const { correlation_id } = await place.caller.submit('execute_js', { script: '1+1' });
    const { body } = await plain.poll();
    assert.equal(body.length, 1);
    assert.equal(body[0].type, 'browser_action');
    assert.equal(body[0].correlation_id, correlation_id);
    assert.deepEqual(body[0].params, { script: '1+1', action: 'execute_js', timeout_ms: 10_000 });
    assert.deepEqual((await plain.poll()).body, [], 'once');
    const say = async (status, more = {}) => (await plain.tell({ correlation_id, status, ...more })).body.status;
    assert.equal(await say('pending'), 'accepted');
    assert.equal(await say('complete', { result: 2 }), 'accepted');
    assert.equal(await say('complete', { result: 3 }), 'duplicate');
    assert.equal(await say('pending'), 'late', 'out of order');
    assert.equal(await say('error', { error: 'no' }), 'late');
    assert.equal((await place.caller.result(correlation_id)).result, 2);
    const unknown = await plain.tell({ correlation_id: 'corr-1-0011223344556677', status: 'complete' });
    assert.equal(unknown.body.status, 'unknown');
  });

  test('a request is held until there is work, and two who ask share it', async (t) => {
    const place = await startServer(t);
    const [one, two] = [new Plain(place), new Plain(place)];
    const asked = [one.poll(20_000), two.poll(20_000)];
    const submitted = [];
    for (let i = 0; i < 6; ++i) submitted.push((await place.caller.submit('execute_js', { script: `${i}` })).correlation_id);
    const got = (await Promise.all(asked)).flatMap(({ body }) => body);
    got.push(...(await one.poll()).body);
    assert.deepEqual(got.map(({ correlation_id }) => correlation_id).sort(), submitted.sort(), 'each once');
  });

  test('what makes no sense is refused clearly', async (t) => {
    const plain = new Plain(await startServer(t));
    const refusals = [
      [{ status: 'complete' }, /correlation_id/],
      [{ correlation_id: 'x', status: 'fine' }, /status must be/],
      ['not json', /JSON/],
      [[], /object/],
    ];
    for (const [body, problem] of refusals) {
      const { status, body: said } = await plain.tell(body);
      assert.equal(status, 400);
      assert.match(said.error, problem);
    }
    assert.equal((await plain.ask('/pending-queries?wait_ms=soon')).status, 400);
    assert.equal((await plain.ask('/bridge/hello', { method: 'POST', body: {} })).status, 400);
    assert.equal((await plain.ask('/query-result')).status, 405);
    assert.equal((await plain.ask('/query-result', { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } })).status, 415);
  });

  test('a result that nobody asked for is told from what failed', async (t) => {
    const place = await startServer(t);
    const plain = new Plain(place);
    const { correlation_id } = await place.caller.submit('click', { selector: 'a' });
    await plain.poll();
    const error = { code: 'element_not_found', message: 'no a', hint: 'look' };
    await plain.tell({ correlation_id, status: 'error', error });
    const end = await place.caller.result(correlation_id);
    assert.deepEqual([end.status, end.code, end.error, end.hint], ['error', 'element_not_found', 'no a', 'look']);
    const { failed } = await place.caller.call('observe', { what: 'pending_commands' });
    assert.equal(failed[0].correlation_id, correlation_id);
  });

  test('what a page says is made harmless before anybody reads it', async (t) => {
    const place = await startServer(t);
    const plain = new Plain(place);
    const { correlation_id } = await place.caller.submit('get_text');
    await plain.poll();
    await plain.tell({ correlation_id, status: 'complete', result: { text: 'a\u200b\u202eb' } });
    assert.equal((await place.caller.result(correlation_id)).result.text, 'ab');
  });
});

describe('who may not come in', () => {
  const kDoors = [['GET', '/pending-queries'], ['POST', '/query-result'], ['POST', '/bridge/hello'], ['GET', '/bridge/status']];

  test('programs without the token, and with that of others', async (t) => {
    const place = await startServer(t);
    for (const token of ['', 'wrong', 'x'.repeat(43)]) {
      const plain = new Plain({ port: place.port, token });
      for (const [method, path] of kDoors) {
        const { status } = await plain.ask(path, { method, ...(method === 'POST' && { body: {} }) });
        assert.equal(status, 401, `${method} ${path}`);
      }
    }
    const holder = new Plain(place);
    const { status } = await holder.ask('/mcp', { method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    assert.equal(status, 401, 'the token of the extension opens no other door');
    for (const [method, path] of kDoors) {
      for (const origin of ['https://evil.example', `http://127.0.0.1:${place.port}`, 'null', `chrome-extension://${'a'.repeat(32)}`]) {
        const refused = await holder.ask(path, { method, headers: { origin }, ...(method === 'POST' && { body: {} }) });
        assert.equal(refused.status, 403, `${origin} ${path}`);
      }
    }
    const own = await holder.ask('/bridge/status', { headers: { origin: `chrome-extension://${kExtensionId}` } });
    assert.equal(own.status, 200);
  });

  test('a WebSocket without the token hears nothing', async (t) => {
    const place = await startServer(t);
    const socket = new WebSocket(`ws://127.0.0.1:${place.port}/bridge`);
    const said = [];
    socket.onmessage = ({ data }) => said.push(JSON.parse(data));
    await new Promise((resolve) => (socket.onopen = resolve));
    socket.send(JSON.stringify({ type: 'hello', token: 'wrong', epoch: 'x' }));
    await new Promise((resolve) => (socket.onclose = resolve));
    assert.deepEqual(said.map(({ type }) => type), ['refused']);
    assert.equal((await place.caller.call('oc_connection_health')).extension.connected, false);
  });

  test('a hostile page and another extension, in a browser where everything is paired', async (t) => {
    const place = await startPaired(t, site);
    const address = `127.0.0.1:${place.port}`;
    const evil = await place.chrome.page(site.otherUrl('/'));
    const attack = `(async () => {
      const tries = {};
      const attempt = async (name, work) => { try { tries[name] = await work(); } catch (error) { tries[name] = String(error); } };
      const read = (path, more) => fetch('http://${address}' + path, more).then(async (answer) => answer.type + answer.status + (await answer.text()));
      await attempt('read', () => read('/pending-queries'));
      await attempt('opaque', () => read('/pending-queries', { mode: 'no-cors' }));
      await attempt('post', () => read('/query-result', { method: 'POST', mode: 'no-cors', body: '{}' }));
      await attempt('token', () => read('/pending-queries', { headers: { authorization: 'Bearer x' } }));
      await attempt('socket', () => new Promise((resolve) => {
        const socket = new WebSocket('ws://${address}/bridge');
        socket.onopen = () => resolve('open');
        socket.onclose = () => resolve('closed');
      }));
      await attempt('message', () => new Promise((resolve) => {
        if (!globalThis.chrome?.runtime?.sendMessage) return resolve('no door');
        chrome.runtime.sendMessage('${kExtensionId}', { type: 'share', tabId: 1 }, () => resolve(String(chrome.runtime.lastError?.message)));
      }));
      return tries;
    })()`;
    const tries = await evil.evaluate(attack);
    assert.match(tries.read, /TypeError/);
    assert.match(tries.opaque, /^opaque0$/, 'nothing can be read of it');
    assert.match(tries.token, /TypeError/);
    assert.equal(tries.socket, 'closed');
    assert.match(tries.message, /no door|does not exist|Could not establish/);

    const folder = join(temporaryFolder(t), 'other');
    mkdirSync(folder);
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ manifest_version: 3, name: 'Other', version: '1', host_permissions: ['<all_urls>'] }));
    writeFileSync(join(folder, 'page.html'), '<title>Other</title>');
    const { id } = await place.chrome.browser.send('Extensions.loadUnpacked', { path: folder });
    const other = await place.chrome.page(`chrome-extension://${id}/page.html`);
    const theirs = await other.evaluate(attack);
    assert.match(theirs.read, /40[13]/);
    assert.match(theirs.token, /40[13]/);
    assert.equal(theirs.socket, 'closed');
    assert.match(theirs.message, /Could not establish|no door/);
    assert.equal((await place.caller.run('execute_js', { script: 'document.title' })).result, 'Page', 'what is ours goes on');
  });
});

describe('where no WebSocket opens', () => {
  test('the extension asks for work instead', async (t) => {
    const place = await startServer(t);
    const proxy = createServer((request, response) => {
      // Of a server at this port: one that only passes on what another proves is not believed.
      const nonce = new URL(request.url, 'http://x').searchParams.get('nonce');
      if (nonce) {
        const text = `openchrome bridge ${proxy.address().port} ${nonce}`;
        return response.end(JSON.stringify({ proof: createHmac('sha256', place.token).update(text).digest('hex') }));
      }
      const headers = { ...request.headers, host: `127.0.0.1:${place.port}` };
      const onward = httpRequest({ port: place.port, path: request.url, method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      response.on('close', () => onward.destroy());
      request.pipe(onward);
    });
    proxy.on('upgrade', (request, socket) => socket.destroy());
    await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    atEnd(t, () => {
      proxy.closeAllConnections();
      proxy.close();
    });
    const chrome = await UserChrome.start(t);
    const page = await chrome.page(site.url('/'));
    const popup = await chrome.pair(`${proxy.address().port}:${place.token}`);
    await chrome.share(page, popup);
    const long = { queue_ttl_ms: 60_000 }; // it may be between two requests
    for (let i = 0; i < 3; ++i) {
      const end = await place.caller.run('execute_js', { script: `${i} + 1`, ...long });
      assert.deepEqual([end.status, end.result], ['complete', i + 1], JSON.stringify(end));
    }
  });
});

describe('time', () => {
  test('a worker that slept comes back by itself', async (t) => {
    const place = await startPaired(t, site);
    await place.popup.close();
    await place.chrome.killWorker();
    // The server may see the end of the connection later than this: the command waits for the next one, whoever of the two is first.
    const end = await place.caller.run('execute_js', { script: '5', queue_ttl_ms: 60_000 });
    assert.deepEqual([end.status, end.result], ['complete', 5], JSON.stringify(end));
    assert.ok((await place.caller.call('oc_connection_health')).extension.connected);
  });
});
