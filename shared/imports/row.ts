import { hash } from 'node:crypto';
import { type Column, CREATED_BY_MAX_LENGTH, type Ledger } from '../ledgers/ledger.ts';
import { type CellReader, keyTextReader, readEvent, readId, readIds, readVersion, textReader } from './cell.ts';
import type { ColumnPlaces } from './header.ts';
import { cutText, type RowError } from './rejection.ts';
import { timeReader } from './time-cell.ts';

/** A record that passed every check, ready for the staging table. */
export interface StagedRow {
  readonly line: number;
  /** In the order of `stagedColumns`. */
  readonly values: readonly (string | null)[];
  /**
   * SHA-256 over everything but the key, hexadecimal: equal exactly when two rows say the same. A text, because a Buffer
   * per row costs more than the hash itself.
   */
  readonly contentHash: string;
}

/** Gives the row, or its errors: at least one. */
export type RowReader = (line: number, cells: readonly string[]) => StagedRow | readonly RowError[];

/** Columns of a staged row between `line` and `content_hash`. */
export function stagedColumns(ledger: Ledger): string[] {
  return columnReaders(ledger, 'UTC').map(([name]) => name);
}

/**
 * Makes the function that turns a record of this file into a staged row or its errors.
 * @param width cells that a record must have; null: as many as it likes, what is missing is empty
 */
export function rowReader(
  ledger: Ledger,
  { places, width, timeZone }: { places: ColumnPlaces; width: number | null; timeZone: string },
): RowReader {
  const readers = columnReaders(ledger, timeZone).map(([name, read]) => ({
    name,
    read,
    place: places.get(name) ?? -1,
  }));
  const keys = ledger.entityKey.length + 1;
  return (line, cells) => {
    if (width !== null && cells.length !== width) return [wrongWidth(line, cells.length, width)];
    const values: (string | null)[] = [];
    let errors: RowError[] | undefined;
    for (const { name, read, place } of readers) {
      const text = cells[place] ?? '';
      const value = read(text);
      if (typeof value === 'object' && value !== null) {
        const message = `${name} ${value.message}.`;
        errors ??= [];
        errors.push({ line, column: name, code: value.code, message, text: cutText(text) });
      } else values.push(value);
    }
    if (errors) return errors;
    return { line, values, contentHash: hash('sha256', JSON.stringify(values.slice(keys)), 'hex') };
  };
}

function columnReaders(ledger: Ledger, timeZone: string): (readonly [string, CellReader])[] {
  return [
    ...ledger.entityKey.map((column) => [column.name, keyReader(column)] as const),
    ['version_no', readVersion],
    ['event_type', readEvent],
    ['created_at', timeReader(timeZone)],
    ['created_by', textReader(CREATED_BY_MAX_LENGTH)],
    ...ledger.attributes.map((column) => [column.name, attributeReader(column)] as const),
  ];
}

function keyReader(column: Column): CellReader {
  return column.type === 'id' ? readId : keyTextReader(column.maxLength ?? CREATED_BY_MAX_LENGTH);
}

function attributeReader(column: Column): CellReader {
  switch (column.type) {
    case 'id':
      return (text) => (text === '' ? null : readId(text));
    case 'ids':
      return readIds;
    case 'text':
      return textReader(column.maxLength ?? Number.POSITIVE_INFINITY);
  }
}

function wrongWidth(line: number, found: number, expected: number): RowError {
  const message = `This row has ${found} cells where the header has ${expected}.`;
  return { line, column: null, code: 'cell_count', message, text: null };
}
