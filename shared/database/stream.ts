import type { Connection as RawConnection } from 'mysql2';

/** A row as texts, in the order of its columns. */
export type TextRow = readonly (string | null)[];

/** Rows handed over at once: one by one, the handing over would cost more than the rows. */
const BATCH = 500;
/** Batches that may wait; then the server has to. */
const WAITING = 2;

/** What mysql2 emits, whatever its types say. */
interface RawQuery {
  on(event: 'result', listener: (row: TextRow) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'end', listener: () => void): void;
}
interface RawField {
  string(encoding: 'utf8'): string | null;
}

/** mysql2's own `destroy` waits for the server, which waits for a reader. */
function cut(connection: RawConnection): void {
  connection.destroy();
  (connection as unknown as { stream: { destroy(): void } }).stream.destroy();
}

/**
 * The rows of a statement as they come; memory stays flat however slowly they are taken. Whoever takes them must count
 * them: that there are no more does not prove that there were all. A consumer that stops early loses the connection,
 * since nothing else ends a running statement.
 * @throws the server's error, or the connection's
 */
export async function* streamRows(
  connection: RawConnection,
  sql: string,
  values: readonly unknown[],
): AsyncGenerator<readonly TextRow[]> {
  const waiting: TextRow[][] = [];
  let batch: TextRow[] = [];
  let failure: Error | undefined;
  let over = false;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  // A connection that is lost tells only itself, not its statement.
  connection.on('error', fail);
  const options = { sql, values: [...values], rowsAsArray: true, typeCast: (field: RawField) => field.string('utf8') };
  const query = connection.query(options as object as { sql: string }) as unknown as RawQuery;
  query.on('result', (row) => {
    batch.push(row);
    if (batch.length < BATCH) return;
    if (waiting.push(batch) >= WAITING) connection.pause();
    batch = [];
    wake();
  });
  query.on('error', fail);
  query.on('end', () => {
    over = true;
    wake();
  });
  try {
    while (!failure) {
      const next = waiting.shift();
      if (next) {
        yield next;
      } else if (over) {
        if (batch.length > 0) yield batch;
        return;
      } else {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        connection.resume();
        await woken;
      }
    }
    throw failure;
  } finally {
    connection.off('error', fail);
    if (!over) cut(connection);
  }
}
