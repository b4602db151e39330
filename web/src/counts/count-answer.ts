import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import type { CountRequest } from './count-request.ts';
import { requestBody } from './request-body.ts';

/** One part of a row's or column's key: a value with its label, or the reserved mark of what is not public. */
export type Key = Answer<'KeyPart'>;
export type ResultRow = Answer<'ResultRow'>;
export type Cell = ResultRow['total'];
export type CountAnswer = Answer<'CountsSummary'>;

export interface CountResult {
  /** The request that this answer belongs to; the form may be ahead of it. */
  request: CountRequest;
  answer: CountAnswer;
}

/** Asks for a summary. Until the answer is there, the one before it stays (`isPlaceholderData`). */
export function useCount(request: CountRequest) {
  return useQuery({
    queryKey: ['count', request],
    queryFn: async ({ signal }): Promise<CountResult> => {
      const body = requestBody(request);
      return { request, answer: await requestJson<CountAnswer>('/api/counts', { method: 'POST', body, signal }) };
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

export function isMasked(key: Key): key is Extract<Key, { masked: true }> {
  return 'masked' in key;
}
