import { useLanguage } from '../language/language.ts';
import type { Key } from './count-answer.ts';

/** A key as people read it. What is masked or missing looks unlike any text that data can spell. */
export function KeyLabel({ value: key }: { value: Key }) {
  const { texts } = useLanguage();
  if ('masked' in key) {
    return (
      <span className="masked" title={texts.counts.maskedMeans}>
        {texts.counts.masked}
      </span>
    );
  }
  if (key.value === null) return <span className="missing">{texts.counts.noValue}</span>;
  const value = String(key.value);
  if (key.label === null || key.label === value) return <>{value}</>;
  return (
    <>
      {key.label} <span className="key-value">{value}</span>
    </>
  );
}
