import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createConnection } from 'mysql2/promise';
import { connectionOptions } from '../../database/connection-options.ts';
import type { Database } from '../../database/database.ts';
import { logIn } from '../../database/login.ts';
import { type ServerKind, serverKind } from '../../database/server-kind.ts';
import { parseDatabaseUrl } from '../../database/url.ts';
import { OperationFailed, OperationRefused } from '../operation-refused.ts';
import { findClientProgram, NAME, startClientProgram } from './client-program.ts';
import { startDump } from './dump.ts';
import { differences, type Manifest } from './manifest.ts';
import { backupText, checkBackup } from './read-backup.ts';
import { tableNames } from './take-backup.ts';

export interface RestoreOptions {
  /** The backup. */
  file: string;
  database: Pick<Database, 'query' | 'execute' | 'transaction'>;
  url: string;
  /** Value of PATH, where the server's programs are looked for. */
  path: string;
  /** Drops the tables that are there first. */
  force: boolean;
  signal: AbortSignal;
  /** Told as it goes on. */
  note(text: string): void;
}

/** Makes the database that the URL names, when it is absent. */
export async function makeDatabase(url: string): Promise<void> {
  const address = parseDatabaseUrl(url);
  const { database, ...server } = connectionOptions(address);
  const connection = await logIn(address, (login) => createConnection({ ...server, ...login }));
  try {
    await connection.query(`CREATE DATABASE IF NOT EXISTS \`${database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  } finally {
    await connection.end();
  }
}

/**
 * Loads a backup into an empty database, and dumps it again to see that every table holds what the manifest says.
 * Nobody may use the database meanwhile: that is the caller's to make sure.
 * @throws OperationRefused before anything was changed; OperationFailed afterwards
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { file, database, url, path, force, signal, note } = options;
  note('Checking the file ...');
  const manifest = await checkBackup(file, signal);
  const kind = await serverKind(database);
  if (kind !== manifest.server)
    throw new OperationRefused(
      `${file} is of a ${NAME[manifest.server]} server and this is a ${NAME[kind]}: restore it on the same kind.`,
    );
  const program = await findClientProgram('client', kind, path);
  const there = await tableNames(database);
  if (there.length > 0 && !force)
    throw new OperationRefused(
      `The database is not empty (${there.length} tables). Restore into a new one, or give --force to lose what it holds.`,
    );
  if (there.length > 0) note(`Dropping ${there.length} tables ...`);
  await dropTables(database, there);
  note(`Loading ${manifest.rows} rows of ${manifest.tables.length} tables ...`);
  await load({ program, kind, url, path }, file, signal);
  note('Checking what was loaded ...');
  const wrong = await compare({ url, kind, path }, manifest, signal);
  if (wrong) throw new OperationFailed(`The database does not hold what the backup does. ${wrong}.`);
  return manifest;
}

/** In a transaction for its one connection: the switch is the session's. */
async function dropTables(database: Pick<Database, 'transaction'>, names: readonly string[]): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query('SET SESSION foreign_key_checks = 0');
    for (const name of names) await connection.execute(`DROP TABLE IF EXISTS \`${name.replaceAll('`', '``')}\``);
    await connection.query('SET SESSION foreign_key_checks = 1');
  });
}

async function load(
  client: { program: string; kind: ServerKind; url: string; path: string },
  file: string,
  signal: AbortSignal,
): Promise<void> {
  // Binary mode: nothing in the rows is taken for a command of the client.
  const { child, ended } = await startClientProgram(client, ['--batch', '--binary-mode'], 'pipe');
  child.stdout?.resume();
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  try {
    const sent = pipeline(Readable.from(backupText(file, signal)), child.stdin as Writable).then(
      () => undefined,
      (error: Error) => error,
    );
    const { code, signal: killedBy, said } = await ended;
    signal.throwIfAborted();
    if (code !== 0)
      throw new OperationFailed(
        `${client.program} ended with ${killedBy ?? `code ${code}`}: ${said || 'without a word'}`,
      );
    const error = await sent;
    if (error) throw new OperationFailed(`The backup could not be sent to the database: ${error.message}.`);
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

/** @returns what is not as the manifest says; empty: nothing */
async function compare(
  source: { url: string; kind: ServerKind; path: string },
  manifest: Manifest,
  signal: AbortSignal,
): Promise<string> {
  const dump = await startDump(source, signal);
  for await (const _chunk of dump.chunks());
  return differences(manifest.tables, dump.tables());
}
