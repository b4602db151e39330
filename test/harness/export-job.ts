import type { ExportJob } from '../../shared/export-queue/job.ts';

/** A job as it is right after its registration at 2026-11-30T00:00:00Z. */
export const QUEUED_JOB: ExportJob = {
  id: '0000000001a',
  request: { ledger: 'posts', rows: [{ axis: 'event_type' }] },
  format: 'csv',
  options: { bom: true, encoding: 'utf-8', delimiter: ',', raw: false },
  time_zone: 'UTC',
  owner: { user_id: 'u1', session_id: 's1', role: 'admin' },
  filename: 'counts-posts.csv',
  epoch: 1,
  state: 'queued',
  phase: null,
  processed: 0,
  total: null,
  cancel_requested: false,
  registered_at: '2026-11-30T00:00:00.000000Z',
  as_of: '2026-11-30T00:00:00.000000Z',
  expires_at: '2026-11-30T00:10:00.000000Z',
  snapshot_at: null,
  heartbeat_at: null,
  updated_at: null,
  claim: null,
  file: null,
  error: null,
  artifact_policy: 1,
  release: '0.1.0',
};
