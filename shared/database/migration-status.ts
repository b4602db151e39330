import type { Connection } from './database.ts';
import { readMigrations } from './migrations.ts';
import { wireTime } from './time.ts';

/**
 * applied: as the code has it. missing: not applied. unfinished: broken off between two statements; migrating goes on.
 * changed: applied in another form than the code has. unknown: applied by a version of the code that is newer.
 */
export type MigrationState = 'applied' | 'missing' | 'unfinished' | 'changed' | 'unknown';

export interface MigrationRecord {
  name: string;
  state: MigrationState;
  finishedAt: string | null;
}

interface Stored {
  version: number;
  name: string;
  sha256: string;
  statements_done: number;
  finished_at: string | null;
}

/** The schema against the code, migration by migration. */
export async function migrationStatus(connection: Pick<Connection, 'query'>): Promise<MigrationRecord[]> {
  const [table] = await connection.query(`SHOW TABLES LIKE 'schema_migrations'`);
  const stored = table ? await connection.query<Stored>('SELECT * FROM schema_migrations ORDER BY version') : [];
  const known = await readMigrations();
  const records = known.map(({ version, name, sha256, statements }) => {
    const row = stored.find((one) => Number(one.version) === version);
    return { name, state: stateOf(row, sha256, statements.length), finishedAt: wireTime(row?.finished_at ?? null) };
  });
  const newer = stored.filter(({ version }) => !known.some((one) => one.version === Number(version)));
  return [
    ...records,
    ...newer.map(({ name, finished_at }) => ({ name, state: 'unknown' as const, finishedAt: wireTime(finished_at) })),
  ];
}

function stateOf(row: Stored | undefined, sha256: string, statements: number): MigrationState {
  if (!row) return 'missing';
  if (row.sha256 !== sha256) return 'changed';
  return Number(row.statements_done) === statements ? 'applied' : 'unfinished';
}
