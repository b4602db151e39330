import type { Connection } from '../database/database.ts';
import type { TokenSigner } from '../signed-token/signed-token.ts';
import type { CountsAnswer } from './answer.ts';
import type { AnswerLimits } from './answer-limits.ts';
import { type CursorOwner, readCursor } from './details-cursor.ts';
import { type DetailsAnswer, readDetailsPage } from './details-page.ts';
import { planCounts } from './plan.ts';
import type { CountsRequest } from './request.ts';
import { runCounts } from './run.ts';

/**
 * Answers a request of either mode at once.
 * @param connection on one consistent snapshot
 * @throws CountsRefused
 */
export async function answerCounts(
  connection: Pick<Connection, 'query'>,
  request: CountsRequest,
  caller: CursorOwner,
  { timeZone, asOf, signer, limits }: { timeZone: string; asOf: string; signer: TokenSigner; limits: AnswerLimits },
): Promise<CountsAnswer | DetailsAnswer> {
  const before = request.cursor === undefined ? undefined : readCursor(signer, request, caller, request.cursor);
  const plan = planCounts(request, caller, { timeZone, asOf: before?.asOf ?? asOf });
  if (plan.mode === 'summary') return runCounts(connection, plan, limits);
  return readDetailsPage(connection, plan, { request, owner: caller, before }, signer);
}
