import { expect, test } from 'vitest';
import { instantOf, nextDay, today } from '../../../web/src/counts/local-instant.ts';
import { PERIODS, periodName, periodOf } from '../../../web/src/counts/periods.ts';

test.each([
  ['2025-01-01', 'UTC', '2025-01-01T00:00:00.000Z'],
  ['2025-01-01', 'Asia/Tokyo', '2024-12-31T15:00:00.000Z'],
  ['2025-07-01T12:30', 'America/New_York', '2025-07-01T16:30:00.000Z'],
  ['2025-01-01', 'Asia/Kathmandu', '2024-12-31T18:15:00.000Z'],
  ['1850-01-01', 'Asia/Tokyo', '1849-12-31T14:41:01.000Z'],
  // Shown twice: the earlier one. Never shown: the first moment after it.
  ['2025-11-02T01:30', 'America/New_York', '2025-11-02T05:30:00.000Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  // A day that was left out when the zone crossed the date line.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => expect(instantOf(local, zone)).toBe(instant));

test('days follow one another, and today is the day of the zone', () => {
  expect([nextDay('2024-02-28'), nextDay('2025-12-31')]).toEqual(['2024-02-29', '2026-01-01']);
  const now = Date.parse('2025-12-31T18:00:00Z');
  expect([today('UTC', now), today('Asia/Tokyo', now)]).toEqual(['2025-12-31', '2026-01-01']);
});

test('a period is found again by its name, seen from the day of the zone', () => {
  const now = Date.parse('2025-12-31T18:00:00Z');
  expect(periodOf('lastMonths', 'UTC', now)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(periodOf('lastMonths', 'Asia/Tokyo', now)).toEqual({ from: '2025-02-01', to: '2026-01-31' });
  expect(periodOf('thisMonth', 'UTC', Date.parse('2024-02-10'))).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  const april = Date.parse('2025-04-10');
  for (const name of PERIODS)
    if (name !== 'picked') expect(periodName(periodOf(name, 'UTC', april), 'UTC', april)).toBe(name);
  expect(periodName({ from: '2025-04-02', to: '' }, 'UTC', april)).toBe('picked');
});
