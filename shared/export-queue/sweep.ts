import { applyEvent } from './change.ts';
import type { ExportQueue } from './export-queue.ts';
import { fileName } from './file-names.ts';
import { type ExportJob, isOpen } from './job.ts';
import type { LockedStep } from './job-store.ts';
import type { Listing } from './listing.ts';
import { type Circumstances, verdict } from './verdict.ts';
import { goneWorkers, workerLives } from './workers.ts';

/** How long an ended job is remembered beyond its expiry. */
const MEMORY_MS = 60_000;

/** Ends what time has ended and deletes what nobody needs. Without anything to do it only lists the directory. */
export async function sweep(queue: ExportQueue): Promise<void> {
  if (await needsSweep(queue)) await queue.store.locked((step) => sweepStep(queue, step));
}

export async function sweepStep(queue: ExportQueue, step: LockedStep): Promise<void> {
  const { listing } = step;
  const circumstances = circumstancesOf(queue, listing);
  for (const job of await step.readAll()) {
    const event = verdict(job, circumstances);
    if (event) await applyEvent(step, job, event);
  }
  // In this order: a file never outlives the job that tells whose it is.
  const kept = await step.removeUnheld(strays(listing, await step.readAll()));
  for (const job of await step.readAll())
    if (forgotten(job, circumstances.now) && !kept.includes(fileName(job.id))) await step.forget(job);
  await step.remove([...listing.leftOvers, ...goneWorkers(queue, listing).map(({ name }) => name)]);
  await step.removeAged(listing.foreign);
}

export function circumstancesOf({ clock, settings }: Omit<ExportQueue, 'store'>, listing: Listing): Circumstances {
  return {
    now: clock.now(),
    workerLives: workerLives({ clock, settings }, listing),
    queueLimitSeconds: settings.EXPORT_QUEUE_LIMIT,
    staleSeconds: settings.EXPORT_HEARTBEAT_STALE,
  };
}

async function needsSweep(queue: ExportQueue): Promise<boolean> {
  const listing = await queue.store.list();
  if (listing.leftOvers.length > 0 || goneWorkers(queue, listing).length > 0) return true;
  const circumstances = circumstancesOf(queue, listing);
  const jobs = await queue.store.load(listing);
  if (strays(listing, jobs).length > 0) return true;
  return jobs.some((job) => verdict(job, circumstances) || forgotten(job, circumstances.now));
}

/** Unfinished files of jobs that do not run, and finished ones of jobs that are not ready. */
function strays({ jobs: listed, parts, files }: Listing, jobs: readonly ExportJob[]): string[] {
  const states = new Map(jobs.map(({ id, state }) => [id, state]));
  const judged = (id: string) => states.has(id) || !listed.has(id);
  return [
    ...parts.filter(({ id }) => judged(id) && states.get(id) !== 'running'),
    ...files.filter(({ id }) => judged(id) && states.get(id) !== 'ready'),
  ].map(({ name }) => name);
}

function forgotten(job: ExportJob, now: number): boolean {
  return !isOpen(job) && job.state !== 'ready' && now > Date.parse(job.expires_at) + MEMORY_MS;
}
