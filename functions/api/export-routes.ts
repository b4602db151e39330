import { Hono } from 'hono';
import { planCounts } from '../../shared/counts/plan.ts';
import { exportFilePath } from '../../shared/export-queue/finish.ts';
import { RegistrationRefused, registerExport } from '../../shared/export-queue/registration.ts';
import { readExport } from '../../shared/export-queue/status.ts';
import { errorFields } from '../../shared/log.ts';
import type { ApiEnvironment } from './environment.ts';
import {
  type AccessDependencies,
  exportToken,
  FILE_TOKEN,
  JOB_TOKEN,
  openToken,
  requireReady,
} from './export-access.ts';
import { type ExportBody, parseExportBody } from './export-body.ts';
import { downloadHeaders, fileStream } from './export-download.ts';
import { exportStatus } from './export-status.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';

export interface ExportRouteDependencies extends AccessDependencies {
  /** The zone of counts that name none. */
  timeZone: string;
}

/** Exports of counts: registered here, made by the export workers, fetched here. For `/api/counts/export`. */
export function createExportRoutes(deps: ExportRouteDependencies): Hono<ApiEnvironment> {
  const { queue, timeZone } = deps;
  const routes = new Hono<ApiEnvironment>();

  routes.post('/jobs', async (c) => {
    const caller = c.get('caller');
    const body = parseExportBody(await readJson(c.req.raw));
    planCounts(body.request, caller, { timeZone, asOf: queue.clock.time() });
    const owner = { user_id: caller.userId, session_id: caller.sessionId, role: caller.role };
    const job = await registerExport(queue, { ...body, time_zone: timeZone, owner, filename: filename(body) }).catch(
      (error: unknown) => {
        throw error instanceof RegistrationRefused ? refusal(error) : error;
      },
    );
    c.get('log').info('export registered', { export: job.id });
    const { state, as_of, expires_at } = job;
    return c.json({ token: exportToken(deps, JOB_TOKEN, job), state, as_of, expires_at }, 202);
  });

  routes.get('/jobs/:token', async (c) => {
    const job = await openToken(deps, c.req.param('token'), JOB_TOKEN, c.get('caller'));
    return c.json(exportStatus(job, exportToken(deps, FILE_TOKEN, job)));
  });

  routes.get('/files/:token', async (c) => {
    const token = c.req.param('token');
    const log = c.get('log');
    const allowed = async () => requireReady(await openToken(deps, token, FILE_TOKEN, c.get('caller')));
    const job = await allowed();
    if (c.req.method === 'HEAD') return c.body(null, 200, downloadHeaders(job));
    const options = {
      size: job.file?.size ?? 0,
      confirm: allowed,
      onError: (error: unknown) => log.warn('download broken off', { export: job.id, ...errorFields(error) }),
      signal: c.req.raw.signal,
    };
    try {
      return c.body(await fileStream(exportFilePath(queue, job), options), 200, downloadHeaders(job));
    } catch (error) {
      // Swept between the check and the opening: told as what it is now.
      requireReady(await readExport(queue, job.id));
      throw error;
    }
  });

  return routes;
}

const REFUSED = { no_worker: 503, storage_full: 503, too_many_open: 429 } as const;

function refusal({ code, message }: RegistrationRefused): Problem {
  return new Problem(REFUSED[code], code, message, { headers: { 'Retry-After': '30' } });
}

function filename({ request }: ExportBody): string {
  return `counts-${request.ledger}.csv`;
}
