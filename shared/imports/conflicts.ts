import type { Connection } from '../database/database.ts';
import { sameVersion } from '../ledgers/key-sql.ts';
import { type Ledger, versionColumns } from '../ledgers/ledger.ts';
import { stagingTable } from '../ledgers/tables.ts';
import { KEPT_ERRORS, type RowError } from './rejection.ts';
import type { Claim } from './staging.ts';

// A staged row contradicts history, which is immutable, when another row stands under its key: in the ledger, or on an
// earlier line of the same file. The answers are the same before and after the import's own rows are in the ledger.

/** @returns the first conflicts by line, and how many there are */
export async function findConflicts(
  tx: Connection,
  ledger: Ledger,
  claim: Claim,
): Promise<{ errors: RowError[]; count: number }> {
  const errors = await conflictsAfter(tx, ledger, claim, 0, KEPT_ERRORS);
  if (errors.length < KEPT_ERRORS) return { errors, count: errors.length };
  const [all] = await tx.query(`SELECT COUNT(*) AS count FROM (${conflictsSql(ledger)}) AS c`, valuesOf(claim));
  return { errors, count: Number(all?.count) };
}

/** A page of the conflicts, in the order of their lines. */
export async function conflictsAfter(
  connection: Pick<Connection, 'query'>,
  ledger: Ledger,
  claim: Claim,
  line: number,
  limit: number,
): Promise<RowError[]> {
  const found = await connection.query<{ line: string; from_ledger: number }>(
    `SELECT line, from_ledger FROM (${conflictsSql(ledger)}) AS c WHERE line > ? ORDER BY line LIMIT ?`,
    [...valuesOf(claim), line, limit],
  );
  return found.map(({ line: at, from_ledger: fromLedger }) => ({
    line: Number(at),
    column: null,
    code: 'conflict',
    message: fromLedger
      ? 'The ledger holds another row under this key and version; history cannot be changed.'
      : 'An earlier line of this file has another row under this key and version.',
    text: null,
  }));
}

function conflictsSql(ledger: Ledger): string {
  const key = versionColumns(ledger).join(', ');
  return `
    SELECT s.line AS line, COALESCE(v.import_id <> ?, FALSE) AS from_ledger
    FROM (SELECT line, content_hash, ${key},
                 FIRST_VALUE(content_hash) OVER (PARTITION BY ${key} ORDER BY line) AS first_hash
          FROM ${stagingTable(ledger)} WHERE import_id = ? AND attempt = ?) AS s
    LEFT JOIN ${ledger.name} AS v ON ${sameVersion(ledger, 'v', 's')}
    WHERE s.content_hash <> COALESCE(v.content_hash, s.first_hash)`;
}

function valuesOf({ importId, attempt }: Claim): (string | number)[] {
  return [importId, importId, attempt];
}
