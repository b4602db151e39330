import * as z from 'zod';
import { ROLES } from '../../shared/accounts/caller.ts';
import {
  banUserBody,
  changePasswordBody,
  createUserBody,
  newKeyBody,
  setRoleBody,
  setUserPasswordBody,
  signInBody,
  unbanUserBody,
} from '../api/account-bodies.ts';
import { count, wireId, wireTime } from './wire-values.ts';

const me = z.strictObject({
  user: z.strictObject({ id: z.string(), email: z.email(), name: z.string(), role: z.enum(ROLES) }),
  time_zone: z.string().meta({ description: 'IANA zone of counts that name none.' }),
  limits: z.strictObject({
    import_max_bytes: count.meta({ description: 'Largest file, by whichever door.' }),
    import_direct_max_bytes: count.meta({ description: 'Largest file that may come as the body of a request.' }),
  }),
  doors: z.array(z.enum(['direct', 'presigned'])),
});

/** Named as better-auth names them, as far as anybody needs it here. */
const account = z.looseObject({ id: z.string(), email: z.email(), name: z.string(), role: z.string().nullish() });
const accountAnswer = z.looseObject({ user: account });
const session = z
  .looseObject({ session: z.looseObject({ id: z.string(), expiresAt: z.string() }), user: account })
  .nullable();
const success = z.looseObject({ success: z.boolean() });
const status = z.strictObject({ status: z.boolean() });

const user = z.strictObject({
  id: z.string(),
  email: z.email(),
  name: z.string(),
  role: z.enum(ROLES),
  banned: z.boolean(),
  ban_reason: z.string().nullable(),
  ban_expires_at: wireTime.nullable().meta({ description: 'null: for ever, or not banned.' }),
  created_at: wireTime,
  sessions: count.meta({ description: 'Those that are good now.' }),
  keys: count.meta({ description: 'API keys that are good now.' }),
});
const userPage = z.strictObject({
  users: z.array(user),
  next: z.email().nullable().meta({ description: '`after` of the next page.' }),
});

const key = z.strictObject({
  id: wireId,
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters of the key.' }),
  role: z.enum(ROLES).meta({ description: "What it may do today: its own role, or its owner's where that is less." }),
  user: z.strictObject({ id: z.string(), email: z.email() }),
  created_at: wireTime,
  expires_at: wireTime.nullable(),
  last_used_at: wireTime.nullable().meta({ description: 'To the minute.' }),
  revoked_at: wireTime.nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
});
const newKey = key.extend({ key: z.string().meta({ description: 'Told this once; it is kept nowhere.' }) });
const keyPage = z.strictObject({ keys: z.array(key), next: wireId.nullable() });

export const accountAnswers = {
  Me: me,
  Account: account,
  AccountAnswer: accountAnswer,
  Session: session,
  Success: success,
  Status: status,
  User: user,
  UserPage: userPage,
  ApiKey: key,
  MadeApiKey: newKey,
  ApiKeyPage: keyPage,
};

export const accountRequests = {
  SignIn: signInBody,
  CreateUser: createUserBody,
  BanUser: banUserBody,
  UnbanUser: unbanUserBody,
  SetRole: setRoleBody,
  SetUserPassword: setUserPasswordBody,
  ChangePassword: changePasswordBody,
  NewApiKey: newKeyBody,
};
