import * as z from 'zod';

/** What `keysetPage` of the API takes. */
export const pageQuery = z.object({
  limit: z.int().min(1).max(200).default(50),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .meta({ description: 'The `next` of the page before.' }),
});
