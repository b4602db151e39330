import * as z from 'zod';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { count } from './wire-values.ts';

const column = z.strictObject({
  name: z.string(),
  required: z.boolean().meta({ description: 'A file without this column is refused.' }),
  type: z.enum(['id', 'text', 'ids', 'version', 'event', 'time']),
  max_length: count.optional().meta({ description: 'Characters.' }),
  values: z.array(z.string()).optional(),
  aliases: z
    .array(z.string())
    .meta({ description: 'Further names that a header may use; case and space do not matter.' }),
});

const axis = z.strictObject({
  axis: z.string(),
  kind: z.string(),
  units: z.array(z.string()).optional(),
  values: z.array(z.string()).optional(),
  guarded: z
    .boolean()
    .meta({ description: 'Everybody but an administrator sees the reserved value for what is private.' }),
});

const ledger = z.strictObject({
  name: z.enum(LEDGER_NAMES),
  entity_key: z.array(z.string()),
  columns: z.array(column).meta({ description: 'In the order of templates and exports.' }),
  axes: z.array(axis),
});

const ledgers = z.strictObject({
  ledgers: z.array(ledger),
  limits: z.strictObject({
    import_max_bytes: count,
    counts: z.strictObject({ rows: count, column_keys: count, cells: count }),
  }),
});

export const ledgerAnswers = { Ledgers: ledgers, Ledger: ledger, LedgerColumn: column, LedgerAxis: axis };
