import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { connectionBudget } from '../cdk/connection-budget.ts';
import { CONNECTIONS } from '../shared/names.ts';
import { capacityOf, type LineModel, simulateLine } from './import-line.ts';

/**
 * How many imports the deployment of cdk.json carries, what waits when more come, how long that takes to drain, and
 * which limit is met first at ten and at a hundred times the load. From figures that `node bench/import.ts` measures:
 * give those of your database.
 *
 *     node bench/capacity.ts [--rate 2] [--minutes 30] [--rows 700] [--stage-rows 75000] [--merge-rows 14000]
 */
const { values } = parseArgs({
  options: {
    /** Imports a second on an ordinary day. */
    rate: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '30' },
    rows: { type: 'string', default: '700' },
    ledgers: { type: 'string', default: '2' },
    'overhead-ms': { type: 'string', default: '150' },
    'stage-rows': { type: 'string', default: '75000' },
    'merge-rows': { type: 'string', default: '14000' },
  },
});
const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8'));
const setting = (name: string) => Number(context[`tallyport:${name}`]);
const rate = Number(values.rate);
const seconds = Number(values.minutes) * 60;

/** Requests of one import, and how long one keeps a function. */
const REQUESTS = 6;
const REQUEST_SECONDS = 0.06;
/** AWS's own, for an account that has not asked for more. */
const ACCOUNT_CONCURRENCY = 1_000;

const model: LineModel = {
  consumers: setting('ingestConcurrency'),
  rowsPerImport: Number(values.rows),
  overheadSeconds: Number(values['overhead-ms']) / 1000,
  stageRows: Number(values['stage-rows']),
  mergeRows: Number(values['merge-rows']),
  ledgers: Number(values.ledgers),
};

/** How much of each limit a load uses, and the setting that raises it. */
function uses(perSecond: number): { limit: string; used: number; raise: string }[] {
  const merge = model.rowsPerImport / model.mergeRows;
  const busy = perSecond * (model.overheadSeconds + model.rowsPerImport / model.stageRows + merge);
  const requests = perSecond * REQUESTS;
  const api = requests * REQUEST_SECONDS;
  const all = Object.values(connectionBudget(budgetSettings())).reduce((sum, each) => sum + each, 0);
  const perConsumer = CONNECTIONS.ingest.database + CONNECTIONS.ingest.staging;
  const connections = all + Math.max(0, Math.ceil(busy) - model.consumers) * perConsumer;
  return [
    { limit: 'consumers of the queue', used: busy / model.consumers, raise: 'tallyport:ingestConcurrency' },
    {
      limit: 'one import at a time into each ledger',
      used: (perSecond / model.ledgers) * merge,
      raise: 'larger files, or a larger database (databaseMaxCapacity)',
    },
    {
      limit: 'functions that answer the API',
      used: api / setting('apiConcurrency'),
      raise: 'tallyport:apiConcurrency',
    },
    {
      limit: 'connections, if consumers were added for it',
      used: connections / setting('databaseMaxConnections'),
      raise: 'tallyport:databaseMaxConnections',
    },
    {
      limit: 'requests a second that the API lets in',
      used: requests / (setting('apiConcurrency') * 20),
      raise: 'tallyport:apiConcurrency',
    },
    {
      limit: "Lambda's concurrency of a new account",
      used: (busy + api) / ACCOUNT_CONCURRENCY,
      raise: 'a request to AWS (Service Quotas)',
    },
  ].sort((a, b) => b.used - a.used);
}

function budgetSettings() {
  return {
    apiConcurrency: setting('apiConcurrency'),
    ingestConcurrency: setting('ingestConcurrency'),
    webTasks: setting('webTasks'),
    exportTasks: setting('exportTasks'),
    databaseMaxConnections: setting('databaseMaxConnections'),
  };
}

function told(wait: number): string {
  return wait < 120
    ? `${wait.toFixed(1)} s`
    : wait < 7200
      ? `${(wait / 60).toFixed(0)} min`
      : `${(wait / 3600).toFixed(1)} h`;
}

const { perSecond, limit } = capacityOf(model);
console.log(
  `${model.consumers} consumers, files of ${model.rowsPerImport} rows: ${perSecond.toFixed(1)} imports/s for ever; ${limit} are the limit.\n`,
);
for (const factor of [1, 10, 100]) {
  const load = rate * factor;
  const run = simulateLine(model, load, seconds);
  console.log(`${load} imports/s for ${values.minutes} minutes: ${run.imports} imports`);
  console.log(`  from arrival to rows: median ${told(run.median)}, worst ${told(run.worst)}`);
  console.log(`  backlog up to ${run.backlog}, drained ${told(run.drain)} after the last one`);
  const met = uses(load).filter(({ used }) => used > 1);
  const [first] = uses(load);
  if (met.length === 0 && first)
    console.log(`  nothing breaks; ${Math.round(first.used * 100)} % of: ${first.limit} (${first.raise})`);
  for (const { limit: which, used, raise } of met) console.log(`  breaks: ${which}, ${used.toFixed(1)} x (${raise})`);
  console.log('');
}
