import { RequestFailure } from '../http/request-failure.ts';

/**
 * Whether a file may be asked for of a count that failed in this way, or that has not answered yet. An export has limits
 * of its own: what is too much or too slow for the page may still be one. What was refused as wrong would be again.
 */
export function mayExport(failure: Error | null): boolean {
  if (!(failure instanceof RequestFailure)) return true;
  const { status, code } = failure;
  return status < 400 || status >= 500 || status === 429 || code === 'answer-too-large';
}
