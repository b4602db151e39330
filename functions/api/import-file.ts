import type { Context } from 'hono';
import { BodyFault } from './body-fault.ts';
import type { ApiEnvironment } from './environment.ts';
import { multipartFile } from './multipart-file.ts';
import { plainFilename } from './plain-filename.ts';
import { Problem } from './problem.ts';
import type { SentFile } from './sent-file.ts';

/** What it is, is decided by its bytes; these only say that the body is the file itself. */
export const FILE_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'application/csv',
  'application/x-ndjson',
  'application/jsonl',
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
  // Browsers call a CSV file so where Excel is installed.
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;

export const MULTIPART = 'multipart/form-data';

export function mediaType(header: string | undefined): string {
  return (header ?? 'text/csv').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * The file of a request, as its raw body or as the field `file` of a form; it is streamed, never held.
 * @throws Problem 413, 415, 422
 */
export async function sentFile(c: Context<ApiEnvironment>, maxBytes: number): Promise<SentFile> {
  const contentType = mediaType(c.req.header('content-type'));
  const announced = announcedBytes(c.req.header('content-length'));
  if (contentType === MULTIPART) return multipartFile(c.req.raw);
  if (!(FILE_TYPES as readonly string[]).includes(contentType)) {
    const detail = `Send the file itself as the body, with Content-Type: text/csv, or as the field "file" of a form; ${contentType} is not accepted here.`;
    throw new Problem(415, 'body-type', detail, {
      errors: [{ field: 'Content-Type', code: 'not_allowed', message: detail, allowed: [...FILE_TYPES, MULTIPART] }],
    });
  }
  if (announced !== undefined && announced > maxBytes) throw tooLarge(maxBytes);
  const filename = filenameOf(c.req.header('x-filename'));
  return { filename, contentType, body: measured(c.req.raw.body ?? nothing(), announced) };
}

export function tooLarge(maxBytes: number): Problem {
  return new Problem(413, 'too-large', `A file may have at most ${maxBytes.toLocaleString('en-US')} bytes.`);
}

function announcedBytes(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** A body of another length than it said was cut or tampered with on its way. */
async function* measured(body: AsyncIterable<Uint8Array>, announced: number | undefined): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (announced !== undefined && bytes > announced) throw wrongLength(announced, `more than ${announced}`);
    yield chunk;
  }
  if (announced !== undefined && bytes < announced) throw wrongLength(announced, String(bytes));
}

function wrongLength(announced: number, came: string): BodyFault {
  return new BodyFault(
    'wrong_length',
    `Content-Length says ${announced} bytes, but ${came} came. Send the file again.`,
  );
}

/** Percent-encoded UTF-8. Only shown to people, never part of a path. */
function filenameOf(header: string | undefined): string {
  try {
    return plainFilename(decodeURIComponent(header ?? ''));
  } catch {
    const message = 'X-Filename must be percent-encoded UTF-8.';
    throw new Problem(422, 'invalid-request', message, {
      errors: [{ field: 'X-Filename', code: 'encoding', message }],
    });
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
