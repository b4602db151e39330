import type { Connection, Row } from '../database/database.ts';
import type { TokenSigner } from '../signed-token/signed-token.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { type Continuation, type CursorOwner, writeCursor } from './details-cursor.ts';
import { type DetailsRow, detailsRowReader } from './details-row.ts';
import {
  detailsCountStatement,
  detailsStatement,
  outputCountStatement,
  populationCountStatement,
} from './details-statement.ts';
import type { DetailsPlan } from './plan.ts';
import type { CountsRequest } from './request.ts';
import type { Sql } from './sql.ts';
import { stretchesOf } from './zone.ts';

/** The answer to a request for details, as it goes over the wire (snake_case on purpose). */
export interface DetailsAnswer {
  readonly mode: 'details';
  readonly as_of: string;
  readonly time_zone: string;
  readonly fields: readonly string[];
  readonly rows: readonly DetailsRow[];
  /** null: this was the last page. */
  readonly next_cursor: string | null;
  /** Rows of all pages together: before permissions hide any, as far as that may be told, and after. */
  readonly output_count: number;
  readonly visible_output_count: number;
  readonly population_count: number | null;
  readonly population_count_computed: boolean;
  readonly logical_count_unit: 'detail_rows';
}

interface Asked {
  readonly request: CountsRequest;
  readonly owner: CursorOwner;
  /** From the request's cursor (`readCursor`), whose as_of is the plan's. */
  readonly before: Continuation | undefined;
}

/**
 * One page. Its counts are asked for with the first page and travel in the cursor. A version that is imported between two
 * pages is on a later page when it belongs there; none comes twice.
 * @param connection on one consistent snapshot
 */
export async function readDetailsPage(
  connection: Pick<Connection, 'query'>,
  plan: DetailsPlan,
  { request, owner, before }: Asked,
  signer: TokenSigner,
): Promise<DetailsAnswer> {
  const stretches = await stretchesOf(connection, plan);
  const counts = before ?? (await countDetails(connection, plan, stretches));
  // One more than is shown says whether there is another page; created_at and id say where it begins.
  const statement = detailsStatement(plan, stretches, {
    fields: [...new Set([...plan.fields, 'created_at', 'id'])],
    ...(before ? { after: before.after } : {}),
    limit: plan.limit + 1,
  });
  const found = await connection.query<Row>(statement.text, statement.values);
  const shown = found.slice(0, plan.limit);
  const last = found.length > plan.limit ? shown.at(-1) : undefined;
  const after = last && { createdAt: String(last.created_at), id: String(last.id) };
  return {
    mode: 'details',
    as_of: plan.asOf,
    time_zone: plan.selection.timeZone,
    fields: plan.fields,
    rows: shown.map(detailsRowReader(plan.selection.ledger, plan.fields)),
    next_cursor: after ? writeCursor(signer, request, owner, { ...counts, after, asOf: plan.asOf }) : null,
    output_count: counts.outputCount,
    visible_output_count: counts.visibleOutputCount,
    population_count: counts.populationCount,
    population_count_computed: counts.populationCount !== null,
    logical_count_unit: 'detail_rows',
  };
}

async function countDetails(
  connection: Pick<Connection, 'query'>,
  plan: DetailsPlan,
  stretches: readonly ZoneStretch[],
): Promise<Pick<Continuation, 'outputCount' | 'visibleOutputCount' | 'populationCount'>> {
  const count = async ({ text, values }: Sql) => Number((await connection.query(text, values))[0]?.count);
  const visibleOutputCount = await count(detailsCountStatement(plan, stretches));
  const output = outputCountStatement(plan, stretches);
  return {
    visibleOutputCount,
    outputCount: output ? await count(output) : visibleOutputCount,
    populationCount: plan.populationCount ? await count(populationCountStatement(plan, stretches)) : null,
  };
}
