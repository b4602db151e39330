import type { FileHandle } from 'node:fs/promises';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { contentDisposition } from './content-disposition.ts';
import { type DownloadGuard, DownloadStopped } from './export-guard.ts';
import { fileStream, type StreamOptions } from './export-stream.ts';

const TYPES: Readonly<Record<ExportJob['format'], string>> = {
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
};
/** The name by which browsers know CP932. */
const CHARSETS = { 'utf-8': 'utf-8', cp932: 'shift_jis' } as const;

export function downloadHeaders({ filename, file, format, options }: ExportJob): Record<string, string> {
  const type = format === 'csv' && options.delimiter === '\t' ? 'text/tab-separated-values' : TYPES[format];
  return {
    'Content-Type': `${type}; charset=${CHARSETS[options.encoding]}`,
    'Content-Length': String(file?.size ?? 0),
    'Content-Disposition': contentDisposition(filename),
    'Last-Modified': new Date(file?.finished_at ?? 0).toUTCString(),
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'none',
    'X-Accel-Buffering': 'no',
  };
}

export interface DownloadOptions extends Omit<StreamOptions, 'check'> {
  guard: DownloadGuard;
  /** Before the first byte. */
  onBegin(): Promise<unknown>;
  recheckMs: number;
  stallSeconds: number;
}

/**
 * A guarded file on its way to a client. The guard is also asked while the client takes nothing, and a client that
 * takes nothing for `stallSeconds` is let go: the file takes room.
 */
export function startDownload(file: FileHandle, options: DownloadOptions): ReadableStream<Uint8Array> {
  const { guard, onBegin, recheckMs, stallSeconds } = options;
  let begun = false;
  let moved = { to: 0, at: performance.now() };
  const watch = () => {
    if (stream.progress() > moved.to) moved = { to: stream.progress(), at: performance.now() };
    if (performance.now() - moved.at > stallSeconds * 1000)
      return stream.breakOff(new DownloadStopped(`Nothing could be sent for ${stallSeconds} s.`));
    return Promise.all([guard.checkJob(), guard.checkCaller()]).catch(stream.breakOff);
  };
  const timer = setInterval(watch, recheckMs);
  const stream = fileStream(file, {
    ...options,
    async check() {
      await guard.checkJob();
      await guard.checkCaller();
      if (!begun) await onBegin();
      begun = true;
    },
    onFinish() {
      clearInterval(timer);
      return options.onFinish();
    },
    onBreak(error) {
      clearInterval(timer);
      return options.onBreak(error);
    },
  });
  return stream.body;
}
