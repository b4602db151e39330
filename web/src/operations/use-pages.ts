import { useInfiniteQuery } from '@tanstack/react-query';
import { requestJson } from '../http/request-json.ts';

interface Page {
  next: string | number | null;
}

/** A list that comes in pages, each continued where the one before it ended (`cursor`: the query's name for that). */
export function usePages<Answered extends Page>(
  path: string,
  query: Readonly<Record<string, string>>,
  { cursor = 'before', pause = 0 } = {},
) {
  return useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ signal, pageParam }) => {
      const asked = new URLSearchParams({ limit: '50', ...query });
      if (pageParam !== null) asked.set(cursor, String(pageParam));
      return requestJson<Answered>(`${path}?${asked}`, { signal, timeout: 15_000 });
    },
    initialPageParam: null as string | number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: pause > 0 ? pause : false,
  });
}
