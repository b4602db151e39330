import * as z from 'zod';
import { type TableCell, textTable } from './text-table.ts';

const scalar = z.union([z.string(), z.number(), z.null()]);
const key = z.array(z.looseObject({ value: scalar.optional(), label: z.string().nullable() }));
const cell = z.array(scalar).nullable();

/** What the table reads of an answer; the rest is handed on as it is. Details are not asked for here. */
export const summaryAnswer = z.looseObject({
  mode: z.literal('summary'),
  as_of: z.string(),
  time_zone: z.string(),
  measures: z.array(z.unknown()),
  column_keys: z.array(key),
  result_rows: z.array(z.object({ level: z.number(), key, cells: z.array(cell), total: cell })),
});
export type SummaryAnswer = z.infer<typeof summaryAnswer>;

/** The pivot for a terminal: one column for each column key and measure, then the totals. */
export function countsTable(answer: SummaryAnswer, request: { rows?: { axis: string }[] }): string {
  const { column_keys: columns, result_rows: rows } = answer;
  const measures = answer.measures.map((measure) => (typeof measure === 'string' ? measure : JSON.stringify(measure)));
  const pivoted = columns.some((parts) => parts.length > 0);
  const axes = (request.rows ?? []).map(({ axis }) => axis);
  const named = (name: string) => measures.map((measure) => (measures.length > 1 ? `${name} ${measure}` : name));
  const header = [
    ...axes,
    ...(pivoted ? columns.flatMap((parts) => named(parts.map(label).join(' / '))) : measures),
    ...(pivoted ? named('total') : []),
  ];
  const body = rows.map((row): TableCell[] => [
    ...axes.map((_, index) => (index < row.level ? labelAt(row.key, index) : index === row.level ? 'total' : '')),
    ...row.cells.flatMap((values) => values ?? measures.map(() => null)),
    ...(pivoted ? (row.total ?? measures.map(() => null)) : []),
  ]);
  const told = `As of ${answer.as_of}, ${answer.time_zone}.`;
  return body.length ? `${textTable(header, body)}\n\n${told}` : `Nothing to count. ${told}`;
}

type Part = z.infer<typeof key>[number];

function labelAt(parts: readonly Part[], index: number): string {
  const part = parts[index];
  return part ? label(part) : '';
}

function label({ label: text, value }: Part): string {
  return text ?? (value === null || value === undefined ? '(none)' : String(value));
}
