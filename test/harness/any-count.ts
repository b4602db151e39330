import fc from 'fast-check';
import { axesOf } from '../../shared/counts/axes.ts';
import { type CountsRequestInput, TIME_UNITS } from '../../shared/counts/request.ts';
import type { Ledger } from '../../shared/ledgers/ledger.ts';
import { IDS, MOMENTS, TEXTS } from './any-world.ts';
import { isOpen } from './brute-count.ts';
import type { CountsRole } from './counts.ts';

const ZONES = [
  ...['UTC', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham'],
  'Europe/Paris',
];

const WIRE_MOMENTS = MOMENTS.map((at) => `${at.replace(' ', 'T')}Z`);

type Axis = { axis: string; unit?: (typeof TIME_UNITS)[number] };
type AnyValue = string | null;

const BUCKETS: Readonly<Record<(typeof TIME_UNITS)[number], readonly string[]>> = {
  year: ['2024', '2025'],
  quarter: ['2024-Q4', '2025-Q1', '2025-Q2'],
  month: ['2025-01', '2025-03', '2025-04', '2024-12'],
  week: ['2025-W01', '2025-W13', '2025-W14'],
  day: ['2024-12-31', '2025-01-01', '2025-03-30', '2025-04-06'],
  hour: ['2025-01-01T00', '2025-01-01T09', '2025-04-06T01'],
  weekday: ['1', '3', '7'],
};

function valuesOn(ledger: Ledger, { axis, unit = 'day' }: Axis): readonly string[] {
  const found = axesOf(ledger).find(({ name }) => name === axis);
  switch (found?.kind) {
    case 'time':
      return BUCKETS[unit];
    case 'event':
    case 'field':
      return found.values ?? [];
    case 'id':
    case 'tag':
      return IDS;
    default:
      return axis === 'created_by' ? ['mika', 'sora', 'MIKA'] : axis === 'language_code' ? ['ja', 'JA'] : TEXTS;
  }
}

const anyAxis = (ledger: Ledger): fc.Arbitrary<Axis> => {
  const names = axesOf(ledger).map(({ name }) => name);
  const many = names.filter((name) => name === 'tag' || name === 'changed_field');
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...TIME_UNITS).map((unit) => ({ axis: 'created_at', unit })) },
    { weight: 2, arbitrary: fc.constantFrom(...many).map((axis) => ({ axis })) },
    { weight: 4, arbitrary: fc.constantFrom(...names.slice(1)).map((axis) => ({ axis })) },
  );
};

const anyValue = (ledger: Ledger, axis: Axis): fc.Arbitrary<AnyValue> =>
  fc.constantFrom(...valuesOn(ledger, axis), ...valuesOn(ledger, axis), null);

/** A request for a summary that this role may make. */
export function anySummary(ledger: Ledger, role: CountsRole): fc.Arbitrary<CountsRequestInput> {
  const axes = fc.uniqueArray(anyAxis(ledger), {
    minLength: 1,
    maxLength: 6,
    selector: ({ axis, unit }) => `${axis} ${unit}`,
  });
  return fc.tuple(axes, fc.nat(2)).chain(([all, wanted]) => {
    const split = Math.min(4, Math.max(1, all.length - wanted));
    const [rows, columns] = [all.slice(0, split), all.slice(split, split + 2)];
    const editable = role === 'admin' || columns.every(isOpen);
    const columnKey = fc.tuple(...columns.map((axis) => anyValue(ledger, axis)));
    return fc.record(
      {
        ledger: fc.constant(ledger.name),
        rows: fc.constant(rows),
        columns: fc.constant(columns),
        measures: fc.array(anyMeasure(ledger, [...rows, ...columns]), { minLength: 1, maxLength: 3 }),
        subtotals: fc.boolean(),
        ...anySelection(ledger, role === 'admin'),
        ...(columns.length > 0 && editable ? { column_order: fc.array(columnKey, { maxLength: 3 }) } : {}),
        sort: fc.array(
          fc.oneof(
            fc.record({ by: fc.constant('key' as const), index: fc.nat(rows.length - 1), dir: DIRECTION }),
            fc.record({
              by: fc.constant('measure' as const),
              index: fc.constant(0),
              dir: DIRECTION,
              column: columns.length > 0 ? fc.option(columnKey) : fc.constant(null),
            }),
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['ledger', 'rows', 'columns'] },
    );
  });
}

const DIRECTION = fc.constantFrom('asc' as const, 'desc' as const);

function anyMeasure(ledger: Ledger, used: readonly Axis[]) {
  const where = anyAxis(ledger)
    .filter(({ axis }) => !/^(tag|changed_field)$/.test(axis) || used.some((one) => one.axis === axis))
    .chain((axis) => anyValue(ledger, axis).map((equals) => ({ ...axis, equals })));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('count', 'entities', 'actors', 'first', 'last') },
    { weight: 2, arbitrary: where.map((one) => ({ count: true as const, where: one })) },
  );
}

/** @param guarded may it select by what private versions hold? */
function anySelection(ledger: Ledger, guarded: boolean) {
  const filter = anyAxis(ledger)
    .filter((axis) => !/^(tag|changed_field)$/.test(axis.axis) && (guarded || isOpen(axis)))
    .chain((axis) =>
      fc.array(anyValue(ledger, axis), { minLength: 2, maxLength: 5 }).map((values) => ({ ...axis, in: values })),
    );
  const ids = fc.subarray(IDS, { maxLength: 2 });
  const search = fc.record({ all: ids, any: ids, none: ids }, { requiredKeys: [] });
  return {
    population: fc.constantFrom('events' as const, 'state' as const),
    at: fc.constantFrom(...WIRE_MOMENTS),
    from: fc.constantFrom(...WIRE_MOMENTS.slice(0, 3)),
    to: fc.constantFrom(...WIRE_MOMENTS.slice(3)),
    time_zone: fc.constantFrom(...ZONES),
    // Few: most combinations select nothing of a small history.
    filters: fc.oneof(fc.array(filter, { maxLength: 2 }), fc.array(filter, { maxLength: 0 })),
    population_count: fc.boolean(),
    ...(guarded && ledger.name === 'posts' ? { tag_search: search } : {}),
  };
}

/** A request for details. */
export function anyDetails(ledger: Ledger): fc.Arbitrary<CountsRequestInput> {
  return fc.record(
    {
      ledger: fc.constant(ledger.name),
      mode: fc.constant('details' as const),
      limit: fc.integer({ min: 1, max: 5 }),
      ...anySelection(ledger, true),
    },
    { requiredKeys: ['ledger', 'mode'] },
  );
}

/** Only a state has a time. */
export function consistent(request: CountsRequestInput): CountsRequestInput {
  const { at, ...rest } = request;
  return request.population === 'state' ? request : rest;
}
