import { Command, type OutputConfiguration } from 'commander';
import { RELEASE } from '../../shared/release.ts';
import type { Cli } from './cli.ts';
import { completionCommand } from './completion.ts';
import { countsCommand } from './counts.ts';
import { databaseCommand } from './database-command.ts';
import { doctorCommand } from './doctor.ts';
import { EXIT_HELP } from './exit-codes.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';
import { importsCommand } from './imports.ts';
import { jobsCommand } from './jobs.ts';
import { scheduleCommand } from './schedule.ts';
import { usersCommand } from './users.ts';

const COMMANDS = [
  ...[importCommand, exportCommand, countsCommand, importsCommand],
  ...[jobsCommand, scheduleCommand, usersCommand, databaseCommand, doctorCommand],
];

/** The whole command line. @param output takes what commander says: help and typing errors */
export function createProgram(cli: Cli, output: OutputConfiguration): Command {
  const program = new Command('tallyport')
    .description('Operates a Tallyport. Settings come from the environment, as for bin/start (see bin/start --help).')
    .version(RELEASE, '-V, --version', 'prints the version')
    .option('--json', 'answers in JSON, for programs')
    .helpOption('-h, --help', 'tells what a command does')
    .helpCommand('help [command]', 'tells what a command does')
    .showSuggestionAfterError();
  for (const make of COMMANDS) program.addCommand(make(cli));
  program.addCommand(completionCommand(cli, program));
  program.addHelpText('after', `\n${EXIT_HELP}\n${EXAMPLES}`);
  for (const command of everyCommand(program))
    command
      .exitOverride()
      .configureOutput(output)
      .configureHelp({ showGlobalOptions: true })
      .showHelpAfterError('Add --help to see what can be said.');
  return program;
}

const EXAMPLES = `
import, export, counts and imports talk to the service that runs; the others work on its database. For another service
than the one here: TALLYPORT_URL, and TALLYPORT_KEY, an API key there. TALLYPORT_AS=EMAIL acts as that user here.

Examples:
  tallyport import posts.csv tags.csv --watch
  tallyport counts posts --rows created_at:month --columns event_type
  tallyport jobs list --state failed
  tallyport db backup /srv/backups/ --keep 14
  DATA_DIR=/srv/tallyport tallyport users password admin@example.com
  tallyport completion bash > ~/.local/share/bash-completion/completions/tallyport`;

/** A command and all below it. */
export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
