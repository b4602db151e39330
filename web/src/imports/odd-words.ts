import type { Texts } from '../language/english.ts';
import type { ImportPreview } from './import-record.ts';

/** What the server says of a column that it leaves out; the page says so itself, in the person's language. */
const LEFT_OUT = /\bleft out\.$/;

/** What was odd about a file though readable, in sentences. */
export function oddWords(
  { imports: { review } }: Texts,
  { detected, warnings }: { detected: ImportPreview['detected'] | null; warnings: readonly string[] },
): string[] {
  const columns = detected?.columns.filter(({ column }) => column === null) ?? [];
  const names = columns.map(({ name }) => name || review.noName);
  return [
    ...(names.length > 0 ? [review.leftOutColumns(names.join(', '))] : []),
    ...warnings.filter((warning) => !LEFT_OUT.test(warning)),
  ];
}
