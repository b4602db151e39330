import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { privateServerUrl, startPrivateServer } from '../../shared/database/private-server.ts';
import { holdDataDirectory } from '../starter/data-directory.ts';
import { StartFailed } from '../starter/start-failed.ts';
import type { Cli } from './cli.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** A database that a command works on. */
export interface Site {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Whether this command holds DATA_DIR, so that nothing can be started on it meanwhile. */
  readonly held: boolean;
}

/**
 * Finds the database that DATABASE_URL names, else the one of DATA_DIR: that which `bin/start` runs there, or, while
 * nothing runs, one that is started for this command alone.
 * @param make also makes a DATA_DIR that is not there
 * @throws CommandFailed when there is none
 */
export async function withSite<T>(cli: Cli, work: (site: Site) => Promise<T>, { make = false } = {}): Promise<T> {
  const config = cli.config();
  if (config.DATABASE_URL) return work({ config, databaseUrl: config.DATABASE_URL, held: false });
  const directory = resolve(config.DATA_DIR);
  if (!make && !(await stat(join(directory, 'mysql')).catch(() => undefined)))
    throw new CommandFailed(
      EXIT.missing,
      `There is no database in DATA_DIR=${directory}. Set DATA_DIR or DATABASE_URL as for bin/start.`,
    );
  const held = await holdDataDirectory(directory).catch((error) => {
    if (error instanceof StartFailed) return undefined;
    throw error;
  });
  if (!held)
    return work({ config, databaseUrl: await privateServerUrl(serverDirectory(directory), NAME), held: false });
  try {
    cli.note('Nothing runs on this data: its database is started for this command.');
    const server = await startPrivateServer(serverDirectory(directory), cli.environment.PATH ?? '');
    try {
      return await work({ config, databaseUrl: server.url(NAME), held: true });
    } finally {
      await server.stop();
    }
  } finally {
    await held.release();
  }
}

const NAME = 'tallyport';
const serverDirectory = (dataDirectory: string) => join(dataDirectory, 'mysql');

/** Opens the site's database for one piece of work. @throws CommandFailed when nothing answers there */
export function withDatabase<T>(cli: Cli, work: (database: Database, site: Site) => Promise<T>): Promise<T> {
  return withSite(cli, async (site) => {
    const database = openDatabase(site.databaseUrl, 2);
    try {
      await database.query('SELECT 1').catch((error) => {
        throw unreachable(site, error);
      });
      return await work(database, site);
    } finally {
      await database.close();
    }
  });
}

export function unreachable({ config }: Pick<Site, 'config'>, error: Error & { code?: string }): CommandFailed {
  const place = config.DATABASE_URL ? 'at DATABASE_URL' : `in ${config.DATA_DIR}`;
  const reason = error.code ?? error.message;
  return new CommandFailed(EXIT.unreachable, `The database ${place} does not answer (${reason}).`, { cause: error });
}
