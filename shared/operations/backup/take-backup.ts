import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Connection, Database } from '../../database/database.ts';
import { serverKind } from '../../database/server-kind.ts';
import { RELEASE } from '../../release.ts';
import { OperationFailed, OperationRefused } from '../operation-refused.ts';
import { openPartialFile } from '../partial-file.ts';
import { type BackupPath, rotateBackups } from './backup-path.ts';
import { type Dump, startDump } from './dump.ts';
import { type ManifestHeader, manifestText, rowsOf } from './manifest.ts';

export interface BackupOptions {
  database: Pick<Database, 'query'>;
  url: string;
  /** Value of PATH, where the server's programs are looked for. */
  path: string;
  to: BackupPath;
  /** Replaces what bears the name. */
  force: boolean;
  /** Backups with dated names to keep in that directory, this one included. */
  keep?: number | undefined;
  now: Date;
  signal: AbortSignal;
}

export interface Backup {
  path: string;
  bytes: number;
  tables: number;
  rows: number;
  schemaVersion: number;
  /** Names of older backups that were deleted. */
  deleted: string[];
}

/** Speed before size: the dump must not hold its snapshot for longer than it has to. */
const COMPRESSION = { level: 3 };

/**
 * Copies the database as it is at one instant into a file, while everything goes on. The file bears its name only when
 * it is whole: the program ended well, wrote its closing line, and every table of the database is in it.
 * @throws OperationRefused, OperationFailed, or the signal's reason; then nothing is left
 */
export async function takeBackup(options: BackupOptions): Promise<Backup> {
  const { database, url, path, to, signal } = options;
  const kind = await serverKind(database);
  const before = await tableNames(database);
  if (!before.includes('schema_migrations'))
    throw new OperationRefused('This database holds no Tallyport: there is nothing to copy.');
  const head = await headerOf(database, kind, options.now);
  const dump = await startDump({ url, kind, path }, signal);
  const partial = await openPartialFile(to.path);
  try {
    const write = async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) await partial.file.writeFile(chunk);
    };
    await pipeline(withManifest(dump, head), createGzip(COMPRESSION), write, { signal });
    await refuseOtherSchema(database, head, before, dump);
    const bytes = (await partial.file.stat()).size;
    signal.throwIfAborted();
    await partial.publish(options.force);
    const tables = dump.tables();
    const deleted = options.keep === undefined ? [] : await rotateBackups(to.directory, options.keep);
    const { schema_version: schemaVersion } = head;
    return { path: to.path, bytes, tables: tables.length, rows: rowsOf(tables), schemaVersion, deleted };
  } finally {
    await partial.abandon();
  }
}

async function* withManifest(dump: Dump, head: ManifestHeader): AsyncGenerator<Buffer> {
  yield* dump.chunks();
  yield Buffer.from(manifestText(head, dump.tables()));
}

async function headerOf(database: Pick<Connection, 'query'>, kind: ManifestHeader['server'], now: Date) {
  const [version] = await database.query('SELECT VERSION() AS version');
  return {
    format: 1,
    release: RELEASE,
    server: kind,
    server_version: String(version?.version),
    schema_version: await schemaVersion(database),
    started_at: now.toISOString(),
  } satisfies ManifestHeader;
}

export async function schemaVersion(database: Pick<Connection, 'query'>): Promise<number> {
  const [row] = await database.query('SELECT MAX(version) AS version FROM schema_migrations');
  return Number(row?.version ?? 0);
}

export async function tableNames(database: Pick<Connection, 'query'>): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

/** A dump sees rows as of one instant, but tables as they are when it comes to them. */
async function refuseOtherSchema(
  database: Pick<Connection, 'query'>,
  head: ManifestHeader,
  before: readonly string[],
  dump: Dump,
): Promise<void> {
  const dumped = new Set(dump.tables().map(({ name }) => name));
  const after = await tableNames(database);
  const changed = (await schemaVersion(database)) !== head.schema_version || before.join() !== after.join();
  if (changed) throw new OperationFailed('The schema was changed while the backup was taken. Take it again.');
  const absent = before.filter((name) => !dumped.has(name));
  if (absent.length > 0) throw new OperationFailed(`The dump lacks these tables: ${absent.join(', ')}.`);
}
