import type { ExportJob } from '../../shared/export-queue/job.ts';

/** A job as `GET /jobs/:token` tells it. */
export function exportStatus(job: ExportJob, fileToken: string) {
  const { state, phase, processed, total, cancel_requested, heartbeat_at, updated_at, error, download } = job;
  const { as_of, snapshot_at, expires_at } = job;
  return {
    state,
    phase,
    processed,
    total,
    logical_count_unit: isDetails(job) ? 'detail_rows' : 'regular_result_rows',
    cancel_requested,
    heartbeat_at,
    updated_at,
    as_of,
    snapshot_at,
    expires_at,
    ...(state === 'ready' ? { file_token: fileToken } : {}),
    download,
    error,
  };
}

function isDetails({ request }: ExportJob): boolean {
  return (request as { mode?: unknown }).mode === 'details';
}
