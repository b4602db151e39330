import type { Download, ExportJob } from './job.ts';

/**
 * The states of a ready job's download attempt, of which there is at most one.
 *
 * pending     Registered by the page, which then sends its browser for the file. Left to `streaming` by the one GET that
 *             takes it, under the lock; to `expired` when none has started in time.
 * streaming   Taken; nothing of the file has been handed over yet. Left to `started` when the first chunk was handed to
 *             the socket; to `failed` when that went wrong; to `expired` when it took too long.
 * started     Left to `finished` when the last byte was handed to the socket, or to `failed`.
 * finished, failed, expired   The end. Whoever wants another attempt exports anew.
 *
 * None of it says that anything was saved: nobody but the browser knows.
 */
export type DownloadEvent =
  | { type: 'download-ask'; attempt: string; expiresAt: string }
  | { type: 'download-take'; attempt: string }
  | { type: 'download-start'; attempt: string }
  | { type: 'download-finish'; attempt: string }
  | { type: 'download-fail'; attempt: string }
  | { type: 'download-expire'; attempt: string };

/** The job after an event of its download; undefined when the event has no place in the attempt's state. */
export function downloadTransition(job: ExportJob, event: DownloadEvent): ExportJob | undefined {
  const { download } = job;
  const { attempt } = event;
  if (event.type === 'download-ask')
    return download ? undefined : { ...job, download: { attempt, state: 'pending', expires_at: event.expiresAt } };
  const state = download?.attempt === attempt ? stateAfter(download.state, event.type) : undefined;
  return download && state ? { ...job, download: { ...download, state } } : undefined;
}

/** An attempt that has not come to an end. */
export function isUnderWay(download: Download | null): boolean {
  return download !== null && ['pending', 'streaming', 'started'].includes(download.state);
}

function stateAfter(
  state: Download['state'],
  event: Exclude<DownloadEvent['type'], 'download-ask'>,
): Download['state'] | undefined {
  switch (`${state} ${event}`) {
    case 'pending download-take':
      return 'streaming';
    case 'streaming download-start':
      return 'started';
    case 'started download-finish':
      return 'finished';
    case 'pending download-expire':
    case 'streaming download-expire':
      return 'expired';
    case 'streaming download-fail':
    case 'started download-fail':
      return 'failed';
    default:
      return undefined;
  }
}
