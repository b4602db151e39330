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

export const EXPORT_FORMATS = ['csv', 'json', 'jsonl'] as const;
export const EXPORT_ENCODINGS = ['utf-8', 'cp932'] as const;

export const DOWNLOAD_STATES = ['pending', 'streaming', 'started', 'finished', 'failed', 'expired'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** The one attempt of a browser to fetch a file; `download.ts` tells its states. */
const download = z.object({
  attempt: z.string(),
  state: z.enum(DOWNLOAD_STATES),
  /** By then it must have started. */
  expires_at: time,
});
export type Download = Readonly<z.infer<typeof download>>;

/** What was asked for, as it was registered. */
const order = z.object({
  request: z.unknown(),
  format: z.enum(EXPORT_FORMATS),
  options: z.object({
    bom: z.boolean(),
    encoding: z.enum(EXPORT_ENCODINGS),
    delimiter: z.enum([',', '\t']),
    raw: z.boolean(),
  }),
  /** What the request's unnamed zone means. */
  time_zone: z.string(),
  owner: z.object({ user_id: z.string(), session_id: z.string(), role: z.enum(['admin', 'importer', 'viewer']) }),
  /** What was private to whom when it was registered: nothing is made or handed out under another one. */
  policy_revision: z.string(),
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
  download: download.nullable(),
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
