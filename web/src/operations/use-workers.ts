import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';

export type Workers = Answer<'Workers'>;

const PAUSE = 3_000;

export function useWorkers() {
  return useQuery({
    queryKey: ['workers'],
    queryFn: ({ signal }) => requestJson<Workers>('/api/workers', { signal, timeout: 15_000 }),
    refetchInterval: PAUSE,
  });
}
