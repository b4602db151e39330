import type { ZoneStretch } from '../time-zone.ts';
import type { CountsPlan, DetailsPlan } from './plan.ts';
import { openSelection, selectsByGuarded } from './selection.ts';
import { plain, type Sql, sql } from './sql.ts';
import { versionsOf } from './version-source.ts';

/** Where a page of details begins: behind this version. */
export interface DetailsPlace {
  /** As the database writes it. */
  readonly createdAt: string;
  readonly id: string;
}

/**
 * The versions that the caller may see, in the order (created_at, id). Columns arrive as the database gives them: ids
 * and lists as texts, times as `2026-11-30 00:00:00.000000`, content_hash as 64 hex digits.
 *
 * To stream all of them, as an export does: on ONE snapshot read `detailsCountStatement` for the total, then run this
 * without `after` and `limit` and count the rows that arrive. `fields` in the order in which they are to be written; a
 * CSV has exactly `importColumns(plan.selection.ledger)`. `stretches` come from `stretchesOf`, on the same snapshot.
 */
export function detailsStatement(
  plan: DetailsPlan,
  stretches: readonly ZoneStretch[],
  { fields = plan.fields, after, limit }: { fields?: readonly string[]; after?: DetailsPlace; limit?: number } = {},
): Sql {
  const source = versionsOf(plan.selection, stretches, plan.masked ? 'public' : 'all');
  const columns = plain(fields.map((field) => `${fieldSql(source.column(field), field)} AS ${field}`).join(', '));
  const createdAt = plain(source.column('created_at'));
  const id = plain(source.column('id'));
  const behind = after
    ? [sql`${createdAt} >= ${after.createdAt}`, sql`(${createdAt} > ${after.createdAt} OR ${id} > ${BigInt(after.id)})`]
    : [];
  const order = sql`ORDER BY ${createdAt}, ${id}`;
  const end = limit === undefined ? plain('') : sql` LIMIT ${limit}`;
  return sql`SELECT ${columns} ${source.from(behind)} ${order}${end}`;
}

/** How many rows `detailsStatement` gives without `after` and `limit`, as `count`. */
export function detailsCountStatement(plan: DetailsPlan, stretches: readonly ZoneStretch[]): Sql {
  return sql`SELECT COUNT(*) AS count ${versionsOf(plan.selection, stretches, plan.masked ? 'public' : 'all').from()}`;
}

/**
 * How many versions are selected before permissions hide any of them, as `count`; undefined when that is what the
 * caller sees anyway. One who selects by what private versions hold must not learn how many of them match.
 */
export function outputCountStatement(plan: DetailsPlan, stretches: readonly ZoneStretch[]): Sql | undefined {
  if (!plan.masked || selectsByGuarded(plan.selection)) return undefined;
  return sql`SELECT COUNT(*) AS count ${versionsOf(plan.selection, stretches, 'all').from()}`;
}

/** The size of the whole population, as `count`: for a viewer, what the conditions open to everybody select. */
export function populationCountStatement(plan: CountsPlan, stretches: readonly ZoneStretch[]): Sql {
  const selection = plan.masked ? openSelection(plan.selection) : plan.selection;
  return sql`SELECT COUNT(*) AS count ${versionsOf(selection, stretches, 'all').from()}`;
}

function fieldSql(column: string, field: string): string {
  return field === 'content_hash' ? `LOWER(HEX(${column}))` : column;
}
