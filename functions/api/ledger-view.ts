import { axesOf } from '../../shared/counts/axes.ts';
import { COMMON_ALIASES, requiredColumns } from '../../shared/imports/header.ts';
import {
  type COMMON_COLUMNS,
  type Column,
  CREATED_BY_MAX_LENGTH,
  EVENT_TYPES,
  entityColumns,
  importColumns,
  type Ledger,
} from '../../shared/ledgers/ledger.ts';

type CommonColumn = (typeof COMMON_COLUMNS)[number];

/** What a column's cells hold: `version` counts from 1, `event` is one of `values`, `time` is ISO 8601 and the like. */
type CellType = Column['type'] | 'version' | 'event' | 'time';

interface ColumnView {
  name: string;
  type: CellType;
  /** A file without it is refused. */
  required: boolean;
  /** Longest text, in characters. */
  max_length?: number;
  values?: readonly string[];
  /** Further names that a header may use. */
  aliases: readonly string[];
}

const COMMON: Readonly<Record<CommonColumn, Pick<ColumnView, 'type' | 'max_length' | 'values'>>> = {
  version_no: { type: 'version' },
  event_type: { type: 'event', values: EVENT_TYPES },
  created_at: { type: 'time' },
  created_by: { type: 'text', max_length: CREATED_BY_MAX_LENGTH },
};

/** A ledger as the API tells it: what a file for it looks like, and what it can be counted by. */
export function ledgerView(ledger: Ledger) {
  return {
    name: ledger.name,
    entity_key: entityColumns(ledger),
    columns: columnViews(ledger),
    axes: axesOf(ledger).map(({ name, kind, units, values, guarded }) => ({
      axis: name,
      kind,
      ...(units ? { units } : {}),
      ...(values ? { values } : {}),
      guarded,
    })),
  };
}

function columnViews(ledger: Ledger): ColumnView[] {
  const required = new Set(requiredColumns(ledger));
  const declared = new Map([...ledger.entityKey, ...ledger.attributes].map((column) => [column.name, column]));
  return importColumns(ledger).map((name) => {
    const column = declared.get(name);
    const head = { name, required: required.has(name) };
    if (!column) return { ...head, ...COMMON[name as CommonColumn], aliases: COMMON_ALIASES[name] ?? [] };
    const { type, maxLength, aliases } = column;
    return { ...head, type, ...(maxLength === undefined ? {} : { max_length: maxLength }), aliases };
  });
}
