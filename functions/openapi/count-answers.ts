import * as z from 'zod';
import { MEASURES } from '../../shared/counts/request.ts';
import { count, wireTime } from './wire-values.ts';

const keyPart = z.strictObject({
  value: z.union([z.number(), z.string()]).nullable(),
  label: z.string().nullable(),
});
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

const answer = z.strictObject({
  mode: z.literal('summary'),
  as_of: wireTime,
  time_zone: z.string(),
  measures: z.array(z.enum(MEASURES)),
  column_keys: z.array(key),
  result_rows: z.array(resultRow),
  output_count: count,
  visible_output_count: count,
  population_count: z.null(),
  population_count_computed: z.literal(false),
  logical_count_unit: z.literal('regular_result_rows'),
  column_values_editable: z.boolean(),
});

export const countAnswers = { CountsAnswer: answer, ResultRow: resultRow, KeyPart: keyPart };
