import { hash } from 'node:crypto';
import { type Column, CREATED_BY_MAX_LENGTH, type Ledger } from '../ledgers/ledger.ts';
import { CellFault, readEvent, readId, readIds, readText, readTime, readVersion } from './cell.ts';
import type { ColumnPlaces } from './header.ts';
import { cutText, type RowError } from './rejection.ts';

/** A record that passed every check, ready for the staging table. */
export interface StagedRow {
  readonly line: number;
  /** In the order of `stagedColumns`. */
  readonly values: readonly (string | null)[];
  /** Over everything but the key: equal exactly when two rows say the same. */
  readonly contentHash: Buffer;
}

export type RowReader = (line: number, cells: readonly string[]) => { row: StagedRow } | { errors: RowError[] };

type CellReader = (text: string) => string | null;

/** Columns of a staged row between `line` and `content_hash`. */
export function stagedColumns(ledger: Ledger): string[] {
  return columnReaders(ledger).map(([name]) => name);
}

/** Makes the function that turns a record of this file into a staged row or its errors. */
export function rowReader(ledger: Ledger, places: ColumnPlaces, width: number): RowReader {
  const readers = columnReaders(ledger);
  const keys = ledger.entityKey.length + 1;
  return (line, cells) => {
    if (cells.length !== width) return { errors: [wrongWidth(line, cells.length, width)] };
    const errors: RowError[] = [];
    const values = readers.map(([name, read]) => {
      const text = cells[places.get(name) ?? -1] ?? '';
      try {
        return read(text);
      } catch (error) {
        if (!(error instanceof CellFault)) throw error;
        const message = `${name} ${error.message}.`;
        errors.push({ line, column: name, code: error.code, message, text: cutText(text) });
        return null;
      }
    });
    if (errors.length > 0) return { errors };
    const contentHash = hash('sha256', JSON.stringify(values.slice(keys)), 'buffer');
    return { row: { line, values, contentHash } };
  };
}

function columnReaders(ledger: Ledger): (readonly [string, CellReader])[] {
  return [
    ...ledger.entityKey.map((column) => [column.name, keyReader(column)] as const),
    ['version_no', readVersion],
    ['event_type', readEvent],
    ['created_at', readTime],
    ['created_by', (text) => readText(text, CREATED_BY_MAX_LENGTH)],
    ...ledger.attributes.map((column) => [column.name, attributeReader(column)] as const),
  ];
}

function keyReader(column: Column): CellReader {
  return column.type === 'id' ? readId : (text) => readText(text, column.maxLength ?? CREATED_BY_MAX_LENGTH);
}

function attributeReader(column: Column): CellReader {
  switch (column.type) {
    case 'id':
      return (text) => (text === '' ? null : readId(text));
    case 'ids':
      return readIds;
    case 'text':
      return (text) => readText(text, column.maxLength ?? Number.POSITIVE_INFINITY);
  }
}

function wrongWidth(line: number, found: number, expected: number): RowError {
  const message = `This row has ${found} cells where the header has ${expected}.`;
  return { line, column: null, code: 'cell_count', message, text: null };
}
