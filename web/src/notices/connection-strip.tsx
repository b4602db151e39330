import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { followConnection, heard, lostSince } from '../http/connection.ts';
import { useLanguage } from '../language/language.ts';

const PAUSE = 2_000;

/** Says since when the server has been out of reach, knocks until it answers, then asks anew for what had failed. */
export function ConnectionStrip() {
  const { texts, formats } = useLanguage();
  const client = useQueryClient();
  const since = useSyncExternalStore(followConnection, lostSince);
  const lost = since !== null;

  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => {
      fetch('/live', { cache: 'no-store', signal: AbortSignal.timeout(PAUSE * 2) }).then(
        () => {
          heard();
          void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
        },
        () => {},
      );
    }, PAUSE);
    return () => clearInterval(timer);
  }, [lost, client]);

  return (
    <div role="status" className="connection">
      {since !== null && <p>{texts.failures.offline(formats.clock(since))}</p>}
    </div>
  );
}
