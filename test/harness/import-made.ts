import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { importColumns, type Ledger } from '../../shared/ledgers/ledger.ts';
import type { TestDatabase } from './database.ts';
import { importVersions } from './staged-rows.ts';

/** A version by the names of its columns; what is left out is null, the empty list, or a version 1 that was created. */
export type Made = Readonly<Record<string, string | number | null>>;

let imports = 1_000;

/** Imports versions into a ledger as the ingest does. */
export async function importMade(database: TestDatabase, name: string, versions: readonly Made[]): Promise<void> {
  const ledger = LEDGERS.get(name) as Ledger;
  const lists = new Set(ledger.attributes.filter(({ type }) => type === 'ids').map((column) => column.name));
  const defaults: Made = { version_no: 1, event_type: 'create', created_at: '2025-01-01 00:00:00.000000' };
  const rows = versions.map((version) =>
    importColumns(ledger).map((column) => {
      const cell = version[column] ?? defaults[column] ?? (lists.has(column) ? '[]' : null);
      return cell === null ? null : String(cell);
    }),
  );
  await importVersions(database, ledger, String(imports++), rows);
}
