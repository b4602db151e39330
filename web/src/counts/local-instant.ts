const DAY = 86_400_000;

/**
 * The moment that a clock in a zone shows a local time (`2025-01-31` is its midnight, `2025-01-31T12:30`), as UTC. Shown
 * twice, the earlier one; never shown, because the clock was put forward over it, the first moment after that.
 */
export function instantOf(local: string, timeZone: string): string {
  const clock = Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`);
  if (Number.isNaN(clock)) throw new Error(`${local} is no local time like 2025-01-31 or 2025-01-31T12:30.`);
  const offsets = [offsetAt(clock - DAY, timeZone), offsetAt(clock + DAY, timeZone)] as const;
  const shown = offsets
    .map((offset) => clock - offset)
    .filter((moment) => moment + offsetAt(moment, timeZone) === clock);
  const moment = shown.length > 0 ? Math.min(...shown) : clock - offsets[0];
  return new Date(moment).toISOString();
}

/** The day after a day `2025-01-31`. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00Z`) + DAY).toISOString().slice(0, 10);
}

/** Today's day in a zone, `2025-01-31`; UTC's, where this browser knows no such zone (a link may name anything). */
export function today(timeZone: string, now = Date.now()): string {
  return new Date(now + (knows(timeZone) ? offsetAt(now, timeZone) : 0)).toISOString().slice(0, 10);
}

function knows(timeZone: string): boolean {
  try {
    return formatOf(timeZone) !== undefined;
  } catch {
    return false;
  }
}

/** Milliseconds that a zone's clock is ahead of UTC at a moment. */
function offsetAt(moment: number, timeZone: string): number {
  const whole = Math.floor(moment / 1000) * 1000;
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, value]),
  );
  const shown = Date.UTC(
    Number(part.year),
    Number(part.month) - 1,
    Number(part.day),
    Number(part.hour),
    Number(part.minute),
    Number(part.second),
  );
  return shown - whole;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-gregory', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}
