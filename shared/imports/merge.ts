import type { Connection } from '../database/database.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { KEPT_ERRORS, type RowError } from './rejection.ts';
import { stagedColumns } from './row.ts';
import type { Claim } from './staging.ts';

// The statements of the committing transaction. They run under the ledger's lock: what they read of the ledger cannot
// change before the commit.

/** Serialises merging and deriving on one ledger; two at once would each miss the other's neighbours. */
export async function lockLedger(tx: Connection, ledger: Ledger): Promise<void> {
  await tx.query('SELECT name FROM ledgers WHERE name = ? FOR UPDATE', [ledger.name]);
}

/**
 * Staged rows that contradict history, which is immutable: another row stands under their key, in the ledger or on an
 * earlier line of the same file.
 * @returns the first of them, and how many there are
 */
export async function findConflicts(
  tx: Connection,
  ledger: Ledger,
  { importId, attempt }: Claim,
): Promise<{ errors: RowError[]; count: number }> {
  const key = keyColumns(ledger);
  const conflicts = `
    SELECT s.line AS line, v.id IS NOT NULL AS in_ledger
    FROM (SELECT line, content_hash, ${key.join(', ')},
                 FIRST_VALUE(content_hash) OVER (PARTITION BY ${key.join(', ')} ORDER BY line) AS first_hash
          FROM ${ledger.name}_staging WHERE import_id = ? AND attempt = ?) AS s
    LEFT JOIN ${ledger.name} AS v ON ${key.map((column) => `v.${column} = s.${column}`).join(' AND ')}
    WHERE s.content_hash <> COALESCE(v.content_hash, s.first_hash)`;
  const found = await tx.query<{ line: string; in_ledger: number }>(`${conflicts} ORDER BY line LIMIT ${KEPT_ERRORS}`, [
    importId,
    attempt,
  ]);
  const errors = found.map(({ line, in_ledger: inLedger }) => ({
    line: Number(line),
    column: null,
    code: 'conflict',
    message: inLedger
      ? 'The ledger holds another row under this key and version; history cannot be changed.'
      : 'An earlier line of this file has another row under this key and version.',
    text: null,
  }));
  if (errors.length < KEPT_ERRORS) return { errors, count: errors.length };
  const [all] = await tx.query(`SELECT COUNT(*) AS count FROM (${conflicts}) AS c`, [importId, attempt]);
  return { errors, count: Number(all?.count) };
}

/** Writes the staged versions that the ledger lacks, each once. @returns how many */
export async function insertMissing(tx: Connection, ledger: Ledger, { importId, attempt }: Claim): Promise<number> {
  const columns = stagedColumns(ledger);
  const sameKey = (other: string) =>
    keyColumns(ledger)
      .map((column) => `${other}.${column} = s.${column}`)
      .join(' AND ');
  const { affectedRows } = await tx.execute(
    `INSERT INTO ${ledger.name} (${columns.join(', ')}, content_hash, import_id, recorded_at)
     SELECT ${columns.map((column) => `s.${column}`).join(', ')}, s.content_hash, s.import_id, UTC_TIMESTAMP(6)
     FROM ${ledger.name}_staging AS s
     WHERE s.import_id = ? AND s.attempt = ?
       AND NOT EXISTS (SELECT 1 FROM ${ledger.name} AS v WHERE ${sameKey('v')})
       AND NOT EXISTS (SELECT 1 FROM ${ledger.name}_staging AS e
                       WHERE e.import_id = s.import_id AND e.attempt = s.attempt AND ${sameKey('e')} AND e.line < s.line)
     ORDER BY s.line`,
    [importId, attempt],
  );
  return affectedRows;
}

/** Derives each version's predecessor and changed fields anew, for the entities that this import gave a version. */
export async function deriveNeighbours(tx: Connection, ledger: Ledger, { importId }: Claim): Promise<void> {
  const entity = ledger.entityKey.map((column) => column.name).join(', ');
  const before = (column: string) => `LAG(${column}) OVER (PARTITION BY ${entity} ORDER BY version_no)`;
  // As text: the servers differ in how they compare JSON, and lists are kept in one canonical form.
  const plain = ({ name, type }: Ledger['attributes'][number]) => (type === 'ids' ? `CAST(${name} AS CHAR)` : name);
  const changed = ledger.attributes.map(
    (column, bit) => `IF(${plain(column)} <=> ${before(plain(column))}, 0, ${2 ** bit})`,
  );
  await tx.execute(
    `UPDATE ${ledger.name} AS v
     JOIN (SELECT id, ${before('version_no')} AS previous_version_no,
                  IF(${before('version_no')} IS NULL, 0, ${changed.join(' + ')}) AS changed_fields
           FROM ${ledger.name}
           WHERE (${entity}) IN (SELECT ${entity} FROM ${ledger.name} WHERE import_id = ?)) AS d ON d.id = v.id
     SET v.previous_version_no = d.previous_version_no, v.changed_fields = d.changed_fields`,
    [importId],
  );
}

function keyColumns(ledger: Ledger): string[] {
  return [...ledger.entityKey.map((column) => column.name), 'version_no'];
}
