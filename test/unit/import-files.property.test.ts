import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvScanner } from '../../shared/file-reading/csv-scanner.ts';
import { FileFault } from '../../shared/file-reading/file-fault.ts';
import { readRows } from '../../shared/imports/read-rows.ts';
import { FileRejected } from '../../shared/imports/rejection.ts';
import { stagedColumns } from '../../shared/imports/row.ts';
import { posts } from '../../shared/ledgers/posts.ts';
import { encode } from '../harness/encode.ts';

/** Fixed, so that a failure comes again; another number is another search. */
const SEED = 20_261_130;
const FILES = 5_000;

const HEADER = ['post_id', 'version_no', 'event_type', 'created_at', 'title', 'url', 'tag_ids'];

/** Everything that has a meaning somewhere in a file, and text. */
const nasty = fc.array(
  fc.constantFrom(
    ...',;|\t"\'\\ \r\n',
    '""',
    '\r\n',
    '\\"',
    'a',
    'b',
    '1',
    'あ',
    '表',
    '𠮷',
    '🌸',
    'é',
    '\uFEFF',
    '{',
    '[',
  ),
  { maxLength: 8 },
);
const text = nasty.map((pieces) => pieces.join(''));

const table = fc.array(fc.tuple(text, text, fc.constantFrom('', '1', '1 2', '[1, 2]', '3|1', '2;1')), {
  minLength: 1,
  maxLength: 6,
});

const style = fc.record({
  delimiter: fc.constantFrom(',', '\t', ';', '|'),
  quoteAll: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  lastEnd: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp'),
  marked: fc.boolean(),
  packed: fc.boolean(),
});

type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

function written(cells: readonly (readonly string[])[], { delimiter, quoteAll, end, lastEnd }: Style): string {
  const quoted = (cell: string) =>
    quoteAll || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return cells.map((record) => record.map(quoted).join(delimiter)).join(end) + (lastEnd ? end : '');
}

/** The bytes, or undefined when the encoding has no such character. */
function bytesOf(body: string, { encoding, marked, packed }: Style): Buffer | undefined {
  try {
    const mark = (marked && encoding.startsWith('utf-')) || encoding.startsWith('utf-16') ? '\uFEFF' : '';
    const bytes = encode(mark + body, encoding as 'utf-8');
    return packed ? gzipSync(bytes) : bytes;
  } catch {
    return undefined;
  }
}

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let turn = 0;
  for (let at = 0; at < bytes.length; ) {
    const size = sizes[turn++ % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

interface Outcome {
  rows: Record<string, string | null>[];
  refused: number;
  rejected: boolean;
}

async function outcome(bytes: Uint8Array, sizes: readonly number[]): Promise<Outcome> {
  const found: Outcome = { rows: [], refused: 0, rejected: false };
  const columns = stagedColumns(posts);
  try {
    const { batches } = await readRows(pieces(bytes, sizes), posts, { timeZone: 'UTC' });
    for await (const { read, rows, refused, errors } of batches) {
      expect(rows.length + refused.length).toBe(read);
      expect(errors.length).toBeGreaterThanOrEqual(refused.length);
      found.refused += refused.length;
      for (const { values } of rows)
        found.rows.push(Object.fromEntries(columns.map((name, index) => [name, values[index] as string | null])));
    }
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    found.rejected = true;
  }
  return found;
}

const told = (cells: readonly string[]) => ({
  post_id: cells[0],
  title: cells[4] === '' ? null : cells[4],
  url: cells[5] === '' ? null : cells[5],
});
const essence = ({ post_id, title, url }: Record<string, string | null>) => ({ post_id, title, url });

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

test('a generated file comes out as it went in, or is refused: never a row that was not there', async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(table, style, sizes, async (contents, look, cut) => {
      const records = contents.map(([title, url, tags], index) => [
        ...[String(index + 1), '1', 'create', '2026-11-30T00:00:00Z', title, url, tags],
      ]);
      const bytes = bytesOf(written([HEADER, ...records], look), look);
      if (!bytes) return;
      const found = await outcome(bytes, cut);
      const wanted = records.map(told);
      if (found.rejected || found.refused > 0)
        for (const row of found.rows) expect(wanted).toContainEqual(essence(row));
      else expect(found.rows.map(essence)).toEqual(wanted);
      if (found.rows.length === wanted.length) whole++;
    }),
    { numRuns: FILES, seed: SEED },
  );
  // Refusing everything would pass as well.
  expect(whole).toBeGreaterThan(FILES / 2);
});

const plainer = fc
  .array(fc.constantFrom('a', 'b c', ',', '"', '\n', 'あ', '1'), { maxLength: 4 })
  .map((pieces) => pieces.join(''));

/** Replaced, put in or taken out at a place. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 3 }),
  add: fc.constantFrom('', '"', ',', '\n', '\r', '""', ';', '\\', 'x', '\0', '",', ',"', "'", '\xff', '\xe3\x81'),
});
const damages = fc.array(mutation, { minLength: 1, maxLength: 3 });

const PLAIN: Style = {
  ...{ delimiter: ',', quoteAll: false, end: '\n', lastEnd: true, encoding: 'utf-8', marked: false, packed: false },
};

function damaged(bytes: Buffer, damage: readonly { at: number; remove: number; add: string }[]): Buffer {
  return damage.reduce((now, { at, remove, add }) => {
    const place = Math.floor(at * now.length);
    return Buffer.concat([now.subarray(0, place), Buffer.from(add, 'latin1'), now.subarray(place + remove)]);
  }, bytes);
}

test('a damaged file brings no row that has no line, and ends', async () => {
  await fc.assert(
    fc.asyncProperty(table, damages, sizes, async (contents, damage, cut) => {
      const records = contents.map(([title, url, tags], index) => [
        ...[String(index + 1), '1', 'create', '2026-11-30', title, url, tags],
      ]);
      const bytes = damaged(Buffer.from(written([HEADER, ...records], PLAIN)), damage);
      const { rows, refused } = await outcome(bytes, cut);
      expect(rows.length + refused).toBeLessThanOrEqual(bytes.toString('latin1').split(/[\r\n]/).length);
    }),
    { numRuns: FILES, seed: SEED },
  );
});

test('a damaged file without a fault has the records that another parser finds', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(plainer, { minLength: 3, maxLength: 3 }), { minLength: 1 }),
      damages,
      (cells, damage) => {
        const text = damaged(Buffer.from(written(cells, PLAIN)), damage).toString();
        const found = scanned(text);
        if (!found) return;
        compared++;
        expect(found).toEqual(
          parse(text, {
            ...{ relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
            record_delimiter: ['\r\n', '\n', '\r'],
          }),
        );
      },
    ),
    { numRuns: FILES, seed: SEED },
  );
  expect(compared).toBeGreaterThan(FILES / 4);
});

/** Its records, or undefined when anything is wrong with them. */
function scanned(text: string): (readonly string[])[] | undefined {
  try {
    const records = csvScanner({ delimiter: ',', quote: '"', escape: 'doubled', spaced: false }).push(text, true);
    return records.some(({ fault }) => fault) ? undefined : records.map(({ cells }) => cells);
  } catch (error) {
    if (error instanceof FileFault) return undefined;
    throw error;
  }
}
