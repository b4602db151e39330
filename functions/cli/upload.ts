import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { type ImportAnswer, importAnswer } from './import-answer.ts';
import type { Progress } from './progress.ts';
import { jsonBody, type Service } from './service.ts';

const me = z.object({ limits: z.object({ import_direct_max_bytes: z.number() }) });
const announced = importAnswer.extend({
  upload: z.object({ method: z.string(), url: z.url(), headers: z.record(z.string(), z.string()) }).optional(),
});

/** @throws CommandFailed when there is no such file */
export async function requireFile(file: string): Promise<{ size: number }> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${error.code}).`;
    throw new CommandFailed(EXIT.missing, why);
  });
  if (!found.isFile()) throw new CommandFailed(EXIT.usage, `${file} is no file.`);
  return found;
}

/**
 * Sends a file by the door that takes one of its size.
 * @param query of `POST /api/imports`
 * @throws CommandFailed
 */
export async function uploadFile(
  service: Service,
  file: string,
  query: URLSearchParams,
  progress: Progress,
): Promise<ImportAnswer> {
  const name = basename(file);
  const { size } = await requireFile(file);
  const { limits } = await service.read('/api/me', me);
  const path = `/api/imports?${query}`;
  const body = () => sending(file, size, (share) => progress.show(`Sending ${name}`, share));
  if (size <= limits.import_direct_max_bytes) {
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'X-Filename': encodeURIComponent(name),
    };
    return service.read(path, importAnswer, { method: 'POST', headers, ...body() });
  }
  progress.show(`Reading ${name}`);
  const sha256 = await checksum(file);
  const { upload, ...answer } = await service.read(path, announced, jsonBody('POST', { name, size, sha256 }));
  if (!upload) return answer as ImportAnswer;
  const put = await fetch(new URL(upload.url, service.url), {
    method: upload.method,
    headers: { 'Content-Length': String(size), ...upload.headers },
    ...body(),
  });
  if (!put.ok) throw new CommandFailed(EXIT.failed, `The store did not take ${name} (${put.status}).`);
  return service.read(`/api/imports/${answer.id}/complete`, importAnswer, { method: 'POST' });
}

async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The file as a request's body, told as it goes. */
function sending(file: string, size: number, onShare: (share: number) => void): RequestInit {
  let sent = 0;
  const content = createReadStream(file).on('data', (chunk) => {
    sent += chunk.length;
    onShare(sent / Math.max(1, size));
  });
  return { body: Readable.toWeb(content) as ReadableStream, duplex: 'half' } as RequestInit;
}
