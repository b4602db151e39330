import type { Connection } from '../database/database.ts';
import type { CountsAnswer } from './answer.ts';
import { type AnswerLimits, checkLimits, EXPORT_LIMITS } from './answer-limits.ts';
import type { Level } from './contributions.ts';
import { populationCountStatement } from './details-statement.ts';
import { keyIdentity } from './key.ts';
import { keyOnWire, readTagNames, tagsOf } from './labels.ts';
import { orderColumns, orderRows, sortsByMeasure } from './order.ts';
import type { SummaryPlan } from './plan.ts';
import { readDistinct } from './read-distinct.ts';
import { readLeaves } from './read-leaves.ts';
import { rollUp, type Tally } from './roll-up.ts';
import { addLevel, emptyTable, type Table } from './table.ts';
import { readWideTexts, withTexts } from './wide-texts.ts';
import { stretchesOf } from './zone.ts';

/**
 * Answers a summary. Every statement must see the same data: give it a connection on one consistent snapshot.
 * @throws CountsRefused when the answer is beyond the limits
 */
export async function runCounts(
  connection: Pick<Connection, 'query'>,
  plan: SummaryPlan,
  limits: AnswerLimits = EXPORT_LIMITS,
): Promise<CountsAnswer> {
  const stretches = await stretchesOf(connection, plan);
  const grouped = await readLeaves(connection, plan, stretches, limits);
  const texts = await readWideTexts(connection, plan, grouped);
  const leaves = withTexts(plan, grouped, texts);
  const levels = levelsOf(plan).map((level) => ({ level, tallies: rollUp(plan, leaves, level) }));
  checkLimits(sizeOf(plan, levels), limits);
  const table = emptyTable();
  for (const { level, tallies } of levels)
    addLevel(table, plan, level, tallies, await readDistinct(connection, plan, stretches, level, texts));
  const population = plan.populationCount ? populationCountStatement(plan, stretches) : undefined;
  const [counted] = population ? await connection.query(population.text, population.values) : [];
  return {
    mode: 'summary',
    as_of: plan.asOf,
    time_zone: plan.selection.timeZone,
    measures: plan.measures.map(({ asked }) => asked),
    ...(await onWire(connection, plan, table)),
    population_count: counted ? Number(counted.count) : null,
    population_count_computed: counted !== undefined,
    logical_count_unit: 'regular_result_rows',
    column_values_editable: !(plan.masked && plan.columns.some((axis) => axis.guarded)),
  };
}

/** Rows are shown at these depths. */
function shownDepths(plan: SummaryPlan): ReadonlySet<number> {
  const deepest = plan.rows.length;
  return new Set(plan.subtotals ? Array.from({ length: deepest + 1 }, (_, depth) => depth) : [deepest]);
}

/** Every level that is shown or decides about the order, the regular rows first. */
function levelsOf(plan: SummaryPlan): Level[] {
  const deepest = plan.rows.length;
  const depths = Array.from({ length: deepest + 1 }, (_, index) => deepest - index);
  const needed = plan.subtotals || sortsByMeasure(plan) ? depths : [deepest];
  return needed.flatMap((rows) => [
    ...(plan.columns.length > 0 ? [{ rows, columns: true }] : []),
    { rows, columns: false },
  ]);
}

function sizeOf(plan: SummaryPlan, levels: { level: Level; tallies: ReadonlyMap<string, Tally> }[]): AnswerLimits {
  const shown = shownDepths(plan);
  const visible = levels.filter(({ level }) => shown.has(level.rows));
  const rowsOf = (depth: number) =>
    visible.find(({ level }) => level.rows === depth && !level.columns)?.tallies.size ?? 0;
  const deepest = visible.find(({ level }) => level.columns)?.tallies ?? new Map<string, Tally>();
  const columns = new Set([...deepest.values()].map(({ key }) => keyIdentity(key.slice(plan.rows.length))));
  const columnKeys = plan.columns.length > 0 ? columns.size : 1;
  const rows = [...shown].reduce((sum, depth) => sum + rowsOf(depth), 0);
  return { rows: rowsOf(plan.rows.length), columnKeys, cells: rows * columnKeys };
}

async function onWire(connection: Pick<Connection, 'query'>, plan: SummaryPlan, { rows, columnKeys }: Table) {
  const ordered = orderRows(plan, [...rows.values()], shownDepths(plan));
  // Without column axes there is one unnamed column, also when nothing contributes.
  const columns = plan.columns.length === 0 ? [[]] : orderColumns(plan, [...columnKeys.values()]);
  const identities = columns.map(keyIdentity);
  const tags = [
    ...tagsOf(
      plan.rows,
      ordered.map(({ key }) => key),
    ),
    ...tagsOf(plan.columns, columns),
  ];
  const names = await readTagNames(connection, [...new Set(tags)], plan);
  const regular = ordered.filter(({ level }) => level === plan.rows.length).length;
  return {
    column_keys: columns.map((key) => keyOnWire(plan.columns, key, names)),
    result_rows: ordered.map(({ level, key, cells, total }) => ({
      level,
      key: keyOnWire(plan.rows, key, names),
      cells: identities.map((identity) => cells.get(identity) ?? null),
      total,
    })),
    output_count: regular,
    visible_output_count: regular,
  };
}
