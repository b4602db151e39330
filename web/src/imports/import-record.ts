import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import { isFinal, type ListFilter, statesOf } from './import-states.ts';

export type ListedImport = Answer<'ListedImport'>;
export type ImportRecord = Answer<'Import'>;
export type RowError = Answer<'RowError'>;
export type ImportPreview = Answer<'ImportPreview'>;
export type AwaitingImport = Answer<'AwaitingImport'>;
export type ImportAnswer = ImportRecord & { duplicate?: boolean };

/** Key of everything that was read about imports. */
export const IMPORTS = ['imports'] as const;

const SOON = 1_000;
/** Others import too, and the server may be away. */
const LATER = 10_000;
const PORTION = 50;

/** The newest first, asked for again every second while one of them is unfinished. */
export function useImports(filter: ListFilter) {
  return useInfiniteQuery({
    queryKey: [...IMPORTS, 'list', filter],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(PORTION) });
      const states = statesOf(filter);
      if (states) query.set('state', states.join(','));
      if (pageParam !== null) query.set('before', String(pageParam));
      return requestJson<Answer<'ImportPage'>>(`/api/imports?${query}`, { signal, timeout: 15_000 });
    },
    initialPageParam: null as number | string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ imports }) => imports.some(({ state }) => !isFinal(state))) ? SOON : LATER,
  });
}

/** One import with its first errors, followed until it has ended. */
export function useImport(id: string) {
  return useQuery({
    queryKey: [...IMPORTS, id],
    queryFn: ({ signal }) => requestJson<ImportRecord>(`/api/imports/${id}`, { signal, timeout: 15_000 }),
    refetchInterval: ({ state: { data } }) => (data && isFinal(data.state) ? false : SOON),
  });
}
