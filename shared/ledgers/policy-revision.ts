import type { Connection } from '../database/database.ts';

/**
 * Counts what changed the answer to "is this version private?": a discard boundary, a forbidden entity, a forbidden
 * name. What was computed under an older revision may show what is private now.
 *
 * Raised as late as possible in the changing transaction: its row stays locked until the commit, for all ledgers.
 */
export async function raisePolicyRevision(tx: Connection): Promise<void> {
  await tx.execute('UPDATE policy_revision SET revision = revision + 1 WHERE id = 1');
}

export async function readPolicyRevision(connection: Pick<Connection, 'query'>): Promise<string> {
  const [row] = await connection.query<{ revision: string }>('SELECT revision FROM policy_revision WHERE id = 1');
  if (!row) throw new Error('The table policy_revision has lost its row; run the migrations on an empty database.');
  return row.revision;
}
