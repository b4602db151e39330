import * as z from 'zod';
import { importQuery } from '../../shared/imports/options.ts';
import { csv, json, type Operation } from './operation.ts';
import { pageQuery } from './page-query.ts';

const tag = 'imports';
const NOT_FOUND = 'There is no import of the caller with this id.';
const FILE = { schema: 'file' } as const;

const filter = pageQuery.extend({
  state: z.string().optional().meta({ description: 'One state, or several joined by commas.' }),
  duplicates: z.enum(['true', 'false']).default('false').meta({
    description: 'Also uploads that were canceled because the same bytes were here already.',
  }),
  ledger: z.string().optional(),
});

const announcement = {
  name: '記録.csv',
  size: 10_485_760,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

export const importOperations: readonly Operation[] = [
  {
    id: 'receiveImport',
    method: 'post',
    path: '/api/imports',
    tag,
    summary: 'Take a file in, by one of two doors',
    description:
      'The file itself as the body, or as the field `file` of a form; or, as JSON, the announcement of a file that its sender then puts to the signed URL of the answer (the presigned door: any size up to the limit, and the only door for large files where GET /api/me says so). The answer comes before the file is read: ask GET /api/imports/{id} until the state is an end state.',
    access: 'importer',
    query: importQuery,
    headers: {
      'X-Filename': {
        description: 'Name of a raw body, percent-encoded UTF-8. Shown to people only.',
        example: '%E8%A8%98%E9%8C%B2.csv',
      },
      'Idempotency-Key': {
        description:
          '1 to 255 visible ASCII characters. The same key with the same file within 24 hours is answered with the same import.',
      },
    },
    body: {
      'text/csv': FILE,
      'application/octet-stream': FILE,
      'application/x-ndjson': FILE,
      'application/gzip': FILE,
      'multipart/form-data': { schema: 'FileForm' },
      'application/json': { schema: 'Announcement', example: announcement },
    },
    answers: {
      202: {
        description: 'Stored; it will be imported.',
        content: json('Import'),
        headers: { Location: 'The import.' },
      },
      201: {
        description: 'Announced: put the file to `upload`, then complete the import.',
        content: json('AwaitingImport'),
      },
      200: { description: 'The same bytes are here already, as this import.', content: json('DuplicateImport') },
    },
    problems: {
      400: 'The body broke off, or is not as long as it said.',
      409: 'The first request with this Idempotency-Key is still running.',
      413: 'The file is larger than is accepted, or than this way carries: announce it instead.',
      415: 'The body is of no type that a file has, or came as text where only base64 is carried.',
      422: 'An option cannot be used, the file is empty, or the Idempotency-Key was used for another file.',
      429: 'The caller has as many unfinished imports as one may have.',
      503: 'The file could not be stored; nothing was imported.',
    },
  },
  {
    id: 'previewImport',
    method: 'post',
    path: '/api/imports/preview',
    tag,
    summary: 'Tell how a file would be read',
    description:
      'The first 100 rows, what was detected, and their errors. The beginning of a file is enough. Nothing is kept.',
    access: 'importer',
    query: importQuery,
    body: { 'text/csv': FILE, 'application/octet-stream': FILE, 'multipart/form-data': { schema: 'FileForm' } },
    answers: { 200: { description: 'What an import would make of it.', content: json('ImportPreview') } },
    problems: {
      400: 'The body broke off, or is not as long as it said.',
      413: 'The file is larger than is accepted, or than this way carries.',
      415: 'The body is of no type that a file has, or came as text where only base64 is carried.',
      422: 'An option cannot be used, or the file cannot be read at all.',
    },
  },
  {
    id: 'listImports',
    method: 'get',
    path: '/api/imports',
    tag,
    summary: 'List imports, the newest first',
    description: 'Importers see their own, administrators all.',
    access: 'importer',
    query: filter,
    answers: { 200: { description: 'A page.', content: json('ImportPage') } },
    problems: { 422: 'A filter cannot be used.' },
  },
  {
    id: 'getImport',
    method: 'get',
    path: '/api/imports/{id}',
    tag,
    summary: 'Tell what became of an import',
    access: 'importer',
    answers: { 200: { description: 'The import.', content: json('Import') } },
    problems: { 404: NOT_FOUND },
  },
  {
    id: 'completeImport',
    method: 'post',
    path: '/api/imports/{id}/complete',
    tag,
    summary: 'Say that an announced file was put into the store',
    description: 'May be repeated.',
    access: 'importer',
    answers: {
      202: { description: 'Stored; it will be imported.', content: json('Import') },
      200: { description: 'The same bytes are here already, as this import.', content: json('DuplicateImport') },
    },
    problems: {
      404: NOT_FOUND,
      409: 'The file has not arrived, or the import takes none any more.',
      422: 'What arrived is not what was announced; the import is rejected.',
    },
  },
  {
    id: 'cancelImport',
    method: 'post',
    path: '/api/imports/{id}/cancel',
    tag,
    summary: 'Cancel an import that has not ended',
    access: 'importer',
    answers: {
      200: { description: 'Canceled.', content: json('Import') },
      202: {
        description: 'It is processed just now and will be canceled, unless it is done before.',
        content: json('Import'),
      },
    },
    problems: { 404: NOT_FOUND, 409: 'It has ended.' },
  },
  {
    id: 'redispatchImport',
    method: 'post',
    path: '/api/imports/{id}/redispatch',
    tag,
    summary: 'Send the message of an import again',
    description: 'Of one that is stored, queued or failed, dead-lettered ones too.',
    access: 'importer',
    answers: { 202: { description: 'It is on its way.', content: json('Import') } },
    problems: { 404: NOT_FOUND, 409: 'It is in another state, or its file is no longer kept.' },
  },
  {
    id: 'revertImport',
    method: 'post',
    path: '/api/imports/{id}/revert',
    tag,
    summary: 'Take the rows of an import out of the ledger again',
    access: 'admin',
    query: z.object({ dry_run: z.enum(['true', 'false']).default('false') }),
    answers: { 200: { description: 'Reverted, or how many rows it would be.', content: json('RevertedImport') } },
    problems: { 404: NOT_FOUND, 409: 'It is not done.' },
  },
  {
    id: 'downloadOriginal',
    method: 'get',
    path: '/api/imports/{id}/original',
    tag,
    summary: 'Download the file as it was sent',
    access: 'importer',
    answers: { 200: { description: 'The file, byte for byte.', content: { 'application/octet-stream': FILE } } },
    problems: {
      404: NOT_FOUND,
      409: 'It has not arrived yet.',
      410: 'It is no longer kept.',
      501: 'It is too large for this way.',
    },
  },
  {
    id: 'downloadErrors',
    method: 'get',
    path: '/api/imports/{id}/errors.csv',
    tag,
    summary: 'Download the complete report of row errors',
    description: 'The original columns plus line, code and message; it can be mended and uploaded again.',
    access: 'importer',
    answers: { 200: { description: 'The report.', content: csv } },
    problems: {
      404: `${NOT_FOUND} Or it has no errors.`,
      410: 'It is no longer kept.',
      501: 'It is too large for this way.',
    },
  },
];
