import type { Grouping } from './plan-summary.ts';
import { CountsRefused } from './refused.ts';
import { type Selection, selectsByGuarded } from './selection.ts';

// What only administrators may ask. Each refusal depends on the request alone, never on what is stored: a guessed id
// that exists and one that does not are refused alike.

/** A summary holds the private history, so choosing by what it holds would show it. @throws CountsRefused 403 */
export function refuseGuardedSelection(selection: Selection): void {
  if (!selectsByGuarded(selection)) return;
  const axes = selection.filters.filter(({ axis }) => axis.guarded).map(({ axis }) => axis.name);
  const names = [...axes, ...(selection.tagSearch ? ['tag_search'] : [])];
  throw guarded(`Only administrators may restrict a summary by ${names.join(', ')}: private versions would show.`);
}

/** @throws CountsRefused 403 */
export function refuseGuardedOrder(grouping: Pick<Grouping, 'columns'>, order: readonly unknown[] | undefined): void {
  const axes = grouping.columns.filter((axis) => axis.guarded).map((axis) => axis.name);
  if (!order?.length || axes.length === 0) return;
  throw guarded(`Only administrators may order the columns of ${axes.join(', ')} by their values.`);
}

function guarded(detail: string): CountsRefused {
  return new CountsRefused(403, 'guarded', detail);
}
