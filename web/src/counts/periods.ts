import { today } from './local-instant.ts';

export type PeriodName = 'all' | 'thisMonth' | 'lastMonths' | 'thisYear' | 'lastYear' | 'picked';
export const PERIODS: readonly PeriodName[] = ['all', 'thisMonth', 'lastMonths', 'thisYear', 'lastYear', 'picked'];

export interface Period {
  from: string;
  to: string;
}

/** First and last day of a named period, seen from today in a zone. `lastMonths`: twelve, the present one included. */
export function periodOf(name: Exclude<PeriodName, 'picked'>, timeZone: string, now?: number): Period {
  const day = today(timeZone, now);
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  switch (name) {
    case 'all':
      return { from: '', to: '' };
    case 'thisMonth':
      return { from: firstOf(year, month), to: lastOf(year, month) };
    case 'lastMonths':
      return { from: firstOf(year, month - 11), to: lastOf(year, month) };
    case 'thisYear':
      return { from: firstOf(year, 1), to: lastOf(year, 12) };
    case 'lastYear':
      return { from: firstOf(year - 1, 1), to: lastOf(year - 1, 12) };
  }
}

/** What the period that is picked is called, if it has a name today. */
export function periodName({ from, to }: Period, timeZone: string, now?: number): PeriodName {
  for (const name of PERIODS) {
    if (name === 'picked') continue;
    const period = periodOf(name, timeZone, now);
    if (period.from === from && period.to === to) return name;
  }
  return 'picked';
}

function firstOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

function lastOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
