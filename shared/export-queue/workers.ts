import { rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RELEASE } from '../release.ts';
import { publishOnce, writeDurably } from './durable-file.ts';
import type { ExportQueue } from './export-queue.ts';
import { newWorkerId, tempName, workerName } from './file-names.ts';
import { ARTIFACT_POLICY } from './job.ts';
import type { Listing, WorkerEntry } from './listing.ts';

/** A worker's own sign of life: the name of its file tells when it last gave one. */
export interface Presence {
  readonly worker: string;
  beat(): Promise<void>;
  end(): Promise<void>;
}

/** Writes the first heartbeat of a new worker. */
export async function appear({ store, clock }: ExportQueue): Promise<Presence> {
  const worker = newWorkerId();
  let current = workerName(worker, clock.now());
  await store.locked(async () => {
    const temp = join(store.path, tempName());
    const facts = { worker, host: hostname(), pid: process.pid, release: RELEASE, artifact_policy: ARTIFACT_POLICY };
    await writeDurably(temp, JSON.stringify({ ...facts, started_at: clock.time() }));
    await publishOnce(temp, join(store.path, current));
  });
  return {
    worker,
    async beat() {
      const next = workerName(worker, clock.now());
      await rename(join(store.path, current), join(store.path, next));
      current = next;
    },
    end: () => store.locked((step) => step.remove([current])),
  };
}

/** @returns whether any worker gave a sign of life lately */
export function workerLives({ clock, settings }: Omit<ExportQueue, 'store'>, { workers }: Listing): boolean {
  const oldest = clock.now() - settings.EXPORT_HEARTBEAT_STALE * 1000;
  return workers.some(({ at }) => at >= oldest);
}

/** Workers that have been silent for so long that they will not come back. */
export function goneWorkers({ clock, settings }: Omit<ExportQueue, 'store'>, { workers }: Listing): WorkerEntry[] {
  const oldest = clock.now() - settings.EXPORT_HEARTBEAT_STALE * 4000;
  return workers.filter(({ at }) => at < oldest);
}
