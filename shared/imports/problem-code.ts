import { FILE_FAULT_CODES } from '../file-reading/file-fault.ts';

/** Why an import did not end well, or does not go on. */
export const IMPORT_PROBLEM_CODES = [
  ...FILE_FAULT_CODES,
  'abandoned',
  'broken_off',
  'dead_letter',
  'empty',
  'header',
  'interrupted',
  'not_dispatched',
  'rows',
  'store_failed',
  'upload_missing',
  'wrong_sha256',
  'wrong_size',
] as const;

export type ImportProblemCode = (typeof IMPORT_PROBLEM_CODES)[number];

/** What is wrong with a row. */
export const ROW_ERROR_CODES = [
  'cell_count',
  'character',
  'conflict',
  'empty',
  'json',
  'no_such_time',
  'not_a_time',
  'not_a_version',
  'not_an_event',
  'not_an_id',
  'not_ids',
  'nul',
  'quote',
  'repeated_name',
  'time_gap',
  'too_long',
] as const;

export type RowErrorCode = (typeof ROW_ERROR_CODES)[number];
