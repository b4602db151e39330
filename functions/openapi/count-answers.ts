import * as z from 'zod';
import { countsRequestSchema } from '../../shared/counts/request.ts';
import { count, wireTime } from './wire-values.ts';

const measures = countsRequestSchema.shape.measures.unwrap();

const keyPart = z.union([
  z.strictObject({ value: z.union([z.number(), z.string()]).nullable(), label: z.string().nullable() }),
  z
    .strictObject({ masked: z.literal(true), label: z.string() })
    .meta({ description: 'What is private, to everybody but an administrator. Only `masked` says so.' }),
]);
const key = z.array(keyPart);
const cell = z
  .array(z.union([z.number(), z.string()]).nullable())
  .nullable()
  .meta({ description: 'In the order of the measures; null where nothing contributes.' });

const resultRow = z.strictObject({
  level: count.meta({
    description: 'Row axes that the key fixes: all of them on a regular row, 0 on the grand total.',
  }),
  key,
  cells: z.array(cell).meta({ description: 'One per column key.' }),
  total: cell.meta({ description: 'Over all columns, counted by itself.' }),
});

const populationCount = count.nullable().meta({ description: 'null unless it was asked for.' });

const summary = z.strictObject({
  mode: z.literal('summary'),
  as_of: wireTime,
  time_zone: z.string(),
  measures,
  column_keys: z.array(key),
  result_rows: z.array(resultRow),
  output_count: count.meta({ description: 'Regular rows; subtotals and the total are not among them.' }),
  visible_output_count: count,
  population_count: populationCount,
  population_count_computed: z.boolean(),
  logical_count_unit: z.literal('regular_result_rows'),
  column_values_editable: z.boolean().meta({ description: 'Whether column_order may name values.' }),
});

const cellOfDetails = z.union([z.string(), z.number(), z.null(), z.array(z.union([z.number(), z.string()]))]);

const details = z.strictObject({
  mode: z.literal('details'),
  as_of: wireTime.meta({ description: 'The same on every page.' }),
  time_zone: z.string(),
  fields: z.array(z.string()),
  rows: z
    .array(z.record(z.string(), cellOfDetails))
    .meta({ description: 'Versions in the order (created_at, id), with the fields asked for.' }),
  next_cursor: z.string().nullable().meta({ description: 'null: this was the last page.' }),
  output_count: count.meta({ description: 'Before permissions hide any row, as far as that may be told.' }),
  visible_output_count: count.meta({ description: 'Rows of all pages together.' }),
  population_count: populationCount,
  population_count_computed: z.boolean(),
  logical_count_unit: z.literal('detail_rows'),
});

export const countAnswers = {
  CountsAnswer: z.union([summary, details]),
  CountsSummary: summary,
  CountsDetails: details,
  ResultRow: resultRow,
  KeyPart: keyPart,
};
