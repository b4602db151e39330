import { useQuery } from '@tanstack/react-query';
import { requestJson } from '../http/request-json.ts';
import { isFinal } from './import-states.ts';

export interface RowError {
  line: number;
  column: string | null;
  code: string;
  message: string;
  text: string | null;
}

export interface ImportRecord {
  id: number | string;
  state: string;
  ledger: string;
  filename: string | null;
  bytes: number | null;
  rows_read: number | null;
  rows_inserted: number | null;
  rows_unchanged: number | null;
  rows_replaced: number | null;
  rows_failed: number | null;
  error_count: number | null;
  errors?: RowError[];
  duplicate_of: number | string | null;
  problem: { code: string; message: string } | null;
  created_at: string;
  finished_at: string | null;
}

/** Key of everything that was read about imports. */
export const IMPORTS = ['imports'] as const;

/** The latest imports, asked for again every second while one of them is unfinished. */
export function useImports() {
  return useQuery({
    queryKey: [...IMPORTS, 'list'],
    queryFn: ({ signal }) =>
      requestJson<{ imports: ImportRecord[] }>('/api/imports?limit=50', { signal, timeout: 15_000 }),
    refetchInterval: (query) => (query.state.data?.imports.some(({ state }) => !isFinal(state)) ? 1_000 : false),
  });
}

/** One import with its first errors. `state` is part of the key: what is known changes with it. */
export function useImport(id: number | string, state: string, enabled: boolean) {
  return useQuery({
    queryKey: [...IMPORTS, String(id), state],
    queryFn: ({ signal }) => requestJson<ImportRecord>(`/api/imports/${id}`, { signal, timeout: 15_000 }),
    enabled,
  });
}
