import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Caller } from '../../shared/accounts/caller.ts';
import { readConfig } from '../../shared/config/config.ts';
import { claimExport } from '../../shared/export-queue/claim.ts';
import { partName } from '../../shared/export-queue/file-names.ts';
import { finishExport } from '../../shared/export-queue/finish.ts';
import { registerExport } from '../../shared/export-queue/registration.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { readPolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';
import { atEnd } from './at-end.ts';
import type { TestDatabase } from './database.ts';
import { ADMIN, exportApp } from './export-app.ts';
import { openQueueWithClock, orderOf } from './export-queue.ts';

/** What has become of callers since their requests began. */
export interface Callers {
  now: (caller: Caller) => Promise<Caller | undefined>;
}

/** The export routes over a queue whose time goes on only when it is told to, served on a port as in production. */
export async function serveExports(database: TestDatabase, settings: Record<string, string> = {}) {
  const { queue, pass } = await openQueueWithClock(settings);
  const { worker, beat } = await appear(queue);
  const callers: Callers = { now: async (caller) => caller };
  const signer = createTokenSigner({ secret: 'a secret of the tests', previousSecret: '' });
  const config = readConfig(settings);
  const app = exportApp({ queue, signer, database, config, findCaller: (caller) => callers.now(caller) }, ADMIN);
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  atEnd(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = (kind: string, id: string, expiresAt: number) =>
    signer.sign({ kind, subject: id, userId: ADMIN.userId, sessionId: ADMIN.sessionId, expiresAt });

  return {
    queue,
    pass,
    beat,
    callers,
    url,
    call: (method: string, path: string) => fetch(`${url}${path}`, { method }),
    /** A job whose file holds these bytes. */
    async ready(bytes: Uint8Array) {
      await beat();
      const policy = { policy_revision: await readPolicyRevision(database) };
      const { id, expires_at } = await registerExport(queue, { ...orderOf(ADMIN.userId), ...policy });
      const claim = await claimExport(queue, worker);
      await claim?.slot.release();
      const part = join(queue.store.path, partName(id));
      await writeFile(part, bytes);
      const facts = { at: queue.clock.time(), worker, processed: 1, size: bytes.byteLength };
      await finishExport(queue, id, part, { type: 'finish', ...facts });
      const expiresAt = Date.parse(expires_at);
      const [job, file] = [token('export-job', id, expiresAt), token('export-file', id, expiresAt)];
      return {
        id,
        job: `/jobs/${job}`,
        file: `/files/${file}`,
        attempt: (name: string) => `?job=${job}&attempt=${name}`,
      };
    },
  };
}
