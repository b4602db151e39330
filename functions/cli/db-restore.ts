import { resolve } from 'node:path';
import { Command } from 'commander';
import { migrationStatus } from '../../shared/database/migration-status.ts';
import { makeDatabase, restoreBackup } from '../../shared/operations/backup/restore-backup.ts';
import { whoUses } from '../../shared/operations/in-use.ts';
import { answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { operate } from './operation.ts';

/** `tallyport db restore FILE` */
export function restoreCommand(cli: Cli): Command {
  return new Command('restore')
    .argument('<file>', 'a backup that `db backup` made')
    .option('--force', 'loses what the database holds now')
    .description('loads a backup into an empty database and checks that all of it arrived')
    .addHelpText(
      'after',
      `
Stop the service first: it is refused while one runs. Put the copy of the object store back as well.

Examples:
  DATA_DIR=/srv/new tallyport db restore /srv/backups/tallyport-20261130T031500Z.sql.gz
  tallyport db restore before-upgrade.sql.gz --force`,
    )
    .action(answering(cli, (options: { force?: boolean }, file: string) => restore(cli, options, resolve(file))));
}

function restore(cli: Cli, { force = false }: { force?: boolean }, file: string) {
  return withDatabase(
    cli,
    async (database, { config, databaseUrl: url }) => {
      const user = await whoUses(database, config);
      if (user)
        throw new CommandFailed(EXIT.refused, `${user} Stop every service on this database, wait a minute, try again.`);
      const { signal, note } = cli;
      const path = cli.environment.PATH ?? '';
      const manifest = await operate(restoreBackup({ file, database, url, path, force, signal, note }));
      const status = await migrationStatus(database);
      const newer = status.some(({ state }) => state === 'unknown' || state === 'changed');
      const older = status.some(({ state }) => state === 'missing' || state === 'unfinished');
      const advice = newer
        ? ' It was made by another version of Tallyport: run that version on it.'
        : older
          ? ' Its schema is older: `tallyport db migrate` or bin/start brings it up to date.'
          : '';
      const { rows, started_at: takenAt, schema_version: version } = manifest;
      const tables = manifest.tables.length;
      return {
        json: { file, taken_at: takenAt, schema_version: version, tables, rows },
        text: `Restored ${rows} rows of ${tables} tables, as they were at ${takenAt}.${advice}`,
        exitCode: newer ? EXIT.attention : EXIT.done,
      };
    },
    { alone: true, make: true, before: ({ databaseUrl }) => makeDatabase(databaseUrl) },
  );
}
