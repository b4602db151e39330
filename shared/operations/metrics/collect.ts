import type { Config } from '../../config/config.ts';
import { withinDeadline } from '../../database/within-deadline.ts';
import { createDatabaseClock } from '../../export-queue/database-clock.ts';
import { exportDurations } from '../../export-queue/durations.ts';
import { attachExportQueue, type ExportSettings } from '../../export-queue/export-queue.ts';
import { exportOverview } from '../../export-queue/overview.ts';
import { RELEASE } from '../../release.ts';
import { databaseMetrics } from './database-metrics.ts';
import { exportDurationMetrics, exportMetrics } from './export-metrics.ts';
import { gauge, type MetricFamily } from './prometheus.ts';

/** Whoever asks waits no longer, whatever the database does. */
const DEADLINE_MS = 3_000;

/** Everything that is measured when somebody asks. What cannot be had is left out; `tallyport_database_up` says why. */
export async function collectMetrics(settings: Pick<Config, 'DATABASE_URL'> & ExportSettings): Promise<MetricFamily[]> {
  const asked = await withinDeadline(settings.DATABASE_URL, DEADLINE_MS, async (connection) => {
    // Behind a long ALTER TABLE the statements of all who ask would pile up on the server.
    await connection.query('SET SESSION lock_wait_timeout = 1');
    const families = await databaseMetrics(connection);
    const [row] = await connection.query<{ now: string }>('SELECT UTC_TIMESTAMP(6) AS now');
    return { families, now: `${row?.now.replace(' ', 'T')}Z` };
  }).catch(() => undefined);
  return [
    {
      name: 'tallyport_info',
      help: 'The version that runs.',
      type: 'gauge',
      samples: [{ labels: { version: RELEASE }, value: 1 }],
    },
    ...gauge('tallyport_database_up', '1: the database answered in time.', asked ? 1 : 0),
    ...gauge('process_resident_memory_bytes', 'Of the process that answers.', process.memoryUsage.rss()),
    ...gauge('process_start_time_seconds', 'Of the process that answers.', Date.now() / 1000 - process.uptime()),
    ...(asked?.families ?? []),
    ...(asked ? await ofExports(settings, asked.now).catch(() => []) : []),
  ];
}

async function ofExports(settings: ExportSettings, now: string): Promise<MetricFamily[]> {
  const clock = createDatabaseClock(async () => now);
  await clock.measure();
  const queue = attachExportQueue(settings, clock);
  return [...exportMetrics(await exportOverview(queue)), ...exportDurationMetrics(await exportDurations(queue))];
}
