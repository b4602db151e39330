export interface Formats {
  number: (value: number) => string;
  /** `a, b and c` */
  list: (words: readonly string[]) => string;
  /** A size in bytes with a unit that suits it. */
  bytes: (value: number) => string;
  /** A share from 0 to 1 as whole percent, rounded down: 100 % only when nothing is missing. */
  percent: (share: number) => string;
  /** An ISO time in the browser's zone, or in the IANA zone given. */
  time: (iso: string, timeZone?: string) => string;
  /** The same in few figures, for cells. */
  shortTime: (iso: string, timeZone: string) => string;
  /** The time of day of a moment, in milliseconds since the epoch. */
  clock: (milliseconds: number) => string;
}

const SIZES = ['B', 'KiB', 'MiB', 'GiB'];

/** `locale`: a language, better with its region (`en-GB`), whose customs dates and numbers then follow. */
export function createFormats(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    number: (value) => number.format(value),
    list: (words) => new Intl.ListFormat(locale).format(words),
    bytes: (value) => {
      const step = Math.min(SIZES.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
      return `${short.format(value / 1024 ** step)} ${SIZES[step]}`;
    },
    percent: (share) => percent.format(Math.floor(share * 100) / 100),
    shortTime: (iso, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(new Date(iso)),
    clock: (milliseconds) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(milliseconds),
    time: (iso, timeZone) =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        timeStyle: 'medium',
        ...(timeZone ? { timeZone } : {}),
      }).format(new Date(iso)),
  };
}
