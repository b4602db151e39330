import { expect, test } from 'vitest';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { importColumns, type Ledger } from '../../shared/ledgers/ledger.ts';
import { openImportLine } from '../harness/import-line.ts';
import { importedAgain } from '../harness/round-trip.ts';

const line = await openImportLine('directory and table');

const TEXTS = [
  ...['=1+1', '+81 90', '-5', '@x', "'quoted", '-1e9', '\t=1', '"', '""', ',', ';', '|', '\\', '\\N', 'NULL', '0010'],
  ...[
    'two\nlines',
    'two\r\nlines',
    'a\rb',
    ' spaces ',
    '　全角　',
    '👩‍👩‍👧 🎸',
    'é e\u0301',
    '非公開',
    '1e5',
    '[1, 2]',
    '{}',
  ],
  ...['\uFEFFmark', '2026-01-01', 'true', 'ß ss', 'ソ表', '\u200B', 'x'.repeat(400)],
];

/** A file of a ledger in which every text column holds each of the texts, and every set has its sizes. */
function fileOf(ledger: Ledger): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const cells = (index: number): Record<string, string> => ({
    ...Object.fromEntries(
      [...ledger.entityKey, ...ledger.attributes].map(({ name, type, maxLength = 0 }) => [
        name,
        {
          id: index % 2 ? String(9_007_199_254_740_993n + BigInt(index)) : String(index + 1),
          text: quoted((TEXTS[index] ?? '').slice(0, maxLength)),
          ids: ['', '"[]"', '[7]', '"[9007199254740993,3]"'][index % 4] ?? '',
        }[type],
      ]),
    ),
    ...Object.fromEntries(
      ledger.entityKey.filter(({ type }) => type === 'text').map(({ name }) => [name, `l${index}`]),
    ),
    version_no: '1',
    event_type: ['create', 'update', 'discard', 'restore'][index % 4] ?? '',
    created_at: `2026-01-01T00:00:00.${String(index).padStart(6, '0')}Z`,
    created_by: index % 3 ? quoted((TEXTS[index] ?? '').slice(0, 64)) : '',
  });
  const columns = importColumns(ledger);
  const rows = TEXTS.map((_, index) => columns.map((column) => cells(index)[column] ?? '').join(','));
  return [columns.join(','), ...rows, ''].join('\r\n');
}

test.each([...LEDGERS.values()])('$name: what is exported raw is imported as unchanged', async (ledger) => {
  await line.receive(fileOf(ledger), { ledger: ledger.name, filename: `${ledger.name}.csv` });
  await line.consumeAll();
  const again = await importedAgain(line, ledger.name);
  expect(again).toEqual({
    state: 'done',
    rows_read: TEXTS.length,
    rows_unchanged: TEXTS.length,
    rows_inserted: 0,
    rows_failed: 0,
  });
});
