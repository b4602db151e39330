import { sqlTime } from '../jobs/clock.ts';
import { completeUpload } from './complete.ts';
import { eachImport } from './each-import.ts';
import { endUpload } from './end-upload.ts';
import type { SweepDependencies, SweepTime } from './sweep-part.ts';

/** Each may mean that a whole file is read. */
const BATCH = 50;

/**
 * Uploads that nobody brought to an end: with the whole object in the store they go on, without one they end
 * `upload_missing`. Every driver publishes only whole bodies, so an object that is there is whole.
 */
export async function sweepUploads(dependencies: SweepDependencies, { now, signal }: SweepTime): Promise<number> {
  const { database, settings, log } = dependencies;
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM imports
     WHERE (state = 'receiving' AND created_at < ${sqlTime(now)} - INTERVAL ? SECOND)
        OR (state = 'awaiting_upload' AND created_at < ${sqlTime(now)} - INTERVAL ? SECOND)
     ORDER BY created_at LIMIT ${BATCH}`,
    [settings.IMPORT_RECEIVING_GRACE, settings.IMPORT_AWAITING_GRACE],
  );
  const repair = async ({ id }: { id: string }) => {
    const completed = await completeUpload(dependencies, id);
    log.warn('sweep: an upload was left unfinished', { import_id: id, found: completed.kind });
    if (completed.kind !== 'missing') return true;
    const message = 'The file never arrived whole.';
    return endUpload(dependencies, id, { state: 'upload_missing', code: 'upload_missing', message }, log);
  };
  return eachImport(rows, repair, { log, signal });
}
