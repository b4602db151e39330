import type { Texts } from '../language/english.ts';
import { toldWords } from '../language/told-words.ts';
import type { RowError } from './import-record.ts';

/** What is wrong with a row. */
export function errorWords({ told }: Texts, { code, message }: RowError): string {
  return toldWords(told.rows, code, message);
}
