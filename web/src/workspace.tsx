import { lazy, Suspense, useEffect, useState } from 'react';
import { CountsPage } from './counts/counts-page.tsx';
import { ImportDesk } from './imports/import-desk.tsx';
import { useLanguage } from './language/language.ts';
import { placeOf, useHash } from './navigation/hash.ts';
import { NoSuchPlace } from './navigation/no-such-place.tsx';
import { type PlaceName, Places } from './navigation/places.tsx';
import { FailureBoundary } from './notices/failure-boundary.tsx';
import type { Me } from './session/session.ts';
import { TopBar } from './top-bar.tsx';

/** Only administrators go there, and not first. */
const OperationsPage = lazy(() =>
  import('./operations/operations-page.tsx').then(({ OperationsPage }) => ({ default: OperationsPage })),
);

/** What a signed-in person works in. */
export function Workspace({ me }: { me: Me }) {
  const { texts } = useLanguage();
  const hash = useHash();
  const place = placeOf(hash);
  const mayImport = me.user.role !== 'viewer';
  const mayOperate = me.user.role === 'admin';
  const shown = shownPlace();
  const [lastCounts, setLastCounts] = useState('#/counts');
  if (place.name === 'counts' && hash !== lastCounts) setLastCounts(hash);

  useEffect(() => {
    document.title = `${texts.navigation[shown]} · Tallyport`;
  }, [texts, shown]);

  return (
    <>
      <TopBar me={me}>
        <Places
          shown={shown}
          offered={[
            ...(mayImport ? [['imports', '#/imports'] as const] : []),
            ['counts', lastCounts],
            ...(mayOperate ? [['operations', '#/operations'] as const] : []),
          ]}
        />
      </TopBar>
      <FailureBoundary place={shown}>
        {mayImport && <ImportDesk me={me} shown={shown === 'imports'} id={place.path[0] ?? null} />}
        {shown === 'counts' && (
          <main className="wide" tabIndex={-1}>
            <CountsPage me={me} parameters={place.parameters} />
          </main>
        )}
        {shown === 'nowhere' && <NoSuchPlace home={mayImport ? '#/imports' : '#/counts'} />}
        {shown === 'operations' && (
          <main tabIndex={-1}>
            <Suspense fallback={<p className="soft">{texts.operations.loading}</p>}>
              <OperationsPage part={place.path[0] ?? ''} ownId={me.user.id} />
            </Suspense>
          </main>
        )}
      </FailureBoundary>
    </>
  );

  /** The place that the address names, as far as this person may go there. */
  function shownPlace(): PlaceName {
    if (!['', 'imports', 'counts', 'operations'].includes(place.name)) return 'nowhere';
    if (place.name === 'operations' && mayOperate) return 'operations';
    return place.name === 'counts' || !mayImport ? 'counts' : 'imports';
  }
}
