import type { Connection, Row } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import { parseIso } from '../instant.ts';
import { type ZoneStretch, zoneStretches } from '../time-zone.ts';
import type { Cell, CountsAnswer, ResultRow } from './answer.ts';
import { type Key, keyOrder, keyPart, keyText } from './key.ts';
import { levelStatement, rangeStatement } from './level-sql.ts';
import type { CountsPlan, PlannedAxis } from './plan.ts';
import { CountsRefused } from './refused.ts';

/** How large an answer may become before it is refused. */
export interface AnswerLimits {
  readonly rows: number;
  readonly columnKeys: number;
  readonly cells: number;
}

export const INTERACTIVE_LIMITS: AnswerLimits = { rows: 10_000, columnKeys: 1_000, cells: 200_000 };
/** An export is limited by the size of its file; this bounds the memory that one may take. */
export const EXPORT_LIMITS: AnswerLimits = { rows: 1_000_000, columnKeys: 10_000, cells: 5_000_000 };

/**
 * Answers a plan. Every statement must see the same data: give it a connection on one consistent snapshot.
 * @throws CountsRefused when the answer is beyond the limits
 */
export async function runCounts(
  connection: Pick<Connection, 'query'>,
  plan: CountsPlan,
  limits: AnswerLimits = EXPORT_LIMITS,
): Promise<CountsAnswer> {
  const stretches = await stretchesOf(connection, plan);
  const rows = new Map<string, { level: number; key: Key; cells: Map<string, Cell>; total: Cell }>();
  const columnKeys = new Map<string, Key>();
  for (const level of levelsOf(plan)) {
    for (const columns of plan.columns.length > 0 ? [plan.columns, []] : [[]]) {
      const axes = [...plan.rows.slice(0, level), ...columns];
      const statement = levelStatement(plan, axes, stretches, limits.cells + 1);
      const found = await connection.query(statement.sql, statement.values);
      if (found.length > limits.cells) throw tooLarge(`${limits.cells} cells`);
      for (const record of found) {
        const key = keyOf(record, axes);
        const rowKey = key.slice(0, level);
        const name = keyText(rowKey);
        const row = rows.get(name) ?? { level, key: rowKey, cells: new Map(), total: null };
        rows.set(name, row);
        const cell = cellOf(record, plan);
        if (columns.length === plan.columns.length) {
          const columnKey = key.slice(level);
          columnKeys.set(keyText(columnKey), columnKey);
          row.cells.set(keyText(columnKey), cell);
        }
        if (columns.length === 0) row.total = cell;
      }
    }
  }
  return assemble(plan, [...rows.values()], [...columnKeys.values()], limits);
}

async function stretchesOf(connection: Pick<Connection, 'query'>, plan: CountsPlan): Promise<ZoneStretch[]> {
  const utc = [{ until: Number.POSITIVE_INFINITY, offset: 0 }];
  if (plan.timeZone === 'UTC' || ![...plan.rows, ...plan.columns].some((axis) => axis.kind === 'time')) return utc;
  const range = rangeStatement(plan);
  const [row] = await connection.query<{ first: string | null; last: string | null }>(range.sql, range.values);
  if (!row?.first || !row.last) return utc;
  return zoneStretches(plan.timeZone, secondOf(row.first), secondOf(row.last));
}

function secondOf(stored: string): number {
  return parseIso(stored)?.clock ?? 0;
}

/** Regular rows first: when they are too many, nothing else is asked. */
function levelsOf(plan: CountsPlan): number[] {
  const deepest = plan.rows.length;
  return plan.subtotals ? Array.from({ length: deepest + 1 }, (_, index) => deepest - index) : [deepest];
}

function keyOf(record: Row, axes: readonly PlannedAxis[]): Key {
  return axes.map((axis, index) => keyPart(axis, record[`k${index}`] ?? null));
}

function cellOf(record: Row, plan: CountsPlan): Cell {
  return plan.measures.map((measure, index) => {
    const value = record[`m${index}`] ?? null;
    return measure === 'first' || measure === 'last' ? wireTime(value as string | null) : Number(value);
  });
}

function assemble(
  plan: CountsPlan,
  rows: { level: number; key: Key; cells: Map<string, Cell>; total: Cell }[],
  columnKeys: Key[],
  limits: AnswerLimits,
): CountsAnswer {
  const regular = rows.filter((row) => row.level === plan.rows.length).length;
  if (regular > limits.rows) throw tooLarge(`${limits.rows} rows`);
  if (columnKeys.length > limits.columnKeys) throw tooLarge(`${limits.columnKeys} columns`);
  if (rows.length * columnKeys.length > limits.cells) throw tooLarge(`${limits.cells} cells`);
  const order = keyOrder(plan.rows);
  // Without column axes there is one unnamed column, also when nothing contributes.
  const columns = plan.columns.length === 0 ? [[]] : columnKeys.sort(keyOrder(plan.columns));
  const names = columns.map(keyText);
  const resultRows: ResultRow[] = rows
    .sort((a, b) => order(a.key, b.key))
    .map(({ level, key, cells, total }) => ({
      level,
      key,
      cells: names.map((name) => cells.get(name) ?? null),
      total,
    }));
  return {
    mode: 'summary',
    as_of: plan.asOf,
    time_zone: plan.timeZone,
    measures: plan.measures,
    column_keys: columns,
    result_rows: resultRows,
    output_count: regular,
    visible_output_count: regular,
    population_count: null,
    population_count_computed: false,
    logical_count_unit: 'regular_result_rows',
    column_values_editable: !plan.columns.some((axis) => axis.guarded),
  };
}

function tooLarge(limit: string): CountsRefused {
  const advice = 'Choose fewer or coarser axes or a shorter period, or export the count instead.';
  return new CountsRefused(422, 'answer-too-large', `The answer has more than ${limit}. ${advice}`);
}
