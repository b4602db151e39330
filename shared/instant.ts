/** A moment to the microsecond: whole seconds since 1970 in UTC, and the microseconds behind them. */
export interface Instant {
  seconds: number;
  microseconds: number;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** What an ISO 8601 text says. `offset` in seconds east of UTC, null when the text names no zone. */
export interface LocalTime {
  /** Seconds since 1970 as if the clock stood in UTC. */
  clock: number;
  microseconds: number;
  offset: number | null;
}

/**
 * Reads `2026-11-30`, `2026-11-30T12:34[:56[.123456]]` (or with a space), each time with an optional `Z` or `+09:00`.
 * Digits behind the sixth of a fraction are cut.
 * @returns undefined for anything else, days that no calendar has included
 */
export function parseIso(text: string): LocalTime | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  return calendarTime(
    { year: Number(year), month: Number(month), day: Number(day) },
    { hour: Number(hour), minute: Number(minute), second: Number(second) },
    Number(fraction.slice(0, 6).padEnd(6, '0')),
    zone === undefined ? null : zoneOffset(zone),
  );
}

/** Whether a text has the form that `parseIso` reads, though its day, hour or zone may not exist. */
export function looksIso(text: string): boolean {
  return ISO.test(text);
}

function calendarTime(
  { year, month, day }: { year: number; month: number; day: number },
  { hour, minute, second }: { hour: number; minute: number; second: number },
  microseconds: number,
  offset: number | null | undefined,
): LocalTime | undefined {
  if (offset === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { clock: date.getTime() / 1000 + hour * 3600 + minute * 60 + second, microseconds, offset };
}

/** ISO 8601 allows at most 23:59; no zone of the world is beyond +14:00 or -12:00, older local times included. */
function zoneOffset(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replace(/\D/g, '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 18 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** The first moments a DATETIME column can and cannot hold: years 1000 to 9999 (both servers' documented range). */
const EARLIEST = Date.UTC(1000, 0, 1) / 1000;
const LATEST = Date.UTC(10_000, 0, 1) / 1000;

/** `2026-11-30 00:00:00.000000` in UTC, as the database takes and gives it. @returns undefined outside years 1000 to 9999 */
export function databaseTime({ seconds, microseconds }: Instant): string | undefined {
  if (seconds < EARLIEST || seconds >= LATEST) return undefined;
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}.${String(microseconds).padStart(6, '0')}`;
}
