/** What a cell of a column holds. `id`: a decimal up to 2^63-1; `ids`: a set of such. */
export type ColumnType = 'id' | 'text' | 'ids';

/** What a column's values point at: entities of a ledger by their id, or by a name that they ever had. */
export interface Reference {
  readonly ledger: string;
  /** A column of that ledger: its id, or a text attribute whose values are names. */
  readonly column: string;
}

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Longest text, in characters. Every text has one. */
  readonly maxLength?: number;
  /** Further header names a file may use for it. */
  readonly aliases: readonly string[];
  /** What one id of a set is called. Every `ids` column has it. */
  readonly element?: string;
  /** A text that refers by name holds names separated by white space. */
  readonly refersTo?: Reference;
}

export interface Ledger {
  /** Also the name of its table; `tables.ts` names those beside it. */
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
 * Declares a ledger: the single source for its tables, for its import columns and their checks, for the axes that
 * Counts offers and for what is guarded. The tables come with a migration, which a test compares with this.
 */
export function defineLedger(ledger: Ledger): Ledger {
  return Object.freeze(ledger);
}

/** The import's columns, in the order of templates and exports. */
export function importColumns(ledger: Ledger): string[] {
  return [...entityColumns(ledger), ...COMMON_COLUMNS, ...ledger.attributes.map(nameOf)];
}

/** What names an entity. */
export function entityColumns(ledger: Ledger): string[] {
  return ledger.entityKey.map(nameOf);
}

/** What names a version. */
export function versionColumns(ledger: Ledger): string[] {
  return [...entityColumns(ledger), 'version_no'];
}

function nameOf(column: Column): string {
  return column.name;
}
