import { describe, expect, test } from 'vitest';
import { countOfHash, hashOfCount } from '../../../web/src/counts/count-hash.ts';
import type { CountRequest } from '../../../web/src/counts/count-request.ts';

const REQUESTS: CountRequest[] = [
  {
    ledger: 'posts',
    rows: [{ axis: 'tag' }, { axis: 'created_at', unit: 'month' }],
    columns: [{ axis: 'event_type' }],
    subtotals: true,
    time_zone: 'America/Argentina/Buenos_Aires',
  },
  { ledger: 'tags', rows: [{ axis: 'created_at', unit: 'hour' }], columns: [], subtotals: false, time_zone: 'UTC' },
  { ledger: 'odd & = # 名', rows: [], columns: [], subtotals: false, time_zone: 'Etc/GMT+9' },
];

describe('a count in the address of the page', () => {
  test.each(REQUESTS)('comes back as it was: $ledger', (request) => {
    const hash = new URL(hashOfCount(request), 'https://tallyport.example/').hash;
    expect(hash).toBe(hashOfCount(request));
    expect(countOfHash(new URLSearchParams(hash.split('?')[1]), 'Asia/Tokyo')).toEqual(request);
  });

  test('takes the default time zone when a link names none', () => {
    expect(countOfHash(new URLSearchParams('ledger=posts&row=event_type'), 'Asia/Tokyo')?.time_zone).toBe('Asia/Tokyo');
  });

  test('is none without a ledger', () => {
    expect(countOfHash(new URLSearchParams('row=event_type'), 'UTC')).toBeNull();
  });
});
