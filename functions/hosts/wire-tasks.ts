import { type Database, openDatabase } from '../../shared/database/database.ts';
import { importJobs } from '../../shared/imports/background.ts';
import type { Jobs } from '../../shared/jobs/jobs.ts';
import { createSchedule, type Schedule } from '../../shared/jobs/schedule.ts';
import { CONNECTIONS } from '../../shared/names.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import { registerTasks } from '../tasks/register-tasks.ts';
import type { WiredProcess } from './hosted-process.ts';

/** Opens what background work stands on, as the settings say: the schedule with all its tasks, and the jobs. */
export async function wireTasks({
  config,
  log,
  closing,
  tracing,
}: WiredProcess): Promise<{ database: Database; schedule: Schedule; jobs: Jobs }> {
  const database = openDatabase(config.DATABASE_URL, CONNECTIONS.tick.database);
  closing(() => database.close());
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database, tracing?.header);
  closing(() => queue.close());
  const { jobs, dispatch } = importJobs(database, queue, config, log, store);
  const schedule = createSchedule({ database, log });
  registerTasks(schedule, { database, store, queue, dispatch, jobs, settings: config, log });
  return { database, schedule, jobs };
}
