import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { requestJson } from '../http/request-json.ts';
import type { CountRequest } from './count-request.ts';

/** One key of a row or a column: a value with its label, or the reserved mark of what is not public. */
export type Key = { value: string | number | null; label: string | null } | { masked: true; label: string };

export interface ResultRow {
  /** Number of row axes the key fixes: all of them for a regular row, 0 for the grand total. */
  level: number;
  key: Key[];
  /** One per column key, each with one value per measure; null where nothing contributes. */
  cells: (number[] | null)[];
  total: number[] | null;
}

export interface CountAnswer {
  as_of: string;
  time_zone: string;
  column_keys: Key[][];
  result_rows: ResultRow[];
  output_count: number;
}

export interface CountResult {
  /** The request that this answer belongs to; the form may be ahead of it. */
  request: CountRequest;
  answer: CountAnswer;
}

/** Asks for a count. Until the answer is there, the one before it stays (`isPlaceholderData`). */
export function useCount(request: CountRequest) {
  return useQuery({
    queryKey: ['count', request],
    queryFn: async ({ signal }): Promise<CountResult> => {
      const body = { ...request, measures: ['count'] };
      return { request, answer: await requestJson<CountAnswer>('/api/counts', { method: 'POST', body, signal }) };
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}
