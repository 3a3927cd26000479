// Does the twelve jobs with each server and prints what they cost:
//   node tests/jobs/run.mjs [--servers openchrome,playwright] [--repeat 3] [--binary PATH] [--job NAME] [--think MS] [--trace]
// --job takes a part of a job's name; --think lets so much time pass before each call, uncounted, as a model does; --trace prints
// every call and its answer. Playwright MCP is installed with npm into a
// temporary folder when it is not there yet.
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    servers: { type: 'string', default: 'openchrome,playwright' },
    repeat: { type: 'string', default: '3' },
    binary: { type: 'string' },
    job: { type: 'string', default: '' },
    think: { type: 'string', default: '0' },
    trace: { type: 'boolean', default: false },
  },
});
if (options.binary) process.env.OPENCHROME_BIN = options.binary;
const { doJob, installPlaywright } = await import('./agents.mjs');
const { kJobs } = await import('./jobs.mjs');

const servers = options.servers.split(',');
const jobs = kJobs.filter(({ name, app }) => `${name} ${app}`.includes(options.job));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

// A run with everything that it started ended again.
async function run(job, server) {
  const endings = [];
  try {
    return await doJob({ after: (ending) => endings.push(ending) }, job, server, { thinkMs: Number(options.think) });
  } finally {
    for (const ending of endings) await ending();
  }
}

function trace({ calls, log, why }) {
  for (const { name, args, answer, failed, ms } of calls) {
    console.log(`>>> ${name} ${JSON.stringify(args)} (${Math.round(ms)} ms${failed ? ', failed' : ''})\n${answer}`);
  }
  console.log(`log: ${JSON.stringify(log)}\n${why}\n`);
}

const rows = new Map(jobs.map((job) => [job, new Map(servers.map((server) => [server, []]))]));
for (let round = 0; round < Number(options.repeat); ++round) {
  for (const job of jobs) {
    for (const server of servers) {
      const result = await run(job, server);
      rows.get(job).get(server).push(result);
      if (options.trace) trace(result);
      if (!result.done || result.why) process.stderr.write(`${job.name}, ${server}: ${result.done ? 'done, but' : 'not done:'} ${result.why}\n`);
    }
  }
}

const totals = new Map(servers.map((server) => [server, { done: 0, runs: 0, calls: 0, sent: 0, read: 0, seconds: 0 }]));
console.log('| job | server | done | calls | bytes sent | bytes read | seconds |\n|---|---|---|---|---|---|---|');
for (const [job, results] of rows) {
  for (const [server, runs] of results) {
    const total = totals.get(server);
    const cost = {};
    for (const key of ['calls', 'sent', 'read', 'seconds']) {
      cost[key] = median(runs.map((one) => one.cost[key]));
      total[key] += cost[key];
    }
    // Done by the log; a run that broke off before an answer confirmed it is said too.
    const done = runs.filter((one) => one.done).length;
    const brokeOff = runs.filter((one) => one.done && one.why).length;
    total.done += done;
    total.runs += runs.length;
    console.log(`| ${job.name} | ${server} | ${done}/${runs.length}${brokeOff ? `, ${brokeOff} unconfirmed` : ''} | ${cost.calls} | ${cost.sent} | ${cost.read} | ${cost.seconds.toFixed(1)} |`);
  }
}
for (const [server, { done, runs, calls, sent, read, seconds }] of totals) {
  console.log(`| **all** | ${server} | ${done}/${runs} | ${calls} | ${sent} | ${read} | ${seconds.toFixed(1)} |`);
}
if (servers.includes('playwright')) console.log(`\n@playwright/mcp ${installPlaywright().version}; medians of ${options.repeat} runs; ${options.think} ms of thinking before each call.`);
