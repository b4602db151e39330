import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { cellsOf, countAs, sortedCells } from '../harness/counts.ts';
import { expectedAnswers } from '../harness/expected-answers.ts';
import { type ImportLine, openImportLine } from '../harness/import-line.ts';
import { sharedData } from '../harness/shared-data.ts';

const folders = ['made-history-101', 'made-history-102'].map((name) => ({ name, folder: sharedData(name) }));

describe.each(folders)('$name', ({ folder }) => {
  if (!folder) return test.skip('its data are absent', () => {});
  let line: ImportLine;
  beforeAll(async () => {
    line = await openImportLine('directory and table');
    for (const ledger of LEDGERS.keys())
      await line.receive(readFileSync(join(folder, `${ledger}.csv`), 'utf8'), { ledger, filename: `${ledger}.csv` });
    await line.consumeAll();
  });

  test('all ledgers are imported', async () => {
    expect(await line.states()).toEqual([...LEDGERS.keys()].map(() => 'done'));
  });

  test.each(expectedAnswers(folder).map((answer, index) => ({ index, ...answer })))(
    'every cell of answer $index, to a $role, is right',
    async ({ role, request, cells }) => {
      const answer = await countAs(line.database, role, request);
      expect(cellsOf(answer, (request.columns ?? []).length > 0), JSON.stringify(request)).toEqual(sortedCells(cells));
    },
  );
});
