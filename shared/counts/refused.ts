import type { FieldFault } from '../field-fault.ts';

/** A count that is not answered: 422 for a request that cannot be, 403 for one that this caller may not ask. */
export class CountsRefused extends Error {
  override name = 'CountsRefused';
  readonly status: 403 | 422;
  readonly code: 'invalid-count' | 'guarded' | 'answer-too-large';
  readonly errors: readonly FieldFault[];

  constructor(status: 403 | 422, code: CountsRefused['code'], detail: string, errors: readonly FieldFault[] = []) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

export function notAllowed(field: string, message: string, allowed?: readonly string[]): FieldFault {
  return { field, code: 'not_allowed', message, ...(allowed ? { allowed } : {}) };
}

export function unprocessable(errors: readonly FieldFault[]): CountsRefused {
  return new CountsRefused(422, 'invalid-count', 'This count cannot be made as it is asked for.', errors);
}
