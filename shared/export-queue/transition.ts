import { type DownloadEvent, downloadTransition, isUnderWay } from './download-transition.ts';
import type { ExportErrorCode, ExportJob } from './job.ts';

/**
 * The states of an export, and who moves it.
 *
 * queued    Registered by the web. Left to `running` when a worker claims it; to `failed` when nobody did in time or
 *           no worker lives; to `canceled` at once when its owner asks.
 * running   One worker has claimed it, in one slot, for good: a job is never given to a second one. Its phase is
 *           `aggregating` from the claim on, before the first SQL, and `writing` from the first record on. The claiming
 *           supervisor writes heartbeats, its generator everything else. Left to `ready` by the generator; to `failed`
 *           by either of them, or by whoever finds the supervisor gone; to `canceled` once the generator has gone and
 *           its remains are deleted. A cancel that was asked for beats a finish that comes after it, and a failure of
 *           the generator, which may come of being canceled.
 * ready     The whole file lies under its name. Left to `canceled` (the file is deleted, a download breaks off) or
 *           `expired`. Its one download attempt has states of its own: `download-transition.ts`.
 * failed, canceled, expired   The end: nothing changes them.
 *
 * What is traded away: work is never done again by itself. A worker that only seemed dead loses its job, and whatever
 * it still tries to write is refused here (the state has moved on) and by the epoch of the file.
 */
export type ExportEvent =
  | { type: 'claim'; at: string; worker: string; slot: number }
  | { type: 'heartbeat'; at: string; worker: string }
  | { type: 'snapshot'; at: string; worker: string; snapshotAt: string }
  | { type: 'write'; at: string; worker: string; total: number | null }
  | { type: 'progress'; at: string; worker: string; processed: number }
  | { type: 'finish'; at: string; worker: string; processed: number; size: number }
  /** Without `worker`: by somebody who judged the job, whoever has claimed it. */
  | { type: 'fail'; worker?: string; code: ExportErrorCode; message: string }
  | { type: 'ask-cancel' }
  | { type: 'cancel'; worker: string }
  | { type: 'expire' }
  | DownloadEvent;

/** The job after an event, its epoch untouched; undefined when the event has no place in the job's state. */
export function transition(job: ExportJob, event: ExportEvent): ExportJob | undefined {
  if ('worker' in event && event.type !== 'claim' && job.claim?.worker !== event.worker) return undefined;
  switch (job.state) {
    case 'queued':
      return fromQueued(job, event);
    case 'running':
      return fromRunning(job, event);
    case 'ready':
      return fromReady(job, event);
    default:
      return undefined;
  }
}

function fromQueued(job: ExportJob, event: ExportEvent): ExportJob | undefined {
  switch (event.type) {
    case 'claim': {
      const claim = { worker: event.worker, slot: event.slot };
      return { ...job, state: 'running', phase: 'aggregating', claim, heartbeat_at: event.at };
    }
    case 'fail':
      return failed(job, event.code, event.message);
    case 'ask-cancel':
      return { ...job, state: 'canceled', cancel_requested: true };
    case 'expire':
      return { ...job, state: 'expired' };
    default:
      return undefined;
  }
}

function fromRunning(job: ExportJob, event: ExportEvent): ExportJob | undefined {
  switch (event.type) {
    case 'heartbeat':
      return { ...job, heartbeat_at: event.at };
    case 'snapshot':
      return { ...job, snapshot_at: event.snapshotAt, updated_at: event.at };
    case 'write':
      return { ...job, phase: 'writing', total: event.total, updated_at: event.at };
    case 'progress':
      return event.processed < job.processed ? undefined : { ...job, processed: event.processed, updated_at: event.at };
    case 'finish':
      return job.cancel_requested ? undefined : ready(job, event);
    case 'fail':
      return job.cancel_requested && event.worker ? undefined : failed(job, event.code, event.message);
    case 'ask-cancel':
      return { ...job, cancel_requested: true };
    case 'cancel':
      return job.cancel_requested ? { ...job, state: 'canceled', phase: null } : undefined;
    default:
      return undefined;
  }
}

function fromReady(job: ExportJob, event: ExportEvent): ExportJob | undefined {
  switch (event.type) {
    case 'ask-cancel':
      return { ...job, state: 'canceled', cancel_requested: true, download: brokenOff(job.download) };
    case 'expire':
      return { ...job, state: 'expired' };
    case 'download-ask':
    case 'download-take':
    case 'download-start':
    case 'download-finish':
    case 'download-fail':
    case 'download-expire':
      return downloadTransition(job, event);
    default:
      return undefined;
  }
}

function brokenOff(download: ExportJob['download']): ExportJob['download'] {
  return download && isUnderWay(download) ? { ...download, state: 'failed' } : download;
}

function ready(job: ExportJob, { at, processed, size }: ExportEvent & { type: 'finish' }): ExportJob {
  const file = { size, finished_at: at };
  return { ...job, state: 'ready', phase: null, processed, total: processed, updated_at: at, file };
}

function failed(job: ExportJob, code: ExportErrorCode, message: string): ExportJob {
  return { ...job, state: 'failed', phase: null, error: { code, message } };
}
