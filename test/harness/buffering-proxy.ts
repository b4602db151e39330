import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from './at-end.ts';

/** A reverse proxy on a port of its own that passes an answer on only once it has the whole of it. */
export async function startBufferingProxy(target: string) {
  let held: Promise<void> | undefined;
  const server = createServer((asked, answer) => {
    const { method, headers, url } = asked;
    const passed = request(`${target}${url}`, { method, headers });
    passed.on('response', (answered) => passOn(answered, answer).catch(() => answer.destroy()));
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  const passOn = async (answered: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(answered);
    if (answered.headers['content-disposition']) await held;
    answer.writeHead(answered.statusCode ?? 502, answered.headers).end(body);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Files that it has whole stay with it until they are let go. */
    holdFiles() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return { letGo: resolve };
    },
  };
}
