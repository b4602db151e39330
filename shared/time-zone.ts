/** A stretch of time in which a zone's clock has one distance from UTC. */
export interface ZoneStretch {
  /** First second (since 1970, UTC) behind the stretch; Infinity for the last one. */
  readonly until: number;
  /** Seconds east of UTC. */
  readonly offset: number;
}

/** No zone changes its clock twice within this time without the two changes being seen. */
const STEP = 3 * 86_400;

/** Is it a zone that this runtime's copy of the IANA database knows? Bare offsets like +09:00 are not zones. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

const clocks = new Map<string, (second: number) => number>();

/** The zone's distance from UTC at a second since 1970, in seconds. Seconds matter: old local times have them. */
function clockOf(timeZone: string): (second: number) => number {
  const known = clocks.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    era: 'short',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsetAt = (second: number) => {
    const parts = Object.fromEntries(format.formatToParts(second * 1000).map(({ type, value }) => [type, value]));
    const local = new Date(0);
    local.setUTCFullYear(Number(parts.year), Number(parts.month) - 1, Number(parts.day));
    local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
    return local.getTime() / 1000 - second;
  };
  clocks.set(timeZone, offsetAt);
  return offsetAt;
}

/**
 * The stretches of a zone between two seconds since 1970 (both inside), in order.
 * They come from the runtime's copy of the IANA database: a server's own time zone tables may be empty.
 */
export function zoneStretches(timeZone: string, from: number, to: number): ZoneStretch[] {
  const offsetAt = clockOf(timeZone);
  const stretches: ZoneStretch[] = [];
  let offset = offsetAt(from);
  for (let start = from; start < to; start += STEP) {
    const end = Math.min(start + STEP, to);
    const next = offsetAt(end);
    if (next === offset) continue;
    stretches.push({ until: firstSecondAfterChange(offsetAt, start, end), offset });
    offset = next;
  }
  return [...stretches, { until: Number.POSITIVE_INFINITY, offset }];
}

function firstSecondAfterChange(offsetAt: (second: number) => number, start: number, end: number): number {
  const before = offsetAt(start);
  let [low, high] = [start, end];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Stretches of whole years, by zone and year: a file's times are of few years. */
const years = new Map<string, readonly ZoneStretch[]>();
/** Far more than any file has; years beyond are computed each time. */
const YEARS_KEPT = 10_000;
const DAY = 86_400;

/** What a zone's clock showed, as a moment. `gap`: the clock never showed it. */
export type LocalMoment = { readonly second: number } | 'gap';

/**
 * The moment at which the zone's clock showed this, the earlier one when it showed it twice.
 * @param clock seconds since 1970 as if the clock stood in UTC
 * @returns seconds since 1970, UTC
 */
export function momentOfClock(timeZone: string, clock: number): LocalMoment {
  let start = Number.NEGATIVE_INFINITY;
  for (const { until, offset } of stretchesOfYear(timeZone, new Date(clock * 1000).getUTCFullYear())) {
    const second = clock - offset;
    if (second >= start && second < until) return { second };
    start = until;
  }
  return 'gap';
}

/**
 * The stretches of a zone for moments of some years only (UTC, ascending), so that one moment in a far future does not
 * cost all the years before it. Between these years, and outside them, they say nothing that counts.
 */
export function stretchesOfYears(timeZone: string, wanted: readonly number[]): readonly ZoneStretch[] {
  const joined: ZoneStretch[] = [];
  for (const year of wanted) {
    const start = firstSecondOf(year);
    // What ends before the year is of the year before; what was open until now ends where the year begins.
    const last = joined.pop();
    const own = stretchesOfYear(timeZone, year).filter(({ until }) => until > start);
    if (last && last.offset !== own[0]?.offset) joined.push({ ...last, until: start });
    joined.push(...own);
  }
  return joined;
}

function firstSecondOf(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1) / 1000;
}

function stretchesOfYear(timeZone: string, year: number): readonly ZoneStretch[] {
  const key = `${timeZone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const stretches = zoneStretches(timeZone, firstSecondOf(year) - 2 * DAY, firstSecondOf(year + 1) + 2 * DAY);
  if (years.size < YEARS_KEPT) years.set(key, stretches);
  return stretches;
}
