import type { Connection, Value } from '../../database/database.ts';
import { listed, sameEntity } from '../key-sql.ts';
import { entityColumns, type Ledger } from '../ledger.ts';
import { entitiesTable, touchedTable } from '../tables.ts';

/** Some versions of a ledger: a condition over the alias `v`. */
export interface Versions {
  readonly where: string;
  readonly values: readonly Value[];
}

/** What an import inserted or replaced, and what it inserted and still owns: that can be taken back. */
export function ownVersions(importId: string): Versions {
  return { where: 'v.import_id = ?', values: [importId] };
}

export function revertibleVersions(importId: string): Versions {
  return { where: '(v.import_id = ? AND NOT v.replaced)', values: [importId] };
}

/**
 * Notes the entities that got these versions besides what is stored of them, with what is true of them now. Reads no
 * other version.
 */
export async function noteAdded(tx: Connection, ledger: Ledger, importId: string, versions: Versions): Promise<void> {
  const entity = entityColumns(ledger);
  await tx.execute(
    `INSERT INTO ${touchedTable(ledger)} (import_id, ${entity.join(', ')}, latest_version_no, discard_boundary)
     SELECT ?, ${listed(entity, 't')}, GREATEST(t.latest, COALESCE(e.latest_version_no, 0)),
            GREATEST(t.boundary, COALESCE(e.discard_boundary, 0))
     FROM (SELECT ${listed(entity, 'v')}, MAX(v.version_no) AS latest,
                  MAX(IF(v.event_type = 'discard', v.version_no, 0)) AS boundary
           FROM ${ledger.name} AS v WHERE ${versions.where} GROUP BY ${listed(entity, 'v')}) AS t
     LEFT JOIN ${entitiesTable(ledger)} AS e ON ${sameEntity(ledger, 'e', 't')}`,
    [importId, ...versions.values],
  );
}

/**
 * Notes the entities of which versions changed or are about to be removed, from their whole histories.
 * @param leaving what is noted is what will be true without these versions
 */
export async function noteChanged(
  tx: Connection,
  ledger: Ledger,
  importId: string,
  versions: Versions,
  { leaving }: { leaving: boolean },
): Promise<void> {
  const entity = entityColumns(ledger);
  const gone = leaving ? versions : { where: 'FALSE', values: [] };
  await tx.execute(
    `INSERT INTO ${touchedTable(ledger)} (import_id, ${entity.join(', ')}, latest_version_no, discard_boundary)
     SELECT ?, ${listed(entity, 'v')}, MAX(IF(${gone.where}, 0, v.version_no)),
            MAX(IF(v.event_type <> 'discard' OR ${gone.where}, 0, v.version_no))
     FROM (SELECT DISTINCT ${listed(entity, 'v')} FROM ${ledger.name} AS v WHERE ${versions.where}) AS t
     JOIN ${ledger.name} AS v ON ${sameEntity(ledger, 'v', 't')}
     GROUP BY ${listed(entity, 'v')}`,
    [importId, ...gone.values, ...gone.values, ...versions.values],
  );
}

export async function forgetTouched(tx: Connection, ledger: Ledger, importId: string): Promise<void> {
  await tx.execute(`DELETE FROM ${touchedTable(ledger)} WHERE import_id = ?`, [importId]);
}
