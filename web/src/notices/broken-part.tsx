import { useLanguage } from '../language/language.ts';
import './notices.css';

/** A part of the page that cannot be shown. What browsers say when a piece of an older release is gone is told apart. */
export function BrokenPart({ failure }: { failure: unknown }) {
  const { texts } = useLanguage();
  const outdated = /dynamically imported module|module script|preload CSS/i.test(String(failure));
  return (
    <main>
      <div className="notice bad" role="alert">
        <strong>{outdated ? texts.failures.outdated : texts.failures.broken}</strong>
        {!outdated && <p>{texts.failures.unexpected(String(failure))}</p>}
        <button type="button" onClick={() => window.location.reload()}>
          {texts.failures.reload}
        </button>
      </div>
    </main>
  );
}
