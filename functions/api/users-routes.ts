import { Hono } from 'hono';
import { listUsers } from '../../shared/accounts/users.ts';
import type { Connection } from '../../shared/database/database.ts';
import type { ApiEnvironment } from './environment.ts';
import { keysetPage } from './keyset-page.ts';
import { requireAdmin } from './require-admin.ts';

/** `GET /`: the users in the order of their addresses, for administrators. */
export function createUsersRoutes(database: Pick<Connection, 'query'>): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().get('/', requireAdmin('see the users'), async (c) => {
    const { after, ...rest } = c.req.query();
    const { limit } = keysetPage(rest);
    const found = await listUsers(database, { after, limit: limit + 1 });
    const users = found.slice(0, limit);
    return c.json({ users, next: found.length > limit ? (users.at(-1)?.email ?? null) : null });
  });
}
