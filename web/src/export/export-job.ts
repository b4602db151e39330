import { useQuery } from '@tanstack/react-query';
import type { CountRequest } from '../counts/count-request.ts';
import type { Answer } from '../http/answer.ts';
import { RequestFailure } from '../http/request-failure.ts';
import { requestJson } from '../http/request-json.ts';
import { type ExportOrder, exportBody } from './export-order.ts';

export type RegisteredExport = Answer<'RegisteredExport'>;
export type ExportStatus = Answer<'ExportStatus'>;
export type DownloadAttempt = Answer<'DownloadAttempt'>;

/** One question to the server is cut after this; the next one asks the same again. */
const CUT = 15_000;
const JOBS = '/api/counts/export/jobs';

export interface Registration {
  request: CountRequest;
  order: ExportOrder;
}

export function registerExport({ request, order }: Registration): Promise<RegisteredExport> {
  return requestJson(JOBS, { method: 'POST', body: exportBody(request, order), timeout: CUT });
}

export function cancelExport(token: string): Promise<ExportStatus> {
  return requestJson(jobPath(token), { method: 'DELETE', timeout: CUT });
}

/** Asked again, it is the same attempt. */
export function askDownload(token: string): Promise<DownloadAttempt> {
  return requestJson(`${jobPath(token)}/download`, { method: 'POST', timeout: CUT });
}

export function downloadPath(token: string, { attempt, file_token }: DownloadAttempt): string {
  return `/api/counts/export/files/${encodeURIComponent(file_token)}?${new URLSearchParams({ job: token, attempt })}`;
}

/**
 * Follows a job: about every 800 ms while something is awaited, slowly once its file is there (it will expire), then no
 * more. A poll without an answer is cut and asked again; only a refusal (4xx) ends the asking.
 */
export function useExportStatus(token: string | null) {
  return useQuery({
    queryKey: ['export', token],
    queryFn: ({ signal }) => requestJson<ExportStatus>(jobPath(token ?? ''), { signal, timeout: CUT }),
    enabled: token !== null,
    refetchInterval: ({ state: { data, error } }) => (isRefusal(error) ? false : pause(data)),
    refetchIntervalInBackground: true,
  });
}

export function isRefusal(error: unknown): boolean {
  return error instanceof RequestFailure && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Whether a job's file is still to come. A state the page does not know counts as open. */
export function isOpen(state: string): boolean {
  return !['ready', 'failed', 'canceled', 'expired'].includes(state);
}

/** Whether an attempt may still come to start. */
export function isStarting(attempt: ExportStatus['download']): boolean {
  return attempt !== null && ['pending', 'streaming'].includes(attempt.state);
}

function jobPath(token: string): string {
  return `${JOBS}/${encodeURIComponent(token)}`;
}

function pause(status: ExportStatus | undefined): number | false {
  if (!status || isOpen(status.state) || isStarting(status.download)) return 800;
  return status.state === 'ready' ? 5_000 : false;
}
