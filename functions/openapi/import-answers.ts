import * as z from 'zod';
import { ENCODINGS } from '../../shared/file-reading/encoding.ts';
import { IMPORT_PROBLEM_CODES, ROW_ERROR_CODES } from '../../shared/imports/problem-code.ts';
import { IMPORT_STATES } from '../../shared/imports/state.ts';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { count, wireId, wireTime } from './wire-values.ts';

const rowError = z.strictObject({
  line: count.nullable().meta({ description: 'The physical line on which the record starts; the header is 1.' }),
  column: z.string().nullable(),
  code: z.enum(ROW_ERROR_CODES),
  message: z.string(),
  text: z.string().nullable().meta({ description: 'What stood there, cut.' }),
});

const detected = z.looseObject({
  format: z.enum(['csv', 'tsv', 'jsonl']),
  compression: z.enum(['gzip']).nullable(),
  encoding: z.enum(ENCODINGS),
  delimiter: z.string().nullable(),
  quote: z.string().nullable(),
  line_end: z.string(),
  columns: z
    .array(z.strictObject({ name: z.string(), column: z.string().nullable() }))
    .meta({ description: "The file's own names, each with the column it was taken for; null: left out." }),
});

const listed = {
  id: wireId,
  state: z.enum(IMPORT_STATES).meta({ description: 'A state that a client does not know is not an end.' }),
  ledger: z.enum(LEDGER_NAMES),
  options: z.strictObject({
    encoding: z.enum(ENCODINGS).nullable(),
    delimiter: z.string().nullable(),
    time_zone: z.string(),
    map: z.record(z.string(), z.string()).nullable(),
    on_error: z.enum(['reject', 'skip']),
    on_conflict: z.enum(['error', 'replace']),
    dry_run: z.boolean(),
  }),
  filename: z.string(),
  content_type: z.string(),
  bytes: count.nullable(),
  sha256: z.string().nullable(),
  attempt: count,
  cancel_requested: z.boolean(),
  bytes_read: count.meta({
    description: 'Of the file as it was sent: while it is processed, the progress towards bytes.',
  }),
  rows_read: count,
  rows_inserted: count,
  rows_unchanged: count,
  rows_replaced: count,
  rows_failed: count,
  error_count: count,
  detected: detected.nullable(),
  warnings: z.array(z.string()),
  duplicate_of: wireId.nullable(),
  problem: z.strictObject({ code: z.enum(IMPORT_PROBLEM_CODES), message: z.string().nullable() }).nullable(),
  original_kept: z.boolean(),
  created_at: wireTime,
  stored_at: wireTime.nullable(),
  queued_at: wireTime.nullable(),
  started_at: wireTime.nullable(),
  finished_at: wireTime.nullable(),
  reverted_at: wireTime.nullable(),
};

const listedImport = z.strictObject(listed);
const detailed = {
  ...listed,
  request_id: z.string().meta({ description: 'Of the request that sent the file: the log tells of the import by it.' }),
  errors: z.array(rowError).meta({ description: 'The first 100; the report has all.' }),
};
const importAnswer = z.strictObject(detailed);
const duplicateAnswer = z.strictObject({ ...detailed, duplicate: z.literal(true) });
const awaitingAnswer = z.strictObject({
  ...detailed,
  upload: z
    .strictObject({
      method: z.literal('PUT'),
      url: z.url(),
      headers: z.record(z.string(), z.string()),
      expires_at: wireTime,
    })
    .meta({ description: 'The one request that takes the file: exactly these headers, exactly the announced bytes.' }),
});
const reverted = z.strictObject({
  ...detailed,
  dry_run: z.boolean(),
  rows: count.meta({ description: 'Rows taken out of the ledger, or that would be.' }),
});
const page = z.strictObject({
  imports: z.array(listedImport),
  next: wireId.nullable().meta({ description: 'To be given as before for the next page.' }),
});

const preview = z.strictObject({
  ledger: z.enum(LEDGER_NAMES),
  detected,
  header: z.array(z.string()),
  warnings: z.array(z.string()),
  rows: z.array(z.strictObject({ line: count, values: z.record(z.string(), z.string().nullable()) })),
  errors: z.array(rowError),
});

export const importAnswers = {
  Detected: detected,
  ImportPreview: preview,
  Import: importAnswer,
  ListedImport: listedImport,
  RowError: rowError,
  DuplicateImport: duplicateAnswer,
  AwaitingImport: awaitingAnswer,
  RevertedImport: reverted,
  ImportPage: page,
};
