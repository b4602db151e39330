import { databaseTime } from '../instant.ts';
import type { ZoneStretch } from '../time-zone.ts';
import type { TimeUnit } from './request.ts';

/**
 * SQL for a UTC time column as the zone's wall clock shows it. A binary tree of comparisons: a zone has some sixty
 * changes in thirty years, and the expression runs once a row.
 */
export function localTimeSql(column: string, stretches: readonly ZoneStretch[]): string {
  const only = stretches.length === 1 ? stretches[0] : undefined;
  if (only?.offset === 0) return column;
  return `(${column} + INTERVAL ${offsetSql(column, stretches)} SECOND)`;
}

function offsetSql(column: string, stretches: readonly ZoneStretch[]): string {
  const [first] = stretches;
  if (stretches.length === 1 && first) return String(first.offset);
  const middle = Math.ceil(stretches.length / 2);
  const boundary = databaseTime({ seconds: stretches[middle - 1]?.until ?? 0, microseconds: 0 });
  const [early, late] = [stretches.slice(0, middle), stretches.slice(middle)];
  return `IF(${column} < '${boundary}', ${offsetSql(column, early)}, ${offsetSql(column, late)})`;
}

/** SQL for the bucket a local time falls into; its texts are those of the wire (weekday: 1, Monday, to 7). */
export function bucketSql(local: string, unit: TimeUnit): string {
  switch (unit) {
    case 'year':
      return `DATE_FORMAT(${local}, '%Y')`;
    case 'quarter':
      return `CONCAT(DATE_FORMAT(${local}, '%Y'), '-Q', QUARTER(${local}))`;
    case 'month':
      return `DATE_FORMAT(${local}, '%Y-%m')`;
    case 'week':
      // %x and %v are the ISO 8601 year and week (Monday first, week 1 has the first Thursday).
      return `DATE_FORMAT(${local}, '%x-W%v')`;
    case 'day':
      return `DATE_FORMAT(${local}, '%Y-%m-%d')`;
    case 'hour':
      return `DATE_FORMAT(${local}, '%Y-%m-%dT%H')`;
    case 'weekday':
      return `WEEKDAY(${local}) + 1`;
  }
}
