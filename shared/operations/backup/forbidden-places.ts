import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Connection } from '../../database/database.ts';
import type { ForbiddenPlace } from './backup-path.ts';

export type PlaceSettings = Pick<Config, 'DATA_DIR' | 'OBJECT_STORE' | 'COUNTS_EXPORT_DIRECTORY'>;

/** What others write, delete or sweep in. */
export async function forbiddenPlaces(
  settings: PlaceSettings,
  database: Pick<Connection, 'query'>,
): Promise<ForbiddenPlace[]> {
  const [row] = await database.query<{ place: string }>('SELECT @@datadir AS place');
  const [, objects] = /^directory:(.+)$/.exec(settings.OBJECT_STORE) ?? [];
  return [
    { path: join(resolve(settings.DATA_DIR), 'mysql'), what: "the database's directory" },
    ...(row ? [{ path: row.place, what: "the database's directory" }] : []),
    ...(objects ? [{ path: objects, what: 'the directory of the object store' }] : []),
    { path: settings.COUNTS_EXPORT_DIRECTORY, what: 'the directory of the exports' },
  ];
}
