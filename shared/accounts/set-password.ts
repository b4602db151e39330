import { type Actor, recordAudit } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { hashPassword } from './hash-password.ts';
import { noSuchUser } from './refused.ts';

/**
 * Gives a user a new password and ends their sessions; their API keys stay.
 * @throws AccountRefused when there is no such user
 */
export async function setPassword(
  database: Pick<Database, 'transaction'>,
  userId: string,
  password: string,
  actor: Actor,
): Promise<void> {
  const hash = await hashPassword(password);
  await database.transaction(async (tx) => {
    const { affectedRows } = await tx.execute(
      `UPDATE accounts SET password = ?, updated_at = UTC_TIMESTAMP(3)
       WHERE user_id = ? AND provider_id = 'credential'`,
      [hash, userId],
    );
    if (affectedRows === 0) throw noSuchUser();
    await tx.execute('DELETE FROM sessions WHERE user_id = ?', [userId]);
    await recordAudit(tx, { ...actor, action: 'user.password_set', subject: { kind: 'user', id: userId } });
  });
}
