import { FILE_FAULT_CODES } from '../../shared/file-reading/file-fault.ts';

/** In which way a field of a request is wrong: the schemas' own names (zod's), ours, and those of files. */
export const FAULT_CODES = [
  ...FILE_FAULT_CODES,
  'broken_form',
  'custom',
  'empty',
  'format',
  'header',
  'invalid_element',
  'invalid_format',
  'invalid_key',
  'invalid_type',
  'missing',
  'not_allowed',
  'not_multiple_of',
  'repeated',
  'rows',
  'second_file',
  'text-body',
  'too-large',
  'too_big',
  'too_small',
  'unknown',
  'wrong_length',
  'wrong_sha256',
  'wrong_size',
] as const;
