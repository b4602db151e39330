import { useQuery } from '@tanstack/react-query';
import { requestJson } from '../http/request-json.ts';

export interface LedgerAxis {
  axis: string;
  units?: string[];
  guarded: boolean;
}

export interface Ledger {
  name: string;
  entity_key: string[];
  columns: { name: string }[];
  axes: LedgerAxis[];
}

/** What can be imported and counted. It changes with a release only, so one answer lasts as long as the page. */
export function useLedgers() {
  return useQuery({
    queryKey: ['ledgers'],
    queryFn: async ({ signal }) => (await requestJson<{ ledgers: Ledger[] }>('/api/ledgers', { signal })).ledgers,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
