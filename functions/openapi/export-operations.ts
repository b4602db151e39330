import { COUNT_EXAMPLE } from './count-operations.ts';
import { csv, json, type Operation } from './operation.ts';

const tag = 'exports';
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
    id: 'downloadExport',
    method: 'get',
    path: '/api/counts/export/files/{token}',
    tag,
    summary: 'Download the file of an export',
    access: 'session',
    answers: { 200: { description: 'The file.', content: csv } },
    problems: { 404: NOT_FOUND, 409: 'There is no file yet.', 410: GONE },
  },
];
