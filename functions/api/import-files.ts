import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { errorReportKey, importObjectKey } from '../../shared/names.ts';
import { ObjectMissing } from '../../shared/object-store/object-store.ts';
import { contentDisposition } from './content-disposition.ts';
import type { ApiEnvironment } from './environment.ts';
import { visibleImport } from './import-caller.ts';
import type { ImportRouteDependencies } from './import-dependencies.ts';
import { Problem } from './problem.ts';

/** The files of an import, streamed: `GET /:id/original` and `GET /:id/errors.csv`. */
export function createImportFiles({
  database,
  store,
}: Pick<ImportRouteDependencies, 'database' | 'store'>): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();

  routes.get('/:id/original', async (c) => {
    const found = await visibleImport(c, database);
    if (found.state === 'receiving' || found.state === 'awaiting_upload')
      throw new Problem(409, 'not-stored', 'The file of this import has not arrived yet.');
    if (!found.original_kept) throw gone('The file of this import is no longer kept.');
    return send(c, importObjectKey(String(found.id)), found.content_type, found.filename);
  });

  routes.get('/:id/errors.csv', async (c) => {
    const found = await visibleImport(c, database);
    if (found.error_count === 0)
      throw new Problem(404, 'no-errors', 'No row of this import has an error, so there is no report.');
    if (!found.original_kept) throw gone('The report of this import is no longer kept.');
    const name = `${found.filename.replace(/\.[^.]*$/, '')}-errors.csv`;
    return send(c, errorReportKey(String(found.id)), 'text/csv; charset=utf-8', name);
  });

  async function send(c: Context<ApiEnvironment>, key: string, type: string, filename: string): Promise<Response> {
    const headers = {
      'Content-Type': type,
      'Content-Disposition': contentDisposition(filename),
      'Cache-Control': 'no-store',
    };
    // Hono would run this for HEAD too and drop the body unread, with the file or connection behind it.
    if (c.req.method === 'HEAD') {
      const object = await store.head(key);
      if (!object) throw gone('This file is no longer kept.');
      return c.body(null, 200, { ...headers, 'Content-Length': String(object.size) });
    }
    const { size, body } = await store.get(key).catch((error) => {
      throw error instanceof ObjectMissing ? gone('This file is no longer kept.') : error;
    });
    const stream = Readable.toWeb(body) as ReadableStream<Uint8Array>;
    return c.body(stream, 200, { ...headers, 'Content-Length': String(size) });
  }
  return routes;
}

function gone(detail: string): Problem {
  return new Problem(410, 'gone', detail);
}
