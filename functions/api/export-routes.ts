import { Hono } from 'hono';
import { recordAudit } from '../../shared/audit/record.ts';
import { detailsColumns } from '../../shared/counts/details-columns.ts';
import { planCounts } from '../../shared/counts/plan.ts';
import { cancelExport } from '../../shared/export-queue/cancel.ts';
import { askDownload } from '../../shared/export-queue/download.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { RegistrationRefused, registerExport } from '../../shared/export-queue/registration.ts';
import { readPolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import type { ApiEnvironment } from './environment.ts';
import {
  exportToken,
  FILE_TOKEN,
  JOB_TOKEN,
  openOwn,
  openToken,
  requireCurrent,
  requireReady,
} from './export-access.ts';
import { type ExportBody, parseExportBody } from './export-body.ts';
import { createExportFileRoutes, type FileRouteDependencies } from './export-file-routes.ts';
import { exportStatus } from './export-status.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';

export interface ExportRouteDependencies extends FileRouteDependencies {
  /** The zone of counts that name none. */
  timeZone: string;
}

/** Exports of counts: registered here, made by the export workers, fetched here. For `/api/counts/export`. */
export function createExportRoutes(deps: ExportRouteDependencies): Hono<ApiEnvironment> {
  const { queue, database, timeZone } = deps;
  const routes = new Hono<ApiEnvironment>();
  const statusOf = (job: ExportJob) => exportStatus(job, exportToken(deps, FILE_TOKEN, job));

  routes.post('/jobs', async (c) => {
    const caller = c.get('caller');
    const body = parseExportBody(await readJson(c.req.raw));
    const plan = planCounts(body.request, caller, { timeZone, asOf: queue.clock.time() });
    if (plan.mode === 'details' && body.format === 'csv' && detailsColumns(plan).length === 0) throw nothingToWrite();
    const owner = { user_id: caller.userId, session_id: caller.sessionId, role: caller.role };
    const policy = { policy_revision: await readPolicyRevision(database) };
    const order = { ...body, ...policy, time_zone: timeZone, owner, filename: filename(body) };
    const job = await registerExport(queue, order).catch((error: unknown) => {
      throw error instanceof RegistrationRefused ? refusal(error) : error;
    });
    c.get('log').info('export registered', { export: job.id });
    await recordAudit(database, {
      action: 'export.registered',
      subject: { kind: 'export', id: job.id },
      userId: caller.userId,
      requestId: c.get('requestId'),
      details: { ledger: body.request.ledger, format: body.format },
    });
    const { state, as_of, expires_at } = job;
    return c.json({ token: exportToken(deps, JOB_TOKEN, job), state, as_of, expires_at }, 202);
  });

  routes.get('/jobs/:token', async (c) =>
    c.json(statusOf(await openToken(deps, c.req.param('token'), JOB_TOKEN, c.get('caller')))),
  );

  routes.delete('/jobs/:token', async (c) => {
    const caller = c.get('caller');
    const found = await openOwn(deps, c.req.param('token'), JOB_TOKEN, caller);
    const job = (await cancelExport(queue, found.id)) ?? found;
    // Last: what its owner may no longer see need not be made either.
    await requireCurrent(deps, job, caller);
    return c.json(statusOf(job), 202);
  });

  routes.post('/jobs/:token/download', async (c) => {
    const { id } = requireReady(await openToken(deps, c.req.param('token'), JOB_TOKEN, c.get('caller')));
    const job = requireReady(await askDownload(queue, id));
    return c.json({ ...job.download, file_token: exportToken(deps, FILE_TOKEN, job) });
  });

  routes.route('/files', createExportFileRoutes(deps));
  return routes;
}

const REFUSED = { no_worker: 503, storage_full: 503, too_many_open: 429 } as const;

function refusal({ code, message }: RegistrationRefused): Problem {
  return new Problem(REFUSED[code], code, message, { headers: { 'Retry-After': '30' } });
}

function nothingToWrite(): Problem {
  const message = 'A CSV of details has only columns that can be imported; ask for one of those, or for json.';
  return new Problem(422, 'invalid-export', message, { errors: [{ field: 'fields', code: 'not_allowed', message }] });
}

function filename({ request, format, options }: ExportBody): string {
  const extension = format === 'csv' && options.delimiter === '\t' ? 'tsv' : format;
  return `counts-${request.ledger}.${extension}`;
}
