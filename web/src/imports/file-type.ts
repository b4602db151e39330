const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  gz: 'application/gzip',
};

/** What the file chooser offers first. Others may be chosen: what a file is, is decided by its bytes. */
export const OFFERED_FILES = '.csv,.tsv,.txt,.jsonl,.ndjson,.gz,text/csv,text/tab-separated-values';

export function contentTypeOf(filename: string): string {
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] as string) : 'application/octet-stream';
}
