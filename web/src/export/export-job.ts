import { useQuery } from '@tanstack/react-query';
import type { CountRequest } from '../counts/count-request.ts';
import { requestBody } from '../counts/request-body.ts';
import { RequestFailure } from '../http/request-failure.ts';
import { requestJson } from '../http/request-json.ts';

export interface RegisteredExport {
  token: string;
  state: string;
  as_of: string;
  expires_at: string;
}

export interface ExportStatus {
  state: string;
  phase: string | null;
  processed: number | null;
  /** null while how many there will be is not known. */
  total: number | null;
  expires_at: string;
  file_token?: string;
  error: { code: string; message: string } | null;
}

export function registerExport(request: CountRequest): Promise<RegisteredExport> {
  const body = { request: requestBody(request), format: 'csv', options: {} };
  return requestJson('/api/counts/export/jobs', { method: 'POST', body, timeout: 15_000 });
}

/**
 * Follows a job: about every 800 ms while it is open, slowly once it is ready (it will expire), then no more. A poll
 * without an answer is cut after 15 s and asked again; only a refusal (4xx) ends the asking.
 */
export function useExportStatus(token: string | null) {
  return useQuery({
    queryKey: ['export', token],
    queryFn: ({ signal }) =>
      requestJson<ExportStatus>(`/api/counts/export/jobs/${encodeURIComponent(token ?? '')}`, {
        signal,
        timeout: 15_000,
      }),
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

function pause(status: ExportStatus | undefined): number | false {
  if (!status || isOpen(status.state)) return 800;
  return status.state === 'ready' ? 5_000 : false;
}
