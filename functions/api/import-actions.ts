import { Hono } from 'hono';
import { cancelImport } from '../../shared/imports/cancel.ts';
import { completeUpload } from '../../shared/imports/complete.ts';
import { redispatchImport } from '../../shared/imports/redispatch.ts';
import { takeBackImport } from '../../shared/imports/revert-import.ts';
import { actorOf } from './actor.ts';
import type { ApiEnvironment } from './environment.ts';
import { visibleImport } from './import-caller.ts';
import type { ImportRouteDependencies } from './import-dependencies.ts';
import { Problem } from './problem.ts';
import type { ProblemCode } from './problem-codes.ts';

/** What is done to an import that is there: `POST /:id/complete`, `/cancel`, `/redispatch`, `/revert`. */
export function createImportActions(dependencies: ImportRouteDependencies): Hono<ApiEnvironment> {
  const { database, log } = dependencies;
  const routes = new Hono<ApiEnvironment>();

  routes.post('/:id/complete', async (c) => {
    const id = String((await visibleImport(c, database)).id);
    const completed = await completeUpload(dependencies, id, c.get('caller'));
    switch (completed.kind) {
      case 'accepted':
        return c.json(await visibleImport(c, database), 202);
      case 'duplicate':
        return c.json({ ...(await visibleImport(c, database, completed.importId)), duplicate: true }, 200);
      case 'missing':
        throw new Problem(409, 'upload-missing', 'The file has not arrived yet. Put it to the given URL first.');
      case 'wrong':
        throw new Problem(422, 'wrong-body', completed.message);
      case 'empty':
        throw new Problem(422, 'empty-file', 'The file is empty; its first line must name the columns.');
      case 'not_awaiting':
        throw conflict('not-awaiting', `This import is ${completed.state}: it takes no file any more.`);
    }
  });

  routes.post('/:id/cancel', async (c) => {
    const id = String((await visibleImport(c, database)).id);
    const canceled = await cancelImport(database, id, actorOf(c));
    if (canceled.kind === 'refused')
      throw conflict('ended', `This import is ${canceled.state} already: there is nothing to cancel.`);
    return c.json(await visibleImport(c, database), canceled.kind === 'requested' ? 202 : 200);
  });

  routes.post('/:id/redispatch', async (c) => {
    const id = String((await visibleImport(c, database)).id);
    const result = await redispatchImport(dependencies, id, actorOf(c), log);
    if (result.kind === 'gone')
      throw conflict('no-original', 'The file of this import is no longer kept. Upload it again.');
    if (result.kind === 'refused')
      throw conflict('not-waiting', `This import is ${result.state}: its message is not sent again.`);
    return c.json(await visibleImport(c, database), 202);
  });

  routes.post('/:id/revert', async (c) => {
    if (c.get('caller').role !== 'admin') throw new Problem(403, 'role', 'Only administrators may revert an import.');
    const id = String((await visibleImport(c, database)).id);
    const dryRun = c.req.query('dry_run') === 'true';
    const reverted = await takeBackImport(database, id, actorOf(c), { dryRun });
    if (reverted.kind === 'refused')
      throw conflict('not-done', `This import is ${reverted.state}: only one that is done can be reverted.`);
    return c.json({ ...(await visibleImport(c, database)), dry_run: dryRun, rows: reverted.rows }, 200);
  });
  return routes;
}

function conflict(code: ProblemCode, detail: string): Problem {
  return new Problem(409, code, detail);
}
