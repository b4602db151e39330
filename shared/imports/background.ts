import type { Database } from '../database/database.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import type { Queue } from '../queue/queue.ts';
import { DISPATCH_JOB, type Dispatch, dispatchImport, dispatchJobs } from './dispatch.ts';
import { ERROR_REPORT_JOB, writeErrorReport } from './error-report.ts';

/**
 * The background jobs of imports, and what dispatches one at once. Every process that takes files in, reads them or
 * works jobs has all of both.
 */
export function importJobs(
  database: Database,
  queue: Pick<Queue, 'send'>,
  settings: { JOB_MAX_ATTEMPTS: number; JOB_LEASE: number; IMPORT_DISPATCH_DELAY: number },
  log: Log,
  store: Pick<ObjectStore, 'get' | 'head' | 'put'>,
): { jobs: Jobs; dispatch: Dispatch } {
  const jobs = createJobs({ database, maxAttempts: settings.JOB_MAX_ATTEMPTS, leaseSeconds: settings.JOB_LEASE, log });
  const dispatch = { database, queue, jobs: dispatchJobs(jobs, settings.IMPORT_DISPATCH_DELAY) };
  jobs.handle(DISPATCH_JOB, (importId) => dispatchImport(dispatch, importId));
  jobs.handle(ERROR_REPORT_JOB, (importId) => writeErrorReport({ database, store }, importId));
  return { jobs, dispatch };
}
