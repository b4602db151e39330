import type { Connection } from '../database/database.ts';
import { collapse } from '../ledgers/derived/expand.ts';
import { sameVersion } from '../ledgers/key-sql.ts';
import { type Ledger, versionColumns } from '../ledgers/ledger.ts';
import { stagingTable } from '../ledgers/tables.ts';
import { stagedColumns } from './row.ts';
import type { Claim } from './staging.ts';

/**
 * Replaces what stands in the ledger by the staged rows that say something else, as if they came one after the other:
 * of several under one key the last one stays. A version belongs to the import whose content stands; `replaced`
 * remembers that another one had brought it.
 * @returns how many rows replaced another
 */
export async function replaceStored(tx: Connection, ledger: Ledger, { importId, attempt }: Claim): Promise<number> {
  const staging = stagingTable(ledger);
  const key = versionColumns(ledger);
  const [row] = await tx.query(
    `SELECT COUNT(*) AS count
     FROM (SELECT s.content_hash, COALESCE(
             LAG(s.content_hash) OVER (PARTITION BY ${key.map((column) => `s.${column}`).join(', ')} ORDER BY s.line),
             v.content_hash) AS hash_before
           FROM ${staging} AS s JOIN ${ledger.name} AS v ON ${sameVersion(ledger, 'v', 's')}
           WHERE s.import_id = ? AND s.attempt = ?) AS c
     WHERE c.content_hash <> c.hash_before`,
    [importId, attempt],
  );
  const count = Number(row?.count);
  if (count === 0) return 0;

  const last = `(SELECT MAX(line) AS line FROM ${staging} WHERE import_id = ? AND attempt = ?
                 GROUP BY ${key.join(', ')}) AS l`;
  const others = `${staging} AS s JOIN ${last} ON l.line = s.line`;
  const same = sameVersion(ledger, 'w', 's');
  await collapse(tx, ledger, {
    where: `v.id IN (SELECT w.id FROM ${others} JOIN ${ledger.name} AS w ON ${same}
                     WHERE s.import_id = ? AND s.attempt = ? AND s.content_hash <> w.content_hash)`,
    values: [importId, attempt, importId, attempt],
  });
  const contents = [...stagedColumns(ledger).filter((column) => !key.includes(column)), 'content_hash'];
  await tx.execute(
    `UPDATE ${others} JOIN ${ledger.name} AS w ON ${same}
     SET w.replaced = (w.replaced OR w.import_id <> s.import_id), w.import_id = s.import_id,
         w.recorded_at = UTC_TIMESTAMP(6), ${contents.map((column) => `w.${column} = s.${column}`).join(', ')}
     WHERE s.import_id = ? AND s.attempt = ? AND s.content_hash <> w.content_hash`,
    [importId, attempt, importId, attempt],
  );
  return count;
}
