import type { ExportQueue } from './export-queue.ts';

/** Of the exports that are in the directory now, in seconds. */
export interface ExportDurations {
  /** Since the oldest that no worker has taken was registered. */
  waiting: number;
  /** From the snapshot of the data to the whole file, of each that has its file. */
  generated: number[];
}

export async function exportDurations({ store, clock }: ExportQueue): Promise<ExportDurations> {
  const jobs = await store.load(await store.list());
  const registered = jobs.filter(({ state }) => state === 'queued').map((job) => Date.parse(job.registered_at));
  const generated = jobs.flatMap(({ file, snapshot_at: from }) =>
    file && from ? [(Date.parse(file.finished_at) - Date.parse(from)) / 1000] : [],
  );
  return { waiting: Math.max(0, ...registered.map((at) => (clock.now() - at) / 1000)), generated };
}
