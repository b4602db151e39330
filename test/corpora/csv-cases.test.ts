import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileFault } from '../../shared/file-reading/file-fault.ts';
import { readFile } from '../../shared/file-reading/read-file.ts';
import { inChunks } from '../harness/chunks.ts';
import { sharedData } from '../harness/shared-data.ts';

interface Case {
  id: string;
  input_b64: string;
  encoding: string;
  rows?: string[][];
  options?: { delimiter?: string; newline?: string; skipEmptyLines?: boolean };
  /** It has to be reported. */
  error?: string;
  /** It may be. */
  error_allowed?: boolean;
}

const folder = sharedData('csv-cases');
const cases: Case[] = folder
  ? readFileSync(join(folder, 'read.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
  : [];

/** What came out: the rows, and whether anything was reported. A wrong number of cells is for the reader of rows to see. */
async function outcome({ input_b64, encoding, options }: Case, size: number) {
  const rows: string[][] = [];
  let reported = false;
  try {
    const file = await readFile(inChunks(Buffer.from(input_b64, 'base64'), size), {
      encoding,
      ...(options?.delimiter && { delimiter: options.delimiter }),
    });
    for await (const batch of file.records)
      for (const { cells, fault } of batch) {
        if (fault || (rows[0] && cells.length !== rows[0].length)) reported = true;
        if (!fault) rows.push([...cells]);
      }
    if (file.warnings().length > 0) reported = true;
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    reported = true;
  }
  return { rows, reported };
}

/** Empty lines are left out here; some of the cases keep them as rows of one empty cell. */
const withoutEmptyLines = (rows: readonly string[][]) => rows.filter((row) => !(row.length === 1 && row[0] === ''));

/** Reported by the header check of an import, which has its own tests. */
const HEADER_ONLY = ['csv-test-data/bad-header-no-header', 'csv-test-data/bad-header-wrong-header'];

describe.runIf(folder)('small files of other projects', () => {
  test('are all there', () => expect(cases).toHaveLength(150));

  test.each([1, 2, 3, 1000, 65_536])('read right in pieces of %i bytes', async (size) => {
    const wrong: unknown[] = [];
    for (const each of cases) {
      const { rows, reported } = await outcome(each, size);
      const [found, wanted] = each.options?.skipEmptyLines
        ? [rows, each.rows ?? []]
        : [withoutEmptyLines(rows), withoutEmptyLines(each.rows ?? [])];
      const right = each.error
        ? reported || HEADER_ONLY.includes(each.id)
        : JSON.stringify(found) === JSON.stringify(wanted) || (each.error_allowed === true && reported);
      if (!right) wrong.push({ id: each.id, found, wanted, reported });
    }
    expect(wrong).toEqual([]);
  });
});
