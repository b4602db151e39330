import type { Connection as RawConnection } from 'mysql2/promise';
import { statements } from '../database/database.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import type { StagedRow } from './row.ts';
import { type Claim, STAGING_BATCH, type Stager, stageRows } from './staging.ts';

/** Stages by INSERTs of many rows in one transaction. */
export async function stageByInsert(connection: RawConnection, ledger: Ledger, claim: Claim): Promise<Stager> {
  await connection.beginTransaction();
  let landed = 0;
  return {
    async write(rows: readonly StagedRow[]) {
      for (let from = 0; from < rows.length; from += STAGING_BATCH) {
        const batch = rows.slice(from, from + STAGING_BATCH);
        await stageRows(statements(connection), ledger, claim, batch);
        landed += batch.length;
      }
    },
    async end() {
      await connection.commit();
      await connection.end();
      return landed;
    },
    async abort() {
      connection.destroy();
    },
  };
}
