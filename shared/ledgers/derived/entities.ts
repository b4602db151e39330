import type { Connection } from '../../database/database.ts';
import { listed, sameEntity } from '../key-sql.ts';
import { entityColumns, type Ledger } from '../ledger.ts';
import { entitiesTable, touchedTable } from '../tables.ts';

/** Would storing the touched entities move a discard boundary, or forbid or allow one? */
export async function changesPolicy(tx: Connection, ledger: Ledger, importId: string): Promise<boolean> {
  const forbidden = '(t.discard_boundary > 0 AND t.discard_boundary = t.latest_version_no)';
  const found = await tx.query(
    `SELECT 1 FROM ${touchedTable(ledger)} AS t
     LEFT JOIN ${entitiesTable(ledger)} AS e ON ${sameEntity(ledger, 'e', 't')}
     WHERE t.import_id = ?
       AND (t.discard_boundary <> COALESCE(e.discard_boundary, 0) OR ${forbidden} <> COALESCE(e.forbidden, FALSE))
     LIMIT 1`,
    [importId],
  );
  return found.length > 0;
}

/** Stores what was noted of the touched entities; one without versions is no more. */
export async function storeEntities(tx: Connection, ledger: Ledger, importId: string): Promise<void> {
  const [entities, touched] = [entitiesTable(ledger), touchedTable(ledger)];
  const entity = entityColumns(ledger);
  await tx.execute(
    `INSERT INTO ${entities} (${entity.join(', ')}, latest_version_no, latest_event_type, discard_boundary, forbidden)
     SELECT ${listed(entity, 't')}, t.latest_version_no, v.event_type, t.discard_boundary,
            t.discard_boundary = t.latest_version_no
     FROM ${touched} AS t
     JOIN ${ledger.name} AS v ON ${sameEntity(ledger, 'v', 't')} AND v.version_no = t.latest_version_no
     WHERE t.import_id = ?
     ON DUPLICATE KEY UPDATE latest_version_no = t.latest_version_no, latest_event_type = v.event_type,
       discard_boundary = t.discard_boundary, forbidden = (t.discard_boundary = t.latest_version_no)`,
    [importId],
  );
  await tx.execute(
    `DELETE e FROM ${entities} AS e JOIN ${touched} AS t ON ${sameEntity(ledger, 'e', 't')}
     WHERE t.import_id = ? AND t.latest_version_no = 0`,
    [importId],
  );
}
