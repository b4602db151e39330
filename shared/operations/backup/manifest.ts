import * as z from 'zod';
import type { TableContent } from './dump-reader.ts';

/*
 * The last lines of a backup, comments to every SQL client:
 *
 *     -- tallyport backup {"format":1,"release":...}
 *     -- tallyport table {"name":"audit","rows":12,"sha256":"..."}     one per table
 *     -- tallyport end {"tables":41,"rows":12345}
 */

const header = z.object({
  format: z.literal(1),
  release: z.string(),
  server: z.enum(['mariadb', 'mysql']),
  server_version: z.string(),
  /** Of the last migration that was applied. */
  schema_version: z.number().int(),
  started_at: z.string(),
});
const table = z.object({ name: z.string(), rows: z.number().int(), sha256: z.string().length(64) });
const end = z.object({ tables: z.number().int(), rows: z.number().int() });

export type ManifestHeader = z.infer<typeof header>;

export interface Manifest extends ManifestHeader {
  tables: TableContent[];
  rows: number;
}

/** What the server's own program writes when it has come to the end. */
const CLOSING_LINE = /^-- Dump completed\b/;
const OURS = /^-- tallyport (backup|table|end) (\{.*\})$/;

export function manifestText(head: ManifestHeader, tables: readonly TableContent[]): string {
  const line = (kind: string, value: object) => `-- tallyport ${kind} ${JSON.stringify(value)}\n`;
  return [
    '\n-- What this backup holds. Restore it with: tallyport db restore FILE\n',
    line('backup', head),
    ...tables.map((content) => line('table', content)),
    line('end', { tables: tables.length, rows: rowsOf(tables) }),
  ].join('');
}

export function rowsOf(tables: readonly TableContent[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Finds in the lines of a dump what tells that it is whole. */
export function createManifestReader() {
  let head: ManifestHeader | undefined;
  const tables: TableContent[] = [];
  let closed = false;
  let ended: z.infer<typeof end> | undefined;
  let behind = false;
  return {
    line(text: string): void {
      if (CLOSING_LINE.test(text)) closed = true;
      const [, kind, json = ''] = OURS.exec(text) ?? [];
      if (ended && text !== '') behind = true;
      if (!closed || !kind) return;
      const value: unknown = JSON.parse(json);
      if (kind === 'backup') head = header.parse(value);
      else if (kind === 'table') tables.push(table.parse(value));
      else ended = end.parse(value);
    },
    /** Whether the program that dumped came to its end. */
    closed: () => closed,
    /** @returns undefined when it is not there whole, or something stands behind it */
    manifest(): Manifest | undefined {
      if (!head || !ended || behind) return undefined;
      if (ended.tables !== tables.length || ended.rows !== rowsOf(tables)) return undefined;
      return { ...head, tables, rows: ended.rows };
    },
  };
}

/** Tables that are not the same on both sides, in a sentence; empty: none. */
export function differences(wanted: readonly TableContent[], found: readonly TableContent[]): string {
  const names = [...new Set([...wanted, ...found].map(({ name }) => name))].sort();
  const told = names.flatMap((name) => {
    const [a, b] = [wanted, found].map((side) => side.find((one) => one.name === name));
    if (a && b && a.rows === b.rows && a.sha256 === b.sha256) return [];
    if (a && b && a.rows === b.rows) return [`${name}: its rows are not the same`];
    return [`${name}: ${b ? `${b.rows} rows` : 'absent'} instead of ${a ? `${a.rows} rows` : 'absent'}`];
  });
  return told.join('; ');
}
