import { createHash } from 'node:crypto';
import type { Connection } from '../database/database.ts';
import type { ImportState } from './state.ts';

/** An import that the same key made before. */
export interface KeyedImport {
  readonly importId: string;
  readonly state: ImportState;
  /** Null while the first request with this key is still sending. */
  readonly sha256: string | null;
  readonly filename: string;
  readonly bytes: number | null;
}

/** One text per route, options and key: the same key with other options is another key. */
export function keyHash(ledger: string, options: string, forced: boolean, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['POST /imports', ledger, options, forced, key]))
    .digest('hex');
}

interface KeyRow {
  id: string;
  state: ImportState;
  sha256: string | null;
  filename: string;
  bytes: string | null;
}

/**
 * The import of this key, unless the key is free: never used, too long ago, or used by a request that took nothing in
 * (the store failed, the upload broke off or never came, the file was empty or too large).
 */
export async function findKeyed(
  tx: Connection,
  userId: string,
  hash: string,
  expirySeconds: number,
): Promise<KeyedImport | undefined> {
  const [row] = await tx.query<KeyRow>(
    `SELECT i.id, i.state, i.sha256, i.filename, i.bytes FROM import_keys AS k JOIN imports AS i ON i.id = k.import_id
     WHERE k.user_id = ? AND k.key_hash = ? AND k.created_at > UTC_TIMESTAMP(6) - INTERVAL ? SECOND
       AND i.state <> 'upload_missing' AND (i.state = 'receiving' OR i.sha256 IS NOT NULL)`,
    [userId, hash, expirySeconds],
  );
  if (!row) return undefined;
  const { id: importId, state, sha256, filename, bytes } = row;
  return { importId, state, sha256, filename, bytes: bytes === null ? null : Number(bytes) };
}

export async function rememberKey(tx: Connection, userId: string, hash: string, importId: string): Promise<void> {
  await tx.execute(
    `INSERT INTO import_keys (user_id, key_hash, import_id, created_at) VALUES (?, ?, ?, UTC_TIMESTAMP(6))
     ON DUPLICATE KEY UPDATE import_id = ?, created_at = UTC_TIMESTAMP(6)`,
    [userId, hash, importId, importId],
  );
}
