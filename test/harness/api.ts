import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { ApiEnvironment } from '../../functions/api/environment.ts';
import { type ApiHost, wireApi } from '../../functions/hosts/wire-api.ts';
import { wireCounts } from '../../functions/hosts/wire-counts.ts';
import type { Role } from '../../shared/accounts/caller.ts';
import { type Config, readConfig } from '../../shared/config/config.ts';
import { createLog } from '../../shared/log.ts';
import { collectMetrics } from '../../shared/operations/metrics/collect.ts';
import { type Credentials, cookiesOf, createUsers } from './accounts.ts';
import { atEnd } from './at-end.ts';

export const ORIGIN = 'http://127.0.0.1:8787';

/** Sends a request as somebody. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export interface TestApi {
  readonly app: Hono<ApiEnvironment>;
  readonly config: Config;
  /** Everything it logged so far, one JSON object a line. */
  logged(): string;
  /** A new session. */
  signIn(role: Role): Promise<Ask>;
  signInAs(credentials: Credentials): Promise<{ ask: Ask; cookie: string }>;
  /** Somebody who sends an API key and nothing else. */
  withKey(key: string): Ask;
}

/** The API over a real database, with the directory and table drivers, in this process. */
export async function openTestApi(
  databaseUrl: string,
  environment: Record<string, string> = {},
  host: Partial<ApiHost> = {},
): Promise<TestApi> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-api-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    SECRET: 'a-secret-of-the-tests-with-32-bytes-and-more',
    ...environment,
  });
  let lines = '';
  const log = createLog('json', {}, { write: (text) => (lines += text) });
  let sessions = 0;
  const process = { config, log, closing: atEnd };
  const app = await wireApi(
    process,
    // An address of its own for each sign-in: the rate limit counts by address.
    {
      connections: { database: 5, accounts: 2 },
      clientAddress: () => `127.0.1.${sessions}`,
      routes: (database) => wireCounts(process, database),
      collectMetrics: () => collectMetrics(config),
      ...host,
    },
  );
  const users = await createUsers(databaseUrl, ['admin', 'importer', 'viewer']);
  const signInAs: TestApi['signInAs'] = async (credentials) => {
    sessions++;
    const signedIn = await app.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify(credentials),
    });
    if (signedIn.status !== 200) throw new Error(`sign-in: ${signedIn.status} ${await signedIn.text()}`);
    const cookie = cookiesOf(signedIn.headers);
    const ask: Ask = async (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      const origin = headers.get('origin') ?? ORIGIN;
      headers.delete('origin');
      // Empty: none, as programs send it.
      if (origin) headers.set('origin', origin);
      return app.request(path, { ...init, headers });
    };
    return { ask, cookie };
  };
  return {
    app,
    config,
    logged: () => lines,
    withKey:
      (key) =>
      async (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${key}`);
        return app.request(path, { ...init, headers });
      },
    signIn: async (role) => (await signInAs(users[role])).ask,
    signInAs,
  };
}
