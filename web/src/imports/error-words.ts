import type { Texts } from '../language/english.ts';
import { named } from '../language/named.ts';
import type { RowError } from './import-record.ts';

/** What is wrong with a row: in the language of the page where it has words, else the server's own sentence. */
export function errorWords({ imports }: Texts, { code, message }: RowError): string {
  return Object.hasOwn(imports.errorWords, code) ? named(imports.errorWords, code) : message;
}
