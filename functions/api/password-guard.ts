import { type Bucket, countAttempt, forgiveAttempt } from '../../shared/accounts/password-attempts.ts';
import type { Config } from '../../shared/config/config.ts';
import type { Database } from '../../shared/database/database.ts';
import { Problem } from './problem.ts';

export interface PasswordGuard {
  readonly database: Database;
  readonly settings: Pick<Config, 'PASSWORD_WINDOW' | 'PASSWORD_ATTEMPTS' | 'PASSWORD_ATTEMPTS_ADDRESS'>;
}

/** Codes of the problems that say: the password was wrong. */
const WRONG = new Set(['invalid-email-or-password', 'invalid-password']);

/**
 * Lets somebody say a password, if not too many wrong ones came before. Only wrong ones are counted.
 * @throws Problem 429, or what `attempt` throws
 */
export async function guarded<T>(
  { database, settings }: PasswordGuard,
  buckets: readonly Bucket[],
  attempt: () => Promise<T>,
): Promise<T> {
  const wait = await countAttempt(database, buckets, settings.PASSWORD_WINDOW);
  if (wait !== undefined)
    throw new Problem(429, 'too-many-attempts', `Too many wrong passwords. Try again in ${wait} seconds.`, {
      headers: { 'Retry-After': String(wait) },
    });
  try {
    const result = await attempt();
    await forgiveAttempt(database, buckets);
    return result;
  } catch (error) {
    if (!(error instanceof Problem && WRONG.has(error.code))) await forgiveAttempt(database, buckets);
    throw error;
  }
}
