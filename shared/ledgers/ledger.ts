/** What a cell of a column holds. `id`: a decimal up to 2^63-1; `ids`: a set of such. */
export type ColumnType = 'id' | 'text' | 'ids';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Longest text, in characters. */
  readonly maxLength?: number;
  /** Further header names a file may use for it. */
  readonly aliases: readonly string[];
}

export interface Ledger {
  /** Also the name of its table; `<name>_staging` is where an import's rows wait for the merge. */
  readonly name: string;
  readonly entityKey: readonly Column[];
  /** Order is part of the data: a version's `changed_fields` holds a bit per attribute, counted from here. */
  readonly attributes: readonly Column[];
}

/** What happened to the entity (異動区分). */
export const EVENT_TYPES = ['create', 'update', 'discard', 'restore'] as const;

/** Columns that every ledger has between its key and its attributes, as an import carries them. */
export const COMMON_COLUMNS = ['version_no', 'event_type', 'created_at', 'created_by'] as const;

export const CREATED_BY_MAX_LENGTH = 64;

/**
 * Declares a ledger: the single source for its import columns and their checks and for the axes that Counts offers.
 * Its tables come with a migration.
 */
export function defineLedger(ledger: Ledger): Ledger {
  return Object.freeze(ledger);
}

/** The import's columns, in the order of templates and exports. */
export function importColumns(ledger: Ledger): string[] {
  return [...ledger.entityKey.map(nameOf), ...COMMON_COLUMNS, ...ledger.attributes.map(nameOf)];
}

function nameOf(column: Column): string {
  return column.name;
}
