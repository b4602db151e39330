import type { Role } from '../accounts/caller.ts';
import { LEDGERS } from '../ledgers/catalogue.ts';
import { axesOf } from './axes.ts';
import type { PlanFaults } from './axis-value.ts';
import { refuseGuardedOrder, refuseGuardedSelection } from './guarded.ts';
import { type Page, planPage } from './plan-details.ts';
import { type Grouping, planGrouping } from './plan-summary.ts';
import { notAllowed, unprocessable } from './refused.ts';
import { type CountsRequest, DETAILS_FIELDS, SUMMARY_FIELDS } from './request.ts';
import { planSelection, type Selection } from './selection.ts';

interface Common {
  readonly selection: Selection;
  /** The caller sees the reserved value for what is private (summary), or nothing of it (details). */
  readonly masked: boolean;
  /** Whether population_count was asked for. */
  readonly populationCount: boolean;
  /** What "now" means in it: `2026-11-30T00:00:00.000000Z`. */
  readonly asOf: string;
}

export interface SummaryPlan extends Common, Grouping {
  readonly mode: 'summary';
}

export interface DetailsPlan extends Common, Page {
  readonly mode: 'details';
}

/** A request that was checked against its ledger and its caller: nothing about it can be refused any more. */
export type CountsPlan = SummaryPlan | DetailsPlan;

/** @throws CountsRefused 422 naming each field, 403 for what this caller may not ask */
export function planCounts(
  request: CountsRequest,
  viewer: { role: Role },
  defaults: { timeZone: string; asOf: string },
): CountsPlan {
  const ledger = LEDGERS.get(request.ledger);
  if (!ledger) throw unprocessable([notAllowed('ledger', 'There is no such ledger.', [...LEDGERS.keys()])]);
  const axes = axesOf(ledger);
  const faults: PlanFaults = { structure: foreignFields(request), values: [] };
  const common = {
    selection: planSelection(request, ledger, axes, defaults, faults),
    masked: viewer.role !== 'admin',
    populationCount: request.population_count,
    asOf: defaults.asOf,
  };
  const plan: CountsPlan =
    request.mode === 'details'
      ? { mode: 'details', ...common, ...planPage(request, ledger, faults) }
      : { mode: 'summary', ...common, ...planGrouping(request, axes, common, faults) };
  if (faults.structure.length > 0) throw unprocessable(faults.structure);
  if (plan.mode === 'summary' && plan.masked) {
    refuseGuardedSelection(plan.selection);
    refuseGuardedOrder(plan, request.column_order);
  }
  if (faults.values.length > 0) throw unprocessable(faults.values);
  return plan;
}

/** Fields of the other mode would be lost without a word. */
function foreignFields(request: CountsRequest) {
  const foreign = request.mode === 'details' ? SUMMARY_FIELDS : DETAILS_FIELDS;
  return foreign
    .filter((field) => request[field] !== undefined)
    .map((field) => notAllowed(field, `${field} is nothing for the mode ${request.mode}; leave it out.`));
}
