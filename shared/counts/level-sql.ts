import type { Value } from '../database/database.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { bucketSql, localTimeSql } from './local-time-sql.ts';
import type { CountsPlan, PlannedAxis } from './plan.ts';
import type { Measure } from './request.ts';

export interface Statement {
  sql: string;
  values: Value[];
}

/** First and last moment that the request can select; one row, both null when there is nothing. */
export function rangeStatement(plan: CountsPlan): Statement {
  const { sql, values } = conditions(plan);
  return { sql: `SELECT MIN(created_at) AS first, MAX(created_at) AS last FROM ${plan.ledger.name} ${sql}`, values };
}

/**
 * One level of the answer: a row per distinct key of these axes, `k0`, `k1`, ... its parts and `m0`, `m1`, ... the
 * measures. Every level reads the same population, so distinct counts are counted anew, never summed.
 * Names in the SQL come from declarations, never from a request.
 * @param limit rows after which the server may stop
 */
export function levelStatement(
  plan: CountsPlan,
  axes: readonly PlannedAxis[],
  stretches: readonly ZoneStretch[],
  limit: number,
): Statement {
  const keys = axes.map((axis, index) => `${axisSql(axis, stretches)} AS k${index}`);
  const measures = plan.measures.map((measure, index) => `${measureSql(measure, plan)} AS m${index}`);
  const grouping =
    axes.length > 0 ? `GROUP BY ${axes.map((_, index) => `k${index}`).join(', ')}` : 'HAVING COUNT(*) > 0';
  const { sql, values } = conditions(plan);
  return {
    sql: `SELECT ${[...keys, ...measures].join(', ')} FROM ${plan.ledger.name} ${sql} ${grouping} LIMIT ${limit}`,
    values,
  };
}

function conditions(plan: CountsPlan): Statement {
  const parts = [
    ...(plan.from ? [{ sql: 'created_at >= ?', value: plan.from }] : []),
    ...(plan.to ? [{ sql: 'created_at < ?', value: plan.to }] : []),
  ];
  const sql = parts.length > 0 ? `WHERE ${parts.map((part) => part.sql).join(' AND ')}` : '';
  return { sql, values: parts.map((part) => part.value) };
}

function axisSql(axis: PlannedAxis, stretches: readonly ZoneStretch[]): string {
  switch (axis.kind) {
    case 'time':
      return bucketSql(localTimeSql('created_at', stretches), axis.unit);
    case 'event':
      // As text: an ENUM sorts and compares by its position.
      return `CAST(${axis.name} AS CHAR(8))`;
    default:
      return axis.name;
  }
}

/** Without a tag or changed-field axis each version is one contribution, so counting rows counts distinct versions. */
function measureSql(measure: Measure, plan: CountsPlan): string {
  switch (measure) {
    case 'count':
      return 'COUNT(*)';
    case 'entities':
      return `COUNT(DISTINCT ${plan.ledger.entityKey.map((column) => column.name).join(', ')})`;
    case 'actors':
      return 'COUNT(DISTINCT created_by)';
    case 'first':
      return 'MIN(created_at)';
    case 'last':
      return 'MAX(created_at)';
  }
}
