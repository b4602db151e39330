import type { Connection } from '../database/database.ts';
import { errorFields, type Log } from '../log.ts';
import { importObjectKey } from '../names.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import type { ImportProblemCode } from './problem-code.ts';
import type { ImportState } from './state.ts';

export interface UploadEnd {
  readonly state: Extract<ImportState, 'rejected' | 'store_failed' | 'upload_missing'>;
  readonly code: ImportProblemCode;
  readonly message: string;
}

/**
 * Ends an import whose file is not there or of no use, unless it has left the upload meanwhile.
 * @returns whether it ended so
 */
export async function endUpload(
  { database, store }: { database: Pick<Connection, 'execute'>; store: Pick<ObjectStore, 'delete'> },
  importId: string,
  { state, code, message }: UploadEnd,
  log: Log,
): Promise<boolean> {
  const { affectedRows } = await database.execute(
    `UPDATE imports SET state = ?, problem_code = ?, problem_message = ?, finished_at = UTC_TIMESTAMP(6)
     WHERE id = ? AND state IN ('receiving', 'awaiting_upload')`,
    [state, code, message, importId],
  );
  if (affectedRows === 1) await dropObject(store, importId, log);
  return affectedRows === 1;
}

/** Deletes what there may be of the file. What cannot be deleted now, or lands later, is deleted by the sweep. */
export async function dropObject(store: Pick<ObjectStore, 'delete'>, importId: string, log: Log): Promise<void> {
  const key = importObjectKey(importId);
  await store.delete(key).catch((error) => log.warn('object could not be deleted yet', { key, ...errorFields(error) }));
}
