import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Connection } from '../database/database.ts';
import { MARK_NAME } from '../export-queue/file-names.ts';

/** What processes must have in common, as fingerprints; empty: a process that has none. */
export interface Wiring {
  secret: string;
  exports: string;
}

/** A process that serves, and what it stood on when it started. Which database that is shows where the row lies. */
export interface WiringRecord extends Wiring {
  host: string;
  pid: number;
  name: string;
}

const FORGET_AFTER_DAYS = 30;

export async function wiringOf(settings: Pick<Config, 'SECRET' | 'COUNTS_EXPORT_DIRECTORY'>): Promise<Wiring> {
  const { SECRET, COUNTS_EXPORT_DIRECTORY: directory } = settings;
  // A network file system has the same file under one number on every host, whatever it is mounted as.
  const mark = await stat(join(resolve(directory), MARK_NAME)).catch(() => undefined);
  return {
    secret: SECRET && fingerprint(`secret ${SECRET}`),
    exports: mark ? fingerprint(`exports ${mark.ino} ${mark.mtimeMs}`) : '',
  };
}

function fingerprint(text: string): string {
  return createHash('sha256').update(`tallyport ${text}`).digest('hex').slice(0, 16);
}

/** Stores what this process stands on. */
export async function recordWiring(
  connection: Pick<Connection, 'execute'>,
  name: string,
  { secret, exports }: Wiring,
): Promise<void> {
  await connection.execute('DELETE FROM wirings WHERE recorded_at < UTC_TIMESTAMP(6) - INTERVAL ? DAY', [
    FORGET_AFTER_DAYS,
  ]);
  await connection.execute(
    `INSERT INTO wirings (host, pid, name, secret, exports, recorded_at) VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(6))
     ON DUPLICATE KEY UPDATE secret = VALUES(secret), exports = VALUES(exports), recorded_at = VALUES(recorded_at)`,
    [hostname(), process.pid, name, secret, exports],
  );
}

export function listWirings(connection: Pick<Connection, 'query'>): Promise<WiringRecord[]> {
  return connection.query<WiringRecord>('SELECT host, pid, name, secret, exports FROM wirings');
}
