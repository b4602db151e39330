import type { Context } from 'hono';
import type { Actor } from '../../shared/audit/record.ts';
import type { ApiEnvironment } from './environment.ts';

/** The caller as lines of the audit name them. */
export function actorOf(c: Context<ApiEnvironment>): Actor {
  return { userId: c.get('caller').userId, requestId: c.get('requestId') };
}
