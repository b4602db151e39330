import type { Connection } from '../../database/database.ts';
import { listed } from '../key-sql.ts';
import { type Ledger, versionColumns } from '../ledger.ts';
import { type Expansion, expansions } from '../tables.ts';
import { WHITE_SPACE } from '../white-space.ts';
import type { Versions } from './touched.ts';

/** Longest word kept: no name is longer. */
const WORD_MAX_LENGTH = 500;

/** Expands versions into the tables beside the ledger. */
export async function expand(tx: Connection, ledger: Ledger, versions: Versions): Promise<void> {
  const version = versionColumns(ledger);
  for (const expansion of expansions(ledger)) {
    const things = SOURCES[expansion.kind](expansion.column);
    // A set has each id once already.
    const distinct = expansion.kind === 'words' ? 'DISTINCT ' : '';
    // In the order of the primary key: InnoDB then fills page after page.
    await tx.execute(
      `INSERT INTO ${expansion.table} (${expansion.element}, created_at, version_id, event_type, ${version.join(', ')})
       SELECT ${distinct}j.element, v.created_at, v.id, v.event_type, ${listed(version, 'v')}
       FROM ${ledger.name} AS v JOIN ${things.sql}
       WHERE ${versions.where}
       ORDER BY j.element, v.created_at, v.id`,
      [...things.values, ...versions.values],
    );
  }
}

/** Takes versions out of the tables beside the ledger, while they are still as they were expanded. */
export async function collapse(tx: Connection, ledger: Ledger, versions: Versions): Promise<void> {
  for (const { table, column, element, kind } of expansions(ledger)) {
    // By the primary key where that is possible: an index by version would make each import dearer.
    const things = kind === 'ids' ? SOURCES.ids(column) : undefined;
    const place = 'e.created_at = v.created_at AND e.version_id = v.id';
    const from = things
      ? `JOIN ${things.sql} JOIN ${table} AS e ON e.${element} = j.element AND ${place}`
      : `JOIN ${table} AS e ON ${place}`;
    await tx.execute(`DELETE e FROM ${ledger.name} AS v ${from} WHERE ${versions.where}`, [...versions.values]);
  }
}

/** What a version `v` lists, as the table `j`. */
const SOURCES: Readonly<Record<Expansion['kind'], (column: string) => { sql: string; values: readonly string[] }>> = {
  ids: (column) => ({
    sql: `JSON_TABLE(v.${column}, '$[*]' COLUMNS (element BIGINT PATH '$')) AS j`,
    values: [],
  }),
  // A JSON array of the words: one space between two of them, quoted as one text, then cut at the spaces.
  words: (column) => ({
    sql: `JSON_TABLE(
            CONCAT('[', REPLACE(JSON_QUOTE(REGEXP_REPLACE(v.${column}, ?, ' ')), ' ', '","'), ']'),
            '$[*]' COLUMNS (element VARCHAR(10000) PATH '$')) AS j
          ON CHAR_LENGTH(j.element) BETWEEN 1 AND ${WORD_MAX_LENGTH}`,
    values: [`[${WHITE_SPACE}]+`],
  }),
};
