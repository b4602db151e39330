import type { Connection } from '../../database/database.ts';
import { IMPORT_STATES } from '../../imports/state.ts';
import { JOB_STATES } from '../../jobs/job-list.ts';
import { secondsSinceTick } from '../../jobs/tick.ts';
import { IMPORT_QUEUE } from '../../names.ts';
import { byLabel, gauge, type MetricFamily } from './prometheus.ts';

type Asked = Pick<Connection, 'query'>;

/** What the database tells of the work. Counters count since the database was made. */
export async function databaseMetrics(connection: Asked): Promise<MetricFamily[]> {
  return [
    ...(await importMetrics(connection)),
    ...(await queueMetrics(connection)),
    ...(await jobMetrics(connection)),
    ...(await scheduleMetrics(connection)),
  ];
}

const RESULTS = ['inserted', 'unchanged', 'replaced', 'failed'] as const;

async function importMetrics(connection: Asked): Promise<MetricFamily[]> {
  const rows = await connection.query<Record<string, string>>(
    `SELECT state, COUNT(*) AS imports, ${RESULTS.map((name) => `SUM(rows_${name}) AS ${name}`).join(', ')},
       COALESCE(SUM(TIMESTAMPDIFF(MICROSECOND, started_at, finished_at)), 0) AS microseconds,
       TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(6)) AS oldest
     FROM imports GROUP BY state`,
  );
  const counts = Object.fromEntries(IMPORT_STATES.map((state) => [state, 0]));
  for (const { state = '', imports } of rows) counts[state] = Number(imports);
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
  const waiting = rows.filter(({ state }) => state === 'stored' || state === 'queued');
  return [
    byLabel('gauge', 'tallyport_imports', 'Imports by state.', 'state', counts),
    byLabel(
      'counter',
      'tallyport_ingest_rows_total',
      'Rows of imports by what became of them.',
      'result',
      Object.fromEntries(RESULTS.map((name) => [name, sum(name)])),
    ),
    {
      name: 'tallyport_ingest_seconds_total',
      help: 'Time from the beginning of the last attempt of an import to its end.',
      type: 'counter',
      samples: [{ value: sum('microseconds') / 1_000_000 }],
    },
    ...gauge(
      'tallyport_import_waiting_seconds',
      'Age of the oldest import that nobody has begun.',
      Math.max(0, ...waiting.map(({ oldest }) => Number(oldest))),
    ),
  ];
}

/** Of the queue in the database; another one has its own. */
async function queueMetrics(connection: Asked): Promise<MetricFamily[]> {
  const [row] = await connection.query<Record<string, string | null>>(
    `SELECT COUNT(CASE WHEN dead_at IS NULL AND visible_at <= UTC_TIMESTAMP(6) THEN 1 END) AS visible,
       COUNT(CASE WHEN dead_at IS NULL AND visible_at > UTC_TIMESTAMP(6) THEN 1 END) AS hidden,
       COUNT(dead_at) AS dead,
       TIMESTAMPDIFF(SECOND, MIN(CASE WHEN dead_at IS NULL THEN sent_at END), UTC_TIMESTAMP(6)) AS oldest
     FROM queue_messages WHERE queue = ?`,
    [IMPORT_QUEUE],
  );
  const { visible, hidden, dead, oldest } = row ?? {};
  const messages = { visible: Number(visible), hidden: Number(hidden), dead: Number(dead) };
  return [
    byLabel('gauge', 'tallyport_queue_messages', 'Messages of the queue of imports.', 'state', messages),
    ...gauge('tallyport_queue_oldest_seconds', 'Age of the oldest message that is not dead.', Number(oldest ?? 0)),
  ];
}

async function jobMetrics(connection: Asked): Promise<MetricFamily[]> {
  const rows = await connection.query<{ state: string; jobs: string; overdue: string | null }>(
    `SELECT state, COUNT(*) AS jobs, TIMESTAMPDIFF(SECOND, MIN(run_at), UTC_TIMESTAMP(6)) AS overdue
     FROM jobs GROUP BY state`,
  );
  const counts = Object.fromEntries(JOB_STATES.map((state) => [state, 0]));
  for (const { state, jobs } of rows) counts[state] = Number(jobs);
  const queued = rows.find(({ state }) => state === 'queued');
  const overdue = Math.max(0, Number(queued?.overdue ?? 0));
  return [
    byLabel('gauge', 'tallyport_jobs', 'Background jobs by state.', 'state', counts),
    ...gauge('tallyport_job_overdue_seconds', 'How long the oldest due job has been due.', overdue),
  ];
}

async function scheduleMetrics(connection: Asked): Promise<MetricFamily[]> {
  const tasks = await connection.query<{ name: string; failing: string; ended: string | null }>(
    `SELECT name, last_error IS NOT NULL AS failing,
       TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', last_finished_at) AS ended FROM scheduled_tasks`,
  );
  const told = <T>(value: (task: (typeof tasks)[number]) => T) =>
    Object.fromEntries(tasks.map((one) => [one.name, value(one)]));
  const ended = Object.entries(told(({ ended: at }) => at)).flatMap(([name, at]) =>
    at === null ? [] : [[name, Number(at) / 1_000_000]],
  );
  return [
    ...gauge(
      'tallyport_schedule_tick_age_seconds',
      'Since the schedule was last looked after.',
      await secondsSinceTick(connection),
    ),
    byLabel(
      'gauge',
      'tallyport_task_failing',
      '1: the last run of the scheduled task failed.',
      'task',
      told(({ failing }) => Number(failing)),
    ),
    byLabel(
      'gauge',
      'tallyport_task_last_end_timestamp_seconds',
      'When the last run of the scheduled task ended.',
      'task',
      Object.fromEntries(ended),
    ),
  ];
}
