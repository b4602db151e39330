import type { core } from 'zod';

/** One fault of a request: which field, in which way. `allowed` lists the values that would have done. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
  allowed?: readonly string[];
}

/** The faults that a schema found, a sentence each; `field` is a path like `rows.0.unit`. */
export function fieldFaults(error: { issues: readonly core.$ZodIssue[] }): FieldFault[] {
  return error.issues.flatMap(issueFaults);
}

function issueFaults(issue: core.$ZodIssue): FieldFault[] {
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: [...issue.path, key].join('.'),
        code: 'unknown',
        message: `${key} is not a field of this request.`,
      }));
    case 'invalid_value':
      return [{ field, code: 'not_allowed', message: issue.message, allowed: issue.values.map(String) }];
    default:
      return [{ field, code: issue.code, message: issue.message }];
  }
}
