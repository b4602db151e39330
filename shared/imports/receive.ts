import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { errorFields, type Log } from '../log.ts';
import { importObjectKey } from '../names.ts';
import { type ObjectStore, ObjectTooLarge, type PutResult } from '../object-store/object-store.ts';
import { type AdmissionSettings, admitImport, type NewImport } from './admit.ts';
import { type Dispatch, dispatchNow } from './dispatch.ts';
import { dropObject, endUpload } from './end-upload.ts';
import { markStored } from './mark-stored.ts';
import { measureBody } from './measure-body.ts';
import type { KeyedImport } from './repeated-key.ts';
import { WORTHLESS_STATES } from './state.ts';

export interface ReceiveDependencies extends Dispatch {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'bucket' | 'put' | 'delete'>;
  readonly settings: AdmissionSettings & Pick<Config, 'IMPORT_MAX_BYTES'>;
  readonly log: Log;
}

/** A file that somebody sends through us. */
export interface Upload extends NewImport {
  readonly body: AsyncIterable<Uint8Array>;
}

export type Received =
  | { kind: 'accepted'; importId: string }
  /** The same bytes for the same ledger and options are here already, as this import. */
  | { kind: 'duplicate'; importId: string }
  /** The Idempotency-Key came before with the same body, and made this import. */
  | { kind: 'repeated'; importId: string }
  | { kind: 'other_body' }
  /** The first request with this Idempotency-Key is not done yet. */
  | { kind: 'running' }
  /** The user has as many unfinished imports as one may have. */
  | { kind: 'too_many' }
  | { kind: 'too_large' }
  | { kind: 'empty' }
  /** The body could not be read to its end: the client broke off, or it was not what it said it was. */
  | { kind: 'broken'; reason: unknown }
  /** Somebody canceled it while it was coming in. */
  | { kind: 'canceled' }
  /** It took longer than an upload may take; the sweep has given it up. */
  | { kind: 'late' }
  | { kind: 'store_failed' };

/**
 * Takes a file in: the row first (no object without a trace), then the object, then the promise of its dispatch in one
 * transaction with the state, and only then the message. Once this says `accepted`, the import arrives by itself.
 */
export async function receiveImport(dependencies: ReceiveDependencies, upload: Upload): Promise<Received> {
  const { database, store, settings } = dependencies;
  const admission = await admitImport(database, settings, store.bucket, upload);
  switch (admission.kind) {
    case 'too_many':
      return admission;
    case 'repeated':
      return compare(admission.earlier, upload.body, settings.IMPORT_MAX_BYTES);
    case 'admitted':
      return take(dependencies, admission.importId, upload);
  }
}

async function take(dependencies: ReceiveDependencies, importId: string, upload: Upload): Promise<Received> {
  const { database, store, jobs, settings } = dependencies;
  const log = dependencies.log.with({ import_id: importId, request_id: upload.requestId });
  const body = watched(upload.body);
  let stored: PutResult;
  try {
    stored = await store.put(importObjectKey(importId), body.bytes(), { maxBytes: settings.IMPORT_MAX_BYTES });
  } catch (error) {
    return giveUp(dependencies, importId, { error, broken: body.broken }, log);
  }
  if (stored.size === 0) {
    await endUpload(dependencies, importId, { state: 'rejected', code: 'empty', message: 'The file is empty.' }, log);
    return { kind: 'empty' };
  }
  const marked = await database.transaction((tx) => markStored(tx, jobs, importId, stored, upload.user));
  if (marked.kind === 'stored') {
    log.info('file received', { ledger: upload.ledger, bytes: stored.size });
    await dispatchNow(dependencies, importId, log);
    return { kind: 'accepted', importId };
  }
  // The sweep may have found the whole object before this request could say so.
  if (marked.kind === 'overtaken' && !WORTHLESS_STATES.includes(marked.state)) return { kind: 'accepted', importId };
  await dropObject(store, importId, log);
  if (marked.kind === 'duplicate') return { kind: 'duplicate', importId: marked.of };
  return { kind: marked.state === 'canceled' ? 'canceled' : 'late' };
}

/** Ends an import whose file did not get into the store. */
async function giveUp(
  dependencies: ReceiveDependencies,
  importId: string,
  { error, broken }: { error: unknown; broken: boolean },
  log: Log,
): Promise<Received> {
  if (error instanceof ObjectTooLarge) {
    const message = `The file has more than ${error.maxBytes} bytes.`;
    await endUpload(dependencies, importId, { state: 'rejected', code: 'too_large', message }, log);
    return { kind: 'too_large' };
  }
  if (broken) {
    const message = 'The upload broke off before its end.';
    await endUpload(dependencies, importId, { state: 'upload_missing', code: 'broken_off', message }, log);
    return { kind: 'broken', reason: error };
  }
  log.error('the object store did not take a file', errorFields(error));
  const message = 'The object store did not take the file; nothing was imported.';
  await endUpload(dependencies, importId, { state: 'store_failed', code: 'store_failed', message }, log);
  return { kind: 'store_failed' };
}

async function compare(earlier: KeyedImport, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received> {
  if (earlier.state === 'receiving') return { kind: 'running' };
  try {
    const { sha256 } = await measureBody(body, maxBytes);
    return sha256 === earlier.sha256 ? { kind: 'repeated', importId: earlier.importId } : { kind: 'other_body' };
  } catch (error) {
    return error instanceof ObjectTooLarge ? { kind: 'other_body' } : { kind: 'broken', reason: error };
  }
}

/** Tells a body that broke off from a store that failed: both surface as the same rejected `put`. */
function watched(body: AsyncIterable<Uint8Array>): { bytes(): AsyncGenerator<Uint8Array>; readonly broken: boolean } {
  let broken = false;
  return {
    async *bytes() {
      try {
        for await (const chunk of body) yield chunk;
      } catch (error) {
        broken = true;
        throw error;
      }
    },
    get broken() {
      return broken;
    },
  };
}
