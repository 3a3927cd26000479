// Reads and plays transcripts: what a client sends over stdio and what must come back.
//
//   # a comment
//   > {"jsonrpc":"2.0","id":1,"method":"ping"}     sends a line, whatever it holds; $TODAY is the day (UTC)
//   < /result == {}                                the answer to it: the value at a JSON pointer
//   < /result/tools/0/name ~ ^oc_                  … a pattern that its text fits (JSON text when it is no string)
//   < /result/nextCursor absent                    … nothing is there
//   < notification notifications/x                 now about the next notification of that method
//   < answer "some id"                             now about the answer to that id
//   < silence                                      nothing came back for the line before
//
// An answer without an id, to a line whose id cannot be read, is an answer to that line; an array answers an array.
import assert from 'node:assert/strict';
import { today } from './protocol.mjs';

export function readTranscript(text) {
  const steps = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim().replaceAll('$TODAY', today());
    if (line === '' || line.startsWith('#')) continue;
    const where = `line ${index + 1}: ${line.slice(0, 120)}`;
    if (line.startsWith('> ')) steps.push({ where, send: line.slice(2) });
    else if (line.startsWith('< ')) steps.push({ where, ...readExpectation(line.slice(2), where) });
    else throw new Error(`${where}: neither > nor <`);
  }
  return steps;
}

function readExpectation(text, where) {
  if (text === 'silence') return { silence: true };
  const [word, rest] = text.split(/ (.*)/s);
  if (word === 'notification') return { notification: rest };
  if (word === 'answer') return { answer: JSON.parse(rest) };
  const match = text.match(/^(\/\S*|"") (==|~|absent)(?: (.*))?$/s);
  assert.ok(match, `${where}: not an expectation`);
  const [, pointer, relation, value] = match;
  return { pointer: pointer === '""' ? '' : pointer, relation, value: relation === '==' ? JSON.parse(value) : value };
}

// RFC 6901.
export function valueAt(document, pointer) {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return undefined;
    value = value[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

// The message that answers a line.
function answerTo(line, server) {
  let parsed;
  try {
    parsed = JSON.parse(line);
  } catch {
    return server.rejection();
  }
  const isRejection = (message) => message.error && !('id' in message);
  if (Array.isArray(parsed))
    return server.next((message) => Array.isArray(message) || isRejection(message), 'an array');
  return parsed?.id === undefined || parsed.id === null ? server.rejection() : server.answer(parsed.id);
}

function check(step, message) {
  const value = valueAt(message, step.pointer);
  if (step.relation === 'absent') return assert.equal(value, undefined, step.where);
  if (step.relation === '==') return assert.deepEqual(value, step.value, step.where);
  assert.notEqual(value, undefined, `${step.where}: nothing there in ${JSON.stringify(message)}`);
  assert.match(typeof value === 'string' ? value : JSON.stringify(value), new RegExp(step.value), step.where);
}

// Plays the steps against a server; every expectation must hold.
export async function playTranscript(steps, server) {
  let sent;
  let message;
  for (const step of steps) {
    if (step.send !== undefined) {
      sent = { line: step.send, before: server.messages.length };
      message = undefined;
      server.write(`${step.send}\n`);
    } else if (step.silence) {
      await server.settle();
      assert.equal(server.messages.length, sent.before + 1, step.where);
    } else if (step.notification) {
      message = await server.notified(step.notification);
    } else if (step.answer !== undefined) {
      message = await server.answer(step.answer);
    } else {
      message ??= await answerTo(sent.line, server);
      check(step, message);
    }
  }
}
