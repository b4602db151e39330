import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { NoSuchUser, setPassword } from '../../shared/accounts/set-password.ts';
import { answering, type Cli } from './cli.ts';
import { openAccounts, withDatabase } from './connect.ts';
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
  return withDatabase(cli, async (database, site) => {
    const auth = await openAccounts(site);
    try {
      await setPassword(auth, database, email, password);
    } catch (error) {
      throw error instanceof NoSuchUser ? new CommandFailed(EXIT.missing, error.message) : error;
    } finally {
      await auth.close();
    }
    return { json: { email, password }, text: password };
  });
}
