import { useLanguage } from '../language/language.ts';
import type { ImportPreview } from './import-record.ts';
import { oddWords } from './odd-words.ts';

interface Props {
  preview: ImportPreview;
  /** Whether faulty rows stop the whole file; what is called to leave just them out. */
  stops: boolean;
  onSkip: () => void;
}

/** What the first rows say about the file, what will come of it, and what was odd though readable. */
export function ReviewVerdict({ preview, stops, onSkip }: Props) {
  const { texts, formats } = useLanguage();
  const words = texts.imports.review;
  const { rows, errors } = preview;
  const lines = new Set([...rows, ...errors].map(({ line }) => line)).size;
  return (
    <div role="status">
      {errors.length === 0 ? (
        <p className="verdict good">{lines === 1 ? words.fitsOne : words.fits(formats.number(lines))}</p>
      ) : (
        <>
          <p className="verdict bad">
            {words.faults(texts.imports.errors(formats.number(errors.length)), formats.number(lines))}
          </p>
          <p>
            {stops ? words.stopsAll : words.skipsFaulty}{' '}
            {stops && (
              <button type="button" onClick={onSkip}>
                {words.skipThem}
              </button>
            )}
          </p>
        </>
      )}
      {oddWords(texts, preview).map((sentence) => (
        <p key={sentence} className="soft small">
          {sentence}
        </p>
      ))}
    </div>
  );
}
