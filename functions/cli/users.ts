import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { setPassword } from '../../shared/accounts/set-password.ts';
import type { Config } from '../../shared/config/config.ts';
import { withDatabase } from './connect.ts';

/** `tallyport users ...` */
export function usersCommand(config: () => Config): Command {
  const users = new Command('users').description('accounts');
  users
    .command('password')
    .argument('<email>', 'whose password')
    .description('sets a new random password, prints it once and ends the sessions of that user')
    .action(async (email: string) => {
      const password = randomBytes(12).toString('base64url');
      await withDatabase(config(), (database, auth) => setPassword(auth, database, email, password));
      process.stdout.write(`${password}\n`);
    });
  return users;
}
