import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { fieldFaults } from '../../shared/field-fault.ts';
import { type Announced, announceImport } from '../../shared/imports/announce.ts';
import { type Received, receiveImport } from '../../shared/imports/receive.ts';
import type { ApiEnvironment } from './environment.ts';
import { refusal } from './import-answers.ts';
import { visibleImport } from './import-caller.ts';
import type { ImportRouteDependencies } from './import-dependencies.ts';
import { mediaType, sentFile } from './import-file.ts';
import { importRequestOf } from './import-query.ts';
import { plainFilename } from './plain-filename.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';

/** The body of the presigned door: a file that will be put into the store by itself. */
export const announcement = z.strictObject({
  name: z.string().min(1).max(500),
  size: z.number().int().positive().describe('bytes'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the file as 64 lower-case hex digits'),
});

/** `POST /`: both doors. A JSON body announces a file, every other body is one. */
export function createImportUploads(dependencies: ImportRouteDependencies): Hono<ApiEnvironment> {
  const { settings } = dependencies;
  const limits = { maxBytes: settings.IMPORT_MAX_BYTES, maxQueued: settings.IMPORT_MAX_QUEUED };

  return new Hono<ApiEnvironment>().post('/', async (c) => {
    const asked = {
      ...importRequestOf(c.req.queries()),
      user: c.get('caller'),
      requestId: c.get('requestId'),
      idempotencyKey: idempotencyKeyOf(c.req.header('idempotency-key')),
    };
    if (mediaType(c.req.header('content-type')) === 'application/json') {
      const { name, ...file } = announcementOf(await readJson(c.req.raw));
      const filename = plainFilename(name);
      const type = 'application/octet-stream';
      const announced = await announceImport(dependencies, { ...asked, ...file, filename, contentType: type });
      return answer(c, announced);
    }
    const file = await sentFile(c, limits.maxBytes);
    return answer(c, await receiveImport(dependencies, { ...asked, ...file }));
  });

  async function answer(c: Context<ApiEnvironment>, taken: Received | Announced) {
    if (!('importId' in taken)) throw refusal(taken, limits);
    const view = await visibleImport(c, dependencies.database, taken.importId);
    c.header('Location', `/api/imports/${taken.importId}`);
    switch (taken.kind) {
      case 'duplicate':
        return c.json({ ...view, duplicate: true }, 200);
      case 'awaiting': {
        const { method, url, headers, expiresAt } = taken.upload;
        return c.json({ ...view, upload: { method, url, headers, expires_at: expiresAt.toISOString() } }, 201);
      }
      case 'repeated':
        c.header('Idempotency-Replayed', 'true');
        return c.json(view, 202);
      case 'accepted':
        return c.json(view, 202);
    }
  }
}

function announcementOf(body: unknown): z.output<typeof announcement> {
  const result = announcement.safeParse(body);
  if (result.success) return result.data;
  throw new Problem(422, 'invalid-announcement', 'Announce a file as {"name","size","sha256"}.', {
    errors: fieldFaults(result.error),
  });
}

function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters and no spaces.';
  throw new Problem(422, 'invalid-request', message, {
    errors: [{ field: 'Idempotency-Key', code: 'format', message }],
  });
}
