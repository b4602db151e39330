import type { Connection } from '../database/database.ts';

/** What is written down, by the thing it is done to. Names are for programs and never change their meaning. */
export const AUDIT_ACTIONS = [
  'import.received',
  'import.canceled',
  'import.redispatched',
  'import.reverted',
  'export.registered',
  'export.downloaded',
  'user.created',
  'user.banned',
  'user.unbanned',
  'user.role_changed',
  'user.password_set',
  'user.password_changed',
  'key.made',
  'key.revoked',
  'job.retried',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_SUBJECTS = ['import', 'export', 'user', 'key', 'job'] as const;

/** Who acts, and the request by which they do. */
export interface Actor {
  readonly userId: string;
  readonly requestId: string;
}

/** Whoever may read the database's address acts as nobody of the users. */
export const COMMAND_LINE: Actor = { userId: 'command-line', requestId: '' };

export interface AuditEntry extends Actor {
  readonly action: AuditAction;
  readonly subject: { readonly kind: (typeof AUDIT_SUBJECTS)[number]; readonly id: string };
  /** Ids, names and numbers; never contents or secrets. At most 4000 characters as JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes a line on the caller's connection: it stands or falls with what it tells of. */
export async function recordAudit(tx: Pick<Connection, 'execute'>, entry: AuditEntry): Promise<void> {
  const { action, subject, userId, requestId, details = {} } = entry;
  await tx.execute(
    `INSERT INTO audit (recorded_at, user_id, action, subject_kind, subject_id, request_id, details)
     VALUES (UTC_TIMESTAMP(6), ?, ?, ?, ?, ?, ?)`,
    [userId, action, subject.kind, subject.id, requestId, JSON.stringify(details)],
  );
}
