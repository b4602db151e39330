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
