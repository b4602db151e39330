import { Hono } from 'hono';
import { errorFields } from '../../shared/log.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';
import { type ExpectedUpload, readSignedUpload } from '../../shared/object-store/upload-signature.ts';
import { checkedBody, WrongBody } from './checked-body.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

const RETRY = { headers: { 'Retry-After': '10' } };

export interface UploadDependencies {
  store: Pick<ObjectStore, 'put'>;
  /** SECRET and SECRET_PREVIOUS: either may have signed the URL. */
  secrets: readonly string[];
  now?: () => Date;
}

/**
 * Takes the uploads that the directory driver signed, to be served at UPLOAD_PATH. The signature is all the permission
 * there is: no session, no key. Nobody signs for another driver, so there every request is refused.
 */
export function uploadRoutes({ store, secrets, now = () => new Date() }: UploadDependencies): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  routes.put('/:key{.+}', async (c) => {
    const key = c.req.param('key');
    const expected = permitted(readSignedUpload(secrets, key, c.req.query()), now());
    const announced = c.req.header('content-length');
    if (announced !== undefined && Number(announced) !== expected.size) {
      throw wrongBody(
        new WrongBody('size', `The body has ${announced} bytes instead of the ${expected.size} announced.`),
      );
    }
    try {
      await store.put(key, checkedBody(c.req.raw.body ?? nothing(), expected), { maxBytes: expected.size });
    } catch (error) {
      if (error instanceof WrongBody) throw wrongBody(error);
      if (c.req.raw.signal.aborted) throw new Problem(400, 'upload-broken', 'The upload broke off. Send it again.');
      c.get('log').error('upload: the store failed', { key, ...errorFields(error) });
      throw new Problem(503, 'store-failed', 'The file could not be stored. Send it again.', RETRY);
    }
    return c.body(null, 200);
  });
  return routes;
}

function permitted(expected: ExpectedUpload | undefined, now: Date): ExpectedUpload {
  if (!expected) {
    throw new Problem(403, 'upload-signature', 'The signature of this upload URL is not ours. Use the URL unchanged.');
  }
  if (expected.expiresAt <= now) {
    throw new Problem(403, 'upload-expired', 'This upload URL has expired. Announce the file again to get a new one.');
  }
  return expected;
}

function wrongBody({ field, message }: WrongBody): Problem {
  return new Problem(422, 'wrong-body', message, { errors: [{ field, code: `wrong_${field}`, message }] });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
