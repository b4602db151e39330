import { CountsRefused } from '../../shared/counts/refused.ts';
import { isStatementLimit } from '../../shared/database/statement-limit.ts';
import { isDatabaseUnavailable } from '../../shared/database/unavailable.ts';
import { isDiskFull } from '../../shared/export-queue/durable-file.ts';
import type { ExportErrorCode } from '../../shared/export-queue/job.ts';

/** An export that fails for a reason its owner can understand. */
export class ExportFailure extends Error {
  override name = 'ExportFailure';
  readonly code: ExportErrorCode;
  constructor(code: ExportErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function tooLong(seconds: number): ExportFailure {
  return new ExportFailure('time_limit', `The export took more than ${seconds} s. Export less at once.`);
}

/** The statement or the connection was ended from outside. */
const KILLED = new Set(['ER_QUERY_INTERRUPTED', 'ER_CONNECTION_KILLED']);

/** How an error of the generation is told to the owner of the export. Unknown ones stay in the log. */
export function failureOf(error: unknown): { code: ExportErrorCode; message: string } {
  if (error instanceof ExportFailure) return { code: error.code, message: error.message };
  if (error instanceof CountsRefused)
    return error.status === 403
      ? { code: 'permission_changed', message: error.message }
      : { code: 'too_large', message: error.message };
  if (isStatementLimit(error)) return { code: 'time_limit', message: 'The export took too long. Export less at once.' };
  if (isDiskFull(error))
    return { code: 'storage_full', message: 'The disk of the exports is full. Export again later.' };
  if (isDatabaseUnavailable(error) || KILLED.has(String((error as { code?: unknown } | undefined)?.code)))
    return { code: 'database_lost', message: 'The connection to the database was lost. Export again.' };
  return { code: 'internal', message: 'The export failed by a fault of Tallyport. It is in the log of the worker.' };
}
