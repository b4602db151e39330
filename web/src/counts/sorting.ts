import type { Sort } from './count-request.ts';

/** A column that can be sorted by. */
export type Sortable = Pick<Sort, 'by' | 'index' | 'column'>;

export function directionOf(sort: Sort | null, by: Sortable): Sort['dir'] | null {
  const same = sort?.by === by.by && sort.index === by.index;
  return same && JSON.stringify(sort.column) === JSON.stringify(by.column) ? sort.dir : null;
}

/** Numbers start with the greatest, keys (which stand ascending by themselves) with the last; then round and off. */
export function nextSort(sort: Sort | null, by: Sortable): Sort | null {
  const dir = directionOf(sort, by);
  if (dir === null) return { ...by, dir: 'desc' };
  return dir === 'desc' && by.by === 'measure' ? { ...by, dir: 'asc' } : null;
}
