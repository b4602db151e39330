import type { Texts } from '../language/english.ts';
import { named } from '../language/named.ts';
import type { ImportPreview } from './import-record.ts';

/** How a file was read, in a line: `CSV · Shift_JIS (CP932) · comma`. */
export function readAsWords({ imports }: Texts, detected: ImportPreview['detected']): string {
  const { format, compression, encoding, delimiter } = detected;
  return [
    named(imports.formats, format),
    named(imports.encodings, encoding),
    ...(delimiter === null ? [] : [named(imports.delimiters, delimiter)]),
    ...(compression === null ? [] : [imports.gzipped]),
  ].join(' · ');
}
