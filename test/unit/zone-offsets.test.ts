import { expect, test } from 'vitest';
import { isTimeZone, zoneStretches } from '../../shared/counts/zone-offsets.ts';

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
