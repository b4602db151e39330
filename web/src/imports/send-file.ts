import { RequestFailure } from '../http/request-failure.ts';
import { requestJson } from '../http/request-json.ts';
import { exchange } from './exchange.ts';
import { contentTypeOf } from './file-type.ts';
import { type ImportOptions, importQuery, type Purpose } from './import-options.ts';
import type { AwaitingImport, ImportAnswer } from './import-record.ts';
import { sha256Of } from './sha-256.ts';

/** How far a file is: its checksum first where the large door asks for one, then the bytes that have left. */
export interface Progress {
  step: 'hashing' | 'sending';
  bytes: number;
}

export interface Order {
  file: File;
  options: ImportOptions;
  purpose: Purpose;
  /** The same for each attempt to send this file, so that none of them counts twice. */
  idempotencyKey: string;
  /** Largest file that may come as the body of a request. */
  directMaxBytes: number;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

/** Sends a file by the door that is wide enough for it. Rejects with RequestFailure. */
export function sendFile(order: Order): Promise<ImportAnswer> {
  return order.file.size <= order.directMaxBytes ? sendDirectly(order) : sendPresigned(order);
}

async function sendDirectly({ file, options, purpose, idempotencyKey, onProgress, signal }: Order) {
  const text = await exchange({
    method: 'POST',
    url: `/api/imports?${importQuery(options, purpose)}`,
    headers: {
      'Content-Type': contentTypeOf(file.name),
      'X-Filename': encodeURIComponent(file.name.toWellFormed()),
      'Idempotency-Key': idempotencyKey,
    },
    body: file,
    onSent: (bytes) => onProgress({ step: 'sending', bytes }),
    signal,
  });
  return JSON.parse(text) as ImportAnswer;
}

async function sendPresigned(order: Order): Promise<ImportAnswer> {
  const { file, options, purpose, idempotencyKey, onProgress, signal } = order;
  const sha256 = await sha256Of(file, (bytes) => onProgress({ step: 'hashing', bytes }), signal).catch((error) => {
    throw signal.aborted ? new RequestFailure('stopped') : error;
  });
  const announced = await requestJson<ImportAnswer | AwaitingImport>(`/api/imports?${importQuery(options, purpose)}`, {
    method: 'POST',
    body: { name: file.name.toWellFormed(), size: file.size, sha256 },
    headers: { 'Idempotency-Key': idempotencyKey },
    timeout: 30_000,
  });
  if (!('upload' in announced)) return announced;
  const { method, url, headers } = announced.upload;
  await exchange({
    method,
    url,
    headers,
    body: file,
    onSent: (bytes) => onProgress({ step: 'sending', bytes }),
    signal,
  });
  return requestJson<ImportAnswer>(`/api/imports/${announced.id}/complete`, { method: 'POST', timeout: 30_000 });
}
