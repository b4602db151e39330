import type { Role } from '../../shared/accounts/caller.ts';
import { createUser } from '../../shared/accounts/create-user.ts';
import { COMMAND_LINE } from '../../shared/audit/record.ts';
import { openDatabase } from '../../shared/database/database.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Makes a user of each role in a database, the way an administrator would. */
export async function createUsers<R extends Role>(databaseUrl: string, roles: readonly R[]) {
  const database = openDatabase(databaseUrl, 1);
  try {
    const users = {} as Record<R, Credentials>;
    for (const role of roles) {
      users[role] = { email: `${role}@example.com`, password: `${role}-password` };
      await createUser(database, { ...users[role], name: role, role }, COMMAND_LINE);
    }
    return users;
  } finally {
    await database.close();
  }
}

/** What a browser would send back of the cookies that an answer set. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
