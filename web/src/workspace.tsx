import { useEffect, useState } from 'react';
import { CountsPage } from './counts/counts-page.tsx';
import { ImportDesk } from './imports/import-desk.tsx';
import { useLanguage } from './language/language.ts';
import { placeOf, useHash } from './navigation/hash.ts';
import { Places } from './navigation/places.tsx';
import type { Me } from './session/session.ts';
import { TopBar } from './top-bar.tsx';

/** What a signed-in person works in. */
export function Workspace({ me }: { me: Me }) {
  const { texts } = useLanguage();
  const hash = useHash();
  const place = placeOf(hash);
  const mayImport = me.user.role !== 'viewer';
  const shown = place.name === 'counts' || !mayImport ? 'counts' : 'imports';
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
          offered={[...(mayImport ? [['imports', '#/imports'] as const] : []), ['counts', lastCounts]]}
        />
      </TopBar>
      {mayImport && <ImportDesk me={me} shown={shown === 'imports'} id={place.path[0] ?? null} />}
      {shown === 'counts' && (
        <main className="wide">
          <CountsPage me={me} parameters={place.parameters} />
        </main>
      )}
    </>
  );
}
