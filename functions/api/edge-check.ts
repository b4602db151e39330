import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER, VIEWER_HOST_HEADER } from '../../shared/names.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

/** A load balancer asks this itself, and cannot know the secret; the answer tells nothing. */
const OPEN_PATH = '/live';

/**
 * Refuses what did not come through our own edge, which sends one of these secrets; two, so that one can be changed
 * while the other is in use. Only with the secret the edge's word on the viewer counts. Without secrets there is no
 * edge: everybody may come, and nobody's word counts.
 */
export function edgeCheck(secrets: readonly string[]): MiddlewareHandler<ApiEnvironment> {
  const digests = secrets.map(sha256);
  return async (c, next) => {
    if (digests.length > 0 && c.req.path !== OPEN_PATH) {
      const sent = sha256(c.req.header(ORIGIN_SECRET_HEADER) ?? '');
      if (!digests.some((digest) => timingSafeEqual(digest, sent)))
        throw new Problem(403, 'not-through-edge', 'This address is not served. Use the one you were given.');
      const host = c.req.header(VIEWER_HOST_HEADER);
      const address = c.req.header(VIEWER_ADDRESS_HEADER);
      if (host && address) c.set('viewer', { origin: `https://${host}`, address });
    }
    await next();
  };
}

/** Of one length, whatever was sent. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
