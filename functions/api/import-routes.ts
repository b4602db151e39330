import { Hono } from 'hono';
import { mayImport } from '../../shared/accounts/caller.ts';
import { IMPORT_STATES, type ImportState } from '../../shared/imports/state.ts';
import { listImports } from '../../shared/imports/view.ts';
import type { ApiEnvironment } from './environment.ts';
import { createImportActions } from './import-actions.ts';
import { visibleImport } from './import-caller.ts';
import type { ImportRouteDependencies } from './import-dependencies.ts';
import { createImportFiles } from './import-files.ts';
import { createImportPreview } from './import-preview.ts';
import { createImportUploads } from './import-uploads.ts';
import { keysetPage } from './keyset-page.ts';
import { Problem } from './problem.ts';

/** Everything about imports: what takes files in, what tells what became of them, and what is done to them. */
export function createImportRoutes(dependencies: ImportRouteDependencies): Hono<ApiEnvironment> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnvironment>();

  routes.use(async (c, next) => {
    if (!mayImport(c.get('caller')))
      throw new Problem(403, 'role', 'Viewers may not import; ask an administrator for the importer role.');
    await next();
  });
  routes.route('/', createImportUploads(dependencies));
  routes.route('/preview', createImportPreview(dependencies));
  routes.get('/', async (c) => {
    const page = keysetPage(c.req.query());
    const { state, ledger, duplicates } = c.req.query();
    const filter = { states: statesOf(state), ledger, duplicates: duplicates === 'true' };
    return c.json(await listImports(database, c.get('caller'), { ...page, ...filter }));
  });
  routes.get('/:id', async (c) => c.json(await visibleImport(c, database)));
  routes.route('/', createImportFiles(dependencies));
  routes.route('/', createImportActions(dependencies));
  return routes;
}

/** One state or several, joined by commas. */
function statesOf(text: string | undefined): ImportState[] | undefined {
  if (text === undefined) return undefined;
  const states = text.split(',');
  if (states.every((state) => (IMPORT_STATES as readonly string[]).includes(state))) return states as ImportState[];
  const message = 'state must be a state of imports, or several joined by commas.';
  throw new Problem(422, 'invalid-request', message, {
    errors: [{ field: 'state', code: 'not_allowed', message, allowed: IMPORT_STATES }],
  });
}
