import type { Connection, Row } from '../database/database.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { groupedValue } from './axis-sql.ts';
import { type Level, placesOf } from './contributions.ts';
import { distinctStatement } from './distinct-statement.ts';
import { keyIdentity } from './key.ts';
import { axesInOrder } from './leaf-statement.ts';
import type { SummaryPlan } from './plan.ts';
import { isSplit } from './read-leaves.ts';
import { ungrouped, type WideTexts } from './wide-texts.ts';

export interface Distinct {
  readonly entities: number;
  readonly actors: number;
}

/** Distinct entities and actors of a level among what is open, by the identity of the key; empty when nobody asks. */
export async function readDistinct(
  connection: Pick<Connection, 'query'>,
  plan: SummaryPlan,
  stretches: readonly ZoneStretch[],
  level: Level,
  texts: WideTexts,
): Promise<ReadonlyMap<string, Distinct>> {
  if (!plan.measures.some(({ kind }) => kind === 'entities' || kind === 'actors')) return new Map();
  const { text, values } = distinctStatement(plan, stretches, level, isSplit(plan) ? 'public' : 'all');
  const axes = placesOf(plan, level).map((place) => axesInOrder(plan)[place]);
  const names = plan.selection.ledger.attributes.map(({ name }) => name);
  const keyOf = (row: Row) =>
    axes.map((axis, index) => {
      const stored = row[`k${index}`] ?? null;
      if (axis?.kind === 'field') return names[Math.log2(Number(stored))] ?? null;
      return axis ? ungrouped(axis, groupedValue(axis, stored), texts) : null;
    });
  const rows = await connection.query<Row>(text, values);
  return new Map(
    rows.map((row) => [
      keyIdentity(keyOf(row)),
      { entities: Number(row.entities ?? 0), actors: Number(row.actors ?? 0) },
    ]),
  );
}
