import { useState } from 'react';
import { CountsPage } from './counts/counts-page.tsx';
import { ImportsPage } from './imports/imports-page.tsx';
import { useUploads } from './imports/use-uploads.ts';
import { useLanguage } from './language/language.ts';
import { placeOf, useHash } from './navigation/hash.ts';
import type { Me } from './session/session.ts';

/** What a signed-in person works in. Uploads live here, so that they stay in sight after a look at another page. */
export function Workspace({ me }: { me: Me }) {
  const { texts } = useLanguage();
  const hash = useHash();
  const place = placeOf(hash);
  const uploads = useUploads();
  const mayImport = me.user.role !== 'viewer';
  const onCounts = place.name === 'counts' || !mayImport;
  const [lastCounts, setLastCounts] = useState('#/counts');
  if (place.name === 'counts' && hash !== lastCounts) setLastCounts(hash);

  return (
    <>
      {mayImport && (
        <nav aria-label={texts.navigation.label} className="places">
          <a href="#/imports" aria-current={onCounts ? undefined : 'page'}>
            {texts.navigation.imports}
          </a>
          <a href={lastCounts} aria-current={onCounts ? 'page' : undefined}>
            {texts.navigation.counts}
          </a>
        </nav>
      )}
      <main>
        {onCounts ? <CountsPage me={me} parameters={place.parameters} /> : <ImportsPage me={me} uploads={uploads} />}
      </main>
    </>
  );
}
