// Proves for every seeing tool how arguments are held against its declaration, before any browser is started.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kSeeing = [
  'console',
  'extract_data',
  'find',
  'handle_dialog',
  'inspect',
  'javascript_tool',
  'navigate',
  'network',
  'oc_connection_health',
  'oc_reap_orphans',
  'oc_stop',
  'page_content',
  'page_pdf',
  'page_screenshot',
  'query_dom',
  'read_page',
  'tabs_close',
  'tabs_context',
  'tabs_create',
  'validate_page',
  'wait_for',
];
const kRequired = {
  extract_data: { schema: { type: 'object', properties: { a: { type: 'string' } } } },
  find: { query: 'x' },
  handle_dialog: { accept: true },
  javascript_tool: { code: '1' },
  navigate: { url: 'about:blank' },
  validate_page: { url: 'about:blank' },
};
const kWrong = { string: 5, integer: 'five', number: 'five', boolean: 'yes', array: 'a', object: 'o' };
// Of what has choices the type goes without saying.
const wrongFor = ({ type, enum: choices }) => kWrong[choices ? 'string' : [type].flat().find((one) => one !== 'null')];
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('arguments', () => {
  const b = sharedBrowsing();
  const properties = (name) => Object.entries(b.tools.get(name).inputSchema.properties);

  test('every seeing tool is there, with a description and hints where they differ from the defaults', () => {
    for (const name of kSeeing) {
      const tool = b.tools.get(name);
      assert.ok(tool, name);
      assert.ok(tool.description.length > 10, name);
    }
    const readOnly = (name) => b.tools.get(name).annotations?.readOnlyHint ?? false;
    for (const name of [
      'read_page',
      'find',
      'inspect',
      'query_dom',
      'page_content',
      'tabs_context',
      'console',
      'wait_for',
    ])
      assert.equal(readOnly(name), true, name);
    for (const name of ['navigate', 'javascript_tool', 'tabs_create', 'tabs_close', 'handle_dialog', 'oc_stop'])
      assert.equal(readOnly(name), false, name);
  });

  for (const name of kSeeing) {
    test(`${name}: a key nobody knows is refused, and the nearest one named`, async () => {
      await b.fails('invalid_arguments', name, { ...kRequired[name], utter_nonsense: 1 });
      const keys = properties(name).map(([key]) => key);
      for (const key of keys.filter((one) => !keys.some((other) => other !== one && one.startsWith(other)))) {
        const error = await b.fails('invalid_arguments', name, { ...kRequired[name], [`${key}x`]: 1 });
        assert.match(error.message, new RegExp(`'${key}x' is not known; did you mean '${key}'`));
      }
    });

    test(`${name}: a value of the wrong kind is refused by name`, async () => {
      for (const [key, schema] of properties(name)) {
        const error = await b.fails('invalid_arguments', name, { ...kRequired[name], [key]: wrongFor(schema) });
        assert.match(error.message, new RegExp(`'${key}'`));
      }
    });

    test(`${name}: what is required must be there`, async () => {
      for (const key of b.tools.get(name).inputSchema.required ?? []) {
        const rest = { ...kRequired[name] };
        delete rest[key];
        const error = await b.fails('invalid_arguments', name, rest);
        assert.match(error.message, new RegExp(`'${key}' is required`));
      }
    });

    test(`${name}: both spellings of a key are one, and giving both is refused`, async () => {
      for (const [key, schema] of properties(name)) {
        const otherSpelling = camel(key) === key ? snake(key) : camel(key);
        if (otherSpelling === key) continue;
        const wrong = await b.fails('invalid_arguments', name, { ...kRequired[name], [otherSpelling]: wrongFor(schema) });
        assert.doesNotMatch(wrong.message, /not known/, `${otherSpelling} is known`);
      }
    });
  }

  test('limits of what all take', async () => {
    for (const timeout_ms of [0, -1, 1.5, '5'])
      await b.fails('invalid_arguments', 'navigate', { url: 'about:blank', timeout_ms });
    await b.fails('invalid_arguments', 'navigate', { url: 'about:blank', workspace: 'w'.repeat(65) });
    await b.fails('invalid_arguments', 'navigate', { url: 'about:blank', tab_id: 't1', tabId: 't1' });
    const error = await b.fails('invalid_arguments', 'navigate', { url: 'about:blank', timeout: 5 });
    assert.match(error.message, /did you mean 'timeout_ms'/);
  });

  test('all of that without a browser', async () => {
    assert.equal((await b.data('oc_connection_health')).browser.state, 'not_started');
  });
});
