import { BYTE_ORDER_MARK, csvRecord } from '../csv-writer/csv-writer.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { LEDGERS } from '../ledgers/catalogue.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { errorReportKey } from '../names.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { conflictsAfter } from './conflicts.ts';
import { optionsOfText } from './options.ts';
import { type RowBatch, type RowsOfFile, readRows } from './read-rows.ts';
import type { RowError } from './rejection.ts';
import { clearStaging } from './staging.ts';

/** The kind of job that writes an import's error report. */
export const ERROR_REPORT_JOB = 'import_error_report';

/** How long the consumer has to write the report itself before the job does. */
const FAST_PATH_MS = 30_000;

/** Conflicting lines that are asked for at once. */
const CONFLICT_PAGE = 10_000;

const PLAIN = { delimiter: ',', raw: true } as const;

interface ReportDependencies {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'get' | 'head' | 'put'>;
}

interface ReportRow {
  ledger: string;
  options: string;
  content_type: string;
  object_key: string;
  attempt: number;
}

/** Promises, with the transaction that ends the import, that its report will be written. */
export async function promiseReport(tx: Connection, jobs: Pick<Jobs, 'enqueue'>, importId: string): Promise<void> {
  const runAt = new Date(Date.now() + FAST_PATH_MS);
  await jobs.enqueue(tx, ERROR_REPORT_JOB, importId, { runAt, uniqueKey: importId });
}

/**
 * Writes the complete report of an import's row errors: its original columns, then line, code and message, so that it
 * can be mended and uploaded again. The file is read a second time: its errors may be too many to keep. Staged rows are
 * what tells of conflicts, so they are removed here, afterwards.
 */
export async function writeErrorReport({ database, store }: ReportDependencies, importId: string): Promise<void> {
  const [row] = await database.query<ReportRow>(
    `SELECT ledger, options, content_type, object_key, attempt FROM imports
     WHERE id = ? AND state IN ('done', 'rejected') AND error_count > 0`,
    [importId],
  );
  const ledger = LEDGERS.get(row?.ledger ?? '');
  if (!row || !ledger) return;
  const claim = { importId, attempt: row.attempt };
  const key = errorReportKey(importId);
  if (!(await store.head(key))) {
    const conflicts = await conflictsOf(database, ledger, claim, optionsOfText(row.options).onConflict);
    const read = async () => {
      const { body } = await store.get(row.object_key);
      return readRows(body, ledger, {
        ...optionsOfText(row.options),
        contentType: row.content_type,
        alsoCells: (line) => conflicts.has(line),
      });
    };
    await store.put(key, reportBytes(read, conflicts), { maxBytes: Number.MAX_SAFE_INTEGER });
  }
  await clearStaging(database, ledger, claim);
}

async function conflictsOf(
  database: Database,
  ledger: Ledger,
  claim: { importId: string; attempt: number },
  onConflict: 'error' | 'replace',
): Promise<Map<number, RowError>> {
  const found = new Map<number, RowError>();
  for (let last = 0; onConflict === 'error'; ) {
    const page = await conflictsAfter(database, ledger, claim, last, CONFLICT_PAGE);
    for (const error of page) found.set(error.line, error);
    if (page.length < CONFLICT_PAGE) break;
    last = page.at(-1)?.line ?? last;
  }
  return found;
}

async function* reportBytes(
  read: () => Promise<RowsOfFile>,
  conflicts: ReadonlyMap<number, RowError>,
): AsyncGenerator<Uint8Array> {
  const header = await wholeHeader(read);
  yield Buffer.from(`${BYTE_ORDER_MARK}${csvRecord([...header, 'line', 'code', 'message'], PLAIN)}`);
  const { batches } = await read();
  for await (const batch of batches) {
    const text = reportLines(batch, header.length, conflicts);
    if (text !== '') yield Buffer.from(text);
  }
}

/** Later lines of a JSON Lines file may bring more columns. */
async function wholeHeader(read: () => Promise<RowsOfFile>): Promise<readonly string[]> {
  const file = await read();
  if (file.detected.format === 'jsonl') for await (const _ of file.batches);
  else await file.batches[Symbol.asyncIterator]().return?.();
  return file.header;
}

function reportLines(batch: RowBatch, width: number, conflicts: ReadonlyMap<number, RowError>): string {
  const errors = Map.groupBy(batch.errors, (error) => error.line);
  const kept = [...batch.refused, ...batch.alsoKept].sort((a, b) => a.line - b.line);
  return kept
    .map(({ line, cells }) => {
      const conflict = conflicts.get(line);
      const own = errors.get(line) ?? (conflict ? [conflict] : []);
      const padded = [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')];
      return csvRecord(
        [...padded, line, own.map((error) => error.code).join(' '), own.map((error) => error.message).join(' ')],
        PLAIN,
      );
    })
    .join('');
}
