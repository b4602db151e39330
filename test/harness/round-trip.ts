import { readContent } from '../../functions/export-worker/read-content.ts';
import type { ExportOptions } from '../../shared/export-queue/job.ts';
import { readPolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import type { ImportLine } from './import-line.ts';
import { openRunning } from './running-export.ts';

const RAW: ExportOptions = { bom: true, encoding: 'utf-8', delimiter: ',', raw: true };

/** Exports all details of a ledger and imports the file again. @returns what its import counted */
export async function importedAgain(line: ImportLine, ledger: string, options: Partial<ExportOptions> = {}) {
  const running = await openRunning(
    line.database,
    {},
    {
      request: { ledger, mode: 'details' },
      options: { ...RAW, ...options },
      policy_revision: await readPolicyRevision(line.database),
    },
  );
  const file = await running.fileOf(await running.generate(readContent));
  const body = (async function* () {
    yield file;
  })();
  await line.receive('', { ledger, filename: 'again.csv', force: true, body });
  await line.consumeAll();
  const [row] = await line.database.query(
    'SELECT state, rows_read, rows_unchanged, rows_inserted, rows_failed FROM imports ORDER BY id DESC LIMIT 1',
  );
  const { state, ...counts } = row ?? {};
  const numbers = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)]));
  return { state, ...numbers } as { state: string; rows_read: number };
}
