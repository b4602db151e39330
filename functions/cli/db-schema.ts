import { Command } from 'commander';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { migrationStatus } from '../../shared/database/migration-status.ts';
import { copyBeforeMigration } from '../../shared/operations/backup/before-migration.ts';
import { makeDatabase } from '../../shared/operations/backup/restore-backup.ts';
import { answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { EXIT } from './exit-codes.ts';
import { operate } from './operation.ts';
import { textTable } from './text-table.ts';

/** `tallyport db status` */
export function statusCommand(cli: Cli): Command {
  return new Command('status')
    .description('shows which migrations are applied, and which are missing')
    .action(answering(cli, () => status(cli)));
}

/** `tallyport db migrate` */
export function migrateCommand(cli: Cli): Command {
  return new Command('migrate')
    .option('--no-backup', 'takes no copy first')
    .description('brings the schema up to date, after a copy into BACKUP_DIRECTORY (else DATA_DIR/backups)')
    .action(answering(cli, (options: { backup: boolean }) => migrate(cli, options.backup)));
}

function status(cli: Cli) {
  return withDatabase(cli, async (database) => {
    const migrations = await migrationStatus(database);
    const behind = migrations.some(({ state }) => state !== 'applied');
    const table = textTable(
      ['MIGRATION', 'STATE', 'APPLIED AT'],
      migrations.map(({ name, state, finishedAt }) => [name, state, finishedAt]),
    );
    const advice = behind ? '\n\nThe schema is not that of this version: see the states above.' : '';
    return { json: { migrations }, text: table + advice, exitCode: behind ? EXIT.attention : EXIT.done };
  });
}

function migrate(cli: Cli, withCopy: boolean) {
  return withDatabase(
    cli,
    async (database, site) => {
      const { databaseUrl: url, config: settings } = site;
      const programs = { path: cli.environment.PATH ?? '', signal: cli.signal };
      const copy = withCopy ? await operate(copyBeforeMigration({ database, url, settings, ...programs })) : undefined;
      const applied = await migrateDatabase(url);
      const copied = copy ? `Copied to ${copy.path} first.\n` : '';
      const text = copied + (applied.length ? `Applied: ${applied.join(', ')}` : 'Nothing to do.');
      return { json: { applied, backup: copy?.path ?? null }, text };
    },
    { before: ({ databaseUrl }) => makeDatabase(databaseUrl) },
  );
}
