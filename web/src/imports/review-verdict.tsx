import { useLanguage } from '../language/language.ts';
import type { ImportPreview } from './import-record.ts';

/** What the server says of a column that it leaves out; the page says so itself, in the person's language. */
const LEFT_OUT = /\bleft out\.$/;

interface Props {
  preview: ImportPreview;
  /** Whether faulty rows stop the whole file; what is called to leave just them out. */
  stops: boolean;
  onSkip: () => void;
}

/** What the first rows say about the file, what will come of it, and what was odd though readable. */
export function ReviewVerdict({ preview: { rows, errors, warnings, detected }, stops, onSkip }: Props) {
  const { texts, formats } = useLanguage();
  const words = texts.imports.review;
  const lines = new Set([...rows, ...errors].map(({ line }) => line)).size;
  const leftOut = detected.columns.filter(({ column }) => column === null).map(({ name }) => name || words.noName);
  const odd = [
    ...(leftOut.length > 0 ? [words.leftOutColumns(leftOut.join(', '))] : []),
    ...warnings.filter((warning) => !LEFT_OUT.test(warning)),
  ];
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
      {odd.map((sentence) => (
        <p key={sentence} className="soft small">
          {sentence}
        </p>
      ))}
    </div>
  );
}
