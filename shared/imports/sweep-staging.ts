import { isUnsettled } from '../jobs/unsettled.ts';
import { LEDGERS } from '../ledgers/catalogue.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { ERROR_REPORT_JOB } from './error-report.ts';
import { clearStaging } from './staging.ts';
import type { SweepDependencies, SweepTime } from './sweep-part.ts';

const BATCH = 100;

/**
 * Removes staged rows that no consumer will merge: those of attempts before a claim that is made after this look. Where
 * an error report is still to be written, it needs them and removes them itself.
 */
export async function sweepStaging({ database, log }: SweepDependencies, { signal }: SweepTime): Promise<number> {
  let cleared = 0;
  for (const ledger of LEDGERS.values()) {
    for (const { importId, attempt, createdAt } of await leftIn(ledger, database)) {
      signal?.throwIfAborted();
      if (await isUnsettled(database, ERROR_REPORT_JOB, importId, createdAt)) continue;
      await clearStaging(database, ledger, { importId, attempt });
      log.warn('sweep: staged rows were left', { import_id: importId, ledger: ledger.name });
      cleared++;
    }
  }
  return cleared;
}

/** Imports with staged rows that nobody is processing, with their latest attempt. */
function leftIn(ledger: Ledger, database: SweepDependencies['database']) {
  return database.query<{ importId: string; attempt: number; createdAt: string }>(
    `SELECT i.id AS importId, i.attempt, i.created_at AS createdAt FROM imports AS i
     JOIN (SELECT DISTINCT import_id FROM ${ledger.name}_staging) AS s ON s.import_id = i.id
     WHERE i.state <> 'processing' LIMIT ${BATCH}`,
  );
}
