import { type Axis, isMany } from './axes.ts';
import { type AxisValue, type PlanFaults, readAxisValue } from './axis-value.ts';
import { axisIdentity, type PlannedAxis, planAxis } from './planned-axis.ts';
import { notAllowed } from './refused.ts';
import type { CountsRequest, Measure, ValueRequest } from './request.ts';

/** Stands for what is private. It is no text, so no real value can be it. */
export const MASKED = Symbol('masked');
/** A part of a row's or column's key. */
export type KeyValue = AxisValue | typeof MASKED;

export interface PlannedMeasure {
  readonly kind: 'count' | 'entities' | 'actors' | 'first' | 'last';
  /** Counts only what has this value; compares with masked values, so that what is private never has it. */
  readonly where: { readonly axis: PlannedAxis; readonly value: AxisValue } | undefined;
  readonly asked: Measure;
}

export type PlannedSort =
  | { readonly by: 'key'; readonly axis: number; readonly descending: boolean }
  | {
      readonly by: 'measure';
      readonly measure: number;
      /** null: over all columns. */
      readonly column: readonly KeyValue[] | null;
      readonly descending: boolean;
    };

/** What a summary does with the versions that are selected. */
export interface Grouping {
  readonly rows: readonly PlannedAxis[];
  readonly columns: readonly PlannedAxis[];
  readonly measures: readonly PlannedMeasure[];
  readonly subtotals: boolean;
  /** Column keys that come first, in this order, as far as they are there. */
  readonly columnOrder: readonly (readonly AxisValue[])[];
  readonly sort: readonly PlannedSort[];
}

export function planGrouping(
  request: CountsRequest,
  axes: readonly Axis[],
  { masked }: { masked: boolean },
  faults: PlanFaults,
): Grouping {
  if (!request.rows)
    faults.structure.push(notAllowed('rows', 'A summary needs one to four row axes; name them in rows.'));
  const rows = (request.rows ?? []).map((axis, index) => planAxis(axes, axis, `rows.${index}`, faults.structure));
  const columns = (request.columns ?? []).map((axis, index) =>
    planAxis(axes, axis, `columns.${index}`, faults.structure),
  );
  const all = [...rows, ...columns];
  const identities = all.map(axisIdentity);
  const twice = identities.find((identity, index) => identities.indexOf(identity) !== index);
  if (twice)
    faults.structure.push(
      notAllowed('rows', `${twice} is asked for twice; name each axis once, in rows or in columns.`),
    );
  // Of axes that can have several values a condition may use only those that the request counts by.
  const usable = axes.filter((axis) => !isMany(axis) || all.some(({ name }) => name === axis.name));
  const measures = (request.measures ?? ['count']).map((measure, index) =>
    planMeasure(measure, usable, `measures.${index}`, faults),
  );
  return {
    rows,
    columns,
    measures,
    subtotals: request.subtotals ?? false,
    columnOrder: planColumnOrder(request.column_order ?? [], columns, { masked }, faults),
    sort: (request.sort ?? []).map((sort, index) =>
      planSort(sort, { rows, columns, measures }, `sort.${index}`, faults),
    ),
  };
}

function planMeasure(asked: Measure, axes: readonly Axis[], field: string, faults: PlanFaults): PlannedMeasure {
  if (typeof asked === 'string') return { kind: asked, where: undefined, asked };
  const axis = planAxis(axes, asked.where, `${field}.where`, faults.structure);
  const value = readAxisValue(axis, asked.where.equals, `${field}.where.equals`, faults);
  return { kind: 'count', where: { axis, value }, asked };
}

/** On a guarded axis it is refused to whoever sees masked values (`guarded.ts`), so its values are not even read then. */
function planColumnOrder(
  asked: readonly ValueRequest[][],
  columns: readonly PlannedAxis[],
  { masked }: { masked: boolean },
  faults: PlanFaults,
): AxisValue[][] {
  if (masked && columns.some((axis) => axis.guarded)) return [];
  return asked.map((key, place) => {
    const field = `column_order.${place}`;
    checkLength(key, columns, field, faults);
    return key.map((value, index) => {
      const axis = columns[index];
      return axis ? readAxisValue(axis, value, `${field}.${index}`, faults) : null;
    });
  });
}

function planSort(
  asked: NonNullable<CountsRequest['sort']>[number],
  { rows, columns, measures }: Pick<Grouping, 'rows' | 'columns' | 'measures'>,
  field: string,
  faults: PlanFaults,
): PlannedSort {
  const count = asked.by === 'key' ? rows.length : measures.length;
  const descending = asked.dir === 'desc';
  if (asked.index >= count)
    faults.structure.push(notAllowed(`${field}.index`, `There is no ${asked.by} ${asked.index}; they count from 0.`));
  if (asked.by === 'key') {
    if (asked.column) faults.structure.push(notAllowed(`${field}.column`, 'Only a measure is sorted by in a column.'));
    return { by: 'key', axis: asked.index, descending };
  }
  const column = asked.column ?? null;
  if (column) checkLength(column, columns, `${field}.column`, faults);
  return {
    by: 'measure',
    measure: asked.index,
    column: column && columnKey(column, columns, field, faults),
    descending,
  };
}

/** The column of what is private is there to be seen, so it may be sorted by. */
function columnKey(
  key: readonly ValueRequest[],
  columns: readonly PlannedAxis[],
  field: string,
  faults: PlanFaults,
): KeyValue[] {
  return key.map((value, index) => {
    if (value !== null && typeof value === 'object') return MASKED;
    const axis = columns[index];
    return axis ? readAxisValue(axis, value, `${field}.column.${index}`, faults) : null;
  });
}

function checkLength(key: readonly unknown[], columns: readonly PlannedAxis[], field: string, faults: PlanFaults) {
  if (key.length !== columns.length)
    faults.structure.push(notAllowed(field, `A column key has a value for each of the ${columns.length} column axes.`));
}
