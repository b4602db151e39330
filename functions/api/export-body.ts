import * as z from 'zod';
import { type CountsRequest, countsRequestSchema } from '../../shared/counts/request.ts';
import { EXPORT_ENCODINGS, EXPORT_FORMATS, type ExportOrder } from '../../shared/export-queue/job.ts';
import { type FieldFault, fieldFaults } from '../../shared/field-fault.ts';
import { Problem } from './problem.ts';

/** The body of `POST /jobs`. */
export const exportRequestSchema = z.strictObject({
  request: countsRequestSchema,
  format: z.enum(EXPORT_FORMATS),
  options: z
    .strictObject({
      bom: z.boolean().default(true),
      encoding: z.enum(EXPORT_ENCODINGS).default('utf-8'),
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
  if (result.success) {
    const faults = unservable(result.data);
    if (faults.length > 0) throw refused(faults);
    return result.data;
  }
  const errors = fieldFaults(result.error).map((fault) => ({ ...fault, field: fault.field.replace(/^request\./, '') }));
  throw refused(errors);
}

/** What a Counts request may have and an export may not, and what does not go together. */
function unservable({ request, format, options }: ExportBody): FieldFault[] {
  const fault = (field: string, message: string) => ({ field, code: 'not_allowed', message });
  const faults = (['cursor', 'limit'] as const)
    .filter((field) => request[field] !== undefined)
    .map((field) => fault(field, `An export has all rows; leave ${field} out.`));
  if (format === 'jsonl' && request.mode === 'summary')
    faults.push(fault('format', 'JSON Lines are for details; export a summary as csv or json.'));
  if (format !== 'csv' && options.encoding !== 'utf-8') faults.push(fault('options.encoding', 'JSON is always UTF-8.'));
  return faults;
}

function refused(errors: readonly FieldFault[]): Problem {
  return new Problem(422, 'invalid-export', 'This export cannot be made as it is asked for.', { errors });
}
