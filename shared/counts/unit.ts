import type { Grouping } from './plan-summary.ts';

/**
 * What `count` counts, at every level and in every total: distinct versions; with `tag` among the row axes distinct
 * (version, tag) pairs; with `changed_field` there too distinct (version, tag, changed field) triples. Column axes
 * change no unit.
 */
export type Unit = 'version' | 'pair' | 'triple';

export function unitOf({ rows }: Pick<Grouping, 'rows'>): Unit {
  const has = (kind: string) => rows.some((axis) => axis.kind === kind);
  if (!has('tag')) return 'version';
  return has('field') ? 'triple' : 'pair';
}
