import type { Caller } from '../../shared/accounts/caller.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';

/** A download that may not go on; nothing is answered any more, the connection ends. */
export class DownloadStopped extends Error {
  override name = 'DownloadStopped';
}

export interface GuardDependencies {
  job: ExportJob;
  /** The attempt that is being served; undefined: a plain download. */
  attempt: string | undefined;
  readJob(): Promise<ExportJob | undefined>;
  /** Who sends the request, asked anew. */
  findCaller(): Promise<Caller | undefined>;
  /** @throws when the caller may no longer see the file */
  requireCurrent(job: ExportJob, caller: Caller): Promise<void>;
  recheckMs: number;
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number;
}

/** What stands before each chunk of a download. Both throw when nothing more may be sent. */
export interface DownloadGuard {
  /** Whether the export still stands; asked each time. */
  checkJob(): Promise<void>;
  /** Whether its caller may still see it; asked when that was last found out `recheckMs` ago. */
  checkCaller(): Promise<void>;
}

/** Whatever cannot be found out is a refusal, and while it is being found out nothing is sent. */
export function downloadGuard(deps: GuardDependencies): DownloadGuard {
  const { job, attempt, readJob, findCaller, requireCurrent, recheckMs, now = () => performance.now() } = deps;
  let allowedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const askCaller = async () => {
    const asked = now();
    const caller = await findCaller();
    const { user_id, session_id } = job.owner;
    if (caller?.userId !== user_id || caller.sessionId !== session_id)
      throw new DownloadStopped('Its owner is no longer signed in, or was banned.');
    await requireCurrent(job, caller);
    allowedAt = asked;
  };
  return {
    async checkJob() {
      const current = await readJob();
      if (current?.state === 'canceled') throw new DownloadStopped('The export was canceled.');
      const ended = current?.download?.state === 'expired' || current?.download?.state === 'failed';
      if (attempt !== undefined && ended) throw new DownloadStopped('The attempt did not start in time.');
    },
    async checkCaller() {
      if (now() - allowedAt < recheckMs) return;
      asking ??= askCaller().finally(() => {
        asking = undefined;
      });
      await asking;
    },
  };
}
