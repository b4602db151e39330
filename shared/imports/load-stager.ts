import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Connection as RawConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { Ledger } from '../ledgers/ledger.ts';
import { stagingTable } from '../ledgers/tables.ts';
import { loadChunks } from './load-text.ts';
import { stagedColumns } from './row.ts';
import type { Claim, Stager } from './staging.ts';

/** The file may come slowly: how long the server waits for the next rows. */
const WAIT_SECONDS = 600;

/**
 * Stages by LOAD DATA LOCAL INFILE, fed while the statement runs. LOCAL turns bad values into warnings and skips rows
 * without a word, and a stream that breaks off leaves what was sent: so the count is compared, warnings are errors, and
 * only `end` commits.
 */
export async function stageByLoad(connection: RawConnection, ledger: Ledger, claim: Claim): Promise<Stager> {
  await connection.query(`SET SESSION net_read_timeout = ${WAIT_SECONDS}`);
  await connection.beginTransaction();
  const source = new PassThrough();
  let sent = 0;
  let settled = false;
  const asked = Promise.withResolvers<void>();
  const loading = connection
    .query<ResultSetHeader>({
      sql: `LOAD DATA LOCAL INFILE 'rows' INTO TABLE ${stagingTable(ledger)} CHARACTER SET utf8mb4
            (line, ${stagedColumns(ledger).join(', ')}, @hash)
            SET import_id = ?, attempt = ?, content_hash = UNHEX(@hash)`,
      values: [claim.importId, claim.attempt],
      infileStreamFactory: () => {
        asked.resolve();
        return source;
      },
    })
    .finally(() => {
      settled = true;
    });
  // Whoever writes or ends next hears of it.
  loading.catch(() => {});
  await Promise.race([asked.promise, loading]);

  return {
    async write(rows) {
      if (settled) await loading;
      sent += rows.length;
      // mysql2 pauses the source while the socket is full. (And it kills the process over a text: Buffers only.)
      for (const chunk of loadChunks(rows))
        if (!source.write(chunk)) await Promise.race([once(source, 'drain'), loading]);
    },
    async end() {
      source.end();
      const [result] = await loading;
      if (result.affectedRows !== sent || result.warningStatus > 0)
        throw new Error(
          `The database took ${result.affectedRows} of ${sent} rows into ${stagingTable(ledger)}: ${await firstWarning(connection)}`,
        );
      await connection.commit();
      await connection.end();
      return sent;
    },
    async abort() {
      connection.destroy();
      source.destroy();
    },
  };
}

async function firstWarning(connection: RawConnection): Promise<string> {
  const [rows] = await connection.query<RowDataPacket[]>('SHOW WARNINGS LIMIT 1');
  return String(rows[0]?.Message ?? 'it gave no reason');
}
