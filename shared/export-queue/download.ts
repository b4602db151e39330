import { randomBytes } from 'node:crypto';
import { applyEvent } from './change.ts';
import { wireTimeOf } from './database-clock.ts';
import type { DownloadEvent } from './download-transition.ts';
import type { ExportQueue } from './export-queue.ts';
import type { Download, ExportJob } from './job.ts';
import { judgedExport } from './status.ts';

/**
 * Registers the one download attempt of a ready job; asked again, it is the same attempt, however it stands.
 * @returns the job as it stands; without an attempt when it is not ready
 */
export async function askDownload(queue: ExportQueue, id: string): Promise<ExportJob | undefined> {
  return queue.store.locked(async (step) => {
    const job = await judgedExport(queue, step, id);
    const attempt = randomBytes(18).toString('base64url');
    const expiresAt = wireTimeOf(queue.clock.now() + queue.settings.EXPORT_START_LIMIT * 1000);
    return (await applyEvent(step, job, { type: 'download-ask', attempt, expiresAt })) ?? job;
  });
}

/**
 * Makes an attempt this caller's alone.
 * @returns the state it was found in: the caller has it exactly when that was `pending`; undefined when the job has no
 * such attempt
 */
export async function takeDownload(
  queue: ExportQueue,
  id: string,
  attempt: string,
): Promise<Download['state'] | undefined> {
  return queue.store.locked(async (step) => {
    const job = await judgedExport(queue, step, id);
    await applyEvent(step, job, { type: 'download-take', attempt });
    return job?.download?.attempt === attempt ? job.download.state : undefined;
  });
}

/** Writes down how far an attempt has come. @returns false when it has ended otherwise meanwhile */
export async function markDownload(queue: ExportQueue, id: string, event: DownloadEvent): Promise<boolean> {
  return queue.store.locked(async (step) => {
    const job = await judgedExport(queue, step, id);
    return (await applyEvent(step, job, event)) !== undefined;
  });
}
