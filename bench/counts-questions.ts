import type { CountsRequestInput } from '../shared/counts/request.ts';

const byMonth = { axis: 'created_at', unit: 'month' } as const;
const byEvent = { axis: 'event_type' };
/** Half of the history is behind it. */
const AT = '2024-07-01T00:00:00Z';

export interface Question {
  readonly name: string;
  readonly goalSeconds: number;
  readonly request: CountsRequestInput;
  /**
   * The same for DuckDB, over `v` (versions, with the bits of their changed fields), `t` (their tags, with what is
   * counted by) and `private` (ids of the private versions); `seen` says how a label is shown to the caller.
   */
  readonly duckDb: (seen: (label: string) => string, joinPrivate: (id: string) => string) => string;
}

export const QUESTIONS: readonly Question[] = [
  {
    name: 'event_type x month',
    goalSeconds: 0.5,
    request: { ledger: 'posts', rows: [byEvent, byMonth], subtotals: true },
    duckDb: () => `SELECT event_type AS a, strftime(created_at, '%Y-%m') AS b, count(*) AS n
      FROM v GROUP BY ROLLUP (a, b)`,
  },
  {
    name: 'tag x month, subtotals',
    goalSeconds: 2,
    request: { ledger: 'posts', rows: [{ axis: 'tag' }, byMonth], subtotals: true },
    duckDb: (seen, joinPrivate) => `SELECT ${seen('t.tag_id')} AS a, strftime(t.created_at, '%Y-%m') AS b, count(*) AS n
      FROM t ${joinPrivate('t.version_id')} GROUP BY ROLLUP (a, b)`,
  },
  {
    name: 'changed_field x event_type',
    goalSeconds: 2,
    request: { ledger: 'posts', rows: [{ axis: 'changed_field' }], columns: [byEvent], subtotals: true },
    duckDb: (seen, joinPrivate) => `SELECT ${seen('f.bit')} AS a, v.event_type AS b, count(DISTINCT v.id) AS n
      FROM v JOIN (VALUES (1), (2), (4), (8)) AS f(bit) ON (v.changed_fields & f.bit) <> 0 ${joinPrivate('v.id')}
      GROUP BY CUBE (a, b)`,
  },
  {
    name: 'state at a date by tag',
    goalSeconds: 2,
    request: { ledger: 'posts', rows: [{ axis: 'tag' }], population: 'state', at: AT, subtotals: true },
    duckDb: (seen, joinPrivate) => `WITH s AS (SELECT post_id, max(version_no) AS version_no FROM v
        WHERE created_at <= TIMESTAMP '2024-07-01' GROUP BY post_id)
      SELECT ${seen('t.tag_id')} AS a, count(*) AS n FROM s
      JOIN v ON v.post_id = s.post_id AND v.version_no = s.version_no AND v.event_type <> 'discard'
      JOIN t ON t.version_id = v.id ${joinPrivate('v.id')} GROUP BY ROLLUP (a)`,
  },
];

/**
 * What one writes first for a viewer's tag x month: for each version all discards are gone through, and the list of
 * tags is searched for each of them. Over the first `versions` of the ledger.
 */
export function antiPeer(versions: number): string {
  return `SELECT IF(hidden, NULL, j.tag_id) AS tag, DATE_FORMAT(c.created_at, '%Y-%m') AS month, COUNT(*) AS n
    FROM (SELECT v.id, v.created_at, v.tag_ids,
                 EXISTS (SELECT 1 FROM posts AS d WHERE d.event_type = 'discard'
                         AND (d.post_id = v.post_id AND d.version_no >= v.version_no
                              OR JSON_CONTAINS(v.parent_post_ids, CAST(d.post_id AS CHAR))))
                 OR EXISTS (SELECT 1 FROM tags AS d WHERE d.event_type = 'discard'
                            AND JSON_CONTAINS(v.tag_ids, CAST(d.tag_id AS CHAR))) AS hidden
          FROM posts AS v WHERE v.id <= ${versions}) AS c
    JOIN JSON_TABLE(c.tag_ids, '$[*]' COLUMNS (tag_id BIGINT PATH '$')) AS j
    GROUP BY tag, month`;
}
