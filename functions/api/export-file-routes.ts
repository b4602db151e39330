import { type Context, Hono } from 'hono';
import { recordAudit } from '../../shared/audit/record.ts';
import { markDownload, takeDownload } from '../../shared/export-queue/download.ts';
import { exportFilePath } from '../../shared/export-queue/finish.ts';
import { holdFile } from '../../shared/export-queue/held-file.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { readExport } from '../../shared/export-queue/status.ts';
import { errorFields } from '../../shared/log.ts';
import type { ApiEnvironment } from './environment.ts';
import {
  type AccessDependencies,
  FILE_TOKEN,
  JOB_TOKEN,
  notFound,
  openToken,
  requireCurrent,
  requireReady,
} from './export-access.ts';
import { downloadHeaders, startDownload } from './export-download.ts';
import { DownloadStopped, downloadGuard } from './export-guard.ts';
import { Problem } from './problem.ts';

export interface FileRouteDependencies extends AccessDependencies {
  recheckMs: number;
  stallSeconds: number;
}

/** `GET /:token`: the file of a ready export; with `job` and `attempt` in the query as its one confirmed download. */
export function createExportFileRoutes(deps: FileRouteDependencies): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  routes.get('/:token', async (c) => {
    const job = requireReady(await openToken(deps, c.req.param('token'), FILE_TOKEN, c.get('caller')));
    const attempt = await askedAttempt(deps, c, job);
    if (c.req.method === 'HEAD') return c.body(null, 200, downloadHeaders(job));
    if (attempt !== undefined) await take(deps, job, attempt);
    const file = await holdFile(exportFilePath(deps.queue, job));
    if (!file) {
      // Swept between the check and the opening: told as what it is now.
      requireReady(await readExport(deps.queue, job.id));
      throw new Error(`The file of export ${job.id} is missing.`);
    }
    return c.body(startDownload(file, downloadOf(deps, c, job, attempt)), 200, downloadHeaders(job));
  });
  return routes;
}

/** @throws Problem 404 when the query names an attempt that is not this job's, 422 when it names half of one */
async function askedAttempt(deps: AccessDependencies, c: Context<ApiEnvironment>, job: ExportJob) {
  const { job: token, attempt } = c.req.query();
  if (token === undefined && attempt === undefined) return undefined;
  if (token === undefined || attempt === undefined) {
    const message = 'job and attempt belong together; leave both out for a plain download.';
    const field = token === undefined ? 'job' : 'attempt';
    throw new Problem(422, 'invalid-request', message, { errors: [{ field, code: 'missing', message }] });
  }
  const named = await openToken(deps, token, JOB_TOKEN, c.get('caller'));
  if (named.id !== job.id || named.download?.attempt !== attempt) throw notFound();
  return attempt;
}

/** @throws Problem 409 when another request has it, 410 when it is too late for it */
async function take({ queue }: AccessDependencies, job: ExportJob, attempt: string): Promise<void> {
  const found = await takeDownload(queue, job.id, attempt);
  if (found === 'pending') return;
  if (found === undefined) requireReady(await readExport(queue, job.id));
  if (found === 'expired')
    throw new Problem(410, 'attempt-expired', 'This download did not start in time. Export again.');
  throw new Problem(
    409,
    'attempt-taken',
    'This download was started before; an attempt is good for one. Export again.',
  );
}

function downloadOf(deps: FileRouteDependencies, c: Context<ApiEnvironment>, job: ExportJob, attempt?: string) {
  const { queue, database, recheckMs, stallSeconds } = deps;
  const log = c.get('log').with({ export: job.id });
  const mark = async (type: 'download-start' | 'download-finish' | 'download-fail') =>
    attempt === undefined || markDownload(queue, job.id, { type, attempt });
  const unmarked = (error: unknown) => log.warn('the end of a download was not written down', errorFields(error));
  return {
    size: job.file?.size ?? 0,
    recheckMs,
    stallSeconds,
    signal: c.req.raw.signal,
    disconnect: disconnectOf(c),
    guard: downloadGuard({
      job,
      attempt,
      recheckMs,
      readJob: () => readExport(queue, job.id),
      findCaller: c.get('findCaller'),
      requireCurrent: (current, caller) => requireCurrent({ database }, current, caller),
    }),
    onBegin: () =>
      recordAudit(database, {
        action: 'export.downloaded',
        subject: { kind: 'export', id: job.id },
        userId: job.owner.user_id,
        requestId: c.get('requestId'),
        details: { bytes: job.file?.size ?? 0 },
      }),
    async onStart() {
      if (!(await mark('download-start'))) throw new DownloadStopped('The attempt did not start in time.');
    },
    onFinish: () => mark('download-finish').catch(unmarked),
    onBreak(error?: unknown) {
      if (error === undefined) log.info('download broken off by its client');
      else log.warn('download broken off', errorFields(error));
      return mark('download-fail').catch(unmarked);
    },
  };
}

/** What ends the connection of a request in the server that carries it. */
function disconnectOf(c: Context): (() => void) | undefined {
  const { outgoing } = (c.env ?? {}) as { outgoing?: { destroy(): void } };
  return outgoing && (() => outgoing.destroy());
}
