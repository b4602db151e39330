import { CONNECTIONS } from '../shared/names.ts';
import type { Settings } from './settings.ts';

/** Ticks that may run at once: one minute's may not be done when the next begins. */
export const TICK_CONCURRENCY = 2;

/** A deployment runs the old and the new containers together. */
const DEPLOYMENT_FACTOR = 2;
/** For people, migrations and commands. */
const FOR_PEOPLE = 10;

type BudgetSettings = Pick<
  Settings,
  'apiConcurrency' | 'ingestConcurrency' | 'webTasks' | 'exportTasks' | 'databaseMaxConnections'
>;

/** The most connections that each part may hold at once. */
export function connectionBudget(settings: BudgetSettings): Readonly<Record<string, number>> {
  return {
    api: settings.apiConcurrency * sum(CONNECTIONS.api),
    ingest: settings.ingestConcurrency * sum(CONNECTIONS.ingest),
    tick: TICK_CONCURRENCY * sum(CONNECTIONS.tick),
    web: settings.webTasks * DEPLOYMENT_FACTOR * sum(CONNECTIONS.web),
    export: settings.exportTasks * DEPLOYMENT_FACTOR * sum(CONNECTIONS.exportWorker),
    people: FOR_PEOPLE,
  };
}

/** @throws Error with the sum when more might connect than the database allows */
export function requireConnectionBudget(settings: BudgetSettings): void {
  const budget = connectionBudget(settings);
  const needed = sum(budget);
  if (needed <= settings.databaseMaxConnections) return;
  const parts = Object.entries(budget).map(([part, connections]) => `${part} ${connections}`);
  throw new Error(
    `${needed} connections may be needed at once (${parts.join(', ')}), but tallyport:databaseMaxConnections is ` +
      `${settings.databaseMaxConnections}. Raise it, with the memory of the database, or lower a concurrency.`,
  );
}

function sum(numbers: Readonly<Record<string, number>>): number {
  return Object.values(numbers).reduce((total, number) => total + number, 0);
}
