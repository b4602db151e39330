import type { Connection } from '../../database/database.ts';
import { listed, sameEntity } from '../key-sql.ts';
import { type Column, entityColumns, type Ledger } from '../ledger.ts';
import { entitiesTable, touchedTable } from '../tables.ts';

/**
 * SQL for `changed_fields`: the bits of the attributes in which two versions of one entity differ.
 * Lists are compared as text: the servers differ in how they compare JSON, and lists are kept in one canonical form.
 */
export function changedFieldsSql(ledger: Ledger, version: string, before: string): string {
  const plain = ({ name, type }: Column, of: string) =>
    type === 'ids' ? `CAST(${of}.${name} AS CHAR)` : `${of}.${name}`;
  const bits = ledger.attributes.map(
    (column, bit) => `IF(${plain(column, version)} <=> ${plain(column, before)}, 0, ${2 ** bit})`,
  );
  return bits.join(' + ');
}

/**
 * Makes previous_version_no and changed_fields of the touched entities' versions right. Must come before the entities
 * are stored: one that is not stored yet has only versions that came together, with what is derived within them.
 * @param everyVersion also of new entities, and where the predecessor is the one that is stored: contents may have
 *   changed
 */
export async function deriveNeighbours(
  tx: Connection,
  ledger: Ledger,
  importId: string,
  { everyVersion }: { everyVersion: boolean },
): Promise<void> {
  const window = `OVER (PARTITION BY ${listed(entityColumns(ledger), 'v')} ORDER BY v.version_no)`;
  const known = `JOIN ${entitiesTable(ledger)} AS e ON ${sameEntity(ledger, 'e', 't')}`;
  await tx.execute(
    `UPDATE (SELECT v.id, v.previous_version_no AS stored_no, LAG(v.version_no) ${window} AS before_no,
                    LAG(v.id) ${window} AS before_id
             FROM ${touchedTable(ledger)} AS t ${everyVersion ? '' : known}
             JOIN ${ledger.name} AS v ON ${sameEntity(ledger, 'v', 't')}
             WHERE t.import_id = ?) AS d
     JOIN ${ledger.name} AS v ON v.id = d.id
     LEFT JOIN ${ledger.name} AS b ON b.id = d.before_id
     SET v.previous_version_no = d.before_no,
         v.changed_fields = IF(d.before_id IS NULL, 0, ${changedFieldsSql(ledger, 'v', 'b')})
     WHERE ? OR NOT (d.stored_no <=> d.before_no)`,
    [importId, everyVersion],
  );
}
