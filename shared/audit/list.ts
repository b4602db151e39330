import type { Connection, Value } from '../database/database.ts';
import { wireId, wireTime } from '../database/time.ts';
import type { AuditAction } from './record.ts';

export interface AuditPage {
  readonly limit: number;
  /** The id that the last page ended with. */
  readonly before?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly userId?: string | undefined;
}

interface AuditRow {
  id: string;
  recorded_at: string;
  action: string;
  user_id: string;
  email: string | null;
  subject_kind: string;
  subject_id: string;
  request_id: string;
  details: string;
}

/** The newest first. `email` is null when the account is gone. */
export async function listAudit(connection: Pick<Connection, 'query'>, page: AuditPage) {
  const conditions: [string, Value][] = [];
  if (page.before !== undefined) conditions.push(['a.id < ?', page.before]);
  if (page.action !== undefined) conditions.push(['a.action = ?', page.action]);
  if (page.userId !== undefined) conditions.push(['a.user_id = ?', page.userId]);
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([condition]) => condition).join(' AND ')}` : '';
  const rows = await connection.query<AuditRow>(
    `SELECT a.id, a.recorded_at, a.action, a.user_id, u.email, a.subject_kind, a.subject_id, a.request_id, a.details
     FROM audit AS a LEFT JOIN users AS u ON u.id = a.user_id ${where} ORDER BY a.id DESC LIMIT ?`,
    [...conditions.map(([, value]) => value), page.limit + 1],
  );
  const entries = rows.slice(0, page.limit).map(entryOf);
  return { entries, next: rows.length > page.limit ? (entries.at(-1)?.id ?? null) : null };
}

function entryOf(row: AuditRow) {
  return {
    id: wireId(row.id),
    at: wireTime(row.recorded_at),
    action: row.action,
    user: { id: row.user_id, email: row.email },
    subject: { kind: row.subject_kind, id: row.subject_id },
    request_id: row.request_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
