// Proves the command line: help, version, call, dump, doctor, demo, exit codes, and where settings come from.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startHttp } from '../lib/http.mjs';
import { kServer, runProgram, temporaryFolder } from '../lib/processes.mjs';
import { claimed, request } from '../lib/protocol.mjs';

function run(t, parameters, { home = temporaryFolder(t), environment = {}, ...options } = {}) {
  return runProgram(kServer, parameters, { environment: { OPENCHROME_HOME: home, ...environment }, ...options });
}

async function version(t) {
  return (await run(t, ['version'])).stdout.trim();
}

describe('words', () => {
  test('version and --version print the same line', async (t) => {
    const { code, stdout, stderr } = await run(t, ['version']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^openchrome \d+\.\d+\.\d+\n$/);
    assert.equal((await run(t, ['--version'])).stdout, stdout);
  });

  test('help, --help and -h list every command and flag on stdout', async (t) => {
    for (const words of [['help'], ['--help'], ['-h']]) {
      const { code, stdout, stderr } = await run(t, words);
      assert.deepEqual([code, stderr], [0, '']);
      for (const word of [
        'serve',
        'call',
        'demo',
        'doctor',
        'dump',
        'version',
        'help',
        '--home',
        '--http ',
        '--log-level',
        '--config',
      ]) {
        assert.ok(stdout.includes(word), `${words}: ${word}`);
      }
      assert.ok(!stdout.includes('\x1b'));
    }
  });

  for (const words of [
    ['frobnicate'],
    ['--no-such-flag'],
    ['serve', '--no-such-flag'],
    ['call'],
    ['dump'],
    ['dump', 'nothing'],
    ['serve', '--http'],
    ['serve', '--http', '70000'],
    ['serve', '--http', 'x'],
    ['serve', '--log-level', 'loud'],
    ['serve', '--transport', 'carrier-pigeon'],
    ['serve', '--max-call-ms', '0'],
  ]) {
    test(`'${words.join(' ')}' is a mistake: code 2, said on stderr`, async (t) => {
      const { code, stdout, stderr } = await run(t, words);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.ok(stderr.length > 0);
    });
  }

  test('no command means serve when stdin is no terminal', async (t) => {
    const { code, stdout } = await run(t, [], { input: `${JSON.stringify(request(1, 'tools/list', claimed()))}\n` });
    assert.equal(code, 0);
    assert.ok(JSON.parse(stdout).result.tools.length >= 3);
  });
});

describe('call', () => {
  test('prints the answer of the tool on stdout: code 0', async (t) => {
    const { code, stdout, stderr } = await run(t, ['call', 'oc_connection_health', '--log-level', 'error']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(JSON.parse(stdout).server.version, /^\d/);
  });

  test('takes arguments as key=value, by the types of the tool', async (t) => {
    const home = temporaryFolder(t);
    await run(t, ['call', 'oc_connection_health'], { home });
    await run(t, ['call', 'oc_stop', 'keep_chrome=true'], { home });
    const { code, stdout } = await run(t, ['call', 'oc_journal', 'action=recent', 'count=1', 'tool=oc_stop'], { home });
    assert.equal(code, 0);
    assert.deepEqual(
      JSON.parse(stdout).map((event) => event.tool),
      ['oc_stop'],
    );
  });

  test('takes arguments as --json, and key=value beside it', async (t) => {
    const home = temporaryFolder(t);
    await run(t, ['call', 'oc_connection_health'], { home });
    for (const words of [
      ['--json', '{"action":"recent","count":1}'],
      ['--json', '{"action":"recent"}', 'count=1'],
    ]) {
      const { code, stdout } = await run(t, ['call', 'oc_journal', ...words], { home });
      assert.equal(code, 0);
      assert.equal(JSON.parse(stdout).length, 1);
    }
  });

  test('tells the error of a tool on stderr: code 1', async (t) => {
    for (const words of [['action=sumary'], ['count=0'], ['no_such=1'], ['--json', '{"count":"many"}']]) {
      const { code, stdout, stderr } = await run(t, ['call', 'oc_journal', ...words, '--log-level', 'error']);
      assert.equal(code, 1, words.join(' '));
      assert.equal(stdout, '');
      const { error } = JSON.parse(stderr);
      assert.equal(error.code, 'invalid_arguments');
    }
  });

  test('refuses what is no call: code 2', async (t) => {
    for (const words of [
      ['no_such_tool'],
      ['oc_journal', 'count'],
      ['oc_journal', '=5'],
      ['oc_journal', '--json', '{'],
      ['oc_journal', '--json', '[1]'],
    ]) {
      const { code, stdout, stderr } = await run(t, ['call', ...words]);
      assert.equal(code, 2, words.join(' '));
      assert.equal(stdout, '');
      assert.ok(stderr.length > 0);
    }
    assert.match((await run(t, ['call', 'oc_jurnal'])).stderr, /oc_journal/, 'and says what may have been meant');
  });

  test('reaches a running server with --url and the token of the home', async (t) => {
    const server = await startHttp(t);
    const { home } = server;
    const good = await run(t, ['call', 'oc_connection_health', '--url', server.url], { home });
    assert.equal(good.code, 0);
    assert.equal(JSON.parse(good.stdout).server.pid, server.pid);
    assert.equal((await run(t, ['call', 'oc_journal', 'action=x', '--url', server.url], { home })).code, 1);
    assert.equal((await run(t, ['call', 'no_such_tool', '--url', server.url], { home })).code, 2);
  });

  test('without a server there, with a wrong token or at another program: code 3 and no answer', async (t) => {
    const server = await startHttp(t);
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const { port } = unused.address();
    unused.close();
    await once(unused, 'close');
    const stranger = createServer((socket) => socket.end('SSH-2.0-stranger\r\n')).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    t.after(() => stranger.close());
    const other = temporaryFolder(t);
    writeFileSync(join(other, 'token'), `${'x'.repeat(40)}\n`);
    for (const [url, home] of [
      [`http://127.0.0.1:${port}/mcp`, undefined],
      [`http://127.0.0.1:${stranger.address().port}/mcp`, undefined],
      [server.url, other],
      [server.url.replace('/mcp', '/other'), server.home],
      ['http://127.0.0.1:1', undefined],
    ]) {
      const { code, stdout, stderr } = await run(t, ['call', 'oc_journal', '--url', url], { home });
      assert.equal(code, 3, `${url}: ${stderr}`);
      assert.equal(stdout, '');
      assert.ok(stderr.length > 0);
    }
  });

  test('an address that is none is a mistake or a failed connection, never success', async (t) => {
    for (const url of ['nonsense', 'ftp://127.0.0.1/mcp', 'http://', 'https://127.0.0.1:1/mcp']) {
      const { code } = await run(t, ['call', 'oc_journal', '--url', url]);
      assert.ok(code === 2 || code === 3, `${url}: ${code}`);
    }
  });
});

describe('dump', () => {
  for (const [topic, words] of [
    ['tools', ['oc_journal', 'oc_connection_health', 'oc_stop']],
    ['errors', ['invalid_arguments', 'retryable']],
    ['flags', ['--http', 'OPENCHROME_HTTP', 'http_max_body_mb']],
    ['effects', ['oc_stop']],
    ['pipeline', ['journal']],
  ]) {
    test(`${topic} prints Markdown, the same each time`, async (t) => {
      const { code, stdout, stderr } = await run(t, ['dump', topic]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^# /);
      for (const word of words) assert.ok(stdout.includes(word), word);
      assert.equal((await run(t, ['dump', topic])).stdout, stdout);
    });
  }

  test('flags: every flag of the help is there with its variable', async (t) => {
    const help = (await run(t, ['--help'])).stdout;
    const flags = (await run(t, ['dump', 'flags'])).stdout;
    const names = [...help.matchAll(/^\s+--([a-z-]+)/gm)]
      .map((match) => match[1])
      .filter((name) => !['help', 'version', 'config'].includes(name));
    assert.ok(names.length > 10);
    for (const name of names)
      assert.ok(
        flags.includes(`\`--${name}`) && flags.includes(`OPENCHROME_${name.toUpperCase().replaceAll('-', '_')}\``),
        name,
      );
  });
});

describe('doctor', () => {
  test('--json prints a verdict for each check; the code follows the worst', async (t) => {
    const { code, stdout } = await run(t, ['doctor', '--json']);
    const report = JSON.parse(stdout);
    assert.deepEqual(Object.keys(report).sort(), ['checks', 'verdict']);
    const order = ['ok', 'warn', 'fail'];
    for (const check of report.checks) {
      assert.equal(typeof check.check, 'string');
      assert.equal(typeof check.detail, 'string');
      assert.ok(order.includes(check.verdict));
      assert.ok(check.fix === undefined || check.fix.length > 0);
    }
    const worst = Math.max(...report.checks.map((check) => order.indexOf(check.verdict)));
    assert.equal(report.verdict, order[worst]);
    assert.equal(code, report.verdict === 'fail' ? 1 : 0);
    for (const name of ['version', 'home', 'disk', 'browser', 'loopback', 'token'])
      assert.ok(
        report.checks.some((check) => check.check === name),
        name,
      );
  });

  test('finds what is wrong: no browser, an open home, an open token', async (t) => {
    const home = join(temporaryFolder(t), 'home');
    mkdirSync(home, { mode: 0o755 });
    writeFileSync(join(home, 'token'), `${'x'.repeat(40)}\n`, { mode: 0o644 });
    const { code, stdout } = await run(t, ['doctor', '--json', '--chrome', '/no/such/browser'], { home });
    const verdicts = Object.fromEntries(JSON.parse(stdout).checks.map((check) => [check.check, check.verdict]));
    assert.equal(code, 1);
    assert.equal(verdicts.browser, 'fail');
    assert.equal(verdicts.home, 'warn');
    assert.equal(verdicts.token, 'fail');
  });

  test('without --json speaks to people, without colours into a pipe', async (t) => {
    const { stdout } = await run(t, ['doctor']);
    assert.match(stdout, /version/);
    assert.ok(!stdout.includes('\x1b'));
  });
});

test('demo shows a server at work and ends with code 0', async (t) => {
  const home = temporaryFolder(t);
  const { code, stdout, stderr } = await run(t, ['demo'], { home });
  assert.equal(code, 0, stderr);
  assert.ok(stdout.includes(await version(t)));
  for (const word of ['initialize', 'tools/list', 'navigate', 'read_page', 'button: "Add to basket"', 'page_screenshot',
    'extract_data', '"price":12.5', '# Sencha', 'element_not_found', 'end of input', 'claude mcp add'])
    assert.ok(stdout.includes(word), word);
  assert.ok(!stdout.includes('\x1b'));
});

describe('settings', () => {
  // The names of the listed tools tell which value of `tools` is in force: core lists none of ours yet.
  async function listed(t, { file, variable, flag, home = temporaryFolder(t), environment = {} } = {}) {
    if (file) writeFileSync(join(home, 'config.json'), JSON.stringify({ tools: file }));
    const { code, stdout, stderr } = await run(t, ['serve', ...(flag ? ['--tools', flag] : [])], {
      home,
      environment: { ...(variable && { OPENCHROME_TOOLS: variable }), ...environment },
      input: `${JSON.stringify(request(1, 'tools/list', claimed()))}\n`,
    });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).result.tools.length;
  }

  test('a flag wins over its variable, which wins over the config file, which wins over the default', async (t) => {
    const standard = await listed(t);
    const core = await listed(t, { flag: 'core' });
    assert.ok(core < standard, 'the two can be told apart');
    assert.equal(await listed(t, { file: 'core' }), core);
    assert.equal(await listed(t, { file: 'core', variable: 'standard' }), standard);
    assert.equal(await listed(t, { file: 'standard', variable: 'core' }), core);
    assert.equal(await listed(t, { file: 'core', variable: 'core', flag: 'standard' }), standard);
    assert.equal(await listed(t, { file: 'standard', variable: 'standard', flag: 'core' }), core);
  });

  test('the config file may be named by --config or OPENCHROME_CONFIG; the flag wins', async (t) => {
    const folder = temporaryFolder(t);
    const [one, two] = ['core', 'standard'].map((tools) => {
      const file = join(folder, `${tools}.json`);
      writeFileSync(file, JSON.stringify({ tools }));
      return file;
    });
    const standard = await listed(t);
    const list = async (words, environment) => {
      const { stdout } = await run(t, ['serve', ...words], {
        environment,
        input: `${JSON.stringify(request(1, 'tools/list', claimed()))}\n`,
      });
      return JSON.parse(stdout).result.tools.length;
    };
    assert.ok((await list(['--config', one])) < standard);
    assert.ok((await list([], { OPENCHROME_CONFIG: one })) < standard);
    assert.equal(await list(['--config', two], { OPENCHROME_CONFIG: one }), standard);
  });

  test('--home wins over OPENCHROME_HOME, which wins over HOME', async (t) => {
    const [flag, variable, user] = [temporaryFolder(t), temporaryFolder(t), temporaryFolder(t)];
    for (const folder of [flag, variable, join(user, '.openchrome')]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'config.json'), `{"broken in ${folder}`);
    }
    const mentions = async (words, environment) =>
      (await runProgram(kServer, ['serve', ...words], { environment })).stderr;
    assert.ok((await mentions(['--home', flag], { OPENCHROME_HOME: variable, HOME: user })).includes(flag));
    assert.ok((await mentions([], { OPENCHROME_HOME: variable, HOME: user })).includes(variable));
    assert.ok((await mentions([], { HOME: user })).includes(join(user, '.openchrome')));
  });

  const kBadFiles = [
    ['is no JSON', '{"tools": '],
    ['is no object', '["core"]'],
    ['has an unknown setting', '{"toolz": "core"}'],
    ['has a wrong word', '{"tools": "none"}'],
    ['has a number that is too large', '{"http": 70000}'],
    ['has a value of another kind', '{"http": {"port": 1}}'],
  ];
  for (const [what, text] of kBadFiles) {
    test(`a config file that ${what} is a mistake: code 2, with the file named`, async (t) => {
      const home = temporaryFolder(t);
      const file = join(home, 'config.json');
      writeFileSync(file, text);
      for (const command of [['serve'], ['call', 'oc_journal'], ['doctor']]) {
        const { code, stdout, stderr } = await run(t, command, { home });
        assert.equal(code, 2, command.join(' '));
        assert.equal(stdout, '');
        assert.ok(stderr.includes(file), stderr);
      }
    });
  }

  test('a config file that was named and is not there is a mistake', async (t) => {
    const { code, stderr } = await run(t, ['serve', '--config', '/no/such/config.json']);
    assert.equal(code, 2);
    assert.ok(stderr.includes('/no/such/config.json'));
  });

  test('a variable with a wrong value is a mistake, and it is named', async (t) => {
    const { code, stderr } = await run(t, ['serve'], { environment: { OPENCHROME_HTTP: 'often' } });
    assert.equal(code, 2);
    assert.match(stderr, /OPENCHROME_HTTP/);
  });

  test('an empty variable is none', async (t) => {
    assert.equal((await run(t, ['serve'], { environment: { OPENCHROME_HTTP: '', OPENCHROME_LOG_LEVEL: '' } })).code, 0);
  });

  test('switches of the config file take true and false', async (t) => {
    const home = temporaryFolder(t);
    writeFileSync(
      join(home, 'config.json'),
      '{"log_json": true, "allow-origin": ["https://a.example", "https://b.example"]}',
    );
    const { code, stderr } = await run(t, ['serve'], { home });
    assert.equal(code, 0);
    assert.equal(typeof JSON.parse(stderr.split('\n')[0]).message, 'string');
  });

  test('--log-level off says nothing', async (t) => {
    assert.equal((await run(t, ['serve', '--log-level', 'off'])).stderr, '');
  });
});
