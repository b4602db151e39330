import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { AccountRefused } from '../../shared/accounts/refused.ts';
import { setPassword } from '../../shared/accounts/set-password.ts';
import { findUserByEmail } from '../../shared/accounts/users.ts';
import { COMMAND_LINE } from '../../shared/audit/record.ts';
import { answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** `tallyport users ...` */
export function usersCommand(cli: Cli): Command {
  const users = new Command('users').description('accounts');
  users
    .command('password')
    .argument('<email>', 'whose password')
    .description('sets a new random password, prints it once and ends the sessions of that user')
    .action(answering(cli, (_options, email: string) => newPassword(cli, email)));
  return users;
}

function newPassword(cli: Cli, email: string) {
  const password = randomBytes(12).toString('base64url');
  return withDatabase(cli, async (database) => {
    try {
      const { id } = await findUserByEmail(database, email);
      await setPassword(database, id, password, COMMAND_LINE);
    } catch (error) {
      throw error instanceof AccountRefused ? new CommandFailed(EXIT.missing, error.message) : error;
    }
    return { json: { email, password }, text: password };
  });
}
