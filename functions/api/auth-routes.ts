import { type Context, Hono } from 'hono';
import { type Auth, CLIENT_ADDRESS_HEADER } from '../../shared/accounts/auth.ts';
import type { ApiEnvironment } from './environment.ts';

/** Everything below `/api/auth` is better-auth's; it learns the client's address from us alone. */
export function createAuthRoutes(deps: {
  auth: Pick<Auth, 'handler'>;
  clientAddress: (c: Context) => string;
}): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().all('/*', (c) => {
    const headers = new Headers(c.req.raw.headers);
    headers.set(CLIENT_ADDRESS_HEADER, deps.clientAddress(c));
    return deps.auth.handler(new Request(c.req.raw, { headers }));
  });
}
