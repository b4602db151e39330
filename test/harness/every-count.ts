import { type Axis, axesOf, isMany } from '../../shared/counts/axes.ts';
import type { CountsRequestInput, TimeUnit } from '../../shared/counts/request.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import type { Ledger } from '../../shared/ledgers/ledger.ts';
import { SECRET_TEXT } from './leaks.ts';
import { FORBIDDEN_TAG } from './secret-history.ts';

const UNITS: readonly TimeUnit[] = ['month', 'hour', 'year', 'week', 'quarter', 'day', 'weekday'];
const ALL_MEASURES = ['count', 'entities', 'actors', 'first', 'last'] as const;

/** Summaries that a viewer may ask of every ledger: each axis as a row and as a column, of both populations. */
export function everySummary(): CountsRequestInput[] {
  return [...LEDGERS.values()].flatMap((ledger) => {
    const axes = axesOf(ledger);
    return axes.flatMap((axis, place) =>
      (['events', 'state'] as const).flatMap((population, second) => {
        const turn = place * 2 + second;
        const beside = axes[(place + 1 + (turn % (axes.length - 1))) % axes.length] as Axis;
        return [
          { ...summary(ledger, [axis, beside], [], turn), population },
          { ...summary(ledger, [beside], [axis], turn + 1), population },
        ];
      }),
    );
  });
}

/** @param turn which of the other things that a request may have it has */
function summary(ledger: Ledger, rows: readonly Axis[], columns: readonly Axis[], turn: number): CountsRequestInput {
  const asked = [...rows, ...columns];
  const guarded = asked.find((axis) => axis.guarded) ?? (axesOf(ledger).find((axis) => axis.guarded) as Axis);
  const usable = axesOf(ledger).filter((axis) => !isMany(axis) || asked.includes(axis));
  const conditional = [guarded, usable[turn % usable.length] as Axis].map((axis) => ({
    count: true as const,
    where: { axis: axis.name, equals: guessOf(axis) },
  }));
  // Extremes are counted in a way of their own, so every other request goes without.
  const measures = turn % 2 === 0 ? ['count', 'entities', 'actors'] : ALL_MEASURES;
  const named = (axis: Axis) => (axis.kind === 'time' ? null : guessOf(axis));
  const column = columns.map((axis) => (turn % 2 === 0 ? named(axis) : { masked: true as const }));
  const sorts = [
    { by: 'measure' as const, index: 0, dir: 'desc' as const },
    { by: 'measure' as const, index: 1, dir: 'asc' as const, ...(columns.length > 0 ? { column } : {}) },
    { by: 'key' as const, index: 0, dir: 'desc' as const },
  ];
  const unit = (axis: Axis) => ({
    axis: axis.name,
    ...(axis.kind === 'time' ? { unit: UNITS[turn % UNITS.length] ?? 'day' } : {}),
  });
  return {
    ledger: ledger.name,
    rows: rows.map(unit),
    columns: columns.map(unit),
    measures: [...(measures as typeof ALL_MEASURES), ...conditional],
    subtotals: turn % 2 === 0,
    sort: sorts.slice(turn % 3, (turn % 3) + 1),
    ...(columns.length > 0 && !columns.some((axis) => axis.guarded) ? { column_order: [columns.map(named)] } : {}),
    time_zone: turn % 2 === 0 ? 'UTC' : 'Asia/Tokyo',
    ...(turn % 5 === 0 ? { from: '2025-01-01T00:00:00Z', to: '2025-08-01T00:00:00Z' } : {}),
    population_count: turn % 2 === 0,
  };
}

/** What a private version holds on an axis. */
export function guessOf({ kind, values = [] }: Pick<Axis, 'kind' | 'values'>): string | number {
  if (kind === 'id' || kind === 'tag') return FORBIDDEN_TAG;
  if (kind === 'time') return '2025-02-01';
  return values[0] ?? `${SECRET_TEXT}-actor`;
}
