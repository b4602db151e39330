import * as z from 'zod';
import { FAULT_CODES } from '../api/fault-codes.ts';
import { PROBLEM_CODES } from '../api/problem-codes.ts';

const fault = z.strictObject({
  field: z.string().meta({ description: 'A path like rows.0.unit, the name of a parameter or header, or body.' }),
  code: z.enum(FAULT_CODES),
  message: z.string(),
  allowed: z.array(z.string()).optional().meta({ description: 'The values that would have done.' }),
});

/** RFC 9457. */
const problem = z
  .strictObject({
    type: z
      .enum(PROBLEM_CODES.map((code) => `urn:tallyport:problem:${code}` as const))
      .meta({ description: 'A stable name for programs.', examples: ['urn:tallyport:problem:not-found'] }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'A sentence for the person who sent the request.' }),
    errors: z.array(fault),
    request_id: z.uuid().meta({ description: 'Stands in X-Request-Id and in the log too.' }),
  })
  .meta({ description: 'Why a request was not served (RFC 9457).' });

export const problemAnswers = { Problem: problem, Fault: fault };
