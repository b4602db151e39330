import { randomBytes } from 'node:crypto';
import { type Actor, recordAudit } from '../audit/record.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Role } from './caller.ts';
import { hashPassword } from './hash-password.ts';
import { AccountRefused } from './refused.ts';

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly role: Role;
}

/** Makes a user who signs in with a password. @returns the user's id @throws AccountRefused when the address is taken */
export async function createUser(
  database: Pick<Database, 'transaction'>,
  user: NewUser,
  actor: Actor,
  userId = randomBytes(16).toString('hex'),
): Promise<string> {
  const hash = await hashPassword(user.password);
  return database.transaction(async (tx) => {
    await insertUser(tx, userId, user, hash).catch((error) => {
      if (error.code !== 'ER_DUP_ENTRY') throw error;
      throw new AccountRefused('taken', 'There is a user with this email address already.');
    });
    const subject = { kind: 'user', id: userId } as const;
    const details = { email: user.email.toLowerCase(), role: user.role };
    await recordAudit(tx, { ...actor, action: 'user.created', subject, details });
    return userId;
  });
}

/** As better-auth keeps a user with a password. */
async function insertUser(tx: Connection, userId: string, { email, name, role }: NewUser, hash: string): Promise<void> {
  await tx.execute(
    `INSERT INTO users (id, name, email, email_verified, role, banned, created_at, updated_at)
     VALUES (?, ?, ?, FALSE, ?, FALSE, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    [userId, name, email.toLowerCase(), role],
  );
  await tx.execute(
    `INSERT INTO accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
     VALUES (?, ?, ?, 'credential', ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    [randomBytes(16).toString('hex'), userId, userId, hash],
  );
}
