/** How a file is to be read and what is to become of its rows, in the API's words. '' and {}: as the server recognises it. */
export interface ImportOptions {
  ledger: string;
  encoding: string;
  delimiter: string;
  time_zone: string;
  /** Name in the file -> column of the ledger. */
  map: Readonly<Record<string, string>>;
  on_error: 'reject' | 'skip';
  on_conflict: 'error' | 'replace';
}

export const ENCODINGS = ['utf-8', 'shift_jis', 'euc-jp', 'utf-16le', 'utf-16be'];
export const DELIMITERS = [',', '\t', ';', '|'];

export function firstOptions(ledger: string, timeZone: string): ImportOptions {
  return {
    ledger,
    encoding: '',
    delimiter: '',
    time_zone: timeZone,
    map: {},
    on_error: 'reject',
    on_conflict: 'error',
  };
}

export interface Purpose {
  /** Check the whole file and write nothing. */
  dryRun?: boolean;
  /** Import it although the same bytes are there already. */
  force?: boolean;
}

/** The query of both doors and of the preview; what is left to the server is left out. */
export function importQuery(options: ImportOptions, { dryRun = false, force = false }: Purpose = {}): URLSearchParams {
  const { ledger, encoding, delimiter, time_zone, map, on_error, on_conflict } = options;
  const query = new URLSearchParams({ ledger, time_zone });
  if (encoding) query.set('encoding', encoding);
  if (delimiter) query.set('delimiter', delimiter === '\t' ? 'tab' : delimiter);
  const pairs = Object.entries(map).map(([name, column]) => `${name}:${column}`);
  if (pairs.length > 0) query.set('map', pairs.join(','));
  if (on_error !== 'reject') query.set('on_error', on_error);
  if (on_conflict !== 'error') query.set('on_conflict', on_conflict);
  if (dryRun) query.set('dry_run', 'true');
  if (force) query.set('force', 'true');
  return query;
}

/** Whether a name of the file can be spoken of in `map`, whose pairs are joined by commas. */
export function canBeMapped(name: string): boolean {
  return name !== '' && !name.includes(',');
}
