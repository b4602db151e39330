import * as z from 'zod';
import { delimiterNamed } from '../file-reading/dialect.ts';
import { ENCODINGS, type Encoding, encodingNamed } from '../file-reading/encoding.ts';
import { LEDGER_NAMES, LEDGERS } from '../ledgers/catalogue.ts';
import { importColumns } from '../ledgers/ledger.ts';
import { isTimeZone } from '../time-zone.ts';

const MAP_MAX_LENGTH = 2000;
const flag = z.enum(['true', 'false']).default('false');

/** The query of both doors of POST /imports, and of its preview. What it does not know is refused, not passed over. */
export const importQuery = z
  .strictObject({
    ledger: z.enum(LEDGER_NAMES as readonly [string, ...string[]]),
    encoding: z
      .string()
      .refine((name) => encodingNamed(name) !== undefined, `must be one of ${ENCODINGS.join(', ')}`)
      .optional()
      .describe(`${ENCODINGS.join(', ')}, or a usual name of one of them; detected when absent`),
    delimiter: z
      .string()
      .refine((name) => delimiterNamed(name) !== undefined, 'must be one sign, or tab, comma, semicolon or pipe')
      .optional()
      .describe('one sign, or tab, comma, semicolon or pipe; detected when absent'),
    time_zone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Asia/Tokyo').default('UTC'),
    map: z.string().max(MAP_MAX_LENGTH).optional().describe('HEADER:COLUMN,HEADER:COLUMN'),
    on_error: z.enum(['reject', 'skip']).default('reject'),
    on_conflict: z.enum(['error', 'replace']).default('error'),
    dry_run: flag,
    force: flag,
  })
  .superRefine(({ ledger, map }, context) => {
    const declared = LEDGERS.get(ledger);
    if (map === undefined || !declared) return;
    const columns = importColumns(declared);
    const pairs = readMap(map);
    if (!pairs || Object.values(pairs).some((column) => !columns.includes(column))) {
      const message = `map must be HEADER:COLUMN pairs joined by commas; the columns of ${ledger} are ${columns.join(', ')}.`;
      context.addIssue({ code: 'custom', path: ['map'], message });
    }
  });

/** How a file is to be read and what is to become of its rows. */
export interface ImportOptions {
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  readonly timeZone: string;
  /** Header in the file -> column of the ledger. */
  readonly map?: Readonly<Record<string, string>>;
  readonly onError: 'reject' | 'skip';
  readonly onConflict: 'error' | 'replace';
  readonly dryRun: boolean;
}

export interface ImportRequest {
  readonly ledger: string;
  readonly options: ImportOptions;
  /** Import it even when the same bytes are here already. No option: it does not change what the import does. */
  readonly force: boolean;
}

export function importRequest(query: z.output<typeof importQuery>): ImportRequest {
  const { ledger, time_zone: timeZone, map, force } = query;
  const encoding = query.encoding === undefined ? undefined : encodingNamed(query.encoding);
  const delimiter = query.delimiter === undefined ? undefined : delimiterNamed(query.delimiter);
  const options: ImportOptions = {
    ...(encoding ? { encoding } : {}),
    ...(delimiter ? { delimiter } : {}),
    timeZone: canonicalTimeZone(timeZone),
    ...(map ? { map: readMap(map) ?? {} } : {}),
    onError: query.on_error,
    onConflict: query.on_conflict,
    dryRun: query.dry_run === 'true',
  };
  return { ledger, options, force: force === 'true' };
}

export const DEFAULT_OPTIONS: ImportOptions = Object.freeze({
  timeZone: 'UTC',
  onError: 'reject',
  onConflict: 'error',
  dryRun: false,
});

/** What is kept of the options: one text per meaning, so that equal texts mean equal options. Defaults are left out. */
export function optionsText(options: ImportOptions): string {
  const { map, ...plain } = options;
  const told = Object.entries({ ...plain }).filter(
    ([name, value]) => value !== DEFAULT_OPTIONS[name as keyof ImportOptions],
  );
  const pairs = map ? [['map', Object.fromEntries(sorted(Object.entries(map)))] as const] : [];
  return JSON.stringify(Object.fromEntries([...sorted(told), ...pairs]));
}

export function optionsOfText(text: string): ImportOptions {
  return { ...DEFAULT_OPTIONS, ...(JSON.parse(text) as Partial<ImportOptions>) };
}

function sorted<T>(entries: [string, T][]): [string, T][] {
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @returns undefined when it is not a list of pairs. The column comes last: a header may hold a colon. */
function readMap(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').map((pair) => {
    const colon = pair.lastIndexOf(':');
    return [pair.slice(0, Math.max(colon, 0)).trim(), pair.slice(colon + 1).trim()] as const;
  });
  return pairs.every(([header, column]) => header !== '' && column !== '') ? Object.fromEntries(pairs) : undefined;
}

function canonicalTimeZone(name: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
}
