import type { ReactNode } from 'react';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** Something that is asked of the server: while it is awaited, once it is there, and when it could not be had anew. */
export function Asked<Data>({ query: { data, error, isPending, refetch }, children }: Props<Data>) {
  const { texts } = useLanguage();
  return (
    <>
      {isPending && <p className="soft">{texts.operations.loading}</p>}
      {error !== null && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </>
  );
}
