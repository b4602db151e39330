import type { Auth } from './auth.ts';
import { type Caller, ROLES, type Role } from './caller.ts';

/** Who sends a request with these headers; undefined without a session that is good now. */
export async function findCaller(
  auth: { api: Pick<Auth['api'], 'getSession'> },
  headers: Headers,
): Promise<Caller | undefined> {
  const found = await auth.api.getSession({ headers });
  if (!found || found.user.banned) return undefined;
  const role = ROLES.find((known) => known === found.user.role) ?? ('viewer' satisfies Role);
  const { id: userId, email, name } = found.user;
  return { userId, email, name, role, sessionId: found.session.id };
}
