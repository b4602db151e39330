import { openDatabase } from '../../shared/database/database.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { createSchedule } from '../../shared/jobs/schedule.ts';
import { openQueue } from '../../shared/queue/open.ts';
import { runLoop } from '../tasks/loop.ts';
import { registerTasks } from '../tasks/register-tasks.ts';
import { hostProcess } from './hosted-process.ts';

const CONNECTIONS = 4;

/** Runs what is due: the schedule's tasks and the background jobs. */
await hostProcess('tick', async ({ config, log, stopping, closing, ready }) => {
  const database = openDatabase(config.DATABASE_URL, CONNECTIONS);
  closing(() => database.close());
  const queue = await openQueue(config, database);
  closing(() => queue.close());
  const { jobs } = importJobs(database, queue, config, log);
  const schedule = createSchedule({ database, log });
  registerTasks(schedule, jobs);
  ready();
  await runLoop({ schedule, jobs, pollSeconds: config.JOB_POLL_INTERVAL, signal: stopping, log });
});
