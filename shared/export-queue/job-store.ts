import { readFile, rm, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { acquireFileLock, type FileLock } from '../file-lock/file-lock.ts';
import { DirectoryUnavailable, inDirectory } from './directory-unavailable.ts';
import { publishOnce, writeDurably } from './durable-file.ts';
import { jobName, QUEUE_LOCK_NAME, tempName } from './file-names.ts';
import { isHeld } from './held-file.ts';
import { type ExportJob, exportJobSchema } from './job.ts';
import { type JobEntry, type Listing, readListing } from './listing.ts';

/** The jobs' files, read without and changed with the queue's lock. */
export interface JobStore {
  readonly path: string;
  list(): Promise<Listing>;
  read(id: string): Promise<ExportJob | undefined>;
  /** The jobs of a listing, without those that changed since and those that only another release can read. */
  load(listing: Listing): Promise<ExportJob[]>;
  /** Runs `work` while no other process or call changes anything. */
  locked<T>(work: (step: LockedStep) => Promise<T>): Promise<T>;
}

export interface LockedStep {
  /** As it was when the lock was taken. */
  readonly listing: Listing;
  /** The jobs whose finished files lie here now. */
  withFile(): ReadonlySet<string>;
  read(id: string): Promise<ExportJob | undefined>;
  /** Without jobs that only another release can read. */
  readAll(): Promise<ExportJob[]>;
  /**
   * Publishes a job that was read in this step, changed, as its next epoch. A new job has the epoch 0 before.
   * @throws JobOvertaken when another process has published that epoch: this one no longer holds the lock
   */
  publish(job: ExportJob): Promise<ExportJob>;
  /** Deletes what the queue knows of a job. */
  forget(job: ExportJob): Promise<void>;
  /** @throws when the lock has been lost */
  probe(): Promise<void>;
  /** Names that are absent are fine. */
  remove(names: readonly string[]): Promise<void>;
  /** Leaves files that somebody holds (`held-file.ts`). @returns the names that were left */
  removeUnheld(names: readonly string[]): Promise<string[]>;
  /** Leaves what is younger than an hour. */
  removeAged(names: readonly string[]): Promise<void>;
}

export class JobOvertaken extends Error {
  override name = 'JobOvertaken';
  constructor(id: string) {
    super(`Export ${id} was changed by another process; what this one knew of it is outdated.`);
  }
}

const READ_ATTEMPTS = 50;
const STALE_ATTEMPTS = 5;
const AGED_MS = 3_600_000;

/** @param lockLimitSeconds how long to wait for the lock before the directory counts as hanging */
export function openJobStore(path: string, lockLimitSeconds: number): JobStore {
  // A job file never changes under its name, so what was read from it once stays true.
  const known = new Map<string, ExportJob>();
  let previous: Promise<unknown> = Promise.resolve();

  const list = async () => {
    const listing = await inDirectory(path, () => readListing(path));
    const names = new Set([...listing.jobs.values()].map(({ name }) => name));
    for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    return listing;
  };
  const load = async ({ name }: JobEntry) => {
    const text = () => inDirectory(path, () => readUnstale(join(path, name)));
    const job = known.get(name) ?? exportJobSchema.parse(JSON.parse(await text()));
    known.set(name, job);
    return job;
  };
  const loadAll = async (entries: readonly JobEntry[]) => {
    const jobs = await Promise.all(entries.map((entry) => load(entry).catch(unlessNotOurs)));
    return jobs.filter((job) => job !== undefined);
  };
  const removeAged = async (names: readonly string[]) => {
    for (const name of names) {
      const found = await stat(join(path, name)).catch(unlessReplaced);
      if (found && Date.now() - found.mtimeMs > AGED_MS) await rm(join(path, name), { force: true });
    }
  };
  const step = async (lock: FileLock): Promise<LockedStep> => {
    const listing = await list();
    const jobs = new Map(listing.jobs);
    const removed = new Set<string>();
    const remove = async (names: readonly string[]) => {
      for (const name of names) {
        await rm(join(path, name), { force: true });
        removed.add(name);
      }
    };
    return {
      listing,
      probe: lock.probe,
      remove,
      removeAged,
      async removeUnheld(names) {
        const held = await Promise.all(names.map((name) => isHeld(join(path, name))));
        await remove(names.filter((_, index) => !held[index]));
        return names.filter((_, index) => held[index]);
      },
      withFile: () => new Set(listing.files.filter(({ name }) => !removed.has(name)).map(({ id }) => id)),
      readAll: () => loadAll([...jobs.values()]),
      async read(id) {
        const entry = jobs.get(id);
        return entry && (await load(entry));
      },
      async publish(job) {
        // What cannot be read again must not be written: nobody could end such a job.
        const next = exportJobSchema.parse({ ...job, epoch: job.epoch + 1 });
        const name = jobName(next);
        const temp = join(path, tempName());
        await writeDurably(temp, JSON.stringify(next));
        await lock.probe();
        if (!(await publishOnce(temp, join(path, name)))) throw new JobOvertaken(job.id);
        const replaced = jobs.get(job.id);
        jobs.set(job.id, { kind: 'job', name, id: job.id, epoch: next.epoch });
        known.set(name, next);
        if (replaced) await remove([replaced.name]);
        return next;
      },
      async forget(job) {
        await remove([jobName(job)]);
        jobs.delete(job.id);
      },
    };
  };

  return {
    path,
    list,
    async read(id) {
      for (let attempt = 1; attempt < READ_ATTEMPTS; attempt++) {
        const entry = (await list()).jobs.get(id);
        const job = entry && (await load(entry).catch(unlessReplaced));
        if (job || !entry) return job;
      }
      throw new Error(`Export ${id} is listed in ${path} but cannot be opened.`);
    },
    load: ({ jobs }) => loadAll([...jobs.values()]),
    async locked(work) {
      // Calls of this process take turns among themselves before they meet the other processes at the lock.
      const turn = previous.then(async () => {
        const limit = AbortSignal.timeout(lockLimitSeconds * 1000);
        const asked = () => acquireFileLock(join(path, QUEUE_LOCK_NAME), limit);
        const lock = await inDirectory(path, asked).catch((error) => {
          if (!limit.aborted) throw error;
          const message = `The lock of the export directory ${path} could not be had for ${lockLimitSeconds} s.`;
          throw new DirectoryUnavailable(message, { cause: error });
        });
        try {
          return await inDirectory(path, async () => work(await step(lock)));
        } finally {
          await lock.release();
        }
      });
      previous = turn.catch(() => {});
      return turn;
    },
  };
}

/** A network file system may say of a file that it has just found that its handle is stale: then it is opened anew. */
async function readUnstale(path: string): Promise<string> {
  for (let attempt = 1; ; attempt++)
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      const stale = (error as NodeJS.ErrnoException).errno === -constants.errno.ESTALE;
      if (!stale || attempt === STALE_ATTEMPTS) throw error;
    }
}

/** A file that was replaced by a newer epoch between the listing and the reading, or that another release wrote. */
function unlessNotOurs(error: Error & { code?: string }): undefined {
  if (error.code !== 'ENOENT' && error.name !== 'ZodError') throw error;
}

function unlessReplaced(error: Error & { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error;
}
