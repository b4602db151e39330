import type { Connection } from '../database/database.ts';
import type { Auth } from './auth.ts';

/** Nobody has this email address. */
export class NoSuchUser extends Error {
  override name = 'NoSuchUser';
}

/**
 * Gives a user a new password and ends their sessions.
 * @throws NoSuchUser
 */
export async function setPassword(
  auth: Pick<Auth, '$context'>,
  database: Pick<Connection, 'query'>,
  email: string,
  password: string,
): Promise<void> {
  const [user] = await database.query<{ id: string }>('SELECT id FROM users WHERE email = ?', [email.toLowerCase()]);
  if (!user) throw new NoSuchUser(`There is no user ${email}.`);
  const { internalAdapter, password: hashing } = await auth.$context;
  await internalAdapter.updatePassword(user.id, await hashing.hash(password));
  await internalAdapter.deleteUserSessions(user.id);
}
