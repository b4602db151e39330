import * as z from 'zod';
import { AUDIT_ACTIONS } from '../../shared/audit/record.ts';
import { json, type Operation } from './operation.ts';
import { pageQuery } from './page-query.ts';

const tag = 'service';
const PLAIN = { 'text/plain': { schema: 'text' } } as const;

/** What is asked about the service itself. */
export const serviceOperations: readonly Operation[] = [
  {
    id: 'getHealth',
    method: 'get',
    path: '/up',
    tag,
    summary: 'Check the database and the worker',
    description: 'Answers within two seconds. HEALTH_PATH changes its path.',
    access: 'open',
    answers: {
      200: { description: 'ok', content: PLAIN },
      503: { description: 'database unavailable, or worker stale', content: PLAIN },
    },
  },
  {
    id: 'getLiveness',
    method: 'get',
    path: '/live',
    tag,
    summary: 'Check that this process answers',
    access: 'open',
    answers: { 200: { description: 'ok', content: PLAIN } },
  },
  {
    id: 'getMetrics',
    method: 'get',
    path: '/metrics',
    tag,
    summary: 'Tell what is measured, to a Prometheus on this machine',
    access: 'open',
    answers: { 200: { description: "Prometheus' text format.", content: PLAIN } },
    problems: { 403: 'The request came from elsewhere, or through a proxy.' },
  },
  {
    id: 'getDescription',
    method: 'get',
    path: '/api/openapi.json',
    tag,
    summary: 'This description',
    access: 'open',
    answers: { 200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: 'AnyObject' } } } },
  },
  {
    id: 'listAudit',
    method: 'get',
    path: '/api/audit',
    tag,
    summary: 'Tell who did what, the newest first',
    access: 'admin',
    query: pageQuery.extend({
      action: z.enum(AUDIT_ACTIONS).optional(),
      user: z.string().optional().meta({ description: 'Id of a user.' }),
    }),
    answers: { 200: { description: 'A page.', content: json('AuditPage') } },
    problems: { 422: 'A filter cannot be used.' },
  },
];
