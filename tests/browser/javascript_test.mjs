// Proves javascript_tool: what may be written, what comes back, that it runs once, and that nothing holds the tab for good.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kLateMs, sharedBrowsing } from '../lib/browsing.mjs';
import { winsOnce } from '../lib/slow.mjs';

const kPages = {
  '/': `<title>Home</title><h1 id="head" class="big">Hello</h1><button>Go</button><script>
    let ofThePage = 3; window.shared = 5;
    function fails() {

      throw new Error('in the page');
    }</script>`,
  '/begun': 'begun',
  '/json': { body: '{"n":1}', type: 'application/json' },
  '/text': { body: 'no json', type: 'text/plain' },
  '/strict': {
    body: '<title>Strict</title>',
    headers: { 'content-security-policy': "default-src 'none'; script-src 'none'" },
  },
};

describe('javascript_tool', () => {
  const b = sharedBrowsing({ pages: kPages });
  const run = (code, args) => b.text('javascript_tool', { code, ...args });
  const value = async (code, args) => JSON.parse(await run(code, args));

  test('values as JSON', async () => {
    await b.open('/');
    const cases = {
      '1 + 1': 2,
      '"text"': 'text',
      true: true,
      null: null,
      undefined: null,
      '': null,
      '[1, [2]]': [1, [2]],
      '({ a: { b: [1] } })': { a: { b: [1] } },
      '{ a: 1 }': { a: 1 },
      NaN: 'NaN',
      '-0': '-0',
      '12345678901234567890n': '12345678901234567890n',
      'new Date(0)': '1970-01-01T00:00:00.000Z',
      'new Map([["k", 1]])': [['k', 1]],
      'new Set([1, 2])': [1, 2],
      'Symbol("s").description': 's',
    };
    for (const [code, expected] of Object.entries(cases)) assert.deepEqual(await value(code), expected, code);
  });

  test('objects are data for machines, too', async () => {
    await b.open('/');
    const result = await b.good('javascript_tool', { code: '({ a: 1 })' });
    assert.deepEqual(result.structuredContent, { a: 1 });
    assert.equal((await b.good('javascript_tool', { code: '[1]' })).structuredContent, undefined);
  });

  test('what JSON cannot hold is described: nodes, functions, cycles, windows, errors', async () => {
    await b.open('/');
    assert.match(await value('document.querySelector("h1")'), /^<h1 id="head" class="big">Hello/);
    assert.equal((await value('document.querySelectorAll("button")')).length, 1);
    assert.match(await value('document'), /document/);
    assert.match(JSON.stringify(await value('const a = { name: "x" }; a.self = a; a')), /"name":"x"/);
    assert.match(await value('window'), /window/);
    assert.match(JSON.stringify(await value('new TypeError("told")')), /TypeError.*told/);
    await value('(function f() {})');
    await value('new Proxy({}, { get() { throw 1 } })').catch((error) => assert.match(error.message, /script_error/));
    assert.ok((await run('"x".repeat(1e6)')).length < 1_100_000);
    assert.ok((await run('Array(1e5).fill(1)')).length < 1_000_000);
  });

  test('statements, top-level await, return, names that are declared again', async () => {
    await b.open('/');
    assert.equal(await value('let a = 1;\nlet c = 2;\na + c'), 3);
    assert.equal(await value('const a = 5; a'), 5, 'a second time');
    assert.equal(await value('const a = 6; a'), 6, 'a third time');
    assert.equal(await value('let ofThePage = 9; ofThePage'), 9, 'a name that the page has');
    assert.equal(await value('ofThePage'), 3, 'the page keeps its own');
    assert.equal(await value('return 7'), 7);
    assert.equal(await value('if (true) { return await Promise.resolve(8) }'), 8);
    assert.equal(await value('await Promise.resolve(9)'), 9);
    assert.equal(await value('await (async () => 10)()'), 10, 'await before a parenthesis');
    assert.equal(await value('const r = await fetch("/json"); (await r.json()).n'), 1);
    assert.equal(await value('Promise.resolve(11)'), 11, 'a promise left behind');
    assert.equal(await value('(async () => { await 1; return 12 })()'), 12);
    assert.equal(await value('for (var i = 0, s = 0; i < 4; i++) s += i; s'), 6);
    assert.equal(await value('// only a remark\n13 // and one more'), 13);
    assert.equal(await value('function twice(x) { return 2 * x }\ntwice(7)'), 14);
  });

  test("the page's world, and one of our own", async () => {
    const tabId = await b.open('/');
    assert.equal(await b.run(tabId, 'shared'), 5);
    assert.equal(await b.run(tabId, 'typeof shared', { world: 'isolated' }), 'undefined');
    assert.equal(await b.run(tabId, 'window.mine = 1; document.title', { world: 'isolated' }), 'Home');
    assert.equal(await b.run(tabId, 'typeof mine'), 'undefined');
    await b.fails('invalid_arguments', 'javascript_tool', { tabId, code: '1', world: 'other' });
  });

  test('a page that forbids scripts does not forbid ours', async () => {
    const tabId = await b.open('/strict');
    assert.equal(await b.run(tabId, 'document.title'), 'Strict');
  });

  test('exceptions: message and line', async () => {
    await b.open('/');
    const cases = [
      ['let x = 1;\nx.y.z', /TypeError: Cannot read properties of undefined \(reading 'z'\) \(line 2, column 5\)/, 2],
      ['let x = 1;\n\nlet y = ;', /SyntaxError: Unexpected token ';' \(line 3, column 9\)/, 3],
      ['let q = 1;\nreturn q.x.y', /\(line 2, column 12\)/, 2],
      ['return q.x.y', /q is not defined \(line 1, column \d\)|reading/, 1],
      ['await 1;\nthrow new RangeError("far")', /RangeError: far \(line 2, column 7\)/, 2],
      ['const f = () => {\n  throw new Error("deep")\n};\nf()', /Error: deep \(line 2, column 9\)/, 2],
      ['(async () => {\n  await 1;\n  nowhere()\n})()', /nowhere is not defined \(line 3, column 3\)/, 3],
      ['1;\ndocument.querySelector("[[")', /not a valid selector.*\(line 2, column 10\)/, 2],
      ['1;\nfails()', /Error: in the page \(line 2, column 1\)/, 2],
    ];
    for (const [code, pattern, line] of cases) {
      const error = await b.fails('script_error', 'javascript_tool', { code });
      assert.match(error.message, pattern, code);
      assert.equal(error.details.line, line, code);
    }
    assert.match((await b.fails('script_error', 'javascript_tool', { code: 'throw "words"' })).message, /words/);
    assert.match((await b.fails('script_error', 'javascript_tool', { code: 'throw { code: 7 }' })).message, /code: 7/);
    assert.match((await b.fails('script_error', 'javascript_tool', { code: 'await Promise.reject(4)' })).message, /4/);
  });

  test('whatever it throws, it runs once', async () => {
    const tabId = await b.open('/');
    const once = [
      'n++; JSON.parse("{")',
      'n++; eval("{")',
      'n++; new Function("{")',
      '(async () => { n++; JSON.parse("{") })()',
      'n++; await (await fetch("/text")).json()',
      'n++; return JSON.parse("{")',
      'n++; throw new SyntaxError("mine")',
      'n++; document.querySelector("[[")',
      '{ n++; null.x }',
      'n++; let ofThePage = 1; null.x',
      'n++',
    ];
    for (const code of once) {
      await b.run(tabId, 'window.n = 0');
      await b.call('javascript_tool', { tabId, code });
      assert.equal(await b.run(tabId, 'n'), 1, code);
    }
  });

  test('a busy loop is ended at the deadline, and the tab goes on', async () => {
    const tabId = await b.open('/');
    for (const code of [
      'for (;;) ;',
      'await 1; while (true) {}',
      '(() => { for (;;) { try { for (;;) ; } catch {} } })()',
    ]) {
      await winsOnce(async () => {
        const begun = performance.now();
        const error = await b.fails('timeout', 'javascript_tool', { tabId, code, timeout_ms: 400 });
        const took = performance.now() - begun;
        assert.match(error.message, /400 ms/);
        assert.ok(took >= 395 && took <= 400 + kLateMs, `${took} ms`);
      });
      assert.equal(await b.run(tabId, '1 + 1'), 2, code);
    }
    assert.match(await b.text('read_page', { tabId }), /heading: "Hello"/);
  });

  test('so is one that begins only when the value is described', async () => {
    const tabId = await b.open('/');
    for (const code of [
      '({ get a() { for (;;) ; } })',
      '({ toJSON() { for (;;) ; } })',
      'Object.assign([1], { [Symbol.iterator]() { for (;;) ; } })',
      '[1, { deep: { get a() { for (;;) { try { for (;;) ; } catch {} } } } }]',
    ]) {
      await b.fails('timeout', 'javascript_tool', { tabId, code, timeout_ms: 400 });
      assert.equal(await b.run(tabId, '1 + 1'), 2, code);
    }
    assert.match(await b.text('read_page', { tabId }), /heading: "Hello"/);
  });

  test('one that is cancelled is ended at once', async () => {
    const tabId = await b.open('/');
    const loop = 'const r = new XMLHttpRequest(); r.open("GET", "/begun", false); r.send(); for (;;) ;';
    for (const [id, code] of Object.entries({ running: loop, described: `({ get a() { ${loop} } })` })) {
      const begun = b.site.asked('/begun');
      const params = { name: 'javascript_tool', arguments: { tabId, code, timeout_ms: 120_000 } };
      b.server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
      await begun;
      b.server.notify('notifications/cancelled', { requestId: id, reason: 'not needed' });
      assert.equal(await b.run(tabId, '1 + 1'), 2, id);
    }
  });

  test("a promise that never comes: timeout, and the page's own timers go on", async () => {
    const tabId = await b.open('/');
    await b.run(tabId, 'window.ticks = 0; setInterval(() => ticks++, 20); 1');
    await b.fails('timeout', 'javascript_tool', { tabId, code: 'new Promise(() => {})', timeout_ms: 300 });
    await b.data('wait_for', { tabId, expression: `ticks > ${(await b.run(tabId, 'ticks')) + 3}` });
  });

  test('a page that is left by it', async () => {
    const tabId = await b.open('/');
    const result = await b.call('javascript_tool', { tabId, code: 'location.href = "/strict"; 1' });
    if (result.isError) assert.match(result.content[0].text, /page_changed/);
    await b.data('wait_for', { tabId, url: '/strict' });
    await b.data('wait_for', { tabId, load_state: 'load' });
    assert.equal(await b.run(tabId, 'document.title'), 'Strict');
  });

  test('refused: no code, or more than a megabyte of it', async () => {
    await b.fails('invalid_arguments', 'javascript_tool', {});
    await b.fails('invalid_arguments', 'javascript_tool', { code: 5 });
    await b.fails('invalid_arguments', 'javascript_tool', { code: ' '.repeat(1_000_001) });
  });
});
