import type { Connection } from '../../database/database.ts';
import { sameEntity } from '../key-sql.ts';
import { entityColumns, type Ledger } from '../ledger.ts';
import { forbiddenNamesTable, touchedTable } from '../tables.ts';
import { WHITE_SPACE } from '../white-space.ts';

const ENDS = `^[${WHITE_SPACE}]+|[${WHITE_SPACE}]+$`;
const FIRST_WORD = `^[^${WHITE_SPACE}]+`;

/**
 * Keeps the names that the touched entities ever had in this column, of those that are forbidden now.
 * @returns whether a name came or went
 */
export async function storeForbiddenNames(
  tx: Connection,
  ledger: Ledger,
  column: string,
  importId: string,
): Promise<boolean> {
  const [names, touched] = [forbiddenNamesTable(ledger, column), touchedTable(ledger)];
  const entity = entityColumns(ledger);
  const all = `
    SELECT DISTINCT ${entity.map((name) => `v.${name}`).join(', ')}, REGEXP_REPLACE(v.${column}, ?, '') AS name
    FROM ${touched} AS t JOIN ${ledger.name} AS v ON ${sameEntity(ledger, 'v', 't')}
    WHERE t.import_id = ? AND t.discard_boundary > 0 AND t.discard_boundary = t.latest_version_no`;
  const same = `${sameEntity(ledger, 'f', 'a')} AND f.name = a.name`;
  const gone = await tx.execute(
    `DELETE f FROM ${names} AS f JOIN ${touched} AS t ON ${sameEntity(ledger, 'f', 't')}
     LEFT JOIN (${all}) AS a ON ${same}
     WHERE t.import_id = ? AND a.name IS NULL`,
    [ENDS, importId, importId],
  );
  const come = await tx.execute(
    `INSERT INTO ${names} (${entity.join(', ')}, name, first_word)
     SELECT ${entity.map((name) => `a.${name}`).join(', ')}, a.name, REGEXP_SUBSTR(a.name, ?)
     FROM (${all}) AS a LEFT JOIN ${names} AS f ON ${same}
     WHERE a.name <> '' AND f.name IS NULL`,
    [FIRST_WORD, ENDS, importId],
  );
  return gone.affectedRows + come.affectedRows > 0;
}
