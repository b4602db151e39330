import { type Actor, recordAudit } from '../audit/record.ts';
import type { Connection, Database } from '../database/database.ts';
import { wireId, wireTime } from '../database/time.ts';
import { newApiKey } from './api-key.ts';
import { lowerRole, type Role, roleOf } from './caller.ts';
import { lockUser } from './change-role.ts';
import { AccountRefused, noSuchUser } from './refused.ts';
import { findUser } from './users.ts';

/** An API key as people see it; the key itself is told once, by makeKey. Times are ISO 8601 in UTC. */
export interface ApiKeyRecord {
  id: string | number;
  name: string;
  prefix: string;
  /** What it may do today: its own role, or its owner's where that is less. */
  role: Role;
  user: { id: string; email: string };
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  state: 'active' | 'expired' | 'revoked';
}

export interface KeyOrder {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  /** From now; for ever when absent. */
  readonly expiresInSeconds?: number | undefined;
}

/** Keys of one user that are neither revoked nor expired. */
export const KEYS_PER_USER = 50;

/**
 * Makes a key for a user.
 * @throws AccountRefused for a user who is not there or banned, a role above the user's own, or too many keys
 */
export async function makeKey(
  database: Pick<Database, 'transaction'>,
  { userId, name, role, expiresInSeconds }: KeyOrder,
  actor: Actor,
): Promise<ApiKeyRecord & { key: string }> {
  const made = newApiKey();
  return database.transaction(async (tx) => {
    const most = await lockUser(tx, userId);
    if ((await findUser(tx, userId)).banned) throw noSuchUser();
    if (lowerRole(most, role) !== role)
      throw new AccountRefused('role', `A key of this user can be ${most} at most, not ${role}.`);
    if (await hasAllKeys(tx, userId))
      throw new AccountRefused('too-many', `A user may have ${KEYS_PER_USER} keys. Revoke one that is not used.`);
    const { insertId } = await tx.execute(
      `INSERT INTO api_keys (user_id, name, prefix, sha256, role, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL ? SECOND)`,
      [userId, name, made.prefix, made.sha256, role, expiresInSeconds ?? null],
    );
    const subject = { kind: 'key', id: insertId } as const;
    await recordAudit(tx, { ...actor, action: 'key.made', subject, details: { user: userId, name, role } });
    const [record] = await select(tx, 'k.id = ?', [insertId]);
    return { ...(record as ApiKeyRecord), key: made.key };
  });
}

export interface KeyPage {
  /** Whose; everybody's when absent. */
  readonly userId?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
  /** Only those that are neither revoked nor expired. */
  readonly active?: boolean;
}

/** The newest first. */
export function listKeys(
  connection: Pick<Connection, 'query'>,
  { userId, before, limit, active = false }: KeyPage,
): Promise<ApiKeyRecord[]> {
  const conditions = [
    ...(active ? ['k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > UTC_TIMESTAMP(6))'] : []),
    ...(userId === undefined ? [] : ['k.user_id = ?']),
    ...(before === undefined ? [] : ['k.id < ?']),
  ];
  const values = [userId, before].filter((value) => value !== undefined);
  return select(connection, conditions.join(' AND ') || 'TRUE', values, limit);
}

/**
 * Ends a key at once. One that has ended already stays as it is.
 * @param ownerId whose it must be; anybody's when absent
 * @throws AccountRefused when there is no such key
 */
export async function revokeKey(
  database: Pick<Database, 'transaction'>,
  keyId: string,
  { ownerId, ...actor }: Actor & { ownerId?: string | undefined },
): Promise<ApiKeyRecord> {
  return database.transaction(async (tx) => {
    const [known] = await select(tx, 'k.id = ?', [keyId]);
    if (!known || (ownerId !== undefined && known.user.id !== ownerId))
      throw new AccountRefused('missing', 'There is no key of yours with this id.');
    const { affectedRows } = await tx.execute(
      'UPDATE api_keys SET revoked_at = UTC_TIMESTAMP(6) WHERE id = ? AND revoked_at IS NULL',
      [keyId],
    );
    if (affectedRows === 1) {
      const details = { user: known.user.id, name: known.name };
      await recordAudit(tx, { ...actor, action: 'key.revoked', subject: { kind: 'key', id: keyId }, details });
    }
    const [record] = await select(tx, 'k.id = ?', [keyId]);
    return record as ApiKeyRecord;
  });
}

async function hasAllKeys(tx: Pick<Connection, 'query'>, userId: string): Promise<boolean> {
  const [row] = await tx.query(
    `SELECT COUNT(*) AS active FROM api_keys
     WHERE user_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > UTC_TIMESTAMP(6))`,
    [userId],
  );
  return Number(row?.active) >= KEYS_PER_USER;
}

interface KeyRow {
  id: string;
  user_id: string;
  email: string;
  user_role: string | null;
  name: string;
  prefix: string;
  role: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  expired: number;
}

async function select(
  connection: Pick<Connection, 'query'>,
  where: string,
  values: readonly string[],
  limit = 1,
): Promise<ApiKeyRecord[]> {
  const rows = await connection.query<KeyRow>(
    `SELECT k.id, k.user_id, u.email, u.role AS user_role, k.name, k.prefix, k.role, k.created_at, k.expires_at,
       k.last_used_at, k.revoked_at, COALESCE(k.expires_at <= UTC_TIMESTAMP(6), 0) AS expired
     FROM api_keys AS k JOIN users AS u ON u.id = k.user_id WHERE ${where} ORDER BY k.id DESC LIMIT ?`,
    [...values, limit],
  );
  return rows.map(recordOf);
}

function recordOf(row: KeyRow): ApiKeyRecord {
  const ended = Number(row.expired) ? 'expired' : 'active';
  return {
    id: wireId(row.id),
    name: row.name,
    prefix: row.prefix,
    role: lowerRole(roleOf(row.role), roleOf(row.user_role)),
    user: { id: row.user_id, email: row.email },
    created_at: wireTime(row.created_at),
    expires_at: wireTime(row.expires_at),
    last_used_at: wireTime(row.last_used_at),
    revoked_at: wireTime(row.revoked_at),
    state: row.revoked_at === null ? ended : 'revoked',
  };
}
