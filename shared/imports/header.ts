import { importColumns, type Ledger } from '../ledgers/ledger.ts';
import { FileRejected } from './rejection.ts';

/** Other names of the columns that every ledger has. */
export const COMMON_ALIASES: Readonly<Record<string, readonly string[]>> = {
  version_no: ['バージョン', '版'],
  event_type: ['異動区分'],
  created_at: ['操作日時'],
  created_by: ['操作者'],
};

const OPTIONAL_COMMON = 'created_by';

/** For each column of the ledger's import, where in a record it stands; undefined: the file does not have it. */
export type ColumnPlaces = ReadonlyMap<string, number>;

export interface Header {
  readonly places: ColumnPlaces;
  /** The file's own names in their order, each with the column it was taken for; null: left out. */
  readonly columns: readonly { readonly name: string; readonly column: string | null }[];
  /** A sentence for each name that was left out, and for each name of the map that the file does not have. */
  readonly warnings: readonly string[];
}

/** Which column a header name means, as the person says who uploads: `{ 題名: 'title' }`. It wins over every other name. */
export type HeaderMap = Readonly<Record<string, string>>;

/**
 * Finds the ledger's columns in a header: any order, case and surrounding space, English or Japanese names, full width
 * or half.
 * @throws FileRejected when one that must be there is missing, or one is there twice
 */
export function readHeader(ledger: Ledger, header: readonly string[], map: HeaderMap = {}): Header {
  const mapped = new Map(Object.entries(map).map(([name, column]) => [normalise(name), column]));
  const taken = new Set(header.flatMap((name) => mapped.get(normalise(name)) ?? []));
  const names = namesOf(ledger);
  const places = new Map<string, number>();
  const columns = header.map((cell, index) => {
    const name = normalise(cell);
    const known = names.get(name);
    const column = mapped.get(name) ?? (known !== undefined && !taken.has(known) ? known : null);
    if (column !== null && places.has(column))
      throw new FileRejected('header', `The header names the column ${column} twice.`);
    if (column !== null) places.set(column, index);
    return { name: shown(cell), column };
  });
  const missing = missingColumns(ledger, places);
  if (missing.length > 0)
    throw new FileRejected(
      'header',
      `The header lacks ${missing.join(', ')}. The first line of a file for ${ledger.name} must name these columns: ${importColumns(ledger).join(', ')}.`,
    );
  return { places, columns, warnings: [...leftOut(ledger, columns), ...unused(map, header)] };
}

/** Columns without which no row can be taken. */
export function requiredColumns(ledger: Ledger): string[] {
  const attributes = new Set(ledger.attributes.map((column) => column.name));
  return importColumns(ledger).filter((name) => name !== OPTIONAL_COMMON && !attributes.has(name));
}

function missingColumns(ledger: Ledger, places: ColumnPlaces): string[] {
  return requiredColumns(ledger).filter((column) => !places.has(column));
}

function leftOut(ledger: Ledger, columns: Header['columns']): string[] {
  return columns.flatMap(({ name, column }, index) => {
    if (column !== null) return [];
    if (name === '') return [`Column ${index + 1} of the file has no name and was left out.`];
    return [`The column ${name} is none of ${ledger.name} and was left out.`];
  });
}

function unused(map: HeaderMap, header: readonly string[]): string[] {
  const there = new Set(header.map(normalise));
  return Object.keys(map).flatMap((name) =>
    there.has(normalise(name)) ? [] : [`The map speaks of ${name}, which the file does not have.`],
  );
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

/** A byte order mark may stand inside a quoted first name, or twice. */
function normalise(text: string): string {
  return text.replaceAll('\uFEFF', '').normalize('NFKC').trim().toLowerCase();
}

function shown(text: string): string {
  return text.replaceAll('\uFEFF', '').trim().slice(0, 100);
}
