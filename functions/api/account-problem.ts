import type { AccountRefused } from '../../shared/accounts/refused.ts';
import { Problem } from './problem.ts';

const STATUS = { missing: 404, taken: 409, self: 409, 'last-admin': 409, role: 403, 'too-many': 409 } as const;

export function accountProblem({ reason, message }: AccountRefused): Problem {
  const code = reason === 'missing' ? 'not-found' : reason;
  return new Problem(STATUS[reason], code, message);
}
