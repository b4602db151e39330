import { json, type Operation } from './operation.ts';

export const COUNT_EXAMPLE = {
  ledger: 'posts',
  rows: [{ axis: 'created_at', unit: 'month' }],
  columns: [{ axis: 'event_type' }],
  measures: ['count'],
  subtotals: true,
  time_zone: 'Asia/Tokyo',
  from: '2025-01-01T00:00:00Z',
  to: '2026-01-01T00:00:00Z',
};

export const countOperations: readonly Operation[] = [
  {
    id: 'count',
    method: 'post',
    path: '/api/counts',
    tag: 'counts',
    summary: 'Count a ledger, or list what is counted (mode details)',
    access: 'session',
    body: json('CountsRequest', COUNT_EXAMPLE),
    answers: { 200: { description: 'The answer, from one consistent snapshot.', content: json('CountsAnswer') } },
    problems: {
      400: 'The body is not JSON.',
      403: 'The caller may not count by this.',
      413: 'The body is too large.',
      422: 'The request names something there is not, or its answer would be too large: export it instead.',
      429: 'Too many counts of the caller run or wait.',
      504: 'It took longer than an interactive count may take.',
    },
  },
];
