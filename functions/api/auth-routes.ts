import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Auth } from '../../shared/accounts/auth.ts';
import { CLIENT_ADDRESS_HEADER } from '../../shared/accounts/client-address.ts';
import type { ApiEnvironment } from './environment.ts';
import { JSON_MAX_BYTES, jsonTooLarge } from './read-json.ts';

/** Everything below `/api/auth` is better-auth's; it learns the client's address from us alone. */
export function createAuthRoutes(deps: {
  auth: Pick<Auth, 'handler'>;
  clientAddress: (c: Context) => string;
}): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  const refuse = () => {
    throw jsonTooLarge();
  };
  routes.use(bodyLimit({ maxSize: JSON_MAX_BYTES, onError: refuse }));
  return routes.all('/*', (c) => {
    const headers = new Headers(c.req.raw.headers);
    headers.set(CLIENT_ADDRESS_HEADER, deps.clientAddress(c));
    return deps.auth.handler(new Request(c.req.raw, { headers }));
  });
}
