import { randomBytes } from 'node:crypto';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { banUser, unbanUser } from '../../shared/accounts/ban-user.ts';
import { ROLES, type Role } from '../../shared/accounts/caller.ts';
import { changeRole } from '../../shared/accounts/change-role.ts';
import { createUser } from '../../shared/accounts/create-user.ts';
import { setPassword } from '../../shared/accounts/set-password.ts';
import { findUserByEmail, listUsers } from '../../shared/accounts/users.ts';
import { COMMAND_LINE } from '../../shared/audit/record.ts';
import type { Database } from '../../shared/database/database.ts';
import { accounted } from './accounted.ts';
import { type Answer, answering, type Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { wholeNumber } from './numbers.ts';
import { textTable } from './text-table.ts';
import { keyCommand } from './user-keys.ts';

const DAY_SECONDS = 86_400;

/** `tallyport users ...` */
export function usersCommand(cli: Cli): Command {
  const users = new Command('users').description('accounts: people, roles, bans and API keys');
  const on = (name: string, description: string) =>
    users.command(name).argument('<email>', 'whose').description(description);
  users
    .command('list')
    .description('shows everybody')
    .addOption(new Option('--limit <number>', 'at most so many').argParser(wholeNumber(1, 10_000)).default(200))
    .action(answering(cli, ({ limit }: { limit: number }) => listed(cli, limit)));
  users
    .command('add')
    .addArgument(new Argument('<email>', 'whose').argParser(emailAddress))
    .description('makes a user with a random password and prints it once')
    .option('--name <name>', 'what others see; else the address')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('viewer'))
    .addHelpText('after', '\nExample:\n  tallyport users add mika@example.com --name Mika --role importer')
    .action(answering(cli, (options: { name?: string; role: Role }, email: string) => added(cli, email, options)));
  on('password', 'sets a new random password, prints it once and ends the sessions of that user').action(
    answering(cli, (_options, email: string) => newPassword(cli, email)),
  );
  on('ban', 'ends what a user can do, at once: sessions and API keys')
    .option('--reason <text>', 'for those who ask later')
    .addOption(new Option('--days <number>', 'for ever when absent').argParser(wholeNumber(1, 36_500)))
    .action(
      answering(cli, (options: { reason?: string; days?: number }, email: string) => banned(cli, email, options)),
    );
  on('unban', 'lets a user sign in again').action(
    answering(cli, (_options, email: string) =>
      changed(cli, email, (database, id) => unbanUser(database, id, COMMAND_LINE), 'may sign in again'),
    ),
  );
  on('role', 'changes what a user may do, at once')
    .addArgument(new Argument('<role>', 'admin: everything; importer: import and count; viewer: count').choices(ROLES))
    .action(
      answering(cli, (_options, email: string, role: Role) =>
        changed(cli, email, (database, id) => changeRole(database, id, role, COMMAND_LINE), `is ${role} now`),
      ),
    );
  users.addCommand(keyCommand(cli));
  return users;
}

function listed(cli: Cli, limit: number): Promise<Answer> {
  return withDatabase(cli, async (database) => {
    const users = await listUsers(database, { limit });
    const rows = users.map((user) => [
      ...[user.email, user.name, user.role, user.banned ? 'banned' : '', user.sessions, user.keys, user.created_at],
    ]);
    const text = textTable(['EMAIL', 'NAME', 'ROLE', 'BANNED', 'SESSIONS', 'KEYS', 'SINCE'], rows);
    return { json: { users }, text: users.length ? text : 'There is nobody.' };
  });
}

function added(cli: Cli, email: string, { name = email, role }: { name?: string; role: Role }): Promise<Answer> {
  const password = randomPassword();
  return withDatabase(cli, async (database) => {
    const id = await accounted(createUser(database, { email, name, role, password }, COMMAND_LINE));
    return { json: { id, email, name, role, password }, text: password };
  });
}

function newPassword(cli: Cli, email: string): Promise<Answer> {
  const password = randomPassword();
  return withDatabase(cli, async (database) => {
    const { id } = await accounted(findUserByEmail(database, email));
    await accounted(setPassword(database, id, password, COMMAND_LINE));
    return { json: { email, password }, text: password };
  });
}

function banned(cli: Cli, email: string, { reason, days }: { reason?: string; days?: number }): Promise<Answer> {
  const seconds = days === undefined ? undefined : days * DAY_SECONDS;
  const ban = (database: Database, userId: string) => banUser(database, { userId, reason, seconds }, COMMAND_LINE);
  return changed(
    cli,
    email,
    ban,
    days === undefined ? 'is banned' : `is banned for ${days} ${days === 1 ? 'day' : 'days'}`,
  );
}

function changed(
  cli: Cli,
  email: string,
  change: (database: Database, userId: string) => Promise<void>,
  told: string,
): Promise<Answer> {
  return withDatabase(cli, async (database) => {
    const { id } = await accounted(findUserByEmail(database, email));
    await accounted(change(database, id));
    const json = await findUserByEmail(database, email);
    return { json, text: `${json.email} ${told}.` };
  });
}

function emailAddress(text: string): string {
  if (z.email().max(320).safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be an email address, like mika@example.com.');
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
