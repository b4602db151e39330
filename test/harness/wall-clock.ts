const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a zone's wall clock shows, by the runtime, one moment at a time. */
function localParts(at: string, zone: string): Record<string, number> {
  const format =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' },
    });
  clocks.set(zone, format);
  const parts = format.formatToParts(new Date(`${at.slice(0, 19).replace(' ', 'T')}Z`));
  return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
}

const two = (number: number) => String(number).padStart(2, '0');

/** The text of the bucket in which a moment falls. @param at `2025-01-01 00:00:00.000000`, UTC */
export function bucketOf(at: string, unit: string, zone: string): string {
  const { year = 0, month = 0, day = 0, hour = 0 } = localParts(at, zone);
  const date = `${year}-${two(month)}-${two(day)}`;
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  switch (unit) {
    case 'year':
      return String(year);
    case 'quarter':
      return `${year}-Q${Math.ceil(month / 3)}`;
    case 'month':
      return `${year}-${two(month)}`;
    case 'week': {
      // The week belongs to the year that its Thursday is in.
      const thursday = new Date(Date.UTC(year, month - 1, day + 4 - weekday));
      const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
      return `${thursday.getUTCFullYear()}-W${two(Math.floor((thursday.getTime() - start) / 604_800_000) + 1)}`;
    }
    case 'hour':
      return `${date}T${two(hour)}`;
    case 'weekday':
      return String(weekday);
    default:
      return date;
  }
}
