import { createAuth } from '../../shared/accounts/auth.ts';
import type { Role } from '../../shared/accounts/caller.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Makes a user of each role in a database, the way an administrator would. */
export async function createUsers<R extends Role>(databaseUrl: string, roles: readonly R[]) {
  const auth = createAuth({
    databaseUrl,
    connections: 1,
    secret: 'of-no-importance-for-making-users-only',
    publicUrl: 'http://127.0.0.1',
    trustedOrigins: [],
  });
  try {
    const users = {} as Record<R, Credentials>;
    for (const role of roles) {
      users[role] = { email: `${role}@example.com`, password: `${role}-password` };
      await auth.api.createUser({ body: { ...users[role], name: role, role } });
    }
    return users;
  } finally {
    await auth.close();
  }
}

/** What a browser would send back of the cookies that an answer set. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
