import type { Value } from '../database/database.ts';
import type { ZoneStretch } from '../time-zone.ts';
import type { AxisValue } from './axis-value.ts';
import { localTimeSql } from './local-time-sql.ts';
import type { PlannedAxis } from './planned-axis.ts';
import { listOf, plain, type Sql, sql } from './sql.ts';
import { bucketNumber, bucketSql, bucketText } from './time-bucket.ts';

/** SQL for the value of a version on an axis, as it is compared. Not for `changed_field`, which is many values at once. */
export function axisSql(axis: PlannedAxis, stretches: readonly ZoneStretch[], column: (name: string) => string): Sql {
  if (axis.kind === 'time') return bucketSql(localTimeSql(column('created_at'), stretches), axis.unit);
  return plain(column(axis.name));
}

/** SQL for what stands for the value when it is grouped by: a wide text is known by its digest. */
export function groupedSql(
  axis: PlannedAxis,
  stretches: readonly ZoneStretch[],
  column: (name: string) => string,
): Sql {
  const value = axisSql(axis, stretches, column);
  return axis.wide ? sql`SHA2(${value}, 256)` : value;
}

/** What a column of `groupedSql` says: the value, or the digest of a wide text. */
export function groupedValue(axis: PlannedAxis, stored: string | number | null): AxisValue {
  if (stored === null) return null;
  return axis.kind === 'time' ? bucketText(axis.unit, stored) : String(stored);
}

/** SQL for "is one of these values". */
export function isOneOf(axis: PlannedAxis, value: Sql, values: readonly AxisValue[]): Sql {
  const some = values.filter((one) => one !== null).map((one) => comparable(axis, one));
  const conditions = [
    ...(some.length > 0 ? [sql`${value} IN (${listOf(some)})`] : []),
    ...(values.includes(null) ? [sql`${value} IS NULL`] : []),
  ];
  return conditions.reduce((all, next) => sql`(${all} OR ${next})`);
}

/** As a number where the column is one: a server compares a number with a text as doubles. */
function comparable(axis: PlannedAxis, value: string): Value {
  if (axis.kind === 'id' || axis.kind === 'tag') return BigInt(value);
  return axis.kind === 'time' ? (bucketNumber(axis.unit, value) ?? null) : value;
}
