import type { Connection, Database } from '../database/database.ts';
import { errorFields, type Log } from '../log.ts';
import { importObjectKey } from '../names.ts';
import { type ObjectStore, ObjectTooLarge } from '../object-store/object-store.ts';
import { type Dispatch, dispatchImport } from './dispatch.ts';
import type { ImportState } from './state.ts';

export interface ReceiveDependencies extends Dispatch {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'bucket' | 'put' | 'delete'>;
  readonly maxBytes: number;
  readonly log: Log;
}

/** A file that somebody uploads, and what it is for. */
export interface Upload {
  readonly ledger: string;
  readonly filename: string;
  readonly contentType: string;
  readonly user: { userId: string; role: string };
  readonly requestId: string;
  /** Import it even when the same bytes are here already. */
  readonly force: boolean;
  readonly body: AsyncIterable<Uint8Array>;
}

export type Received =
  | { kind: 'accepted'; importId: string }
  /** The same bytes for the same ledger are here already, as this import. */
  | { kind: 'duplicate'; importId: string }
  | { kind: 'too_large' }
  | { kind: 'empty' }
  /** The client broke off. */
  | { kind: 'broken' }
  | { kind: 'store_failed' };

/**
 * Takes a file in: the row first (no object without a trace), then the object, then the promise of its dispatch in one
 * transaction with the state, and only then the message. Once this says `accepted`, the import arrives by itself.
 */
export async function receiveImport(dependencies: ReceiveDependencies, upload: Upload): Promise<Received> {
  const { database, store } = dependencies;
  const log = dependencies.log.with({ request_id: upload.requestId });
  const importId = await database.transaction((tx) => insertRow(tx, store.bucket, upload));
  const key = importObjectKey(importId);
  const end = async (state: ImportState, received: Received, code: string, message: string): Promise<Received> => {
    await endImport(database, importId, state, code, message);
    await store.delete(key).catch((error) => log.warn('object could not be deleted', { key, ...errorFields(error) }));
    return received;
  };

  const body = watched(upload.body);
  let stored: { size: number; sha256: string };
  try {
    stored = await store.put(key, body.bytes(), { maxBytes: dependencies.maxBytes });
  } catch (error) {
    if (error instanceof ObjectTooLarge)
      return end('rejected', { kind: 'too_large' }, 'too_large', `The file has more than ${error.maxBytes} bytes.`);
    if (body.broken)
      return end('upload_missing', { kind: 'broken' }, 'broken_off', 'The upload broke off before its end.');
    log.error('the object store did not take a file', { import_id: importId, ...errorFields(error) });
    return end('store_failed', { kind: 'store_failed' }, 'store_failed', 'The object store did not take the file.');
  }
  if (stored.size === 0) return end('rejected', { kind: 'empty' }, 'empty', 'The file is empty.');

  const duplicateOf = await database.transaction((tx) => markStored(tx, dependencies, importId, stored, upload));
  if (duplicateOf !== undefined) {
    await store.delete(key).catch((error) => log.warn('object could not be deleted', { key, ...errorFields(error) }));
    return { kind: 'duplicate', importId: duplicateOf };
  }
  log.info('file received', { import_id: importId, ledger: upload.ledger, bytes: stored.size });
  await dispatchImport(dependencies, importId).catch((error) =>
    log.warn('the message could not be sent; it will be sent later', { import_id: importId, ...errorFields(error) }),
  );
  return { kind: 'accepted', importId };
}

async function insertRow(tx: Connection, bucket: string, upload: Upload): Promise<string> {
  const { insertId } = await tx.execute(
    `INSERT INTO imports (state, ledger, options, filename, content_type, user_id, request_id, bucket, object_key, created_at)
     VALUES ('receiving', ?, '{}', ?, ?, ?, ?, ?, '', UTC_TIMESTAMP(6))`,
    [
      upload.ledger,
      upload.filename.slice(0, 500),
      upload.contentType.slice(0, 200),
      upload.user.userId,
      upload.requestId,
      bucket,
    ],
  );
  await tx.execute('UPDATE imports SET object_key = ? WHERE id = ?', [importObjectKey(insertId), insertId]);
  return insertId;
}

/** @returns the earlier import of the same bytes that the uploader may see, when there is one */
async function markStored(
  tx: Connection,
  { jobs }: Pick<Dispatch, 'jobs'>,
  importId: string,
  { size, sha256 }: { size: number; sha256: string },
  upload: Upload,
): Promise<string | undefined> {
  const [earlier] = upload.force
    ? []
    : await tx.query<{ id: string }>(
        `SELECT id FROM imports WHERE sha256 = ? AND ledger = ? AND options = '{}' AND id <> ? AND (user_id = ? OR ?)
           AND state IN ('stored', 'queued', 'processing', 'done') ORDER BY id LIMIT 1`,
        [sha256, upload.ledger, importId, upload.user.userId, upload.user.role === 'admin'],
      );
  await tx.execute(
    `UPDATE imports SET state = ?, duplicate_of = ?, bytes = ?, sha256 = ?, stored_at = UTC_TIMESTAMP(6),
            finished_at = IF(? IS NULL, NULL, UTC_TIMESTAMP(6))
     WHERE id = ? AND state = 'receiving'`,
    [earlier ? 'canceled' : 'stored', earlier?.id ?? null, size, sha256, earlier?.id ?? null, importId],
  );
  if (!earlier) await jobs.promise(tx, importId);
  return earlier?.id;
}

async function endImport(database: Database, importId: string, state: ImportState, code: string, message: string) {
  await database.execute(
    `UPDATE imports SET state = ?, problem_code = ?, problem_message = ?, finished_at = UTC_TIMESTAMP(6)
     WHERE id = ? AND state = 'receiving'`,
    [state, code, message, importId],
  );
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
