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
  return error.issues.flatMap((issue) => issueFaults(issue, []));
}

function issueFaults(issue: core.$ZodIssue, before: readonly PropertyKey[]): FieldFault[] {
  const path = [...before, ...issue.path];
  const field = path.join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        code: 'unknown',
        message: `${key} is not a field of this request.`,
      }));
    case 'invalid_value':
      return [{ field, code: 'not_allowed', message: issue.message, allowed: issue.values.map(String) }];
    case 'invalid_union':
      return unionFaults(issue, path);
    default:
      return [{ field, code: issue.code, message: issue.message }];
  }
}

/** The form that was meant is the one that is wrong only within; else all values that any form takes are told. */
function unionFaults(issue: core.$ZodIssueInvalidUnion, path: readonly PropertyKey[]): FieldFault[] {
  const within = ({ code, path: place }: core.$ZodIssue) => place.length > 0 || code === 'unrecognized_keys';
  const meant = issue.errors.find((issues) => issues.every(within));
  if (meant) return meant.flatMap((one) => issueFaults(one, path));
  const allowed = issue.errors.flat().flatMap((one) => (one.code === 'invalid_value' ? one.values.map(String) : []));
  const message = allowed.length > 0 ? `must be one of ${allowed.join(', ')}, or of another form.` : issue.message;
  return [{ field: path.join('.'), code: 'not_allowed', message, ...(allowed.length > 0 ? { allowed } : {}) }];
}
