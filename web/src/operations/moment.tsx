import { useLanguage } from '../language/language.ts';

/** A time of the wire, or that there was none. */
export function Moment({ at }: { at: string | null }) {
  const { texts, formats } = useLanguage();
  if (at === null) return <span className="soft">{texts.operations.never}</span>;
  return (
    <time className="keep" dateTime={at}>
      {formats.time(at)}
    </time>
  );
}
