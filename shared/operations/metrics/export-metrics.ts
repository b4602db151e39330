import type { ExportDurations } from '../../export-queue/durations.ts';
import type { ExportOverview } from '../../export-queue/overview.ts';
import { byLabel, gauge, type MetricFamily } from './prometheus.ts';

export function exportMetrics({ workers, slots, exports, directory }: ExportOverview): MetricFamily[] {
  const alive = workers.filter((worker) => worker.alive).length;
  return [
    ...gauge('tallyport_export_workers', 'Export workers that live.', alive),
    ...gauge('tallyport_export_slots_used', 'Exports that are generated now.', slots.running),
    ...gauge('tallyport_export_slots', 'Exports that may be generated at once.', slots.limit),
    byLabel('gauge', 'tallyport_exports', 'Exports in the directory by state.', 'state', exports),
    ...gauge('tallyport_export_bytes_used', 'Bytes that exports take or may come to take.', directory.bytes_used),
    ...gauge('tallyport_export_bytes', 'Bytes that exports may take.', directory.bytes_limit),
  ];
}

/** Files live for minutes, so these tell of the last minutes. */
export function exportDurationMetrics({ waiting, generated }: ExportDurations): MetricFamily[] {
  const sum = generated.reduce((total, seconds) => total + seconds, 0);
  return [
    ...gauge('tallyport_export_waiting_seconds', 'Age of the oldest export that no worker has taken.', waiting),
    byLabel('gauge', 'tallyport_export_seconds', 'What it took to make the export files that are there.', 'of', {
      longest: Math.max(0, ...generated),
      mean: generated.length ? sum / generated.length : 0,
    }),
  ];
}
