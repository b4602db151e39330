import { Hono } from 'hono';
import { answerCounts } from '../../shared/counts/answer-counts.ts';
import { INTERACTIVE_LIMITS } from '../../shared/counts/answer-limits.ts';
import { type CountsRequest, countsRequestSchema } from '../../shared/counts/request.ts';
import { wireTime } from '../../shared/database/time.ts';
import { fieldFaults } from '../../shared/field-fault.ts';
import type { TokenSigner } from '../../shared/signed-token/signed-token.ts';
import type { CountsGate } from './counts-gate.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';

export interface CountsRouteDependencies {
  gate: CountsGate;
  /** The zone of counts that name none. */
  timeZone: string;
  /** Of cursors. */
  signer: TokenSigner;
}

/** `POST /`: answers a Counts request at once, from one consistent snapshot. */
export function createCountsRoutes({ gate, timeZone, signer }: CountsRouteDependencies): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  routes.post('/', async (c) => {
    const request = parseCountsRequest(await readJson(c.req.raw));
    const answer = await gate(c, async (tx) => {
      const [clock] = await tx.query<{ now: string }>('SELECT UTC_TIMESTAMP(6) AS now');
      const asOf = wireTime(clock?.now ?? '');
      return answerCounts(tx, request, c.get('caller'), { timeZone, asOf, signer, limits: INTERACTIVE_LIMITS });
    });
    return c.json(answer);
  });
  return routes;
}

/** @throws Problem 422 naming each field */
export function parseCountsRequest(body: unknown): CountsRequest {
  const result = countsRequestSchema.safeParse(body);
  if (result.success) return result.data;
  throw new Problem(422, 'invalid-count', 'This count cannot be made as it is asked for.', {
    errors: fieldFaults(result.error),
  });
}
