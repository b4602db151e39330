import { useLanguage } from '../language/language.ts';

/** Where an address leads nowhere. */
export function NoSuchPlace({ home }: { home: string }) {
  const { texts } = useLanguage();
  return (
    <main tabIndex={-1}>
      <h1>{texts.navigation.nowhere}</h1>
      <div className="empty">
        <p>{texts.navigation.nowhereMeans}</p>
        <a href={home}>{texts.navigation.home}</a>
      </div>
    </main>
  );
}
