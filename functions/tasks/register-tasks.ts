import { forgetSessions } from '../../shared/accounts/forget-sessions.ts';
import type { Config } from '../../shared/config/config.ts';
import { type DeadLetterDependencies, watchDeadLetters } from '../../shared/imports/dead-letters.ts';
import { deleteOldFiles, forgetOldKeys } from '../../shared/imports/retention.ts';
import { sweepImports } from '../../shared/imports/sweep.ts';
import type { SweepDependencies } from '../../shared/imports/sweep-part.ts';
import type { Jobs } from '../../shared/jobs/jobs.ts';
import type { Schedule } from '../../shared/jobs/schedule.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';
import { BACKUP_TASK } from '../../shared/operations/backup/backup-task.ts';
import { backUp } from './scheduled-backup.ts';

const HOUR = 3600;
const KEEP_DONE_JOBS_MS = 7 * 24 * HOUR * 1000;

export interface TaskDependencies extends Omit<SweepDependencies, 'queue' | 'jobs' | 'store' | 'settings'> {
  readonly dispatch: Pick<SweepDependencies, 'jobs'>;
  readonly queue: DeadLetterDependencies['queue'] & SweepDependencies['queue'];
  readonly store: Pick<ObjectStore, 'bucket' | 'get' | 'delete'>;
  readonly jobs: Pick<Jobs, 'pruneDone'>;
  readonly settings: Config;
}

/** Everything that runs on a schedule. */
export function registerTasks(schedule: Pick<Schedule, 'every'>, dependencies: TaskDependencies): void {
  const { database, store, queue, dispatch, jobs, settings, log } = dependencies;
  const sweep = { database, store, queue, jobs: dispatch.jobs, settings, log };
  schedule.every(settings.IMPORT_SWEEP_INTERVAL, 'sweep imports', (signal) => sweepImports(sweep, { signal }));

  const letters = { database, queue, bucket: store.bucket, log };
  // A letter that stays is looked at once per look: it is hidden for somewhat less than the time between two.
  const hidden = Math.ceil(settings.IMPORT_DEAD_LETTER_INTERVAL / 2);
  schedule.every(settings.IMPORT_DEAD_LETTER_INTERVAL, 'dead letters of imports', (signal) =>
    watchDeadLetters(letters, hidden, signal),
  );

  schedule.every(HOUR, 'delete old files of imports', (signal) =>
    deleteOldFiles({ database, store, settings, log }, { signal }),
  );
  schedule.every(HOUR, 'forget old idempotency keys', () => forgetOldKeys(database, settings));
  schedule.every(HOUR, 'forget ended sessions', (signal) => forgetSessions(database, signal));
  schedule.every(HOUR, 'prune done jobs', () => jobs.pruneDone(new Date(Date.now() - KEEP_DONE_JOBS_MS)));

  const { BACKUP_DIRECTORY, BACKUP_INTERVAL, BACKUP_KEEP } = settings;
  if (BACKUP_DIRECTORY)
    schedule.every(BACKUP_INTERVAL, BACKUP_TASK, (signal) => backUp(BACKUP_DIRECTORY, BACKUP_KEEP, log, signal));
}
