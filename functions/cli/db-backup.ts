import { Command, Option } from 'commander';
import type { Database } from '../../shared/database/database.ts';
import { backupPath } from '../../shared/operations/backup/backup-path.ts';
import { forbiddenPlaces } from '../../shared/operations/backup/forbidden-places.ts';
import { type Backup, takeBackup } from '../../shared/operations/backup/take-backup.ts';
import { answering, type Cli } from './cli.ts';
import { type Site, withDatabase } from './connect.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { wholeNumber } from './numbers.ts';
import { operate } from './operation.ts';
import { bytesText } from './sizes.ts';

interface BackupArguments {
  force?: boolean;
  keep?: number;
}

/** `tallyport db backup PATH` */
export function backupCommand(cli: Cli): Command {
  return new Command('backup')
    .argument('<path>', 'a file; or a directory, or a path that ends in /, for a dated name in it')
    .option('--force', 'replaces a file of that name')
    .addOption(
      new Option('--keep <number>', 'deletes the oldest dated backups beyond so many').argParser(wholeNumber(1)),
    )
    .description('copies the database as it is at one instant, while the service goes on')
    .addHelpText(
      'after',
      `
The copy is gzipped SQL that only you can read; it holds hashes of passwords and sessions. It holds the database alone:
copy the object store after it (docs/runbook.md, "Copy everything").

Examples:
  tallyport db backup /srv/backups/before-upgrade.sql.gz
  tallyport db backup /srv/backups/ --keep 14
  15 3 * * *  cd /srv/tallyport && bin/tallyport db backup /srv/backups/ --keep 14     # crontab`,
    )
    .action(answering(cli, (options: BackupArguments, path: string) => backup(cli, options, path)));
}

function backup(cli: Cli, options: BackupArguments, path: string) {
  return withDatabase(cli, async (database, site) => {
    const made = await operate(copyTo(cli, database, site, path, options));
    const { bytes, tables, rows, schemaVersion, deleted } = made;
    const text = `${made.path}: ${rows} rows of ${tables} tables, ${bytesText(bytes)}.`;
    const older = deleted.length ? `\nDeleted: ${deleted.join(', ')}` : '';
    const json = { path: made.path, bytes, tables, rows, schema_version: schemaVersion, deleted };
    return { json, text: text + older };
  });
}

/** @throws OperationRefused, OperationFailed, CommandFailed */
async function copyTo(
  cli: Cli,
  database: Database,
  { config, databaseUrl }: Site,
  path: string,
  { force = false, keep }: BackupArguments,
): Promise<Backup> {
  const now = new Date();
  const to = await backupPath(path, { force, now, forbidden: await forbiddenPlaces(config, database) });
  if (keep !== undefined && !to.dated)
    throw new CommandFailed(EXIT.usage, '--keep goes with a directory: it counts backups with dated names.');
  const programs = cli.environment.PATH ?? '';
  return takeBackup({ database, url: databaseUrl, path: programs, to, force, keep, now, signal: cli.signal });
}
