import type { Connection } from '../database/database.ts';

/**
 * Serialises what is decided for one user: how many imports are open, whether the same bytes or the same key came
 * before. Held until the transaction ends; always taken before an import's row.
 */
export async function lockUser(tx: Connection, userId: string): Promise<void> {
  await tx.execute('INSERT INTO import_users (user_id) VALUES (?) ON DUPLICATE KEY UPDATE user_id = user_id', [userId]);
}
