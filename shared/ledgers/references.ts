import type { Ledger } from './ledger.ts';

/** Text columns of a ledger whose values other ledgers refer to by name. @param all every ledger there is */
export function columnsReferredToByName(ledger: Ledger, all: Iterable<Ledger>): string[] {
  const texts = ledger.attributes.filter((column) => column.type === 'text').map((column) => column.name);
  const referred = [...all]
    .flatMap((other) => [...other.entityKey, ...other.attributes])
    .flatMap((column) => (column.refersTo?.ledger === ledger.name ? [column.refersTo.column] : []));
  return texts.filter((name) => referred.includes(name));
}
