import * as z from 'zod';
import { readSecret } from '../secrets/read-secret.ts';
import type { DatabaseAddress } from './url.ts';

/** As whom to talk to the server. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

const content = z.object({ username: z.string(), password: z.string() });

/** What this process has read, by the secret's ARN. A failed reading is not kept. */
const read = new Map<string, Promise<Login>>();

/**
 * Connects with the user and password of an address, or with those of the secret it names. A secret is changed behind
 * us by its rotation: a wrong password (1045) makes this process read it again, once for all who meet it, and try once
 * more. Connections that stand are not touched by a rotation.
 * @throws what `connect` throws; the first error when the secret still says the same
 */
export async function logIn<T>(
  { secret, user, password }: DatabaseAddress,
  connect: (login: Login) => Promise<T>,
): Promise<T> {
  if (secret === undefined) return connect({ user, password });
  const known = login(secret);
  try {
    return await connect(await known);
  } catch (error) {
    if ((error as { errno?: number }).errno !== 1045) throw error;
    if (read.get(secret) === known) read.delete(secret);
    const [before, now] = await Promise.all([known, login(secret)]);
    if (before.user === now.user && before.password === now.password) throw error;
    return connect(now);
  }
}

function login(secret: string): Promise<Login> {
  let reading = read.get(secret);
  if (!reading) {
    reading = readSecret(secret).then((text) => {
      const { username, password } = content.parse(JSON.parse(text));
      return { user: username, password };
    });
    read.set(secret, reading);
    reading.catch(() => read.delete(secret));
  }
  return reading;
}
