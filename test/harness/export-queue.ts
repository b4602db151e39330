import { readConfig } from '../../shared/config/config.ts';
import { wireTimeOf } from '../../shared/export-queue/database-clock.ts';
import { attachExportQueue, type ExportQueue } from '../../shared/export-queue/export-queue.ts';
import type { ExportOrder } from '../../shared/export-queue/job.ts';
import { temporaryDirectory } from './export-line.ts';

/** A queue in a directory of its own whose time goes on only when it is told to. */
export async function openQueueWithClock(settings: Record<string, string> = {}) {
  let now = Date.parse('2026-11-30T00:00:00Z');
  const time = () => wireTimeOf(now);
  const clock = { now: () => now, time, measure: async () => time(), offset: () => 0 };
  const config = readConfig({ COUNTS_EXPORT_DIRECTORY: await temporaryDirectory(), ...settings });
  const queue: ExportQueue = attachExportQueue(config, clock);
  return {
    queue,
    pass(seconds: number) {
      now += seconds * 1000;
    },
  };
}

export function orderOf(userId: string): ExportOrder {
  return {
    request: { ledger: 'posts', rows: [{ axis: 'event_type' }] },
    format: 'csv',
    options: { bom: true, encoding: 'utf-8', delimiter: ',', raw: false },
    time_zone: 'UTC',
    owner: { user_id: userId, session_id: 's1', role: 'admin' },
    policy_revision: '1',
    filename: 'counts-posts.csv',
  };
}
