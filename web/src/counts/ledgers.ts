import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';

export type Ledger = Answer<'Ledger'>;
export type LedgerAxis = Answer<'LedgerAxis'>;

/** What can be imported and counted. It changes with a release only, so one answer lasts as long as the page. */
export function useLedgers() {
  return useQuery({
    queryKey: ['ledgers'],
    queryFn: async ({ signal }) => (await requestJson<Answer<'Ledgers'>>('/api/ledgers', { signal })).ledgers,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
