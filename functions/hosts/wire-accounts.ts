import type { Context, Hono } from 'hono';
import type { Auth } from '../../shared/accounts/auth.ts';
import type { Caller } from '../../shared/accounts/caller.ts';
import { createKnownBrowsers } from '../../shared/accounts/known-browser.ts';
import { findCaller } from '../../shared/accounts/session.ts';
import { sessionCookieName } from '../../shared/accounts/session-cookie.ts';
import { publicUrl } from '../../shared/config/config.ts';
import type { Database } from '../../shared/database/database.ts';
import { createAccountAdminRoutes } from '../api/account-admin-routes.ts';
import { createAuthRoutes } from '../api/auth-routes.ts';
import type { ApiEnvironment } from '../api/environment.ts';
import { createKeysRoutes } from '../api/keys-routes.ts';
import { createUsersRoutes } from '../api/users-routes.ts';
import type { HostedProcess } from './hosted-process.ts';

export interface AccountOptions {
  readonly database: Database;
  /** Statements of better-auth that may run at once. */
  readonly connections: number;
  readonly origins: readonly string[];
  readonly clientAddress: (c: Context<ApiEnvironment>) => string;
}

/** Who may do what: the routes of accounts, and the check of every other request. */
export function wireAccounts(
  { config, closing }: Pick<HostedProcess, 'config' | 'closing'>,
  { database, connections, origins, clientAddress }: AccountOptions,
): {
  findCaller: (headers: Headers) => Promise<Caller | undefined>;
  authRoutes: Hono<ApiEnvironment>;
  routes: Readonly<Record<string, Hono<ApiEnvironment>>>;
} {
  const url = publicUrl(config);
  const secrets = [config.SECRET, config.SECRET_PREVIOUS].filter(Boolean);
  const cookieName = sessionCookieName(url);
  const find = (headers: Headers) => findCaller({ database, secrets, cookieName }, headers);

  // Slow to load: not before somebody signs in, so that a function answers its first request soon.
  let opened: Promise<Auth> | undefined;
  const open = async () => {
    const { createAuth } = await import('../../shared/accounts/auth.ts');
    const settings = { databaseUrl: config.DATABASE_URL, connections, secret: config.SECRET, publicUrl: url };
    return createAuth({ ...settings, trustedOrigins: origins });
  };
  const handler = async (request: Request) => {
    opened ??= open();
    return (await opened).handler(request);
  };
  closing(async () => (await opened)?.close());

  return {
    findCaller: find,
    authRoutes: createAuthRoutes({
      auth: { handler, cookieName, secrets },
      browsers: createKnownBrowsers(secrets, url),
      findCaller: find,
      database,
      settings: config,
      clientAddress,
    }),
    routes: {
      'auth/admin': createAccountAdminRoutes(database),
      users: createUsersRoutes(database),
      keys: createKeysRoutes(database),
    },
  };
}
