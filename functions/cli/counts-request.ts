import { readFile } from 'node:fs/promises';
import { Argument, type Command, Option } from 'commander';
import { MEASURES, TIME_UNITS } from '../../shared/counts/request.ts';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** What `counts` and `export` are told of what is to be counted. */
export interface CountsArguments {
  request?: string;
  rows?: string[];
  columns?: string[];
  measures?: string[];
  subtotals?: boolean;
  population?: string;
  at?: string;
  from?: string;
  to?: string;
  timeZone?: string;
  filter?: string[];
}

export function withCountsOptions(command: Command): Command {
  return command
    .addArgument(new Argument('[ledger]', 'which one; may stand in the request').choices(LEDGER_NAMES))
    .option('--rows <axes...>', `what the rows are, like created_at:month (units: ${TIME_UNITS.join(', ')})`)
    .option('--columns <axes...>', 'what the columns are')
    .addOption(new Option('--measures <names...>', 'what is counted').choices(MEASURES))
    .option('--subtotals', 'also a total of each group, and of all')
    .option('--filter <conditions...>', 'only these, like event_type=create,update')
    .addOption(new Option('--population <name>', 'every version, or the state at a time').choices(['events', 'state']))
    .option('--at <time>', 'the time of the state')
    .option('--from <time>', 'only from this time on, like 2026-01-01T00:00:00Z')
    .option('--to <time>', 'only before this time')
    .option('--time-zone <zone>', 'in which days and months begin, like Asia/Tokyo')
    .option('--request <file>', 'a request as POST /api/counts takes it; the options above change it');
}

/** @returns a Counts request, which the service checks @throws CommandFailed */
export async function countsRequest(ledger: string | undefined, options: CountsArguments): Promise<object> {
  const { subtotals, population, at, from, to, timeZone, measures } = options;
  const told = {
    ...{ ledger, measures, subtotals, population, at, from, to },
    time_zone: timeZone,
    rows: options.rows?.map(axis),
    columns: options.columns?.map(axis),
    filters: options.filter?.map(condition),
  };
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  return { ...(options.request ? await readRequest(options.request) : {}), ...given };
}

async function readRequest(file: string): Promise<object> {
  try {
    const request: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof request === 'object' && request !== null) return request;
  } catch (error) {
    throw new CommandFailed(EXIT.usage, `The request ${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new CommandFailed(EXIT.usage, `The request ${file} is no JSON object.`);
}

/** `created_at:month` */
function axis(text: string): object {
  const [name, unit] = text.split(':');
  return unit === undefined ? { axis: name } : { axis: name, unit };
}

/** `event_type=create,update`, `created_at:month=2026-01` */
function condition(text: string): object {
  const [left = '', right] = text.split('=', 2);
  if (right === undefined || left === '')
    throw new CommandFailed(EXIT.usage, `A filter is written AXIS=VALUE,VALUE, not ${text}.`);
  return { ...axis(left), in: right.split(',') };
}
