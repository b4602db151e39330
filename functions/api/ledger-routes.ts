import { Hono } from 'hono';
import { INTERACTIVE_LIMITS } from '../../shared/counts/answer-limits.ts';
import { csvRecord } from '../../shared/csv-writer/csv-writer.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { importColumns } from '../../shared/ledgers/ledger.ts';
import { contentDisposition } from './content-disposition.ts';
import type { ApiEnvironment } from './environment.ts';
import { ledgerView } from './ledger-view.ts';
import { Problem } from './problem.ts';

/** `GET /`: what there is to import and to count by. `GET /:name/template.csv`: the header of a file for a ledger. */
export function createLedgerRoutes({ importMaxBytes }: { importMaxBytes: number }): Hono<ApiEnvironment> {
  const { rows, columnKeys, cells } = INTERACTIVE_LIMITS;
  const limits = { import_max_bytes: importMaxBytes, counts: { rows, column_keys: columnKeys, cells } };
  const routes = new Hono<ApiEnvironment>();
  routes.get('/', (c) => c.json({ ledgers: [...LEDGERS.values()].map(ledgerView), limits }));
  routes.get('/:name/template.csv', (c) => {
    const ledger = LEDGERS.get(c.req.param('name'));
    if (!ledger) throw new Problem(404, 'not-found', `There is no ledger ${c.req.param('name')}.`);
    const header = csvRecord(importColumns(ledger), { delimiter: ',', raw: true });
    return c.body(header, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': contentDisposition(`${ledger.name}.csv`),
    });
  });
  return routes;
}
