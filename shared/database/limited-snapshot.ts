import { type Database, openConnection, type SnapshotConnection } from './database.ts';
import type { DatabaseAddress } from './url.ts';

/** The work took longer than it may; the server has stopped it. */
export class TimeLimitPassed extends Error {
  override name = 'TimeLimitPassed';
}

export interface SnapshotLimit {
  /** What all statements may take together. */
  readonly seconds: number;
  /** Whoever asked is gone: the running statement is stopped. */
  readonly signal: AbortSignal;
}

/** MariaDB's ER_STATEMENT_TIMEOUT and MySQL's ER_QUERY_TIMEOUT. */
const TIMED_OUT = new Set([1969, 3024]);

/**
 * A snapshot whose work the server stops after a time and when its signal fires: no statement goes on that nobody
 * waits for. A connection of its own tells the server so, since the pool's may all be taken by what is to be stopped.
 * Each statement is also limited by the server itself, should this process be gone by then.
 * @throws TimeLimitPassed, the signal's reason, or what the work throws
 */
export async function limitedSnapshot<T>(
  database: Pick<Database, 'snapshot' | 'address'>,
  { seconds, signal }: SnapshotLimit,
  work: (tx: SnapshotConnection) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(seconds * 1000);
  const stop = AbortSignal.any([signal, late]);
  stop.throwIfAborted();
  try {
    return await database.snapshot(async (tx) => {
      stop.throwIfAborted();
      await tx.execute(limitStatement(seconds));
      let killed: Promise<void> | undefined;
      const kill = () => {
        killed = killQuery(database.address, tx.threadId);
      };
      stop.addEventListener('abort', kill, { once: true });
      try {
        return await work(tx);
      } finally {
        stop.removeEventListener('abort', kill);
        await backToNormal(tx, killed);
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted && !TIMED_OUT.has((error as { errno?: number }).errno ?? 0)) throw error;
    throw new TimeLimitPassed(`It took longer than ${seconds} s.`, { cause: error });
  }
}

/** Each server reads its own comment: `M!` is MariaDB's, which leaves out those of MySQL 8. */
function limitStatement(seconds: number | undefined): string {
  const [inSeconds, inMilliseconds] = seconds === undefined ? ['DEFAULT', 'DEFAULT'] : [seconds, seconds * 1000];
  return `SET SESSION /*M! max_statement_time = ${inSeconds} */ /*!80000 max_execution_time = ${inMilliseconds} */`;
}

/** A stop that comes when a statement has just ended hits the next one: that must be none of whoever is next here. */
async function backToNormal(tx: SnapshotConnection, killed: Promise<void> | undefined): Promise<void> {
  await killed?.catch(() => undefined);
  const reset = () => tx.execute(limitStatement(undefined));
  await (killed ? reset().catch(reset) : reset());
}

/** Stops the running statement of a connection; the connection stays. Nothing happens when it is idle or gone. */
export async function killQuery(address: DatabaseAddress, threadId: number): Promise<void> {
  const connection = await openConnection(address);
  try {
    await connection.query(`KILL QUERY ${threadId}`);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ER_NO_SUCH_THREAD') throw error;
  } finally {
    connection.destroy();
  }
}
