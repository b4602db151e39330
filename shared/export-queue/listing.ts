import { readdir } from 'node:fs/promises';
import { type EntryName, parseName } from './file-names.ts';

export type JobEntry = EntryName & { kind: 'job' };
export type WorkerEntry = EntryName & { kind: 'worker' };

/** The names of the directory, sorted out. */
export interface Listing {
  /** The greatest epoch of each job, oldest job first. */
  jobs: ReadonlyMap<string, JobEntry>;
  workers: readonly WorkerEntry[];
  parts: readonly (EntryName & { kind: 'part' | 'file' })[];
  files: readonly (EntryName & { kind: 'part' | 'file' })[];
  /** State files that a newer one has replaced, and unfinished ones. */
  leftOvers: readonly string[];
  /** What a self-test or a network file system keeps for a while, and may leave behind. */
  foreign: readonly string[];
}

/** Listing opens and closes the directory, which also makes a network file system forget what it believed of it. */
export async function readListing(path: string): Promise<Listing> {
  const jobs = new Map<string, JobEntry>();
  const workers: WorkerEntry[] = [];
  const parts: (EntryName & { kind: 'part' | 'file' })[] = [];
  const files: (EntryName & { kind: 'part' | 'file' })[] = [];
  const leftOvers: string[] = [];
  const foreign: string[] = [];
  for (const name of (await readdir(path)).sort()) {
    const entry = parseName(name);
    if (entry?.kind === 'job') {
      const known = jobs.get(entry.id);
      if (known) leftOvers.push(known.epoch < entry.epoch ? known.name : entry.name);
      if (!known || known.epoch < entry.epoch) jobs.set(entry.id, entry);
    } else if (entry?.kind === 'worker') workers.push(entry);
    else if (entry?.kind === 'part') parts.push(entry);
    else if (entry?.kind === 'file') files.push(entry);
    else if (entry?.kind === 'foreign') foreign.push(name);
    else if (entry) leftOvers.push(name);
  }
  return { jobs, workers, parts, files, leftOvers, foreign };
}
