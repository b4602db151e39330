import type { Connection } from '../database/database.ts';

/**
 * Whether work is still promised or has failed: a job of that key is queued or running, or one that was made since
 * then has failed and waits for somebody to retry it.
 * @param since as the database writes a time
 */
export async function isUnsettled(
  connection: Pick<Connection, 'query'>,
  kind: string,
  uniqueKey: string,
  since: string,
): Promise<boolean> {
  const [open] = await connection.query('SELECT id FROM jobs WHERE kind = ? AND open_key = ?', [kind, uniqueKey]);
  if (open) return true;
  const [failed] = await connection.query(
    `SELECT id FROM jobs WHERE state = 'failed' AND kind = ? AND unique_key = ? AND created_at >= ? LIMIT 1`,
    [kind, uniqueKey, since],
  );
  return failed !== undefined;
}
