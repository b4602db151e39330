import { randomBytes } from 'node:crypto';
import type { Connection } from '../database/database.ts';
import type { Auth } from './auth.ts';

/**
 * Makes the first administrator of a database without users.
 * @param password empty: a random one
 * @returns the password when it was made here (it is kept nowhere), else undefined
 */
export async function ensureFirstAdmin(
  auth: Pick<Auth, 'api'>,
  database: Pick<Connection, 'query'>,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const [row] = await database.query('SELECT COUNT(*) AS users FROM users');
  if (Number(row?.users) > 0) return undefined;
  const chosen = password || randomBytes(12).toString('base64url');
  await auth.api.createUser({ body: { email, password: chosen, name: 'Administrator', role: 'admin' } });
  return password ? undefined : chosen;
}
