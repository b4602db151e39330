import type { Connection } from '../database/database.ts';
import type { Uploader } from './admit.ts';

/** What makes two uploads the same: bytes, ledger and options. */
export interface SameFile {
  readonly sha256: string;
  readonly ledger: string;
  /** Canonical. */
  readonly options: string;
}

/**
 * The earliest import of the same file that is on its way or done and that this user may see. One that is about to be
 * canceled does not count.
 * @param except the import that asks
 */
export async function findDuplicate(
  tx: Connection,
  { sha256, ledger, options }: SameFile,
  user: Uploader,
  except?: string,
): Promise<string | undefined> {
  const [earlier] = await tx.query<{ id: string }>(
    `SELECT id FROM imports
     WHERE sha256 = ? AND ledger = ? AND options = ? AND id <> ? AND (user_id = ? OR ?) AND NOT cancel_requested
       AND state IN ('stored', 'queued', 'processing', 'done') ORDER BY id LIMIT 1`,
    [sha256, ledger, options, except ?? '0', user.userId, user.role === 'admin'],
  );
  return earlier?.id;
}
