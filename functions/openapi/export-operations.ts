import * as z from 'zod';
import { COUNT_EXAMPLE } from './count-operations.ts';
import { type Content, json, type Operation } from './operation.ts';

const tag = 'exports';
const exportFile: Readonly<Record<string, Content>> = {
  'text/csv': { schema: 'file' },
  'text/tab-separated-values': { schema: 'file' },
  'application/json': { schema: 'file' },
  'application/x-ndjson': { schema: 'file' },
};
const NOT_FOUND = 'The token is unknown, or of somebody else.';
const GONE = 'The export has expired, was canceled, or is outdated.';

export const exportOperations: readonly Operation[] = [
  {
    id: 'registerExport',
    method: 'post',
    path: '/api/counts/export/jobs',
    tag,
    summary: 'Have a count made into a file',
    access: 'session',
    body: json('ExportRequest', { request: COUNT_EXAMPLE, format: 'csv' }),
    answers: { 202: { description: 'Registered; ask for its state by the token.', content: json('RegisteredExport') } },
    problems: {
      400: 'The body is not JSON.',
      403: 'The caller may not count by this.',
      413: 'The body is too large.',
      422: 'The request cannot be served as it is.',
      429: 'The caller has as many open exports as one may have.',
      503: 'No worker is there, or there is no room.',
    },
  },
  {
    id: 'getExport',
    method: 'get',
    path: '/api/counts/export/jobs/{token}',
    tag,
    summary: 'Tell how far an export is',
    access: 'session',
    answers: { 200: { description: 'Its state and progress.', content: json('ExportStatus') } },
    problems: { 404: NOT_FOUND, 410: GONE },
  },
  {
    id: 'cancelExport',
    method: 'delete',
    path: '/api/counts/export/jobs/{token}',
    tag,
    summary: 'Cancel an export',
    description:
      'Written down to stay. What runs is canceled once its generator is gone; a ready file is deleted and its download breaks off; what has ended stays as it is.',
    access: 'session',
    answers: { 202: { description: 'Its state; canceled at once or soon.', content: json('ExportStatus') } },
    problems: { 404: NOT_FOUND, 410: GONE },
  },
  {
    id: 'askDownload',
    method: 'post',
    path: '/api/counts/export/jobs/{token}/download',
    tag,
    summary: 'Register the one confirmed download of a ready export',
    description:
      'Asked again it is the same attempt. The file is then GET /api/counts/export/files/{file_token}?job={token}&attempt={attempt}, once, and must have started by expires_at; its state is told with the export.',
    access: 'session',
    answers: { 200: { description: 'The attempt.', content: json('DownloadAttempt') } },
    problems: { 404: NOT_FOUND, 409: 'There is no file yet.', 410: GONE },
  },
  {
    id: 'downloadExport',
    method: 'get',
    path: '/api/counts/export/files/{token}',
    tag,
    summary: 'Download the file of an export',
    description:
      'Without a query as often as wanted. The connection is cut when the export is canceled, its owner signed out or banned, or what they may see has changed.',
    access: 'session',
    query: z.object({
      job: z.string().optional().meta({ description: 'Token of the export, with attempt.' }),
      attempt: z.string().optional().meta({ description: 'Its download attempt; good for one request.' }),
    }),
    answers: { 200: { description: 'The file.', content: exportFile } },
    problems: {
      404: NOT_FOUND,
      409: 'There is no file yet, or the attempt was taken.',
      410: GONE,
      422: 'Only one of job and attempt.',
    },
  },
];
