import { entityColumns } from '../ledgers/ledger.ts';
import { expansions } from '../ledgers/tables.ts';
import type { ZoneStretch } from '../time-zone.ts';
import { tagColumn } from './axes.ts';
import { privateVersions } from './private-versions.ts';
import { selectedSql } from './selected-sql.ts';
import type { Selection } from './selection.ts';
import { plain, type Sql, sql, whereAll } from './sql.ts';

/** Which of the versions: those that anybody may see, the others, or all of them. */
export type Part = 'all' | 'public' | 'private';

/** The versions that a selection holds, or their pairs with each of their tags, as a table to select from. */
export interface VersionSource {
  /** SQL for a column of the ledger, or for `tag`. */
  column(name: string): string;
  /** FROM and WHERE, with what the columns named so far need. `joins`: further tables, each with its JOIN. */
  from(conditions?: readonly Sql[], joins?: Sql): Sql;
}

/** Everything that selects versions goes through here: one population for every level, measure and mode. */
export function versionsOf(selection: Selection, stretches: readonly ZoneStretch[], part: Part): VersionSource {
  const { ledger } = selection;
  const column = (name: string) => `v.${name}`;
  const table = plain(ledger.name);
  return {
    column,
    from(conditions = [], joins = plain('')) {
      const selected = selectedSql(selection, stretches, column);
      const all = whereAll([...selected.conditions, ...NOT_PRIVATE[part], ...conditions]);
      if (part === 'private')
        return sql`FROM (${privateVersions(ledger)}) AS p JOIN ${table} AS v ON v.id = p.id${selected.joins}${joins}${all}`;
      return sql`FROM ${table} AS v${selected.joins}${withoutPrivate(selection, part, 'v.id')}${joins}${all}`;
    },
  };
}

/** A row for each version and each of its tags. */
export function tagPairsOf(selection: Selection, stretches: readonly ZoneStretch[], part: Part): VersionSource {
  const { ledger } = selection;
  const tags = expansions(ledger).find(({ column }) => column === tagColumn(ledger)?.name);
  if (!tags) throw new Error(`The ledger ${ledger.name} has no tags; the plan should have refused this request.`);
  if (part === 'private' || selection.population !== 'events') return expandedPairs(selection, stretches, part, tags);
  const own = new Set([...entityColumns(ledger), 'version_no', 'created_at', 'event_type']);
  let joinsVersion = false;
  const column = (name: string) => {
    if (name === 'tag') return `t.${tags.element}`;
    if (name === 'id') return 't.version_id';
    if (own.has(name)) return `t.${name}`;
    joinsVersion = true;
    return `v.${name}`;
  };
  return {
    column,
    from(conditions = [], joins = plain('')) {
      const selected = selectedSql(selection, stretches, column);
      const version = plain(joinsVersion ? ` JOIN ${ledger.name} AS v ON v.id = t.version_id` : '');
      const all = whereAll([...selected.conditions, ...NOT_PRIVATE[part], ...conditions]);
      const hidden = withoutPrivate(selection, part, 't.version_id');
      return sql`FROM ${plain(tags.table)} AS t${version}${selected.joins}${hidden}${joins}${all}`;
    },
  };
}

/** Where few of all versions are wanted, expanding them is cheaper than finding them among all pairs. */
function expandedPairs(
  selection: Selection,
  stretches: readonly ZoneStretch[],
  part: Part,
  tags: { column: string },
): VersionSource {
  const versions = versionsOf(selection, stretches, part);
  const list = plain(` JOIN JSON_TABLE(v.${tags.column}, '$[*]' COLUMNS (element BIGINT PATH '$')) AS j`);
  return {
    column: (name) => (name === 'tag' ? 'j.element' : versions.column(name)),
    from: (conditions, joins = plain('')) => versions.from(conditions, sql`${list}${joins}`),
  };
}

const NOT_PRIVATE: Readonly<Record<Part, readonly Sql[]>> = {
  all: [],
  public: [plain('p.id IS NULL')],
  private: [],
};

function withoutPrivate({ ledger }: Selection, part: Part, id: string): Sql {
  return part === 'public' ? sql` LEFT JOIN (${privateVersions(ledger)}) AS p ON p.id = ${plain(id)}` : plain('');
}
