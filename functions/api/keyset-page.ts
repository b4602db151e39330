import { Problem } from './problem.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** `limit` and `before` of a list whose newest entries come first. @throws Problem 422 */
export function keysetPage(query: Readonly<Record<string, string>>): { limit: number; before?: string | undefined } {
  const { limit: given = String(DEFAULT_LIMIT), before } = query;
  const limit = Number(given);
  if (!/^\d{1,3}$/.test(given) || limit < 1 || limit > MAX_LIMIT)
    throw badField('limit', `limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  if (before !== undefined && !/^\d{1,18}$/.test(before))
    throw badField('before', 'before must be the id with which the last page ended.');
  return { limit, before };
}

function badField(field: string, message: string): Problem {
  return new Problem(422, 'invalid-request', message, { errors: [{ field, code: 'not_allowed', message }] });
}
