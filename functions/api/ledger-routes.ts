import { Hono } from 'hono';
import { axesOf } from '../../shared/counts/axes.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { importColumns, type Ledger } from '../../shared/ledgers/ledger.ts';
import type { ApiEnvironment } from './environment.ts';

/** `GET /`: what there is to import and to count by. */
export function createLedgerRoutes(): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().get('/', (c) => c.json({ ledgers: [...LEDGERS.values()].map(ledgerView) }));
}

function ledgerView(ledger: Ledger) {
  return {
    name: ledger.name,
    entity_key: ledger.entityKey.map((column) => column.name),
    columns: importColumns(ledger),
    axes: axesOf(ledger).map(({ name, units, guarded }) => ({ axis: name, ...(units ? { units } : {}), guarded })),
  };
}
