import { recordAudit } from '../audit/record.ts';
import type { Connection } from '../database/database.ts';
import type { PutResult } from '../object-store/object-store.ts';
import type { Uploader } from './admit.ts';
import type { DispatchJobs } from './dispatch.ts';
import { findDuplicate } from './duplicate.ts';
import type { ImportState } from './state.ts';
import { lockUser } from './user-lock.ts';

export type Marked =
  | { kind: 'stored' }
  /** The same file is here already; this import ended `canceled`, its object is of no use. */
  | { kind: 'duplicate'; of: string }
  /** Somebody else was faster: the import is in this state now. */
  | { kind: 'overtaken'; state: ImportState };

interface WaitingRow {
  state: ImportState;
  user_id: string;
  ledger: string;
  options: string;
  forced: number;
  filename: string;
  request_id: string;
}

/**
 * Says that the file is whole in the store, and promises its dispatch in the same transaction: from here on the
 * import arrives by itself.
 * @param user who did it; the sweep and the store's notices speak for the import's owner
 */
export async function markStored(
  tx: Connection,
  jobs: DispatchJobs,
  importId: string,
  { size, sha256 }: PutResult,
  user?: Uploader,
): Promise<Marked> {
  const [owner] = await tx.query<{ user_id: string }>('SELECT user_id FROM imports WHERE id = ?', [importId]);
  if (!owner) throw new Error(`There is no import ${importId}.`);
  await lockUser(tx, owner.user_id);
  const [row] = await tx.query<WaitingRow>(
    'SELECT state, user_id, ledger, options, forced, filename, request_id FROM imports WHERE id = ? FOR UPDATE',
    [importId],
  );
  if (!row) throw new Error(`There is no import ${importId}.`);
  if (row.state !== 'receiving' && row.state !== 'awaiting_upload') return { kind: 'overtaken', state: row.state };
  const seeing = user ?? { userId: row.user_id, role: 'importer' };
  const of = row.forced ? undefined : await findDuplicate(tx, { ...row, sha256 }, seeing, importId);
  await tx.execute(
    `UPDATE imports SET state = ?, duplicate_of = ?, bytes = ?, sha256 = ?, stored_at = UTC_TIMESTAMP(6),
            finished_at = IF(? IS NULL, NULL, UTC_TIMESTAMP(6)) WHERE id = ?`,
    [of ? 'canceled' : 'stored', of ?? null, size, sha256, of ?? null, importId],
  );
  if (of) return { kind: 'duplicate', of };
  await jobs.promise(tx, importId);
  await recordAudit(tx, {
    action: 'import.received',
    subject: { kind: 'import', id: importId },
    userId: row.user_id,
    requestId: row.request_id,
    details: { ledger: row.ledger, filename: row.filename, bytes: size, sha256 },
  });
  return { kind: 'stored' };
}
