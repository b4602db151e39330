import { useQuery } from '@tanstack/react-query';
import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { Asked } from './asked.tsx';

const PAUSE = 10_000;

/** What the health check says, in its own words when something is wrong. */
export function HealthPart() {
  const { texts, formats } = useLanguage();
  const health = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/up', { signal, cache: 'no-store' }).catch((error) => {
        throw signal.aborted ? error : new RequestFailure('network');
      });
      return { well: response.ok, says: (await response.text()).trim() };
    },
    refetchInterval: PAUSE,
  });
  return (
    <section className="card stack" aria-labelledby="health">
      <h2 id="health">{texts.operations.health}</h2>
      <Asked query={health}>
        {({ well, says }) => (
          <p>
            <strong className={well ? 'good' : 'bad'}>
              {well ? texts.operations.healthy : texts.operations.unhealthy(named(texts.operations.verdicts, says))}
            </strong>{' '}
            <span className="soft small">{texts.operations.askedAt(formats.clock(health.dataUpdatedAt))}</span>
          </p>
        )}
      </Asked>
    </section>
  );
}
