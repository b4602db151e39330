import { Hono } from 'hono';
import { mayImport } from '../../shared/accounts/caller.ts';
import { type ReceiveDependencies, receiveImport } from '../../shared/imports/receive.ts';
import { findImport, listImports } from '../../shared/imports/view.ts';
import { LEDGER_NAMES } from '../../shared/ledgers/catalogue.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

const BODY_TYPES = ['text/csv', 'text/plain', 'application/octet-stream'];
const PAGE_DEFAULT = 50;
const RETRY_AFTER_SECONDS = '10';

/** `POST /` takes a file in; `GET /` and `GET /:id` tell what became of it. */
export function createImportRoutes(dependencies: ReceiveDependencies): Hono<ApiEnvironment> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnvironment>();

  routes.use(async (c, next) => {
    if (!mayImport(c.get('caller')))
      throw new Problem(403, 'role', 'Viewers may not import; ask an administrator for the importer role.');
    await next();
  });

  routes.post('/', async (c) => {
    const caller = c.get('caller');
    const received = await receiveImport(dependencies, {
      ledger: ledgerOf(c.req.query('ledger')),
      filename: filenameOf(c.req.header('x-filename')),
      contentType: bodyTypeOf(c.req.header('content-type')),
      user: caller,
      requestId: c.get('requestId'),
      force: c.req.query('force') === 'true',
      body: bodyOf(c.req.raw, dependencies.maxBytes),
    });
    switch (received.kind) {
      case 'accepted':
        return c.json({ ...(await findImport(database, caller, received.importId)) }, 202);
      case 'duplicate':
        return c.json({ ...(await findImport(database, caller, received.importId)), duplicate: true }, 200);
      case 'too_large':
        throw tooLarge(dependencies.maxBytes);
      case 'empty':
        throw new Problem(422, 'empty-file', 'The file is empty; its first line must name the columns.');
      case 'broken':
        throw new Problem(400, 'broken-off', 'The upload broke off before its end. Send the file again.');
      case 'store_failed':
        throw new Problem(503, 'store-failed', 'The file could not be stored. Nothing was imported; try again soon.', {
          headers: { 'Retry-After': RETRY_AFTER_SECONDS },
        });
    }
  });

  routes.get('/', async (c) => {
    const limit = Number(c.req.query('limit') ?? PAGE_DEFAULT);
    if (!Number.isInteger(limit) || limit < 1) throw badField('limit', 'limit must be a whole number from 1 to 200.');
    const before = c.req.query('before');
    if (before !== undefined && !/^\d{1,18}$/.test(before))
      throw badField('before', 'before must be the id of an import.');
    return c.json(await listImports(database, c.get('caller'), { limit, before }));
  });

  routes.get('/:id', async (c) => {
    const found = await findImport(database, c.get('caller'), c.req.param('id'));
    if (!found) throw new Problem(404, 'not-found', 'There is no import of yours with this id.');
    return c.json(found);
  });
  return routes;
}

function ledgerOf(name: string | undefined): string {
  if (name !== undefined && LEDGER_NAMES.includes(name)) return name;
  throw new Problem(422, 'invalid-import', 'Say with ?ledger= which ledger the file is for.', {
    errors: [{ field: 'ledger', code: 'not_allowed', message: 'There is no such ledger.', allowed: LEDGER_NAMES }],
  });
}

/** Percent-encoded UTF-8. Only shown to people, never part of a path. */
function filenameOf(header: string | undefined): string {
  if (!header) return 'upload.csv';
  try {
    return decodeURIComponent(header);
  } catch {
    throw badField('X-Filename', 'X-Filename must be percent-encoded UTF-8.');
  }
}

function bodyTypeOf(header: string | undefined): string {
  const type = (header ?? 'text/csv').split(';')[0]?.trim().toLowerCase() ?? '';
  if (BODY_TYPES.includes(type)) return type;
  const detail = `Send the file itself as the body, with Content-Type: text/csv; ${type} is not accepted here.`;
  throw new Problem(415, 'body-type', detail);
}

function bodyOf(request: Request, maxBytes: number): AsyncIterable<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return request.body ?? emptyBody();
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

function tooLarge(maxBytes: number): Problem {
  return new Problem(413, 'too-large', `A file may have at most ${maxBytes.toLocaleString('en-US')} bytes.`);
}

function badField(field: string, message: string): Problem {
  return new Problem(422, 'invalid-request', message, { errors: [{ field, code: 'not_allowed', message }] });
}
