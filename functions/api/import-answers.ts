import type { Announced } from '../../shared/imports/announce.ts';
import type { Received } from '../../shared/imports/receive.ts';
import { BodyFault } from './body-fault.ts';
import { tooLarge } from './import-file.ts';
import { Problem } from './problem.ts';

const SOON = { headers: { 'Retry-After': '10' } };
const LATER = { headers: { 'Retry-After': '60' } };

/** What was not taken in. @param maxBytes of a file @param maxQueued unfinished imports of one user */
export function refusal(
  refused: Exclude<Received | Announced, { importId: string }>,
  { maxBytes, maxQueued }: { maxBytes: number; maxQueued: number },
): Problem {
  switch (refused.kind) {
    case 'too_large':
      return tooLarge(maxBytes);
    case 'empty':
      return new Problem(422, 'empty-file', 'The file is empty; its first line must name the columns.');
    case 'broken':
      return broken(refused.reason);
    case 'other_body':
      return new Problem(422, 'key-reused', 'This Idempotency-Key was used before for another file. Take a new key.');
    case 'running':
      return new Problem(409, 'key-in-use', 'The first request with this Idempotency-Key is still running.', SOON);
    case 'too_many':
      return new Problem(
        429,
        'too-many-imports',
        `You have ${maxQueued} unfinished imports, as many as one may have. Wait until some have ended.`,
        LATER,
      );
    case 'canceled':
      return new Problem(
        409,
        'canceled',
        'This import was canceled while its file was coming in. Nothing was imported.',
      );
    case 'late':
      return new Problem(503, 'too-slow', 'The upload took too long and was given up. Send the file again.', SOON);
    case 'store_failed':
      return new Problem(
        503,
        'store-failed',
        'The file could not be stored. Nothing was imported; try again soon.',
        SOON,
      );
  }
}

function broken(reason: unknown): Problem {
  if (reason instanceof BodyFault)
    return new Problem(400, 'broken-off', reason.message, {
      errors: [{ field: 'body', code: reason.code, message: reason.message }],
    });
  return new Problem(400, 'broken-off', 'The upload broke off before its end. Send the file again.');
}
