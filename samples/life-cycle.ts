import type { Random } from './random.ts';
import { DAY, HOUR, type Instant, instant, SECOND } from './timestamp.ts';

export type EventType = 'create' | 'update' | 'discard' | 'restore';

/** One version of an entity, still without its attributes. */
export interface Step {
  versionNo: number;
  eventType: EventType;
  at: Instant;
  by: string | null;
}

/** What may become of an entity: how many updates it gets, then the chances, in percent, of an end. */
export interface Fate {
  updates: readonly number[];
  discarded: number;
  restored: number;
}

const LAST_DAY = instant('2026-10-30T00:00:00Z');
/** Longest time between the first and the last change of one entity. */
const LIFE = 700 * DAY;
const ACTORS = ['mika', 'mika', 'mika', 'sora', 'sora', 'sora', 'haruto', 'Zoë', 'bot-import', null];

/**
 * A sensible history of one entity: created once, updated while it lives, then perhaps discarded and perhaps restored.
 * Version numbers start at 1; a few are missing, as where an earlier system lost a version. Times rise strictly.
 */
export function lifeCycle(random: Random, birth: Pick<Step, 'at' | 'by'>, fate: Fate): Step[] {
  const later = laterEvents(random, fate).map((eventType) => ({ eventType, by: random.pick(ACTORS) }));
  const times = later.map(({ by }) => workingTime(random, laterDay(random, birth.at), by)).sort((a, b) => a - b);
  const steps: Step[] = [{ versionNo: 1, eventType: 'create', ...birth }];
  for (const [position, { eventType, by }] of later.entries()) {
    const { versionNo, at } = steps.at(-1) as Step;
    steps.push({
      versionNo: versionNo + (random.chance(2) ? 2 : 1),
      eventType,
      at: Math.max(times[position] as Instant, at + 90 * SECOND),
      by,
    });
  }
  return steps;
}

/** Programs work at night, people by day in Japan. */
export function workingTime(random: Random, day: Instant, by: string | null): Instant {
  const hour = by === 'bot-import' ? 18 : random.integer(-1, 14);
  return day + hour * HOUR + random.integer(0, HOUR - 1);
}

function laterEvents(random: Random, fate: Fate): EventType[] {
  const updates = Array.from({ length: random.pick(fate.updates) }, (): EventType => 'update');
  if (random.chance(fate.discarded)) return [...updates, 'discard'];
  if (random.chance(fate.restored)) {
    return [...updates, 'discard', 'restore', ...(random.chance(50) ? (['update'] as const) : [])];
  }
  return updates;
}

function laterDay(random: Random, birth: Instant): Instant {
  const firstDay = Math.floor(birth / DAY) * DAY + DAY;
  const days = Math.floor((Math.min(birth + LIFE, LAST_DAY) - firstDay) / DAY);
  return firstDay + random.integer(0, Math.max(days, 0)) * DAY;
}
