import * as z from 'zod';
import type { Operation } from './operation.ts';

/** The directory driver's half of the presigned door; with S3 the signed URL is S3's own. */
export const uploadOperations: readonly Operation[] = [
  {
    id: 'putUpload',
    method: 'put',
    path: '/api/uploads/{key}',
    tag: 'imports',
    summary: 'Put an announced file to its signed URL',
    description: 'Use the URL of the announcement unchanged: the signature in it is all the permission there is.',
    access: 'open',
    query: z.object({
      size: z.string().regex(/^\d+$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      expires: z.string().regex(/^\d+$/).meta({ description: 'Seconds since 1970.' }),
      signature: z.string(),
    }),
    body: { 'application/octet-stream': { schema: 'file' } },
    answers: { 200: { description: 'Stored.' } },
    problems: {
      400: 'The body broke off.',
      403: 'The signature is not ours, or has expired.',
      422: 'The body is not what was announced.',
      503: 'The file could not be stored.',
    },
  },
];
