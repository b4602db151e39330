import { Hono } from 'hono';
import { listKeys, makeKey, revokeKey } from '../../shared/accounts/keys.ts';
import type { Database } from '../../shared/database/database.ts';
import { newKeyBody, readBody } from './account-bodies.ts';
import { actorOf } from './actor.ts';
import type { ApiEnvironment } from './environment.ts';
import { keysetPage } from './keyset-page.ts';
import { Problem } from './problem.ts';

/** API keys: everybody's own; an administrator sees (`all=true`) and revokes those of others too. */
export function createKeysRoutes(database: Database): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();

  routes.get('/', async (c) => {
    const { userId, role } = c.get('caller');
    const { all, ...page } = c.req.query();
    if (all === 'true' && role !== 'admin')
      throw new Problem(403, 'role', 'Only administrators may see the keys of others.');
    const { limit, before } = keysetPage(page);
    const found = await listKeys(database, { userId: all === 'true' ? undefined : userId, before, limit: limit + 1 });
    const keys = found.slice(0, limit);
    return c.json({ keys, next: found.length > limit ? (keys.at(-1)?.id ?? null) : null });
  });

  routes.post('/', async (c) => {
    const caller = c.get('caller');
    // A key that was lost must not outlive its own end by making others.
    if (caller.sessionId.startsWith('key:'))
      throw new Problem(403, 'needs-session', 'A key cannot make keys. Sign in with your password to make one.');
    const { name, role = caller.role, expires_in } = await readBody(c.req.raw, newKeyBody);
    const order = { userId: caller.userId, name, role, expiresInSeconds: expires_in };
    return c.json(await makeKey(database, order, actorOf(c)), 201);
  });

  routes.delete('/:id', async (c) => {
    const { userId, role } = c.get('caller');
    const ownerId = role === 'admin' ? undefined : userId;
    return c.json(await revokeKey(database, keyId(c.req.param('id')), { ...actorOf(c), ownerId }));
  });

  return routes;
}

/** @throws Problem 404 for what cannot be an id: MySQL would read '5 or so' as 5 */
function keyId(given: string): string {
  if (/^\d{1,18}$/.test(given)) return given;
  throw new Problem(404, 'not-found', 'There is no key of yours with this id.');
}
