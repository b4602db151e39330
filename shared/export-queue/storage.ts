import type { ExportQueue } from './export-queue.ts';
import type { ExportJob } from './job.ts';

/**
 * Bytes that the given jobs take or may come to take: the largest size for each running one, and finished files, those
 * of expired jobs that are still being sent included.
 */
export function reservedBytes(
  { settings }: Pick<ExportQueue, 'settings'>,
  withFile: ReadonlySet<string>,
  jobs: readonly ExportJob[],
): number {
  return jobs.reduce((sum, { id, state, file }) => {
    if (state === 'running') return sum + settings.EXPORT_MAX_BYTES;
    return sum + (state === 'ready' || withFile.has(id) ? (file?.size ?? 0) : 0);
  }, 0);
}
