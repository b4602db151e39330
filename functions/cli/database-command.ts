import { Command } from 'commander';
import type { Cli } from './cli.ts';
import { backupCommand } from './db-backup.ts';
import { restoreCommand } from './db-restore.ts';
import { migrateCommand, statusCommand } from './db-schema.ts';
import { vacuumCommand } from './db-vacuum.ts';

/** `tallyport db ...` */
export function databaseCommand(cli: Cli): Command {
  const db = new Command('db').description('the database: its schema, copies and size');
  for (const make of [statusCommand, migrateCommand, backupCommand, restoreCommand, vacuumCommand])
    db.addCommand(make(cli));
  return db;
}
