import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { privateServerUrl, startPrivateServer } from '../../shared/database/private-server.ts';
import { databaseTrouble } from '../../shared/database/trouble.ts';
import { holdDataDirectory } from '../starter/data-directory.ts';
import { StartFailed } from '../starter/start-failed.ts';
import type { Cli } from './cli.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** A database that a command works on. */
export interface Site {
  readonly config: Config;
  readonly databaseUrl: string;
}

export interface SiteOptions {
  /** Nothing else may run on DATA_DIR: it is held for this command, and refused while somebody else holds it. */
  alone?: boolean;
  /** Makes a DATA_DIR that is not there. */
  make?: boolean;
}

/**
 * Finds the database that DATABASE_URL names, else the one of DATA_DIR: that which `bin/start` runs there, or, while
 * nothing runs, one that is started for this command.
 * @throws CommandFailed when there is none, or when it should be ours alone and is not
 */
export async function withSite<T>(
  cli: Cli,
  work: (site: Site) => Promise<T>,
  { alone = false, make = false }: SiteOptions = {},
): Promise<T> {
  const config = cli.config();
  const directory = resolve(config.DATA_DIR);
  const outside = config.DATABASE_URL !== '';
  if (outside && !(alone && (await exists(directory)))) return work({ config, databaseUrl: config.DATABASE_URL });
  if (!outside && !make && !(await exists(serverDirectory(directory))))
    throw new CommandFailed(
      EXIT.missing,
      `There is no database in DATA_DIR=${directory}. Set DATA_DIR or DATABASE_URL as for bin/start.`,
    );
  const held = await holdDataDirectory(directory).catch((error) => {
    if (!(error instanceof StartFailed)) throw error;
    if (alone) throw new CommandFailed(EXIT.refused, error.message);
    return undefined;
  });
  if (!held) return work({ config, databaseUrl: await privateServerUrl(serverDirectory(directory), NAME) });
  try {
    if (outside) return await work({ config, databaseUrl: config.DATABASE_URL });
    return await withPrivateServer(cli, directory, (databaseUrl) => work({ config, databaseUrl }));
  } finally {
    await held.release();
  }
}

async function withPrivateServer<T>(cli: Cli, directory: string, work: (url: string) => Promise<T>): Promise<T> {
  cli.note('Nothing runs on this data: its database is started for this command.');
  const server = await startPrivateServer(serverDirectory(directory), cli.environment.PATH ?? '');
  try {
    return await work(server.url(NAME));
  } finally {
    await server.stop();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const NAME = 'tallyport';
const serverDirectory = (dataDirectory: string) => join(dataDirectory, 'mysql');

/**
 * Opens the site's database for one piece of work.
 * @param options `before` is done before the database is used
 * @throws CommandFailed when nothing answers there
 */
export function withDatabase<T>(
  cli: Cli,
  work: (database: Database, site: Site) => Promise<T>,
  options: SiteOptions & { before?: (site: Site) => Promise<void> } = {},
): Promise<T> {
  return withSite(
    cli,
    async (site) => {
      await options.before?.(site).catch((error) => {
        throw unreachable(site, error);
      });
      const database = openDatabase(site.databaseUrl, 2);
      try {
        await database.query('SELECT 1').catch((error) => {
          throw unreachable(site, error);
        });
        return await work(database, site);
      } finally {
        await database.close();
      }
    },
    options,
  );
}

export function unreachable({ config }: Pick<Site, 'config'>, error: Error): CommandFailed {
  const place = config.DATABASE_URL ? 'at DATABASE_URL' : `in ${config.DATA_DIR}`;
  const { found, advice } = databaseTrouble(error);
  return new CommandFailed(EXIT.unreachable, `The database ${place} ${found} ${advice}`, { cause: error });
}
