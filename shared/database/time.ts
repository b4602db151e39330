/** `2026-11-30 00:00:00.000000`, as the database writes a time in UTC, to `2026-11-30T00:00:00.000000Z`. */
export function wireTime(stored: string): string;
export function wireTime(stored: string | null): string | null;
export function wireTime(stored: string | null): string | null {
  return stored === null ? null : `${stored.replace(' ', 'T')}Z`;
}

/** A 64-bit number as JSON carries it: a number while a double holds it exactly, else a string of digits. */
export function wireId(stored: string | number): string | number {
  const number = Number(stored);
  return Number.isSafeInteger(number) ? number : String(stored);
}
