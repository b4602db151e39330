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
