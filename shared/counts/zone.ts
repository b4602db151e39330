import type { Connection } from '../database/database.ts';
import { stretchesOfYears, type ZoneStretch } from '../time-zone.ts';
import type { CountsPlan } from './plan.ts';
import type { PlannedAxis } from './planned-axis.ts';
import type { Selection } from './selection.ts';

const UTC: readonly ZoneStretch[] = [{ until: Number.POSITIVE_INFINITY, offset: 0 }];

/** A history of so many years is taken to have versions in each of them. */
const DENSE_YEARS = 60;

/** A DATETIME ends with this day, so it has no local time that is later: it is counted as it is in UTC. */
const LAST_DAY = { year: 9999, second: Date.UTC(9999, 11, 31) / 1000 };

/** The stretches of the request's zone in the years of the ledger; UTC's when the request has no local time. */
export async function stretchesOf(
  connection: Pick<Connection, 'query'>,
  plan: CountsPlan,
): Promise<readonly ZoneStretch[]> {
  const { selection } = plan;
  if (selection.timeZone === 'UTC' || !usedAxes(plan).some((axis) => axis.kind === 'time')) return UTC;
  const years = await yearsOf(connection, selection);
  const stretches = stretchesOfYears(selection.timeZone, years);
  if (stretches.length === 0) return UTC;
  return years.at(-1) === LAST_DAY.year ? [...stretches.map(beforeLastDay), ...UTC] : stretches;
}

function beforeLastDay({ until, offset }: ZoneStretch): ZoneStretch {
  return { until: Math.min(until, LAST_DAY.second), offset };
}

function usedAxes(plan: CountsPlan): PlannedAxis[] {
  const filtered = plan.selection.filters.map(({ axis }) => axis);
  if (plan.mode === 'details') return filtered;
  const conditions = plan.measures.flatMap(({ where }) => (where ? [where.axis] : []));
  return [...filtered, ...plan.rows, ...plan.columns, ...conditions];
}

/** Years (UTC) in which versions can be selected, ascending, from the index on created_at alone. */
async function yearsOf(
  connection: Pick<Connection, 'query'>,
  { ledger, from, to }: Selection,
): Promise<readonly number[]> {
  const end = async (which: 'MIN' | 'MAX', since: string) => {
    const [row] = await connection.query<{ time: string | null }>(
      `SELECT ${which}(created_at) AS time FROM ${ledger.name} WHERE created_at >= ?`,
      [since],
    );
    const time = row?.time ?? undefined;
    return time === undefined || (to && time >= to && which === 'MIN') ? undefined : yearOf(time);
  };
  const start = from ?? '1000-01-01 00:00:00';
  const first = await end('MIN', start);
  const last = await end('MAX', start);
  if (first === undefined || last === undefined) return [];
  const latest = Math.min(last, to ? yearOf(to) : last);
  if (latest - first < DENSE_YEARS) return Array.from({ length: latest - first + 1 }, (_, index) => first + index);
  const years: number[] = [];
  for (
    let year: number | undefined = first;
    year !== undefined;
    year = await end('MIN', `${year + 1}-01-01 00:00:00`)
  ) {
    years.push(year);
    if (year >= latest) break;
  }
  return years;
}

function yearOf(stored: string): number {
  return Number(stored.slice(0, 4));
}
