import { Command, Option } from 'commander';
import { ROLES, type Role } from '../../shared/accounts/caller.ts';
import { listKeys, makeKey, revokeKey } from '../../shared/accounts/keys.ts';
import { findUserByEmail } from '../../shared/accounts/users.ts';
import { COMMAND_LINE } from '../../shared/audit/record.ts';
import { accounted } from './accounted.ts';
import { type Answer, answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { wholeNumber } from './numbers.ts';
import { textTable } from './text-table.ts';

interface NewKey {
  name: string;
  role?: Role;
  days?: number;
}

/** `tallyport users key ...` */
export function keyCommand(cli: Cli): Command {
  const key = new Command('key').description('API keys, for programs');
  key
    .command('add')
    .argument('<email>', 'whose')
    .description('makes a key and prints it once')
    .addOption(new Option('--name <name>', 'what it is for').default('command line'))
    .addOption(new Option('--role <role>', "less than its owner's, if wanted").choices(ROLES))
    .addOption(new Option('--days <number>', 'for ever when absent').argParser(wholeNumber(1, 36_500)))
    .addHelpText('after', '\nExample:\n  tallyport users key add mika@example.com --name "nightly import" --days 90')
    .action(answering(cli, (options: NewKey, email: string) => made(cli, email, options)));
  key
    .command('list')
    .argument('[email]', 'whose; else everybody')
    .description('shows keys by their beginnings')
    .option('--all', 'those that were revoked or have expired, too')
    .action(answering(cli, ({ all = false }: { all?: boolean }, email?: string) => listed(cli, email, all)));
  key
    .command('revoke')
    .argument('<id>', 'as the list shows it')
    .description('ends a key at once')
    .action(answering(cli, (_options, id: string) => revoked(cli, id)));
  return key;
}

function made(cli: Cli, email: string, { name, role, days }: NewKey): Promise<Answer> {
  return withDatabase(cli, async (database) => {
    const user = await accounted(findUserByEmail(database, email));
    const expiresInSeconds = days === undefined ? undefined : days * 86_400;
    const order = { userId: user.id, name, role: role ?? user.role, expiresInSeconds };
    const key = await accounted(makeKey(database, order, COMMAND_LINE));
    return { json: key, text: key.key };
  });
}

const LISTED = 1000;

function listed(cli: Cli, email: string | undefined, all: boolean): Promise<Answer> {
  return withDatabase(cli, async (database) => {
    const userId = email === undefined ? undefined : (await accounted(findUserByEmail(database, email))).id;
    const keys = await listKeys(database, { userId, limit: LISTED, active: !all });
    const rows = keys.map((key) => [
      ...[key.id, key.user.email, key.name, `${key.prefix}…`, key.role, key.state, key.last_used_at, key.expires_at],
    ]);
    const table = textTable(['ID', 'USER', 'NAME', 'KEY', 'ROLE', 'STATE', 'LAST USE', 'EXPIRES'], rows);
    return { json: { keys }, text: keys.length ? table : 'No keys.' };
  });
}

function revoked(cli: Cli, id: string): Promise<Answer> {
  return withDatabase(cli, async (database) => {
    const key = await accounted(revokeKey(database, id, COMMAND_LINE));
    return { json: key, text: `Key ${key.id} (${key.name}) of ${key.user.email} is revoked.` };
  });
}
