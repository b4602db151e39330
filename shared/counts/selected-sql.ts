import { entityColumns, type Ledger } from '../ledgers/ledger.ts';
import { expansions } from '../ledgers/tables.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { tagColumn } from './axes.ts';
import { axisSql, isOneOf } from './axis-sql.ts';
import type { Selection, TagSearch } from './selection.ts';
import { listOf, plain, type Sql, sql } from './sql.ts';

/** What a selection asks of versions: tables to join, each with at most one row for a version, and conditions. */
export interface Selected {
  readonly joins: Sql;
  readonly conditions: readonly Sql[];
}

/** @param column SQL for a column of the ledger */
export function selectedSql(
  selection: Selection,
  stretches: readonly ZoneStretch[],
  column: (name: string) => string,
): Selected {
  const { ledger, population, from, to, filters, tagSearch } = selection;
  const createdAt = plain(column('created_at'));
  const state = population === 'events' ? undefined : latestSql(ledger, population.at, column);
  return {
    joins: state?.join ?? plain(''),
    conditions: [
      ...(state ? [state.condition] : []),
      ...(from ? [sql`${createdAt} >= ${from}`] : []),
      ...(to ? [sql`${createdAt} < ${to}`] : []),
      ...filters.map(({ axis, values }) => isOneOf(axis, axisSql(axis, stretches, column), values)),
      ...(tagSearch ? tagConditions(ledger, tagSearch, plain(column('id'))) : []),
    ],
  };
}

/** Of each entity the version with the greatest version_no among those created by then, unless it is a discard. */
function latestSql(ledger: Ledger, at: string, column: (name: string) => string): { join: Sql; condition: Sql } {
  const entity = entityColumns(ledger).join(', ');
  const latest = sql`SELECT ${plain(entity)}, MAX(version_no) AS version_no FROM ${plain(ledger.name)}
    WHERE created_at <= ${at} GROUP BY ${plain(entity)}`;
  const same = [...entityColumns(ledger), 'version_no'].map((name) => `s.${name} = ${column(name)}`).join(' AND ');
  return {
    join: sql` JOIN (${latest}) AS s ON ${plain(same)}`,
    condition: plain(`${column('event_type')} <> 'discard'`),
  };
}

function tagConditions(ledger: Ledger, { all, any, none }: TagSearch, id: Sql): Sql[] {
  const tags = expansions(ledger).find(({ column }) => column === tagColumn(ledger)?.name);
  if (!tags) return [];
  const having = (ids: readonly string[]) =>
    sql`(SELECT x.version_id FROM ${plain(tags.table)} AS x WHERE x.${plain(tags.element)} IN (${listOf(ids.map(BigInt))}))`;
  return [
    ...all.map((tag) => sql`${id} IN ${having([tag])}`),
    ...(any.length > 0 ? [sql`${id} IN ${having(any)}`] : []),
    ...(none.length > 0 ? [sql`${id} NOT IN ${having(none)}`] : []),
  ];
}
