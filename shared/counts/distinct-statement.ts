import { entityColumns } from '../ledgers/ledger.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { groupedSql } from './axis-sql.ts';
import { type Level, placesOf } from './contributions.ts';
import { axesInOrder, contributing } from './leaf-statement.ts';
import type { SummaryPlan } from './plan.ts';
import { joined, plain, type Sql, sql } from './sql.ts';
import { type Part, tagPairsOf, versionsOf } from './version-source.ts';

/**
 * Distinct entities and actors of one level, which no other level's can be added up to. Columns: `k0`, `k1`, ... the
 * level's axes in order (`changed_field` as its bit), `entities`, `actors`. All that is private is one of each, so only
 * what is public is asked for where the two are told apart.
 */
export function distinctStatement(
  plan: SummaryPlan,
  stretches: readonly ZoneStretch[],
  level: Level,
  part: Exclude<Part, 'private'>,
): Sql {
  const axes = placesOf(plan, level).map((place) => axesInOrder(plan)[place]);
  const of = axes.some((axis) => axis?.kind === 'tag') ? 'pairs' : 'versions';
  const source = (of === 'pairs' ? tagPairsOf : versionsOf)(plan.selection, stretches, part);
  const keys = axes.flatMap((axis, index) => {
    if (!axis) return [];
    const key = axis.kind === 'field' ? plain('f.bit') : groupedSql(axis, stretches, source.column);
    return [sql`${key} AS ${plain(`k${index}`)}`];
  });
  const wanted = (kind: string) => plan.measures.some((measure) => measure.kind === kind);
  const entity = entityColumns(plan.selection.ledger).map(source.column).join(', ');
  const distinct = [
    ...(wanted('entities') ? [plain(`COUNT(DISTINCT ${entity}) AS entities`)] : []),
    ...(wanted('actors') ? [plain(`COUNT(DISTINCT ${source.column('created_by')}) AS actors`)] : []),
  ];
  const byField = axes.some((axis) => axis?.kind === 'field');
  const changed = byField ? [plain(`(${source.column('changed_fields')} & f.bit) <> 0`)] : [];
  const fields = byField ? sql` JOIN (${bits(plan)}) AS f` : plain('');
  const from = source.from([...contributing(plan, source, of), ...changed], fields);
  const grouping = keys.length > 0 ? `GROUP BY ${keys.map((_, index) => `k${index}`).join(', ')}` : '';
  return sql`SELECT ${joined([...keys, ...distinct], ', ')} ${from} ${plain(grouping)}`;
}

/** A row for each attribute, with its bit of `changed_fields`. */
function bits({ selection }: SummaryPlan): Sql {
  return plain(selection.ledger.attributes.map((_, bit) => `SELECT ${2 ** bit} AS bit`).join(' UNION ALL '));
}
