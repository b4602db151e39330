import type { Row } from '../database/database.ts';
import { wireId, wireTime } from '../database/time.ts';
import type { Ledger } from '../ledgers/ledger.ts';

/** A cell of details on the wire: lists of ids as arrays, ids beyond 2^53 as texts of digits. */
export type DetailsCell = string | number | null | readonly (string | number)[];

/** A version as details tell it. */
export type DetailsRow = Readonly<Record<string, DetailsCell>>;

const NUMBERS = new Set(['id', 'version_no', 'import_id']);
const TIMES = new Set(['created_at', 'recorded_at']);

/** How a row of `detailsStatement` is told in JSON. */
export function detailsRowReader(ledger: Ledger, fields: readonly string[]): (stored: Row) => DetailsRow {
  const types = new Map([...ledger.entityKey, ...ledger.attributes].map(({ name, type }) => [name, type]));
  const readers = fields.map((field) => [field, readerOf(field, types.get(field))] as const);
  return (stored) => Object.fromEntries(readers.map(([field, read]) => [field, read(stored[field] ?? null)]));
}

function readerOf(field: string, type: string | undefined): (cell: string | number | null) => DetailsCell {
  if (TIMES.has(field)) return (cell) => wireTime(String(cell));
  if (type === 'id' || NUMBERS.has(field)) return (cell) => (cell === null ? null : wireId(cell));
  // By their digits: JSON.parse would round ids beyond 2^53.
  if (type === 'ids') return (cell) => (String(cell).match(/\d+/g) ?? []).map(wireId);
  return (cell) => cell;
}
