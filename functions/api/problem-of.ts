import type { Context } from 'hono';
import { AccountRefused } from '../../shared/accounts/refused.ts';
import { CountsRefused } from '../../shared/counts/refused.ts';
import { isDatabaseUnavailable } from '../../shared/database/unavailable.ts';
import { DirectoryUnavailable } from '../../shared/export-queue/directory-unavailable.ts';
import { errorFields } from '../../shared/log.ts';
import { accountProblem } from './account-problem.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

/** The problem that an error of a route is answered with. What is nobody's doing outside is logged. */
export function problemOf(error: unknown, c: Context<ApiEnvironment>): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AccountRefused) return accountProblem(error);
  if (error instanceof CountsRefused)
    return new Problem(error.status, error.code, error.message, { errors: error.errors });
  const log = c.get('log');
  if (c.req.raw.signal.aborted) {
    log.info('request broken off by its sender', errorFields(error));
    return new Problem(400, 'broken-off', 'The request broke off before its end.');
  }
  log.error('request failed', errorFields(error));
  if (isDatabaseUnavailable(error))
    return new Problem(503, 'unavailable', 'The database cannot be reached now. Try again in some seconds.', {
      headers: { 'Retry-After': '10' },
    });
  if (error instanceof DirectoryUnavailable)
    return new Problem(503, 'exports-unavailable', 'The export directory cannot be used now. Try again in a minute.', {
      headers: { 'Retry-After': '30' },
    });
  return new Problem(500, 'internal', 'Something went wrong here. It was logged under the request id.');
}
