import type { TimeUnit } from './request.ts';
import { type Sql, sql } from './sql.ts';

/** TO_DAYS('1970-01-01') */
const EPOCH_DAY = 719_528;
const DAY_MS = 86_400_000;

interface Bucket {
  /** SQL for its number. Numbers group much faster than texts. */
  readonly number: (local: Sql) => Sql;
  /** Its text on the wire. */
  readonly text: (number: number) => string;
  /** What such texts look like. */
  readonly form: RegExp;
  /** The number of a text of this form. */
  readonly read: (text: string) => number;
}

const BUCKETS: Readonly<Record<TimeUnit, Bucket>> = {
  year: {
    number: (local) => sql`YEAR(${local})`,
    text: (number) => padded(number, 4),
    form: /^\d{4}$/,
    read: Number,
  },
  quarter: {
    number: (local) => sql`YEAR(${local}) * 10 + QUARTER(${local})`,
    text: (number) => `${padded(Math.floor(number / 10), 4)}-Q${number % 10}`,
    form: /^\d{4}-Q[1-4]$/,
    read: (text) => Number(text.replace('-Q', '')),
  },
  month: {
    number: (local) => sql`EXTRACT(YEAR_MONTH FROM ${local})`,
    text: (number) => `${padded(Math.floor(number / 100), 4)}-${padded(number % 100, 2)}`,
    form: /^\d{4}-(0[1-9]|1[0-2])$/,
    read: (text) => Number(text.replace('-', '')),
  },
  week: {
    // Mode 3 is ISO 8601: weeks begin on Monday, week 1 has the first Thursday; the year is that of the week.
    number: (local) => sql`YEARWEEK(${local}, 3)`,
    text: (number) => `${padded(Math.floor(number / 100), 4)}-W${padded(number % 100, 2)}`,
    form: /^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/,
    read: (text) => Number(text.replace('-W', '')),
  },
  day: {
    number: (local) => sql`TO_DAYS(${local})`,
    text: dayText,
    form: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
    read: dayNumber,
  },
  hour: {
    number: (local) => sql`TO_DAYS(${local}) * 24 + HOUR(${local})`,
    text: (number) => `${dayText(Math.floor(number / 24))}T${padded(number % 24, 2)}`,
    form: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])$/,
    read: (text) => dayNumber(text.slice(0, 10)) * 24 + Number(text.slice(11)),
  },
  weekday: {
    number: (local) => sql`WEEKDAY(${local}) + 1`,
    text: String,
    form: /^[1-7]$/,
    read: Number,
  },
};

export function bucketSql(local: Sql, unit: TimeUnit): Sql {
  return sql`(${BUCKETS[unit].number(local)})`;
}

/** The text of a bucket on the wire. @param number as `bucketSql` gives it */
export function bucketText(unit: TimeUnit, number: number | string): string {
  return BUCKETS[unit].text(Number(number));
}

/** @returns undefined for what is no bucket of this unit */
export function bucketNumber(unit: TimeUnit, text: string): number | undefined {
  const bucket = BUCKETS[unit];
  if (!bucket.form.test(text)) return undefined;
  const number = bucket.read(text);
  // A day that no calendar has is read as another one.
  return bucket.text(number) === text ? number : undefined;
}

/** What a bucket looks like, for people. */
export function bucketExample(unit: TimeUnit): string {
  if (unit === 'weekday') return '1 (Monday) to 7';
  return bucketText(
    unit,
    { year: 2025, quarter: 20251, month: 202501, week: 202501, day: 739647, hour: 17751537 }[unit],
  );
}

function dayText(number: number): string {
  return new Date((number - EPOCH_DAY) * DAY_MS).toISOString().slice(0, 10);
}

function dayNumber(text: string): number {
  return Date.parse(text) / DAY_MS + EPOCH_DAY;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
