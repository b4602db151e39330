import { expect, test } from 'vitest';
import { ledgerView } from '../../../functions/api/ledger-view.ts';
import { planCounts } from '../../../shared/counts/plan.ts';
import { CountsRefused } from '../../../shared/counts/refused.ts';
import { countsRequestSchema } from '../../../shared/counts/request.ts';
import { LEDGERS } from '../../../shared/ledgers/catalogue.ts';
import { countOfHash, hashOfCount } from '../../../web/src/counts/count-hash.ts';
import { type CountRequest, choiceOf, firstRequest, NO_TAGS } from '../../../web/src/counts/count-request.ts';
import { detailsFields } from '../../../web/src/counts/details-fields.ts';
import type { Ledger } from '../../../web/src/counts/ledgers.ts';
import { mayFilterBy, requestBody, requestForMode } from '../../../web/src/counts/request-body.ts';

const ledgers = [...LEDGERS.values()].map(ledgerView) as unknown as Ledger[];
const posts = ledgers.find(({ name }) => name === 'posts') as Ledger;
const plain = firstRequest(posts, 'UTC');

const FULL: CountRequest = {
  ledger: 'posts',
  mode: 'summary',
  rows: [{ axis: 'tag' }, { axis: 'created_at', unit: 'month' }],
  columns: [{ axis: 'event_type' }, { axis: 'title' }],
  measures: [
    'count',
    'last',
    { where: { axis: 'created_at', unit: 'weekday' }, equals: 7 },
    { where: { axis: 'title' }, equals: null },
  ],
  subtotals: true,
  column_order: [
    ['update', '名 & b'],
    ['create', null],
  ],
  sort: { by: 'measure', index: 2, column: ['create', { masked: true }], dir: 'desc' },
  fields: [],
  population: 'state',
  at: '2025-06-30T23:59',
  from: '2025-01-01',
  to: '2025-12-31',
  filters: [
    { axis: 'event_type', in: ['create', 'restore'] },
    { axis: 'title', in: ['a & b = #:["]', null, '名'] },
    { axis: 'created_at', unit: 'year', in: ['2025'] },
  ],
  tag_search: { all: ['1', '2'], any: ['9007199254740993'], none: ['3'] },
  population_count: true,
  time_zone: 'America/Argentina/Buenos_Aires',
};

const parametersOf = (hash: string) => new URLSearchParams(hash.slice(hash.indexOf('?') + 1));
const planned = (request: CountRequest, role: 'admin' | 'viewer') =>
  planCounts(
    countsRequestSchema.parse(requestBody(request)),
    { role },
    { timeZone: 'UTC', asOf: '2026-01-01T00:00:00Z' },
  );
const statusOf = (request: CountRequest, role: 'admin' | 'viewer') => {
  try {
    planned(request, role);
    return 200;
  } catch (error) {
    if (error instanceof CountsRefused) return error.status;
    throw error;
  }
};

test.each([
  FULL,
  plain,
  { ...plain, mode: 'details' as const, fields: ['title', 'post_id'] },
  { ...FULL, columns: [], sort: { by: 'key' as const, index: 1, column: null, dir: 'asc' as const } },
])('a count comes back from the address as it was, and the server takes it (%#)', (request) => {
  const { hash } = new URL(hashOfCount(request), 'https://tallyport.example/');
  expect(hash).toBe(hashOfCount(request));
  expect(countOfHash(parametersOf(hash), 'Asia/Tokyo')).toEqual(request);
  expect(statusOf(request, 'admin')).toBe(200);
});

test.each(ledgers)(
  'the columns of details that are offered are those that come when none are picked: $name',
  (ledger) => {
    const request = { ...firstRequest(ledger, 'UTC'), mode: 'details' as const };
    const { fields } = planned(request, 'viewer') as unknown as { fields: string[] };
    expect(detailsFields(ledger)).toEqual(fields);
  },
);

test('days are those of the zone that is picked, both included', () => {
  const { selection } = planned({ ...plain, from: '2025-01-01', to: '2025-01-31', time_zone: 'Asia/Tokyo' }, 'viewer');
  expect([selection.from, selection.to]).toEqual(['2024-12-31 15:00:00.000000', '2025-01-31 15:00:00.000000']);
});

test('an address takes the default time zone when it names none, is no count without a ledger, and bears nonsense', () => {
  expect(countOfHash(parametersOf('?ledger=posts'), 'Asia/Tokyo')?.time_zone).toBe('Asia/Tokyo');
  expect(countOfHash(parametersOf('?row=event_type'), 'UTC')).toBeNull();
  const odd = countOfHash(
    parametersOf('?ledger=posts&measure=all&measure=x:&filter=a&filter=b:{}&sort=up&from=soon&at=1&row=event_type'),
    'UTC',
  );
  expect(odd).toEqual({ ...plain, rows: [{ axis: 'event_type' }], columns: [], tag_search: NO_TAGS });
});

test.each(['summary', 'details'] as const)('in %s exactly those filters are offered that the server takes', (mode) => {
  for (const ledger of ledgers)
    for (const axis of ledger.axes)
      for (const role of ['admin', 'viewer'] as const) {
        const value =
          axis.kind === 'id' ? '1' : axis.kind === 'event' ? 'create' : axis.kind === 'time' ? '2025-01' : 'x';
        const filters = [{ ...choiceOf(axis), in: [value] }];
        const status = statusOf({ ...firstRequest(ledger, 'UTC'), mode, filters }, role);
        expect({ axis, role, offered: mayFilterBy(axis, mode, role === 'admin') }).toEqual({
          axis,
          role,
          offered: status === 200,
        });
      }
});

test('a viewer who goes back to a summary takes along nothing that would be refused there', () => {
  const request = { ...FULL, mode: 'details' as const };
  expect(statusOf({ ...request, mode: 'summary' }, 'viewer')).toBe(403);
  const kept = requestForMode(request, 'summary', posts.axes, false);
  expect(statusOf(kept, 'viewer')).toBe(200);
  expect(kept.filters.map(({ axis }) => axis)).toEqual(['event_type', 'created_at']);
  expect(requestForMode(request, 'summary', posts.axes, true)).toEqual(FULL);
});
