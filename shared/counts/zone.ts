import type { Connection } from '../database/database.ts';
import { parseIso } from '../instant.ts';
import { type ZoneStretch, zoneStretches } from '../time-zone.ts';
import type { CountsPlan } from './plan.ts';
import type { PlannedAxis } from './planned-axis.ts';
import type { Selection } from './selection.ts';

export const UTC: readonly ZoneStretch[] = [{ until: Number.POSITIVE_INFINITY, offset: 0 }];

/** The stretches of the request's zone within the times of the ledger; UTC's when the request has no local time. */
export async function stretchesOf(
  connection: Pick<Connection, 'query'>,
  plan: CountsPlan,
): Promise<readonly ZoneStretch[]> {
  const { selection } = plan;
  if (selection.timeZone === 'UTC' || !usedAxes(plan).some((axis) => axis.kind === 'time')) return UTC;
  const range = await rangeOf(connection, selection);
  return range ? zoneStretches(selection.timeZone, range.first, range.last) : UTC;
}

function usedAxes(plan: CountsPlan): PlannedAxis[] {
  const filtered = plan.selection.filters.map(({ axis }) => axis);
  if (plan.mode === 'details') return filtered;
  const conditions = plan.measures.flatMap(({ where }) => (where ? [where.axis] : []));
  return [...filtered, ...plan.rows, ...plan.columns, ...conditions];
}

/** First and last second that can be selected, from the index alone. */
async function rangeOf(
  connection: Pick<Connection, 'query'>,
  { ledger, from, to }: Selection,
): Promise<{ first: number; last: number } | undefined> {
  const [row] = await connection.query<{ first: string | null; last: string | null }>(
    `SELECT MIN(created_at) AS first, MAX(created_at) AS last FROM ${ledger.name}`,
  );
  if (!row?.first || !row.last) return undefined;
  const first = from && from > row.first ? from : row.first;
  const last = to && to < row.last ? to : row.last;
  return { first: secondOf(first), last: Math.max(secondOf(first), secondOf(last)) };
}

function secondOf(stored: string): number {
  return parseIso(stored)?.clock ?? 0;
}
