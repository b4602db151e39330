import { createHash } from 'node:crypto';
import type { Connection, Database } from '../database/database.ts';

/**
 * How guessing passwords is made slow without letting anybody lock out somebody else.
 *
 * An attempt counts in buckets before the password is looked at, so that many at once count as many; a right password
 * is taken out again. From an unknown browser it counts for its network address and for the account it aims at: a full
 * account bucket means that somebody guesses at it from many addresses. A browser that has signed in to that account
 * before proves it by a cookie and counts in a bucket of its own, which no stranger can fill: the owner gets in while a
 * flood of wrong passwords goes on. A bucket empties a fixed time after its first attempt, whatever comes meanwhile.
 */
export interface Bucket {
  /** Names it for ever; kept as a hash. */
  readonly name: string;
  readonly limit: number;
}

/** An account as it is named by whoever wants in, whether it is there or not. */
export function accountName(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}

/**
 * Counts an attempt in the buckets, in their order, up to the first one that is full.
 * @returns seconds to wait when one is full: the password must not be looked at then
 */
export async function countAttempt(
  database: Pick<Database, 'transaction' | 'execute'>,
  buckets: readonly Bucket[],
  windowSeconds: number,
): Promise<number | undefined> {
  const wait = await database.transaction(async (tx) => {
    for (const bucket of buckets) {
      const seconds = await countIn(tx, bucket, windowSeconds);
      if (seconds !== undefined) return seconds;
    }
    return undefined;
  });
  await database.execute('DELETE FROM password_attempts WHERE since < UTC_TIMESTAMP(6) - INTERVAL ? SECOND LIMIT 100', [
    windowSeconds,
  ]);
  return wait;
}

async function countIn(tx: Connection, { name, limit }: Bucket, windowSeconds: number): Promise<number | undefined> {
  const bucket = hashed(name);
  // Assignments run from left to right: since is still the old one while attempts is decided.
  await tx.execute(
    `INSERT INTO password_attempts (bucket, attempts, since) VALUES (?, 1, UTC_TIMESTAMP(6))
     ON DUPLICATE KEY UPDATE
       attempts = IF(since <= UTC_TIMESTAMP(6) - INTERVAL ? SECOND, 1, LEAST(attempts + 1, 1000000)),
       since = IF(since <= UTC_TIMESTAMP(6) - INTERVAL ? SECOND, UTC_TIMESTAMP(6), since)`,
    [bucket, windowSeconds, windowSeconds],
  );
  const [row] = await tx.query<{ attempts: number; age: string }>(
    `SELECT attempts, TIMESTAMPDIFF(SECOND, since, UTC_TIMESTAMP(6)) AS age FROM password_attempts WHERE bucket = ?`,
    [bucket],
  );
  if (!row || Number(row.attempts) <= limit) return undefined;
  return Math.max(windowSeconds - Number(row.age), 1);
}

/** The password was right, or was never looked at. */
export async function forgiveAttempt(
  connection: Pick<Connection, 'execute'>,
  buckets: readonly Bucket[],
): Promise<void> {
  await connection.execute(
    'UPDATE password_attempts SET attempts = IF(attempts > 0, attempts - 1, 0) WHERE bucket IN (?)',
    [buckets.map(({ name }) => hashed(name))],
  );
}

function hashed(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
