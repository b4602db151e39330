import { useEffect, useMemo, useState } from 'react';
import { useLanguage } from '../language/language.ts';
import { goTo, replaceWith } from '../navigation/hash.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import type { Me } from '../session/session.ts';
import { CountForm } from './count-form.tsx';
import { countOfHash, hashOfCount } from './count-hash.ts';
import { firstRequest } from './count-request.ts';
import { DetailsView } from './details-view.tsx';
import { useLedgers } from './ledgers.ts';
import { requestWords } from './request-words.ts';
import { SummaryView } from './summary-view.tsx';
import './counts.css';

/** The request lives in the address alone: picking changes the address, and the address decides what is counted. */
export function CountsPage({ me, parameters }: { me: Me; parameters: URLSearchParams }) {
  const { texts } = useLanguage();
  const ledgers = useLedgers();
  const [open, setOpen] = useState(false);
  const asked = parameters.toString();
  const request = useMemo(() => {
    // Posts hold the most; a page that begins with them has something to show.
    const first = ledgers.data?.find(({ name }) => name === 'posts') ?? ledgers.data?.[0];
    return countOfHash(new URLSearchParams(asked), me.time_zone) ?? (first ? firstRequest(first, me.time_zone) : null);
  }, [asked, ledgers.data, me.time_zone]);

  useEffect(() => {
    if (request && hashOfCount(request) !== window.location.hash) replaceWith(hashOfCount(request));
  }, [request]);

  const change = (changed: typeof request) => changed && goTo(hashOfCount(changed));
  return (
    <>
      <h1 className="unseen">{texts.counts.title}</h1>
      {ledgers.error && <FailureNotice failure={ledgers.error} onRetry={() => void ledgers.refetch()} />}
      {ledgers.isPending && <p className="soft">{texts.counts.loading}</p>}
      {request && ledgers.data && (
        <div className="counts">
          <div className={open ? 'asking open' : 'asking'}>
            <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
              <span className="wrap">{requestWords(texts, request)}</span>
              <span className="soft">{open ? texts.counts.fold : texts.counts.unfold}</span>
            </button>
            <CountForm
              ledgers={ledgers.data}
              request={request}
              seesGuarded={me.user.role === 'admin'}
              onChange={change}
            />
          </div>
          {request.mode === 'details' ? (
            <DetailsView request={request} />
          ) : (
            <SummaryView
              request={request}
              onSort={(sort) => change({ ...request, sort })}
              onOrder={(column_order) => change({ ...request, column_order })}
            />
          )}
        </div>
      )}
    </>
  );
}
