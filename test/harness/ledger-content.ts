import type { Database, Row } from '../../shared/database/database.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { listed, sameVersion } from '../../shared/ledgers/key-sql.ts';
import { importColumns, type Ledger, versionColumns } from '../../shared/ledgers/ledger.ts';
import { columnsReferredToByName } from '../../shared/ledgers/references.ts';
import {
  type Expansion,
  entitiesTable,
  expansions,
  forbiddenNamesTable,
  stagingTable,
  touchedTable,
} from '../../shared/ledgers/tables.ts';

/** Empties every ledger and what is beside it. */
export async function emptyLedgers(database: Pick<Database, 'execute'>): Promise<void> {
  for (const ledger of LEDGERS.values()) {
    const beside = [stagingTable(ledger), entitiesTable(ledger), ...expansions(ledger).map(({ table }) => table)];
    const names = nameColumns(ledger).map((column) => forbiddenNamesTable(ledger, column));
    for (const table of [ledger.name, ...beside, ...names]) await database.execute(`DELETE FROM ${table}`);
  }
}

/** The columns whose forbidden names are kept. */
export function nameColumns(ledger: Ledger): string[] {
  return columnsReferredToByName(ledger, LEDGERS.values());
}

/** Everything that a ledger holds, and what is derived from it, except ids and times of recording; in one order. */
export async function everythingIn(database: Pick<Database, 'query'>, ledger: Ledger) {
  const lists = ledger.attributes.filter(({ type }) => type === 'ids').map(({ name }) => name);
  const columns = importColumns(ledger).map((name) =>
    lists.includes(name) ? `CAST(${name} AS CHAR) AS ${name}` : name,
  );
  const cells = async (sql: string) => inOrder((await database.query<Row>(sql)).map((row) => Object.values(row)));
  const count = async (table: string) =>
    Number((await database.query(`SELECT COUNT(*) AS count FROM ${table}`))[0]?.count);
  return {
    rows: await cells(
      `SELECT ${columns.join(', ')}, import_id, replaced, previous_version_no, changed_fields FROM ${ledger.name}`,
    ),
    entities: await cells(`SELECT * FROM ${entitiesTable(ledger)}`),
    /** Those that agree with their version. */
    expanded: await Promise.all(expansions(ledger).map((expansion) => cells(expandedSql(ledger, expansion)))),
    expandedRows: await Promise.all(expansions(ledger).map(({ table }) => count(table))),
    names: await Promise.all(
      nameColumns(ledger).map((column) => cells(`SELECT * FROM ${forbiddenNamesTable(ledger, column)}`)),
    ),
    touched: await database.query(`SELECT * FROM ${touchedTable(ledger)}`),
  };
}

function expandedSql(ledger: Ledger, { table, element }: Expansion): string {
  return `SELECT e.${element}, e.created_at, e.event_type, ${listed(versionColumns(ledger), 'e')}
    FROM ${table} AS e JOIN ${ledger.name} AS v ON v.id = e.version_id AND v.created_at = e.created_at
      AND v.event_type = e.event_type AND ${sameVersion(ledger, 'v', 'e')}`;
}

export function inOrder<T>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
