import { databaseTime, looksIso, parseIso } from '../instant.ts';
import { momentOfClock } from '../time-zone.ts';
import { CellFault, type CellReader } from './cell.ts';

/** The commonest form, to be copied as it stands: seconds in UTC, on any day but the 29th of February. */
const PLAIN_UTC =
  /^[1-9]\d{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|\+00:00)$/;
const FRACTION = 20;

/** Year first only: `01/02/2026` is January or February, and nobody can tell. */
const SLASHES = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,6})?)?$/;

const SECONDS = /^[1-9]\d{8,9}$/;
const MILLISECONDS = /^[1-9]\d{11,12}$/;

const NOT_A_TIME = new CellFault(
  'not_a_time',
  'must be a time like 2026-11-30T12:34:56+09:00 or 2026/11/30 12:34 (year first), or seconds since 1970',
);
const NO_SUCH_TIME = new CellFault(
  'no_such_time',
  'does not exist: the calendar lacks this day, the clock this hour, or no zone is that far from UTC',
);

/**
 * Makes the reader of times of a file: ISO 8601, `2026/11/30 12:34[:56[.123456]]`, or an integer of 9 or 10 digits
 * (seconds since 1970) or 12 or 13 (milliseconds). It gives the moment in UTC as the database writes it.
 * @param timeZone IANA name, for times that name no zone. What its clock never showed is a fault; of what it showed
 *   twice the earlier moment counts.
 */
export function timeReader(timeZone: string): CellReader {
  const gap = new CellFault('time_gap', `never came in ${timeZone}: the clock was put forward over it`);
  return (text) => {
    if (PLAIN_UTC.test(text)) {
      const fraction = text.charAt(FRACTION - 1) === '.' ? text.slice(FRACTION, text.endsWith('Z') ? -1 : -6) : '';
      return `${text.slice(0, 10)} ${text.slice(11, 19)}.${fraction.padEnd(6, '0')}`;
    }
    if (SECONDS.test(text)) return databaseTime({ seconds: Number(text), microseconds: 0 }) ?? NOT_A_TIME;
    if (MILLISECONDS.test(text)) return ofMilliseconds(Number(text));
    const iso = isoOf(text);
    const local = parseIso(iso);
    if (!local) return looksIso(iso) ? NO_SUCH_TIME : NOT_A_TIME;
    const { clock, microseconds, offset } = local;
    const moment = offset === null ? momentOfClock(timeZone, clock) : { second: clock - offset };
    if (moment === 'gap') return gap;
    return databaseTime({ seconds: moment.second, microseconds }) ?? NOT_A_TIME;
  };
}

function ofMilliseconds(milliseconds: number): string | CellFault {
  const microseconds = (milliseconds % 1000) * 1000;
  return databaseTime({ seconds: Math.floor(milliseconds / 1000), microseconds }) ?? NOT_A_TIME;
}

function isoOf(text: string): string {
  const match = SLASHES.exec(text);
  if (!match) return text;
  const [, year, month = '', day = '', hour = '', minute, second = '00', fraction = ''] = match;
  const two = (digits: string) => digits.padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${fraction}`;
}
