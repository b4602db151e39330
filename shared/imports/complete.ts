import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { importObjectKey } from '../names.ts';
import { ObjectMissing, type ObjectStore, type PutResult } from '../object-store/object-store.ts';
import type { Uploader } from './admit.ts';
import { type Dispatch, dispatchNow } from './dispatch.ts';
import { dropObject, endUpload, type UploadEnd } from './end-upload.ts';
import { markStored } from './mark-stored.ts';
import { measureBody } from './measure-body.ts';
import type { ImportState } from './state.ts';

export interface CompleteDependencies extends Dispatch {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'get' | 'delete'>;
  readonly log: Log;
}

export type Completed =
  /** It is on its way, by this call or by an earlier one. */
  | { kind: 'accepted' }
  | { kind: 'duplicate'; importId: string }
  /** Nothing has arrived yet. */
  | { kind: 'missing' }
  /** What arrived is not what was announced: the import ended `rejected`. */
  | { kind: 'wrong'; message: string }
  | { kind: 'empty' }
  /** The import does not wait for a file, and never went on from there. */
  | { kind: 'not_awaiting'; state: ImportState };

const WRONG_CODES = ['wrong_size', 'wrong_sha256'];

interface AwaitingRow {
  state: ImportState;
  bytes: string | null;
  sha256: string | null;
  request_id: string;
  problem_code: string | null;
  problem_message: string | null;
}

/**
 * Takes over a file that lies in the store, when it is whole and what was announced; what it is, is found by reading
 * it. Any number of times, by anybody (its sender, the store's notice, the sweep), at once too: one of them does it.
 * @param user who asks; without one its owner is meant
 */
export async function completeUpload(
  dependencies: CompleteDependencies,
  importId: string,
  user?: Uploader,
): Promise<Completed> {
  const { database, store, jobs } = dependencies;
  const [row] = await database.query<AwaitingRow>(
    'SELECT state, bytes, sha256, request_id, problem_code, problem_message FROM imports WHERE id = ?',
    [importId],
  );
  if (!row) throw new Error(`There is no import ${importId}.`);
  if (row.state !== 'awaiting_upload' && row.state !== 'receiving') return settled(row);
  const log = dependencies.log.with({ import_id: importId, request_id: row.request_id });
  const found = await measureObject(store, importId, row.bytes === null ? undefined : Number(row.bytes));
  if (!found) return { kind: 'missing' };
  const fault = faultOf(found, row);
  if (fault) {
    if (!(await endUpload(dependencies, importId, { state: 'rejected', ...fault }, log)))
      return completeUpload(dependencies, importId, user);
    log.warn('what was uploaded is not what was announced', { problem: fault.code });
    return fault.code === 'empty' ? { kind: 'empty' } : { kind: 'wrong', message: fault.message };
  }
  const marked = await database.transaction((tx) => markStored(tx, jobs, importId, found, user));
  switch (marked.kind) {
    case 'stored':
      log.info('upload completed', { bytes: found.size });
      await dispatchNow(dependencies, importId, log);
      return { kind: 'accepted' };
    case 'duplicate':
      await dropObject(store, importId, log);
      return { kind: 'duplicate', importId: marked.of };
    case 'overtaken':
      return completeUpload(dependencies, importId, user);
  }
}

function settled({ state, problem_code: code, problem_message: message }: AwaitingRow): Completed {
  if (state === 'rejected' && WRONG_CODES.includes(code ?? '')) return { kind: 'wrong', message: message ?? '' };
  if (state === 'canceled' || state === 'upload_missing' || state === 'store_failed')
    return { kind: 'not_awaiting', state };
  return { kind: 'accepted' };
}

/** @param expected bytes; an object of another size is not read @returns undefined when there is none */
async function measureObject(
  store: Pick<ObjectStore, 'get'>,
  importId: string,
  expected: number | undefined,
): Promise<PutResult | undefined> {
  try {
    const { size, body } = await store.get(importObjectKey(importId));
    if (expected === undefined || size === expected) return await measureBody(body, size);
    body.destroy();
    return { size, sha256: '' };
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

function faultOf(found: PutResult, { bytes, sha256 }: AwaitingRow): Pick<UploadEnd, 'code' | 'message'> | undefined {
  if (bytes !== null && found.size !== Number(bytes))
    return { code: 'wrong_size', message: `The file has ${found.size} bytes instead of the ${bytes} announced.` };
  if (sha256 !== null && found.sha256 !== sha256)
    return {
      code: 'wrong_sha256',
      message: `The file has the SHA-256 ${found.sha256} instead of the announced ${sha256}.`,
    };
  return found.size === 0 ? { code: 'empty', message: 'The file is empty.' } : undefined;
}
