// Proves that the inspector's command line works with the server in each era, over stdio and Streamable HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kPrompts, kTemplates, kTools } from '../lib/clients.mjs';
import { startHttp } from '../lib/http.mjs';
import { packageFile } from '../lib/modules.mjs';
import { kServer, runProgram, temporaryFolder } from '../lib/processes.mjs';

const kInspector = packageFile('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const kToolFailed = 5;

// Runs the inspector once, with a HOME of its own; gives code, the parsed result and what it said on stderr.
async function inspect(t, target, era, words) {
  const parameters = [kInspector, '--cli', ...target, '--protocol-era', era, '--format', 'json', '-q', ...words];
  const { code, stdout, stderr } = await runProgram(process.execPath, parameters, {
    environment: { HOME: temporaryFolder(t) },
  });
  return { code, stderr, result: stdout ? JSON.parse(stdout).result : undefined };
}

function overStdio(t) {
  return ['-e', `OPENCHROME_HOME=${temporaryFolder(t)}`, kServer, 'serve'];
}

async function overHttp(t) {
  const server = await startHttp(t);
  return [server.url, '--transport', 'http', '--header', `Authorization: Bearer ${server.token}`];
}

for (const [way, open] of [
  ['stdio', overStdio],
  ['HTTP', overHttp],
]) {
  for (const era of ['legacy', 'auto', 'modern']) {
    describe(`${era} over ${way}`, { concurrency: 2 }, () => {
      async function run(t, ...words) {
        return inspect(t, await open(t), era, ['--method', ...words]);
      }

      test('tools/list --strict finds no problem in any schema', async (t) => {
        const { code, result, stderr } = await run(t, 'tools/list', '--strict');
        assert.equal(code, 0, stderr);
        assert.deepEqual(
          result.tools.map((tool) => tool.name),
          kTools,
        );
      });

      test('resources, templates and prompts are listed', async (t) => {
        const resources = await run(t, 'resources/list');
        assert.deepEqual(
          resources.result.resources.map((resource) => resource.uri),
          ['openchrome://errors', 'openchrome://guide'],
        );
        const templates = await run(t, 'resources/templates/list');
        assert.deepEqual(
          templates.result.resourceTemplates.map((template) => template.uriTemplate),
          kTemplates,
        );
        const prompts = await run(t, 'prompts/list');
        assert.deepEqual(
          prompts.result.prompts.map((prompt) => prompt.name),
          kPrompts,
        );
      });

      test('tools/call answers', async (t) => {
        const { code, result } = await run(t, 'tools/call', '--tool-name', 'oc_connection_health');
        assert.equal(code, 0);
        assert.equal(result.structuredContent.server.transport, way === 'stdio' ? 'stdio' : 'http');
        const recent = await run(
          t,
          'tools/call',
          '--tool-name',
          'oc_journal',
          '--tool-arg',
          'action=recent',
          'count=1',
        );
        assert.equal(recent.code, 0);
        assert.equal(recent.result.content[0].type, 'text');
      });

      test('tools/call with wrong arguments is an error of the tool', async (t) => {
        for (const [name, wrong] of [
          ['oc_journal', '{"action":"x"}'],
          ['oc_connection_health', '{"x":1}'],
        ]) {
          const { code, result, stderr } = await run(t, 'tools/call', '--tool-name', name, '--tool-args-json', wrong);
          assert.equal(code, kToolFailed, stderr);
          assert.match(stderr, /tool_is_error/);
          assert.equal(result.isError, true);
        }
      });

      test('resources/read and prompts/get answer', async (t) => {
        const guide = await run(t, 'resources/read', '--uri', 'openchrome://guide');
        assert.match(guide.result.contents[0].text, /oc_journal/);
        const prompt = await run(t, 'prompts/get', '--prompt-name', 'debug_page', '--prompt-args', 'symptom=blank');
        assert.match(prompt.result.messages[0].content.text, /blank/);
        const missing = await run(t, 'resources/read', '--uri', 'openchrome://no');
        assert.equal(missing.code, 1);
        assert.match(missing.stderr, /openchrome:\/\/no/);
      });

      test(`logging/setLevel ${era === 'legacy' ? 'works' : 'is gone'}`, async (t) => {
        const { code } = await run(t, 'logging/setLevel', '--log-level', 'debug');
        assert.equal(code, era === 'legacy' ? 0 : 1);
      });
    });
  }
}

test('its load test has every call answered', async (t) => {
  const words = [
    '--method',
    'tools/call',
    '--tool-name',
    'oc_connection_health',
    '--load',
    '--load-concurrency',
    '16',
    '--load-requests',
    '400',
  ];
  const parameters = [
    kInspector,
    '--cli',
    ...(await overHttp(t)),
    '--protocol-era',
    'modern',
    '--format',
    'json',
    '-q',
    ...words,
  ];
  const { code, stdout, stderr } = await runProgram(process.execPath, parameters, {
    environment: { HOME: temporaryFolder(t) },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /400/);
  assert.ok(!/"(errors?|failed)":\s*[1-9]/.test(stdout), stdout);
});
