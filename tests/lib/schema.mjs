// Checks every message that a test captures against the official JSON schemas, and that each request is answered once.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePackage } from './modules.mjs';
import { kRepository } from './processes.mjs';
import { kMetaSubscription, kMetaVersion, kModern, kLatestLegacy } from './protocol.mjs';

const kFolder = join(kRepository, '../shared/mcp/schemas');
const kErrorTypes = new Map([
  [-32020, 'HeaderMismatchError'],
  [-32021, 'MissingRequiredClientCapabilityError'],
  [-32022, 'UnsupportedProtocolVersionError'],
]);

// One revision: validators by the name of a type, and the names by method.
class Schema {
  #ajv;
  #revision;
  #requests = new Map();
  #notifications = new Map();

  constructor(revision, text) {
    const { Ajv2020 } = requirePackage('ajv/dist/2020.js');
    const addFormats = requirePackage('ajv-formats');
    this.#revision = revision;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(this.#ajv);
    this.#ajv.addFormat('byte', true);
    const schema = { $id: revision, ...JSON.parse(text) };
    this.#ajv.addSchema(schema);
    for (const [name, type] of Object.entries(schema.$defs)) {
      const method = type.properties?.method?.const;
      if (method) (name.endsWith('Request') ? this.#requests : this.#notifications).set(method, name);
    }
  }

  has(name) {
    return this.#ajv.getSchema(`${this.#revision}#/$defs/${name}`) !== undefined;
  }

  // What is wrong with the value as a type, or nothing.
  problem(name, value) {
    const validate = this.#ajv.getSchema(`${this.#revision}#/$defs/${name}`);
    if (!validate) return `${this.#revision} has no type ${name}`;
    if (validate(value)) return null;
    return `not a ${name} of ${this.#revision}: ${this.#ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`;
  }

  // `asTask`: the request asked to become a task.
  problemOfResult(method, result, asTask = false) {
    const request = this.#requests.get(method);
    if (!request) return `${this.#revision} has no request ${method}, yet it was answered with a result`;
    const named = asTask ? 'CreateTaskResult' : request.replace(/Request$/, 'Result');
    const name = result?.resultType === 'input_required' ? 'InputRequiredResult' : named;
    return this.problem(this.has(name) ? name : 'EmptyResult', result);
  }

  problemOfCall(message) {
    const names = 'id' in message ? this.#requests : this.#notifications;
    const name = names.get(message.method);
    return name ? this.problem(name, message) : `${this.#revision} has no ${message.method} from the server`;
  }
}

let schemas;
function loadSchemas() {
  if (schemas) return schemas;
  schemas = new Map();
  for (const revision of [kLatestLegacy, kModern]) {
    const file = join(kFolder, revision, 'schema.json');
    if (existsSync(file)) schemas.set(revision, new Schema(revision, readFileSync(file, 'utf8')));
  }
  if (schemas.size < 2)
    console.log('note: the official schemas are not beside this repository; messages are not validated');
  return schemas;
}

const keyOf = (id) => JSON.stringify(id);

// What went over one connection, or one server's connections.
export class Traffic {
  problems = [];
  count = 0;
  #asked = new Map(); // id → { method, modern, asTask, open }
  #tokens = new Map(); // progress token → modern

  sent(message) {
    if (Array.isArray(message)) return message.forEach((item) => this.sent(item));
    if (message === null || typeof message !== 'object' || !('id' in message) || message.id === null) return;
    if (message.method === undefined && ('result' in message || 'error' in message)) return;
    const modern = message.params?._meta?.[kMetaVersion] !== undefined;
    const open = (this.#asked.get(keyOf(message.id))?.open ?? 0) + 1;
    const asTask = !modern && message.params?.task !== undefined;
    this.#asked.set(keyOf(message.id), { method: message.method, modern, asTask, open });
    const token = message.params?._meta?.progressToken;
    if (token !== undefined) this.#tokens.set(keyOf(token), modern);
  }

  // `replayed`: a stream was asked for once more, so its answer may come again.
  received(message, { replayed = false } = {}) {
    if (Array.isArray(message)) return message.forEach((item) => this.received(item, { replayed }));
    ++this.count;
    const problem = message?.method === undefined ? this.#answer(message, replayed) : this.#call(message);
    if (problem) this.problems.push(problem);
  }

  #answer(message, replayed) {
    const known = loadSchemas();
    if (!('id' in message)) return known.get(kModern)?.problem('JSONRPCErrorResponse', message);
    const asked = this.#asked.get(keyOf(message.id));
    if (!asked) return `an answer to an id that was never sent: ${JSON.stringify(message)}`;
    if (asked.open < 1 && !replayed) return `a second answer: ${JSON.stringify(message)}`;
    if (!replayed) asked.open -= 1;
    const schema = known.get(asked.modern ? kModern : kLatestLegacy);
    if (!schema) return null;
    if ('error' in message) {
      const name = kErrorTypes.get(message.error?.code);
      return (name ? known.get(kModern) : schema).problem(name ?? 'JSONRPCErrorResponse', message);
    }
    return schema.problem('JSONRPCResultResponse', message) ?? schema.problemOfResult(asked.method, message.result, asked.asTask);
  }

  #call(message) {
    const token = message.params?.progressToken;
    const modern =
      message.params?._meta?.[kMetaSubscription] !== undefined ||
      (token !== undefined && this.#tokens.get(keyOf(token)) === true);
    return loadSchemas()
      .get(modern ? kModern : kLatestLegacy)
      ?.problemOfCall(message);
  }
}
