import * as z from 'zod';
import { DOWNLOAD_STATES, EXPORT_ERROR_CODES, EXPORT_STATES } from '../../shared/export-queue/job.ts';
import { count, wireTime } from './wire-values.ts';

const registered = z.strictObject({
  token: z.string().meta({ description: 'Good for its owner in the session that asked, until expires_at.' }),
  state: z.enum(EXPORT_STATES),
  as_of: wireTime,
  expires_at: wireTime,
});

const download = z
  .strictObject({ attempt: z.string(), state: z.enum(DOWNLOAD_STATES), expires_at: wireTime })
  .meta({ description: 'started and finished: handed to the network; nobody knows here whether it was saved.' });

const status = z.strictObject({
  state: z.enum(EXPORT_STATES),
  phase: z.enum(['aggregating', 'writing']).nullable(),
  processed: count,
  total: count.nullable(),
  logical_count_unit: z.enum(['regular_result_rows', 'detail_rows']),
  cancel_requested: z.boolean(),
  heartbeat_at: wireTime.nullable(),
  updated_at: wireTime.nullable(),
  as_of: wireTime,
  snapshot_at: wireTime.nullable(),
  expires_at: wireTime,
  file_token: z.string().optional().meta({ description: 'Only when ready.' }),
  download: download.nullable(),
  error: z.strictObject({ code: z.enum(EXPORT_ERROR_CODES), message: z.string() }).nullable(),
});

const attempt = download.extend({ file_token: z.string() });

export const exportAnswers = { RegisteredExport: registered, ExportStatus: status, DownloadAttempt: attempt };
