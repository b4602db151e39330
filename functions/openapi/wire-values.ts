import * as z from 'zod';

/** A 64-bit number: a JSON number while a double holds it exactly, else its digits. */
export const wireId = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,19}$/)])
  .meta({ description: 'A 64-bit number; a string of digits where a double could not hold it exactly.' });

/** `2026-11-30T00:00:00.000000Z` */
export const wireTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3,6})?Z$/)
  .meta({ format: 'date-time', examples: ['2026-11-30T00:00:00.000000Z'] });

export const count = z.int().nonnegative();
