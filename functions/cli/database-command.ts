import { Command } from 'commander';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { migrationStatus } from '../../shared/database/migration-status.ts';
import { answering, type Cli } from './cli.ts';
import { withDatabase, withSite } from './connect.ts';
import { EXIT } from './exit-codes.ts';
import { textTable } from './text-table.ts';

/** `tallyport db ...` */
export function databaseCommand(cli: Cli): Command {
  const db = new Command('db').description('the database: its schema, copies and size');
  db.command('status')
    .description('shows which migrations are applied, and which are missing')
    .action(answering(cli, () => status(cli)));
  db.command('migrate')
    .description('brings the schema up to date')
    .action(answering(cli, () => migrate(cli)));
  return db;
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

function migrate(cli: Cli) {
  return withSite(cli, async ({ databaseUrl }) => {
    const applied = await migrateDatabase(databaseUrl);
    return { json: { applied }, text: applied.length ? `Applied: ${applied.join(', ')}` : 'Nothing to do.' };
  });
}
