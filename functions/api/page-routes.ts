import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { ApiEnvironment } from './environment.ts';

/** The built page. Its assets carry a hash in their names and may be kept for ever; the page itself is asked for anew. */
export function createPageRoutes(directory: string): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().get(
    '/*',
    serveStatic({
      root: directory,
      onFound: (path, c) => {
        const kept = /\/assets\//.test(path);
        c.header('Cache-Control', kept ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
}
