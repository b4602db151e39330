import * as z from 'zod';
import { type CountsRequest, countsRequestSchema } from '../../shared/counts/request.ts';
import type { ExportOrder } from '../../shared/export-queue/job.ts';
import { fieldFaults } from '../../shared/field-fault.ts';
import { Problem } from './problem.ts';

/** The body of `POST /jobs`. */
export const exportRequestSchema = z.strictObject({
  request: countsRequestSchema,
  format: z.enum(['csv']),
  options: z
    .strictObject({
      bom: z.boolean().default(true),
      encoding: z.enum(['utf-8']).default('utf-8'),
      delimiter: z.enum([',', '\t']).default(','),
      raw: z.boolean().default(false),
    })
    .prefault({}),
});

export interface ExportBody extends Pick<ExportOrder, 'format' | 'options'> {
  request: CountsRequest;
}

/**
 * Reads what `POST /jobs` is sent. Faults of the Counts request are named as Counts names them.
 * @throws Problem 422 naming each field
 */
export function parseExportBody(body: unknown): ExportBody {
  const result = exportRequestSchema.safeParse(body);
  if (result.success && result.data.request.mode === 'details')
    throw new Problem(422, 'invalid-export', 'Only summaries can be exported.', {
      errors: [
        { field: 'mode', code: 'not_allowed', message: 'Only summaries can be exported.', allowed: ['summary'] },
      ],
    });
  if (result.success) return result.data;
  const errors = fieldFaults(result.error).map((fault) => ({ ...fault, field: fault.field.replace(/^request\./, '') }));
  throw new Problem(422, 'invalid-export', 'This export cannot be made as it is asked for.', { errors });
}
