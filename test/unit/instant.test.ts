import { expect, test } from 'vitest';
import { databaseTime, parseIso } from '../../shared/instant.ts';

test.each([
  ['2011-08-08T19:40:24-07:00', '2011-08-09 02:40:24.000000'],
  ['2024-05-01T00:00:00.123456Z', '2024-05-01 00:00:00.123456'],
  ['2024-05-01T00:00:00.1234567+0900', '2024-04-30 15:00:00.123456'],
  ['2024-02-29 23:59', '2024-02-29 23:59:00.000000'],
  ['1969-12-31T23:59:59Z', '1969-12-31 23:59:59.000000'],
])('%s is %s', (text, stored) => {
  const local = parseIso(text);
  if (!local) throw new Error('not read');
  expect(databaseTime({ seconds: local.clock - (local.offset ?? 0), microseconds: local.microseconds })).toBe(stored);
});

test.each(['2023-02-29', '2023-13-01', '2023-01-01T24:00:00', '01/02/2023', '2023-01-01T00:00:00+19:00', '', '2023'])(
  '%s is no time',
  (text) => expect(parseIso(text)).toBeUndefined(),
);

test('a text without a zone says so', () => {
  expect(parseIso('2024-05-01')?.offset).toBeNull();
});

test('years that a DATETIME cannot hold are refused', () => {
  expect(databaseTime({ seconds: Date.UTC(10_000, 0, 1) / 1000, microseconds: 0 })).toBeUndefined();
});
