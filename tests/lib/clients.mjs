// What every real client does with the server, whichever library, revision and transport it uses.
import assert from 'node:assert/strict';
import { kPatienceMs, ownChildren, within } from './processes.mjs';
import { today, toolError } from './protocol.mjs';
import { Traffic } from './schema.mjs';
import { kSlowCall } from './slow.mjs';

export const kTools = [
  'act', 'computer', 'console', 'cookies', 'crawl', 'crawl_sitemap', 'extract_data', 'file_upload', 'fill_form', 'find',
  'form_input', 'handle_dialog', 'inspect', 'interact', 'javascript_tool', 'navigate', 'network',
  'oc_connection_health',
  'oc_evidence_bundle', 'oc_journal', 'oc_output_fetch', 'oc_output_query', 'oc_session_resume', 'oc_session_snapshot', 'oc_stop',
  'oc_task_cancel', 'oc_task_finish', 'oc_task_get', 'oc_task_list', 'oc_task_start', 'oc_task_update', 'oc_task_wait', 'page_content', 'page_pdf', 'page_screenshot', 'query_dom', 'read_page',
  'storage', 'tabs_close', 'tabs_context', 'tabs_create', 'validate_page', 'wait_for',
];
export const kPrompts = ['browse_and_extract', 'debug_page', 'fill_form', 'resume_task'];
export const kJournalTemplate = 'openchrome://journal/{day}';
export const kTemplates = [kJournalTemplate, 'openchrome://output/{handle}'];

// Every message of a transport of the libraries, checked as it passes.
export function watchTransport(transport) {
  const traffic = new Traffic();
  const seen = new WeakSet(); // a library may hand a message through several handlers
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!seen.has(message)) traffic.sent(message);
    seen.add(message);
    return send(message, options);
  };
  let handler;
  const receive = (message, extra) => {
    if (!seen.has(message)) traffic.received(message);
    seen.add(message);
    handler?.(message, extra);
  };
  Object.defineProperty(transport, 'onmessage', { get: () => handler && receive, set: (given) => (handler = given) });
  return traffic;
}

// Watches today's journal, calls a tool, and waits to be told. First of all: changes are told at most once a second.
export async function hearsOfChanges({ client, watch, updates }) {
  const uri = `openchrome://journal/${today()}`;
  const unwatch = await watch(uri);
  await client.callTool({ name: 'oc_connection_health' });
  const told = await within(updates.promise, kPatienceMs, () => 'no notifications/resources/updated came');
  assert.equal(told.params.uri, uri);
  const { contents } = await client.readResource({ uri });
  assert.match(contents[0].text, /oc_connection_health/);
  await unwatch();
}

export async function listsEverything(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    kTools,
  );
  const { resources } = await client.listResources();
  assert.deepEqual(
    resources.map((resource) => resource.uri),
    ['openchrome://errors', 'openchrome://guide'],
  );
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(
    resourceTemplates.map((template) => template.uriTemplate),
    kTemplates,
  );
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map((prompt) => prompt.name),
    kPrompts,
  );
}

// After a list the libraries hold results against the output schemas: an error must reach the caller all the same.
export async function callsTools(client, transport) {
  await client.listTools();
  const health = await client.callTool({ name: 'oc_connection_health' });
  assert.equal(health.structuredContent.server.transport, transport);
  const recent = await client.callTool({ name: 'oc_journal', arguments: { action: 'recent', count: 1 } });
  assert.equal(JSON.parse(recent.content[0].text)[0].tool, 'oc_connection_health');
  for (const name of kTools) {
    const failed = await client.callTool({ name, arguments: { nonsense: true } });
    assert.equal(failed.isError, true, name);
    assert.equal(toolError(failed).code, 'invalid_arguments');
    assert.ok(toolError(failed).hint);
  }
  const wrong = await client.callTool({ name: 'oc_journal', arguments: { action: 'sumary' } });
  assert.equal(wrong.isError, true);
  await assert.rejects(client.callTool({ name: 'no_such_tool' }), (error) => error.code === -32602);
}

export async function readsAndPrompts(client, notFoundCodes) {
  const { contents } = await client.readResource({ uri: 'openchrome://guide' });
  assert.equal(contents[0].mimeType, 'text/markdown');
  assert.match(contents[0].text, /oc_journal/);
  await assert.rejects(client.readResource({ uri: 'openchrome://no' }), (error) => notFoundCodes.includes(error.code));
  const prompt = await client.getPrompt({
    name: 'browse_and_extract',
    arguments: { url: 'https://example.com', goal: 'x' },
  });
  assert.match(prompt.messages[0].content.text, /https:\/\/example\.com/);
  await assert.rejects(
    client.getPrompt({ name: 'browse_and_extract', arguments: {} }),
    (error) => error.code === -32602,
  );
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: kJournalTemplate },
    argument: { name: 'day', value: '2' },
  });
  assert.ok(completion.values.includes(today()));
}

// `start` begins the slow call with a signal. It is cancelled once it runs, and the server counts it as failed.
export async function cancels(client, start) {
  const calls = async () => (await client.callTool({ name: 'oc_connection_health' })).structuredContent.calls;
  const until = async (fits, what) => {
    const look = async () => {
      while (!fits(await calls())) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return within(look(), kPatienceMs, () => what);
  };
  const abort = new AbortController();
  const rejected = assert.rejects(start(kSlowCall, abort.signal));
  await until(({ running }) => running === 2, 'the call never ran');
  abort.abort(new Error('not needed any more'));
  await rejected;
  await until(({ running, failed }) => running === 1 && failed === 1, 'the call was not cancelled');
}

export function noProcessIsLeft() {
  assert.deepEqual(ownChildren(), [], 'every server process is gone');
}
