import { join, resolve } from 'node:path';
import { type Auth, createAuth } from '../../shared/accounts/auth.ts';
import { type Config, publicUrl } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { privateServerUrl } from '../../shared/database/private-server.ts';

/** A command cannot do its work; the message says what to do. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/**
 * Opens the database that DATABASE_URL names, else the one that `bin/start` runs in DATA_DIR, for one piece of work.
 * @throws CommandFailed when nothing answers there
 */
export async function withDatabase<T>(
  config: Config,
  work: (database: Database, auth: Auth) => Promise<T>,
): Promise<T> {
  const databaseUrl =
    config.DATABASE_URL || (await privateServerUrl(join(resolve(config.DATA_DIR), 'mysql'), 'tallyport'));
  const database = openDatabase(databaseUrl, 1);
  const auth = createAuth({
    databaseUrl,
    connections: 1,
    // Hashes passwords; nothing that is signed leaves this process.
    secret: config.SECRET || 'unused'.padEnd(32, '.'),
    publicUrl: publicUrl(config),
    trustedOrigins: [],
  });
  try {
    await database.query('SELECT 1').catch((error) => {
      const place = config.DATABASE_URL ? 'at DATABASE_URL' : `in ${config.DATA_DIR}`;
      throw new CommandFailed(`The database ${place} does not answer (${error.code}). Is bin/start running?`);
    });
    return await work(database, auth);
  } finally {
    await auth.close();
    await database.close();
  }
}
