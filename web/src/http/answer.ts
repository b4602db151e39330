import type * as z from 'zod';
import type { ANSWERS } from '../../../functions/openapi/schemas.ts';

/** What the API answers, by the name its description gives it. Types only: nothing of the server is in the page. */
export type Answer<Name extends keyof typeof ANSWERS> = z.infer<(typeof ANSWERS)[Name]>;
