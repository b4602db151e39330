import type { Connection, Value } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import { type Role, roleOf } from './caller.ts';
import { AccountRefused, noSuchUser } from './refused.ts';

/** A user as administrators see one. Times are ISO 8601 in UTC. */
export interface UserRecord {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Today; a ban that has run out is none. */
  banned: boolean;
  ban_reason: string | null;
  /** null: for ever. */
  ban_expires_at: string | null;
  created_at: string;
  /** Sessions and API keys that are good now. */
  sessions: number;
  keys: number;
}

interface UserRow {
  id: string;
  email: string;
  name: string;
  role: string | null;
  banned: number;
  ban_reason: string | null;
  ban_expires: string | null;
  created_at: string;
  sessions: string;
  active_keys: string;
}

/** In the order of their addresses. @param after the address with which the page before ended */
export function listUsers(
  connection: Pick<Connection, 'query'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<UserRecord[]> {
  return select(connection, after === undefined ? 'TRUE' : 'u.email > ?', after === undefined ? [] : [after], limit);
}

/** @throws AccountRefused */
export async function findUser(connection: Pick<Connection, 'query'>, userId: string): Promise<UserRecord> {
  const [user] = await select(connection, 'u.id = ?', [userId], 1);
  if (!user) throw noSuchUser();
  return user;
}

/** @throws AccountRefused */
export async function findUserByEmail(connection: Pick<Connection, 'query'>, email: string): Promise<UserRecord> {
  const [user] = await select(connection, 'u.email = ?', [email.toLowerCase()], 1);
  if (!user) throw new AccountRefused('missing', `There is no user ${email}.`);
  return user;
}

async function select(
  connection: Pick<Connection, 'query'>,
  where: string,
  values: readonly Value[],
  limit: number,
): Promise<UserRecord[]> {
  const rows = await connection.query<UserRow>(
    `SELECT u.id, u.email, u.name, u.role, u.ban_reason,
       CAST(u.ban_expires AS DATETIME(6)) AS ban_expires, CAST(u.created_at AS DATETIME(6)) AS created_at,
       COALESCE(u.banned AND (u.ban_expires IS NULL OR u.ban_expires > UTC_TIMESTAMP(3)), FALSE) AS banned,
       (SELECT COUNT(*) FROM sessions AS s WHERE s.user_id = u.id AND s.expires_at > UTC_TIMESTAMP(3)) AS sessions,
       (SELECT COUNT(*) FROM api_keys AS k WHERE k.user_id = u.id AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > UTC_TIMESTAMP(6))) AS active_keys
     FROM users AS u WHERE ${where} ORDER BY u.email LIMIT ?`,
    [...values, limit],
  );
  return rows.map(recordOf);
}

function recordOf(row: UserRow): UserRecord {
  const banned = Number(row.banned) === 1;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: roleOf(row.role),
    banned,
    ban_reason: banned ? row.ban_reason : null,
    ban_expires_at: banned ? wireTime(row.ban_expires) : null,
    created_at: wireTime(row.created_at),
    sessions: Number(row.sessions),
    keys: Number(row.active_keys),
  };
}
