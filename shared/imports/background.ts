import type { Database } from '../database/database.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Queue } from '../queue/queue.ts';
import { DISPATCH_JOB, type Dispatch, dispatchImport, dispatchJobs } from './dispatch.ts';

/** The background jobs of imports, and what dispatches one at once; every process that takes files in has both. */
export function importJobs(
  database: Database,
  queue: Pick<Queue, 'send'>,
  settings: { JOB_MAX_ATTEMPTS: number; JOB_LEASE: number },
  log: Log,
): { jobs: Jobs; dispatch: Dispatch } {
  const jobs = createJobs({ database, maxAttempts: settings.JOB_MAX_ATTEMPTS, leaseSeconds: settings.JOB_LEASE, log });
  const dispatch = { database, queue, jobs: dispatchJobs(jobs) };
  jobs.handle(DISPATCH_JOB, (importId) => dispatchImport(dispatch, importId));
  return { jobs, dispatch };
}
