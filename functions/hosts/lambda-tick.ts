import type { Context, ScheduledEvent } from 'aws-lambda';
import { importBacklog } from '../../shared/imports/backlog.ts';
import { metricFields } from '../../shared/log-metrics.ts';
import { runDueWork } from '../tasks/run-due-work.ts';
import { openOnce } from './lambda-process.ts';
import { wireTasks } from './wire-tasks.ts';

/** Time a run that is told to stop has to give its work back. */
const STOP_MS = 10_000;

const tasks = openOnce('tick', async (process) => ({ ...(await wireTasks(process)), log: process.log }));

/**
 * The Lambda function that a schedule calls every minute. Runs of several minutes' schedules may overlap: each task is
 * still run once a period, each job by one of them.
 * @throws when the database cannot be asked, so that the failure is counted as one
 */
export async function handler(_event: ScheduledEvent, context: Context): Promise<{ tasks: number; jobs: number }> {
  const { database, schedule, jobs, log } = await tasks();
  const left = context.getRemainingTimeInMillis() - STOP_MS;
  // A timeout of nothing fires only after the first job was taken.
  const signal = left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
  const ran = await runDueWork({ schedule, jobs, signal });
  const { unfinished, notDispatched } = await importBacklog(database);
  log.info(
    'tick',
    metricFields({ importsUnfinished: unfinished, importsNotDispatched: notDispatched, jobsRun: ran.jobs }),
  );
  return ran;
}
