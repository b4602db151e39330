import { openConnection, statements } from '../database/database.ts';
import { parseDatabaseUrl } from '../database/url.ts';
import { tableNames } from './backup/take-backup.ts';

export interface VacuumedTable {
  name: string;
  /** Bytes on disk. */
  before: number;
  after: number;
  /** What kept it from being rebuilt. */
  error: string | null;
}

/**
 * Rebuilds the tables one by one, so that what deleted rows left goes back to the disk. A table that somebody uses is
 * left as it is after `lockSeconds`; who comes meanwhile waits no longer than that behind us.
 */
export async function vacuumTables(
  url: string,
  { lockSeconds, signal, onTable }: { lockSeconds: number; signal: AbortSignal; onTable(name: string): void },
): Promise<VacuumedTable[]> {
  const raw = await openConnection(parseDatabaseUrl(url));
  const connection = statements(raw);
  try {
    await connection.query(`SET SESSION lock_wait_timeout = ${lockSeconds}, innodb_lock_wait_timeout = ${lockSeconds}`);
    const done: VacuumedTable[] = [];
    for (const name of await tableNames(connection)) {
      signal.throwIfAborted();
      onTable(name);
      const before = await bytesOnDisk(connection, name);
      const error = await optimize(connection, name);
      done.push({ name, before, after: await bytesOnDisk(connection, name), error });
    }
    return done;
  } finally {
    await raw.end();
  }
}

type Asked = Pick<ReturnType<typeof statements>, 'query'>;

/** @returns why it was not rebuilt */
async function optimize(connection: Asked, name: string): Promise<string | null> {
  try {
    const rows = await connection.query<{ Msg_type: string; Msg_text: string }>(
      `OPTIMIZE NO_WRITE_TO_BINLOG TABLE \`${name.replaceAll('`', '``')}\``,
    );
    const fault = rows.find((row) => /^error$/i.test(row.Msg_type));
    const ended = rows.some((row) => /^status$/i.test(row.Msg_type) && row.Msg_text === 'OK');
    return fault || !ended ? (fault?.Msg_text ?? 'The server did not say that it was done.') : null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** By the file system where the server tells it, else by its statistics. */
async function bytesOnDisk(connection: Asked, name: string): Promise<number> {
  for (const table of ['INNODB_TABLESPACES', 'INNODB_SYS_TABLESPACES']) {
    const found = await connection
      .query<{ bytes: string }>(
        `SELECT FILE_SIZE AS bytes FROM information_schema.${table} WHERE NAME = CONCAT(DATABASE(), '/', ?)`,
        [name],
      )
      .catch(() => []);
    if (found[0]) return Number(found[0].bytes);
  }
  const [row] = await connection.query<{ bytes: string }>(
    `SELECT data_length + index_length + data_free AS bytes FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_name = ?`,
    [name],
  );
  return Number(row?.bytes ?? 0);
}
