import { importColumns, type Ledger } from '../ledgers/ledger.ts';
import { FileRejected } from './rejection.ts';

/** Other names of the columns that every ledger has. */
const COMMON_ALIASES: Readonly<Record<string, readonly string[]>> = {
  version_no: ['バージョン', '版'],
  event_type: ['異動区分'],
  created_at: ['操作日時'],
  created_by: ['操作者'],
};

const OPTIONAL_COMMON = 'created_by';

/** For each column of the ledger's import, where in a record it stands; undefined: the file does not have it. */
export type ColumnPlaces = ReadonlyMap<string, number>;

/**
 * Finds the ledger's columns in a header: any order, case and surrounding space, English or Japanese names.
 * @throws FileRejected when one that must be there is missing, or one is there twice
 */
export function readHeader(ledger: Ledger, header: readonly string[]): { places: ColumnPlaces; unknown: string[] } {
  const names = namesOf(ledger);
  const places = new Map<string, number>();
  const unknown: string[] = [];
  for (const [index, cell] of header.entries()) {
    const column = names.get(normalise(cell));
    if (!column) unknown.push(cell);
    else if (places.has(column)) throw new FileRejected('header', `The header names the column ${column} twice.`);
    else places.set(column, index);
  }
  const missing = requiredColumns(ledger).filter((column) => !places.has(column));
  if (missing.length > 0)
    throw new FileRejected(
      'header',
      `The header lacks ${missing.join(', ')}. The first line of a file for ${ledger.name} must name these columns: ${importColumns(ledger).join(', ')}.`,
    );
  return { places, unknown };
}

function requiredColumns(ledger: Ledger): string[] {
  const attributes = new Set(ledger.attributes.map((column) => column.name));
  return importColumns(ledger).filter((name) => name !== OPTIONAL_COMMON && !attributes.has(name));
}

function namesOf(ledger: Ledger): Map<string, string> {
  const aliases = [...ledger.entityKey, ...ledger.attributes].flatMap((column) =>
    column.aliases.map((alias) => [alias, column.name] as const),
  );
  const common = Object.entries(COMMON_ALIASES).flatMap(([name, others]) =>
    others.map((other) => [other, name] as const),
  );
  const own = importColumns(ledger).map((name) => [name, name] as const);
  return new Map([...aliases, ...common, ...own].map(([text, name]) => [normalise(text), name]));
}

function normalise(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
