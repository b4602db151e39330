import type { Column, Ledger } from './ledger.ts';

// The tables beside a ledger's own. What each holds is said in the migrations that make them.

export function stagingTable(ledger: Ledger): string {
  return `${ledger.name}_staging`;
}

export function touchedTable(ledger: Ledger): string {
  return `${ledger.name}_touched`;
}

export function entitiesTable(ledger: Ledger): string {
  return `${ledger.name}_entities`;
}

/** A table with a row for each version and each thing that one of its columns lists. */
export interface Expansion {
  readonly table: string;
  /** The column of the ledger that is expanded. */
  readonly column: string;
  /** The column of the table that holds one thing. `ids`: an id; `words`: a word of a text that holds names. */
  readonly element: string;
  readonly kind: 'ids' | 'words';
}

/** Sets of ids, and the words of texts that refer by name, are kept expanded. */
export function expansions(ledger: Ledger): Expansion[] {
  return ledger.attributes.flatMap((column): Expansion[] => {
    const table = `${ledger.name}_${column.name}`;
    if (column.type === 'ids') return [{ table, column: column.name, element: elementOf(column), kind: 'ids' }];
    const words = column.type === 'text' && column.refersTo;
    return words ? [{ table, column: column.name, element: 'word', kind: 'words' }] : [];
  });
}

/** The names that a ledger's forbidden entities ever had, kept when other ledgers refer to it by this column. */
export function forbiddenNamesTable(ledger: Ledger, column: string): string {
  return `${ledger.name}_forbidden_${column}s`;
}

function elementOf({ name, element }: Column): string {
  if (!element) throw new Error(`The declaration of the set ${name} does not say what one of it is called.`);
  return element;
}
