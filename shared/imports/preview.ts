import type { Ledger } from '../ledgers/ledger.ts';
import type { ImportOptions } from './options.ts';
import { type RowBatch, readRows } from './read-rows.ts';
import type { RowError } from './rejection.ts';
import { stagedColumns } from './row.ts';

const ROWS = 100;

export interface PreviewedRow {
  readonly line: number;
  /** By column, as they would be stored. */
  readonly values: Readonly<Record<string, string | null>>;
}

/**
 * The first rows of a file as an import would read them; nothing is written, and no more is read than that needs.
 * @throws FileRejected, or the body's own error
 */
export async function previewFile(
  body: AsyncIterable<Uint8Array>,
  ledger: Ledger,
  options: ImportOptions,
  contentType: string,
) {
  const { detected, warnings, header, batches } = await readRows(body, ledger, { ...options, contentType });
  let first: RowBatch | undefined;
  for await (const batch of batches) {
    first = batch;
    break;
  }
  const last = lastLine(first);
  const columns = stagedColumns(ledger);
  const rows = (first?.rows ?? []).filter(({ line }) => line <= last);
  return {
    detected,
    header,
    warnings: [...warnings],
    rows: rows.map(
      ({ line, values }): PreviewedRow => ({
        line,
        values: Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])),
      }),
    ),
    errors: (first?.errors ?? []).filter((error: RowError) => error.line <= last),
  };
}

/** On which the last record of the preview starts. */
function lastLine(batch: RowBatch | undefined): number {
  const lines = [...(batch?.rows ?? []), ...(batch?.refused ?? [])].map(({ line }) => line).sort((a, b) => a - b);
  return lines[Math.min(lines.length, ROWS) - 1] ?? 0;
}
