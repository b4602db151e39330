import { createHash } from 'node:crypto';
import type { Caller } from '../accounts/caller.ts';
import type { TokenSigner } from '../signed-token/signed-token.ts';
import type { DetailsPlace } from './details-statement.ts';
import { notAllowed, unprocessable } from './refused.ts';
import type { CountsRequest } from './request.ts';

/** What one page of details tells the next: where it ended, and what belongs to all pages together. */
export interface Continuation {
  readonly after: DetailsPlace;
  /** Every page means the same "now" and tells the totals of that moment. */
  readonly asOf: string;
  readonly outputCount: number;
  readonly visibleOutputCount: number;
  readonly populationCount: number | null;
}

const KIND = 'counts-cursor';

/** Whose cursor it is. What may be counted depends on the role, and one user's keys and days differ in theirs. */
export type CursorOwner = Pick<Caller, 'userId' | 'role'>;

/**
 * A cursor is signed and belongs to one user in one role and to one request: another's, and one put to another question,
 * is refused. It shows nothing but the place of a row that its user has seen and counts that were told.
 */
export function writeCursor(
  signer: TokenSigner,
  request: CountsRequest,
  { userId, role }: CursorOwner,
  { after, asOf, outputCount, visibleOutputCount, populationCount }: Continuation,
): string {
  const parts = [
    questionOf(request, role),
    after.createdAt,
    after.id,
    asOf,
    outputCount,
    visibleOutputCount,
    populationCount,
  ];
  const expiresAt = Number.MAX_SAFE_INTEGER;
  return signer.sign({ kind: KIND, subject: JSON.stringify(parts), userId, sessionId: '', expiresAt });
}

/** @throws CountsRefused 422 for anything but a cursor of this user, this role and this request */
export function readCursor(
  signer: TokenSigner,
  request: CountsRequest,
  { userId, role }: CursorOwner,
  cursor: string,
): Continuation {
  const claims = signer.verify(cursor, KIND);
  const refusal = 'This cursor does not belong to this request; ask for the first page again.';
  if (!claims || claims.userId !== userId) throw unprocessable([notAllowed('cursor', refusal)]);
  const [question, createdAt, id, asOf, outputCount, visibleOutputCount, populationCount] = JSON.parse(
    claims.subject,
  ) as [string, string, string, string, number, number, number | null];
  if (question !== questionOf(request, role)) throw unprocessable([notAllowed('cursor', refusal)]);
  return { after: { createdAt, id }, asOf, outputCount, visibleOutputCount, populationCount };
}

/** The request without what may differ between pages, and who asks it. */
function questionOf({ cursor, limit, ...question }: CountsRequest, role: CursorOwner['role']): string {
  return createHash('sha256')
    .update(JSON.stringify([role, question]))
    .digest('base64url');
}
