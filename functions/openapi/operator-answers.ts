import * as z from 'zod';
import { EXPORT_STATES } from '../../shared/export-queue/job.ts';
import { JOB_STATES } from '../../shared/jobs/job-list.ts';
import { count, wireId, wireTime } from './wire-values.ts';

const job = z.strictObject({
  id: wireId,
  kind: z.string(),
  state: z.enum(JOB_STATES),
  payload: z.string().meta({ description: 'The first 1000 characters.' }),
  unique_key: z.string().nullable(),
  attempts: count,
  run_at: wireTime,
  last_error: z.string().nullable(),
  created_at: wireTime,
  started_at: wireTime.nullable(),
  finished_at: wireTime.nullable(),
});
const jobPage = z.strictObject({
  jobs: z.array(job),
  next: wireId.nullable(),
  counts: z.record(z.enum(JOB_STATES), count),
});

const task = z.strictObject({
  name: z.string(),
  every_seconds: z.int().positive(),
  next_run_at: wireTime,
  last_started_at: wireTime.nullable(),
  last_finished_at: wireTime.nullable(),
  last_error: z.string().nullable().meta({ description: 'Of the last run; null when it went well.' }),
});
const schedule = z.strictObject({
  last_tick_at: wireTime.nullable().meta({ description: 'When a process last looked for due tasks.' }),
  tasks: z.array(task),
});

const alive = z.boolean().meta({ description: 'Whether the last sign of life is recent.' });
const process = z.strictObject({
  id: z.string(),
  name: z.string().meta({ examples: ['ingest'] }),
  host: z.string(),
  pid: count,
  version: z.string(),
  started_at: wireTime,
  heartbeat_at: wireTime,
  alive,
});
const exportWorker = z.strictObject({
  id: z.string(),
  host: z.string().nullable(),
  pid: count.nullable(),
  version: z.string().nullable(),
  started_at: wireTime.nullable(),
  heartbeat_at: wireTime,
  alive,
});
const workers = z.strictObject({
  processes: z.array(process),
  export: z.strictObject({
    workers: z.array(exportWorker),
    slots: z.strictObject({ running: count, limit: count }),
    exports: z.record(z.enum(EXPORT_STATES), count),
    directory: z.strictObject({
      bytes_used: count.meta({ description: 'What finished files take and running exports may come to take.' }),
      bytes_limit: count,
    }),
  }),
});

export const operatorAnswers = {
  Job: job,
  JobPage: jobPage,
  ScheduledTask: task,
  Schedule: schedule,
  Process: process,
  ExportWorker: exportWorker,
  Workers: workers,
};
