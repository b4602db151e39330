import { type FileHandle, open } from 'node:fs/promises';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { contentDisposition } from './content-disposition.ts';

const CHUNK_BYTES = 64 * 1024;

export function downloadHeaders({ filename, file }: ExportJob): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Length': String(file?.size ?? 0),
    'Content-Disposition': contentDisposition(filename),
    'Last-Modified': new Date(file?.finished_at ?? 0).toUTCString(),
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'none',
    'X-Accel-Buffering': 'no',
  };
}

export interface DownloadOptions {
  /** Bytes that the file must have. */
  size: number;
  /** Asked right before the first byte; what it throws breaks the download off. */
  confirm(): Promise<unknown>;
  onError(error: unknown): void;
  /** The client is gone. */
  signal: AbortSignal;
}

/**
 * A file as a stream that reads one chunk each time the client has room for one. The file is closed in every end: in
 * the pull that sends the last byte, on an error, or when the client goes.
 * @throws the file system's error when there is no such file; nothing is sent then
 */
export async function fileStream(path: string, options: DownloadOptions): Promise<ReadableStream<Uint8Array>> {
  const { size, confirm, onError, signal } = options;
  const file = await open(path, 'r');
  const close = () => file.close().catch(onError);
  signal.addEventListener('abort', close, { once: true });
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (sent === 0) await confirm();
          const chunk = await readChunk(file, sent, size);
          sent += chunk.byteLength;
          if (chunk.byteLength > 0) controller.enqueue(chunk);
          if (sent < size) return;
          await close();
          controller.close();
        } catch (error) {
          onError(error);
          await close();
          controller.error(error);
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

/** @throws Error when the file ends before it should */
async function readChunk(file: FileHandle, position: number, size: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, size - position));
  if (buffer.byteLength === 0) return buffer;
  const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
  if (bytesRead === 0) throw new Error(`The export file ends at byte ${position} instead of ${size}.`);
  return buffer.subarray(0, bytesRead);
}
