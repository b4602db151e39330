import { type Actor, recordAudit } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { lockUser, requireAnotherAdmin } from './change-role.ts';
import { AccountRefused } from './refused.ts';

export interface Ban {
  readonly userId: string;
  readonly reason?: string | undefined;
  /** From now; for ever when absent. */
  readonly seconds?: number | undefined;
}

/**
 * Bans a user at once: sessions and API keys end, and none of them comes back with the end of the ban.
 * @throws AccountRefused for oneself, the last administrator, and a user who is not there
 */
export async function banUser(database: Pick<Database, 'transaction'>, ban: Ban, actor: Actor): Promise<void> {
  const { userId, reason = '', seconds } = ban;
  if (userId === actor.userId) throw new AccountRefused('self', 'Nobody can ban themselves.');
  await database.transaction(async (tx) => {
    if ((await lockUser(tx, userId)) === 'admin') await requireAnotherAdmin(tx, userId);
    await tx.execute(
      `UPDATE users SET banned = TRUE, ban_reason = ?, ban_expires = UTC_TIMESTAMP(3) + INTERVAL ? SECOND,
         updated_at = UTC_TIMESTAMP(3)
       WHERE id = ?`,
      [reason, seconds ?? null, userId],
    );
    await tx.execute('DELETE FROM sessions WHERE user_id = ?', [userId]);
    await tx.execute(
      `UPDATE api_keys SET revoked_at = UTC_TIMESTAMP(6)
       WHERE user_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > UTC_TIMESTAMP(6))`,
      [userId],
    );
    const details = { reason, seconds: seconds ?? null };
    await recordAudit(tx, { ...actor, action: 'user.banned', subject: { kind: 'user', id: userId }, details });
  });
}

/** Lets a banned user sign in again. @throws AccountRefused when there is no such user */
export async function unbanUser(database: Pick<Database, 'transaction'>, userId: string, actor: Actor): Promise<void> {
  await database.transaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.execute(
      `UPDATE users SET banned = FALSE, ban_reason = NULL, ban_expires = NULL, updated_at = UTC_TIMESTAMP(3)
       WHERE id = ?`,
      [userId],
    );
    await recordAudit(tx, { ...actor, action: 'user.unbanned', subject: { kind: 'user', id: userId } });
  });
}
