import { useLanguage } from '../language/language.ts';
import type { ImportPreview } from './import-record.ts';

/** What the first rows say about the file, and what was odd though readable. */
export function ReviewVerdict({ preview: { rows, errors, warnings } }: { preview: ImportPreview }) {
  const { texts, formats } = useLanguage();
  const words = texts.imports.review;
  const lines = new Set([...rows, ...errors].map(({ line }) => line)).size;
  return (
    <div role="status">
      {errors.length === 0 ? (
        <p className="verdict good">{lines === 1 ? words.fitsOne : words.fits(formats.number(lines))}</p>
      ) : (
        <p className="verdict bad">
          {words.faults(texts.imports.errors(formats.number(errors.length)), formats.number(lines))}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="soft small">
          {warning}
        </p>
      ))}
    </div>
  );
}
