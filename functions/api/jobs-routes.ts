import { Hono } from 'hono';
import { type Actor, recordAudit } from '../../shared/audit/record.ts';
import type { Connection, Database } from '../../shared/database/database.ts';
import { wireId } from '../../shared/database/time.ts';
import { countJobs, findJob, JOB_STATES, type JobRecord, listJobs } from '../../shared/jobs/job-list.ts';
import { RetryRefused, retryFailed } from '../../shared/jobs/retry-failed.ts';
import { actorOf } from './actor.ts';
import type { ApiEnvironment } from './environment.ts';
import { keysetPage } from './keyset-page.ts';
import { Problem } from './problem.ts';
import { requireAdmin } from './require-admin.ts';

/** Background jobs, for administrators: a page of them with how many there are of each state, and the retry of one. */
export function createJobsRoutes(database: Database): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  routes.use(requireAdmin('look after jobs'));

  routes.get('/', async (c) => {
    const { state: given, ...page } = c.req.query();
    const state = JOB_STATES.find((known) => known === given);
    if (given !== undefined && !state) throw unknownState();
    const { limit, before } = keysetPage(page);
    const found = await listJobs(database, {
      limit: limit + 1,
      ...(state ? { state } : {}),
      ...(before === undefined ? {} : { after: before }),
    });
    const jobs = found.slice(0, limit).map(jobView);
    return c.json({
      jobs,
      next: found.length > limit ? (jobs.at(-1)?.id ?? null) : null,
      counts: await counts(database),
    });
  });

  routes.post('/:id/retry', async (c) => {
    const id = c.req.param('id');
    try {
      await retryFailed(audited(database, actorOf(c), id), id);
    } catch (error) {
      throw error instanceof RetryRefused ? refusal(error) : error;
    }
    return c.json(jobView((await findJob(database, id)) as JobRecord));
  });

  return routes;
}

async function counts(connection: Pick<Connection, 'query'>): Promise<Record<string, number>> {
  const found = await Promise.all(
    JOB_STATES.map(async (state) => [state, await countJobs(connection, state)] as const),
  );
  return Object.fromEntries(found);
}

/** The retry and the line that tells of it are one transaction. */
function audited(database: Database, actor: Actor, id: string): Pick<Database, 'transaction'> {
  return {
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        await recordAudit(tx, { ...actor, action: 'job.retried', subject: { kind: 'job', id } });
        return result;
      }),
  };
}

function jobView(job: JobRecord) {
  return {
    id: wireId(job.id),
    kind: job.kind,
    state: job.state,
    payload: job.payload,
    unique_key: job.uniqueKey,
    attempts: job.attempts,
    run_at: job.runAt,
    last_error: job.lastError,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
  };
}

function refusal({ reason, message }: RetryRefused): Problem {
  return reason === 'missing' ? new Problem(404, 'not-found', message) : new Problem(409, reason, message);
}

function unknownState(): Problem {
  const message = 'There is no such state.';
  const errors = [{ field: 'state', code: 'not_allowed', message, allowed: JOB_STATES }];
  return new Problem(422, 'invalid-request', message, { errors });
}
