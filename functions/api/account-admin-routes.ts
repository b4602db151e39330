import { Hono } from 'hono';
import { banUser, unbanUser } from '../../shared/accounts/ban-user.ts';
import { changeRole } from '../../shared/accounts/change-role.ts';
import { createUser } from '../../shared/accounts/create-user.ts';
import { setPassword } from '../../shared/accounts/set-password.ts';
import { findUser, type UserRecord } from '../../shared/accounts/users.ts';
import type { Database } from '../../shared/database/database.ts';
import {
  banUserBody,
  createUserBody,
  readBody,
  setRoleBody,
  setUserPasswordBody,
  unbanUserBody,
} from './account-bodies.ts';
import { actorOf } from './actor.ts';
import type { ApiEnvironment } from './environment.ts';
import { requireAdmin } from './require-admin.ts';

/**
 * What administrators do to accounts, under the paths and names of better-auth's admin plugin. It is done here and not
 * there so that a change, the end of sessions and keys and the line in the audit are one transaction.
 */
export function createAccountAdminRoutes(database: Database): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  const told = async (userId: string) => ({ user: userView(await findUser(database, userId)) });
  routes.use(requireAdmin('look after accounts'));

  routes.post('/create-user', async (c) => {
    const user = await readBody(c.req.raw, createUserBody);
    return c.json(await told(await createUser(database, user, actorOf(c))));
  });
  routes.post('/set-role', async (c) => {
    const { userId, role } = await readBody(c.req.raw, setRoleBody);
    await changeRole(database, userId, role, actorOf(c));
    return c.json(await told(userId));
  });
  routes.post('/ban-user', async (c) => {
    const { userId, banReason, banExpiresIn } = await readBody(c.req.raw, banUserBody);
    await banUser(database, { userId, reason: banReason, seconds: banExpiresIn }, actorOf(c));
    return c.json(await told(userId));
  });
  routes.post('/unban-user', async (c) => {
    const { userId } = await readBody(c.req.raw, unbanUserBody);
    await unbanUser(database, userId, actorOf(c));
    return c.json(await told(userId));
  });
  routes.post('/set-user-password', async (c) => {
    const { userId, newPassword } = await readBody(c.req.raw, setUserPasswordBody);
    await setPassword(database, userId, newPassword, actorOf(c));
    return c.json({ status: true });
  });
  return routes;
}

function userView({ id, email, name, role, banned, ban_reason, ban_expires_at, created_at }: UserRecord) {
  return { id, email, name, role, banned, banReason: ban_reason, banExpires: ban_expires_at, createdAt: created_at };
}
