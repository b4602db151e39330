import { Hono } from 'hono';
import { listAudit } from '../../shared/audit/list.ts';
import { AUDIT_ACTIONS } from '../../shared/audit/record.ts';
import type { Connection } from '../../shared/database/database.ts';
import type { ApiEnvironment } from './environment.ts';
import { keysetPage } from './keyset-page.ts';
import { Problem } from './problem.ts';

/** `GET /`: who did what, for administrators; newest first, by `action` and `user` if given. */
export function createAuditRoutes(database: Pick<Connection, 'query'>): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().get('/', async (c) => {
    if (c.get('caller').role !== 'admin') throw new Problem(403, 'role', 'Only administrators may read the audit.');
    const { action: given, user: userId } = c.req.query();
    const action = AUDIT_ACTIONS.find((known) => known === given);
    if (given !== undefined && !action) {
      const message = 'There is no such action.';
      throw new Problem(422, 'invalid-request', message, {
        errors: [{ field: 'action', code: 'not_allowed', message, allowed: AUDIT_ACTIONS }],
      });
    }
    return c.json(await listAudit(database, { ...keysetPage(c.req.query()), action, userId }));
  });
}
