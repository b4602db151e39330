import type { Jobs } from '../../shared/jobs/jobs.ts';
import type { Schedule } from '../../shared/jobs/schedule.ts';

const HOUR = 3600;
const KEEP_DONE_JOBS_MS = 7 * 24 * HOUR * 1000;

/** Everything that runs on a schedule. */
export function registerTasks(schedule: Pick<Schedule, 'every'>, jobs: Pick<Jobs, 'pruneDone'>): void {
  schedule.every(HOUR, 'prune done jobs', async () => {
    await jobs.pruneDone(new Date(Date.now() - KEEP_DONE_JOBS_MS));
  });
}
