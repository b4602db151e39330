import { expect, test } from 'vitest';
import { CellFault } from '../../shared/imports/cell.ts';
import { timeReader } from '../../shared/imports/time-cell.ts';

const inUtc = timeReader('UTC');

test.each([
  ['2026-11-30T12:34:56Z', '2026-11-30 12:34:56.000000'],
  ['2026-11-28T12:34:56.5Z', '2026-11-28 12:34:56.500000'],
  ['2026-11-28 12:34:56.123456+00:00', '2026-11-28 12:34:56.123456'],
  ['2026-11-30T09:00:00+09:00', '2026-11-30 00:00:00.000000'],
  ['2024-02-29T00:00:00Z', '2024-02-29 00:00:00.000000'],
  ['2026-11-30', '2026-11-30 00:00:00.000000'],
  ['2026/11/30 12:34', '2026-11-30 12:34:00.000000'],
  ['2026/11/30 12:34:56', '2026-11-30 12:34:56.000000'],
  ['2026/11/30 12:34:56.000001', '2026-11-30 12:34:56.000001'],
  // As a spreadsheet shows it.
  ['2026/1/5 9:05', '2026-01-05 09:05:00.000000'],
  ['999999999', '2001-09-09 01:46:39.000000'],
  ['1764500000', '2025-11-30 10:53:20.000000'],
  ['1764500000123', '2025-11-30 10:53:20.123000'],
  ['999999999999', '2001-09-09 01:46:39.999000'],
])('%s is %s', (text, stored) => expect(inUtc(text)).toBe(stored));

test.each([
  ...['', '30.11.2026', '01/02/2026', '25/01/2026', '2026/11/30', '2026/02/30 12:00', '2023-02-29T00:00:00Z'],
  ...['2026-11-30T24:00:00Z', '2026-11-30T12:60:00Z', '12345678', '17645000001', '17645000001234', '0764500000'],
  ...[
    '-1764500000',
    '1764500000.5',
    '２０２６-11-30',
    'yesterday',
    '0000-00-00',
    '0999-01-01T00:00:00Z',
    ' 2026-11-30',
  ],
])('%j is no time, and never 1970', (text) => expect(inUtc(text)).toBeInstanceOf(CellFault));

test.each([
  ...['2026-02-30 10:00', '2026/02/30 12:00', '2023-02-29T00:00:00Z', '0000-00-00', '2026-13-01'],
  ...['2026-11-30T24:00:00Z', '2026-11-30T12:60:00Z', '2026-11-30T12:00:00+19:00'],
])('%j is well written, and yet there is no such time', (text) =>
  expect(inUtc(text)).toEqual(expect.objectContaining({ code: 'no_such_time' })),
);
test.each(['30.11.2026', '25/01/2026', '2026-02', 'yesterday', ''])('%j is not written as a time', (text) =>
  expect(inUtc(text)).toEqual(expect.objectContaining({ code: 'not_a_time' })),
);

test('a time without a zone is one of the import', () => {
  const inNewYork = timeReader('America/New_York');
  expect(inNewYork('2026-07-01 12:00')).toBe('2026-07-01 16:00:00.000000');
  expect(inNewYork('2026/07/01 12:00')).toBe('2026-07-01 16:00:00.000000');
  expect(inNewYork('2026-07-01T12:00:00Z')).toBe('2026-07-01 12:00:00.000000');
  expect(inNewYork('1764500000')).toBe('2025-11-30 10:53:20.000000');
});

test('the hour that a clock leaves out is a fault, the hour that it shows twice the earlier one', () => {
  const inNewYork = timeReader('America/New_York');
  expect(inNewYork('2026-03-08T02:30:00')).toEqual(expect.objectContaining({ code: 'time_gap' }));
  expect(inNewYork('2026-11-01T01:30:00')).toBe('2026-11-01 05:30:00.000000');
});
