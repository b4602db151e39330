import { Hono } from 'hono';
import { previewFile } from '../../shared/imports/preview.ts';
import { FileRejected } from '../../shared/imports/rejection.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { BodyFault } from './body-fault.ts';
import type { ApiEnvironment } from './environment.ts';
import { refusal } from './import-answers.ts';
import type { ImportRouteDependencies } from './import-dependencies.ts';
import { sentFile } from './import-file.ts';
import { importRequestOf } from './import-query.ts';
import { Problem } from './problem.ts';

/** `POST /`: what an import would make of a file, or of its beginning. Nothing of it is kept. */
export function createImportPreview({ settings }: Pick<ImportRouteDependencies, 'settings'>): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().post('/', async (c) => {
    const { ledger: name, options } = importRequestOf(c.req.queries());
    const ledger = LEDGERS.get(name);
    if (!ledger) throw new Problem(404, 'not-found', `There is no ledger ${name}.`);
    const { body, contentType } = await sentFile(c, settings.IMPORT_MAX_BYTES);
    try {
      return c.json({ ledger: name, ...(await previewFile(body, ledger, options, contentType)) });
    } catch (error) {
      throw problemOf(error, settings);
    }
  });
}

function problemOf(error: unknown, settings: ImportRouteDependencies['settings']): unknown {
  if (error instanceof FileRejected) {
    const errors = [{ field: 'body', code: error.code, message: error.message }];
    return new Problem(422, 'unreadable-file', error.message, { errors });
  }
  const limits = { maxBytes: settings.IMPORT_MAX_BYTES, maxQueued: settings.IMPORT_MAX_QUEUED };
  return error instanceof BodyFault ? refusal({ kind: 'broken', reason: error }, limits) : error;
}
