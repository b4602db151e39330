import * as z from 'zod';
import { jsonBody, type Service } from './service.ts';
import { type TableCell, textTable } from './text-table.ts';

const scalar = z.union([z.string(), z.number(), z.null()]);

/** What the table reads of a page of details; the rest is handed on as it is. */
const detailsAnswer = z.looseObject({
  mode: z.literal('details'),
  as_of: z.string(),
  time_zone: z.string(),
  fields: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.union([scalar, z.array(scalar)]))),
  next_cursor: z.string().nullable(),
  visible_output_count: z.number(),
});
export type DetailsAnswer = z.infer<typeof detailsAnswer>;

/** Rows of one answer of the service. */
const PAGE = 1000;

/** Reads pages until so many rows are there; they are of one instant, and told as one answer. */
export async function readDetails(service: Service, request: object, limit: number): Promise<DetailsAnswer> {
  const page = (more: object) =>
    service.read('/api/counts', detailsAnswer, jsonBody('POST', { ...request, mode: 'details', ...more }));
  const answer = await page({ limit: Math.min(PAGE, limit) });
  const rows = [...answer.rows];
  let { next_cursor } = answer;
  while (next_cursor !== null && rows.length < limit) {
    const next = await page({ limit: Math.min(PAGE, limit - rows.length), cursor: next_cursor });
    rows.push(...next.rows);
    next_cursor = next.next_cursor;
  }
  return { ...answer, rows, next_cursor };
}

/** One line for each version, for a terminal. */
export function detailsTable({ fields, rows, next_cursor, ...told }: DetailsAnswer): string {
  const body = rows.map((row) => fields.map((field): TableCell => cellOf(row[field])));
  const instant = `As of ${told.as_of}, ${told.time_zone}.`;
  if (body.length === 0) return `No versions. ${instant}`;
  const end = next_cursor === null ? '' : ` The page behind this one: --cursor ${next_cursor}`;
  return `${textTable(fields, body)}\n\n${rows.length} of ${told.visible_output_count} versions. ${instant}${end}`;
}

function cellOf(value: DetailsAnswer['rows'][number][string] | undefined): TableCell {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
