import './node-version.ts';
import { Command } from 'commander';
import { NoSuchUser } from '../../shared/accounts/set-password.ts';
import { ConfigError, readConfig } from '../../shared/config/config.ts';
import { CommandFailed } from '../cli/connect.ts';
import { usersCommand } from '../cli/users.ts';

/** Errors whose message says everything: no stack. */
const EXPLAINED = [ConfigError, CommandFailed, NoSuchUser];

const program = new Command('tallyport')
  .description('Operates a Tallyport. Settings come from the environment, as for bin/start (see bin/start --help).')
  .addCommand(usersCommand(() => readConfig(process.env)))
  .addHelpText('after', '\nExample:\n  DATA_DIR=/srv/tallyport bin/tallyport users password admin@example.com');

try {
  await program.parseAsync();
} catch (error) {
  const explained = EXPLAINED.some((kind) => error instanceof kind);
  process.stderr.write(`${explained ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
