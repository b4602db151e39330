import { useLanguage } from '../language/language.ts';
import { isMasked, type Key } from './count-answer.ts';
import type { AxisChoice } from './count-request.ts';
import { keyWords } from './key-words.ts';

/** A key as people read it. What is masked or missing looks unlike any text that data can spell. */
export function KeyLabel({ value: key, choice }: { value: Key; choice: AxisChoice | undefined }) {
  const { texts } = useLanguage();
  if (isMasked(key)) {
    return (
      <span className="masked" title={texts.counts.maskedMeans}>
        {texts.counts.masked}
      </span>
    );
  }
  if (key.value === null) return <span className="missing">{texts.counts.noValue}</span>;
  const value = String(key.value);
  if (key.label === null || key.label === value) return <>{keyWords(texts, choice, key)}</>;
  return (
    <>
      {key.label} <span className="key-value">{value}</span>
    </>
  );
}
