import type { Config } from '../../config/config.ts';
import type { Connection } from '../../database/database.ts';
import { serverKind } from '../../database/server-kind.ts';
import { listTasks } from '../../jobs/scheduled-tasks.ts';
import { BACKUP_TASK } from '../backup/backup-task.ts';
import { findClientProgram } from '../backup/client-program.ts';
import { type Check, fault, ok, skipped, warning } from './finding.ts';

/** @param path value of PATH, where the dump program is looked for */
export function backupCheck(
  database: Pick<Connection, 'query'>,
  settings: Pick<Config, 'BACKUP_DIRECTORY' | 'BACKUP_INTERVAL'>,
  path: string,
): Check {
  return { name: 'backups', look: () => lookAtBackups(database, settings, path) };
}

async function lookAtBackups(
  database: Pick<Connection, 'query'>,
  { BACKUP_DIRECTORY, BACKUP_INTERVAL }: Pick<Config, 'BACKUP_DIRECTORY' | 'BACKUP_INTERVAL'>,
  path: string,
) {
  const program = await findClientProgram('dump', await serverKind(database), path).catch((error: Error) => error);
  if (program instanceof Error) return fault(program.message, 'Install it: without it there are no backups.');
  if (BACKUP_DIRECTORY === '')
    return warning('The schedule takes no backups.', 'Set BACKUP_DIRECTORY, or run tallyport db backup from cron.');
  const task = (await listTasks(database)).find(({ name }) => name === BACKUP_TASK);
  if (!task?.lastFinishedAt) return skipped(`The first backup comes at ${task?.nextRunAt ?? 'the next start'}.`);
  if (task.lastError) return fault(`The last backup failed: ${task.lastError}`, 'docs/runbook.md, "backup-failed".');
  const hours = (Date.now() - Date.parse(task.lastFinishedAt)) / 3_600_000;
  if (hours * 3600 > BACKUP_INTERVAL * 2)
    return fault(`The last backup is ${Math.round(hours)} hours old.`, 'docs/runbook.md, "backup-failed".');
  return ok(`The last one was made at ${task.lastFinishedAt}.`);
}
