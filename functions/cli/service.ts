import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Role } from '../../shared/accounts/caller.ts';
import { makeKey, revokeKey } from '../../shared/accounts/keys.ts';
import { findUserByEmail } from '../../shared/accounts/users.ts';
import { COMMAND_LINE } from '../../shared/audit/record.ts';
import { publicUrl } from '../../shared/config/config.ts';
import type { Database } from '../../shared/database/database.ts';
import { accounted } from './accounted.ts';
import type { Cli } from './cli.ts';
import { withDatabase } from './connect.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { problemFailure } from './problem-failure.ts';

/** The API of the service that runs, as one of its users. */
export interface Service {
  readonly url: string;
  /** @throws CommandFailed with what a problem says */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Asks, and reads the answer. */
  read<T>(path: string, schema: z.ZodType<T>, init?: RequestInit): Promise<T>;
}

/** The longest that a command may need; its key is revoked when it ends. */
const KEY_SECONDS = 86_400;

/**
 * Talks to a service. With TALLYPORT_KEY as the owner of that key; without, for whom the database is in reach, as an
 * administrator or who TALLYPORT_AS names, by a key that ends with the command.
 * @throws CommandFailed
 */
export async function withService<T>(cli: Cli, work: (service: Service) => Promise<T>): Promise<T> {
  const url = await serviceUrl(cli);
  const { TALLYPORT_KEY: key } = cli.environment;
  if (key) return work(createService(url, key, cli.signal));
  if (cli.environment.TALLYPORT_URL)
    throw new CommandFailed(EXIT.usage, 'TALLYPORT_URL goes with TALLYPORT_KEY: an API key of a user there.');
  return withDatabase(cli, async (database) => {
    const { id: userId, role } = await whoActs(database, cli.environment.TALLYPORT_AS);
    const order = { userId, name: 'bin/tallyport', role, expiresInSeconds: KEY_SECONDS };
    const made = await accounted(makeKey(database, order, COMMAND_LINE));
    try {
      return await work(createService(url, made.key, cli.signal));
    } finally {
      await revokeKey(database, String(made.id), COMMAND_LINE);
    }
  });
}

/** Where the service that holds DATA_DIR says that it serves, unless TALLYPORT_URL names another one. */
async function serviceUrl(cli: Cli): Promise<string> {
  if (cli.environment.TALLYPORT_URL) return cli.environment.TALLYPORT_URL.replace(/(?<!\/)\/+$/, '');
  const config = cli.config();
  const holder = await readFile(join(resolve(config.DATA_DIR), 'holder.json'), 'utf8').catch(() => '{}');
  const { data } = z.object({ url: z.url().optional() }).safeParse(jsonOf(holder));
  return data?.url ?? publicUrl(config);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Who TALLYPORT_AS names, with what they may do; else the first administrator. */
async function whoActs(database: Database, email: string | undefined): Promise<{ id: string; role: Role }> {
  if (email) return accounted(findUserByEmail(database, email));
  const [user] = await database.query<{ id: string }>(
    `SELECT id FROM users WHERE role = 'admin' AND NOT COALESCE(banned, FALSE) ORDER BY created_at, id LIMIT 1`,
  );
  if (user) return { id: user.id, role: 'admin' };
  throw new CommandFailed(EXIT.missing, 'There is no administrator. Make one: tallyport users add EMAIL --role admin.');
}

export function createService(url: string, key: string, signal: AbortSignal): Service {
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${key}`);
    const response = await fetch(`${url}${path}`, { signal, ...init, headers }).catch((error: Error) => {
      signal.throwIfAborted();
      const { code = error.message } = (error.cause ?? error) as { code?: string };
      throw new CommandFailed(EXIT.unreachable, `Nothing answers at ${url} (${code}). Is the service running?`);
    });
    if (!response.ok) throw await problemFailure(response);
    return response;
  }
  return {
    url,
    ask,
    read: async (path, schema, init) => schema.parse(await (await ask(path, init)).json()),
  };
}

export function jsonBody(method: 'POST' | 'DELETE', body: unknown): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
