import { storeTick } from '../../shared/jobs/tick.ts';
import { errorFields } from '../../shared/log.ts';
import { runLoop } from '../tasks/loop.ts';
import { hostProcess } from './hosted-process.ts';
import { showLife } from './show-life.ts';
import { wireTasks } from './wire-tasks.ts';

/** Runs what is due: the schedule's tasks and the background jobs. */
await hostProcess('tick', async (process) => {
  const { config, log, stopping, ready } = process;
  const { database, schedule, jobs } = await wireTasks(process);
  await showLife(process, database, 'tick');
  // Once we are ready a health check finds the schedule alive, and not the silence since the last stop.
  await storeTick(database).catch((error) => log.warn('the first tick could not be stored', errorFields(error)));
  ready();
  await runLoop({ schedule, jobs, pollSeconds: config.JOB_POLL_INTERVAL, signal: stopping, log });
});
