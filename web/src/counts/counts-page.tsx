import { useEffect, useMemo } from 'react';
import { useLanguage } from '../language/language.ts';
import { goTo, replaceWith } from '../navigation/hash.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import type { Me } from '../session/session.ts';
import { CountForm } from './count-form.tsx';
import { countOfHash, hashOfCount } from './count-hash.ts';
import { firstRequest } from './count-request.ts';
import { CountResultView } from './count-result-view.tsx';
import { useLedgers } from './ledgers.ts';
import './counts.css';

/** The request lives in the address alone: picking changes the address, and the address decides what is counted. */
export function CountsPage({ me, parameters }: { me: Me; parameters: URLSearchParams }) {
  const { texts } = useLanguage();
  const ledgers = useLedgers();
  const asked = parameters.toString();
  const request = useMemo(() => {
    const first = ledgers.data?.[0];
    return countOfHash(new URLSearchParams(asked), me.time_zone) ?? (first ? firstRequest(first, me.time_zone) : null);
  }, [asked, ledgers.data, me.time_zone]);

  useEffect(() => {
    if (request && hashOfCount(request) !== window.location.hash) replaceWith(hashOfCount(request));
  }, [request]);

  return (
    <>
      <h1>{texts.counts.title}</h1>
      {ledgers.error && <FailureNotice failure={ledgers.error} onRetry={() => void ledgers.refetch()} />}
      {ledgers.isPending && <p className="soft">{texts.counts.loading}</p>}
      {request && ledgers.data && (
        <CountForm
          ledgers={ledgers.data}
          request={request}
          seesGuarded={me.user.role === 'admin'}
          onChange={(changed) => goTo(hashOfCount(changed))}
        />
      )}
      {request && ledgers.data && <CountResultView request={request} />}
    </>
  );
}
