import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { atEnd } from './at-end.ts';

/**
 * A reverse proxy on a port of its own that passes an answer on only once it has the whole of it. What stands behind it
 * can be started once its address is known (`serve`).
 */
export async function startBufferingProxy() {
  let target = '';
  let held: Promise<void> | undefined;
  let rest: Promise<void> | undefined;
  const server = createServer((asked, answer) => {
    const { method, headers, url } = asked;
    const passed = request(`${target}${url}`, { method, headers });
    passed.on('response', (answered) => passOn(answered, answer).catch(() => answer.destroy()));
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  const passOn = async (answered: IncomingMessage, answer: ServerResponse) => {
    const isFile = answered.headers['content-disposition'] !== undefined;
    if (isFile && rest) return passInTwo(answered, answer, rest);
    const body = await buffer(answered);
    if (isFile) await held;
    answer.writeHead(answered.statusCode ?? 502, answered.headers).end(body);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const gate = (close: (until: Promise<void>) => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    close(promise);
    return { letGo: resolve };
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(url: string) {
      target = url;
    },
    /** Files that it has whole stay with it until they are let go. */
    holdFiles: () =>
      gate((until) => {
        held = until;
      }),
    /** Of a file the first piece goes on at once, and the rest is not even read before it is let go. */
    holdRestOfFiles: () =>
      gate((until) => {
        rest = until;
      }),
  };
}

async function passInTwo(answered: IncomingMessage, answer: ServerResponse, rest: Promise<void>): Promise<void> {
  answer.writeHead(answered.statusCode ?? 502, answered.headers);
  const [first] = await once(answered, 'data');
  answered.pause();
  answer.write(first);
  await rest;
  await pipeline(answered, answer);
}
