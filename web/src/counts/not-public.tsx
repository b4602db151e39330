import { useLanguage } from '../language/language.ts';
import { type CountAnswer, isMasked } from './count-answer.ts';

/** Where values are masked, why. */
export function NotPublic({ rows: { result_rows, column_keys } }: { rows: CountAnswer }) {
  const { texts } = useLanguage();
  const masked = column_keys.some((keys) => keys.some(isMasked)) || result_rows.some(({ key }) => key.some(isMasked));
  if (!masked) return null;
  return (
    <p className="soft small">
      <span className="masked">{texts.counts.masked}</span> {texts.counts.maskedWhy}
    </p>
  );
}
