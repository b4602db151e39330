import { type Context, Hono } from 'hono';
import type { Caller } from '../../shared/accounts/caller.ts';
import { CLIENT_ADDRESS_HEADER, networkOf, VIEWER_ORIGIN_HEADER } from '../../shared/accounts/client-address.ts';
import type { KnownBrowsers } from '../../shared/accounts/known-browser.ts';
import { accountName } from '../../shared/accounts/password-attempts.ts';
import { recordAudit } from '../../shared/audit/record.ts';
import { changePasswordBody, readBody, signInBody } from './account-bodies.ts';
import { askBetterAuth, type BetterAuth, sessionTokenOf } from './ask-better-auth.ts';
import type { ApiEnvironment } from './environment.ts';
import { guarded, type PasswordGuard } from './password-guard.ts';
import { Problem } from './problem.ts';

export interface AuthDependencies extends PasswordGuard {
  readonly auth: BetterAuth;
  readonly browsers: KnownBrowsers;
  readonly findCaller: (headers: Headers) => Promise<Caller | undefined>;
  readonly clientAddress: (c: Context<ApiEnvironment>) => string;
}

/** The routes of better-auth that we want, and no others; it learns the client's address and origin from us alone. */
export function createAuthRoutes(deps: AuthDependencies): Hono<ApiEnvironment> {
  const { auth, browsers, database, settings, clientAddress } = deps;
  const routes = new Hono<ApiEnvironment>();
  const ask = (c: Context<ApiEnvironment>, body?: Record<string, unknown>) => {
    const request = new Request(c.req.raw.url, { method: c.req.method, headers: c.req.raw.headers });
    request.headers.set(CLIENT_ADDRESS_HEADER, clientAddress(c));
    request.headers.set(VIEWER_ORIGIN_HEADER, c.get('viewer')?.origin ?? '');
    return askBetterAuth(auth, request, body);
  };

  routes.post('/sign-in/email', async (c) => {
    const credentials = await readBody(c.req.raw, signInBody);
    const account = accountName(credentials.email);
    const network = networkOf(clientAddress(c));
    const browser = browsers.recognise(c.req.raw.headers, account);
    const buckets = browser
      ? [{ name: `browser ${browser}`, limit: settings.PASSWORD_ATTEMPTS }]
      : [
          { name: `network ${network}`, limit: settings.PASSWORD_ATTEMPTS_ADDRESS },
          { name: `account ${account}`, limit: settings.PASSWORD_ATTEMPTS },
        ];
    const answer = await guarded(deps, buckets, () => ask(c, credentials)).catch((error) => {
      // Not in the audit, which anybody on the network could fill; no address: people type passwords into that field.
      if (error instanceof Problem) c.get('log').warn('sign-in refused', { network, code: error.code });
      throw error;
    });
    // Who signs in anew in a browser is done with what was open there.
    const before = sessionTokenOf(auth, c.req.raw.headers);
    if (before) await database.execute('DELETE FROM sessions WHERE token = ?', [before]);
    answer.headers.append('Set-Cookie', browsers.remember(account));
    return answer;
  });

  routes.post('/change-password', async (c) => {
    const caller = await deps.findCaller(c.req.raw.headers);
    if (!caller) throw new Problem(401, 'no-session', 'Sign in first.');
    if (caller.sessionId.startsWith('key:'))
      throw new Problem(403, 'needs-session', 'A key cannot change the password. Sign in with it first.');
    const change = await readBody(c.req.raw, changePasswordBody);
    const { userId } = caller;
    const buckets = [{ name: `password of ${userId}`, limit: settings.PASSWORD_ATTEMPTS }];
    const answer = await guarded(deps, buckets, () => ask(c, { ...change, revokeOtherSessions: true }));
    const subject = { kind: 'user', id: userId } as const;
    await recordAudit(database, { userId, requestId: c.get('requestId'), action: 'user.password_changed', subject });
    return answer;
  });

  routes.post('/sign-out', (c) => ask(c, {}));
  routes.get('/get-session', (c) => ask(c));
  return routes;
}
