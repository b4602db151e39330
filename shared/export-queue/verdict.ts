import type { Download, ExportJob } from './job.ts';
import type { ExportEvent } from './transition.ts';

/** What is known when a job is judged. */
export interface Circumstances {
  /** Milliseconds since 1970, of the database's clock. */
  now: number;
  workerLives: boolean;
  queueLimitSeconds: number;
  staleSeconds: number;
}

/** What has become of a job by the passing of time alone; undefined: nothing. */
export function verdict(job: ExportJob, circumstances: Circumstances): ExportEvent | undefined {
  const { now, workerLives, queueLimitSeconds, staleSeconds } = circumstances;
  const secondsSince = (time: string) => (now - Date.parse(time)) / 1000;
  switch (job.state) {
    case 'queued':
      if (secondsSince(job.expires_at) >= 0) return { type: 'expire' };
      if (!workerLives)
        return { type: 'fail', code: 'worker_lost', message: 'No export worker is running any more. Export again.' };
      if (secondsSince(job.registered_at) > queueLimitSeconds) {
        const message = `No export worker was free for ${queueLimitSeconds} s. Export again later.`;
        return { type: 'fail', code: 'queue_timeout', message };
      }
      return undefined;
    case 'running':
      return secondsSince(job.heartbeat_at ?? job.registered_at) > staleSeconds ? WORKER_LOST : undefined;
    case 'ready':
      if (secondsSince(job.expires_at) >= 0) return { type: 'expire' };
      return job.download && isLate(job.download, now)
        ? { type: 'download-expire', attempt: job.download.attempt }
        : undefined;
    default:
      return undefined;
  }
}

/** Neither taken nor, once taken, started in time. */
function isLate({ state, expires_at }: Download, now: number): boolean {
  return (state === 'pending' || state === 'streaming') && now >= Date.parse(expires_at);
}

export const WORKER_LOST: ExportEvent = {
  type: 'fail',
  code: 'worker_lost',
  message: 'The export worker that generated this file is gone. Export again.',
};
