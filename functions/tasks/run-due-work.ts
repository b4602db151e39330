import type { Jobs } from '../../shared/jobs/jobs.ts';
import type { Schedule } from '../../shared/jobs/schedule.ts';

export interface DueWork {
  schedule: Pick<Schedule, 'runDue'>;
  jobs: Pick<Jobs, 'workOne'>;
  /** Nothing new is begun once it has fired; what runs then is told to give its work back. */
  signal: AbortSignal;
}

/**
 * Runs due tasks and due jobs one at a time until nothing is due or the signal fires; tasks come before each job, so
 * that a long queue does not hold them up.
 * @returns how many it ran
 */
export async function runDueWork({ schedule, jobs, signal }: DueWork): Promise<{ tasks: number; jobs: number }> {
  const ran = { tasks: 0, jobs: 0 };
  while (!signal.aborted) {
    ran.tasks += await schedule.runDue(undefined, signal);
    if (!(await jobs.workOne(undefined, signal))) break;
    ran.jobs++;
  }
  return ran;
}
