import * as z from 'zod';
import { ensureFirstAdmin } from '../../shared/accounts/first-admin.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { openOnce } from './lambda-process.ts';

/** A deployment sends nothing of this; a person who invokes it may. */
const order = z.object({ first_admin: z.email().optional() });

export interface Prepared {
  /** Names of the migrations applied now. */
  migrations: string[];
  /** Of the administrator that was made now; it is kept nowhere else. */
  password?: string | undefined;
}

const opened = openOnce('prepare', async ({ config, log }) => ({ url: config.DATABASE_URL, log }));

/**
 * The Lambda function that a deployment runs before new code takes traffic: it brings the database up to date. Invoked
 * by hand with `{"first_admin": EMAIL}` it also makes the first administrator of a database without users.
 * @throws when a migration fails, which ends the deployment before anything else has changed
 */
export async function handler(event: unknown): Promise<Prepared> {
  const { first_admin: email } = order.parse(event ?? {});
  const { url, log } = await opened();
  const migrations = await migrateDatabase(url);
  log.info('database migrated', { migrations });
  if (email === undefined) return { migrations };
  const database = openDatabase(url, 1);
  try {
    return { migrations, password: await ensureFirstAdmin(database, { email, password: '' }) };
  } finally {
    await database.close();
  }
}
