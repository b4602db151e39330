import { type Actor, recordAudit } from '../audit/record.ts';
import type { Connection, Database } from '../database/database.ts';
import { type Role, roleOf } from './caller.ts';
import { AccountRefused, noSuchUser } from './refused.ts';

/**
 * Changes what a user may do, at once: sessions and API keys are judged by it with their next request.
 * @throws AccountRefused when there is no such user, or nobody would be left who can change it back
 */
export async function changeRole(
  database: Pick<Database, 'transaction'>,
  userId: string,
  role: Role,
  actor: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await lockUser(tx, userId);
    if (before === role) return;
    if (before === 'admin') await requireAnotherAdmin(tx, userId);
    await tx.execute('UPDATE users SET role = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ?', [role, userId]);
    const details = { from: before, to: role };
    await recordAudit(tx, { ...actor, action: 'user.role_changed', subject: { kind: 'user', id: userId }, details });
  });
}

/** Locks the user's row, and with it what is decided by it. @returns the role @throws AccountRefused */
export async function lockUser(tx: Connection, userId: string): Promise<Role> {
  const [user] = await tx.query<{ role: string | null }>('SELECT role FROM users WHERE id = ? FOR UPDATE', [userId]);
  if (!user) throw noSuchUser();
  return roleOf(user.role);
}

/** Locks all administrators: two of them cannot remove each other at the same time. @throws AccountRefused */
export async function requireAnotherAdmin(tx: Connection, userId: string): Promise<void> {
  const admins = await tx.query<{ id: string; banned: number | null }>(
    `SELECT id, banned FROM users WHERE role = 'admin' ORDER BY id FOR UPDATE`,
  );
  if (admins.some(({ id, banned }) => id !== userId && !Number(banned))) return;
  throw new AccountRefused('last-admin', 'This is the last administrator. Make another one first.');
}
