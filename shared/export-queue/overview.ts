import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { wireTimeOf } from './database-clock.ts';
import type { ExportQueue } from './export-queue.ts';
import { EXPORT_STATES, type ExportState } from './job.ts';
import type { WorkerEntry } from './listing.ts';
import { reservedBytes } from './storage.ts';

/** An export worker and its last sign of life. Times are ISO 8601 in UTC. */
export interface ExportWorkerRecord {
  id: string;
  host: string | null;
  pid: number | null;
  version: string | null;
  started_at: string | null;
  heartbeat_at: string;
  alive: boolean;
}

export interface ExportOverview {
  workers: ExportWorkerRecord[];
  slots: { running: number; limit: number };
  /** How many exports there are of each state. */
  exports: Record<ExportState, number>;
  /** `used` is what finished files take and running exports may come to take. */
  directory: { bytes_used: number; bytes_limit: number };
}

const facts = z.object({ host: z.string(), pid: z.int(), release: z.string(), started_at: z.string() });

/** The export directory as it is now. */
export async function exportOverview(queue: ExportQueue): Promise<ExportOverview> {
  const { store, settings } = queue;
  const listing = await store.list();
  const jobs = await store.load(listing);
  const withFile = new Set(listing.files.map(({ id }) => id));
  const count = (state: ExportState) => jobs.filter((job) => job.state === state).length;
  return {
    workers: await Promise.all(listing.workers.map((entry) => workerRecord(queue, entry))),
    slots: { running: count('running'), limit: settings.EXPORT_SLOTS },
    exports: Object.fromEntries(EXPORT_STATES.map((state) => [state, count(state)])) as Record<ExportState, number>,
    directory: { bytes_used: reservedBytes(queue, withFile, jobs), bytes_limit: settings.EXPORT_STORAGE_BYTES },
  };
}

/** Its name tells when it last lived, its content who it is; the file may have moved on since the listing. */
async function workerRecord({ store, clock, settings }: ExportQueue, entry: WorkerEntry): Promise<ExportWorkerRecord> {
  const text = await readFile(join(store.path, entry.name), 'utf8').catch(() => 'null');
  const known = facts.safeParse(JSON.parse(text)).data;
  return {
    id: entry.id,
    host: known?.host ?? null,
    pid: known?.pid ?? null,
    version: known?.release ?? null,
    started_at: known?.started_at ?? null,
    heartbeat_at: wireTimeOf(entry.at),
    alive: entry.at >= clock.now() - settings.EXPORT_HEARTBEAT_STALE * 1000,
  };
}
