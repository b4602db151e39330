import { randomBytes } from 'node:crypto';

/**
 * What lies in the export directory:
 *
 *     tallyport-exports.json          the mark: this directory is ours
 *     queue.lock, slot.1.lock, ...    locked with flock(2), never deleted
 *     job.ID.EPOCH.json               a job; the greatest epoch is the job, lower ones are left-overs
 *     part.ID.NONCE                   what a running job has written so far
 *     file.ID                         the finished file of a ready job
 *     worker.ID.MILLISECONDS.json     a worker, and when it last gave a sign of life
 *     temp.NONCE                      a state file while it is written; only under the lock
 *     probe.NONCE.*                   the self-test of a starting process
 *     .nfs*                           what NFS keeps of a deleted file that is still open
 *
 * A name with content is never used for other content. A network file system may show an old content, or the absence,
 * of a known name for a minute; listings are fresh.
 */
export const MARK_NAME = 'tallyport-exports.json';
export const QUEUE_LOCK_NAME = 'queue.lock';
export const slotLockName = (slot: number) => `slot.${slot}.lock`;
export const fileName = (jobId: string) => `file.${jobId}`;
export const partName = (jobId: string) => `part.${jobId}.${nonce()}`;
export const tempName = () => `temp.${nonce()}`;
export const probeName = () => `probe.${nonce()}`;
export const workerName = (workerId: string, at: number) => `worker.${workerId}.${Math.round(at)}.json`;

export function jobName({ id, epoch }: { id: string; epoch: number }): string {
  return `job.${id}.${epoch}.json`;
}

/** Starts with the time, so that ids sort by age. @param now milliseconds since 1970 */
export function newJobId(now: number): string {
  return `${Math.round(now).toString(36).padStart(9, '0')}${randomBytes(12).toString('hex')}`;
}

export function newWorkerId(): string {
  return nonce();
}

function nonce(): string {
  return randomBytes(8).toString('hex');
}

export type EntryName =
  | { kind: 'job'; name: string; id: string; epoch: number }
  | { kind: 'part' | 'file'; name: string; id: string }
  | { kind: 'worker'; name: string; id: string; at: number }
  | { kind: 'temp' | 'foreign'; name: string };

const ENTRY = new RegExp(
  '^(?:job\\.(?<job>[0-9a-z]+)\\.(?<epoch>[1-9][0-9]{0,8})\\.json' +
    '|part\\.(?<part>[0-9a-z]+)\\.[0-9a-f]+|file\\.(?<file>[0-9a-z]+)' +
    '|worker\\.(?<worker>[0-9a-f]+)\\.(?<at>[0-9]{1,15})\\.json|(?<temp>temp\\.[0-9a-f]+)' +
    '|(?<foreign>probe\\.[0-9a-f]+\\.[a-z]+|\\.nfs[0-9a-f]+))$',
);

/** @returns undefined for names that are none of the queue's entries */
export function parseName(name: string): EntryName | undefined {
  const { job, epoch, part, file, worker, at, temp, foreign } = ENTRY.exec(name)?.groups ?? {};
  if (job) return { kind: 'job', name, id: job, epoch: Number(epoch) };
  if (part) return { kind: 'part', name, id: part };
  if (file) return { kind: 'file', name, id: file };
  if (worker) return { kind: 'worker', name, id: worker, at: Number(at) };
  if (foreign) return { kind: 'foreign', name };
  return temp ? { kind: 'temp', name } : undefined;
}
