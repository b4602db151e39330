import { createConnection } from 'mysql2/promise';
import { connectionOptions } from './connection-options.ts';
import { type Connection, statements } from './database.ts';
import { logIn } from './login.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { type ServerKind, serverKind } from './server-kind.ts';
import { parseDatabaseUrl } from './url.ts';

const LOCK = 'tallyport_migrate';
const LOCK_WAIT_SECONDS = 600;

interface Applied {
  version: number;
  statements_done: number;
  sha256: string;
}

/** Makes the database when it is absent and brings it up to date. @returns the names of the migrations applied now */
export async function migrateDatabase(url: string): Promise<string[]> {
  const address = parseDatabaseUrl(url);
  const { database, ...server } = connectionOptions(address);
  const raw = await logIn(address, (login) => createConnection({ ...server, ...login }));
  try {
    await raw.query(`CREATE DATABASE IF NOT EXISTS \`${database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await raw.changeUser({ database });
    return await migrate(statements(raw));
  } finally {
    await raw.end();
  }
}

/**
 * Applies the migrations that are still missing, in order, one process at a time.
 *
 * DDL cannot be rolled back, so progress is stored statement by statement: after a crash the next run goes on behind
 * the last one that was recorded. The one statement that may have run without being recorded must bear a second run
 * (`CREATE TABLE IF NOT EXISTS`).
 * @returns the names of the migrations that were applied now
 * @throws Error when a migration that was applied has changed since
 */
async function migrate(connection: Connection): Promise<string[]> {
  const kind = await serverKind(connection);
  const [lock] = await connection.query('SELECT GET_LOCK(?, ?) AS got', [LOCK, LOCK_WAIT_SECONDS]);
  if (Number(lock?.got) !== 1) throw new Error('Another process has been migrating this database for ten minutes.');
  try {
    await connection.execute(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         version INT UNSIGNED NOT NULL PRIMARY KEY, name VARCHAR(100) NOT NULL, sha256 CHAR(64) NOT NULL,
         statements_done INT UNSIGNED NOT NULL, finished_at DATETIME(6) NULL
       ) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    );
    const applied = new Map(
      (await connection.query<Applied>('SELECT version, statements_done, sha256 FROM schema_migrations')).map((row) => [
        row.version,
        row,
      ]),
    );
    const names: string[] = [];
    for (const migration of await readMigrations())
      if (await apply(connection, kind, migration, applied.get(migration.version))) names.push(migration.name);
    return names;
  } finally {
    await connection.query('SELECT RELEASE_LOCK(?)', [LOCK]);
  }
}

async function apply(connection: Connection, kind: ServerKind, migration: Migration, before?: Applied) {
  const { sha256, statements } = migration;
  if (before && before.sha256 !== sha256)
    throw new Error(`Migration ${migration.name} was applied in another form; add a new one instead of changing it.`);
  const done = before?.statements_done ?? 0;
  if (done === statements.length) return false;
  await connection.execute(
    `INSERT INTO schema_migrations (version, name, sha256, statements_done) VALUES (?, ?, ?, 0)
     ON DUPLICATE KEY UPDATE name = name`,
    [migration.version, migration.name, sha256],
  );
  for (const [index, statement] of statements.entries()) {
    if (index < done) continue;
    await connection.execute(forServer(statement, kind));
    await connection.execute(
      `UPDATE schema_migrations SET statements_done = ?, finished_at = IF(? = ?, UTC_TIMESTAMP(6), NULL) WHERE version = ?`,
      [index + 1, index + 1, statements.length, migration.version],
    );
  }
  return true;
}

/**
 * `utf8mb4_exact` in a migration is the binary collation without padding, under which texts are equal only when every
 * character is ('a' and 'a ' differ). The two servers have it under different names.
 */
function forServer(statement: string, kind: ServerKind): string {
  return statement.replaceAll('utf8mb4_exact', kind === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin');
}
