import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askDownload, type ExportStatus, isRefusal } from './export-job.ts';

/** Without a confirmed start after this, the attempt is given up. */
const PATIENCE = 30_000;

export type DownloadStand = 'none' | 'handing' | 'started' | 'failed' | 'expired' | 'silent';

/**
 * The one download of an export. It is asked for once; a cut question is put again for the same attempt, and the file
 * is fetched by a single GET, which whoever draws `attempt` makes.
 */
export function useDownload(token: string | null, status: ExportStatus | undefined) {
  const client = useQueryClient();
  const [silent, setSilent] = useState(false);
  const ask = useMutation({
    mutationFn: askDownload,
    retry: (failures, error) => !isRefusal(error) && failures < 30,
    retryDelay: 800,
    onSettled: () => client.invalidateQueries({ queryKey: ['export', token] }),
  });
  const stand = standOf(status?.download?.state, { asked: !ask.isIdle, refused: ask.isError, silent });
  const waiting = stand === 'handing';

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSilent(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [waiting]);

  return {
    stand,
    attempt: ask.data ?? null,
    failure: ask.error,
    start: () => token !== null && ask.isIdle && ask.mutate(token),
    forget: () => {
      ask.reset();
      setSilent(false);
    },
  };
}

export function standOf(
  state: string | undefined,
  { asked, refused, silent }: { asked: boolean; refused: boolean; silent: boolean },
): DownloadStand {
  if (state === 'started' || state === 'finished') return 'started';
  if (state === 'failed' || refused) return 'failed';
  if (state === 'expired') return 'expired';
  if (!asked) return 'none';
  return silent ? 'silent' : 'handing';
}
