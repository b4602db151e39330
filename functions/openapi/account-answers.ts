import * as z from 'zod';
import { ROLES } from '../../shared/accounts/caller.ts';
import { count } from './wire-values.ts';

const me = z.strictObject({
  user: z.strictObject({ email: z.email(), name: z.string(), role: z.enum(ROLES) }),
  time_zone: z.string().meta({ description: 'IANA zone of counts that name none.' }),
  limits: z.strictObject({
    import_max_bytes: count.meta({ description: 'Largest file, by whichever door.' }),
    import_direct_max_bytes: count.meta({ description: 'Largest file that may come as the body of a request.' }),
  }),
  doors: z.array(z.enum(['direct', 'presigned'])),
});

/** better-auth's, as far as anybody needs it here. */
const account = z.looseObject({ id: z.string(), email: z.email(), name: z.string(), role: z.string().nullish() });
const accountAnswer = z.looseObject({ user: account });
const session = z
  .looseObject({ session: z.looseObject({ id: z.string(), expiresAt: z.string() }), user: account })
  .nullable();
const success = z.looseObject({ success: z.boolean() });

export const accountAnswers = {
  Me: me,
  Account: account,
  AccountAnswer: accountAnswer,
  Session: session,
  Success: success,
};

const password = z.string().min(8).max(128);

/** better-auth checks these by itself; here is what it takes. */
export const accountRequests = {
  SignIn: z.object({ email: z.email(), password: z.string() }),
  CreateUser: z.object({ email: z.email(), password, name: z.string(), role: z.enum(ROLES) }),
  BanUser: z.object({
    userId: z.string(),
    banReason: z.string().optional(),
    banExpiresIn: z.int().positive().optional().meta({ description: 'Seconds; for ever when absent.' }),
  }),
  UnbanUser: z.object({ userId: z.string() }),
  SetRole: z.object({ userId: z.string(), role: z.enum(ROLES) }),
  ChangePassword: z.object({
    currentPassword: z.string(),
    newPassword: password,
    revokeOtherSessions: z.boolean().optional(),
  }),
};
