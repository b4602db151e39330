import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { afterAll, inject } from 'vitest';
import { connectionOptions } from '../../shared/database/connection-options.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { parseDatabaseUrl, withDatabase } from '../../shared/database/url.ts';

export interface TestDatabase extends Database {
  readonly url: string;
}

/** A migrated database of this test file's own; dropped when the file is done. */
export async function openTestDatabase(connections = 5): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = await createConnection({
    ...connectionOptions(parseDatabaseUrl(inject('serverUrl'))),
  });
  await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const url = withDatabase(inject('serverUrl'), name);
  await migrateDatabase(url);
  const database = openDatabase(url, connections);
  afterAll(async () => {
    await database.close();
    await server.query(`DROP DATABASE IF EXISTS ${name}`);
    await server.end();
  });
  return { ...database, url };
}
