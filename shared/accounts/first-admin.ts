import { randomBytes } from 'node:crypto';
import { COMMAND_LINE } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { createUser } from './create-user.ts';
import { AccountRefused } from './refused.ts';

/** Of several processes that find no users at the same time, the one that takes this id makes the administrator. */
const FIRST_ID = 'first-administrator';

/**
 * Makes the first administrator of a database without users.
 * @param password empty: a random one
 * @returns the password when it was made here (it is kept nowhere), else undefined
 */
export async function ensureFirstAdmin(
  database: Pick<Database, 'query' | 'transaction'>,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const [row] = await database.query('SELECT COUNT(*) AS users FROM users');
  if (Number(row?.users) > 0) return undefined;
  const chosen = password || randomBytes(12).toString('base64url');
  try {
    const admin = { email, password: chosen, name: 'Administrator', role: 'admin' } as const;
    await createUser(database, admin, COMMAND_LINE, FIRST_ID);
  } catch (error) {
    if (error instanceof AccountRefused) return undefined;
    throw error;
  }
  return password ? undefined : chosen;
}
