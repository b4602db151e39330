import { once } from 'node:events';
import { openDatabase } from '../../shared/database/database.ts';
import { createJobs } from '../../shared/jobs/jobs.ts';
import { createSchedule } from '../../shared/jobs/schedule.ts';
import { createLog } from '../../shared/log.ts';

/*
 * A process of its own for the tests of jobs and schedule: `node jobs-process.ts URL MODE NOW [COUNT]`. It says `ready`,
 * begins when its standard input says anything, and ends when it is done.
 *   work   works off all jobs that are due at NOW: `note` notes itself in the table `runs`, `hang` never comes back
 *   ticks  COUNT ticks, a minute apart, from NOW on; each run of its task notes the minute in the table `runs`
 */
const [url = '', mode = '', start = '', count = '0'] = process.argv.slice(2);
const database = openDatabase(url, 3);
const log = createLog('json');
let now = new Date(start);

const note = (what: string) => database.execute('INSERT INTO runs (what, process) VALUES (?, ?)', [what, process.pid]);

const jobs = createJobs({ database, maxAttempts: 5, leaseSeconds: 60, log });
jobs.handle('note', note);
jobs.handle('hang', () => {
  process.stdout.write('running\n');
  return new Promise(() => {});
});
const schedule = createSchedule({ database, log, leaseSeconds: 10 });
schedule.every(60, 'minute', () => note(now.toISOString()));

process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();

if (mode === 'ticks') {
  for (let tick = 0; tick < Number(count); tick++) {
    await schedule.runDue(now);
    now = new Date(now.getTime() + 60_000);
  }
} else {
  while (await jobs.workOne(now));
}
await database.close();
