import { createUser } from '../../shared/accounts/create-user.ts';
import { makeKey } from '../../shared/accounts/keys.ts';
import { findUserByEmail } from '../../shared/accounts/users.ts';
import { COMMAND_LINE } from '../../shared/audit/record.ts';
import type { Ask, TestApi } from './api.ts';
import type { TestDatabase } from './database.ts';

/** Kinds of callers that a route may tell apart. `owner` and `other` are two importers. */
export const CALLERS = ['none', 'viewer', 'owner', 'other', 'admin', 'banned'] as const;
export type CallerName = (typeof CALLERS)[number];

/** Somebody, with a session's cookie and with an API key. */
export interface TestCaller {
  readonly cookie: Ask;
  readonly key: Ask;
  /** What must never be seen in a log. */
  readonly secrets: readonly string[];
}

/** One caller of each kind. The banned one has a session and a key that would be good without the ban. */
export async function openCallers(api: TestApi, database: TestDatabase): Promise<Record<CallerName, TestCaller>> {
  for (const name of ['other', 'banned']) {
    const user = { email: `${name}@example.com`, password: `${name}-password`, name, role: 'importer' } as const;
    await createUser(database, user, COMMAND_LINE);
  }
  const open = async (name: string, email = `${name}@example.com`): Promise<TestCaller> => {
    const { id: userId, role } = await findUserByEmail(database, email);
    const { key } = await makeKey(database, { userId, name: 'of a test', role }, COMMAND_LINE);
    const { ask, cookie } = await api.signInAs({ email, password: `${email.split('@')[0]}-password` });
    return { cookie: ask, key: api.withKey(key), secrets: [key, cookie.split('=')[1] ?? ''] };
  };
  const callers = {
    none: {
      cookie: async (path: string, init?: RequestInit) => api.app.request(path, init),
      key: api.withKey(`tpk_${'x'.repeat(43)}`),
      secrets: [],
    },
    viewer: await open('viewer'),
    owner: await open('owner', 'importer@example.com'),
    other: await open('other'),
    admin: await open('admin'),
    banned: await open('banned'),
  };
  await database.execute(`UPDATE users SET banned = TRUE WHERE email = 'banned@example.com'`);
  return callers;
}
