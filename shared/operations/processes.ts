import { hostname } from 'node:os';
import type { Connection } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import { RELEASE } from '../release.ts';

/** A process of ours and its last sign of life. Times are ISO 8601 in UTC. */
export interface ProcessRecord {
  id: string;
  name: string;
  host: string;
  pid: number;
  version: string;
  started_at: string;
  heartbeat_at: string;
  /** Whether the sign of life is not older than three of the times between two. */
  alive: boolean;
}

/** Who is silent for so long is gone: its row is of no use to anybody. */
const FORGET_AFTER_SECONDS = 3600;

/** Stores that a process lives. @param id of its own, the same each time */
export async function storeHeartbeat(connection: Pick<Connection, 'execute'>, id: string, name: string): Promise<void> {
  await connection.execute(
    `INSERT INTO processes (id, name, host, pid, version, started_at, heartbeat_at)
     VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
     ON DUPLICATE KEY UPDATE heartbeat_at = UTC_TIMESTAMP(6)`,
    [id, name, hostname(), process.pid, RELEASE],
  );
}

/** A process that ends in order leaves nothing behind; one that was killed is forgotten by the next that starts. */
export async function forgetProcesses(connection: Pick<Connection, 'execute'>, id: string): Promise<void> {
  await connection.execute(
    'DELETE FROM processes WHERE id = ? OR heartbeat_at < UTC_TIMESTAMP(6) - INTERVAL ? SECOND',
    [id, FORGET_AFTER_SECONDS],
  );
}

/** @param heartbeatSeconds the time between two signs of life */
export async function listProcesses(
  connection: Pick<Connection, 'query'>,
  heartbeatSeconds: number,
): Promise<ProcessRecord[]> {
  const rows = await connection.query<Omit<ProcessRecord, 'alive'> & { alive: number }>(
    `SELECT id, name, host, pid, version, started_at, heartbeat_at,
       heartbeat_at >= UTC_TIMESTAMP(6) - INTERVAL ? SECOND AS alive
     FROM processes ORDER BY name, started_at, id`,
    [heartbeatSeconds * 3],
  );
  return rows.map((row) => ({
    ...row,
    started_at: wireTime(row.started_at),
    heartbeat_at: wireTime(row.heartbeat_at),
    alive: Number(row.alive) === 1,
  }));
}
