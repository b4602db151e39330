import { describe, expect, test } from 'vitest';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { type Column, CREATED_BY_MAX_LENGTH, entityColumns, type Ledger } from '../../shared/ledgers/ledger.ts';
import { columnsReferredToByName } from '../../shared/ledgers/references.ts';
import {
  entitiesTable,
  expansions,
  forbiddenNamesTable,
  stagingTable,
  touchedTable,
} from '../../shared/ledgers/tables.ts';
import { openTestDatabase } from '../harness/database.ts';

// A ledger is one declaration and one migration: here the tables are compared with the declarations.

const database = await openTestDatabase();
const ledgers = [...LEDGERS.values()];

/** Longer texts would take too much of a row's 65,535 bytes. */
const VARCHAR_MAX_LENGTH = 4000;

const textType = (maxLength = 0) =>
  maxLength <= VARCHAR_MAX_LENGTH ? `varchar(${maxLength}) exact` : 'mediumtext exact';
const keyColumn = ({ name, type, maxLength }: Column) =>
  `${name} ${type === 'id' ? 'bigint' : textType(maxLength)} not null`;

function attribute({ name, type, maxLength }: Column, list: string): string {
  if (type === 'ids') return `${name} ${list} not null`;
  return `${name} ${type === 'id' ? 'bigint' : textType(maxLength)} null`;
}

const EVENT = 'event_type event not null';

const versionColumns = (ledger: Ledger, list: string) => [
  ...ledger.entityKey.map(keyColumn),
  'version_no bigint not null',
  EVENT,
  'created_at datetime(6) not null',
  `created_by ${textType(CREATED_BY_MAX_LENGTH)} null`,
  ...ledger.attributes.map((column) => attribute(column, list)),
];

async function columnsOf(table: string): Promise<string[]> {
  const columns = await database.query<Record<'name' | 'type' | 'nullable' | 'coll' | 'data', string>>(
    `SELECT column_name AS name, column_type AS type, is_nullable AS nullable, collation_name AS coll, data_type AS data
     FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
    [table],
  );
  return columns.map(({ name, type, nullable, coll, data }) => {
    // MariaDB keeps JSON as a text with a check.
    const json = data === 'json' || (data === 'longtext' && coll === 'utf8mb4_bin');
    const exact = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'].includes(coll) ? ' exact' : '';
    const ascii = coll === 'ascii_bin' && data !== 'enum' ? ' ascii' : '';
    const plain = type.replace(/^bigint\(\d+\)$/, 'bigint').replace(/^int\(\d+\)/, 'int');
    const event = type === "enum('create','update','discard','restore')" ? 'event' : undefined;
    return `${name} ${json ? 'json' : (event ?? `${plain}${exact}${ascii}`)} ${nullable === 'YES' ? '' : 'not '}null`;
  });
}

/** Columns of each index, in order; a unique one begins with `unique`. */
async function indexesOf(table: string): Promise<string[]> {
  const parts = await database.query<{ name: string; column: string; free: string | number }>(
    `SELECT index_name AS name, column_name AS \`column\`, non_unique AS free FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND table_name = ? ORDER BY index_name, seq_in_index`,
    [table],
  );
  const byIndex = Map.groupBy(parts, ({ name }) => name).values();
  return [...byIndex].map(
    (index) => `${Number(index[0]?.free) ? '' : 'unique '}${index.map(({ column }) => column).join(', ')}`,
  );
}

const shortFirst = (a: string, b: string) => a.length - b.length;

describe.each(ledgers)('$name', (ledger) => {
  const key = entityColumns(ledger).join(', ');

  test('its table holds what the declaration says, and has the indexes of the design', async () => {
    expect(await columnsOf(ledger.name)).toEqual([
      'id bigint not null',
      ...versionColumns(ledger, 'json'),
      'recorded_at datetime(6) not null',
      'import_id bigint not null',
      'replaced tinyint(1) not null',
      'content_hash binary(32) not null',
      'previous_version_no bigint null',
      'changed_fields int unsigned not null',
    ]);
    expect(await indexesOf(ledger.name)).toEqual(
      expect.arrayContaining([
        'unique id',
        `unique ${key}, version_no`,
        `event_type, ${key}, version_no`,
        'event_type, id',
        'created_at',
        `import_id, replaced, ${key}`,
        ...(ledger.name === 'posts' ? ['post_id, created_at, version_no'] : []),
      ]),
    );
    expect(await database.query('SELECT name FROM ledgers WHERE name = ?', [ledger.name])).toHaveLength(1);
    expect(ledger.attributes.length).toBeLessThan(32);
  });

  test('rows on their way in are loaded in the order of the only index', async () => {
    expect(await columnsOf(stagingTable(ledger))).toEqual([
      'import_id bigint not null',
      'attempt int unsigned not null',
      'line bigint not null',
      ...versionColumns(ledger, 'mediumtext ascii'),
      'content_hash binary(32) not null',
    ]);
    expect(await indexesOf(stagingTable(ledger))).toEqual(['unique import_id, attempt, line']);
  });

  test('so do the tables of what is derived from it', async () => {
    const keys = ledger.entityKey.map(keyColumn);
    const policy = ['latest_version_no bigint not null', 'discard_boundary bigint not null'] as const;
    expect(await columnsOf(touchedTable(ledger))).toEqual(['import_id bigint not null', ...keys, ...policy]);
    expect(await columnsOf(entitiesTable(ledger))).toEqual([
      ...keys,
      policy[0],
      'latest_event_type event not null',
      policy[1],
      'forbidden tinyint(1) not null',
    ]);
    for (const { table, element, kind } of expansions(ledger)) {
      expect(await columnsOf(table)).toEqual([
        `${element} ${kind === 'ids' ? 'bigint' : textType(500)} not null`,
        'created_at datetime(6) not null',
        'version_id bigint not null',
        EVENT,
        ...keys,
        'version_no bigint not null',
      ]);
      expect((await indexesOf(table)).sort(shortFirst)).toEqual([
        ...(kind === 'words' ? ['version_id'] : []),
        `unique ${element}, created_at, version_id`,
      ]);
    }
    for (const column of columnsReferredToByName(ledger, ledgers))
      expect(await columnsOf(forbiddenNamesTable(ledger, column))).toEqual([
        ...keys,
        `name ${textType(500)} not null`,
        `first_word ${textType(500)} not null`,
      ]);
  });

  test('what it refers to exists', () => {
    for (const { name, refersTo } of [...ledger.entityKey, ...ledger.attributes]) {
      if (!refersTo) continue;
      const target = LEDGERS.get(refersTo.ledger);
      const found = [...(target?.entityKey ?? []), ...(target?.attributes ?? [])].map((column) => column.name);
      expect(found, `${ledger.name}.${name}`).toContain(refersTo.column);
    }
  });
});

test('the ledgers are these', () => {
  expect([...LEDGERS.keys()]).toEqual(['posts', 'tags', 'nico_tags', 'tag_descriptions', 'tag_groups', 'materials']);
});
