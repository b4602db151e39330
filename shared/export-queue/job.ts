import * as z from 'zod';

/** A time as `2026-11-30T00:00:00.000000Z`, of the database's clock. Equal lengths: texts sort as the times do. */
const time = z.string().length(27).endsWith('Z');

export const EXPORT_STATES = ['queued', 'running', 'ready', 'failed', 'canceled', 'expired'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

export const EXPORT_ERROR_CODES = [
  'too_large',
  'time_limit',
  'queue_timeout',
  'worker_lost',
  'interrupted',
  'permission_changed',
  'storage_full',
  'database_lost',
  'unencodable',
  'internal',
] as const;
export type ExportErrorCode = (typeof EXPORT_ERROR_CODES)[number];

/** What was asked for, as it was registered. */
const order = z.object({
  request: z.unknown(),
  format: z.enum(['csv']),
  options: z.object({
    bom: z.boolean(),
    encoding: z.enum(['utf-8']),
    delimiter: z.enum([',', '\t']),
    raw: z.boolean(),
  }),
  /** What the request's unnamed zone means. */
  time_zone: z.string(),
  owner: z.object({ user_id: z.string(), session_id: z.string(), role: z.enum(['admin', 'importer', 'viewer']) }),
  /** What the finished file is called by a browser. */
  filename: z.string(),
});
export type ExportOrder = z.infer<typeof order>;
export type ExportOptions = ExportOrder['options'];

/** One job of the queue, as its file holds it. */
export const exportJobSchema = z.object({
  ...order.shape,
  id: z.string(),
  /** Raised by every publication; part of the file's name. Who read an older one cannot publish. */
  epoch: z.int().positive(),
  state: z.enum(EXPORT_STATES),
  phase: z.enum(['aggregating', 'writing']).nullable(),
  processed: z.int(),
  total: z.int().nullable(),
  cancel_requested: z.boolean(),
  registered_at: time,
  as_of: time,
  expires_at: time,
  snapshot_at: time.nullable(),
  /** Written by the supervisor: it lives. */
  heartbeat_at: time.nullable(),
  /** Written by the generator: it did something. */
  updated_at: time.nullable(),
  claim: z.object({ worker: z.string(), slot: z.int() }).nullable(),
  file: z.object({ size: z.int(), finished_at: time }).nullable(),
  error: z.object({ code: z.enum(EXPORT_ERROR_CODES), message: z.string() }).nullable(),
  artifact_policy: z.int(),
  release: z.string(),
});
export type ExportJob = Readonly<z.infer<typeof exportJobSchema>>;

/** Version of the rules by which files are made and guarded. A file made by others is not handed out. */
export const ARTIFACT_POLICY = 1;

/** An end of the work; `ready` can still become `canceled` or `expired`, the others never change. */
export function isOpen(job: Pick<ExportJob, 'state'>): boolean {
  return job.state === 'queued' || job.state === 'running';
}
