import { expect, test } from 'vitest';
import { isTimeZone, momentOfClock, stretchesOfYears, zoneStretches } from '../../shared/time-zone.ts';

const second = (iso: string) => Date.parse(iso) / 1000;

test('a zone without changes is one stretch', () => {
  const found = zoneStretches('Asia/Kathmandu', second('2020-01-01T00:00:00Z'), second('2025-01-01T00:00:00Z'));
  expect(found).toEqual([{ until: Number.POSITIVE_INFINITY, offset: 20_700 }]);
});

test('summer time begins and ends at its second', () => {
  // Directive 2000/84/EC: the last Sundays of March and October, 01:00 UTC.
  expect(zoneStretches('Europe/Paris', second('2025-01-01T00:00:00Z'), second('2025-12-31T00:00:00Z'))).toEqual([
    { until: second('2025-03-30T01:00:00Z'), offset: 3600 },
    { until: second('2025-10-26T01:00:00Z'), offset: 7200 },
    { until: Number.POSITIVE_INFINITY, offset: 3600 },
  ]);
});

test('half-hour changes and quarter-hour zones are exact', () => {
  expect(zoneStretches('Australia/Lord_Howe', second('2025-04-01T00:00:00Z'), second('2025-04-30T00:00:00Z'))).toEqual([
    { until: second('2025-04-05T15:00:00Z'), offset: 39_600 },
    { until: Number.POSITIVE_INFINITY, offset: 37_800 },
  ]);
});

test('both ends in one second are enough', () => {
  const at = second('2025-07-01T00:00:00Z');
  expect(zoneStretches('America/New_York', at, at)).toEqual([{ until: Number.POSITIVE_INFINITY, offset: -14_400 }]);
});

test('names of zones are known, offsets and nonsense are not', () => {
  expect(['UTC', 'Asia/Tokyo', 'Pacific/Chatham'].every(isTimeZone)).toBe(true);
  expect(['+09:00', 'Mars/Olympus', '', "UTC' OR 1"].some(isTimeZone)).toBe(false);
});

test.each([
  ['Asia/Tokyo', '2026-11-30T09:00:00Z', '2026-11-30T00:00:00Z'],
  ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['America/New_York', '2025-03-09T01:59:59Z', '2025-03-09T06:59:59Z'],
  ['America/New_York', '2025-03-09T03:00:00Z', '2025-03-09T07:00:00Z'],
  // 01:30 came twice that night: first in summer time.
  ['America/New_York', '2025-11-02T01:30:00Z', '2025-11-02T05:30:00Z'],
  ['America/New_York', '2025-11-02T02:00:00Z', '2025-11-02T07:00:00Z'],
  ['Pacific/Auckland', '2025-01-01T00:00:00Z', '2024-12-31T11:00:00Z'],
])('in %s the clock shows %s at %s', (zone, shown, moment) => {
  expect(momentOfClock(zone, second(shown))).toEqual({ second: second(moment) });
});

test.each([
  ['America/New_York', '2025-03-09T02:30:00Z'],
  ['Europe/Paris', '2025-03-30T02:00:00Z'],
  // Samoa left out a whole day.
  ['Pacific/Apia', '2011-12-30T12:00:00Z'],
])('in %s the clock never showed %s', (zone, shown) => {
  expect(momentOfClock(zone, second(shown))).toBe('gap');
});

test('stretches of some years are those of the whole time, within these years', () => {
  const offsetIn = (stretches: ReturnType<typeof stretchesOfYears>, moment: number) =>
    stretches.find(({ until }) => moment < until)?.offset;
  for (const zone of ['Europe/Paris', 'America/St_Johns', 'Asia/Tokyo', 'Africa/Monrovia']) {
    const years = [1971, 1972, 1999, 2024, 2026];
    const whole = zoneStretches(zone, second('1970-01-01T00:00:00Z'), second('2028-01-01T00:00:00Z'));
    const some = stretchesOfYears(zone, years);
    for (const year of years)
      for (let day = 0; day < 365; day += 0.25) {
        const moment = second(`${year}-01-01T00:00:00Z`) + day * 86_400;
        expect(offsetIn(some, moment), `${zone} ${year} ${day}`).toBe(offsetIn(whole, moment));
      }
  }
  expect(stretchesOfYears('Europe/Paris', [2025, 9999]).length).toBeLessThan(10);
  expect(stretchesOfYears('Europe/Paris', [])).toEqual([]);
});
