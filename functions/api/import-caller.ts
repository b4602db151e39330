import type { Context } from 'hono';
import type { Connection } from '../../shared/database/database.ts';
import { findImport } from '../../shared/imports/view.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

/** The import that the path names, as this caller may see it. @throws Problem 404 */
export async function visibleImport(
  c: Context<ApiEnvironment>,
  database: Pick<Connection, 'query'>,
  importId = c.req.param('id') ?? '',
) {
  const found = await findImport(database, c.get('caller'), importId);
  if (!found) throw new Problem(404, 'not-found', 'There is no import of yours with this id.');
  return found;
}
