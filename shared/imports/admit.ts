import type { Config } from '../config/config.ts';
import type { Connection, Database } from '../database/database.ts';
import { importObjectKey } from '../names.ts';
import { type ImportRequest, optionsText } from './options.ts';
import { findKeyed, type KeyedImport, keyHash, rememberKey } from './repeated-key.ts';
import { OPEN_STATES } from './state.ts';
import { lockUser } from './user-lock.ts';

export type AdmissionSettings = Pick<Config, 'IMPORT_MAX_QUEUED' | 'IMPORT_KEY_EXPIRY'>;

/** Who uploads. An administrator sees everybody's imports, so everybody's are duplicates to them. */
export interface Uploader {
  readonly userId: string;
  readonly role: string;
}

/** An import that somebody asks for, by whichever door. */
export interface NewImport extends ImportRequest {
  readonly filename: string;
  readonly contentType: string;
  readonly user: Uploader;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

export type Admission =
  | { kind: 'admitted'; importId: string }
  /** The Idempotency-Key was used before, for this import. */
  | { kind: 'repeated'; earlier: KeyedImport }
  | { kind: 'too_many' };

/**
 * Makes the row of a new import: before the store is touched, so that no object is ever without a trace.
 * @param announced of the presigned door, where size and checksum are known beforehand
 */
export function admitImport(
  database: Pick<Database, 'transaction'>,
  settings: AdmissionSettings,
  bucket: string,
  asked: NewImport,
  announced?: { size: number; sha256: string },
): Promise<Admission> {
  const options = optionsText(asked.options);
  const { userId } = asked.user;
  const hash = asked.idempotencyKey && keyHash(asked.ledger, options, asked.force, asked.idempotencyKey);
  return database.transaction(async (tx) => {
    await lockUser(tx, userId);
    const earlier = hash && (await findKeyed(tx, userId, hash, settings.IMPORT_KEY_EXPIRY));
    if (earlier) return { kind: 'repeated', earlier };
    if ((await openImports(tx, userId)) >= settings.IMPORT_MAX_QUEUED) return { kind: 'too_many' };
    const importId = await insertRow(tx, bucket, options, asked, announced);
    if (hash) await rememberKey(tx, userId, hash, importId);
    return { kind: 'admitted', importId };
  });
}

async function openImports(tx: Connection, userId: string): Promise<number> {
  const [row] = await tx.query('SELECT COUNT(*) AS open FROM imports WHERE user_id = ? AND state IN (?)', [
    userId,
    OPEN_STATES,
  ]);
  return Number(row?.open);
}

async function insertRow(
  tx: Connection,
  bucket: string,
  options: string,
  { ledger, force, filename, contentType, user, requestId }: NewImport,
  announced?: { size: number; sha256: string },
): Promise<string> {
  const { insertId } = await tx.execute(
    `INSERT INTO imports (state, ledger, options, forced, filename, content_type, user_id, request_id, bucket, object_key,
                          bytes, sha256, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, UTC_TIMESTAMP(6))`,
    [
      announced ? 'awaiting_upload' : 'receiving',
      ...[ledger, options, force],
      ...[Array.from(filename).slice(0, 500).join(''), contentType.slice(0, 200), user.userId, requestId, bucket],
      ...[announced?.size ?? null, announced?.sha256 ?? null],
    ],
  );
  await tx.execute('UPDATE imports SET object_key = ? WHERE id = ?', [importObjectKey(insertId), insertId]);
  return insertId;
}
