import type { Connection } from '../database/database.ts';
import { bearerKeyOf, hashApiKey } from './api-key.ts';
import { type Caller, lowerRole, roleOf } from './caller.ts';
import { cookieOf, verifiedCookie } from './session-cookie.ts';

export interface CallerSource {
  readonly database: Pick<Connection, 'query' | 'execute'>;
  /** Those that sign cookies now, and those that did before. */
  readonly secrets: readonly string[];
  readonly cookieName: string;
}

interface UserRow {
  user_id: string;
  email: string;
  name: string;
  role: string | null;
}
type SessionRow = UserRow & { session_id: string };
type KeyRow = UserRow & { key_id: string; key_role: string; use_noted: number };

/** Whether the user `u` may act at all. A ban holds from the moment it is written, whatever sessions there are. */
const NOT_BANNED = '(u.banned IS NULL OR u.banned = FALSE OR u.ban_expires <= UTC_TIMESTAMP(3))';
const USER = 'u.id AS user_id, u.email, u.name, u.role';
const LIVE_SESSION = `FROM sessions AS s JOIN users AS u ON u.id = s.user_id
  WHERE s.expires_at > UTC_TIMESTAMP(3) AND ${NOT_BANNED}`;
const LIVE_KEY = `FROM api_keys AS k JOIN users AS u ON u.id = k.user_id
  WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > UTC_TIMESTAMP(6)) AND ${NOT_BANNED}`;

/** Who sends a request with these headers: the owner of the API key in it, else of the session; undefined if neither is good now. */
export async function findCaller(source: CallerSource, headers: Headers): Promise<Caller | undefined> {
  const key = bearerKeyOf(headers);
  if (key !== undefined) return key ? callerOfKey(source.database, key) : undefined;
  const cookie = cookieOf(headers, source.cookieName);
  const token = cookie && verifiedCookie(cookie, source.secrets);
  if (!token) return undefined;
  const [row] = await source.database.query<SessionRow>(
    `SELECT s.id AS session_id, ${USER} ${LIVE_SESSION} AND s.token = ?`,
    [token],
  );
  return row && { ...callerOf(row), role: roleOf(row.role), sessionId: row.session_id };
}

async function callerOfKey(database: CallerSource['database'], key: string): Promise<Caller | undefined> {
  const [row] = await database.query<KeyRow>(
    `SELECT k.id AS key_id, k.role AS key_role, ${USER},
       COALESCE(k.last_used_at > UTC_TIMESTAMP(6) - INTERVAL 1 MINUTE, 0) AS use_noted
     ${LIVE_KEY} AND k.sha256 = ?`,
    [hashApiKey(key)],
  );
  if (!row) return undefined;
  if (!Number(row.use_noted)) await noteUse(database, row.key_id);
  return { ...callerOf(row), role: lowerRole(roleOf(row.role), roleOf(row.key_role)), sessionId: `key:${row.key_id}` };
}

/** The note is for people who tidy up: a database that takes no writes now is no reason to refuse the request. */
async function noteUse(database: CallerSource['database'], keyId: string): Promise<void> {
  await database
    .execute('UPDATE api_keys SET last_used_at = UTC_TIMESTAMP(6) WHERE id = ?', [keyId])
    .catch(() => undefined);
}

function callerOf({ user_id: userId, email, name }: UserRow) {
  return { userId, email, name };
}
