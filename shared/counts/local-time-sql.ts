import { databaseTime } from '../instant.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { plain, type Sql } from './sql.ts';

/**
 * SQL for a UTC time column as the zone's wall clock shows it. A binary tree of comparisons: a zone has some sixty
 * changes in thirty years, and the expression runs once a row.
 */
export function localTimeSql(column: string, stretches: readonly ZoneStretch[]): Sql {
  const only = stretches.length === 1 ? stretches[0] : undefined;
  if (only?.offset === 0) return plain(column);
  return plain(`(${column} + INTERVAL ${offsetSql(column, stretches)} SECOND)`);
}

function offsetSql(column: string, stretches: readonly ZoneStretch[]): string {
  const [first] = stretches;
  if (stretches.length === 1 && first) return String(first.offset);
  const middle = Math.ceil(stretches.length / 2);
  const boundary = databaseTime({ seconds: stretches[middle - 1]?.until ?? 0, microseconds: 0 });
  const [early, late] = [stretches.slice(0, middle), stretches.slice(middle)];
  return `IF(${column} < '${boundary}', ${offsetSql(column, early)}, ${offsetSql(column, late)})`;
}
