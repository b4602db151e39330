import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import { type ImportLine, openImportLine } from '../harness/import-line.ts';
import { importedAgain } from '../harness/round-trip.ts';
import { sharedData } from '../harness/shared-data.ts';

const folders = ['made-history-101', 'made-history-102'].map((name) => ({ name, folder: sharedData(name) }));

describe.each(folders)('$name, exported raw and imported again', ({ folder }) => {
  if (!folder) return test.skip('its data are absent', () => {});
  let line: ImportLine;
  beforeAll(async () => {
    line = await openImportLine('directory and table');
    for (const ledger of LEDGER_NAMES)
      await line.receive(readFileSync(join(folder, `${ledger}.csv`), 'utf8'), { ledger, filename: `${ledger}.csv` });
    await line.consumeAll();
    expect(await line.states()).toEqual(LEDGER_NAMES.map(() => 'done'));
  });

  test.each(LEDGER_NAMES)('%s changes nothing', async (ledger) => {
    for (const options of [{}, { bom: false, delimiter: '\t' } as const]) {
      const again = await importedAgain(line, ledger, options);
      expect(again.rows_read).toBeGreaterThan(0);
      expect(again).toMatchObject({ state: 'done', rows_inserted: 0, rows_unchanged: again.rows_read });
    }
  });
});
