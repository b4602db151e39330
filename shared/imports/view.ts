import type { Connection, Value } from '../database/database.ts';
import { wireId, wireTime } from '../database/time.ts';
import { optionsOfText } from './options.ts';
import type { ImportState } from './state.ts';

/** Errors that an import's own page shows; the rest is in the report. */
const SHOWN_ERRORS = 100;
const PAGE_LIMIT = 200;

interface ImportRow {
  id: string;
  state: ImportState;
  ledger: string;
  options: string;
  filename: string;
  content_type: string;
  user_id: string;
  request_id: string;
  bytes: string | null;
  sha256: string | null;
  attempt: number;
  cancel_requested: number;
  bytes_read: string;
  rows_read: string;
  rows_inserted: string;
  rows_unchanged: string;
  rows_replaced: string;
  rows_failed: string;
  error_count: string;
  duplicate_of: string | null;
  detected: string | null;
  warnings: string | null;
  problem_code: string | null;
  problem_message: string | null;
  created_at: string;
  stored_at: string | null;
  queued_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  reverted_at: string | null;
  objects_deleted_at: string | null;
}

/** An import as the API shows it. */
export type ImportView = ReturnType<typeof importView>;

/** Who may see which imports: an administrator all, everybody else their own. */
export interface Viewer {
  readonly userId: string;
  readonly role: string;
}

/** @returns undefined when there is no such import, or it is not this viewer's */
export async function findImport(connection: Pick<Connection, 'query'>, viewer: Viewer, importId: string) {
  if (!/^\d{1,18}$/.test(importId)) return undefined;
  const [row] = await connection.query<ImportRow>('SELECT * FROM imports WHERE id = ? AND (user_id = ? OR ?)', [
    importId,
    viewer.userId,
    viewer.role === 'admin',
  ]);
  if (!row) return undefined;
  const errors = Number(row.error_count) > 0 ? await firstErrors(connection, importId) : [];
  return { ...importView(row), request_id: row.request_id, errors };
}

async function firstErrors(connection: Pick<Connection, 'query'>, importId: string) {
  const errors = await connection.query<{
    line: string | null;
    column: string | null;
    code: string;
    message: string;
    text: string | null;
  }>(
    `SELECT line, column_name AS \`column\`, code, message, text FROM import_errors
     WHERE import_id = ? ORDER BY position LIMIT ${SHOWN_ERRORS}`,
    [importId],
  );
  return errors.map((error) => ({ ...error, line: error.line === null ? null : Number(error.line) }));
}

export interface ImportPage {
  readonly limit: number;
  /** The id that the last page ended with. */
  readonly before?: string | undefined;
  readonly states?: readonly ImportState[] | undefined;
  readonly ledger?: string | undefined;
  /** Also uploads that ended because their bytes were here already; left out unless asked for. */
  readonly duplicates?: boolean;
}

/** The newest first. */
export async function listImports(
  connection: Pick<Connection, 'query'>,
  viewer: Viewer,
  page: ImportPage,
): Promise<{ imports: ImportView[]; next: string | number | null }> {
  const limit = Math.min(page.limit, PAGE_LIMIT);
  const conditions: [string, ...Value[]][] = [];
  if (viewer.role !== 'admin') conditions.push(['user_id = ?', viewer.userId]);
  if (page.before !== undefined) conditions.push(['id < ?', page.before]);
  if (page.states !== undefined) conditions.push(['state IN (?)', page.states]);
  if (page.ledger !== undefined) conditions.push(['ledger = ?', page.ledger]);
  if (!page.duplicates) conditions.push(['duplicate_of IS NULL']);
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([condition]) => condition).join(' AND ')}` : '';
  const rows = await connection.query<ImportRow>(`SELECT * FROM imports ${where} ORDER BY id DESC LIMIT ?`, [
    ...conditions.flatMap(([, ...values]) => values),
    limit + 1,
  ]);
  const imports = rows.slice(0, limit).map(importView);
  return { imports, next: rows.length > limit ? (imports.at(-1)?.id ?? null) : null };
}

function importView(row: ImportRow) {
  const { encoding, delimiter, timeZone, map, onError, onConflict, dryRun } = optionsOfText(row.options);
  return {
    id: wireId(row.id),
    state: row.state,
    ledger: row.ledger,
    options: {
      ...{ encoding: encoding ?? null, delimiter: delimiter ?? null, time_zone: timeZone, map: map ?? null },
      ...{ on_error: onError, on_conflict: onConflict, dry_run: dryRun },
    },
    filename: row.filename,
    content_type: row.content_type,
    bytes: row.bytes === null ? null : Number(row.bytes),
    sha256: row.sha256,
    attempt: row.attempt,
    cancel_requested: row.cancel_requested === 1 && row.state === 'processing',
    /** Of the file as it was sent, so it reaches `bytes`. */
    bytes_read: Number(row.bytes_read),
    rows_read: Number(row.rows_read),
    rows_inserted: Number(row.rows_inserted),
    rows_unchanged: Number(row.rows_unchanged),
    rows_replaced: Number(row.rows_replaced),
    rows_failed: Number(row.rows_failed),
    error_count: Number(row.error_count),
    detected: row.detected === null ? null : (JSON.parse(row.detected) as Record<string, unknown>),
    warnings: row.warnings === null ? [] : (JSON.parse(row.warnings) as string[]),
    duplicate_of: row.duplicate_of === null ? null : wireId(row.duplicate_of),
    problem: row.problem_code === null ? null : { code: row.problem_code, message: row.problem_message },
    /** Whether the original can still be downloaded, or be read again. */
    original_kept: row.stored_at !== null && row.objects_deleted_at === null,
    created_at: wireTime(row.created_at),
    stored_at: wireTime(row.stored_at),
    queued_at: wireTime(row.queued_at),
    started_at: wireTime(row.started_at),
    finished_at: wireTime(row.finished_at),
    reverted_at: wireTime(row.reverted_at),
  };
}
