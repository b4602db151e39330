import * as z from 'zod';
import { ROLES } from '../../shared/accounts/caller.ts';
import { fieldFaults } from '../../shared/field-fault.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';

const role = z.enum(ROLES);
const userId = z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a user');
const password = z.string().min(8).max(128);
const text = (characters: number) => z.string().trim().min(1).max(characters);

/** What is sent to the routes of accounts. Below /api/auth the names are better-auth's. */
export const signInBody = z.object({ email: z.string().max(320), password: z.string().max(128) });
export const changePasswordBody = z.object({ currentPassword: z.string().max(128), newPassword: password });
export const createUserBody = z.object({ email: z.email().max(320), password, name: text(200), role });
export const banUserBody = z.object({
  userId,
  banReason: z.string().max(1000).optional(),
  banExpiresIn: z
    .int()
    .positive()
    .max(3_153_600_000)
    .optional()
    .meta({ description: 'Seconds; for ever when absent.' }),
});
export const unbanUserBody = z.object({ userId });
export const setRoleBody = z.object({ userId, role });
export const setUserPasswordBody = z.object({ userId, newPassword: password });
export const newKeyBody = z.strictObject({
  name: text(100),
  role: role.optional().meta({ description: "The most the key may do; the caller's own role when absent." }),
  expires_in: z.int().positive().max(315_360_000).optional().meta({ description: 'Seconds; never when absent.' }),
});

/** @throws Problem 400, 413, 422 naming each field */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const result = schema.safeParse(await readJson(request));
  if (result.success) return result.data;
  throw new Problem(422, 'invalid-request', 'This request cannot be served as it is sent.', {
    errors: fieldFaults(result.error),
  });
}
