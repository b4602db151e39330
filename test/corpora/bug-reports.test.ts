import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CellFault, readId } from '../../shared/imports/cell.ts';
import { readHeader } from '../../shared/imports/header.ts';
import { timeReader } from '../../shared/imports/time-cell.ts';
import { posts } from '../../shared/ledgers/posts.ts';
import { readCells } from '../harness/read-cells.ts';
import { sharedData } from '../harness/shared-data.ts';

const folder = sharedData('bug-reports');
const bytes = (name: string) => readFileSync(join(folder as string, 'files', name));

describe.runIf(folder)('files of public bug reports', () => {
  test.each([1, 2, 3, 1000])('are read cell by cell, in pieces of %i bytes', async (size) => {
    const read = (name: string) => readCells(bytes(name), {}, size);
    expect((await read('bom-header.csv'))[0]).toEqual([1, 'date', 'origin', 'destination']);
    expect((await read('leading-zeros.csv'))[2]).toEqual([3, '0100', '007', '000123', '011000015', '50']);
    expect(await read('utf8mb4.csv')).toEqual([
      [1, 'title', 'tags'],
      [2, '🚀 launch', '👨‍👩‍👧;🏳️‍🌈'],
      [3, '𠮷野家', '𩸽'],
    ]);
    expect(await read('blank-lines.jsonl')).toEqual([
      [1, '1', '1'],
      [3, '2', '1'],
      [5, '3', '1'],
    ]);
  });

  test('have bad lines with their numbers, the others in order', async () => {
    const found = await readCells(bytes('bad-line.jsonl'), { contentType: 'application/x-ndjson' });
    expect(found).toEqual([
      [1, 'fault', 'json'],
      [2, "I'll be processed"],
      [3, 'fault', 'json'],
      [4, 'I can be a legit  row'],
    ]);
  });

  test('keep ids as they are, and refuse dates that can be read two ways', async () => {
    const [, ...accounts] = await readCells(bytes('leading-zeros.csv'));
    expect(accounts.map(([, account]) => readId(String(account)))).toEqual([
      expect.any(CellFault),
      expect.any(CellFault),
    ]);
    const readTime = timeReader('UTC');
    for (const name of ['epoch.csv', 'slash-dates.csv'])
      for (const [, text] of (await readCells(bytes(name))).slice(1))
        expect(readTime(String(text))).toBeInstanceOf(CellFault);
  });

  test('have no header of ours, which is said', async () => {
    const [header = []] = await readCells(bytes('bom-header.csv'));
    expect(() => readHeader(posts, header.slice(1).map(String))).toThrow(/must name these columns: post_id/);
  });
});
