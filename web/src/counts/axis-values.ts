import { useQuery } from '@tanstack/react-query';
import { requestJson } from '../http/request-json.ts';
import { type CountAnswer, isMasked } from './count-answer.ts';
import type { AxisChoice, Value } from './count-request.ts';

export interface OfferedValue {
  value: Value;
  label: string;
  /** Records that have it. */
  count: number;
}

/** The values that an axis has in a ledger, the commonest first, as Counts itself tells them: none that is masked. */
export function useAxisValues(ledger: string, { axis, unit }: AxisChoice, timeZone: string, enabled: boolean) {
  return useQuery({
    queryKey: ['axis values', ledger, axis, unit, timeZone],
    queryFn: async ({ signal }): Promise<OfferedValue[]> => {
      const rows = [unit === undefined ? { axis } : { axis, unit }];
      const sort = unit === undefined ? [{ by: 'measure', index: 0, column: null, dir: 'desc' }] : [];
      const body = { ledger, rows, measures: ['count'], sort, time_zone: timeZone };
      const { result_rows } = await requestJson<CountAnswer>('/api/counts', { method: 'POST', body, signal });
      return result_rows.flatMap(({ key: [key], total }) =>
        !key || isMasked(key)
          ? []
          : [{ value: key.value, label: key.label ?? String(key.value ?? ''), count: Number(total?.[0] ?? 0) }],
      );
    },
    enabled,
    staleTime: 60_000,
  });
}
