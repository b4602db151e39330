import type { Connection } from '../database/database.ts';
import { wireId, wireTime } from '../database/time.ts';
import type { ImportState } from './state.ts';

/** Errors that an import's own page shows; the rest is in the report. */
const SHOWN_ERRORS = 100;
const PAGE_LIMIT = 200;

interface ImportRow {
  id: string;
  state: ImportState;
  ledger: string;
  filename: string;
  user_id: string;
  bytes: string | null;
  sha256: string | null;
  attempt: number;
  rows_read: string;
  rows_inserted: string;
  rows_unchanged: string;
  rows_replaced: string;
  rows_failed: string;
  error_count: string;
  duplicate_of: string | null;
  problem_code: string | null;
  problem_message: string | null;
  created_at: string;
  stored_at: string | null;
  queued_at: string | null;
  started_at: string | null;
  finished_at: string | null;
}

/** An import as the API shows it. */
export type ImportView = ReturnType<typeof importView>;

/** Who may see which imports: an administrator all, everybody else their own. */
interface Viewer {
  userId: string;
  role: string;
}

/** @returns undefined when there is no such import, or it is not this viewer's */
export async function findImport(connection: Connection, viewer: Viewer, importId: string) {
  if (!/^\d{1,18}$/.test(importId)) return undefined;
  const [row] = await connection.query<ImportRow>('SELECT * FROM imports WHERE id = ? AND (user_id = ? OR ?)', [
    importId,
    viewer.userId,
    viewer.role === 'admin',
  ]);
  if (!row) return undefined;
  const errors = await connection.query<{ line: string | null; column: string | null; code: string }>(
    `SELECT line, column_name AS \`column\`, code, message, text FROM import_errors
     WHERE import_id = ? ORDER BY position LIMIT ${SHOWN_ERRORS}`,
    [importId],
  );
  return {
    ...importView(row),
    errors: errors.map((error) => ({ ...error, line: error.line === null ? null : Number(error.line) })),
  };
}

/** The newest first. @param before id that the last page ended with */
export async function listImports(
  connection: Connection,
  viewer: Viewer,
  page: { limit: number; before?: string | undefined },
): Promise<{ imports: ImportView[]; next: string | number | null }> {
  const limit = Math.min(page.limit, PAGE_LIMIT);
  const rows = await connection.query<ImportRow>(
    'SELECT * FROM imports WHERE (user_id = ? OR ?) AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?',
    [viewer.userId, viewer.role === 'admin', page.before ?? null, page.before ?? null, limit + 1],
  );
  const imports = rows.slice(0, limit).map(importView);
  return { imports, next: rows.length > limit ? (imports.at(-1)?.id ?? null) : null };
}

function importView(row: ImportRow) {
  return {
    id: wireId(row.id),
    state: row.state,
    ledger: row.ledger,
    filename: row.filename,
    bytes: row.bytes === null ? null : Number(row.bytes),
    sha256: row.sha256,
    attempt: row.attempt,
    rows_read: Number(row.rows_read),
    rows_inserted: Number(row.rows_inserted),
    rows_unchanged: Number(row.rows_unchanged),
    rows_replaced: Number(row.rows_replaced),
    rows_failed: Number(row.rows_failed),
    error_count: Number(row.error_count),
    duplicate_of: row.duplicate_of === null ? null : wireId(row.duplicate_of),
    problem: row.problem_code === null ? null : { code: row.problem_code, message: row.problem_message },
    created_at: wireTime(row.created_at),
    stored_at: wireTime(row.stored_at),
    queued_at: wireTime(row.queued_at),
    started_at: wireTime(row.started_at),
    finished_at: wireTime(row.finished_at),
  };
}
