import type { ZoneStretch } from '../time-zone.ts';
import { isMany, tagColumn } from './axes.ts';
import { axisSql, groupedSql, isOneOf } from './axis-sql.ts';
import type { SummaryPlan } from './plan.ts';
import type { PlannedAxis } from './planned-axis.ts';
import { joined, plain, type Sql, sql } from './sql.ts';
import { type Part, tagPairsOf, type VersionSource, versionsOf } from './version-source.ts';

/**
 * The leaves of a summary: the selected versions that contribute, or their pairs with each tag, grouped by the axes of
 * the request all at once. Every level and every total is rolled up from them (`roll-up.ts`), so all of them see the
 * same population.
 */
export interface LeafQuestion {
  /** `pairs`: a version is there once for each of its tags. */
  readonly of: 'versions' | 'pairs';
  readonly part: Part;
  /** Guarded axes are left out: all that is private stands under the one reserved value there. */
  readonly folded: boolean;
  /** Groups after which the server may stop. */
  readonly limit: number;
}

/** All axes of a summary: those of the rows, then those of the columns. */
export function axesInOrder({ rows, columns }: Pick<SummaryPlan, 'rows' | 'columns'>): readonly PlannedAxis[] {
  return [...rows, ...columns];
}

/**
 * Columns: `k0`, `k1`, ... the axes in order (absent: axes left out, and `changed_field`), `fields` the bits of the
 * changed fields, `n` how many versions or pairs, `c0`, `c1`, ... how many of them meet the condition of that measure
 * (only conditions on axes with one value), `first`, `last`, and `sample`, the id of one of the versions.
 */
export function leafStatement(
  plan: SummaryPlan,
  stretches: readonly ZoneStretch[],
  { of, part, folded, limit }: LeafQuestion,
): Sql {
  const source = (of === 'pairs' ? tagPairsOf : versionsOf)(plan.selection, stretches, part);
  const axes = axesInOrder(plan);
  const shown = axes.map((axis) => isGrouped(axis, of) && !(folded && axis.guarded));
  const keys = axes.flatMap((axis, index) =>
    shown[index] ? [sql`${groupedSql(axis, stretches, source.column)} AS ${plain(`k${index}`)}`] : [],
  );
  const names = axes.flatMap((_, index) => (shown[index] ? [`k${index}`] : []));
  const byField = axes.some((axis) => axis.kind === 'field');
  if (byField) {
    keys.push(plain(`${source.column('changed_fields')} AS fields`));
    names.push('fields');
  }
  const columns = [...keys, ...measureColumns(plan, stretches, source)];
  if (axes.some((axis, index) => axis.wide && shown[index]))
    columns.push(plain(`MIN(${source.column('id')}) AS sample`));
  const grouping = names.length > 0 ? `GROUP BY ${names.join(', ')}` : 'HAVING n > 0';
  const from = source.from(contributing(plan, source, of));
  return sql`SELECT ${joined(columns, ', ')} ${from} ${plain(grouping)} LIMIT ${limit}`;
}

/** Joins are inner: a version without a tag, or without a changed field, is nothing where that is an axis. */
export function contributing(
  { rows, columns, selection }: SummaryPlan,
  source: VersionSource,
  of: LeafQuestion['of'],
): Sql[] {
  const has = (kind: string) => [...rows, ...columns].some((axis) => axis.kind === kind);
  const tags = of === 'versions' && has('tag') ? tagColumn(selection.ledger) : undefined;
  return [
    ...(tags ? [plain(`JSON_LENGTH(${source.column(tags.name)}) > 0`)] : []),
    ...(has('field') ? [plain(`${source.column('changed_fields')} <> 0`)] : []),
  ];
}

function isGrouped(axis: PlannedAxis, of: LeafQuestion['of']): boolean {
  return axis.kind === 'tag' ? of === 'pairs' : axis.kind !== 'field';
}

function measureColumns({ measures }: SummaryPlan, stretches: readonly ZoneStretch[], source: VersionSource): Sql[] {
  const conditions = measures.flatMap(({ where }, index) => {
    if (!where || isMany(where.axis)) return [];
    const met = isOneOf(where.axis, axisSql(where.axis, stretches, source.column), [where.value]);
    return [sql`COUNT(IF(${met}, 1, NULL)) AS ${plain(`c${index}`)}`];
  });
  const createdAt = source.column('created_at');
  const extremes = wantsExtremes({ measures })
    ? [plain(`MIN(${createdAt}) AS first`), plain(`MAX(${createdAt}) AS last`)]
    : [];
  return [plain('COUNT(*) AS n'), ...conditions, ...extremes];
}

export function wantsExtremes({ measures }: Pick<SummaryPlan, 'measures'>): boolean {
  return measures.some(({ kind }) => kind === 'first' || kind === 'last');
}
