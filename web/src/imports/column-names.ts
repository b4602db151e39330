import type { Ledger } from '../counts/ledgers.ts';

type Column = Ledger['columns'][number];

/** The column that a file's own name for it means, as the server would take it; null when the ledger has none. */
export function columnNamed({ columns }: Ledger, name: string): string | null {
  const wanted = normalise(name);
  return columns.find((column) => namesOf(column).includes(wanted))?.name ?? null;
}

/** Columns that a file must have, and that neither its names nor the person's word (`map`) tell. */
export function missingColumns(
  ledger: Ledger,
  header: readonly string[],
  map: Readonly<Record<string, string>> = {},
): string[] {
  const found = new Set(header.map((name) => map[name] ?? columnNamed(ledger, name)));
  return ledger.columns.flatMap(({ name, required }) => (required && !found.has(name) ? [name] : []));
}

function namesOf({ name, aliases }: Column): string[] {
  return [name, ...aliases].map(normalise);
}

/** As the server compares names: half or full width, case and outer space do not matter. */
function normalise(name: string): string {
  return name.replaceAll('\uFEFF', '').normalize('NFKC').trim().toLowerCase();
}
