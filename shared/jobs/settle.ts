import type { Connection, Database, Value } from '../database/database.ts';
import type { Claim } from './claim.ts';
import { sqlTime } from './clock.ts';

/*
 * What the holder of a claim may do to its job. Each is conditional on the lease's token: a zombie, whose lease ended
 * and whose job was claimed again, changes nothing. All return whether the claim was still held.
 */

type Held = Pick<Claim, 'id' | 'token'>;

export function renewClaim(connection: Connection, claim: Held, leaseSeconds: number, now?: Date): Promise<boolean> {
  return update(connection, claim, `lease_until = ${sqlTime(now)} + INTERVAL ? SECOND`, [leaseSeconds]);
}

export function finishDone(database: Pick<Database, 'transaction'>, claim: Held, now?: Date): Promise<boolean> {
  return settle(database, claim, `state = 'done', open_key = NULL, finished_at = ${sqlTime(now)}`);
}

export function finishFailed(database: Pick<Database, 'transaction'>, claim: Held, error: string, now?: Date) {
  const end = `state = 'failed', open_key = NULL, finished_at = ${sqlTime(now)}, last_error = ?`;
  return settle(database, claim, end, [error]);
}

export function retryLater(
  database: Pick<Database, 'transaction'>,
  claim: Held,
  error: string,
  delaySeconds: number,
  now?: Date,
): Promise<boolean> {
  const later = `state = 'queued', run_at = ${sqlTime(now)} + INTERVAL ? SECOND, last_error = ?`;
  return settle(database, claim, later, [delaySeconds, error]);
}

/** Undoes the claim: the job is due as it was and the attempt does not count. */
export function giveBack(database: Pick<Database, 'transaction'>, claim: Held): Promise<boolean> {
  return settle(database, claim, `state = 'queued', attempts = attempts - 1`);
}

/** In a transaction because that is tried again after a deadlock or a lock wait: a result must not be lost to one. */
function settle(database: Pick<Database, 'transaction'>, claim: Held, change: string, values: Value[] = []) {
  return database.transaction((tx) => update(tx, claim, `${change}, lease_token = NULL, lease_until = NULL`, values));
}

async function update(connection: Pick<Connection, 'execute'>, { id, token }: Held, change: string, values: Value[]) {
  const { affectedRows } = await connection.execute(
    `UPDATE jobs SET ${change} WHERE id = ? AND state = 'running' AND lease_token = ?`,
    [...values, id, token],
  );
  return affectedRows === 1;
}
