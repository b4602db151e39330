import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvRecord } from '../../shared/csv-writer/csv-writer.ts';
import { FileFault } from '../../shared/file-reading/file-fault.ts';
import type { FileRecord } from '../../shared/file-reading/file-record.ts';
import { readFile } from '../../shared/file-reading/read-file.ts';
import { sharedData } from '../harness/shared-data.ts';

const folder = sharedData('pollock');
const python = hasPython();

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('skipped: python3 is absent, and the score is computed by score_pollock.py');
    return false;
  }
}

/** The number of cells that most records have. */
function commonWidth(records: readonly FileRecord[]): number {
  const counts = Map.groupBy(records, ({ cells }) => cells.length);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0;
}

const csv = (cells: readonly string[]) => csvRecord(cells, { delimiter: ',', raw: true });

/**
 * A file of no known ledger: the first record is the header whatever it says, unless it
 * is a title (one cell of many is filled); a row counts when it is as wide as most
 * of them and does not say the header again, and everything else is refused and reported, as an import with on_error=skip does. A table that hardly two
 * rows agree about is refused whole, as an import does whose header it cannot find.
 */
async function convert(path: string): Promise<{ text: string; rejected: number }> {
  const records: FileRecord[] = [];
  for await (const batch of (await readFile(createReadStream(path))).records) records.push(...batch);
  const title = records.findIndex(({ cells }) => cells.length < 2 || cells.filter((cell) => cell !== '').length > 1);
  const titles = Math.max(0, title);
  const [header, ...rows] = records.slice(titles);
  if (!header) return { text: '', rejected: 0 };
  const sound = rows.filter(({ fault }) => fault === null);
  const width = commonWidth(sound);
  const repeatsHeader = (cells: readonly string[]) => cells.every((cell, index) => cell === header.cells[index]);
  const good = sound.filter(({ cells }) => cells.length === width && !repeatsHeader(cells));
  if (good.length * 2 < rows.length) throw new FileFault('delimiter', 'Its rows do not agree about their columns.');
  const head = header.fault ? [] : header.cells;
  const text = csv(head) + good.map(({ cells }) => csv(cells)).join('');
  return { text, rejected: titles + rows.length - good.length + (header.fault ? 1 : 0) };
}

describe.runIf(folder && python)('the Pollock benchmark of polluted files', () => {
  const work = mkdtempSync(join(tmpdir(), 'pollock-'));
  const converted = join(work, 'converted');
  let score: Record<string, number>;

  beforeAll(async () => {
    execFileSync('tar', ['-xJf', join(folder as string, 'polluted_files.tar.xz'), '-C', work]);
    mkdirSync(converted);
    const names = readdirSync(join(work, 'polluted_files/csv'));
    for (const name of names) {
      const outcome = await convert(join(work, 'polluted_files/csv', name)).catch((error) => {
        if (!(error instanceof FileFault)) throw error;
        return { text: `Application Error\r\n${error.message}\r\n`, rejected: 0 };
      });
      writeFileSync(join(converted, `${name}_converted.csv`), outcome.text);
      writeFileSync(join(converted, `${name}_report.json`), JSON.stringify({ rejected: outcome.rejected }));
    }
    const program = join(folder as string, 'score_pollock.py');
    const arguments_ = [program, join(work, 'polluted_files'), converted, '--json', join(work, 'score.json')];
    score = JSON.parse(execFileSync('python3', arguments_, { encoding: 'utf8' })) as Record<string, number>;
    console.log('Pollock:', JSON.stringify(score));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test('covers all its files', () => expect(score.files).toBe(2290));

  test('stores hardly a wrong row, and loses hardly one unreported', () => {
    expect(score.wrong_rows_stored).toBeLessThanOrEqual(86);
    expect(score.files_with_a_wrong_row_stored).toBeLessThanOrEqual(4);
    expect(score.rows_lost_unreported).toBeLessThanOrEqual(2);
  });

  test('scores at least as high as the best careful reader', () => {
    expect(score.simple).toBeGreaterThanOrEqual(9.9);
    expect(score.weighted).toBeGreaterThanOrEqual(9.89);
  });
});
