/**
 * The present as an SQL expression: the database's clock, which all processes share, unless a time is passed.
 * Safe to put into a statement as it is: a Date writes nothing but digits and separators.
 */
export function sqlTime(time?: Date): string {
  return time ? `TIMESTAMP'${time.toISOString().slice(0, -1).replace('T', ' ')}'` : 'UTC_TIMESTAMP(6)';
}
