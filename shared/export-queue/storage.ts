import type { ExportQueue } from './export-queue.ts';
import type { ExportJob } from './job.ts';

/** Bytes that the given jobs take or may come to take: finished files, and the largest size for each running one. */
export function reservedBytes({ settings }: Pick<ExportQueue, 'settings'>, jobs: readonly ExportJob[]): number {
  return jobs.reduce((sum, { state, file }) => {
    if (state === 'running') return sum + settings.EXPORT_MAX_BYTES;
    return sum + (state === 'ready' ? (file?.size ?? 0) : 0);
  }, 0);
}
