import { RELEASE } from '../release.ts';
import { wireTimeOf } from './database-clock.ts';
import { isDiskFull } from './durable-file.ts';
import type { ExportQueue } from './export-queue.ts';
import { newJobId } from './file-names.ts';
import { ARTIFACT_POLICY, type ExportJob, type ExportOrder, isOpen } from './job.ts';
import { reservedBytes } from './storage.ts';
import { sweepStep } from './sweep.ts';
import { workerLives } from './workers.ts';

/** An export that is not taken; the message is for the person who asked. */
export class RegistrationRefused extends Error {
  override name = 'RegistrationRefused';
  readonly code: 'no_worker' | 'storage_full' | 'too_many_open';
  constructor(code: RegistrationRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const FULL = 'There is no room for another export. Try again in some minutes.';

/**
 * Puts an export into the queue. What its "now" means is the database's time of this moment.
 * @throws RegistrationRefused
 */
export async function registerExport(queue: ExportQueue, order: ExportOrder): Promise<ExportJob> {
  const { store, clock, settings } = queue;
  const asOf = await clock.measure();
  const registered = Date.parse(asOf);
  const registration = store.locked(async (step) => {
    await sweepStep(queue, step);
    if (!workerLives(queue, step.listing))
      throw new RegistrationRefused('no_worker', 'No export worker is running. Try again in a minute.');
    const jobs = await step.readAll();
    const own = jobs.filter((job) => isOpen(job) && job.owner.user_id === order.owner.user_id).length;
    if (own >= settings.EXPORT_OPEN_PER_USER)
      throw new RegistrationRefused('too_many_open', `You have ${own} open exports. Wait until one of them is done.`);
    if (reservedBytes(queue, step.withFile(), jobs) + settings.EXPORT_MAX_BYTES > settings.EXPORT_STORAGE_BYTES)
      throw new RegistrationRefused('storage_full', FULL);
    return step.publish({
      ...order,
      id: newJobId(registered),
      epoch: 0,
      state: 'queued',
      phase: null,
      processed: 0,
      total: null,
      cancel_requested: false,
      registered_at: asOf,
      as_of: asOf,
      expires_at: wireTimeOf(registered + settings.EXPORT_EXPIRY * 1000),
      snapshot_at: null,
      heartbeat_at: null,
      updated_at: null,
      claim: null,
      file: null,
      download: null,
      error: null,
      artifact_policy: ARTIFACT_POLICY,
      release: RELEASE,
    });
  });
  return registration.catch((error) => {
    throw isDiskFull(error) ? new RegistrationRefused('storage_full', FULL) : error;
  });
}
